"""Players of Pis Yedili that look at what lies open only: a beginner, habits, better habits."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from games.engine.cards import NAME, NAMED, RANK, RANKS, SECOND, SUIT, SUITS, Card, Cards, each
from games.engine.game import PASS, Move, Observation
from games.engine.pis_yedili import DRAW, JACKS, SEVENS, PisYedili, PisYediliTable

T = TypeVar("T")

BY_SUIT: tuple[Cards, ...] = tuple([suit * (1 | 1 << SECOND) for suit in SUIT])
# By card the cards of its suit: those of both packs, as everywhere here.
SAME_SUIT: dict[Card, Cards] = {card: BY_SUIT[SUITS.index(name[1])] for card, name in NAME.items()}
# By rank the order in which a seat of habits gets rid of cards, the last first.
RANKING = "J2345689TQKA7"
# So many cards are few, in the hand of the next seat.
FEW = 2
SAME_RANK: dict[Card, Cards] = {
    card: RANK[RANKS.index(name[0])] * (1 | 1 << SECOND) for card, name in NAME.items()
}


class Beginner:
    """Plays any card that fits, each as likely as the others, and names any suit.

    It never draws and never takes a chain while it has a card to play. If it has none it draws.
    What it has drawn it plays if it fits; if it does not, it draws on or ends its turn, whichever
    comes to its mind.
    """

    def choose(
        self,
        game: PisYedili,
        seen: Observation[PisYediliTable],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        # Cards first, then moves: else a jack would be four times as likely as another card.
        by_card: dict[str, list[Move]] = {}
        for move in seen.moves:
            if move not in (DRAW, PASS):
                by_card.setdefault(move[:2], []).append(move)
        return _any(_any(list(by_card.values()), rng) if by_card else seen.moves, rng)


def _any(things: Sequence[T], rng: Random) -> T:
    # random() is the one method whose numbers no Python version may change.
    return things[int(rng.random() * len(things))]


class PisYediliHabits:
    """Gets rid of what costs most, and keeps a jack until nothing else fits.

    Of two cards of one rank it plays the one of the suit that it holds more of, and a jack names
    the suit that it holds most of. It answers a seven with a seven. It draws only if it has no
    card to play, once, and then ends its turn if that does not fit: more cards would only cost
    more. After an ace it goes on if it can, but not with a jack, unless that is its last card.
    """

    def choose(
        self,
        game: PisYedili,
        seen: Observation[PisYediliTable],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        fits = seen.hand & seen.table.fits
        if fits and not (seen.table.again and PASS in seen.moves and keeps_jacks(seen.hand, fits)):
            return _played(game, seen, pick(seen.hand, fits))
        return PASS if PASS in seen.moves else DRAW


class PisYediliKeeper:
    """Plays by habit, but keeps its sevens, too: a last card that counts three times is worth it.

    It plays a seven if nothing else fits but jacks, or against a next seat with few cards. When
    another seat has one card left it plays a jack as soon as it can, also after an ace.
    """

    def choose(
        self,
        game: PisYedili,
        seen: Observation[PisYediliTable],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        table, sizes = seen.table, seen.sizes
        fits = seen.hand & table.fits
        others = fits & ~(SEVENS | JACKS)
        if fits & JACKS and 1 in [size for seat, size in enumerate(sizes) if seat != table.turn]:
            return _played(game, seen, pick(seen.hand, fits & JACKS))
        if others and sizes[(table.turn + table.step) % game.seats] > FEW:
            return _played(game, seen, pick(seen.hand, others))
        return PisYediliHabits().choose(game, seen, plies, rng, playouts)


def card_of(hand: Cards, move: Move) -> Card:
    """The card of this hand that the move plays."""
    card = NAMED[move[:2]]
    return card if card & hand else card << SECOND


def _played(game: PisYedili, seen: Observation[PisYediliTable], card: Card) -> Move:
    """The move that plays the card, and as a jack names what the hand holds most of."""
    name = NAME[card]
    if Move(name) in seen.moves:
        return Move(name)
    barred = seen.table.suit if game.jack_suit == "different" else ""
    return Move(f"{name}={longest(seen.hand ^ card, barred)}")


def keeps_jacks(hand: Cards, fits: Cards) -> bool:
    """Whether a seat of habits would sooner end its turn than play on an ace what fits on it."""
    return not fits & ~JACKS and bool(hand & (hand - 1))


def pick(hand: Cards, fits: Cards) -> Card:
    """The card that a seat of habits plays of those that fit, of which there is at least one."""
    best = in_ranks(fits)[-1]
    most = -1
    for card in each(fits & SAME_RANK[best]):
        number = (hand & SAME_SUIT[card]).bit_count()
        if number > most:
            best, most = card, number
    return best


def in_ranks(cards: Cards) -> list[Card]:
    """The cards in the order of RANKING; of one rank clubs last, of equal ones the lower bit."""
    return sorted(each(cards), key=lambda card: (RANKING.index(NAME[card][0]), -card))


def longest(hand: Cards, barred: str = "") -> str:
    """The suit that a seat of habits names: of which it holds most, jacks not counted."""
    hand &= ~JACKS
    best, most = "", -1
    for letter, suit in zip(SUITS, BY_SUIT, strict=True):
        number = (hand & suit).bit_count()
        if number > most and letter != barred:
            best, most = letter, number
    return best
