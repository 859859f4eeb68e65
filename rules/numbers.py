"""The numbers of the engine that stand in the text, so that prose and play cannot drift apart.

A page writes ``{{name}}`` or ``{{name:argument}}``. Known on every page of a game is each option of
the rules it is read under: ``{{target}}``. A game may add names of its own.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from games.engine import pis_yedili
from games.engine.cards import NAMED, RANKS, Cards, read_cards, spell
from games.engine.game import DEAL, Game, State, observe, parse
from games.engine.pis_yedili import PisYedili, points
from games.engine.rummy500 import MOST_TURNS, Rummy500
from games.engine.sevens import Sevens, pips

PLACE = re.compile(r"\{\{(\w+)(?::(\w+))?\}\}")


def fill(text: str, game: Game[Any] | None) -> str:
    """The text of a page with the numbers of this game in their places.

    Raises LookupError for a name that the game does not know; without a game none is known.
    """
    options = game.options() if game else {}
    own = OWN.get(game.key, {}) if game else {}

    def number(place: re.Match[str]) -> str:
        name, argument = place.groups()
        return own[name](game, argument) if name in own else options[name]

    return PLACE.sub(number, text)


def _dealt(game: Game[Any], **options: Any) -> State[Any]:
    """The state after the first deal of a pack in order, with these options changed."""
    game = replace(game, **options)
    undealt = game.start()
    cards = game.in_order(game.to_shuffle(undealt))
    return game.apply(undealt, parse(game, undealt, DEAL + spell(cards)))


def _rank(rank: str) -> Cards:
    """One card of the rank, one of ``A23456789TJQK``."""
    if rank not in RANKS:
        raise LookupError(f"{rank} is no rank.")
    return NAMED[f"{rank}c"]


def _sevens_hands(game: Sevens, seats: str, deck: int = 0) -> str:
    """What each seat is dealt of this pack, else of the game's, in the order of dealing.

    It looks so: ``11 · 11 · 10 · 10 · 10``.
    """
    pack = deck or game.deck
    # Where the seat left of the dealer also leads, the seats are in the order of dealing.
    rules = Sevens.from_options(
        f"seats={seats} deck={pack} ace=high start=left_any_seven"
        f" center_rank={9 if pack == 36 else 7}"
    )
    dealt = _dealt(rules)
    sizes = observe(rules, dealt, None).sizes
    return "\u00a0· ".join(map(str, sizes[dealt.table.turn :] + sizes[: dealt.table.turn]))


def _sevens_deals(game: Sevens, _: str | None) -> str:
    """The rows of the deal table: seats, hands from the full pack, hands from the short one."""
    return "\n".join(
        f"| {n} | {_sevens_hands(game, str(n), 52)} | {_sevens_hands(game, str(n), 32)} |"
        for n in Sevens.SEATS
    )


def _sevens_planned(game: Sevens, _: str | None) -> str:
    """How many deals a match has that does not go on until somebody has enough points."""
    return str(game.rounds or (game.seats if game.scoring == "chips" else 1))


def _rummy_hand(game: Game[Any], seats: str) -> str:
    """How many cards each of so many seats is dealt."""
    return str(_dealt(game, seats=int(seats)).hands[0].bit_count())


def _rummy_deals(game: Game[Any], _: str | None) -> str:
    """The rows of the deal table: seats, cards in each hand, in the pile, in the stock."""
    rows = []
    for seats in Rummy500.SEATS:
        table, hands, stock = _dealt(game, seats=seats)
        hand = hands[0].bit_count()
        rows.append(f"| {seats} | {hand} | {len(table.pile)} | {len(stock)} |")
    return "\n".join(rows)


def _rummy_score(game: Game[Any], cards: str) -> str:
    """What a round brings by the cards laid and, after a ``_``, those left in the hand.

    ``9s_Kc`` is ``9 − 10 = −1``. Aces are not at the low end of a run.
    """
    laid, held = [game.value(sum(read_cards(part))) for part in cards.split("_")]
    return f"{laid} − {held} = {laid - held}".replace("-", "−")


def _pis_yedili_deals(game: Game[Any], _: str | None) -> str:
    """The rows of the deal table: seats, packs, cards in each hand, cards in the stock."""
    rows = []
    for seats in PisYedili.SEATS:
        if game.decks == 1 and seats * pis_yedili.HAND > 52:
            break
        _, hands, stock = _dealt(game, seats=seats)
        hand = hands[0].bit_count()
        packs = (hand * seats + len(stock)) // 52
        rows.append(f"| {seats} | {packs} | {hand} | {len(stock)} |")
    return "\n".join(rows)


OWN: Mapping[str, Mapping[str, Callable[[Any, Any], str]]] = {
    "sevens": {
        "deal_rows": _sevens_deals,
        "deals": _sevens_planned,
        "hands": _sevens_hands,
        "value": lambda game, rank: str(pips(_rank(rank))),
    },
    "pis-yedili": {
        "by_jack": lambda game, held: str(int(held) * game.mult_jack),
        "by_seven": lambda game, held: str(int(held) * game.mult_seven),
        "chain": lambda game, sevens: str(int(sevens) * game.per_seven),
        "deal_rows": _pis_yedili_deals,
        "extra": lambda game, _: str(pis_yedili.EXTRA_DEALS),
        "hand": lambda game, _: str(pis_yedili.HAND),
        "most_turns": lambda game, _: str(pis_yedili.MOST_TURNS),
        "value": lambda game, rank: str(points(_rank(rank))),
    },
    "rummy-500": {
        "deal_rows": _rummy_deals,
        "hands": _rummy_hand,
        "most_turns": lambda game, _: str(MOST_TURNS),
        "score": _rummy_score,
        "sum": lambda game, cards: str(game.value(sum(read_cards(cards)))),
        "value": lambda game, rank: str(game.value(_rank(rank))),
    },
}
