"""The boards: which there are, who stands where on them, and the counters that make it cheap.

A board has a number, and a row of `Standing` for each person on it. A new week is a new number:
nothing is reset, and what was last week's is swept away later, a little at a time. The rank of a
person is one more than how many people the board shows with a greater value, which nobody counts:
`Fine` keeps how many there are at each value, `Coarse` at each span of values, and `Change` what is
to be added to both. One statement reads all three, so a rank is exact at any moment, added or not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

import psycopg
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from games.engine import GAMES
from games.match import Level

SLOTS = 64  # boards of one period: a game, or all, times a level, or all
OFFLINE = 32  # from this one on they are of matches that were played without a network
# Values of one span of Coarse, so many that a rank adds up about as many spans as values within
# one: points are multiples of ten, ratings lie close together.
_SPAN_OF_POINTS, _SPAN_OF_RATINGS = 1280, 64
_LEVELS = ("", *Level)
# The first two periods have no end; weeks are counted from 1970, months from the year 0, so that
# no week of this millennium has a number from _MONTHS on, and no month a smaller one.
ALL_TIME, RATING = 0, 1
SPAN = f"(case when board / {SLOTS} = {RATING} then {_SPAN_OF_RATINGS} else {_SPAN_OF_POINTS} end)"
_MONTHS = 20_000
_MONDAY = datetime(1970, 1, 5, tzinfo=UTC)
KEPT = 2  # periods of a kind: the running one, and the one before it
TOP, AROUND, FOUND = 50, 5, 10
FOLDING = -2  # the lock of him who adds the changes up


class Period(StrEnum):
    """Since when a board counts: for ever, since Monday, or since the first, by UTC."""

    ALL = "all"
    MONTH = "month"
    WEEK = "week"

    def number(self, at: datetime) -> int:
        """Of the period that this moment belongs to."""
        if self is Period.WEEK:
            return (at - _MONDAY) // timedelta(weeks=1)
        at = at.astimezone(UTC)
        return 12 * at.year + at.month - 1 if self is Period.MONTH else ALL_TIME

    def end(self, at: datetime) -> datetime | None:
        """When the period of this moment ends, None for never."""
        if self is Period.WEEK:
            return _MONDAY + timedelta(weeks=self.number(at) + 1)
        if self is Period.MONTH:
            year, month = divmod(self.number(at) + 1, 12)
            return datetime(year, month + 1, 1, tzinfo=UTC)
        return None


class Kind(StrEnum):
    """What orders a board: points of ranked matches, the rating that follows from those, or points
    of matches that were played without a network."""

    POINTS = "points"
    RATING = "rating"
    OFFLINE = "offline"


class Scope(NamedTuple):
    """What a board counts. An empty game or level stands for all; `begins`: the week or month,
    None for all time."""

    kind: Kind
    game: str
    level: str
    period: Period
    begins: datetime | None


class Board(NamedTuple):
    """One board, by its number."""

    number: int

    @property
    def is_rating(self) -> bool:
        return self.number // SLOTS == RATING

    @property
    def scope(self) -> Scope:
        """What the number says."""
        when, slot = divmod(self.number, SLOTS)
        game, level = divmod(slot % OFFLINE, 4)
        kind = Kind.OFFLINE if slot >= OFFLINE else Kind.RATING if self.is_rating else Kind.POINTS
        period, begins = Period.ALL, None
        if when >= _MONTHS:
            period, begins = Period.MONTH, datetime(when // 12, when % 12 + 1, 1, tzinfo=UTC)
        elif when > RATING:
            period, begins = Period.WEEK, _MONDAY + timedelta(weeks=when)
        return Scope(kind, ("", *GAMES)[game], _LEVELS[level], period, begins)


def points_board(
    game: str, level: str, period: Period, at: datetime, kind: Kind = Kind.POINTS
) -> Board:
    """Points, also those of a kind OFFLINE; an empty game or level stands for all. Raises
    ValueError for what there is not."""
    slot = 4 * (list(GAMES).index(game) + 1 if game else 0) + _LEVELS.index(level)
    return Board(period.number(at) * SLOTS + slot + (OFFLINE if kind is Kind.OFFLINE else 0))


def rating_board(game: str) -> Board:
    """The rating at a game. Raises ValueError for an unknown one."""
    return Board(RATING * SLOTS + 4 * (list(GAMES).index(game) + 1))


def boards_of(game: str, level: str, at: datetime, kind: Kind = Kind.POINTS) -> list[Board]:
    """The boards of points, or of a kind OFFLINE, that a match of this game and level counts
    for."""
    return [
        points_board(on_game, on_level, period, at, kind)
        for period in Period
        for on_game in ("", game)
        for on_level in ("", level)
    ]


def early(at: datetime) -> int:
    """What `Standing.early` holds for this moment."""
    return -((at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1))


class Key(NamedTuple):
    """Where a row stands in the order of its board: no two are equal."""

    value: int
    early: int
    user_id: int


class Row(NamedTuple):
    """A line of a board; `key` marks its place for the page that follows."""

    rank: int
    user_id: int
    value: int
    early: int

    @property
    def key(self) -> Key:
        return Key(self.value, self.early, self.user_id)


_new = tuple.__new__  # of a NamedTuple, in half the time


# How many people the board shows with more than mine.value, and with exactly that.
_ABOVE = """(
    coalesce((select sum(n) from games_coarse
        where board = %(board)s and span > mine.value / %(span)s), 0)
  + coalesce((select sum(n) from games_fine
        where board = %(board)s and value > mine.value
            and value < (mine.value / %(span)s + 1) * %(span)s), 0)
  + coalesce((select sum(n) from games_change where board = %(board)s and value > mine.value), 0)
)::bigint"""
_SHOWN = """
    select value, early, user_id from games_standing where board = %(board)s and shown
"""
_FALLING = "order by value desc, early desc, user_id desc"
# The rows, each with the rank of the first of them and how many share that.
_RANKED = """
    , mine as materialized (select max(value) as value from found)
    , first as materialized (
        select coalesce(fine.same, 0)::bigint + coalesce(change.same, 0) as ties,
            1 + coalesce(fine.above, 0)::bigint + coalesce(change.above, 0) + coalesce((
                select sum(n) from games_coarse
                where board = %(board)s and span > mine.value / %(span)s), 0)::bigint as rank
        from mine
        cross join lateral (
            select sum(n) filter (where c.value > mine.value) as above,
                sum(n) filter (where c.value = mine.value) as same
            from games_fine c where board = %(board)s and c.value >= mine.value
                and c.value < (mine.value / %(span)s + 1) * %(span)s) fine
        cross join lateral (
            select sum(n) filter (where c.value > mine.value) as above,
                sum(n) filter (where c.value = mine.value) as same
            from games_change c where board = %(board)s and c.value >= mine.value) change
    )
    select value, early, user_id, rank, ties from found, first
"""
# Limits are written out: of one that it is not told the planner expects a tenth of all rows.
_TOP = f"{_SHOWN} {_FALLING} limit {{limit}}"
_AFTER = f"""
    with found as materialized (
        {_SHOWN} and (value, early, user_id) < (%(value)s, %(early)s, %(user)s)
        {_FALLING} limit {{limit}}
    ) {_RANKED}
"""
_NEAR = f"""
    with me as materialized (
        select value, early, user_id from games_standing
        where user_id = %(user)s and board = %(board)s and shown
    ), found as materialized (
        (select near.* from me, lateral ({_SHOWN}
            and (value, early, user_id) > (me.value, me.early, me.user_id)
            order by value, early, user_id limit {AROUND}) near)
        union all select * from me
        union all (select near.* from me, lateral ({_SHOWN}
            and (value, early, user_id) < (me.value, me.early, me.user_id)
            {_FALLING} limit {AROUND}) near)
    ) {_RANKED}
"""  # noqa: S608
_RANK = f"""
    select value, 1 + {_ABOVE}, played, shown from games_standing mine
    where user_id = %(user)s and board = %(board)s
"""  # noqa: S608
_FOUND = f"""
    select name_fold <> %(name)s, 1 + {_ABOVE}, user_id, value, early from games_standing mine
    join accounts_user on id = user_id
    where board = %(board)s and shown and name_fold like %(start)s
    order by name_fold using ~<~ limit {FOUND}
"""  # noqa: S608 in the order of the index: where millions begin alike, the first are soon found


def top(board: Board, limit: int = TOP) -> list[Row]:
    """The first rows."""
    ranked: list[Row] = []
    rank, last = 0, None
    for place, (value, early, user_id) in enumerate(_run(_TOP.format(limit=int(limit)), board), 1):
        if value != last:
            rank, last = place, value
        ranked.append(_new(Row, (rank, user_id, value, early)))
    return ranked


def after(board: Board, key: Key, limit: int = TOP) -> list[Row]:
    """The rows behind this place, whoever stood there: pages made so lose nobody and show nobody
    twice, whatever moves meanwhile before it."""
    at = {"value": key.value, "early": key.early, "user": key.user_id}
    return _ranked(_run(_AFTER.format(limit=int(limit)), board, **at))


def near(board: Board, user_id: int) -> list[Row]:
    """AROUND rows before this person's, his own, and AROUND behind; none if he is not shown."""
    return _ranked(_run(_NEAR, board, user=user_id))


class Mine(NamedTuple):
    """A person's own place. `rank` among those who are shown, also if he is not (`shown`)."""

    value: int
    rank: int
    played: int
    shown: bool


def mine(board: Board, user_id: int) -> Mine | None:
    """None for who has no row."""
    rows = _run(_RANK, board, user=user_id)
    return Mine(*rows[0]) if rows else None


def find(board: Board, fold: str) -> list[Row]:
    """Who is shown and whose folded name (accounts.names) begins so, the first FOUND by name; among
    them the one of exactly this name comes first, then the best."""
    start = re.sub(r"[%_\\]", r"\\\g<0>", fold) + "%"
    # Which index helps depends on how the name begins: it is planned anew each time.
    rows = run(_FOUND, {**_about(board), "start": start, "name": fold}, prepare=False)
    return [Row(*row) for _, *row in sorted(rows)]


def _ranked(rows: Sequence[tuple[int, int, int, int, int]]) -> list[Row]:
    """Rows get their ranks, equal values the same one: 1, 2, 2, 4.

    Each comes with the rank of the first row and how many people share it, some of them perhaps
    before that row; behind those it is a matter of counting.
    """
    ranked: list[Row] = []
    ahead = 0  # people with a greater value that are not among the rows
    for at, (value, early, user_id, rank, ties) in enumerate(
        sorted(rows, reverse=True)  # quicker here than in the database
    ):
        if ranked and value == ranked[-1].value:
            rank = ranked[-1].rank
        elif ranked:
            ahead = ahead or rank + ties - at
            rank = at + ahead
        ranked.append(Row(rank, user_id, value, early))
    return ranked


def _run(sql: str, board: Board, **values: Any) -> list[tuple[Any, ...]]:
    return run(sql, {**_about(board), **values})


def _about(board: Board) -> dict[str, int]:
    span = _SPAN_OF_RATINGS if board.is_rating else _SPAN_OF_POINTS
    return {"board": board.number, "span": span}


def run(sql: str, values: dict[str, Any], *, prepare: bool = True) -> list[tuple[Any, ...]]:
    """Rows of a statement that the database keeps prepared: planning would take most of its time.
    One that writes must say what it returns.

    Django's own cursor never prepares, and it forbids its connection to, for the sake of poolers
    that have the site's connection to the database change between transactions.
    """
    django = connections[DEFAULT_DB_ALIAS]
    if django.connection is None:
        django.ensure_connection()
    link = django.connection
    cursor = getattr(link, "boards_cursor", None)
    if cursor is None:  # one for all: to make it takes a tenth of a rank's time
        link.prepare_threshold = 5
        cursor = link.boards_cursor = psycopg.Cursor(link)
    with django.wrap_database_errors:
        cursor.execute(sql, values, prepare=prepare, binary=True)
        return cursor.fetchall()


_FOLD = f"""
    with taken as (
        delete from games_change
        where ctid = any(array(select ctid from games_change limit %s))
        returning board, value, n
    ), fine as (
        insert into games_fine as kept (board, value, n)
        select board, value, sum(n) from taken group by board, value having sum(n) <> 0
        on conflict (board, value) do update set n = kept.n + excluded.n
    ), coarse as (
        insert into games_coarse as kept (board, span, n)
        select board, value / {SPAN}, sum(n) from taken group by 1, 2 having sum(n) <> 0
        on conflict (board, span) do update set n = kept.n + excluded.n
    )
    select count(*) from taken
"""  # noqa: S608


@transaction.atomic
def fold(limit: int = 50_000) -> int:
    """Add up to so many changes to the counters, unless somebody else does; how many it took.

    Ranks are the same before and after, and quicker after.
    """
    with connection.cursor() as cursor:
        cursor.execute("select pg_try_advisory_xact_lock(%s)", [FOLDING])
        if not cursor.fetchone()[0]:
            return 0
        cursor.execute(_FOLD, [limit])
        return int(cursor.fetchone()[0])


def sweep(at: datetime, limit: int = 5_000) -> int:
    """Delete up to so many rows of a kind and period that belong to weeks and months long over; how
    many."""
    gone = 0
    for kind in ("standing", "change", "fine", "coarse"):
        for first, last in _over(at):
            with connection.cursor() as cursor:
                # In the order of an index, which finds the few among very many.
                cursor.execute(
                    f"""
                    delete from games_{kind} where ctid = any(array(
                        select ctid from games_{kind} where board >= %s and board < %s
                        order by board limit %s))
                    """,  # noqa: S608
                    [first, last, limit],
                )
                gone += cursor.rowcount
    return gone


def over(at: datetime) -> str:
    """The SQL condition on `board` that its week or month is over, and the one after it too."""
    spans = (f"board >= {first} and board < {last}" for first, last in _over(at))
    return f"({' or '.join(spans)})"


def _over(at: datetime) -> list[tuple[int, int]]:
    """The numbers of those boards: the first of the weeks and the first after them, the same for
    months."""
    begin = {Period.WEEK: RATING + 1, Period.MONTH: _MONTHS}
    return [
        (SLOTS * first, SLOTS * (period.number(at) - KEPT + 1)) for period, first in begin.items()
    ]
