"""What a bot is: somebody who plays a game from what its seat may see, and may say why."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from games.engine.game import PASS, Game, Move, Observation

# Players that are no levels: they exist in the arena only.
RANDOM, CASUAL, SEEING = "random", "casual", "seeing"

G = TypeVar("G", bound=Game[Any], contravariant=True)


class Bot(Protocol[G]):
    """Somebody who plays a game."""

    def choose(
        self,
        game: G,
        seen: Observation[Any],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        """One of ``seen.moves``, of which there must be at least one.

        ``plies``: the plies of the match as this seat may see them (``Record.seen_by``).
        ``playouts``: how many times a searching bot may play a deal to its end in thought.
        The same arguments and generator state give the same move, on every machine.
        """


class Thought(NamedTuple):
    """What a searching bot expects of one of its moves.

    ``chance``: of winning, 0 to 1: the match, or the deal where a match is one deal or what later
    deals bring cannot be told. None for a game in which it is not estimated.
    ``points``: what the deal is expected to add to the score of the seat, as the rules print it.
    None where a deal is not counted in points.
    ``playouts``: how many imagined deals both are means over.
    """

    move: Move
    chance: float | None
    points: float | None
    playouts: int


class Thinker(Bot[G], Protocol[G]):
    """A bot that weighs its moves by search, and can say what it expects of them and why."""

    def think(
        self,
        game: G,
        seen: Observation[Any],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> list[Thought]:
        """A thought for each of ``seen.moves`` that was weighed, the best first.

        The first is of the move that ``choose`` makes of the same arguments.
        """

    def why(self, game: G, seen: Observation[Any], move: Move) -> str:
        """The class of reason that speaks for this move here: one of ``WHYS`` of the game."""


class Uniform:
    """Plays any legal card, each as likely as the others, and passes only when no card fits."""

    def choose(
        self,
        game: Game[Any],
        seen: Observation[Any],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        moves = [move for move in seen.moves if move != PASS] or list(seen.moves)
        # random() is the one method whose numbers no Python version may change.
        return moves[int(rng.random() * len(moves))]
