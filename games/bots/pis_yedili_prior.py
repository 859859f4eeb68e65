"""What the moves of Pis Yedili are worth on average, before any of them is played out.

Playouts in their hundreds cannot tell apart moves that differ by a percent of won matches. So what
a move was worth in other positions is counted as so many playouts more.
"""

from games.engine.cards import RANK, RANKS, SECOND, SUITS, Cards
from games.engine.game import PASS, Move, Observation
from games.engine.pis_yedili import ACES, DRAW, JACKS, SEVENS, PisYedili, PisYediliTable, points

from .pis_yedili import BY_SUIT, FEW, SAME_RANK, SAME_SUIT, card_of

# In ten-thousandths of a won match, fitted to the playouts (3000 each) of all moves in 15,000
# positions of matches of the expert against Normals and Easies, 2026-12-01.
KEEPER = 125  # what a keeper would play
POINT = 6  # for each point that it counts, but of jacks
DRAWS, ENDS, ENDS_ON_ACE = -106, -120, -225  # draws or ends its turn with a card that fits
TAKES = -1249  # takes a chain that it could answer
JACK, JACK_AT_THREE, JACK_AT_ONE = -247, 168, 250  # a jack; while another has so few cards
SHORTER = -15  # for each card that it holds less of the named suit than of its longest
SEVEN, SEVEN_AT_FEW, SEVEN_OF_THREE = -88, 355, 290  # the next seat has few; of three cards
EIGHT = 57
ACE_FOLLOWED = 114
LAST_SEVEN, LAST_JACK = 820, 1352  # one card is left, which is such a one

EIGHTS: Cards = RANK[RANKS.index("8")] * (1 | 1 << SECOND)


def usual_worth(
    game: PisYedili, seen: Observation[PisYediliTable], move: Move, keeper: Move
) -> int:
    """How much of a match the move wins more than others, in ten-thousandths.

    ``keeper``: the move of a PisYediliKeeper.
    """
    table, hand = seen.table, seen.hand
    worth = KEEPER if move == keeper else 0
    if move in (DRAW, PASS):
        if not hand & table.fits:
            return worth
        if move == DRAW:
            return worth + (TAKES if table.chain else DRAWS)
        return worth + (ENDS_ON_ACE if table.again else ENDS)
    card = card_of(hand, move)
    rest = hand ^ card
    if not card & JACKS:
        worth += POINT * points(card)
    if table.opening:
        return worth
    if card & JACKS:
        least = min([size for seat, size in enumerate(seen.sizes) if seat != seen.seat])
        worth += JACK + (JACK_AT_THREE if least <= 3 else 0) + (JACK_AT_ONE if least == 1 else 0)
        if "=" in move:
            held = [(rest & suit & ~JACKS).bit_count() for suit in BY_SUIT]
            worth += SHORTER * (max(held) - held[SUITS.index(move[-1])])
    elif card & SEVENS and not table.chain:
        following = (table.turn + table.step) % game.seats
        worth += SEVEN + (SEVEN_AT_FEW if seen.sizes[following] <= FEW else 0)
        worth += SEVEN_OF_THREE if hand.bit_count() <= 3 else 0
    elif card & EIGHTS:
        worth += EIGHT
    elif card & ACES and rest & (SAME_SUIT[card] | SAME_RANK[card]) & ~JACKS:
        worth += ACE_FOLLOWED
    if rest.bit_count() == 1:
        worth += LAST_SEVEN if rest & SEVENS else LAST_JACK if rest & JACKS else 0
    return worth
