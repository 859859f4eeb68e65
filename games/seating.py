"""Who is asking: a person who signed in, a guest known by this browser's session, or nobody."""

from __future__ import annotations

import uuid
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest

from games.models import Match, Player

GUEST = "guest"


class Person(NamedTuple):
    """At most one of the two is set."""

    user_id: int | None = None
    guest: uuid.UUID | None = None


def person(request: HttpRequest) -> Person:
    if request.user.is_authenticated:
        return Person(user_id=request.user.pk)
    known = request.session.get(GUEST)
    return Person(guest=uuid.UUID(known)) if known else Person()


def person_to_seat(request: HttpRequest) -> Person:
    """As `person`, but a visitor without a name becomes a guest, so that he can have a seat."""
    if not request.user.is_authenticated and GUEST not in request.session:
        request.session[GUEST] = str(uuid.uuid4())
    return person(request)


def matches(request: HttpRequest) -> QuerySet[Match]:
    return Match.objects.of(**person(request)._asdict())


def keep_guest_matches(sender: object, request: HttpRequest, user: Any, **_: object) -> None:
    """When a guest signs in, the seats he took in this browser become his own."""
    if guest := request.session.pop(GUEST, None):
        Player.objects.filter(guest=guest).update(guest=None, user=user)
