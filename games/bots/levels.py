"""Three levels, and for each the player of every game. The site asks here for a bot's move."""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeVar

from games.engine.game import Game, Move, Observation
from games.engine.sevens import Sevens

from .heuristics import SevensHabits, Uniform
from .search import SevensSearch

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


class Player(NamedTuple):
    """A bot with its budget: playouts a decision."""

    bot: Bot[Any]
    playouts: int = 0


# By level and Game.key.
LEVELS: Mapping[str, Mapping[str, Player]] = MappingProxyType(
    {
        "easy": {Sevens.key: Player(Uniform())},
        "normal": {Sevens.key: Player(SevensHabits())},
        "expert": {Sevens.key: Player(SevensSearch(), 400)},
    }
)


def choose(
    level: str, game: Game[Any], seen: Observation[Any], plies: Sequence[str], rng: Random
) -> Move:
    """The move of the level's player: one of ``seen.moves``, at once if there is only one.

    ``plies``: as the seat may see them (``Record.seen_by``), no more. Raises KeyError for an
    unknown level or a game that it cannot play, ValueError if the seat is not to move.
    """
    bot, playouts = LEVELS[level][game.key]
    if not seen.moves:
        raise ValueError("A bot can only choose when its seat is to move.")
    if len(seen.moves) == 1:
        return seen.moves[0]
    return bot.choose(game, seen, plies, rng, playouts)
