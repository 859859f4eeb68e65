"""Matches that come back from devices: deals given out, records taken in and checked in slices,
figures of what was played for fun.

All of one person's is written under his lock (games.ranking.lock), so that two requests at once are
one after the other. A check thinks without a lock or transaction, and counts only if nobody else
came further meanwhile.
"""

from __future__ import annotations

import logging
import uuid
from datetime import datetime, timedelta
from typing import NamedTuple

import redis
from celery import current_app
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from games import ranking
from games.match import Level, Outcome
from games.models import OfflineMatch, Refused, SealedDeal, Told
from games.offline import checking, fingerprint
from games.offline.checking import Difference, Progress, Sent
from games.seeds import Seeds

log = logging.getLogger(__name__)

DEALS = 5  # a person may hold
GOOD = timedelta(days=14)  # for a deal from when it was given out
KEPT = timedelta(days=90)  # then it is forgotten, and so are records
CLOCKS = timedelta(minutes=5)  # that of a device may be slow
SLICE = 1.0  # seconds that a check thinks before others have their turn
PATIENCE = timedelta(minutes=1)  # then somebody else goes on with a check
PICKED = 100  # checks at once
RENEWAL = timedelta(hours=1)  # while which servers of two versions may stand side by side
TRIES = 8  # of a check that comes no further: over four hours
FIGURES = 2_000  # matches for fun that are kept of a person
RECORDS_A_DAY, FIGURES_AN_HOUR = 30, 600
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
SLICE_OF_ROWS = 500  # written at once
_LATER = 9  # of Celery on Redis the last priority: people at a table are served before


TOO_OFTEN = _("These are very many matches for one hour. Wait a little.")


class Problem(Exception):
    """Why nothing was taken in: the status of the answer, and a sentence."""

    def __init__(self, status: int, says: str | Promise) -> None:
        super().__init__(status, says)
        self.status, self.says = status, says


class Figure(NamedTuple):
    """A match for fun, as the device tells of it."""

    match: uuid.UUID
    game: str
    level: Level
    seats: int
    outcome: Outcome
    ended: datetime


@transaction.atomic
def deals(user_id: int) -> list[SealedDeal]:
    """The deals that a person may play now, DEALS of them, the oldest first; new ones are made for
    those that are spent or over."""
    ranking.lock(user_id)
    now = timezone.now()
    held = SealedDeal.objects.filter(user=user_id, spent=None, issued__gt=now - GOOD)
    found = list(held.order_by("issued", "pk"))
    new = [SealedDeal(user_id=user_id, issued=now) for _ in range(DEALS - len(found))]
    return found + sorted(SealedDeal.objects.bulk_create(new), key=lambda deal: deal.pk)


@transaction.atomic
def take_record(user_id: int, text: str) -> OfflineMatch:
    """Take in the record of a sealed match: its deal is spent, and its check begins after the
    commit. The same record again changes nothing, nor does any when the first is no longer kept.
    Raises Unreadable and Problem."""
    sent = checking.read(text)
    ranking.lock(user_id)
    known = OfflineMatch.objects.filter(pk=sent.match).first()
    if known and known.user_id == user_id:
        if known.record == text or (known.state == Told.ACCEPTED and not known.record):
            return known
        raise Problem(409, _("Another record of this match came before. The first one counts."))
    deal = SealedDeal.objects.filter(pk=sent.match, user=user_id).first()
    now = timezone.now()
    if known or deal is None:
        raise Problem(404, _("This match is not on a deal that you were given."))
    if deal.issued <= now - GOOD:
        raise Problem(409, _("The deal of this match was good for 14 days, and they are over."))
    sealed = _told_since(user_id, DAY).exclude(state=Told.TOLD)
    if sealed.count() >= RECORDS_A_DAY:
        raise Problem(429, _("These are very many matches for one day. Wait until tomorrow."))
    SealedDeal.objects.filter(pk=deal.pk).update(spent=now)
    return _begin(user_id, sent, text, deal, now)


def _begin(user_id: int, sent: Sent, text: str, deal: SealedDeal, now: datetime) -> OfflineMatch:
    row = OfflineMatch(
        id=sent.match,
        user_id=user_id,
        game=sent.record.game.key,
        level=sent.levels[0],
        seats=sent.record.game.seats,
        outcome=Outcome.LOST,  # until the check says otherwise
        ended=sent.ended,
        received=now,
        state=Told.CHECKING,
        record=text,
        due=now + PATIENCE,
    )
    if difference := _amiss(sent, deal):
        _refuse(row, difference)
    elif sent.given_up:
        row.record = ""  # nothing is to be had by it, so nothing needs a check
    row.save(force_insert=True)
    if row.state == Told.CHECKING and sent.given_up:
        _accept(row, Outcome.LOST)
    elif row.state == Told.CHECKING:
        _send(row)
    return row


def _amiss(sent: Sent, deal: SealedDeal) -> Difference | None:
    """What is wrong before the first ply, if anything."""
    if sent.ended < deal.issued - CLOCKS:
        return Difference(Refused.CLOCK)
    return checking.amiss(sent, _seeds(deal), fingerprint.bots())


@transaction.atomic
def take_figure(user_id: int, figure: Figure) -> OfflineMatch:
    """Keep a match for fun among the person's own figures, of which the oldest go. The same again
    changes nothing. Raises Problem."""
    ranking.lock(user_id)
    if SealedDeal.objects.filter(pk=figure.match).exists():
        raise Problem(409, _("This match was on a sealed deal: its record is what counts."))
    known = OfflineMatch.objects.filter(pk=figure.match).exists()
    told = _told_since(user_id, HOUR).filter(state=Told.TOLD)
    if not known and told.count() >= FIGURES_AN_HOUR:
        raise Problem(429, TOO_OFTEN)
    match_id, *facts = figure
    said = dict(zip(("game", "level", "seats", "outcome", "ended"), facts, strict=True))
    row, new = OfflineMatch.objects.get_or_create(
        id=match_id,
        defaults={**said, "user_id": user_id, "received": timezone.now(), "state": Told.TOLD},
    )
    if row.user_id != user_id:
        raise Problem(409, _("This match is among the figures of somebody else."))
    if new:
        kept = OfflineMatch.objects.filter(user=user_id, state=Told.TOLD)
        old = kept.order_by("-received", "-pk").values("pk")[FIGURES : 2 * FIGURES]
        OfflineMatch.objects.filter(pk__in=list(old.values_list("pk", flat=True))).delete()
    return row


def _told_since(user_id: int, span: timedelta) -> QuerySet[OfflineMatch]:
    return OfflineMatch.objects.filter(user=user_id, received__gt=timezone.now() - span)


def found(user_id: int, ids: list[uuid.UUID]) -> list[OfflineMatch]:
    """Those of these matches that the person told of, in no order."""
    return list(OfflineMatch.objects.filter(user=user_id, pk__in=ids))


def check(match_id: uuid.UUID, checked: int) -> None:
    """Check a record on after so many plies, for a slice of time, and count it when it is right.
    Nothing if it stands elsewhere by now: somebody was faster. One that comes to nothing for a
    reason of ours, whatever that is, is tried again (pick_up), and after TRIES it is over."""
    here = OfflineMatch.objects.filter(pk=match_id, state=Told.CHECKING, checked=checked)
    # Before anything can go wrong, so that it counts even where the worker is killed.
    here.update(tries=F("tries") + 1)
    row, deal = here.first(), SealedDeal.objects.filter(pk=match_id).first()
    if row is None or deal is None:  # the second: its person was deleted
        return
    progress = _think(row, deal)
    if progress is None:
        return
    with transaction.atomic():
        ranking.lock(deal.user_id)
        row = here.select_for_update().first()
        if row is None or row.user_id is None:
            return
        row.checked, row.tries, row.due = progress.checked, 0, timezone.now() + PATIENCE
        if progress.difference:
            _refuse(row, progress.difference)
        row.save()
        if progress.outcome:
            _accept(row, progress.outcome)
        elif not progress.difference:
            _send(row)


def _think(row: OfflineMatch, deal: SealedDeal) -> Progress | None:
    """How far a slice of time brings the check; None where it is for a server of another version,
    such as took the record in. Raises whatever goes wrong with us."""
    if row.tries > TRIES:
        return Progress(row.checked, Difference(Refused.UNABLE))
    sent = checking.read(row.record)
    # Asked in each slice: with a new version of the site there are other bots from one to the next.
    if difference := _amiss(sent, deal):
        renewing = timezone.now() < row.received + RENEWAL
        if renewing and difference.reason == Refused.BOTS:
            return None
        return Progress(row.checked, difference)
    return checking.go_on(sent, _seeds(deal), row.checked, SLICE)


@transaction.atomic
def pick_up() -> int:
    """Wake the checks that nobody goes on with, as many as PICKED; how many. Each try in vain is
    twice as long before the next as the one before."""
    now = timezone.now()
    lost = OfflineMatch.objects.filter(state=Told.CHECKING, due__lt=now).order_by("due")
    rows = list(lost.select_for_update(skip_locked=True)[:PICKED])
    for row in rows:
        row.due = now + PATIENCE * 2 ** min(row.tries, TRIES)
        _send(row)
    OfflineMatch.objects.bulk_update(rows, ["due"])
    return len(rows)


def forget() -> None:
    """Forget deals that have long been over, and long records: refused matches with them, while
    those that count stay."""
    old = timezone.now() - KEPT
    SealedDeal.objects.filter(issued__lt=old).delete()
    records = OfflineMatch.objects.filter(received__lt=old).exclude(record="")
    records.filter(state=Told.REFUSED).delete()
    counted = records.filter(state=Told.ACCEPTED).values_list("pk", flat=True)
    # In slices: a statement has seconds.
    while some := list(counted[:SLICE_OF_ROWS]):
        OfflineMatch.objects.filter(pk__in=some).update(record="")


def _seeds(deal: SealedDeal) -> Seeds:
    return Seeds(bytes(deal.secret), str(deal.pk))


def _refuse(row: OfflineMatch, difference: Difference) -> None:
    row.state, row.due = Told.REFUSED, None
    row.reason, row.differs, row.stood, row.expected = difference


def _accept(row: OfflineMatch, outcome: Outcome) -> None:
    who = (row.pk, row.user_id, row.game, row.level, row.seats)
    ranking.accept(ranking.Result(*who, outcome, timezone.now()))
    row.refresh_from_db()


def _send(row: OfflineMatch) -> None:
    """After the commit, wake a worker to go on with the check. If Redis is away, it is picked up
    later (pick_up)."""

    def send() -> None:
        try:
            current_app.send_task(
                "games.tasks.check_offline",
                [str(row.pk), row.checked],
                priority=_LATER,
                retry=False,
            )
        except (OperationalError, redis.RedisError) as error:
            log.warning("The check of %s waits, the queue is away: %s", row.pk, error)

    transaction.on_commit(send, robust=True)
