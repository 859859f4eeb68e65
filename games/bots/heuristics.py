"""Players that look at their own hand and the table only: chance, and sensible habits."""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

from games.engine.cards import NAMED, Card, Cards
from games.engine.game import PASS, Game, Move, Observation
from games.engine.sevens import Sevens, SevensTable

from .rows import rows_of

# By distance behind the card played: what a card of one's own that comes nearer is worth, and
# what one that somebody else holds costs. Whole numbers, so that every machine adds up the same.
FLOW = (60, 30, 20, 15, 12, 10)
HELP = (60, 30, 20, 15, 12, 10)


class Uniform:
    """Plays any legal card, each as likely as the others, and passes only when no card fits."""

    def choose(
        self,
        game: Game[Any],
        seen: Observation[Any],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        moves = [move for move in seen.moves if move != PASS] or list(seen.moves)
        # random() is the one method whose numbers no Python version may change.
        return moves[int(rng.random() * len(moves))]


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


@cache
def worth_of(game: Sevens) -> Callable[[Card, Cards], int]:
    """A function of a card and the hand that holds it: how glad the seat is to play it now.

    0 for a card that opens nothing. What waits behind a card lies there until it is played, so
    the number stays the same all through the deal.
    """
    beyond = rows_of(game).beyond
    behind = {card: sum(map(sum, lines)) for card, lines in beyond.items()}
    known: dict[Card, dict[Cards, int]] = {card: {} for card in beyond}

    def worth(card: Card, hand: Cards) -> int:
        waiting = hand & behind[card]
        worths = known[card]
        if waiting not in worths:
            worths[waiting] = sum([_line_worth(line, waiting) for line in beyond[card]])
        return worths[waiting]

    return worth


def _line_worth(line: Sequence[Card], own: Cards) -> int:
    """What opening this line is worth to the holder of ``own``."""
    return sum(
        [
            flow if card & own else -help_
            for card, flow, help_ in zip(line, FLOW, HELP, strict=False)
        ]
    )
