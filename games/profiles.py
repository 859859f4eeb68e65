"""The pages of a person: who he is at the table, his matches, and each of them once more.

Others see what the person shows; he sees all, with a word on what the others do not.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.names import fold
from games import charts, history, play, rating, seating, strength, words
from games.engine import GAMES
from games.faces import FACES
from games.faces.face import Face
from games.history import Past
from games.match import Level, Outcome, Status
from games.models import Match
from games.rating import Estimate
from games.tables import table

LATEST = 5  # matches on the person's own page


class Column(NamedTuple):
    """One level in figures; `interval` is empty, and `share` too, where nothing was played."""

    level: str
    played: int
    won: int
    share: str
    interval: str


class Played(NamedTuple):
    """A game on the page of a person. `rating` in words, empty while `missing` matches are missing;
    `course`: when each of the last ones ended and the rating after it, the newest first; `bots`:
    where they stand."""

    face: Face
    columns: list[Column]
    spans: charts.SpanChart
    rating: str
    missing: int
    course: list[tuple[datetime, str]]
    chart: charts.RatingChart | None
    bots: str
    streak: history.Streak
    first: history.First | None


class Row(NamedTuple):
    """A match in a list of them. `url` of its replay."""

    past: Past
    game: str
    level: str
    result: str
    url: str


class OnDevices(NamedTuple):
    """What the person alone sees of his matches without a network: by game and level those for fun,
    as words and figures, and with its sentence each record that does not count or not yet."""

    told: list[tuple[str, int, int]]
    uncounted: list[tuple[str, datetime, str]]


class Filter(NamedTuple):
    """A link that shows some of the matches only."""

    label: str
    url: str
    current: bool


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """What there is to tell of a person, to him or to others."""
    person, own = _find(request, name)
    if person.name != name:
        return redirect("games:player", person.name)
    place = history.place(person.pk)
    context: dict[str, Any] = {
        "person": person,
        "own": own,
        "figures_shown": own or person.shows_figures,
        "matches_shown": own or person.shows_matches,
        "place": place if place and (own or place.shown) and place.value else None,
    }
    if context["figures_shown"]:
        played = _played(person.pk)
        seen = {one.face.key for one in played}
        context["played"], context["week"] = played, history.best_week(person.pk)
        context["unplayed"] = [face for key, face in FACES.items() if key not in seen]
        context["offline"] = history.counted_offline(person.pk)
    if own:
        context["devices"] = _devices(person.pk)
    if context["matches_shown"]:
        latest, older = history.matches(person.pk, limit=LATEST)
        context["rows"], context["more"] = _listed(latest), older is not None
    return render(request, "games/player.html", context)


@require_safe
def matches(request: HttpRequest, name: str) -> HttpResponse:
    """The matches of a person, page by page. 400 with the newest of all for what cannot be read."""
    person, own = _find(request, name)
    if not own and not person.shows_matches:
        raise Http404(name)
    here = reverse("games:matches", args=[person.name])
    if person.name != name:
        query = request.GET.urlencode()
        return redirect(here + (f"?{query}" if query else ""))
    try:
        chosen, before = _chosen(request)
        unreadable = False
    except ValueError:
        chosen, before, unreadable = {"game": "", "level": ""}, None, True
    page, older = history.matches(person.pk, **chosen, before=before)
    context = {
        "person": person,
        "own": own,
        "unreadable": unreadable,
        "rows": _listed(page),
        "newest_url": _with(here, **chosen) if before else "",
        "older_url": _with(here, **chosen, before=str(older)) if older else "",
        "games": _filters(here, chosen, "game", _game_names()),
        "levels": _filters(here, chosen, "level", _level_names()),
        "filtered": any(chosen.values()),
        "live": _live(request) if own and not before else [],
    }
    return render(request, "games/history.html", context, status=400 if unreadable else 200)


@require_safe
@never_cache
def replay(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """The table of a match that is over as its person saw it after so many plies, `ply`; what is
    beyond either end, or no number, leads to the nearest that is one."""
    shown = _shown(request, match)
    total = shown.match.ply
    try:
        ply = int(request.GET.get("ply", "1"))
    except ValueError:
        ply = 1
    ply = min(max(ply, 1), total)
    view = play.replay(match, ply)
    t = table(view, shown.match.address, me="" if shown.own else shown.name)
    # Nothing can be done here: no form, no result with its buttons, but the count of the deal.
    ended = t["result"]
    t |= {"over": True, "replayed": True, "result": None}
    t["before"] = ended["counted"] if ended else t["before"]
    here = reverse("games:replay", args=[match])
    steps = {"first": 1, "back": ply - 1, "forward": ply + 1, "last": total}
    context = {
        "t": t,
        "shown": shown,
        "ply": ply,
        "total": total,
        "ended": ended["headline"] if ended and shown.own and ply == total else "",
        "result": _result(shown.outcome, given_up=shown.match.status == Status.FORFEITED),
        "told": f"{t['log'][0]}." if t["log"] else gettext("The cards are dealt."),
        "steps": {
            step: f"{here}?{urlencode({'ply': to})}#step" if 1 <= to <= total and to != ply else ""
            for step, to in steps.items()
        },
    }
    return render(request, "games/replay.html", context)


@require_safe
@never_cache
def record(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """The record of a match that is over, as a file to keep or to replay elsewhere."""
    shown = _shown(request, match)
    # A tag needs a name, and a guest or who is gone has none.
    text = history.record(shown.match, shown.name or "guest")
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    name = f"{shown.match.game}-{str(match)[:8]}.txt"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _find(request: HttpRequest, name: str) -> tuple[User, bool]:
    """The person whose name looks so, and whether he is the reader. Http404 for nobody, and alike
    for whoever others may not know of."""
    person = User.objects.filter(name_fold=fold(name)).first() if "\0" not in name else None
    # Who never proved the address is nobody yet: else his page would tell that the sign-up was not
    # one with the address of somebody who has an account.
    if person is None or User.objects.unconfirmed().filter(pk=person.pk).exists():
        raise Http404(name)
    own = request.user.pk == person.pk
    tells = person.listed or person.shows_figures or person.shows_matches
    if not own and not (history.is_there(person) and tells):
        raise Http404(name)
    return person, own


def _shown(request: HttpRequest, match: uuid.UUID) -> history.Shown:
    shown = history.shown(
        match, seating.person(request), staff=request.user.has_perm("games.view_match")
    )
    if shown is None or not shown.match.ply:
        raise Http404(str(match))
    return shown


def _played(user_id: int) -> list[Played]:
    """The games of which there are ranked matches, in the order in which the site names them."""
    figures, rated = history.figures(user_id), history.ratings(user_id)
    courses, streaks = history.courses(user_id), history.streaks(user_id)
    firsts = history.first_wins(user_id)
    return [
        _game(
            FACES[key],
            figures[key],
            *rated.get(key, (Estimate(), 0)),
            courses.get(key, []),
            streaks.get(key, history.Streak(0, 0)),
            firsts.get(key),
        )
        for key in FACES
        if key in figures
    ]


def _game(
    face: Face,
    figures: dict[Level, history.Figure],
    estimate: Estimate,
    rated: int,
    course: list[history.Rated],
    streak: history.Streak,
    first: history.First | None,
) -> Played:
    intervals = {level: charts.interval(won, n) for level, (n, won) in figures.items() if n}
    missing = max(0, rating.MINIMUM - rated)
    bots = {level: Estimate(mu).rating for level, mu in _anchors(face.key).items()}
    names = {str(level.label): at for level, at in bots.items()}
    chart = None if missing else charts.rating_chart([one.estimate for one in course], names)
    return Played(
        face=face,
        columns=[_column(level, figures.get(level), intervals) for level in Level],
        spans=charts.span_chart(
            {str(level.label): intervals[level] for level in Level if level in intervals}
        ),
        rating="" if missing else words.within(estimate.rating, estimate.doubt),
        missing=missing,
        course=[] if missing else _course(course),
        chart=chart,
        bots=", ".join(f"{name} {words.number(at)}" for name, at in names.items()),
        streak=streak,
        first=first,
    )


def _anchors(game: str) -> dict[Level, float]:
    return rating.anchors(game, strength.SEATS)


def _column(
    level: Level, figure: history.Figure | None, intervals: dict[Level, charts.Interval]
) -> Column:
    if figure is None or level not in intervals:
        return Column(str(level.label), 0, 0, "", "")
    one = intervals[level]
    bounds = f"{words.percent(one.low, 0)} – {words.percent(one.high, 0)}"
    return Column(str(level.label), *figure, words.percent(one.share, 0), bounds)


def _course(course: Sequence[history.Rated]) -> list[tuple[datetime, str]]:
    return [
        (one.at, words.within(one.estimate.rating, one.estimate.doubt)) for one in reversed(course)
    ]


def _result(outcome: Outcome, *, given_up: bool) -> str:
    return pgettext("outcome", "given up") if given_up else str(outcome.label)


def _listed(page: Sequence[Past]) -> list[Row]:
    return [
        Row(
            past,
            str(FACES[past.game].name),
            str(Level(past.level).label),
            _result(past.outcome, given_up=past.given_up),
            reverse("games:replay", args=[past.key.match_id]),
        )
        for past in page
    ]


def _devices(user_id: int) -> OnDevices | None:
    told = [
        (_kind(one.game, one.level), one.played, one.won) for one in history.on_devices(user_id)
    ]
    uncounted = [
        (_kind(row.game, row.level), row.received, row.says) for row in history.uncounted(user_id)
    ]
    return OnDevices(told, uncounted) if told or uncounted else None


def _kind(game: str, level: str) -> str:
    return f"{FACES[game].name}, {Level(level).label}"


def _live(request: HttpRequest) -> list[tuple[Match, str]]:
    live = seating.matches(request).live().order_by("-created").defer("secret")
    return [(match, str(FACES[match.game].name)) for match in live]


def _chosen(request: HttpRequest) -> tuple[dict[str, str], history.Key | None]:
    """Which matches are asked for, and from where on. Raises ValueError."""
    chosen = {"game": request.GET.get("game", ""), "level": request.GET.get("level", "")}
    if chosen["game"] not in ("", *GAMES) or chosen["level"] not in ("", *Level):
        raise ValueError(chosen)
    before = request.GET.get("before", "")
    return chosen, history.Key.read(before) if before else None


def _game_names() -> dict[str, str]:
    return {"": gettext("All games"), **{key: str(face.name) for key, face in FACES.items()}}


def _level_names() -> dict[str, str]:
    return {"": gettext("All levels"), **{level.value: str(level.label) for level in Level}}


def _filters(here: str, chosen: dict[str, str], by: str, names: dict[str, str]) -> list[Filter]:
    return [
        Filter(label, _with(here, **{**chosen, by: value}), chosen[by] == value)
        for value, label in names.items()
    ]


def _with(here: str, **query: str) -> str:
    said = urlencode({name: value for name, value in query.items() if value})
    return f"{here}?{said}" if said else here
