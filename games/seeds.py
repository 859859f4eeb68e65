"""What the two seeds of a match fix, so that whoever has them can make it again: the person's
seat, every deal, and every choice of a bot."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from games.bots import levels
from games.course import Course
from games.engine.chance import deal_order, in_order, seeded
from games.engine.game import Game, Move, Seat, State, observe
from games.engine.record import seen_by

log = logging.getLogger(__name__)

CLIENT = "tujuh"  # the player's share of the seed, the same for all until he can choose it

# What a mistake in a bot comes to. A worker's time limit (celery's SoftTimeLimitExceeded, an
# Exception as such) and want of memory are none, and another move for them would be a wrong one.
_MISTAKES = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RuntimeError),
    *(StopIteration, TypeError, ValueError),
)


class Stuck(Exception):
    """A bot did not choose a legal move; `instead` is what is played in its place."""

    def __init__(self, says: str, instead: Move) -> None:
        super().__init__(says)
        self.instead = instead


class Seeds(NamedTuple):
    """`secret`: the server's share, 32 bytes; `match`: the id of the match as text."""

    secret: bytes
    match: str
    client: str = CLIENT

    def seat(self, seats: int) -> Seat:
        """Where the person sits."""
        return seeded(*self, "seat").randrange(seats)

    def order(self, course: Course) -> Move:
        """What chance does where the match stands, which must be its turn."""
        size = course.game.to_shuffle(course.state).bit_count()
        order = deal_order(*self, size, course.label())
        return in_order(course.game, course.state, order)

    def choice(self, level: str, game: Game[Any], state: State[Any], plies: Sequence[str]) -> Move:
        """What the bot of this level that is to move does after these plies; whatever mistake a bot
        has, the match goes on. Whoever stops us in the middle of a thought, does."""
        try:
            return self.thought(level, game, state, plies)
        except Stuck as stuck:
            log.exception("%s", stuck)
            return stuck.instead

    def thought(self, level: str, game: Game[Any], state: State[Any], plies: Sequence[str]) -> Move:
        """As `choice`, but raises Stuck where the bot has a mistake."""
        seat = state.table.turn
        rng = seeded(*self, f"bot|{seat}|{len(plies)}")
        seen = observe(game, state, seat)
        where = f"match {self.match}, ply {len(plies)}, seat {seat}: the {level} bot"
        try:
            move = levels.choose(level, game, seen, seen_by(game, plies, seat), rng)
        except _MISTAKES as error:
            raise Stuck(f"{where} could not choose", seen.moves[0]) from error
        if move not in seen.moves:
            raise Stuck(f"{where} proposed a move that is not legal", seen.moves[0])
        return move
