"""The classes of reason for the moves of Sevens."""

from games.engine.cards import NAMED, Cards
from games.engine.game import PASS, Move, Observation
from games.engine.sevens import Sevens, SevensTable

from .sevens import worth_of
from .sevens_rows import rows_of

WHYS = (
    "go_out",  # plays its last card
    "dump",  # an ace, king or other last card of a row, which helps nobody
    "flow",  # the next card of the row, or all that are left of it, are its own
    "open",  # a seven of a suit of which it holds much
    "reach",  # opens the way to a card further on that it might get stuck with
    "block",  # helps only others, but whatever else fits would help them more
    "hold",  # passes at will, to keep back what fits
    "odds",  # no rule speaks for it: it won more of the imagined deals
)


def why(game: Sevens, seen: Observation[SevensTable], move: Move) -> str:
    """The class of reason that speaks for this move of the seat: one of WHYS."""
    if move == PASS:
        return "hold"
    card, worth = NAMED[move], worth_of(game)
    lines = rows_of(game).beyond[card]
    behind: Cards = sum(map(sum, lines))
    if seen.hand == card:
        return "go_out"
    if not behind:
        return "dump"
    gain = worth(card, seen.hand)
    if len(lines) == 2 or rows_of(game).sevens & card:
        if gain > 0:
            return "open"
    elif lines[0][0] & seen.hand:
        return "flow"
    elif gain > 0:
        return "reach"
    others = [worth(NAMED[other], seen.hand) for other in seen.moves if other not in (PASS, move)]
    return "block" if others and gain >= max(others) else "odds"
