"""What the Celery workers do. Each may run twice, late or out of order, and then does nothing."""

import uuid
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from games import boards, play
from games.models import Match
from games.offline import results

GUEST_DAYS = 30
SLICE = 200


@shared_task
def bot_move(match_id: str, ply: int) -> None:
    """Let the bots move, if the match still stands at this ply."""
    try:
        play.reply(uuid.UUID(match_id), ply)
    except (play.NoSeat, play.Stale):
        return  # somebody was faster, or the match is gone


@shared_task
def clear_guests() -> None:
    """Forget matches of guests who never signed up, a month after they began."""
    old = timezone.now() - timedelta(days=GUEST_DAYS)
    forgotten = Match.objects.filter(players__guest__isnull=False, created__lt=old)
    # In slices: a statement has seconds, and a month's matches may take longer.
    while some := list(forgotten.values_list("pk", flat=True)[:SLICE]):
        Match.objects.filter(pk__in=some).delete()


@shared_task
def clear_boards() -> None:
    """Forget the boards of weeks and months long over, in slices."""
    while boards.sweep(timezone.now()):
        pass


@shared_task
def check_offline(match_id: str, checked: int) -> None:
    """Go on with the check of a record, if it still stands at this ply."""
    results.check(uuid.UUID(match_id), checked)


@shared_task
def pick_up_checks() -> None:
    """Go on with the checks whose task was lost."""
    results.pick_up()


@shared_task
def clear_offline() -> None:
    """Forget sealed deals that have long been over, and long refused records."""
    results.forget()
