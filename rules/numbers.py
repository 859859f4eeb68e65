"""The numbers of the engine that stand in the text, so that prose and play cannot drift apart.

A page writes ``{{name}}`` or ``{{name:argument}}``. Known on every page of a game is each option,
which gives its default: ``{{target}}``. A game may add names of its own.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from games.engine import GAMES
from games.engine.cards import NAMED, RANKS, Cards, spell
from games.engine.game import DEAL, Game, State, observe, parse
from games.engine.pis_yedili import PisYedili, points
from games.engine.rummy500 import Rummy500
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


def _dealt(game: Game[Any]) -> State[Any]:
    """The state after the first deal of a pack in order."""
    undealt = game.start()
    cards = game.in_order(game.to_shuffle(undealt))
    return game.apply(undealt, parse(game, undealt, DEAL + spell(cards)))


def _value(count: Callable[[Cards], int]) -> Callable[[str], str]:
    """The name that tells what a card of a rank counts in hand, one of ``A23456789TJQK``."""

    def value(rank: str) -> str:
        if rank not in RANKS:
            raise LookupError(f"{rank} is no rank.")
        return str(count(NAMED[f"{rank}c"]))

    return value


def _sevens_hands(seats: str, deck: int = 52) -> str:
    """What each seat is dealt, in the order of dealing: ``11 · 11 · 10 · 10 · 10``."""
    ace = "low" if deck == 52 else "high"
    # Where the seat left of the dealer also leads, the seats are in the order of dealing.
    game = Sevens.from_options(f"seats={seats} deck={deck} ace={ace} start=left_any_seven")
    dealt = _dealt(game)
    sizes = observe(game, dealt, None).sizes
    return "\u00a0· ".join(map(str, sizes[dealt.table.turn :] + sizes[: dealt.table.turn]))


def _sevens_deals(_: str | None) -> str:
    """The rows of the deal table: seats, hands from the full pack, hands from the short one."""
    return "\n".join(
        f"| {n} | {_sevens_hands(str(n))} | {_sevens_hands(str(n), 32)} |" for n in Sevens.SEATS
    )


def _rummy_hand(seats: str) -> str:
    """How many cards each of so many seats is dealt."""
    return str(_dealt(Rummy500(int(seats))).hands[0].bit_count())


def _rummy_deals(_: str | None) -> str:
    """The rows of the deal table: seats, cards in each hand, in the pile, in the stock."""
    rows = []
    for seats in Rummy500.SEATS:
        table, hands, stock = _dealt(Rummy500(seats))
        hand = hands[0].bit_count()
        rows.append(f"| {seats} | {hand} | {len(table.pile)} | {len(stock)} |")
    return "\n".join(rows)


def _pis_yedili_deals(_: str | None) -> str:
    """The rows of the deal table: seats, packs, cards in each hand, cards in the stock."""
    rows = []
    for seats in PisYedili.SEATS:
        game = PisYedili(seats)
        _, hands, stock = _dealt(game)
        packs, hand = game.pack.bit_count() // 52, hands[0].bit_count()
        rows.append(f"| {seats} | {packs} | {hand} | {len(stock)} |")
    return "\n".join(rows)


def _chain(sevens: str) -> str:
    """How many cards so many sevens in a row make the next player take."""
    return str(int(sevens) * PisYedili().per_seven)


OWN: Mapping[str, Mapping[str, Callable[[str], str]]] = {
    "sevens": {"deal_rows": _sevens_deals, "hands": _sevens_hands, "value": _value(pips)},
    "pis-yedili": {"deal_rows": _pis_yedili_deals, "chain": _chain, "value": _value(points)},
    "rummy-500": {
        "deal_rows": _rummy_deals,
        "hands": _rummy_hand,
        "value": _value(Rummy500().value),
    },
}
