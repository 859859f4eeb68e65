"""How fast the rules engine is, in microseconds and in calibration units.

    python3 tests/bench/engine.py [OPTIONS …]      such as "preset=chips seats=3"; none: quick

It prints a line of JSON for each set of options:

* ``ply``: legal moves and apply through the public interface, along recorded random deals;
* ``replay``: apply alone, as a view replays the log of a match;
* ``deal``: a shuffle and the deal applied;
* ``playout``: deal and random play to the end of the deal, as ``bench`` of the command line.

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
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from games.engine.chance import shuffle
from games.engine.game import Move, State
from games.engine.sevens import Sevens, SevensTable

ROUNDS = 60


def calibrate() -> int:
    x, n = 0x123456789ABCD, 2000
    for _ in range(n):
        m = x & 0x5555555555555
        x = (x ^ (m & -m) * 3 ^ (x >> 7)) & 0xFFFFFFFFFFFFF | 1
    return n


def best(candidates: dict[str, Callable[[], int]]) -> dict[str, float]:
    """The least seconds per unit of each candidate, which returns how many units it did."""
    found = dict.fromkeys(candidates, 9.9)
    for _ in range(ROUNDS):
        for name, candidate in candidates.items():
            began = time.process_time()
            units = candidate()
            found[name] = min(found[name], (time.process_time() - began) / units)
    return found


def measure(options: str) -> dict[str, object]:
    game, rng = Sevens.from_options(options), Random(1)
    start = game.start()
    deals: list[list[Move]] = []
    for _ in range(10):
        plies = [shuffle(game, start, rng)]
        state = game.apply(start, plies[0])
        while state.table.turn >= 0:
            plies.append(rng.choice(game.legal_moves(state.table, state.hands[state.table.turn])))
            state = game.apply(state, plies[-1])
        deals.append(plies)
    dealt = [(game.apply(start, plies[0]), plies[1:]) for plies in deals]
    count = sum(len(plies) for _, plies in dealt)

    def ply() -> int:
        for state, plies in dealt:
            for move in plies:
                table, hands, _ = state
                game.legal_moves(table, hands[table.turn])
                state = game.apply(state, move)
        return count

    def replay() -> int:
        for state, plies in dealt:
            for move in plies:
                state = game.apply(state, move)
        return count

    def deal() -> int:
        for _ in range(10):
            game.apply(start, shuffle(game, start, rng))
        return 10

    def playout() -> int:
        for _ in range(10):
            play(game, game.apply(start, shuffle(game, start, rng)), rng)
        return 10

    seconds = best(
        {"cu": calibrate, "ply": ply, "replay": replay, "deal": deal, "playout": playout}
    )
    cu = seconds.pop("cu")
    line: dict[str, object] = {"options": options or "quick", "cu_ns": round(cu * 1e9, 1)}
    for name, value in seconds.items():
        line |= {f"{name}_us": round(value * 1e6, 3), f"{name}_cu": round(value / cu, 2)}
    return line | {"plies": count / 10, "playouts_per_s": round(1 / seconds["playout"])}


def play(game: Sevens, state: State[SevensTable], rng: Random) -> None:
    random_number = rng.random
    table, hands, _ = state
    while table.turn >= 0:
        moves = game.legal_moves(table, hands[table.turn])
        table, hands, _ = state = game.apply(state, moves[int(random_number() * len(moves))])


if __name__ == "__main__":
    for words in sys.argv[1:] or ["", "preset=chips"]:
        print(json.dumps(measure(words)))
