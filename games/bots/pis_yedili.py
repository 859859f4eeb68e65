"""Players of Pis Yedili that look at their own hand and the table only: a beginner, and habits."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import NamedTuple, TypeVar

from games.engine.cards import NAME, NAMED, RANK, RANKS, SECOND, SUIT, SUITS, Card, Cards, each
from games.engine.chance import in_order
from games.engine.game import PASS, Move, Observation
from games.engine.pis_yedili import DRAW, MOVE, NAMING, PisYedili, PisYediliTable, points

T = TypeVar("T")

JACKS: Cards = RANK[RANKS.index("J")] * (1 | 1 << SECOND)
BY_SUIT: tuple[Cards, ...] = tuple([suit * (1 | 1 << SECOND) for suit in SUIT])
# By card the cards of its suit: those of both packs, as everywhere here.
SAME_SUIT: dict[Card, Cards] = {card: BY_SUIT[SUITS.index(name[1])] for card, name in NAME.items()}
# What a penalty point and what another card of the same suit in the hand count in the choice of a
# card. Found by self-play.
POINT, COMPANY = 2, 3
WORTH: dict[Card, int] = {card: -1000 if card & JACKS else POINT * points(card) for card in NAME}
# What a card does when it is played, beside lying on the pile.
PLAIN, SKIP, REVERSE, CHAIN, AGAIN = range(5)


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

    Of two cards that cost about the same it plays the one of the suit that it holds more of, and a
    jack names that suit. It answers a seven with a seven. It draws only if it has no card to play,
    once, and then ends its turn if that does not fit: more cards would only cost more. After an
    ace it goes on if it can, but not with a jack, unless that is its last card.
    """

    def choose(
        self,
        game: PisYedili,
        seen: Observation[PisYediliTable],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        hand, table, moves = seen.hand, seen.table, seen.moves
        fits = hand & table.fits
        if fits and not (PASS in moves and keeps_jacks(hand, fits) and table.again):
            card = pick(hand, fits)
            name = NAME[card]
            if Move(name) in moves:
                return Move(name)
            barred = table.suit if game.jack_suit == "different" else ""
            return Move(f"{name}={longest(hand ^ card, barred)}")
        return PASS if PASS in moves else DRAW


def keeps_jacks(hand: Cards, fits: Cards) -> bool:
    """Whether a seat of habits would sooner end its turn than play on an ace what fits on it."""
    return not fits & ~JACKS and bool(hand & (hand - 1))


def pick(hand: Cards, fits: Cards) -> Card:
    """The card that a seat of habits plays of those that fit, of which there is at least one."""
    best, most = 0, -10_000
    while fits:
        card = fits & -fits
        fits ^= card
        worth = WORTH[card] + COMPANY * (hand & SAME_SUIT[card]).bit_count()
        if worth > most:
            best, most = card, worth
    return best


def longest(hand: Cards, barred: str = "") -> str:
    """The suit that a seat of habits names: of which it holds most, jacks not counted."""
    hand &= ~JACKS
    return max(
        [letter for letter in SUITS if letter != barred],
        key=lambda letter: (hand & BY_SUIT[SUITS.index(letter)]).bit_count(),
    )


class Effects(NamedTuple):
    """What the cards do, asked from the rules themselves so that none is written twice.

    ``first``: what the first card of a deal must be one of. ``fits``: by card what fits on it if
    no jack names a suit and no chain must be answered; ``named``: by letter what fits on a jack
    that named this suit. ``sevens``: what answers a chain. ``effect``: by card what it does.
    """

    first: Cards
    fits: dict[Card, Cards]
    named: dict[str, Cards]
    sevens: Cards
    effect: dict[Card, int]


@cache
def effects_of(game: PisYedili) -> Effects:
    """The effects of this game, worked out once."""
    dealt = game.apply(game.start(), in_order(game, game.start(), range(game.pack.bit_count())))
    # Any card may be played here, from hands that are not emptied; a last opening has no effect.
    free = dealt.table._replace(turn=0, fits=game.pack, opening=0)
    laid = dealt._replace(table=free, hands=(game.pack,) * game.seats)
    opened = laid._replace(table=free._replace(opening=1))
    fits, effect, sevens = dict[Card, Cards](), dict[Card, int](), 0
    for card in each(game.pack):
        move = MOVE[NAMED[NAME[card]]]
        fits[card], effect[card] = game.apply(opened, move).table.fits, PLAIN
        if card & JACKS:
            continue
        after = game.apply(laid, move).table
        if after.again:
            effect[card] = AGAIN
        elif after.chain:
            effect[card], sevens = CHAIN, after.fits
        elif after.step < 0:
            effect[card] = REVERSE
        elif after.turn == 2 % game.seats:
            effect[card] = SKIP
    jack = next(iter(NAMING.values()))
    named = {letter: game.apply(laid, jack[letter]).table.fits for letter in SUITS}
    return Effects(dealt.table.fits, fits, named, sevens, effect)
