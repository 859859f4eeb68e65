"""The command line: ``python3 -m games.engine legal|check|replay|random|bench``.

Exit codes: 0 as expected; 1 a position or record was read and found wrong; 2 it could not be read.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from . import GAMES, position
from .chance import shuffle
from .game import (
    CHANCE,
    NOBODY,
    Game,
    IllegalMove,
    InvalidMove,
    Move,
    OptionError,
    PositionError,
    Seat,
    State,
)
from .record import Record, RecordError, result


def main() -> int:
    """Run the command that the arguments name; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python3 -m games.engine", description="The rules engine")
    commands = parser.add_subparsers(required=True)
    for run, help_text in ((legal, "list the legal moves"), (check, "compare them with legal:")):
        command = commands.add_parser(run.__name__, help=f"{help_text} of each position")
        command.add_argument("files", nargs="+", metavar="FILE", help="- is the standard input")
        command.set_defaults(run=run)
    command = commands.add_parser("replay", help="check a record ply by ply")
    command.add_argument("--legal", action="store_true", help="also list the moves of each ply")
    command.add_argument("file", metavar="FILE", help="- is the standard input")
    command.set_defaults(run=replay)
    for_random = commands.add_parser("random", help="write records of random legal play")
    for_random.add_argument("--seed", type=int)
    for_random.add_argument("--count", type=int, default=1)
    for_random.set_defaults(run=random)
    for_bench = commands.add_parser("bench", help="measure random play, one deal a playout")
    for_bench.add_argument("--seconds", type=float, default=2.0)
    for_bench.set_defaults(run=bench)
    for command in (for_random, for_bench):
        command.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
        command.add_argument("--options", default="", help='such as "seats=3 ace=high"')
    arguments = parser.parse_args()
    try:
        code: int = arguments.run(arguments)
    except OptionError as error:
        parser.error(str(error))
    return code


def legal(arguments: argparse.Namespace) -> int:
    """Print the legal moves of each position."""
    code = 0
    for label, place in _positions(arguments.files):
        if place is None:
            code = 2
        else:
            print(label + " ".join(place.legal_moves()))
    return code


def check(arguments: argparse.Namespace) -> int:
    """Print both sets wherever the legal moves are not the expected ones."""
    code = 0
    for label, place in _positions(arguments.files):
        if place is None:
            code = 2
        elif place.expected is not None and place.expected != set(place.legal_moves()):
            expected = sorted(place.expected)
            print(f"{label}expected {' '.join(expected)}; legal {' '.join(place.legal_moves())}")
            code = max(code, 1)
    return code


def _positions(files: list[str]) -> Iterator[tuple[str, position.Position | None]]:
    """Each position with the label of its line, None where the text is none."""
    for file in files:
        label = f"{file}: " if len(files) > 1 else ""
        try:
            place = position.loads(_text(file))
        except (OSError, RecordError, PositionError) as error:
            print(f"{file}: {error}", file=sys.stderr)
            yield label, None
        else:
            yield label, place


def _text(file: str) -> str:
    """The text of a file; what is not UTF-8 stays visible as something that no rule accepts."""
    if file == "-":
        return sys.stdin.buffer.read().decode("utf-8-sig", errors="replace")
    with open(file, encoding="utf-8-sig", errors="replace") as stream:
        return stream.read()


def replay(arguments: argparse.Namespace) -> int:
    """Print how the record ends, or what is wrong with it, as one line of JSON."""
    try:
        record = Record.loads(_text(arguments.file))
    except (OSError, RecordError) as error:
        _print(error="record", why=str(error))
        return 2
    game, states = record.game, record.states()
    state = next(states)
    for ply, token in enumerate(record.plies):
        try:
            after = next(states)
        except InvalidMove:
            _print(error="invalid", ply=ply, move=token)
            return 2
        except IllegalMove:
            refused = {"ply": ply, "seat": _seat(state), "move": game.read(token)}
            _print(error="illegal", **refused, legal=_moves(game, state))
            return 1
        if arguments.legal:
            moves = {} if state.table.turn == CHANCE else {"legal": _moves(game, state)}
            _print(ply=ply, seat=_seat(state), move=game.read(token), **moves)
        state = after
    table, plies = state.table, len(record.plies)
    if table.turn == NOBODY:
        _print(over=True, plies=plies, scores=table.scores, winners=game.winners(table))
    elif table.turn == CHANCE:
        _print(over=False, plies=plies, turn=CHANCE)
    else:
        _print(over=False, plies=plies, turn=table.turn, legal=_moves(game, state))
    return 0


def _print(**line: Any) -> None:
    print(json.dumps(line))


def _seat(state: State[Any]) -> int:
    """The seat to move; chance also stands for nobody."""
    turn: Seat = state.table.turn
    return max(turn, CHANCE)


def _moves(game: Game[Any], state: State[Any]) -> list[Move]:
    turn: Seat = state.table.turn
    return game.legal_moves(state.table, state.hands[turn]) if turn >= 0 else []


def random(arguments: argparse.Namespace) -> int:
    """Print records of matches in which every seat plays any legal move."""
    game = GAMES[arguments.game].from_options(arguments.options)
    rng = Random(arguments.seed)  # noqa: S311 (the caller asks for no secret)
    for number in range(arguments.count):
        state, plies = game.start(), []
        while state.table.turn != NOBODY:
            moves = _moves(game, state)
            move = rng.choice(moves) if moves else shuffle(game, state, rng)
            state = game.apply(state, move)
            plies.append(move)
        if number:
            print("%%")
        print(Record(game, tuple(plies), {"Result": result(state)}).dumps(), end="")
    return 0


def bench(arguments: argparse.Namespace) -> int:
    """Measure random playouts on one core: a fresh deal, then any legal move to the deal's end."""
    game = GAMES[arguments.game].from_options(arguments.options)
    rng = Random()  # noqa: S311
    random_number, legal_moves, apply = rng.random, game.legal_moves, game.apply
    start, pack = game.start(), game.pack
    playouts = plies = 0
    began = time.process_time()
    while (seconds := time.process_time() - began) < arguments.seconds or not playouts:
        state = start
        while True:
            table, hands, _ = state = apply(state, shuffle(game, state, rng))
            plies += 1
            while table.turn >= 0:
                moves = legal_moves(table, hands[table.turn])
                table, hands, _ = state = apply(state, moves[int(random_number() * len(moves))])
                plies += 1
            # In the middle of a deal chance may be asked for a new stock.
            if table.turn == NOBODY or game.to_shuffle(state) == pack:
                break
        playouts += 1
    _print(
        game=game.key,
        playouts_per_s=round(playouts / seconds),
        us_per_ply=round(seconds / plies * 1e6, 3),
        plies_per_playout=round(plies / playouts, 1),
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
