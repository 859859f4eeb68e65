"""Cards and sets of cards as whole numbers, and their names.

A card is one bit, a set of cards the sum of its bits: bit 13 * suit + rank, suits in the order
c d h s, the ace lowest. So neighbours are shifts, a hand is a machine word, and the set
operations are the operators of int. A game that ranks the ace high keeps these bits and changes
only the order in which it names cards (``Game.in_order``). A game with two packs has the second
one 54 bits up: two cards of one name, which only their bits tell apart.

The name of a card is its rank, one of ``A23456789TJQK``, and its suit, one of ``cdhs``: ``7d``.
"""

from collections.abc import Iterable, Iterator

Card = int
Cards = int

RANKS = "A23456789TJQK"
SUITS = "cdhs"

PACK: Cards = (1 << 52) - 1
SECOND = 54  # how many places up the bits of a second pack are
NAME: dict[Card, str] = {
    1 << pack + 13 * suit + rank: RANKS[rank] + SUITS[suit]
    for pack in (0, SECOND)
    for suit in range(4)
    for rank in range(13)
}
# Every accepted spelling of a card of the first pack: the input forgives case, the output never
# varies.
NAMED: dict[str, Card] = {
    spelling: card
    for card, name in NAME.items()
    if card & PACK
    for spelling in (name, name.lower(), name.upper(), name[0].lower() + name[1].upper())
}

# One pack's cards of a suit and of a rank.
SUIT: tuple[Cards, ...] = tuple(0x1FFF << 13 * suit for suit in range(4))
RANK: tuple[Cards, ...] = tuple(
    sum(1 << 13 * suit + rank for suit in range(4)) for rank in range(13)
)


def each(cards: Cards) -> Iterator[Card]:
    """The cards of a set one by one, lowest bit first."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


def spell(cards: Iterable[Card], between: str = "") -> str:
    """The names of the cards, in the order given."""
    return between.join([NAME[card] for card in cards])


def read_cards(text: str) -> list[Card]:
    """The cards named in a text such as ``7h 8H`` or ``7h8h``, in its order; doubles stay.

    All are cards of the first pack. Raises ValueError naming the first thing that is no card.
    """
    cards = []
    for word in text.split():
        for at in range(0, len(word), 2):
            name = word[at : at + 2]
            if name not in NAMED:
                raise ValueError(f"{shorten(name)} is no card.")
            cards.append(NAMED[name])
    return cards


def pick(text: str, among: Cards) -> list[Card]:
    """The cards of a set that a text names, in its order; of equal ones the lower bit first.

    Raises ValueError naming the first thing that is no card, or a card that the set does not hold
    as often as the text names it.
    """
    cards = []
    for named in read_cards(text):
        card = named & among or named << SECOND & among
        if not card:
            raise ValueError(f"{NAME[named]} is not among the cards, or not so often.")
        among ^= card
        cards.append(card)
    return cards


def twins_to_swap(*places: Cards) -> Cards:
    """The cards of the first pack that must change places with their twins of the second, so that
    of two equal cards the lower bit is in the first of these places that holds either."""
    swapped = settled = 0
    for place in places:
        lower, upper = place & PACK, place >> SECOND
        swapped |= upper & ~lower & ~settled
        settled |= lower | upper
    return swapped


def swap_twins(cards: Cards, swapped: Cards) -> Cards:
    """The cards with these of the first pack and their twins in each other's place."""
    both = swapped | swapped << SECOND
    return cards & ~both | (cards & swapped) << SECOND | cards >> SECOND & swapped


def shorten(text: str) -> str:
    """A foreign text made fit to stand in a message: quoted, printable, at most 20 characters."""
    return ascii(text if len(text) <= 20 else text[:19] + "…")
