"""The rules of the games in plain Python: nothing here needs more than the standard library."""

from collections.abc import Mapping
from typing import Any

from .game import Game
from .pis_yedili import PisYedili
from .rummy500 import Rummy500
from .sevens import Sevens

GAMES: Mapping[str, type[Game[Any]]] = {game.key: game for game in (Sevens, Rummy500, PisYedili)}
