"""What a device asks of the server when there is a network again: JSON in, JSON out.

Answers are for nobody's cache. One that is no success has a sentence, `says`, in the language of
the address.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core.internal import ratelimit
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from games.engine import GAMES
from games.match import Level, Outcome
from games.models import OfflineMatch
from games.offline import checking, fingerprint, results
from games.offline.checking import Unreadable
from games.offline.results import Figure, Problem

MOST = 100  # matches asked for at once
IN_VAIN = {"offline": "120/h/user"}  # matches that were not taken in
UNREADABLE = _("This is no match that can be read.")
View = Callable[[HttpRequest], HttpResponse]


def _answers(*methods: str) -> Callable[[View], View]:
    """The view for these methods; what is not taken in is told with its status."""

    def answers(view: View) -> View:
        @never_cache
        @wraps(view)
        def asked(request: HttpRequest) -> HttpResponse:
            if request.method not in methods:
                answer = _says(405, _("This cannot be asked here."))
                answer["Allow"] = ", ".join(methods)
                return answer
            try:
                return view(request)
            except Unreadable:
                return _says(400, UNREADABLE)
            except Problem as problem:
                return _says(problem.status, problem.says)

        return asked

    return answers


def _for_people(view: View) -> View:
    """403 for who is not signed in."""

    @wraps(view)
    def asked(request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            raise Problem(403, _("Log in first, then your matches count."))
        return view(request)

    return asked


def _says(status: int, says: str | Promise) -> JsonResponse:
    return JsonResponse({"says": str(says)}, status=status)


@_answers("GET")
def me(request: HttpRequest) -> HttpResponse:
    """Who is signed in, if anybody, and the token for what is posted. By `id` a device knows him
    again, whatever his name is by then; it says nothing to others."""
    name = known = None
    if request.user.is_authenticated:
        name = request.user.name
        known = salted_hmac("games.offline.me", str(request.user.pk)).hexdigest()[:16]
    return JsonResponse({"id": known, "name": name, "csrf": get_token(request)})


@_answers("POST")
@_for_people
def deals(request: HttpRequest) -> HttpResponse:
    """The person's sealed deals, topped up, and which bots play on them."""
    held = [
        {
            "id": str(deal.pk),
            "secret": bytes(deal.secret).hex(),
            "expires": (deal.issued + results.GOOD).isoformat(),
        }
        for deal in results.deals(request.user.pk)
    ]
    return JsonResponse({"deals": held, "bots": fingerprint.bots()})


@_answers("GET", "POST")
@_for_people
def matches(request: HttpRequest) -> HttpResponse:
    """POST: take a match in. GET: what became of those that are asked for."""
    if request.method == "POST":
        return JsonResponse(_told(_taken(request)))
    asked = request.GET.getlist("id")
    if len(asked) > MOST:
        raise Unreadable("too many")
    rows = results.found(request.user.pk, [_uuid(text) for text in asked])
    return JsonResponse({"matches": [_told(row) for row in rows]})


def _taken(request: HttpRequest) -> OfflineMatch:
    """The match that is sent in, unless too many were sent in vain."""
    if not _try(request, dry_run=True):
        raise Problem(429, results.TOO_OFTEN)
    try:
        return _take(request.user.pk, _body(request))
    except (Unreadable, Problem) as error:
        if not isinstance(error, Problem) or error.status != 429:  # those it is to send again
            _try(request)
        raise


def _try(request: HttpRequest, *, dry_run: bool = False) -> bool:
    limit = {"app": "games", "action": "offline", "config": IN_VAIN}
    return bool(ratelimit.consume(request, **limit, dry_run=dry_run))


def _take(user_id: int, body: dict[str, Any]) -> OfflineMatch:
    record = body.get("record")
    if record is None:
        return results.take_figure(user_id, _figure(body))
    if not isinstance(record, str):
        raise Unreadable("record")
    return results.take_record(user_id, record)


def _body(request: HttpRequest) -> dict[str, Any]:
    if request.content_type != "application/json":
        raise Problem(415, UNREADABLE)
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError, RequestDataTooBig) as error:
        raise Unreadable("no JSON") from error
    if not isinstance(body, dict):
        raise Unreadable("no object")
    return body


def _figure(body: dict[str, Any]) -> Figure:
    game, seats = body.get("game"), body.get("seats")
    if not isinstance(game, str) or game not in GAMES:
        raise Unreadable("game")
    if type(seats) is not int or seats not in GAMES[game].SEATS:
        raise Unreadable("seats")
    try:
        level, outcome = Level(body.get("level")), Outcome(body.get("outcome"))
    except ValueError as error:
        raise Unreadable("level or outcome") from error
    match, ended = _uuid(body.get("id")), checking.moment(body.get("ended"))
    return Figure(match, game, level, seats, outcome, ended)


def _uuid(text: object) -> uuid.UUID:
    if not isinstance(text, str) or not checking.UUID.fullmatch(text):
        raise Unreadable("id")
    return uuid.UUID(text)


def _told(row: OfflineMatch) -> dict[str, Any]:
    return {"id": str(row.pk), "state": row.state, "says": row.says, "points": row.points}
