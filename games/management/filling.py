"""A database filled with people and their ledgers, made in the server: what a full site would hold.

Everything follows from a person's number and the seed, by hashes, so that the same call makes the
same people whatever the plan. Ratings follow the formula of games.rating, match by match; ratings'
rows, standings and counters are made by games.audit from the ledger, as they would be mended. Of a
match there are its row and the person's seat: no log, and no rows of the bots' seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import accumulate, pairwise, product
from math import log, sqrt
from typing import Any, NamedTuple

from django.db import connection
from openskill.models import PlackettLuce

from accounts import names
from games import audit, boards, rating
from games.boards import Period
from games.engine import GAMES
from games.engine.game import NOBODY
from games.match import POINTS, Level

SLICE = 100_000  # people of one statement: what is sorted stays in memory
MOST = 4_000  # matches of a person
YEAR = timedelta(days=365)
# How many play, of a hundred.
LEVELS = {Level.EASY: 50, Level.NORMAL: 30, Level.EXPERT: 20}
GAME_SHARES = (45, 30, 25)  # by the order of GAMES; any that follow have the last one's
SOURCES = ("accounts_user", "games_match", "games_player", "games_settlement")
DERIVED = ("games_standing", "games_rating", "games_fine", "games_coarse", "games_change")
_MODEL = PlackettLuce()
_SPREAD = sqrt(2) * _MODEL.beta  # of games.rating: what lies between odds of one to one and to e


class Step(NamedTuple):
    """Something to be done, in words, and how: it returns how many rows it made."""

    what: str
    do: Callable[[], int]


def people() -> int:
    """How many there are already."""
    return _value("select count(*) from accounts_user")


def fill(number: int, seed: int, at: datetime) -> Iterator[Step]:
    """The steps that add so many people whose year of matches ends at this moment.

    All of them in one transaction of the caller's, who gives statements the time they need. Indexes
    and checks that would be kept row by row are taken away first and made anew for all at once.
    """
    first = _value("select coalesce(max(id), 0) + 1 from accounts_user")
    ends = [*range(first, first + number, SLICE), first + number]
    values = {"seed": seed, "now": at, "start": first, **_names(), **_tables(), **_periods(at)}

    def in_slices(sql: str) -> Callable[[], int]:
        return lambda: sum(
            _run(sql, {**values, "first": low, "last": high}) for low, high in pairwise(ends)
        )

    sources, derived = _take_away(*SOURCES), _take_away(*DERIVED)
    yield Step("people", in_slices(_PEOPLE))
    yield Step("ledger rows", lambda: _run(_FORMULA, values) + in_slices(_LEDGER)())
    yield Step("matches", in_slices(_MATCHES))
    yield Step("seats", in_slices(_SEATS))
    yield Step("indexes and checks of these", lambda: _put_back(sources))
    yield Step("standings, ratings and counters", lambda: sum(audit.rebuild(at)))
    yield Step("changes added up", lambda: sum(iter(boards.fold, 0)))
    yield Step("indexes and checks of standings", lambda: _put_back(derived))


def sizes() -> list[tuple[str, int, int]]:
    """Each table filled, its rows as the server estimates them, and its bytes with indexes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select relname, reltuples::bigint, pg_total_relation_size(oid) from pg_class"
            " where relname = any(%s) order by 3 desc",
            [[*SOURCES, *DERIVED]],
        )
        return cursor.fetchall()


def vacuum() -> int:
    """Leave the tables as a server that was long at rest has them, for pages to be read at once."""
    for table in (*SOURCES, *DERIVED):
        _run(f"vacuum (analyze) {table}")
    return len(SOURCES) + len(DERIVED)


def _run(sql: str, values: dict[str, Any] | None = None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return max(cursor.rowcount, 0)


def _value(sql: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return int(cursor.fetchone()[0])


_DEFINED = """
    select format('alter table %%s drop constraint %%I', conrelid::regclass, conname),
        format('alter table %%s add constraint %%I %%s', conrelid::regclass, conname,
            pg_get_constraintdef(oid)), contype = 'f'
    from pg_constraint where conrelid = any(%(tables)s::regclass[]) and contype in ('u', 'f')
    union all
    select format('drop index %%s', indexrelid::regclass), pg_get_indexdef(indexrelid), false
    from pg_index where indrelid = any(%(tables)s::regclass[]) and not indisprimary
        and not exists (select from pg_constraint where conindid = indexrelid)
    order by 3
"""


def _take_away(*tables: str) -> list[str]:
    """Drop what is checked row by row; the statements that bring it back."""
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        cursor.execute(_DEFINED, {"tables": list(tables)})
        found = cursor.fetchall()
        for drop, _, _ in found:
            cursor.execute(drop)
    return [make for _, make, _ in found]


def _put_back(statements: list[str]) -> int:
    for statement in statements:
        _run(statement)
    _run(_NEXT)
    return len(statements)


# The next person who signs up gets a number of his own.
_NEXT = "select setval(pg_get_serial_sequence('accounts_user', 'id'), max(id)) from accounts_user"
# Syllables of names: a consonant, a vowel. The fold of a name is the folds of its syllables in a
# row, since no two consonants meet, and no letter is there twice in the eyes of a reader.
_LATIN = ("bcçdfgğhjkmnprsştvyz", "aeiouöü")
_CYRILLIC = ("бвгджзкмнпрстфхцчш", "аоуиюяє")
_OURS = ("бвгджзкмнпрстфхцчш", "июяє")  # the last of these no Latin letter looks like


def _names() -> dict[str, list[str]]:
    found = {}
    kinds = {"latin": _LATIN, "cyrillic": _CYRILLIC, "ours": _OURS}
    for kind, letters in kinds.items():
        syllables = ["".join(pair) for pair in product(*letters)]
        found[kind] = syllables
        found[f"{kind}_heads"] = [syllable.capitalize() for syllable in syllables]
        found[f"{kind}_folds"] = [names.fold(syllable) for syllable in syllables]
    return found


# A number from 0 to 1 for each thing there is to be chosen about a person or a match.
_CHANCE = "((hashint8extended({}, %(seed)s * 100 + {}) & 1073741823)::float8 / 1073741824)"
_PRIME = 5_754_853_343  # neighbours in number are far apart in the alphabet


def _named(kind: str, last: str, which: str) -> str:
    """SQL: numbers and names of four syllables, the last one of this kind, some in two words."""
    syllables, ends = (len(_names()[key]) for key in (kind, last))

    def spelled(first: str, rest: str, end: str) -> str:
        parts = (f"{first}s::text[])[1 + a]", f"{rest}s::text[])[1 + b]")
        more = (f"{rest}s::text[])[1 + c]", f"{end}s::text[])[1 + d]")
        return " || ".join((*(f"(%({part}" for part in parts), "gap", *(f"(%({p}" for p in more)))

    return f"""
        select id, {spelled(f"{kind}_heads)", f"{kind})", f"{last})")} as name,
            {spelled(f"{kind}_folds)", f"{kind}_folds)", f"{last}_folds)")} as fold
        from generate_series(%(first)s::bigint, %(last)s - 1) id
        cross join lateral (select id * {_PRIME} %% {syllables**3 * ends} as place) _
        cross join lateral (select (place / {syllables**2 * ends})::int as a,
            (place / {syllables * ends} %% {syllables})::int as b,
            (place / {ends} %% {syllables})::int as c, (place %% {ends})::int as d,
            case id %% 3 when 0 then ' ' else '' end as gap) __
        where {which}
    """  # noqa: S608 our own names


_PEOPLE = f"""
    insert into accounts_user (id, password, is_superuser, is_staff, is_active, date_joined, email,
        name, name_fold, barred, hidden, name_since, shows_figures, shows_matches)
    select id, '!', false, false, true, joined, 'p' || id || '@example.org',
        name, fold, false, false, joined, true, true
    from ({_named("latin", "latin", "id %% 4 <> 0")}
        union all {_named("cyrillic", "ours", "id %% 4 = 0")}) _
    cross join lateral (select %(now)s::timestamptz - interval '1 year'
        - {_CHANCE.format("id", 1)} * interval '60 days' as joined) __
    where not exists (select from accounts_user other where other.id < %(start)s
        and other.name_fold = fold)
"""  # noqa: S608


def _tables() -> dict[str, list[Any]]:
    """Where people sit: a threshold of chance for each kind of table, and what it is like."""
    kinds, weights = [], []
    shares = (*GAME_SHARES, *GAME_SHARES[-1:] * len(GAMES))
    for (key, game), of_game in zip(GAMES.items(), shares, strict=False):
        for level, seats in product(Level, game.RANKED):
            full = seats == max(game.RANKED)
            bots = rating.anchors(key, seats)[level] + _SPREAD * log(seats - 1)
            kinds.append((key, level.value, seats, bots))
            weights.append(of_game * LEVELS[level] * (3 if full else 1 / (len(game.RANKED) - 1)))
    bounds = [0.0, *(bound / sum(weights) for bound in accumulate(weights))][:-1]
    columns = map(list, zip(*kinds, strict=True))
    return dict(zip(("games", "levels", "sizes", "bots"), columns, strict=True)) | {
        "bounds": bounds
    }


def _periods(at: datetime) -> dict[str, timedelta]:
    """How long the running week and month have lasted."""
    week = timedelta(weeks=1) - (Period.WEEK.end(at) - at)
    return {
        "week": week,
        "month": at - at.replace(day=1, hour=0, minute=0, second=0, microsecond=0),
    }


# One match by the formula of games.rating: this is left of it against one opponent who is sure.
_FORMULA = f"""
    create or replace function pg_temp.rate(before float8[], outcome text, bots float8)
    returns float8[] language plpgsql as $$
    declare
        doubt float8 := before[2] ^ 2 + {_MODEL.tau**2};
        c float8 := sqrt(doubt + {_MODEL.tau**2 + 2 * _MODEL.beta**2});
        share float8 := 1 / (1 + exp((bots - before[1]) / c));
        gain float8 := case outcome when 'won' then 1 when 'drawn' then 0.5 else 0 end - share;
    begin
        return array[before[1] + doubt * gain / c, sqrt(doubt * greatest({_MODEL.kappa},
            1 - share * (1 - share) * (sqrt(doubt) / c) ^ 3))];
    end $$;
    create or replace aggregate pg_temp.rating(text, float8) (
        sfunc = pg_temp.rate, stype = float8[], initcond = '{{{rating.MU}, {rating.SIGMA}}}'
    )
"""
_WORTH = " ".join(f"when '{level.value}' then {points}" for level, points in POINTS.items())
# How many matches: half as many people have three as have two, and so on; few have very many.
# One match of each is won, nearly always: who never wins seldom stays, and is on no board.
_LEDGER = f"""
    insert into games_settlement
        (match_id, user_id, game, level, seats, outcome, points, mu, sigma, at)
    with people as materialized (
        select id,
            floor(least({MOST}, power(1 - {_CHANCE.format("id", 2)}, -1 / 1.8)))::int as matches,
            {_CHANCE.format("id", 3)} as usual,
            {rating.MU} + 8 * ({_CHANCE.format("id", 4)} + {_CHANCE.format("id", 5)} - 1) as skill
        from accounts_user where id >= greatest(%(first)s, %(start)s) and id < %(last)s
    ), seated as (
        select id, place, skill, number, width_bucket(case when {_CHANCE.format("number", 6)} < 0.7
                then usual else {_CHANCE.format("number", 7)} end, %(bounds)s::float8[]) as kind,
            {_CHANCE.format("number", 8)} as luck,
            {_CHANCE.format("number", 9)} as recent,
            {_CHANCE.format("number", 10)} as ago
        from people cross join generate_series(1, matches) place
        cross join lateral (select id * {2 * MOST} + place as number) _
    ), tables as (
        select id, place, number, luck, (%(games)s::text[])[kind] as game,
            (%(levels)s::text[])[kind] as level, (%(sizes)s::int[])[kind] as seats,
            (%(bots)s::float8[])[kind] as bots, skill,
            %(now)s::timestamptz - ago * case when recent < 0.06 then %(month)s
                when recent < 0.12 then %(week)s else interval '365 days' end as at
        from seated
    ), ended as (
        select *, case when luck < win or place = 1 and luck < 0.96 then 'won'
            when luck > 0.97 then 'drawn' else 'lost' end as outcome
        from tables cross join lateral (
            select 1 / (1 + exp((bots - skill) / {_SPREAD})) as win
        ) _
    ), rated as (
        select *, pg_temp.rating(outcome, bots) over (
            partition by id, game order by at rows unbounded preceding) as estimate
        from ended
    )
    select (lpad(to_hex(id), 8, '0') || lpad(to_hex(place), 4, '0') || '40008000'
            || lpad(to_hex(id * {MOST} + place & 281474976710655), 12, '0'))::uuid,
        id, game, level, seats, outcome,
        case when outcome = 'won' then case level {_WORTH} end else 0 end,
        estimate[1], estimate[2], at
    from rated
"""  # noqa: S608
_MATCHES = f"""
    insert into games_match (id, game, options, level, ranked, status, ply, turn, due, secret,
        scores, winners, created, ended)
    select match_id, game, 'seats=' || seats, level, true, 'finished', 0, {NOBODY}, null, '',
        array_fill(0, array[seats]), case outcome when 'won' then '{{0}}'::smallint[]
            when 'drawn' then '{{0,1}}' else '{{1}}' end, at - interval '5 minutes', at
    from games_settlement where user_id >= greatest(%(first)s, %(start)s) and user_id < %(last)s
"""  # noqa: S608
_SEATS = """
    insert into games_player (match_id, seat, user_id, guest, bot, ranked_now)
    select match_id, 0, user_id, null, false, false
    from games_settlement where user_id >= greatest(%(first)s, %(start)s) and user_id < %(last)s
"""
