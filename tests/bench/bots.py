"""How strong and how quick the bots are, over paired deals.

    python3 tests/bench/bots.py GAME LEVEL OTHERS DEALS [OPTIONS …]
                                 such as: sevens expert easy 500 seats=3

One seat plays LEVEL, all others OTHERS, and each match is played once from every seat with the
same deals, so the luck of the cards cancels out. DEALS says how many such matches, or from which
to which: 20-40 are the twenty that follow those of 20. It prints a line of JSON: the matches
played, the share of them that LEVEL won (of a draw its part), with half the width of its 95 %
interval (from the spread between deals), the share that it won alone, and for both levels the
milliseconds of processor time a decision with a choice took: mean and 99th percentile.
"""

import json
import sys
import time
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from games.bots.levels import LEVELS, choose
from games.engine import GAMES
from games.engine.chance import shuffle
from games.engine.game import CHANCE, NOBODY, Game, observe
from games.engine.record import Record

Times = dict[str, list[float]]


def play(game: Game[Any], levels: list[str], seed: int, times: Times) -> tuple[int, ...]:
    """The winners of one match whose deals follow from the seed, whatever is played."""
    state, plies = game.start(), list[str]()
    dealer, rng = Random(seed), Random(seed + 1)
    while state.table.turn != NOBODY:
        turn = state.table.turn
        if turn == CHANCE:
            move = shuffle(game, state, dealer)
        else:
            seen, heard = observe(game, state, turn), tuple[str, ...]()
            # To work out what the seat heard takes long, and who does not search asks for none.
            if LEVELS[levels[turn]][game.key].playouts:
                heard = Record(game, tuple(plies)).seen_by(turn)
            began = time.process_time()
            move = choose(levels[turn], game, seen, heard, rng)
            if len(seen.moves) > 1:
                times[levels[turn]].append(1000 * (time.process_time() - began))
        plies.append(move)
        state = game.apply(state, move)
    return game.winners(state.table)


def measure(key: str, level: str, others: str, deals: range, options: str) -> dict[str, object]:
    game, times = GAMES[key].from_options(options), defaultdict[str, list[float]](list)
    shares, alone = list[float](), 0
    for number in deals:
        won = 0.0
        for seat in range(game.seats):
            levels = [level if at == seat else others for at in range(game.seats)]
            winners = play(game, levels, 1000 * number, times)
            won += (seat in winners) / len(winners)
            alone += winners == (seat,)
        shares.append(won / game.seats)
    return {
        "game": key,
        "level": level,
        "others": others,
        "options": options,
        "deals": len(deals),
        "matches": len(deals) * game.seats,
        "share": round(mean(shares), 4),
        "within": round(1.96 * stdev(shares) / len(deals) ** 0.5, 4),
        "alone": round(alone / (len(deals) * game.seats), 4),
        "ms": {name: round(mean(spent), 3) for name, spent in times.items()},
        "ms_p99": {name: round(late(spent), 3) for name, spent in times.items()},
    }


def late(spent: list[float]) -> float:
    """The 99th percentile."""
    return sorted(spent)[len(spent) * 99 // 100]


if __name__ == "__main__":
    key, level, others, deals, *options = sys.argv[1:]
    numbers = range(*map(int, deals.split("-")))
    print(json.dumps(measure(key, level, others, numbers, " ".join(options))))
