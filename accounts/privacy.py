"""Who is seen, and who leaves: hidden from the boards, closed for some days, deleted for good.

Each in one transaction that leaves the boards exact. The row of the person is locked before his
rows of the boards (games.ranking.lock), and never so that a settlement would wait for it.
"""

from __future__ import annotations

import contextlib
import logging
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from celery.exceptions import SoftTimeLimitExceeded
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from accounts.models import NAME_HELD, Act, FormerName, User
from games import play, ranking
from games.models import OfflineMatch, Player, Told
from games.seating import Person

log = logging.getLogger(__name__)
GRACE = timedelta(days=14)  # between the wish to be deleted and the deletion
_FAILED, _FAILED_FOR = "privacy:failed", 60 * 60 * 24  # who could not be deleted, for seconds


class LastSuperuser(Exception):
    """Nobody else could look after the site."""


class Gone(LookupError):
    """There is no such person any more."""


@transaction.atomic
def show(user_id: int, *, on_boards: bool, shows_figures: bool, shows_matches: bool) -> None:
    """What others see of a person from now on."""
    User.objects.filter(pk=user_id).update(
        hidden=not on_boards, shows_figures=shows_figures, shows_matches=shows_matches
    )
    ranking.relist(user_id)


@transaction.atomic
def close(user_id: int) -> datetime:
    """Prepare the deletion of an account: off all boards and logged out everywhere at once.

    The ranked match that goes on is given up, as leaving is a loss. The answer is when the account
    will be deleted; closed again it stays at that. Raises LastSuperuser and Gone.
    """
    keep_a_superuser(user_id)
    person = _locked(user_id)
    if person.closing is None:
        person.closing = timezone.now()
        person.save(update_fields=["closing"])
        _resign(user_id)
        ranking.relist(user_id)
    end_sessions(user_id)
    return person.closing + GRACE


@transaction.atomic
def reopen(user_id: int) -> None:
    """All is as it was before `close`, the ranks too. Raises Gone."""
    person = _locked(user_id)
    person.closing = None
    person.save(update_fields=["closing"])
    ranking.relist(user_id)


def erase_due(limit: int) -> int:
    """Delete up to so many accounts whose time is over, the longest first; how many are gone.

    Whoever could not be deleted in a round of today comes after the others, and is tried again.
    """
    failed: set[int] = cache.get(_FAILED, set())
    due = User.objects.filter(closing__lt=timezone.now() - GRACE).order_by("closing")
    ids = due.values_list("pk", flat=True)
    first = list(ids.exclude(pk__in=failed)[:limit])
    gone = 0
    for user_id in first + list(ids.filter(pk__in=failed)[: limit - len(first)]):
        try:
            gone += _erase(user_id)
        except SoftTimeLimitExceeded:  # not his fault
            raise
        except Exception:  # somebody held his rows for too long, or a fault of ours
            log.exception("Person %s could not be deleted yet", user_id)
            failed.add(user_id)
            cache.set(_FAILED, failed, _FAILED_FOR)
    return gone


@transaction.atomic
def _erase(user_id: int) -> bool:
    """Delete a closed account. What stays has no name: the seats of his matches, his rows of the
    ledgers, what the staff did. False if he has come back meanwhile."""
    try:
        person = _locked(user_id)
    except Gone:
        return False
    if person.closing is None or person.closing > timezone.now() - GRACE:
        return False
    _resign(user_id)
    ranking.forget(user_id)
    OfflineMatch.objects.filter(user=user_id).exclude(state=Told.ACCEPTED).delete()
    end_sessions(user_id)
    # Nobody is taken for him by those who knew him, as after a change of name.
    held = {"user": None, "until": timezone.now() + NAME_HELD}
    FormerName.objects.update_or_create(fold=person.name_fold, defaults=held)
    Act.objects.filter(person=person).update(person=None, old="", new="", reason="")
    kind = ContentType.objects.get_for_model(User)
    acts = LogEntry.objects.filter(content_type=kind, object_id=str(user_id))
    acts.update(object_repr="", change_message="")
    person.delete()
    return True


def end_sessions(user_id: int) -> None:
    """Log a person out everywhere."""
    for session in UserSession.objects.filter(user_id=user_id):
        session.end()


def keep_a_superuser(user_id: int) -> None:
    """Raises LastSuperuser if this is one and nobody else is, till the end of the transaction."""
    able = User.objects.filter(is_superuser=True, is_active=True, closing=None)
    if not able.filter(pk=user_id).exists():
        return
    locked = able.select_for_update(no_key=True).order_by("pk")
    if not {*locked.values_list("pk", flat=True)} - {user_id}:
        raise LastSuperuser(user_id)


def _locked(user_id: int) -> User:
    person = User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
    if person is None:
        raise Gone(user_id)
    return person


def _resign(user_id: int) -> None:
    """Give up the ranked match that goes on: there is one at most."""
    for live in Player.objects.filter(user_id=user_id, ranked_now=True):
        with contextlib.suppress(play.Stale):  # it has just ended
            play.resign(live.match_id, Person(user_id=user_id))
