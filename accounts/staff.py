"""What the staff may do to a person: each act in one transaction, exact on boards, written down.

Who may what is said by permissions on User, which a group holds: rename, suspend, bar, close; to
look at people and acts needs view_user and view_act. Nobody acts on himself; on the staff only a
superuser does. Sentences are in English: the admin has no other language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from django.db import transaction

from accounts import privacy
from accounts.models import Act, User
from games import ranking

Kind = Act.Kind


class Refused(Exception):
    """The act cannot be; the message is a sentence that says why."""


class Deed(NamedTuple):
    """`may`: the permission. `fits`: whether the person is in a state for it. `old`, `new`: the
    state before and after. `means`: what the staff should know before."""

    label: str
    may: str
    fits: Callable[[User], bool]
    old: str
    new: str
    means: str


DEEDS = {
    Kind.RENAMED: Deed(
        "Rename",
        "rename_user",
        lambda person: True,
        "",
        "",
        "The old name is kept from others for 90 days; the person is told by mail and cannot"
        " change the name for 30 days.",
    ),
    Kind.SUSPENDED: Deed(
        "Suspend",
        "suspend_user",
        lambda person: person.is_active,
        "active",
        "suspended",
        "Logged out everywhere at once, cannot log in, off all boards. Nothing is deleted.",
    ),
    Kind.UNSUSPENDED: Deed(
        "End the suspension",
        "suspend_user",
        lambda person: not person.is_active,
        "suspended",
        "active",
        "Can log in again, and is back on the boards with the same points.",
    ),
    Kind.BARRED: Deed(
        "Remove from the boards",
        "bar_user",
        lambda person: not person.barred,
        "listed",
        "barred",
        "Off all boards at once, the ranks close up. The person can play on, and sees why.",
    ),
    Kind.UNBARRED: Deed(
        "Put back on the boards",
        "bar_user",
        lambda person: person.barred,
        "barred",
        "listed",
        "Back on all boards with all points, those won meanwhile too.",
    ),
    Kind.CLOSED: Deed(
        "Close the account",
        "close_user",
        lambda person: person.closing is None,
        "open",
        "closing",
        f"Logged out everywhere, off all boards, deleted for good in {privacy.GRACE.days} days. The"
        " person is told by mail, and can log in until then to keep the account: suspend whom you"
        " want to keep out.",
    ),
    Kind.RESTORED: Deed(
        "Restore the account",
        "close_user",
        lambda person: person.closing is not None,
        "closing",
        "open",
        "The account is open as before, and back on the boards.",
    ),
}


def may(by: User, kind: str, person: User) -> bool:
    """Whether this member of the staff may do that to this person, whatever his state."""
    return (
        kind in DEEDS
        and by.pk != person.pk
        and by.has_perm(f"accounts.{DEEDS[Kind(kind)].may}")
        and (by.is_superuser or not (person.is_staff or person.is_superuser))
    )


def possible(by: User, person: User) -> dict[str, Deed]:
    """What may be done to the person as he is now, by kind."""
    return {
        kind: deed for kind, deed in DEEDS.items() if may(by, kind, person) and deed.fits(person)
    }


@transaction.atomic
def act(kind: str, person_id: int, by: User, reason: str) -> None:
    """Do it and write it down; not for RENAMED, which `renamed` writes down.

    Raises Refused, and then nothing has changed.
    """
    try:
        if kind in (Kind.SUSPENDED, Kind.CLOSED):
            # Before the person, as in privacy.close: two acts at once wait for each other else.
            privacy.keep_a_superuser(person_id)
        person = User.objects.select_for_update(no_key=True).get(pk=person_id)
        deed = DEEDS[Kind(kind)]
        if not deed.fits(person):
            raise Refused(f"{person.name} is {deed.new} already.")
        _CHANGES[Kind(kind)](person_id)
    except privacy.LastSuperuser as last:
        raise Refused("This is the last superuser: make another one first.") from last
    except (User.DoesNotExist, privacy.Gone) as gone:
        raise Refused("The account is deleted by now.") from gone
    write(kind, person, by, reason, old=deed.old, new=deed.new)


def write(kind: str, person: User, by: User, reason: str, *, old: str = "", new: str = "") -> None:
    """Write an act down, in the transaction that did it."""
    Act.objects.create(
        person=person, by=by, kind=kind, old=old[:400], new=new[:400], reason=reason[:400]
    )


def _suspend(user_id: int) -> None:
    User.objects.filter(pk=user_id).update(is_active=False)
    ranking.relist(user_id)
    privacy.end_sessions(user_id)


def _unsuspend(user_id: int) -> None:
    User.objects.filter(pk=user_id).update(is_active=True)
    ranking.relist(user_id)


def _bar(user_id: int) -> None:
    User.objects.filter(pk=user_id).update(barred=True)
    ranking.relist(user_id)


def _unbar(user_id: int) -> None:
    User.objects.filter(pk=user_id).update(barred=False)
    ranking.relist(user_id)


_CHANGES: dict[str, Callable[[int], object]] = {
    Kind.SUSPENDED: _suspend,
    Kind.UNSUSPENDED: _unsuspend,
    Kind.BARRED: _bar,
    Kind.UNBARRED: _unbar,
    Kind.CLOSED: privacy.close,
    Kind.RESTORED: privacy.reopen,
}
