"""What a finished match is worth, ranked or played without a network, and how it enters its ledger
and the boards."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection, transaction

from games import boards, rating
from games.boards import Kind
from games.match import Outcome, worth
from games.rating import Estimate

# Who mends the boards (games.audit) locks this, alone; who settles shares it.
REBUILDING = -1


class Result(NamedTuple):
    """How a match that counts ended for its person, and when."""

    match_id: uuid.UUID
    user_id: int
    game: str
    level: str
    seats: int
    outcome: Outcome
    at: datetime

    @property
    def points(self) -> int:
        return worth(self.level, self.outcome)


# A person's rows follow each other in time, so that the ledger has his matches in one order.
_PERSON = """
    select listed, mu, sigma, coalesce(matches, 0), greatest(%(at)s::timestamptz, (
        select max(at) + interval '1 microsecond' from games_settlement where user_id = %(user)s))
    from accounts_user left join games_rating on user_id = id and game = %(game)s
    where id = %(user)s
"""
# The same for matches that were played without a network, whose ledger is another.
_PERSON_OFFLINE = """
    select listed, greatest(%(at)s::timestamptz, (
        select max(at) + interval '1 microsecond' from games_offlinematch
        where user_id = %(user)s and state = 'accepted'))
    from accounts_user where id = %(user)s
"""
# What follows from a new row of a ledger: the person's rows of `boards`, and the counters. `mine`:
# the rows as they were, which nobody else writes while we hold the person's lock.
_STANDINGS = """
    mine as (
        select board, value from games_standing
        where user_id = %(user_id)s and board = any(%(boards)s::int[]) and shown
    ),
    new as (
        insert into games_standing as kept (user_id, board, value, early, won, played, shown)
        select %(user_id)s, board, value, %(early)s, %(won)s, 1, %(listed)s and shown
        from unnest(%(boards)s::int[], %(values)s::int[], %(shown)s::bool[]) _(board, value, shown)
        on conflict (user_id, board) do update set
            value = case when kept.board = %(rating)s then 0 else kept.value end + excluded.value,
            early = case when excluded.value = case when kept.board = %(rating)s then kept.value
                else 0 end then kept.early else excluded.early end,
            won = kept.won + excluded.won,
            played = kept.played + 1,
            shown = %(listed)s and (excluded.shown or kept.board <> %(rating)s and kept.value > 0)
        returning board, value, shown
    )
    insert into games_change (board, value, n)
    select board, value, sum(n) from (
        select board, value, -1 as n from mine union all select board, value, 1 from new where shown
    ) _ group by board, value having sum(n) <> 0
    returning 1
"""
_WRITE = f"""
    with ledger as (
        insert into games_settlement
            (match_id, user_id, game, level, seats, outcome, points, mu, sigma, at)
        values (%(match_id)s, %(user_id)s, %(game)s, %(level)s, %(seats)s, %(outcome)s, %(points)s,
            %(mu)s, %(sigma)s, %(at)s)
    ),
    rated as (
        insert into games_rating (user_id, game, mu, sigma, matches)
        values (%(user_id)s, %(game)s, %(mu)s, %(sigma)s, 1)
        on conflict (user_id, game) do update set
            mu = excluded.mu, sigma = excluded.sigma, matches = games_rating.matches + 1
    ),
    {_STANDINGS}
"""  # noqa: S608 our own names
_ACCEPT = f"""
    with ledger as (
        update games_offlinematch set state = 'accepted', outcome = %(outcome)s,
            points = %(points)s, at = %(at)s, due = null
        where id = %(match_id)s
    ),
    {_STANDINGS}
"""  # noqa: S608
_NO_BOARD = -1


def settle(result: Result) -> None:
    """Write a ranked match into the ledger and onto the boards, in the transaction that ends it.

    A second settlement of the same match violates the ledger's key.
    """
    lock(result.user_id)
    who = {"user": result.user_id, "game": result.game, "at": result.at}
    ((listed, mu, sigma, matches, at),) = boards.run(_PERSON, who)
    points = [board.number for board in boards.boards_of(result.game, result.level, at)]
    rated = boards.rating_board(result.game).number
    before = Estimate(mu, sigma) if matches else Estimate()
    after = rating.after(before, result.game, result.level, result.seats, result.outcome)
    values = {
        **_values(result, at, listed=listed),
        "mu": after.mu,
        "sigma": after.sigma,
        "boards": [*points, rated],
        "values": [result.points] * len(points) + [after.floor],
        "shown": [result.points > 0] * len(points) + [matches + 1 >= rating.MINIMUM],
        "rating": rated,
    }
    boards.run(_WRITE, values)


def accept(result: Result) -> None:
    """Write a match that was played without a network, and was found right, into its row and onto
    the offline boards, in one transaction with the look that found it still being checked."""
    lock(result.user_id)
    ((listed, at),) = boards.run(_PERSON_OFFLINE, {"user": result.user_id, "at": result.at})
    counted = boards.boards_of(result.game, result.level, at, Kind.OFFLINE)
    values = {
        **_values(result, at, listed=listed),
        "boards": [board.number for board in counted],
        "values": [result.points] * len(counted),
        "shown": [result.points > 0] * len(counted),
        "rating": _NO_BOARD,
    }
    boards.run(_ACCEPT, values)


def _values(result: Result, at: datetime, *, listed: bool) -> dict[str, Any]:
    """What both ledgers write of a match that counts since `at`."""
    return {
        **result._asdict(),
        "level": str(result.level),
        "outcome": str(result.outcome),
        "points": result.points,
        "at": at,
        "listed": listed,
        "early": boards.early(at),
        "won": int(result.points > 0),
    }


_LOCK = """
    select pg_advisory_xact_lock(%(user)s::bigint), pg_advisory_xact_lock_shared(%(boards)s::bigint)
"""


def lock(user_id: int) -> None:
    """Until the transaction ends nobody else writes this person's rows, nor mends the boards."""
    boards.run(_LOCK, {"user": user_id, "boards": REBUILDING})


_RELIST = """
    with wished as (
        select board, %(listed)s and case when board / %(slots)s = %(rating)s
            then played >= %(minimum)s else value > 0 end as shown
        from games_standing where user_id = %(user)s
    ),
    moved as (
        update games_standing kept set shown = wished.shown from wished
        where user_id = %(user)s and kept.board = wished.board and kept.shown <> wished.shown
        returning kept.board, value, kept.shown
    )
    insert into games_change (board, value, n)
    select board, value, case when shown then 1 else -1 end from moved
"""


@transaction.atomic
def relist(user_id: int) -> None:
    """Show or hide all of a person's rows, as `User.listed` now says; the ranks close up at once.

    Call it in the transaction that changed what `listed` follows from.
    """
    with connection.cursor() as cursor:
        lock(user_id)
        cursor.execute("select listed from accounts_user where id = %s", [user_id])
        listed = cursor.fetchone()[0]
        _relist(user_id, listed=listed)


_FORGET_RECORDS = """
    update games_offlinematch set record = '' where user_id = %s and state = 'accepted'
"""


@transaction.atomic
def forget(user_id: int) -> None:
    """Take a person off the boards for good, so that his account can be deleted.

    His ledger rows stay, without records, and lose their user with the account.
    """
    with connection.cursor() as cursor:
        lock(user_id)
        _relist(user_id, listed=False)
        cursor.execute("delete from games_standing where user_id = %s", [user_id])
        cursor.execute("delete from games_rating where user_id = %s", [user_id])
        cursor.execute(_FORGET_RECORDS, [user_id])


def _relist(user_id: int, *, listed: bool) -> None:
    values = {
        "user": user_id,
        "listed": listed,
        "slots": boards.SLOTS,
        "rating": boards.RATING,
        "minimum": rating.MINIMUM,
    }
    with connection.cursor() as cursor:
        cursor.execute(_RELIST, values)
