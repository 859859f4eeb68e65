"""Players of Pis Yedili that look at their own hand and the table only: a beginner, and habits.

Also what the cards do, and how a deal ends that is played by habit, for those who look further.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import NamedTuple, TypeVar

from games.engine.cards import NAME, NAMED, SECOND, SUIT, SUITS, Card, Cards, each
from games.engine.chance import in_order
from games.engine.game import PASS, Move, Observation, State
from games.engine.pis_yedili import (
    DRAW,
    JACKS,
    MOST_TURNS,
    MOVE,
    NAMING,
    PisYedili,
    PisYediliTable,
    points,
)

T = TypeVar("T")

BY_SUIT: tuple[Cards, ...] = tuple([suit * (1 | 1 << SECOND) for suit in SUIT])
# By card the cards of its suit: those of both packs, as everywhere here.
SAME_SUIT: dict[Card, Cards] = {card: BY_SUIT[SUITS.index(name[1])] for card, name in NAME.items()}
# What a penalty point and what another card of the same suit in the hand count in the choice of a
# card. Neither 1 to 6 nor 3 to 0 won more or fewer matches of self-play.
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
    best, most = "", -1
    for letter, suit in zip(SUITS, BY_SUIT, strict=True):
        number = (hand & suit).bit_count()
        if number > most and letter != barred:
            best, most = letter, number
    return best


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


def counted(game: PisYedili, hands: Sequence[Cards], last: Card) -> tuple[int, ...]:
    """What the end of a deal adds to the scores; ``last``: the card that emptied a hand, or 0."""
    held = [points(hand) for hand in hands]
    if last:
        times = 1
        if last & JACKS:
            times = game.mult_jack
        elif last & effects_of(game).sevens:
            times = game.mult_seven
        return tuple([times * value for value in held])
    if game.stock_out_score == "all_own":
        return tuple(held)
    lowest = min(held)
    less = lowest if game.stock_out_score == "difference" else 0
    return tuple([value - less if value > lowest else 0 for value in held])


def play_out(
    game: PisYedili, state: State[PisYediliTable], hands: list[Cards], rng: Random
) -> Card:
    """Play the deal on to its end, every seat by PisYediliHabits. ``hands`` keeps what is left.

    Returns the card that emptied a hand, or 0 if the stock or the turns ran out. The rules again,
    made short for seats that play so; that both are the same is a matter of tests. ``rng`` makes
    new stocks as ``chance.shuffle`` does.
    """
    # One long function that calls as little as it can: it is most of what a search does.
    effects, seats = effects_of(game), game.seats
    on, named, effect = effects.fits, effects.named, effects.effect
    table = state.table
    turn, face_up, top, fits = table.turn, table.face_up, table.top, table.fits
    step, chain, drawn, again = table.step, table.chain, table.drawn, table.again
    opening, turns = table.opening, table.turns
    stock, left, at = list(state.stock), len(state.stock), 0
    recycle = game.stock_out == "recycle"
    on_empty = not recycle and game.stock_out_trigger == "on_empty"
    must, may_play = game.ace == "must_again", game.after_penalty == "may_play"
    different = game.jack_suit == "different"
    while True:
        hand = hands[turn]
        can = hand & fits
        if chain and not can:
            # Take the chain.
            due, chain, fits = game.per_seven * chain, 0, on[top]
            while due:
                if at == left:
                    if not recycle or face_up == top:
                        break
                    stock, at = sorted(each(face_up ^ top), key=lambda card: rng.random()), 0
                    left, face_up = len(stock), top
                hand |= stock[at]
                at += 1
                due -= 1
                drawn += 1
            hands[turn] = hand
            if not recycle and (due or (on_empty and at == left)):
                return 0
            can = hand & fits if may_play and not due else 0
        elif not can and not (again and not must) and (opening or not drawn):
            # Draw once, or until a club opens.
            while not can:
                if at == left:
                    if not recycle or face_up == top:
                        if opening or not (again or recycle):
                            return 0
                        break
                    stock, at = sorted(each(face_up ^ top), key=lambda card: rng.random()), 0
                    left, face_up = len(stock), top
                card = stock[at]
                at += 1
                hand |= card
                can = card & fits
                if on_empty and at == left:
                    hands[turn] = hand
                    return 0
                if not opening:
                    break
            hands[turn] = hand
        elif again and not must and keeps_jacks(hand, can):
            can = 0
        if can:
            card = pick(hand, can) if can & (can - 1) else can
            hand ^= card
            hands[turn] = hand
            if not hand:
                return card
            before, top = top, card
            face_up |= card
            # What the card does.
            if opening:
                opening -= 1
                fits = effects.first if opening else on[card]
            else:
                fits = on[card]
                if card & JACKS:
                    fits = named[longest(hand, NAME[before][1] if different else "")]
                else:
                    does = effect[card]
                    if does:
                        if does == AGAIN:
                            again, drawn = True, 0
                            continue
                        if does == CHAIN:
                            chain += 1
                            fits = effects.sevens
                        elif does == SKIP:
                            turn += step
                        else:
                            step = -step
        turn = (turn + step) % seats
        drawn, again = 0, False
        turns += 1
        if turns == MOST_TURNS:
            return 0
