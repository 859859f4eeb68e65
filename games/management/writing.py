"""What the boards cost those who write: matches that end, by many at once, with and without them.

Each writer is a process that plays last moves through games.play, as the site does: it locks the
match, replays its log, writes the ply and the result, and settles. Without boards it writes the
ledger's row and leaves out the rest of games.ranking: the person's lock and rating, standings and
changes. Rounds alternate, and the changes are added up each second, as by the sweeper.
"""

from __future__ import annotations

import multiprocessing
import time
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from statistics import median
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.utils import timezone

from games import audit, boards, play, ranking
from games.boards import SLOTS, Period
from games.engine import GAMES
from games.engine.chance import shuffle
from games.engine.game import CHANCE, NOBODY, observe
from games.match import Level, Outcome
from games.models import Match, Player, Ply, Settlement
from games.ranking import Result
from games.rating import MU, SIGMA
from games.seating import Person

_fork = multiprocessing.get_context("fork")
FOLD_SECONDS = 1.0  # as the sweeper
LONG = timedelta(days=1)  # until the sweeper would end a match that waits to be measured


class Round(NamedTuple):
    """Matches that ended: how many in a second, and milliseconds of one, of a hundred the slowest
    but one."""

    rate: float
    p50: float
    p99: float


class Log(NamedTuple):
    """A match but for its last move, by which the person on this seat wins alone."""

    game: str
    options: str
    seat: int
    seats: Sequence[int]
    moves: Sequence[str]
    last: str


def a_log(key: str, seed: int) -> Log:
    """Of a game played by chance, found by trying."""
    game = GAMES[key]()
    rng = Random(seed)  # noqa: S311 no secret
    while True:
        state, seats, moves = game.start(), [], []
        while (turn := state.table.turn) != NOBODY:
            move = (
                shuffle(game, state, rng)
                if turn == CHANCE
                else rng.choice(observe(game, state, turn).moves)
            )
            state = game.apply(state, move)
            seats.append(turn)
            moves.append(move)
        if game.winners(state.table) == (seats[-1],):
            options = " ".join(f"{name}={value}" for name, value in game.options().items())
            return Log(key, options, seats[-1], seats[:-1], moves[:-1], moves[-1])


_MATCHES = """
    insert into games_match (id, game, options, level, ranked, status, ply, turn, due, secret,
        scores, winners, created)
    select id, %(game)s, %(options)s, %(level)s, true, 'live', %(ply)s, %(seat)s, now() + %(due)s,
        '', '{}', '{}', now()
    from unnest(%(ids)s::uuid[]) id
"""
_SEATS = """
    insert into games_player (match_id, seat, user_id, guest, bot, ranked_now)
    select id, seat, case when seat = %(seat)s then person end, null, seat <> %(seat)s,
        seat = %(seat)s
    from unnest(%(ids)s::uuid[], %(people)s::bigint[]) _(id, person)
    cross join generate_series(0, %(size)s - 1) seat
"""
_PLIES = """
    insert into games_ply (match_id, number, seat, move, request_id, at)
    select id, number - 1, seat, move, null, now() from unnest(%(ids)s::uuid[]) id
    cross join unnest(%(seats)s::int[], %(moves)s::text[]) with ordinality _(seat, move, number)
"""
_LEDGER = """
    insert into games_settlement
        (match_id, user_id, game, level, seats, outcome, points, mu, sigma, at)
    values (%(match_id)s, %(user_id)s, %(game)s, %(level)s, %(seats)s, %(outcome)s, %(points)s,
        %(mu)s, %(sigma)s, %(at)s)
    returning 1
"""


@transaction.atomic
def seated(log: Log, level: str, people: Sequence[int]) -> list[uuid.UUID]:
    """Live ranked matches, one for each person, in which he is to make the last move."""
    ids = [uuid.uuid4() for _ in people]
    values = {**log._asdict(), "level": level, "ids": ids, "people": list(people), "due": LONG}
    values |= {"ply": len(log.moves), "size": GAMES[log.game]().seats}
    with connection.cursor() as cursor:
        for sql in (_MATCHES, _SEATS, _PLIES):
            cursor.execute(sql, values)
    return ids


def without_boards(result: Result) -> None:
    """In place of games.ranking.settle: the row of the ledger alone."""
    values: dict[str, Any] = result._asdict() | {"level": str(result.level)}
    values |= {"outcome": str(result.outcome), "points": result.points, "mu": MU, "sigma": SIGMA}
    boards.run(_LEDGER, values)


Turn = tuple[uuid.UUID, int]


def end_all(
    log: Log, turns: Sequence[Turn], writers: int, *, plain: bool, at: datetime | None = None
) -> Round:
    """Let so many processes make the last moves of these matches, all at once.

    `plain`: without boards. `at`: the moment the site takes it to be, for weeks that have not come.
    Raises RuntimeError when a writer could not end its matches.
    """
    connection.close()
    connection.close_pool()  # its threads would not live on in the children
    begin, done = _fork.Barrier(writers + 1), _fork.SimpleQueue()
    children = [
        _fork.Process(target=_write, args=(log, turns[first::writers], begin, done, plain, at))
        for first in range(writers)
    ]
    for child in children:
        child.start()
    begin.wait()
    began = time.monotonic()
    while done.empty():
        time.sleep(FOLD_SECONDS)
        boards.fold()
    results = [done.get() for _ in children]
    for child in children:
        child.join()
    if any(child.exitcode for child in children):
        raise RuntimeError("A writer failed; what it says stands above.")
    taken = sorted(ms for times, _ in results for ms in times)
    rate = len(turns) / (max(end for _, end in results) - began)
    return Round(rate, taken[len(taken) // 2], taken[len(taken) * 99 // 100])


def _write(
    log: Log, turns: Sequence[Turn], begin: Any, done: Any, plain: bool, at: datetime | None
) -> None:
    """What a writer does; this process is its own, and what is changed in it ends with it."""
    if plain:
        ranking.settle = without_boards
    if at is not None:
        now, ahead = timezone.now, at - timezone.now()
        timezone.now = lambda: now() + ahead
    taken: list[float] = []
    try:
        connection.ensure_connection()
        begin.wait()
        for match_id, person in turns:
            began = time.monotonic()
            by, move = Person(user_id=person), {"ply": len(log.moves), "text": log.last}
            play.play(match_id, by, request_id=uuid.uuid4(), **move)
            taken.append((time.monotonic() - began) * 1000)
    finally:
        done.put((taken, time.monotonic()))
        connection.close()


class Contest(NamedTuple):
    """Rounds with and without boards, how many rows the ledger got, and the matches of both."""

    boards: list[Round]
    plain: list[Round]
    kept: list[uuid.UUID]

    @property
    def share(self) -> float:
        """The rate with boards, of that without: the median of the rounds."""
        return median(a.rate / b.rate for a, b in zip(self.boards, self.plain, strict=True))


def contest(people: Sequence[int], writers: int, rounds: int, at: datetime | None) -> Contest:
    """So many rounds of each kind, in turns, for as many different people as each has place for.

    What was written without boards is removed again. Raises RuntimeError if a match was lost.
    """
    log, result = a_log("sevens", seed=1), Contest([], [], [])
    size = len(people) // (2 * rounds)
    for number in range(2 * rounds):
        plain = number % 4 in (1, 2)  # with, without, without, with
        some = people[number * size :][:size]
        ids = seated(log, Level.NORMAL, some)
        measured = end_all(log, list(zip(ids, some, strict=True)), writers, plain=plain, at=at)
        if Settlement.objects.filter(match__in=ids, outcome=Outcome.WON).count() != size:
            raise RuntimeError("A match that ended is not in the ledger.")
        if plain:
            remove(ids)
        else:
            result.kept.extend(ids)
        (result.plain if plain else result.boards).append(measured)
    return result


_FREE = """
    select id from accounts_user where listed and not exists (
        select from games_player where user_id = accounts_user.id and ranked_now)
"""


def neighbours(number: int) -> list[int]:
    """The first people of the database."""
    return _free("order by id limit %(number)s", number)


def spread(number: int, but: Sequence[int]) -> list[int]:
    """As many people from all over the database as there are, and none of these."""
    with connection.cursor() as cursor:
        cursor.execute("select coalesce(min(id), 0), coalesce(max(id), -1) from accounts_user")
        first, last = cursor.fetchone()
    rng = Random(number)  # noqa: S311 no secret
    sample = rng.sample(range(first, last + 1), min(2 * number, last + 1 - first))
    people = _free("and id = any(%(sample)s)", number, sample=list({*sample}.difference(but)))
    rng.shuffle(people)
    return people[:number]


def _free(which: str, number: int, **values: Any) -> list[int]:
    """Those on the boards who play no ranked match now."""
    with connection.cursor() as cursor:
        cursor.execute(_FREE + which, {"number": number, **values})
        return [user_id for (user_id,) in cursor.fetchall()]


def next_monday() -> datetime:
    """When the boards of next week are empty, and everybody comes."""
    end = Period.WEEK.end(timezone.now())
    assert end is not None
    return end + timedelta(minutes=1)


def forget_future(at: datetime, matches: Sequence[uuid.UUID], people: Sequence[int]) -> None:
    """Take away matches of a moment that has not come, with the boards that only it had."""
    remove(matches)
    now = timezone.now()
    with connection.cursor() as cursor:
        for period in Period:
            if (number := period.number(at)) != period.number(now):
                for kind in ("standing", "change", "fine", "coarse"):
                    cursor.execute(
                        f"delete from games_{kind} where board >= %s and board < %s",  # noqa: S608
                        [number * SLOTS, (number + 1) * SLOTS],
                    )
    audit.rebuild(now, people=range(min(people), max(people) + 1))


def remove(matches: Sequence[uuid.UUID]) -> None:
    """Matches that were measured, as if they had never been; the boards are not mended."""
    for table in (Settlement, Ply, Player):
        table.objects.filter(match__in=matches).delete()
    Match.objects.filter(pk__in=matches).delete()
