"""The rules that a reader chose in the address of a page, and the text that holds under them.

Lines of a page between ``::: ace=high`` and ``:::`` hold only under that option: several conditions
must all hold, ``|`` stands between values, ``!=`` denies. They are cut before anything else reads
the page, so they may be rows of a table as well as paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

from games.engine.game import Game, OptionError

# What it costs to change an option that the reader chose, against 1 for one that he did not.
KEPT, LATEST = 2, 100

CONDITION = re.compile(r"(\w+)(!?=)(\S+)")


class Chosen(NamedTuple):
    """The rules that a page is read under.

    ``odd``: options of which the address asked for what cannot be; ``along``: those that had to
    change for the others.
    """

    game: Game[Any]
    odd: tuple[str, ...] = ()
    along: tuple[str, ...] = ()


def read(
    rules: type[Game[Any]],
    asked: Mapping[str, str],
    latest: str = "",
    may_be: Callable[[str, str], bool] = lambda name, value: True,
) -> Chosen:
    """The game that options in an address ask for, or the nearest that can be played.

    ``asked`` may name anything, known or not; ``preset`` gives its options before the others.
    ``latest``: the option that the reader has just chosen, which is the last to be given up.
    ``may_be``: whether a reader may give an option this value, which is one that it can have.
    """
    usual = rules().options()
    preset = rules.PRESETS.get(asked.get("preset", ""), {})
    odd = [] if preset or "preset" not in asked else ["preset"]
    given = {name: asked[name] for name in usual if name in asked}
    odd += [
        name
        for name, value in given.items()
        if not _possible(rules, name, value) or not may_be(name, value)
    ]
    wanted = usual | {name: str(value) for name, value in preset.items()}
    wanted |= {name: value for name, value in given.items() if name not in odd}
    cost = {name: KEPT for name, value in wanted.items() if value != usual[name]} | {latest: LATEST}
    game = _nearest(rules, wanted, cost)
    options = game.options()
    along = [name for name, value in wanted.items() if value != options[name]]
    return Chosen(game, tuple(odd), tuple(along))


def _possible(rules: type[Game[Any]], name: str, value: str) -> bool:
    """Whether an option can have this value at all, with others or alone."""
    if value.split() != [value]:
        return False
    try:
        rules.from_options(f"{name}={value}")
    except OptionError as error:
        return len(error.options) > 1
    return True


def _nearest(rules: type[Game[Any]], wanted: dict[str, str], cost: Mapping[str, int]) -> Game[Any]:
    """The game of these options, or the one to which the changes cost least."""
    order = count()  # of two that cost the same, the one found first
    waiting, seen = [(0, next(order), wanted)], [wanted]
    while waiting:
        paid, _, values = heappop(waiting)
        try:
            return rules.from_options(" ".join(f"{name}={value}" for name, value in values.items()))
        except OptionError as error:
            for name in error.options:
                for value in _others(rules, name):
                    changed = {**values, name: value}
                    if changed not in seen:
                        heappush(waiting, (paid + cost.get(name, 1), next(order), changed))
                        seen.append(changed)
    raise AssertionError("the usual rules can be played, and lead there")


def _others(rules: type[Game[Any]], name: str) -> list[str]:
    """The values that an option may be changed to, the usual one first."""
    usual = rules().options()[name]
    return [usual, *(value for value in rules.choices()[name] if value != usual)]


def keep(text: str, game: Game[Any] | None) -> str:
    """The lines of a page that hold under the rules of the game.

    Raises ValueError for a block that is not closed or nested, and LookupError for a condition on
    what is no option, or no value of one.
    """
    return "".join(_kept(text.splitlines(keepends=True), game))


def _kept(lines: list[str], game: Game[Any] | None) -> Iterator[str]:
    inside, holds = False, True
    for line in lines:
        if not line.startswith(":::"):
            if holds:
                yield line
            continue
        conditions = line[3:].strip()
        if inside == bool(conditions):
            raise ValueError(f"A block is nested or was never opened: {line.strip()}")
        inside = bool(conditions)
        holds = all(_holds(condition, game) for condition in conditions.split())
    if inside:
        raise ValueError("A block is not closed.")


def _holds(condition: str, game: Game[Any] | None) -> bool:
    parts = CONDITION.fullmatch(condition)
    if game is None or parts is None:
        raise LookupError(f"{condition} is no condition on the rules of this page.")
    name, sign, values = parts.groups()
    for value in values.split("|"):
        if not _possible(type(game), name, value):
            raise LookupError(f"{condition}: {value} is no value of {name}.")
    return (game.options()[name] in values.split("|")) == (sign == "=")
