"""The boards made anew from the ledgers: what differs is mended, what is right is not touched.

It may run while people play. Standings and ratings are compared in slices of people, each of which
keeps settlements waiting for a moment; the counters in one statement, whose one view of the
database is consistent by itself.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db import connection, transaction
from django.utils import timezone

from games import boards, rating
from games.engine import GAMES
from games.match import Level
from games.ranking import REBUILDING

# People of one slice: settlements wait for some 0.2 s, and give up after two seconds.
SLICE = 2_500


class Mended(NamedTuple):
    """How many rows were wrong, missing or too many."""

    standings: int
    ratings: int
    counters: int


def _numbered(names: tuple[str, ...], column: str) -> str:
    """SQL: the place of a name in this order, from 1."""
    cases = " ".join(f"when '{name}' then {at}" for at, name in enumerate(names, 1))
    return f"case {column} {cases} end"


_WEEK = "(extract(epoch from at) - 345600)::bigint / 604800"  # 1970 began on a Thursday
_UTC = "at at time zone 'UTC'"
_MONTH = f"(12 * extract(year from {_UTC}) + extract(month from {_UTC}) - 1)::int"
_GAME, _LEVEL = _numbered(tuple(GAMES), "game"), _numbered(tuple(Level), "level")
_EARLY = "-(extract(epoch from {}) * 1000000)::bigint"
_LEDGER = """
    select * from games_settlement where user_id >= %(first)s and user_id < %(last)s
"""
_OFFLINE = """
    select * from games_offlinematch
    where user_id >= %(first)s and user_id < %(last)s and state = 'accepted'
"""
# What the ledgers make of each board's rows, but for whether they are shown.
_EXPECTED = f"""
    with ledger as materialized ({_LEDGER}),
    people as materialized (
        select id, listed from accounts_user where id >= %(first)s and id < %(last)s
    ),
    counted as (
        select user_id, game, level, outcome, points, at, 0 as kind from ledger
        union all
        select user_id, game, level, outcome, points, at, {boards.OFFLINE} from ({_OFFLINE}) offline
    ),
    points as (
        select user_id, board, sum(points) as value,
            {_EARLY.format("coalesce(max(at) filter (where points > 0), min(at))")} as early,
            count(*) filter (where outcome = 'won') as won, count(*) as played
        from counted
        cross join lateral (values ({boards.ALL_TIME}), ({_MONTH}), ({_WEEK})) _(period)
        cross join lateral (values (0), ({_GAME})) __(game_slot)
        cross join lateral (values (0), ({_LEVEL})) ___(level_slot)
        cross join lateral (
            select (period * {boards.SLOTS} + kind + 4 * game_slot + level_slot)::int as board
        ) ____
        where not {{over}}
        group by user_id, board
    ), estimates as (
        select *, greatest(0, round({rating.MIDDLE} + {rating.UNIT} * (mu - {rating.MU}))
            - round({2 * rating.UNIT} * sigma))::int as value from ledger
    ), steps as (
        select *, value is distinct from lag(value) over mine as moved,
            row_number() over (partition by user_id, game order by at desc, match_id desc) as back
        from estimates window mine as (partition by user_id, game order by at, match_id)
    ), ratings as (
        select user_id, game, {boards.RATING * boards.SLOTS} + 4 * ({_GAME}) as board,
            max(value) filter (where back = 1) as value,
            {_EARLY.format("max(at) filter (where moved)")} as early,
            count(*) filter (where outcome = 'won') as won, count(*) as played,
            max(mu) filter (where back = 1) as mu, max(sigma) filter (where back = 1) as sigma
        from steps group by user_id, game
    ), expected as (
        select user_id, board, value, early, won, played, listed and value > 0 as shown
            from points join people on id = user_id
        union all
        select user_id, board, value, early, won, played, listed and played >= {rating.MINIMUM}
            from ratings join people on id = user_id
    )
"""  # noqa: S608 our own names
_FIELDS = "value, early, won, played, shown"
# Compared in one join, so that what is right costs no more than being read.
_MEND_STANDINGS = f"""
    {_EXPECTED}, wrong as materialized (
        select e.*, k.user_id as kept_user, k.board as kept_board
        from expected e full join (
            select * from games_standing
            where user_id >= %(first)s and user_id < %(last)s and not {{over}}
        ) k on k.user_id = e.user_id and k.board = e.board
        where ({{k}}) is distinct from ({{e}})
    ), gone as (
        delete from games_standing kept using wrong
        where wrong.user_id is null and kept.user_id = kept_user and kept.board = kept_board
    ), put as (
        insert into games_standing (user_id, board, {_FIELDS})
        select user_id, board, {_FIELDS} from wrong where user_id is not null
        on conflict (user_id, board) do update set ({_FIELDS}) = row({{excluded}})
    )
    select count(*) from wrong
"""  # noqa: S608
_MEND_RATINGS = f"""
    {_EXPECTED}, wrong as materialized (
        select e.*, k.user_id as kept_user, k.game as kept_game
        from ratings e full join (
            select * from games_rating where user_id >= %(first)s and user_id < %(last)s
        ) k on k.user_id = e.user_id and k.game = e.game
        where (k.mu, k.sigma, k.matches) is distinct from (e.mu, e.sigma, e.played)
    ), gone as (
        delete from games_rating kept using wrong
        where wrong.user_id is null and kept.user_id = kept_user and kept.game = kept_game
    ), put as (
        insert into games_rating (user_id, game, mu, sigma, matches)
        select user_id, game, mu, sigma, played from wrong where user_id is not null
        on conflict (user_id, game) do update
        set (mu, sigma, matches) = row(excluded.mu, excluded.sigma, excluded.matches)
    )
    select count(*) from wrong
"""  # noqa: S608
# Counters that do not add up to what the standings say get what is missing as a change, like any.
_MEND_FINE = """
    with counted as (
        select board, value, n from games_fine
        union all select board, value, n from games_change
        union all select board, value, -count(*) from games_standing where shown group by 1, 2
    ), wrong as (
        insert into games_change (board, value, n)
        select board, value, -sum(n) from counted where not {over} group by 1, 2 having sum(n) <> 0
        returning 1
    )
    select count(*) from wrong
"""
_MEND_COARSE = f"""
    with counted as (
        select board, span, -n as n from games_coarse
        union all select board, value / {boards.SPAN}, n from games_fine
    ), wrong as (
        insert into games_coarse as kept (board, span, n)
        select board, span, sum(n) from counted where not {{over}} group by 1, 2 having sum(n) <> 0
        on conflict (board, span) do update set n = kept.n + excluded.n
        returning 1
    )
    select count(*) from wrong
"""  # noqa: S608


def rebuild(at: datetime | None = None, people: range | None = None) -> Mended:
    """Compare ratings and boards with the ledgers and mend them; `at` is now.

    `people`: only of those with these numbers. The counters are compared for all.
    """
    people = people or range(_last_person() + 1)
    standings = ratings = 0
    for first in range(people.start, people.stop, SLICE):
        over = boards.over(at or timezone.now())  # a week may end meanwhile
        some = {"first": first, "last": min(first + SLICE, people.stop)}
        with transaction.atomic(), connection.cursor() as cursor:
            # The rows of a slice are near each other in the indexes, whatever statistics say.
            cursor.execute("set local enable_seqscan = off; set local work_mem = '64MB'")
            cursor.execute("select pg_advisory_xact_lock(%s)", [REBUILDING])
            standings += _count(_MEND_STANDINGS.format(over=over, **_NAMED), some)
            ratings += _count(_MEND_RATINGS.format(over=over), some)
    return Mended(standings, ratings, _count_anew(boards.over(at or timezone.now())))


def _last_person() -> int:
    with connection.cursor() as cursor:
        cursor.execute("select coalesce(max(id), 0) from accounts_user")
        return int(cursor.fetchone()[0])


_NAMED = {
    table: ", ".join(f"{table}.{field}" for field in _FIELDS.split(", "))
    for table in ("k", "e", "excluded")
}


@transaction.atomic
def _count_anew(over: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(%s)", [boards.FOLDING])
    return _count(_MEND_FINE.format(over=over)) + _count(_MEND_COARSE.format(over=over))


def _count(sql: str, values: dict[str, int] | None = None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return int(cursor.fetchone()[0])
