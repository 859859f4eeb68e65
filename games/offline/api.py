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

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.engine import GAMES
from games.match import Level, Outcome
from games.models import OfflineMatch
from games.offline import checking, fingerprint, results
from games.offline.checking import Unreadable
from games.offline.results import Figure, Problem

MOST = 100  # matches asked for at once
View = Callable[[HttpRequest], HttpResponse]


def _for_people(view: View) -> View:
    """403 for who is not signed in; what is not taken in is told with its status."""

    @never_cache
    @wraps(view)
    def asked(request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return _says(403, _("Log in first, then your matches count."))
        try:
            return view(request)
        except Unreadable:
            return _says(400, _("This is no match that can be read."))
        except Problem as problem:
            return _says(problem.status, problem.says)

    return asked


def _says(status: int, says: str | Promise) -> JsonResponse:
    return JsonResponse({"says": str(says)}, status=status)


@require_GET
@never_cache
def me(request: HttpRequest) -> HttpResponse:
    """Who is signed in, if anybody, and the token for what is posted."""
    name = request.user.name if request.user.is_authenticated else None
    return JsonResponse({"name": name, "csrf": get_token(request)})


@require_POST
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


@require_http_methods(["GET", "POST"])
@_for_people
def matches(request: HttpRequest) -> HttpResponse:
    """POST: take a match in. GET: what became of those that are asked for."""
    if request.method == "POST":
        return JsonResponse(_told(_take(request.user.pk, _body(request))))
    asked = request.GET.getlist("id")
    if len(asked) > MOST:
        raise Unreadable("too many")
    rows = results.found(request.user.pk, [_uuid(text) for text in asked])
    return JsonResponse({"matches": [_told(row) for row in rows]})


def _take(user_id: int, body: dict[str, Any]) -> OfflineMatch:
    record = body.get("record")
    if record is None:
        return results.take_figure(user_id, _figure(body))
    if not isinstance(record, str):
        raise Unreadable("record")
    return results.take_record(user_id, record)


def _body(request: HttpRequest) -> dict[str, Any]:
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
