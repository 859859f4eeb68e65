"""How fast the rules engine is, in microseconds and in calibration units.

    python3 tests/bench/engine.py [GAME[:OPTIONS] …]      such as "sevens:preset=chips seats=3"

Without arguments: each game as it is by default, and what costs more. It prints a line of JSON for
each:

* ``ply``: legal moves and apply through the public interface, along recorded random deals;
* ``replay``: apply alone, as a view replays the log of a match;
* ``deal``: a shuffle and the deal applied;
* ``playout``: deal and random play to the end of the deal, as ``bench`` of the command line;
* ``match_ms``: milliseconds to replay a whole random match, the mean of five, each of so many
  ``match_plies``.

New stocks in the middle of a deal are among the plies of a deal. Targets for a ``ply`` with four
seats: Sevens 10 cu, Rummy 500 20 cu, Pis Yedili 10 cu.

``cu`` is one turn of a fixed loop of integer work that runs in the same rounds. On a machine
that others use as well only the figures in cu can be compared, and of those the best of many
short rounds is taken. Read these lines with your eyes: no test depends on them.

What was tried on Sevens, 4 seats, CPython 3.11 (a cu was 175 ns on the quiet machine), and what
it gave per ply of legal moves and apply:

* the layout's next cards kept in the table (``takes``) instead of derived from the layout: needed,
  deriving them costs eight operations on numbers of two digits, about 1.5 cu;
* filling the list of moves from ``in_order`` of the whole pack: 21 cu; bit by bit: 9; from tables
  of half a pack: the same 9; from a memo by mask: 10, and it grows without bound;
* ``tuple.__new__`` instead of the constructors of State and the table: 1 cu saved;
* the hands as a list changed in place and back to a tuple, or cut and joined: no difference;
* the trail of the chips game as a tuple of pairs: 12 to 18 cu; as one text: 10 to 12;
* pips by card left in the hands instead of by rank of each hand: 1 cu saved, spread over a deal;
* collecting garbage switched off: no difference.

What was tried on the other games is told in their own files.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from games.engine import GAMES
from games.engine.chance import shuffle
from games.engine.game import CHANCE, NOBODY, Game, Move, State
from games.engine.record import replay as replay_match

ROUNDS = 60
DEALS = 10
MATCHES = 5
USUAL = [
    "sevens",
    "sevens:preset=chips",
    "rummy-500",
    "rummy-500:go_out=must_discard",
    "pis-yedili",
    "pis-yedili:preset=turkish",
    "pis-yedili:seats=8",
]


def calibrate() -> int:
    x, n = 0x123456789ABCD, 2000
    for _ in range(n):
        m = x & 0x5555555555555
        x = (x ^ (m & -m) * 3 ^ (x >> 7)) & 0xFFFFFFFFFFFFF | 1
    return n


def best(candidates: dict[str, Callable[[], int]], rounds: int = ROUNDS) -> dict[str, float]:
    """The least seconds per unit of each candidate, which returns how many units it did."""
    found = dict.fromkeys(candidates, 9.9)
    for _ in range(rounds):
        for name, candidate in candidates.items():
            began = time.process_time()
            units = candidate()
            found[name] = min(found[name], (time.process_time() - began) / units)
    return found


def over(game: Game[Any], state: State[Any]) -> bool:
    """Whether the next thing is a deal, or nothing."""
    turn = state.table.turn
    return turn == NOBODY or (turn == CHANCE and game.to_shuffle(state) == game.pack)


def any_move(game: Game[Any], state: State[Any], rng: Random) -> Move:
    table, hands, _ = state
    if table.turn < 0:
        return shuffle(game, state, rng)
    return rng.choice(game.legal_moves(table, hands[table.turn]))


def measure(key: str, options: str) -> dict[str, object]:
    game, rng = GAMES[key].from_options(options), Random(1)
    start = game.start()
    dealt: list[tuple[State[Any], list[Move]]] = []
    for _ in range(DEALS):
        first = state = game.apply(start, shuffle(game, start, rng))
        plies: list[Move] = []
        while not over(game, state):
            plies.append(any_move(game, state, rng))
            state = game.apply(state, plies[-1])
        dealt.append((first, plies))
    count = sum(len(plies) for _, plies in dealt)

    def ply() -> int:
        for state, plies in dealt:
            for move in plies:
                table, hands, _ = state
                if table.turn >= 0:
                    game.legal_moves(table, hands[table.turn])
                state = game.apply(state, move)
        return count

    def replay() -> int:
        for state, plies in dealt:
            for move in plies:
                state = game.apply(state, move)
        return count

    def deal() -> int:
        for _ in range(DEALS):
            game.apply(start, shuffle(game, start, rng))
        return DEALS

    def playout() -> int:
        for _ in range(DEALS):
            play(game, game.apply(start, shuffle(game, start, rng)), rng)
        return DEALS

    seconds = best(
        {"cu": calibrate, "ply": ply, "replay": replay, "deal": deal, "playout": playout}
    )
    cu = seconds.pop("cu")
    line: dict[str, object] = {"game": key, "options": options, "cu_ns": round(cu * 1e9, 1)}
    for name, value in seconds.items():
        line |= {f"{name}_us": round(value * 1e6, 3), f"{name}_cu": round(value / cu, 2)}
    line |= {"plies": count / DEALS, "playouts_per_s": round(1 / seconds["playout"])}
    return line | measure_matches(game, rng)


def measure_matches(game: Game[Any], rng: Random) -> dict[str, float]:
    """How long the log of a whole random match takes, as a view replays it."""
    logs = []
    for _ in range(MATCHES):
        state, plies = game.start(), []
        while state.table.turn != NOBODY:
            plies.append(any_move(game, state, rng))
            state = game.apply(state, plies[-1])
        logs.append(plies)

    def whole() -> int:
        for plies in logs:
            replay_match(game, plies)
        return MATCHES

    seconds = best({"match": whole})["match"]
    plies_of_all = sum(map(len, logs))
    return {"match_plies": plies_of_all / MATCHES, "match_ms": round(seconds * 1e3, 2)}


def play(game: Game[Any], state: State[Any], rng: Random) -> None:
    random_number = rng.random
    while True:
        table, hands, _ = state
        while table.turn >= 0:
            moves = game.legal_moves(table, hands[table.turn])
            table, hands, _ = state = game.apply(state, moves[int(random_number() * len(moves))])
        if over(game, state):
            return
        state = game.apply(state, shuffle(game, state, rng))


if __name__ == "__main__":
    for words in sys.argv[1:] or USUAL:
        key, _, options = words.partition(":")
        print(json.dumps(measure(key, options)), flush=True)
