"""Matches between players, with the luck of the cards cancelled out as far as it can be.

A set of matches has the same deals; in each of them the players sit one place further on, until
everyone has sat everywhere. Intervals come from the spread between sets, which are independent.

Beside the levels three players exist in the arena only: ``random`` plays any legal move, each as
likely as the others, and passes only if it must; ``casual`` is a stand-in for people who know the
game and slip now and then; ``seeing`` searches with the true cards and shows how far skill could
get.
"""

import hashlib
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any, NamedTuple, Protocol

from games.engine import GAMES
from games.engine.chance import shuffle
from games.engine.game import CHANCE, DEAL, NOBODY, Game, Move, Seat, State, is_chance, observe
from games.engine.pis_yedili import PisYedili
from games.engine.record import seen_by
from games.engine.rummy500 import Rummy500
from games.engine.sevens import Sevens

from . import bot
from .bot import CASUAL, RANDOM, SEEING, G, Uniform
from .levels import EXPERTS, LEVELS, choose
from .pis_yedili_seeing import PisYediliSeeing
from .rummy500_seeing import Rummy500Seeing
from .sevens_seeing import SevensSeeing

# How often a casual player does what a beginner would do, in place of what is sensible.
SLIPS = 0.25
# Half the width of a 95 % interval in standard errors, and the bound in sets that stands in for it
# where all of many sets were won or lost.
WIDTH, NEVER_SEEN = 1.96, 3.0


class Seer(Protocol[G]):
    """A player that is shown all cards."""

    def choose(self, game: G, state: State[Any], rng: Random, playouts: int) -> Move:
        """A legal move of the seat to move."""


PLAYERS = (*LEVELS, RANDOM, CASUAL, SEEING)
# The all-seeing player of each game, with its playouts a decision.
SEERS: dict[str, tuple[Seer[Any], int]] = {
    Sevens.key: (SevensSeeing(), 2000),
    Rummy500.key: (Rummy500Seeing(), 300),
    PisYedili.key: (PisYediliSeeing(), 400),
}


class Match(NamedTuple):
    """How a match ended, by seat, and by player the milliseconds of each choice it had."""

    winners: tuple[Seat, ...]
    returns: tuple[int, ...]
    spent: dict[str, list[float]]


def measure(
    key: str, players: Sequence[str], matches: int, seed: int, options: str, processes: int = 0
) -> dict[str, Any]:
    """What the command prints: how the players fare against each other, one a seat.

    ``matches`` is rounded up to whole sets, two at least. The outcome follows from the arguments,
    whatever the number of processes (0: one a core), but for the times. Raises OptionError for
    options that cannot be and KeyError for an unknown game or player.
    """
    for player in players:
        if player not in PLAYERS:
            raise KeyError(player)
    game = GAMES[key].from_options(f"{options} seats={len(players)}")
    seatings = rotations(players)
    sets = max(2, -(-matches // len(seatings)))
    began = time.perf_counter()
    with ProcessPoolExecutor(processes or cores()) as pool:
        played = [*pool.map(partial(play_set, game, seatings, seed), range(sets))]
    seconds = time.perf_counter() - began
    return {
        "game": key,
        "options": options,
        "players": [*players],
        "matches": sets * len(seatings),
        "sets": sets,
        "seed": seed,
        "date": datetime.now(UTC).date().isoformat(),
        "version": version(game),
        "python": sys.version.partition(" ")[0],
        "compiled": not (bot.__file__ or "").endswith(".py"),
        "matches_per_s": round(sets * len(seatings) / seconds, 3),
        "levels": {player: summary(player, seatings, played) for player in dict.fromkeys(players)},
    }


def cores() -> int:
    """How many may be used, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def rotations(players: Sequence[str]) -> list[tuple[str, ...]]:
    """The ways to sit that differ, each one place on from the one before."""
    ways = [(*players[at:], *players[:at]) for at in range(len(players))]
    return [*dict.fromkeys(ways)]


def play_set(
    game: Game[Any], seatings: Sequence[Sequence[str]], seed: int, number: int
) -> list[Match]:
    """The matches of one set, by the way the players sit."""
    return [play(game, players, f"{seed}|{number}", at) for at, players in enumerate(seatings)]


def play(game: Game[Any], players: Sequence[str], deals: str, seating: int) -> Match:
    """One match. Its deals follow from ``deals`` alone, whatever is played; what the players leave
    to chance follows from both."""
    state, plies = game.start(), list[str]()
    rngs = [
        Random(f"{deals}|seating {seating}|seat {seat}")  # noqa: S311
        for seat in range(game.seats)
    ]
    spent: dict[str, list[float]] = {player: [] for player in players}
    while (turn := state.table.turn) != NOBODY:
        if turn == CHANCE:
            move = shuffle(game, state, chance(deals, plies))
        else:
            move, took = ask(players[turn], game, state, plies, rngs[turn])
            spent[players[turn]] += took
        plies.append(move)
        state = game.apply(state, move)
    return Match(game.winners(state.table), game.returns(state.table), spent)


def chance(deals: str, plies: Sequence[str]) -> Random:
    """The generator of the next chance ply: one for each deal, and for each new stock in it."""
    dealt = stocks = 0
    for ply in plies:
        if ply.startswith(DEAL):
            dealt, stocks = dealt + 1, 0
        elif is_chance(ply):
            stocks += 1
    return Random(f"{deals}|deal {dealt}|stock {stocks}")  # noqa: S311


def ask(
    player: str, game: Game[Any], state: State[Any], plies: Sequence[str], rng: Random
) -> tuple[Move, list[float]]:
    """What the player to move does, and the milliseconds of processor time that it thought, if
    there was a choice."""
    seen = observe(game, state, state.table.turn)
    if len(seen.moves) == 1:
        return seen.moves[0], []
    if player == CASUAL:
        player = "easy" if rng.random() < SLIPS else "normal"
    # To work out what the seat heard takes long, and who does not search asks for none.
    searches = player in LEVELS and LEVELS[player][game.key].playouts
    heard = seen_by(game, plies, seen.seat) if searches else ()
    began = time.process_time()
    if player == SEEING:
        seer, playouts = SEERS[game.key]
        move = seer.choose(game, state, rng, playouts)
    elif player == RANDOM:
        move = Uniform().choose(game, seen, (), rng, 0)
    else:
        move = choose(player, game, seen, heard, rng)
    return move, [1000 * (time.process_time() - began)]


def summary(
    player: str, seatings: Sequence[Sequence[str]], played: Sequence[Sequence[Match]]
) -> dict[str, Any]:
    """How one player fared: the means of its seats.

    ``share``: of first places, a tie counting its part. ``wins``: matches that one of its seats
    won alone. ``returns``: of a match, higher is better.
    """
    shares, returns, spent, wins = list[float](), list[float](), list[float](), 0
    for matches in played:
        won, brought = list[float](), list[int]()
        for players, match in zip(seatings, matches, strict=True):
            spent += match.spent[player]
            for seat, name in enumerate(players):
                if name == player:
                    wins += match.winners == (seat,)
                    won.append((seat in match.winners) / len(match.winners))
                    brought.append(match.returns[seat])
        shares.append(mean(won))
        returns.append(mean(brought))
    low, high = interval(shares)
    return {
        "seats": seatings[0].count(player),
        "wins": wins,
        "share": round(mean(shares), 4),
        "interval": [round(max(low, 0.0), 4), round(min(high, 1.0), 4)],
        "returns": round(mean(returns), 3),
        "returns_interval": [round(bound, 3) for bound in interval(returns)],
        "decisions": len(spent),
        "ms": round(mean(spent or [0.0]), 3),
        "ms_p99": round(sorted(spent or [0.0])[len(spent) * 99 // 100], 3),
    }


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean of two values or more, one a set."""
    middle = mean(values)
    half = WIDTH * stdev(values) / sqrt(len(values))
    if half == 0.0 and middle in (0.0, 1.0):
        half = NEVER_SEEN / len(values)
    return middle - half, middle + half


def version(game: Game[Any]) -> str:
    """Twelve digits that change with any change of the engine, or of the game's bots."""
    digest, bots = hashlib.sha256(), Path(__file__).parent
    budgets = EXPERTS[game.key].playouts, SEERS[game.key][1], SLIPS
    digest.update(repr(budgets).encode())
    name = type(game).__module__.rpartition(".")[2]
    files = [*bots.glob(f"{name}*.py"), bots / "bot.py", *(bots.parent / "engine").glob("*.py")]
    for path in sorted(files):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]
