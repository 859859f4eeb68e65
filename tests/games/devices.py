"""Matches as a device plays them, and their records: the person moves at random."""

import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import cache
from itertools import count
from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.course import Course
from games.engine import GAMES
from games.engine.game import CHANCE, NOBODY, Game, Move, observe
from games.engine.record import Record, replay, result
from games.match import Level
from games.models import SealedDeal
from games.offline import fingerprint
from games.seeds import Seeds

ENDED = "2999-12-01T15:00:00+00:00"  # which counts as now, after any deal was given out


def seeds_of(number: int) -> Seeds:
    chance = Random(number)
    return Seeds(chance.randbytes(32), str(uuid.UUID(int=chance.getrandbits(128))))


def tags(seeds: Seeds, game: Game[Any], level: str, said: str) -> dict[str, str]:
    own = seeds.seat(game.seats)
    return {
        "Seats": ", ".join("you" if at == own else f"bot:{level}" for at in range(game.seats)),
        "Result": said,
        "Match": seeds.match,
        "Secret": seeds.secret.hex(),
        "Bots": fingerprint.bots(),
        "Sealed": "yes",
        "Ended": ENDED,
    }


def played(
    key: str = "sevens",
    level: str = "easy",
    *,
    seeds: Seeds | None = None,
    number: int = 0,
    seats: int | None = None,
    most: int | None = None,
) -> Record:
    """An honest record; `number` fixes the person's moves and, without seeds, those too; `most`: it
    breaks off after so many plies."""
    seeds = seeds or seeds_of(number)
    game = GAMES[key](seats=seats or GAMES[key].RANKED[number % len(GAMES[key].RANKED)])
    course, log = Course(game, seeds.seat(game.seats), ()), list[str]()
    person = Random(number)
    while course.state.table.turn != NOBODY and len(log) != most:
        log.append(_next(course, seeds, level, log, lambda moves: person.choice(moves)))
        course.take(Move(log[-1]))
    return Record(game, tuple(log), tags(seeds, game, level, result(course.state)))


def again(record: Record, seeds: Seeds, level: str) -> list[str]:
    """What the match would have been with the person's moves of this record: up to the first that
    he cannot make there, or that it has not."""
    course, log = Course(record.game, seeds.seat(record.game.seats), ()), list[str]()

    def own(moves: Sequence[str]) -> str:
        said = record.plies[len(log)] if len(log) < len(record.plies) else ""
        return said if said in moves else ""

    while course.state.table.turn != NOBODY:
        move = _next(course, seeds, level, log, own)
        if not move:
            break
        log.append(move)
        course.take(Move(move))
    return log


def _next(course: Course, seeds: Seeds, level: str, log: list[str], own: Any) -> str:
    turn = course.state.table.turn
    if turn == CHANCE:
        return seeds.order(course)
    if turn == course.seat:
        return own(observe(course.game, course.state, turn).moves)
    return seeds.choice(level, course.game, course.state, log)


def changed(record: Record, *, plies: Sequence[str] | None = None, **said: str) -> Record:
    """The record with other plies or tags."""
    plies = record.plies if plies is None else tuple(plies)
    return Record(record.game, plies, {**record.tags, **said})


@cache
def won(level: str = "easy", key: str = "sevens") -> tuple[Record, Seeds]:
    """An honest record whose person wins alone, the first that comes up."""
    return next(_ending(key, level, lambda winners, own: winners == (own,)))


@cache
def lost(level: str = "easy", key: str = "sevens") -> tuple[Record, Seeds]:
    """An honest record whose person does not win."""
    return next(_ending(key, level, lambda winners, own: own not in winners))


def _ending(key: str, level: str, like: Callable[[tuple[int, ...], int], bool]) -> Iterator[Any]:
    for number in count(1000 * list(Level).index(Level(level))):  # each level has its own deals
        record, seeds = played(key, level, number=number), seeds_of(number)
        table = replay(record.game, record.plies).table
        if like(record.game.winners(table), seeds.seat(record.game.seats)):
            yield record, seeds


def given(user: User, seeds: Seeds, *, ago: timedelta = timedelta()) -> SealedDeal:
    """A deal with these seeds, given to this person so long ago."""
    return SealedDeal.objects.create(
        id=seeds.match, secret=seeds.secret, user=user, issued=timezone.now() - ago
    )
