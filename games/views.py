"""The pages of play. Each finds the person's seat, does one thing, and shows what he may see."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.db import IntegrityError, connection
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect, retarget

from games import boards, leaderboard, play, push, rating, seating, strength, words
from games.engine import GAMES
from games.engine.game import IllegalMove, InvalidMove, OptionError, Reason
from games.faces import FACES
from games.forms import NewMatchForm, PostedMove
from games.match import POINTS
from games.models import Match
from games.tables import table

SHOWN = 3
STALE, OVER, UNREADABLE = Reason("stale"), Reason("match_over"), Reason("unreadable")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, a start in one tap, and the way back to matches that go on."""
    waiting = seating.matches(request).live().order_by("-created")[:SHOWN]
    live = [(match.get_absolute_url(), FACES[match.game].name) for match in waiting]
    # A press on a button makes one match, however often: each button has an id of its own.
    starts = [(face, uuid.uuid4()) for face in FACES.values()]
    context = {"live": live, "starts": starts, "points": POINTS}
    return render(request, "home.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, game: str) -> HttpResponse:
    """Choose the table and start: ranked for who signed in, if the rules are the default ones and
    the table is of a ranked size."""
    if game not in GAMES:
        raise Http404(game)
    signed_in, blocking = request.user.is_authenticated, None
    form = NewMatchForm(GAMES[game], request.POST if request.method == "POST" else None)
    context = {
        "face": FACES[game],
        "form": form,
        "signed_in": signed_in,
        "ranked_seats": GAMES[game].RANKED,
        "levels": [(level, points, strength.odds(game, level)) for level, points in POINTS.items()],
    }
    if request.method != "POST":
        try:
            form.suggest(request.GET)
        except OptionError as error:
            context["impossible"] = FACES[game].impossible(error)
        status = 400 if "impossible" in context else 200
        return render(request, "games/new.html", context, status=status)
    if form.is_valid():
        by, level = seating.person_to_seat(request), form.cleaned_data["level"]
        asked = form.cleaned_data["request_id"] or uuid.uuid4()
        ranked = signed_in and form.can_be_ranked
        try:
            play.start(form.game, level, ranked=ranked, by=by, match_id=asked)
            return redirect("games:match", asked)
        except IntegrityError:
            return redirect("games:match", asked)  # the same request came before
        except play.Busy as busy:
            if busy.match_id == asked:
                return redirect("games:match", asked)
            blocking = Match.objects.get(pk=busy.match_id)
    context["blocking"] = blocking
    return render(request, "games/new.html", context, status=409 if blocking else 400)


@require_safe
@never_cache
def match(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """The whole page of a table."""
    return _look(request, match, whole=True)


@require_safe
@never_cache
def refresh(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """The live part of the table alone, as it is now; nothing for who shows this `ply` already."""
    return _look(request, match, whole=False, shown=request.GET.get("ply"))


@require_http_methods(["GET", "HEAD", "POST"])
def move(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """Make a move. A refusal shows the table as it is, and why; to look, one is sent to it."""
    if request.method != "POST":
        return redirect("games:match", match)
    by = seating.person(request)
    try:
        posted = PostedMove.read(request.POST)
    except ValueError:
        return _refuse(request, match, UNREADABLE, 400)
    try:
        view = play.play(match, by, ply=posted.ply, text=posted.text, request_id=posted.request_id)
    except play.NoSeat as nowhere:
        return _nowhere(request, match, nowhere)
    except play.Stale:
        return _refuse(request, match, STALE, 409)
    except IllegalMove as illegal:
        return _refuse(request, match, illegal.reason, 409)
    except InvalidMove:
        return _refuse(request, match, UNREADABLE, 400)
    return _show(request, view) if request.htmx else redirect(view.match)


@require_safe
@never_cache
def hint(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """What Expert would play, where that may be asked, under the table or alone."""
    try:
        view, advice = play.hint(match, seating.person(request))
    except play.NoSeat as nowhere:
        return _nowhere(request, match, nowhere)
    except IllegalMove as illegal:
        if not request.htmx:
            messages.info(request, words.REASONS[illegal.reason.key][0])
            return redirect("games:match", match)
        return retarget(_refuse(request, match, illegal.reason, 409), "#table")
    context = {"t": table(view, view.match.address, advice=advice)}
    template = "games/advice.html" if request.htmx else "games/match.html"
    return render(request, template, context)


@require_http_methods(["GET", "HEAD", "POST"])
def resign(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """Give the match up; one that is over already stays as it is."""
    if request.method != "POST":
        return redirect("games:match", match)
    try:
        view = play.resign(match, seating.person(request))
    except play.NoSeat as nowhere:
        return _nowhere(request, match, nowhere)
    except play.Stale:
        return _refuse(request, match, STALE, 409)
    return _show(request, view) if request.htmx else redirect(view.match)


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """A leaderboard: the best, the reader's own row wherever it is, or who is looked for.

    Counted anew for each look and marked with the reader's own row, so that no cache may keep it.
    """
    wish, amiss = leaderboard.read(request.GET.dict())
    context = {
        "board": leaderboard.look(wish, request.user, timezone.now()),
        "choices": leaderboard.choices(wish),
        "amiss": amiss,
        "points": POINTS,
        "minimum": rating.MINIMUM,
        "casual": rating.MIDDLE,
        "most_found": boards.FOUND,
    }
    return render(request, "games/board.html", context)


@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    """How strong the bots are: what the arena measured, and how."""
    games = [(face, strength.report(key)) for key, face in FACES.items()]
    return render(request, "games/bots.html", {"games": games})


@require_safe
async def stream(request: HttpRequest, match: uuid.UUID) -> HttpResponseBase:
    """Events: `ply` with the number at which the match stands, `over` at its end."""
    if not await _may_watch(request, match):
        return HttpResponse(status=404)
    response = StreamingHttpResponse(_events(match), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


@sync_to_async
def _may_watch(request: HttpRequest, match: uuid.UUID) -> bool:
    try:
        play.admit(match, seating.person(request))
    except play.NoSeat:
        return False
    finally:
        connection.close()  # the request lasts as long as the page is open
    return True


async def _events(match: uuid.UUID) -> AsyncIterator[str]:
    async with aclosing(push.hub.watch(match)) as plies:
        async for ply in plies:
            if ply is None:
                yield ": still here\n\n"
            elif ply == push.OVER:
                yield "event: over\ndata: over\n\n"
                return
            else:
                yield f"event: ply\ndata: {ply}\n\n"


def _show(
    request: HttpRequest,
    view: play.View,
    refused: Reason | None = None,
    *,
    status: int = 200,
    whole: bool = False,
) -> HttpResponse:
    context: dict[str, Any] = {"t": table(view, view.match.address, refused)}
    return render(
        request, "games/match.html" if whole else "games/table.html", context, status=status
    )


def _refuse(request: HttpRequest, match: uuid.UUID, why: Reason, status: int) -> HttpResponse:
    return _look(request, match, why, status=status, whole=not request.htmx)


def _look(
    request: HttpRequest,
    match: uuid.UUID,
    refused: Reason | None = None,
    *,
    status: int = 200,
    whole: bool,
    shown: str | None = None,
) -> HttpResponse:
    try:
        view = play.look(match, seating.person(request))
    except play.NoSeat as nowhere:
        return _nowhere(request, match, nowhere)
    if view.live and shown == str(view.match.ply):
        return HttpResponse(status=204)
    if refused == STALE and not view.live:
        refused = OVER
    return _show(request, view, refused, status=status, whole=whole)


def _nowhere(request: HttpRequest, match: uuid.UUID, why: play.NoSeat) -> HttpResponse:
    """404, the same for a foreign match and for none. A part of a page must not become that page:
    the browser is sent to the whole one, or to the login when nobody is signed in any more."""
    if not request.htmx:
        raise Http404(str(match)) from why
    page = reverse("games:match", args=[match])
    if seating.person(request) == seating.Person():
        page = f"{reverse('account_login')}?{urlencode({'next': page})}"
    response = HttpResponseClientRedirect(page)
    response.status_code = 404
    return response
