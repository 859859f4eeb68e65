"""What the page of a person shows: his figures, his rating's course, his best, and his matches.

Figures are of ranked matches and come from the boards' own rows; the rest is read from the ledger
and, for matches for fun, from the matches themselves. What was played without a network is apart.
Each function is a statement or two, however much the person has played.
"""

from __future__ import annotations

import re
import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games import boards
from games.boards import Kind, Period
from games.engine import GAMES
from games.engine.record import Record
from games.match import Level, Outcome, Status, rules
from games.models import (
    Match,
    OfflineMatch,
    Player,
    Ply,
    Rating,
    Settlement,
    Standing,
    Told,
)
from games.rating import Estimate
from games.seating import Person

PAGE = 20  # matches of a page of history
COURSE = 50  # matches of a course of a rating
UNCOUNTED = 10  # records that are being checked or were refused
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CURSOR = re.compile(r"([0-9]{1,16})-([0-9a-f]{32})")


class Figure(NamedTuple):
    """Ranked matches of one game against one level: how many, and how many won alone."""

    played: int
    won: int


class Counted(NamedTuple):
    """Matches without a network against one level that count: how many were won, and the points."""

    level: Level
    won: int
    points: int


class OnDevice(NamedTuple):
    """Matches for fun without a network: of one game and level, as the person's devices told."""

    game: str
    level: str
    played: int
    won: int


class Streak(NamedTuple):
    """Ranked matches of a game won one after the other: up to now, and most ever."""

    now: int
    longest: int


class Rated(NamedTuple):
    """A rating after a match that ended then."""

    at: datetime
    estimate: Estimate


class Week(NamedTuple):
    """The points of a week that began on this Monday."""

    monday: date
    points: int


class First(NamedTuple):
    """The first match of a kind, and when it ended."""

    match_id: uuid.UUID
    at: datetime


class Key(NamedTuple):
    """The place of a match in a history: no two are equal."""

    at: datetime
    match_id: uuid.UUID

    def __str__(self) -> str:
        return f"{(self.at - _EPOCH) // timedelta(microseconds=1)}-{self.match_id.hex}"

    @classmethod
    def read(cls, text: str) -> Key:
        """The key written so. Raises ValueError."""
        found = _CURSOR.fullmatch(text)
        if not found:
            raise ValueError(f"{text[:80]!r} is no place in a history")
        return cls(_EPOCH + timedelta(microseconds=int(found[1])), uuid.UUID(found[2]))


class Past(NamedTuple):
    """A match that is over, for one person; `points` is None where none were at stake."""

    key: Key
    game: str
    level: str
    seats: int
    outcome: Outcome
    given_up: bool
    points: int | None


class Shown(NamedTuple):
    """A match that is over and may be looked at. `own`: by its person, who else has this `name`."""

    match: Match
    outcome: Outcome
    own: bool
    name: str


def figures(user_id: int) -> dict[str, dict[Level, Figure]]:
    """By game and level, for the games of which there is a ranked match."""
    now = timezone.now()
    kinds = {
        boards.points_board(game, level, Period.ALL, now).number: (game, level)
        for game in GAMES
        for level in Level
    }
    rows = Standing.objects.filter(user_id=user_id, board__in=list(kinds))
    found: dict[str, dict[Level, Figure]] = {}
    for board, played, won in rows.values_list("board", "played", "won"):
        game, level = kinds[board]
        found.setdefault(game, {})[level] = Figure(played, won)
    return found


def ratings(user_id: int) -> dict[str, tuple[Estimate, int]]:
    """By game the rating, and of how many matches."""
    rows = Rating.objects.filter(user_id=user_id).values_list("game", "mu", "sigma", "matches")
    return {game: (Estimate(mu, sigma), matches) for game, mu, sigma, matches in rows}


# Between two matches that were not won lies a run of those that were, perhaps of none.
_STREAKS = """
    select game, (array_agg(run order by failed desc))[1], max(run) from (
        select game, failed, count(*) filter (where outcome = 'won') as run from (
            select game, outcome,
                count(*) filter (where outcome <> 'won') over (partition by game order by at)
                as failed
            from games_settlement where user_id = %s
        ) matches group by game, failed
    ) runs group by game
"""


def streaks(user_id: int) -> dict[str, Streak]:
    """By game."""
    return {game: Streak(now, longest) for game, now, longest in _rows(_STREAKS, user_id)}


_COURSES = """
    select game, at, mu, sigma from (
        select game, at, mu, sigma, row_number() over (partition by game order by at desc) as back
        from games_settlement where user_id = %s
    ) matches where back <= %s order by at
"""


def courses(user_id: int) -> dict[str, list[Rated]]:
    """By game the rating after each of the last COURSE matches, the oldest first."""
    found: dict[str, list[Rated]] = {}
    for game, at, mu, sigma in _rows(_COURSES, user_id, COURSE):
        found.setdefault(game, []).append(Rated(at, Estimate(mu, sigma)))
    return found


def first_wins(user_id: int) -> dict[str, First]:
    """By game the first ranked match won against Expert."""
    won = Settlement.objects.filter(user_id=user_id, level=Level.EXPERT, outcome=Outcome.WON)
    rows = won.order_by("game", "at").distinct("game").values_list("game", "match_id", "at")
    return {game: First(match_id, at) for game, match_id, at in rows}


_WEEK = """
    select date_trunc('week', at at time zone 'UTC')::date as monday, sum(points)
    from games_settlement where user_id = %s and points > 0
    group by monday order by 2 desc, monday limit 1
"""


def best_week(user_id: int) -> Week | None:
    """The week with the most points of all games, the earliest such; None before the first win."""
    rows = _rows(_WEEK, user_id)
    return Week(*rows[0]) if rows else None


def place(user_id: int) -> boards.Mine | None:
    """On the board of all points ever."""
    return boards.mine(boards.points_board("", "", Period.ALL, timezone.now()), user_id)


def counted_offline(user_id: int) -> list[Counted]:
    """For each level what counts of the matches without a network; empty if nothing does."""
    now = timezone.now()
    kinds = {
        boards.points_board("", level, Period.ALL, now, Kind.OFFLINE).number: level
        for level in Level
    }
    rows = Standing.objects.filter(user_id=user_id, board__in=list(kinds))
    found = {kinds[board]: row for board, *row in rows.values_list("board", "won", "value")}
    return [Counted(level, *found.get(level, (0, 0))) for level in Level] if found else []


def on_devices(user_id: int) -> list[OnDevice]:
    """By game and level, in the order in which the site names them."""
    told = OfflineMatch.objects.filter(user=user_id, state=Told.TOLD).values_list("game", "level")
    won = Count("pk", filter=Q(outcome=Outcome.WON))
    rows = {row[:2]: OnDevice(*row) for row in told.annotate(Count("pk"), won=won)}
    return [rows[kind] for game in GAMES for level in Level if (kind := (game, level)) in rows]


def uncounted(user_id: int) -> list[OfflineMatch]:
    """The latest records that are being checked or were refused, the newest first."""
    rows = OfflineMatch.objects.filter(user=user_id, state__in=(Told.CHECKING, Told.REFUSED))
    return list(rows.order_by("-received").defer("record")[:UNCOUNTED])


def matches(
    user_id: int, *, game: str = "", level: str = "", before: Key | None = None, limit: int = PAGE
) -> tuple[list[Past], Key | None]:
    """Matches that are over, the newest first, and the key before which the next page lies, if
    there is one. An empty game or level stands for all; what ends meanwhile moves nothing."""
    kept = {name: value for name, value in (("game", game), ("level", level)) if value}
    ranked = Settlement.objects.filter(user_id=user_id, **kept).filter(_before("at", before))
    for_fun = Player.objects.filter(
        user_id=user_id,
        match__ranked=False,
        match__ended__isnull=False,
        **{f"match__{name}": value for name, value in kept.items()},
    ).filter(_before("match__ended", before))
    found = [*_ranked(ranked, limit + 1), *_for_fun(for_fun, limit + 1)]
    found.sort(key=lambda past: past.key, reverse=True)
    page = found[:limit]
    return page, page[-1].key if len(found) > limit else None


def _before(at: str, key: Key | None) -> Q:
    if key is None:
        return Q()
    return Q(**{f"{at}__lte": key.at}) & (Q(**{f"{at}__lt": key.at}) | Q(match_id__lt=key.match_id))


def _ranked(rows: QuerySet[Settlement], limit: int) -> list[Past]:
    fields = ("at", "match_id", "game", "level", "seats", "outcome", "points", "match__status")
    return [
        Past(
            Key(at, match_id),
            *(game, level, seats),
            Outcome(outcome),
            status == Status.FORFEITED,
            points,
        )
        for at, match_id, game, level, seats, outcome, points, status in rows.order_by(
            "-at", "-match_id"
        ).values_list(*fields)[:limit]
    ]


def _for_fun(rows: QuerySet[Player], limit: int) -> list[Past]:
    fields = ("ended", "game", "level", "options", "winners", "status")
    return [
        Past(
            Key(ended, match_id),
            *(game, level, rules(game, options).seats),
            Outcome.of(winners, seat),
            status == Status.FORFEITED,
            None,
        )
        for match_id, seat, ended, game, level, options, winners, status in rows.order_by(
            "-match__ended", "-match_id"
        ).values_list("match_id", "seat", *(f"match__{field}" for field in fields))[:limit]
    ]


def shown(match_id: uuid.UUID, by: Person, *, staff: bool) -> Shown | None:
    """The match if it is over and may be looked at, else None: by its person, by whom of the staff
    may see matches, and by everybody if its person shows his matches."""
    seat = (
        Player.objects.filter(match_id=match_id, bot=False, match__ended__isnull=False)
        .select_related("match", "user")
        .defer("match__secret")
        .first()
    )
    if seat is None:
        return None
    own = by != Person() and by == Person(seat.user_id, seat.guest)
    user = seat.user
    if own or staff or (user is not None and is_there(user) and user.shows_matches):
        outcome = Outcome.of(seat.match.winners, seat.seat)
        return Shown(seat.match, outcome, own, user.name if user else "")
    return None


def is_there(user: User) -> bool:
    """Whether others may know of this person at all."""
    return user.is_active and user.closing is None


def record(match: Match, name: str) -> str:
    """The record of a match that is over, as a text of the open format."""
    plies = Ply.objects.filter(match_id=match.pk, number__lt=match.ply).order_by("number")
    seats = Player.objects.filter(match_id=match.pk).order_by("seat").values_list("bot", flat=True)
    tags = {
        "Seats": ", ".join(f"bot:{match.level}" if bot else name for bot in seats),
        "Result": " ".join(map(str, match.scores)) or "*",
    }
    return Record(match.rules, tuple(plies.values_list("move", flat=True)), tags).dumps()


def _rows(sql: str, *values: object) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()
