"""Three levels, and for each the player of every game. The site asks here for a bot's move.

How strong and how quick they are, as ranked with four seats, where an equal of the others wins
25 %. Measured by ``tests/bench/bots.py GAME LEVEL OTHERS DEALS``, CPython 3.11 on one shared core;
every match was played from each seat with the same deals, the intervals are 95 %.

Sevens, 2026-11-30; easy takes 0.01 ms:

    level    against three   first places    deals x seats   ms a decision: mean, 99th percentile
    normal   easy            53.1 % +- 0.9   2000 x 4        0.03, 0.08
    expert   easy            52.3 % +- 1.8    500 x 4        45, 80
    expert   normal          27.6 % +- 1.1    500 x 4        47, 81

So at this budget Expert beats Normal, but wins no more than Normal does from players by chance.

Pis Yedili, matches of four deals, 2026-11-30; easy takes 0.01 ms:

    level    against three   first places    matches x seats   ms a decision: mean, 99th percentile
    normal   easy            45.3 % +- 1.6   1000 x 4          0.01, 0.02
    expert   easy            52 % +- 12        11 x 4          66, 128
    expert   normal          38 % +- 9         29 x 4          70, 131

With eight seats a decision of the expert takes about 200 ms.

Rummy 500, matches to 500, 2026-11-30 on a busy machine; easy takes 0.02 ms:

    level    against three   first places    matches x seats   ms a decision: mean, 99th percentile
    normal   easy            all             400 x 4           0.06, 0.22
    expert   easy            all               2 x 4           54, 177
    expert   normal          79 % +- 20        6 x 4           68, 137

Few rounds of the expert could be measured: in 16 x 4 single rounds against three of normal it was
15.5 +- 8.8 points ahead of their mean.
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
        Sevens.key: Expert(SevensSearch(), 400, sevens_why.WHYS),
        PisYedili.key: Expert(PisYediliSearch(), 1000, pis_yedili_why.WHYS),
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
