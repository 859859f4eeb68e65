"""The classes of reason for the moves of Pis Yedili."""

from games.engine.cards import RANK, RANKS, SECOND, Cards
from games.engine.game import PASS, Move, Observation
from games.engine.pis_yedili import ACES, DRAW, JACKS, SEVENS, PisYedili, PisYediliTable

from .pis_yedili import SAME_RANK, SAME_SUIT, card_of, in_ranks

WHYS = (
    "go_out",  # plays its last card
    "chain",  # answers a seven with a seven
    "aim",  # a seven, eight or ten against the next seat, which has few cards left
    "again",  # an ace, and one more card that fits on it
    "dump",  # gets rid of what counts most of what fits, or of a jack while another is nearly out
    "save",  # keeps a jack, seven or ace that fits for later
    "suit",  # names the suit of which it holds most, or stays with that
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
    if card & JACKS:
        others = [size for seat, size in enumerate(seen.sizes) if seat != seen.seat]
        return "dump" if min(others) <= NEARLY_OUT else "suit"
    best = in_ranks(fits & ~JACKS)[-1]
    if SAME_RANK[card] & best:
        # Of cards of one rank the suit decides, and it does if there is no choice of rank.
        return "suit" if fits & SAME_RANK[card] & ~card else "dump"
    return "save" if best & (SEVENS | ACES) else "suit"


def aims(game: PisYedili, seen: Observation[PisYediliTable], card: int) -> bool:
    """Whether the card hits the seat that would be next, and that seat has few cards left."""
    step = seen.table.step
    assert seen.seat is not None
    if seen.sizes[(seen.seat + step) % game.seats] > FEW:
        return False
    return bool(card & SEVENS) or bool(card & EIGHTS_AND_TENS)
