"""Play the engine and the slow rulebook of a game side by side and stop at the first difference.

The suite does it for some twenty thousand plies a game; for a million, from the root of the
repository:

    python3 -m tests.engine.compare rummy-500 --plies 1000000
"""

import argparse
from collections.abc import Callable
from random import Random

from tests.engine import compare_rummy500, compare_sevens, slow_pis_yedili

# By game what draws options, and what plays one match of them at random in both: it returns the
# plies, and raises AssertionError if they differ.
RULEBOOKS: dict[str, tuple[Callable[[Random], str], Callable[[str, Random], int]]] = {
    "sevens": (compare_sevens.any_options, compare_sevens.compare),
    "rummy-500": (compare_rummy500.any_options, compare_rummy500.compare),
    "pis-yedili": (slow_pis_yedili.any_options, slow_pis_yedili.compare),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=RULEBOOKS, metavar="GAME", help=", ".join(RULEBOOKS))
    parser.add_argument("--plies", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    any_options, compare = RULEBOOKS[arguments.game]
    rng = Random(arguments.seed)
    plies = matches = 0
    while plies < arguments.plies:
        options = any_options(rng)
        try:
            plies += compare(options, rng)
        except AssertionError as error:
            raise SystemExit(f"They differ after {plies} plies, with {options}.") from error
        matches += 1
    print(f"{plies} plies of {matches} matches: no difference.")


if __name__ == "__main__":
    main()
