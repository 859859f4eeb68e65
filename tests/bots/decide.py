"""What each level plays, with its real budget, in some positions of every game.

    python3 -m tests.bots.decide > tests/bots/decisions.txt

The standard library is all that it needs, so that any Python can be asked, the browser's too. The
file keeps the answers, which are the same on every machine until a bot or a budget changes:
CPython 3.11 and Pyodide with Python 3.12 and 3.14 gave them (2026-12-01).
"""

from collections.abc import Iterator
from itertools import islice
from random import Random

from games.bots.levels import LEVELS, choose
from tests.bots.matches import game_of, match

MATCHES = [
    ("sevens", ""),
    ("sevens", "seats=3"),
    ("sevens", "preset=international target=12"),
    ("sevens", "preset=chips seats=3 rounds=1"),
    ("rummy-500", "max_rounds=1"),
    ("rummy-500", "seats=2 max_rounds=1"),
    ("rummy-500", "seats=3 max_rounds=1 stock_out=discard_only go_out=must_discard"),
    ("pis-yedili", "rounds=1"),
    ("pis-yedili", "seats=2 rounds=2"),
    ("pis-yedili", "preset=turkish seats=3 rounds=1"),
    ("pis-yedili", "seats=6 rounds=1"),
]
SEED, FIRST, EVERY = 11, 5, 7


def decisions() -> Iterator[str]:
    """A line for each position: the match, the ply, and by level the move."""
    for key, options in MATCHES:
        game = game_of(key, options)
        seats = [list(LEVELS)[seat % 2] for seat in range(game.seats)]
        for spot in islice(match(game, seats, Random(SEED)), FIRST, None, EVERY):
            heard = spot.heard(game)
            moves = [
                f"{level}={choose(level, game, spot.seen, heard, Random(SEED))}" for level in LEVELS
            ]
            yield f"{key} [{options}] {len(spot.plies)}: {' '.join(moves)}"


if __name__ == "__main__":
    print(*decisions(), sep="\n")
