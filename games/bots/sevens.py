"""The player of Sevens by sensible habits, who looks at its own hand and the table only."""

from collections.abc import Sequence
from functools import cache
from random import Random

from games.engine.cards import NAMED, Card, Cards
from games.engine.game import PASS, Move, Observation
from games.engine.sevens import Sevens, SevensTable

from .sevens_rows import rows_of

# By distance behind the card played, nearest first: how glad a seat is to bring a card of its own
# nearer, and how sorry to bring one nearer that somebody else holds. The far card of its own is
# the one it may get stuck with, the near card of another the one that helps him next. Found by
# self-play; whole numbers, so that every machine adds up the same.
FLOW = (20, 24, 29, 35, 41, 50)
HELP = (10, 5, 2, 1, 1, 0)


class SevensHabits:
    """Plays the card that brings its own hand on most and helps the others least.

    Sevens wait unless the hand holds much of their suit; cards that only help others are held
    back; aces and kings, which help nobody, go before those and after what keeps its rows going.
    """

    def choose(
        self,
        game: Sevens,
        seen: Observation[SevensTable],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        worth = worth_of(game)
        cards = [move for move in seen.moves if move != PASS]
        return max(cards, key=lambda move: worth(NAMED[move], seen.hand), default=PASS)


class Worth:
    """How glad a seat is to play a card now: ``worth(card, hand)`` for the hand that holds it.

    0 for a card that opens nothing. What waits behind a card lies there until it is played, so
    the number stays the same all through the deal. ``behind`` are the cards that wait behind each
    card, and ``known[card][hand & behind[card]]`` is the same number, for who asks very often.
    """

    def __init__(self, game: Sevens) -> None:
        beyond = rows_of(game).beyond
        self.behind: dict[Card, Cards] = {
            card: sum(map(sum, lines)) for card, lines in beyond.items()
        }
        self.known = {card: _Known(lines) for card, lines in beyond.items()}

    def __call__(self, card: Card, hand: Cards) -> int:
        return self.known[card][hand & self.behind[card]]


class _Known(dict[Cards, int]):
    """The worth of one card by what the hand holds behind it, worked out when first asked."""

    def __init__(self, lines: Sequence[Sequence[Card]]) -> None:
        super().__init__()
        self._lines = lines

    def __missing__(self, waiting: Cards) -> int:
        worth = self[waiting] = sum([_line_worth(line, waiting) for line in self._lines])
        return worth


@cache
def worth_of(game: Sevens) -> Worth:
    """The worth of the cards in this game, with what it has worked out so far."""
    return Worth(game)


def _line_worth(line: Sequence[Card], own: Cards) -> int:
    """What opening this line is worth to the holder of ``own``."""
    return sum(
        [
            flow if card & own else -help_
            for card, flow, help_ in zip(line, FLOW, HELP, strict=False)
        ]
    )
