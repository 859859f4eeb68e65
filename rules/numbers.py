"""The numbers of the engine that stand in the text, so that prose and play cannot drift apart.

A page writes ``{{name}}`` or ``{{name:argument}}``. Known on every page of a game is each option,
which gives its default: ``{{target}}``. A game may add names of its own.
"""

import re
from collections.abc import Callable, Mapping

from games.engine import GAMES
from games.engine.cards import RANKS, read_cards, spell
from games.engine.game import DEAL, observe, parse
from games.engine.sevens import Sevens, pips

PLACE = re.compile(r"\{\{(\w+)(?::(\w+))?\}\}")


def fill(slug: str, text: str) -> str:
    """The text of the page with the engine's numbers in their places.

    Raises LookupError for a name that the page's game does not know.
    """
    options = GAMES[slug]().options() if slug in GAMES else {}
    own = OWN.get(slug, {})

    def number(place: re.Match[str]) -> str:
        name, argument = place.groups()
        return own[name](argument) if name in own else options[name]

    return PLACE.sub(number, text)


def _hands(seats: str, deck: int = 52) -> str:
    """What each seat is dealt, in the order of dealing: ``11 · 11 · 10 · 10 · 10``."""
    ace = "low" if deck == 52 else "high"
    # Where the seat left of the dealer also leads, the seats are in the order of dealing.
    game = Sevens.from_options(f"seats={seats} deck={deck} ace={ace} start=left_any_seven")
    undealt = game.start()
    cards = game.in_order(game.to_shuffle(undealt))
    dealt = game.apply(undealt, parse(game, undealt, DEAL + spell(cards)))
    sizes = observe(game, dealt, None).sizes
    return "\u00a0· ".join(map(str, sizes[dealt.table.turn :] + sizes[: dealt.table.turn]))


def _deal_rows(_: str | None) -> str:
    """The rows of the deal table: seats, hands from the full pack, hands from the short one."""
    return "\n".join(f"| {n} | {_hands(str(n))} | {_hands(str(n), 32)} |" for n in range(2, 9))


def _value(rank: str) -> str:
    """The penalty for a card of this rank, one of ``A23456789TJQK``, left in hand."""
    if rank not in RANKS:
        raise LookupError(f"{rank} is no rank.")
    return str(pips(sum(read_cards(f"{rank}c"))))


OWN: Mapping[str, Mapping[str, Callable[[str], str]]] = {
    "sevens": {"deal_rows": _deal_rows, "hands": _hands, "value": _value},
    # Known by heart until the engine plays these two.
    "rummy-500": {
        "deal_rows": lambda _: "| 2 | 10 | 1 | 31 |\n| 3 | 7 | 1 | 30 |\n| 4 | 7 | 1 | 23 |",
        "hands": lambda seats: "10" if seats == "2" else "7",
        "value": lambda rank: "15" if rank == "A" else "10",
        "target": lambda _: "500",
        "max_rounds": lambda _: "40",
    },
    "pis-yedili": {
        "deal_rows": lambda _: "| 2 | 1 | 7 | 38 |\n| 3 | 1 | 7 | 31 |\n| 4 | 1 | 7 | 24 |",
        "hands": lambda _: "7",
        "value": lambda rank: {"J": "25", "7": "20", "A": "15"}.get(rank or "", "10"),
        "chain": lambda sevens: str(3 * int(sevens or 1)),
        "per_seven": lambda _: "3",
        "rounds": lambda _: "4",
        "mult_seven": lambda _: "3",
        "mult_jack": lambda _: "2",
    },
}
