"""The classes of reason for the moves of Pis Yedili."""

from games.engine.cards import RANK, RANKS, SECOND, SUITS, Card, Cards, each
from games.engine.game import PASS, Move, Observation
from games.engine.pis_yedili import (
    ACES,
    DRAW,
    JACKS,
    SEVENS,
    PisYedili,
    PisYediliTable,
    points,
)

from .pis_yedili import BY_SUIT, SAME_RANK, SAME_SUIT, card_of

WHYS = (
    "go_out",  # plays its last card
    "chain",  # answers a seven with a seven
    "aim",  # a seven, eight or ten against the next seat, which has few cards left
    "again",  # an ace, and one more card that fits on it
    "dump",  # gets rid of what counts most of what fits, jacks included
    "early",  # gets rid of a jack while another seat is nearly out
    "save",  # keeps a jack, seven or ace that fits for later
    "suit",  # plays or names the suit of which it holds most after that
    "alone",  # nothing else fits
    "odds",  # no rule speaks for it: it did well in the imagined deals
    "draw",  # draws, or takes what a chain asks for
    "stop",  # ends its turn
)
# So few cards are few: of the seat that is aimed at, and of one that may go out next.
FEW, NEARLY_OUT = 3, 2
EIGHTS_AND_TENS: Cards = (RANK[RANKS.index("8")] | RANK[RANKS.index("T")]) * (1 | 1 << SECOND)


def why(game: PisYedili, seen: Observation[PisYediliTable], move: Move) -> str:
    """The class of reason that speaks for this move of the seat: one of WHYS."""
    table, hand = seen.table, seen.hand
    fits = hand & table.fits
    if move == DRAW:
        return "draw"
    if move == PASS:
        return "save" if table.again and fits else "stop"
    card = card_of(hand, move)
    rest = hand ^ card
    if not rest:
        return "go_out"
    if table.chain:
        return "chain"
    if not table.opening:
        if aims(game, seen, card):
            return "aim"
        if card & ACES and rest & (SAME_SUIT[card] | SAME_RANK[card] | JACKS):
            return "again"
    if card & JACKS and fits & ~JACKS:
        others = [size for seat, size in enumerate(seen.sizes) if seat != seen.seat]
        return "early" if min(others) <= NEARLY_OUT else of_suit(move, card, rest)
    if not fits & ~card:
        return "alone"
    if card & JACKS:
        return of_suit(move, card, rest)
    if fits & (JACKS | SEVENS | ACES) & ~SAME_RANK[card]:
        return "save"
    if fits & SAME_RANK[card] & ~card:
        # Of cards of one rank the suit decides.
        return of_suit(move, card, rest)
    if points(card) == max([points(other) for other in each(fits)]):
        return "dump"
    return of_suit(move, card, rest)


def of_suit(move: Move, card: Card, rest: Cards) -> str:
    """Whether the suit that is named or played is the one of which most is left; jacks aside."""
    rest &= ~JACKS
    named = SUITS.index(move[-1]) if "=" in move else -1
    suits = [(rest & suit).bit_count() for suit in BY_SUIT]
    mine = suits[named] if named >= 0 else (rest & SAME_SUIT[card]).bit_count()
    return "suit" if mine and mine == max(suits) and suits.count(mine) == 1 else "odds"


def aims(game: PisYedili, seen: Observation[PisYediliTable], card: int) -> bool:
    """Whether the card hits the seat that would be next, and that seat has few cards left."""
    step = seen.table.step
    assert seen.seat is not None
    if seen.sizes[(seen.seat + step) % game.seats] > FEW:
        return False
    return bool(card & SEVENS) or bool(card & EIGHTS_AND_TENS)
