"""Three levels, and for each the player of every game. The site asks here for a bot's move.

How strong and how quick they are the arena measures (``python3 -m games.bots arena``); what it
found stands in ``results.json`` and is a page of the site.
"""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engine.game import Game, Move, Observation
from games.engine.pis_yedili import PisYedili
from games.engine.rummy500 import Rummy500
from games.engine.sevens import Sevens

from . import pis_yedili_why, rummy500_search, sevens_why
from .bot import Bot, Thinker, Thought, Uniform
from .pis_yedili import Beginner, PisYediliHabits
from .pis_yedili_search import PisYediliSearch
from .rummy500 import Rummy500Beginner, Rummy500Habits
from .rummy500_search import Rummy500Search
from .sevens import SevensHabits
from .sevens_search import SevensSearch


class Player(NamedTuple):
    """A bot with its budget: playouts a decision."""

    bot: Bot[Any]
    playouts: int = 0


class Expert(NamedTuple):
    """The best player of a game, with its budget and the classes of reason that it may give."""

    bot: Thinker[Any]
    playouts: int
    whys: tuple[str, ...]


class Advice(NamedTuple):
    """What Expert would play: its best thoughts, the best first, and the class of reason for that
    one (``Expert.whys``, or ONLY where there is no choice)."""

    thoughts: tuple[Thought, ...]
    why: str


ONLY = "only"
# The move that is advised and its two best alternatives.
TOLD = 3
EXPERTS: Mapping[str, Expert] = MappingProxyType(
    {
        Sevens.key: Expert(SevensSearch(), 1300, sevens_why.WHYS),
        PisYedili.key: Expert(PisYediliSearch(), 2000, pis_yedili_why.WHYS),
        Rummy500.key: Expert(Rummy500Search(), 200, rummy500_search.WHYS),
    }
)

# By level and Game.key.
LEVELS: Mapping[str, Mapping[str, Player]] = MappingProxyType(
    {
        "easy": {
            Sevens.key: Player(Uniform()),
            PisYedili.key: Player(Beginner()),
            Rummy500.key: Player(Rummy500Beginner()),
        },
        "normal": {
            Sevens.key: Player(SevensHabits()),
            PisYedili.key: Player(PisYediliHabits()),
            Rummy500.key: Player(Rummy500Habits()),
        },
        "expert": {key: Player(bot, playouts) for key, (bot, playouts, _) in EXPERTS.items()},
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


def advise(game: Game[Any], seen: Observation[Any], plies: Sequence[str], rng: Random) -> Advice:
    """What Expert would play in this place and what it expects of it.

    The arguments are those of ``choose``. Raises ValueError if the seat is not to move.
    """
    bot, playouts, _ = EXPERTS[game.key]
    if not seen.moves:
        raise ValueError("There is only something to advise when the seat is to move.")
    if len(seen.moves) == 1:
        return Advice((Thought(seen.moves[0], None, None, 0),), ONLY)
    thoughts = bot.think(game, seen, plies, rng, playouts)
    return Advice((*thoughts[:TOLD],), bot.why(game, seen, thoughts[0].move))
