"""The sweeper: finds matches past their time and moves in them, and adds up what the boards
count. Needs PostgreSQL alone."""

import logging
import signal
import threading
import uuid
from datetime import timedelta
from typing import Any

from django.core.management import BaseCommand
from django.db import DatabaseError, InterfaceError, connection
from django.db.models.functions import Now

from games import boards, play
from games.models import Match

log = logging.getLogger(__name__)
EVERY_SECONDS = 1.0
AT_ONCE = 50
POSTPONED = timedelta(minutes=1)


class Command(BaseCommand):
    help = "Moves for bots whose turn is overdue, ends matches whose player is, adds up the boards."

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
        while not stop.wait(EVERY_SECONDS):
            try:
                work()
            except (DatabaseError, InterfaceError) as error:
                log.warning("The database is away: %s", error)
                connection.close()


def work() -> None:
    """What is done each second."""
    sweep()
    boards.fold()


def sweep() -> int:
    """Act in every overdue match once; how many there were. Any number may sweep at once."""
    overdue = Match.objects.live().filter(due__lt=Now()).order_by("due")
    found = list(overdue.values_list("pk", flat=True)[:AT_ONCE])
    for match_id in found:
        try:
            play.act_overdue(match_id)
        except (play.NoSeat, play.Stale):
            continue  # somebody was faster
        except Exception:
            # One sick match must not keep the others waiting. If it is the database that is
            # sick, this raises in its turn.
            log.exception("Match %s cannot go on", match_id)
            _postpone(match_id)
    return len(found)


def _postpone(match_id: uuid.UUID) -> None:
    # Only what is still overdue: if the bots did move, the person has his whole time.
    Match.objects.live().filter(pk=match_id, due__lt=Now()).update(due=Now() + POSTPONED)
