"""The boards as pages show them: with choices and names, and with what is missing to be on them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import psycopg
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError, connection, transaction
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from games import boards, rating, words
from games.boards import Board, Key, Kind, Period, Row
from games.faces import FACES
from games.match import Level
from games.models import Rating, Standing
from games.rating import Estimate

MEASURES: Mapping[str, Promise] = {
    Kind.POINTS: pgettext_lazy("of the leaderboard", "Points"),
    Kind.RATING: pgettext_lazy("of the leaderboard", "Rating"),
    Kind.OFFLINE: pgettext_lazy("of the leaderboard", "Without a network"),
}
PERIOD_NAMES: Mapping[str, Promise] = {
    Period.ALL: pgettext_lazy("of the leaderboard", "all time"),
    Period.MONTH: pgettext_lazy("of the leaderboard", "this month"),
    Period.WEEK: pgettext_lazy("of the leaderboard", "this week"),
}
GAME_NAMES: Mapping[str, Promise] = {
    "": pgettext_lazy("of the leaderboard", "all games"),
    **{key: face.name for key, face in FACES.items()},
}
LEVEL_NAMES: Mapping[str, Promise | str] = {
    "": pgettext_lazy("of the leaderboard", "all levels"),
    **{level.value: level.label for level in Level},
}
_POINTS = (
    MEASURES[Kind.POINTS],
    pgettext_lazy("number of matches", "Won"),
    pgettext_lazy("number of matches", "Played"),
)
HEADS: Mapping[str, tuple[Promise, ...]] = {
    Kind.POINTS: _POINTS,
    Kind.OFFLINE: _POINTS,
    Kind.RATING: (
        MEASURES[Kind.RATING],
        pgettext_lazy("of a rating", "At least"),
        pgettext_lazy("number of matches", "Won"),
        pgettext_lazy("number of matches", "Played"),
    ),
}
NO_BOARD = _("There is no such board. This is the nearest one.")
NO_PAGE = _("There is no such page of the board. It begins here.")
LETTERS = 3  # of a name, before it is looked for
LONGEST = 2 * names.MAX  # of what is looked for; nobody's name is longer than half of that
PATIENCE = 1000  # milliseconds for a name; so many may begin alike that all would take minutes
_KEY = re.compile(r"([0-9]{1,10})_(-?[0-9]{1,18})_([0-9]{1,18})")


class Wish(NamedTuple):
    """Which board, and what of it. An empty game or level stands for all.

    A `name` is looked for; without one come the rows behind `after`, without that the first.
    """

    by: str = Kind.POINTS
    game: str = ""
    level: str = ""
    period: str = Period.ALL
    name: str = ""
    after: Key | None = None

    @property
    def rated(self) -> bool:
        return self.by == Kind.RATING

    @property
    def offline(self) -> bool:
        return self.by == Kind.OFFLINE

    def board(self, at: datetime) -> Board:
        """The board as it is at this moment."""
        if self.rated:
            return boards.rating_board(self.game)
        return boards.points_board(self.game, self.level, Period(self.period), at, Kind(self.by))

    def query(self) -> str:
        """What stands behind the address of the page: only what differs from the first board."""
        asked = {
            "by": "" if self.by == Kind.POINTS else str(self.by),
            "game": self.game,
            "level": self.level,
            "window": "" if self.period == Period.ALL else self.period,
            "name": self.name,
            "after": "_".join(map(str, self.after)) if self.after else "",
        }
        found = urlencode({key: value for key, value in asked.items() if value})
        return f"?{found}" if found else ""

    def scope(self) -> list[str]:
        """What the board counts in words, as far as it is not everything."""
        return [
            *([str(GAME_NAMES[self.game])] if self.game else []),
            *([str(LEVEL_NAMES[self.level])] if self.level else []),
            *([str(PERIOD_NAMES[self.period])] if self.period != Period.ALL else []),
        ]


def read(asked: Mapping[str, str]) -> tuple[Wish, list[str]]:
    """What an address asks for, or the nearest that there is, with what is to be said of that."""
    amiss: list[str] = []

    def one_of(known: Mapping[str, object], name: str, usual: str) -> str:
        value = asked.get(name, "") or usual
        if value in known:
            return value
        amiss.append(str(NO_BOARD))
        return usual

    by, game = one_of(MEASURES, "by", Kind.POINTS), one_of(GAME_NAMES, "game", "")
    name = " ".join(asked.get("name", "").split())[:LONGEST]
    wish = Wish(by, game, name=name)
    if not wish.rated:
        level, period = one_of(LEVEL_NAMES, "level", ""), one_of(PERIOD_NAMES, "window", Period.ALL)
        wish = wish._replace(level=level, period=period)
    elif not game:
        wish = wish._replace(game=next(iter(FACES)))
        says = gettext("Each game has a rating of its own. This is the one of %(game)s.")
        amiss.append(says % {"game": GAME_NAMES[wish.game]})
    if (after := asked.get("after")) and not wish.name:
        if place := _KEY.fullmatch(after):
            wish = wish._replace(after=Key(*map(int, place.groups())))
        else:
            amiss.append(str(NO_PAGE))
    return wish, list(dict.fromkeys(amiss))


class Choice(NamedTuple):
    """A board beside this one: its name among the choices, and the end of its address."""

    value: str
    label: str
    query: str
    chosen: bool


class Choices(NamedTuple):
    """Boards that differ from this one in the field `name` alone."""

    name: str
    label: str
    choices: list[Choice]


def choices(wish: Wish) -> list[Choices]:
    """What else there is to look at. A rating has no levels and no windows, and one for each
    game."""
    groups: dict[str, tuple[str, Mapping[str, Promise | str]]] = {
        "by": (gettext("Order by"), MEASURES),
        "game": (
            gettext("Game"),
            {key: GAME_NAMES[key] for key in GAME_NAMES if key or not wish.rated},
        ),
    }
    if not wish.rated:
        groups["level"] = (gettext("Level of the bots"), LEVEL_NAMES)
        groups["period"] = (gettext("Since when"), PERIOD_NAMES)
    return [
        Choices(name, label, [_choice(wish, name, value, of[value]) for value in of])
        for name, (label, of) in groups.items()
    ]


def _choice(wish: Wish, name: str, value: str, label: Promise | str) -> Choice:
    other = wish._replace(**{name: value, "after": None})
    if other.rated:
        other = other._replace(level="", period=Period.ALL)
    return Choice(value, str(label), other.query(), getattr(wish, name) == value)


@dataclass(frozen=True)
class Line:
    """A line of a board. Equal values share a rank and the next rank is skipped: 1, 2, 2, 4.

    `estimate`: the rating on a board of ratings, whose `value` is its floor.
    """

    rank: int
    name: str
    value: int
    won: int
    played: int
    estimate: Estimate | None
    me: bool

    @property
    def place(self) -> str:
        return words.grouped(self.rank)

    @property
    def cells(self) -> tuple[str, ...]:
        """The figures below HEADS."""
        won, played = words.grouped(self.won), words.grouped(self.played)
        if self.estimate is None:
            return words.grouped(self.value), won, played
        return words.within(self.estimate.rating, self.estimate.doubt), str(self.value), won, played


class Place(NamedTuple):
    """Where the reader stands, and why others do not see it; or what he is `missing`."""

    rank: str = ""
    missing: str = ""
    hidden: bool = False
    barred: bool = False


class Page(NamedTuple):
    """All that the page of a board shows.

    `lines`: the top, what follows `Wish.after`, or who was looked for; `further`: the end of the
    address of the next page, if any; `around`: the reader's neighbours, unless `lines` have him;
    `ends`: of the week or month; `refused`: why no name was looked for.
    """

    wish: Wish
    lines: list[Line]
    further: str
    around: list[Line]
    place: Place | None
    ends: datetime | None
    refused: str

    @property
    def heads(self) -> tuple[Promise, ...]:
        return HEADS[self.wish.by]

    @property
    def title(self) -> str:
        """Points, Sevens, this week."""
        return ", ".join([str(MEASURES[self.wish.by]), *self.wish.scope()])

    @property
    def has_me(self) -> bool:
        return any(line.me for line in self.lines)

    @property
    def top(self) -> str | None:
        """The end of the address of the board's top, unless that is what is shown."""
        shown = self.wish._replace(name="", after=None)
        return shown.query() if shown != self.wish else None


def look(wish: Wish, reader: User | AnonymousUser, at: datetime) -> Page:
    """The board as it is now, and where the reader stands on it."""
    board = wish.board(at)
    rows, further, refused = _rows(board, wish)
    place, near = None, []
    if reader.is_authenticated:
        mine = boards.mine(board, reader.pk)
        place = _place(wish, reader, mine)
        if mine and mine.shown and not wish.name and reader.pk not in {r.user_id for r in rows}:
            near = boards.near(board, reader.pk)
    people = _people(board, wish, [row.user_id for row in [*rows, *near]])
    return Page(
        wish=wish,
        lines=_lines(rows, people, reader.pk),
        further=further,
        around=_lines(near, people, reader.pk),
        place=place,
        ends=Period(wish.period).end(at),
        refused=refused,
    )


def _rows(board: Board, wish: Wish) -> tuple[list[Row], str, str]:
    """The rows that are asked for, how the next are asked for, and why no name was looked for."""
    if wish.name:
        rows, refused = _find(board, wish.name)
        return rows, "", refused
    # One more than is shown tells whether there are others.
    limit = boards.TOP + 1
    rows = boards.after(board, wish.after, limit) if wish.after else boards.top(board, limit)
    shown = rows[: boards.TOP]
    further = wish._replace(after=shown[-1].key).query() if len(rows) > len(shown) else ""
    return shown, further, ""


def _find(board: Board, name: str) -> tuple[list[Row], str]:
    """Who is on the board under a name that begins so, or why that was not looked for."""
    if len(name) < LETTERS:
        says = ngettext("Write at least %(n)d letter.", "Write at least %(n)d letters.", LETTERS)
        return [], says % {"n": LETTERS}
    fold = names.fold(name)
    if not fold or len(fold) > names.MAX or not fold.isprintable():
        return [], ""  # nobody is called so
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("select set_config('statement_timeout', %s, true)", [str(PATIENCE)])
            return boards.find(board, fold), ""
    except OperationalError as error:
        if not isinstance(error.__cause__, psycopg.errors.QueryCanceled):
            raise
        return [], gettext("Very many names begin so. Write more of the name.")


def _place(wish: Wish, reader: User, mine: boards.Mine | None) -> Place:
    hidden, barred = reader.hidden, not reader.listed and not reader.hidden
    missing = _missing(wish, mine)
    if missing or mine is None:
        return Place("", missing, hidden, barred)
    return Place(words.grouped(mine.rank), "", hidden, barred)


def _missing(wish: Wish, mine: boards.Mine | None) -> str:
    """What the reader has to do to be on this board; empty if he has done it."""
    if wish.rated:
        n = rating.MINIMUM - (mine.played if mine else 0)
        if n <= 0:
            return ""
        return ngettext(
            "%(n)d more ranked match (%(game)s), and your rating is here.",
            "%(n)d more ranked matches (%(game)s), and your rating is here.",
            n,
        ) % {"n": n, "game": GAME_NAMES[wish.game]}
    if mine and mine.value:
        return ""
    scope = wish.scope()
    if wish.offline and not scope:
        return gettext("Win a match on a sealed deal, and your name is here.")
    if not scope:
        return gettext("Win a ranked match and your name is here.")
    if wish.offline:
        says = gettext("Win one match on a sealed deal (%(scope)s), and your name is here.")
    else:
        says = gettext("Win one ranked match (%(scope)s), and your name is here.")
    return says % {"scope": ", ".join(scope)}


class Person(NamedTuple):
    """What a line tells of somebody besides his place."""

    name: str
    won: int
    played: int
    estimate: Estimate | None


def _people(board: Board, wish: Wish, ids: Sequence[int]) -> dict[int, Person]:
    """Those that are still there, in a query, or two for ratings."""
    estimates: dict[int, Estimate] = {}
    if wish.rated:
        rated = Rating.objects.filter(user__in=ids, game=wish.game)
        estimates = {
            user: Estimate(mu, sigma)
            for user, mu, sigma in rated.values_list("user", "mu", "sigma")
        }
    rows = Standing.objects.filter(board=board.number, user__in=ids)
    return {
        user: Person(name, won, played, estimates.get(user))
        for user, name, won, played in rows.values_list("user", "user__name", "won", "played")
    }


def _lines(rows: Sequence[Row], people: Mapping[int, Person], me: int | None) -> list[Line]:
    return [
        Line(row.rank, who.name, row.value, who.won, who.played, who.estimate, row.user_id == me)
        for row in rows
        if (who := people.get(row.user_id))  # who was deleted this very moment is not
    ]
