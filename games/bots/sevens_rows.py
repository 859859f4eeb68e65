"""The rows of Sevens as masks, asked from the rules themselves so that none is written twice."""

from functools import cache
from typing import NamedTuple

from games.engine.cards import Card, Cards, each, spell
from games.engine.game import DEAL, Move
from games.engine.sevens import MOVE, Sevens, pips


class Rows(NamedTuple):
    """What the cards of a game of Sevens do to its rows.

    ``sevens``: what the rows take before any card lies.
    ``first``: what the first card of a deal must be one of: the forced card, or a seven.
    ``opens``: for each card what the rows take next once it lies.
    ``beyond``: for each card the cards that wait behind it, nearest first; one line for each end
    of a row that the card opens or carries on, so two for a seven, none for an ace or king.
    ``pips``: what each card counts if it is left in a hand.
    """

    sevens: Cards
    first: Cards
    opens: dict[Card, Cards]
    beyond: dict[Card, tuple[tuple[Card, ...], ...]]
    pips: dict[Card, int]


@cache
def rows_of(game: Sevens) -> Rows:
    """The rows of this game, worked out once."""
    sevens = game.start().table.takes
    dealt = game.apply(game.start(), Move(DEAL + spell(each(game.pack))))
    opens = {}
    for card in each(game.pack):
        # The card is put in the place of all that the rows take, in a hand that is not emptied.
        table = dealt.table._replace(turn=0, takes=card)
        laid = dealt._replace(table=table, hands=(game.pack, *dealt.hands[1:]))
        opens[card] = game.apply(laid, MOVE[card]).table.takes
    beyond = {
        card: tuple([_line(following, opens) for following in each(opens[card])]) for card in opens
    }
    first = sum(dealt.table.shown) or sevens
    return Rows(sevens, first, opens, beyond, {card: pips(card) for card in opens})


def _line(card: Card, opens: dict[Card, Cards]) -> tuple[Card, ...]:
    """The card, which is no seven, and all that lie behind it."""
    line = []
    while card:
        line.append(card)
        card = opens[card]
    return tuple(line)
