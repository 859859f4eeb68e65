"""The command line: ``python3 -m games.bots arena``.

Exit codes: 0 as expected; 2 the arguments cannot be.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from games.engine import GAMES
from games.engine.game import OptionError

from .arena import PLAYERS, measure


def main() -> int:
    """Run the command that the arguments name; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python3 -m games.bots", description="The bots")
    commands = parser.add_subparsers(required=True)
    arena = commands.add_parser("arena", help="let players play each other and print how they fare")
    arena.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    arena.add_argument(
        "--seats", type=_players, required=True, help=f"one of {', '.join(PLAYERS)} for each seat"
    )
    arena.add_argument("--matches", type=_positive, required=True)
    arena.add_argument("--seed", type=int, required=True)
    arena.add_argument("--options", default="", help='such as "rounds=1", without seats')
    arena.add_argument("--processes", type=_positive, default=0, help="default: one a core")
    arena.add_argument("--into", type=Path, help="also keep the result in this file of results")
    arguments = parser.parse_args()
    try:
        result = measure(
            arguments.game,
            arguments.seats,
            arguments.matches,
            arguments.seed,
            arguments.options,
            arguments.processes,
        )
    except OptionError as error:
        parser.error(str(error))
    print(json.dumps(result, allow_nan=False))
    if arguments.into:
        keep(result, arguments.into)
    return 0


def keep(result: dict[str, Any], path: Path) -> None:
    """Put the result into the file, in place of an earlier one of the same players and options."""
    results = json.loads(path.read_text()) if path.exists() else []
    same = ("game", "options", "players")
    results = [old for old in results if any(old[name] != result[name] for name in same)]
    results = sorted([*results, result], key=lambda each: [each[name] for name in same])
    path.write_text(json.dumps(results, indent=1) + "\n")


def _players(text: str) -> list[str]:
    players = text.split(",")
    for player in players:
        if player not in PLAYERS:
            raise argparse.ArgumentTypeError(f"{player!r} is none of {', '.join(PLAYERS)}")
    return players


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("it must be at least 1")
    return number


if __name__ == "__main__":
    sys.exit(main())
