"""How strong and how quick the bots are, over paired deals.

    python3 tests/bench/bots.py LEVEL OTHERS DEALS [OPTIONS …]    such as: expert easy 500 seats=3

One seat plays LEVEL, all others OTHERS, and each deal is played once from every seat, so the luck
of the cards cancels out. It prints a line of JSON: the matches played, the share of them that
LEVEL won, with half the width of its 95 % interval (from the spread between deals), and for both
levels the milliseconds of processor time a decision with a choice took: mean and 99th percentile.
"""

import json
import sys
import time
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import mean, stdev

sys.path.insert(0, str(Path(__file__).parents[2]))

from games.bots.levels import choose
from games.engine.chance import shuffle
from games.engine.game import CHANCE, NOBODY, observe
from games.engine.record import Record
from games.engine.sevens import Sevens

Times = dict[str, list[float]]


def play(game: Sevens, levels: list[str], seed: int, times: Times) -> tuple[int, ...]:
    """The winners of one match whose deals follow from the seed, whatever is played."""
    state, plies = game.start(), list[str]()
    dealer, rng = Random(seed), Random(seed + 1)
    while state.table.turn != NOBODY:
        turn = state.table.turn
        if turn == CHANCE:
            move = shuffle(game, state, dealer)
        else:
            seen, heard = observe(game, state, turn), Record(game, tuple(plies)).seen_by(turn)
            began = time.process_time()
            move = choose(levels[turn], game, seen, heard, rng)
            if len(seen.moves) > 1:
                times[levels[turn]].append(1000 * (time.process_time() - began))
        plies.append(move)
        state = game.apply(state, move)
    return game.winners(state.table)


def measure(level: str, others: str, deals: int, options: str) -> dict[str, object]:
    game, times = Sevens.from_options(options), defaultdict[str, list[float]](list)
    shares = []
    for number in range(deals):
        won = 0.0
        for seat in range(game.seats):
            levels = [level if at == seat else others for at in range(game.seats)]
            winners = play(game, levels, 1000 * number, times)
            won += (seat in winners) / len(winners)
        shares.append(won / game.seats)
    return {
        "level": level,
        "others": others,
        "options": options,
        "deals": deals,
        "matches": deals * game.seats,
        "share": round(mean(shares), 4),
        "within": round(1.96 * stdev(shares) / deals**0.5, 4),
        "ms": {name: round(mean(spent), 3) for name, spent in times.items()},
        "ms_p99": {
            name: round(sorted(spent)[len(spent) * 99 // 100], 3) for name, spent in times.items()
        },
    }


def late(spent: list[float]) -> float:
    """The 99th percentile."""
    return sorted(spent)[len(spent) * 99 // 100]


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], sys.argv[2], int(sys.argv[3]), " ".join(sys.argv[4:]))))
