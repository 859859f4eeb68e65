"""The rules of Pis Yedili once more, made short for seats that play by habit.

Most of what a search does happens here, so the cards have bits of their own: *ranked* cards, of
which a seat of habits plays the highest that fits. The *place* of a card is the ``bit_length`` of
its ranked bit; what is known of single cards stands in lists by place. That these are the same
rules is a matter of tests.
"""

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import NamedTuple

from games.engine.cards import NAME, NAMED, SUITS, Card, Cards, each
from games.engine.chance import in_order
from games.engine.pis_yedili import (
    JACKS,
    MOST_TURNS,
    MOVE,
    NAMING,
    SEVENS,
    PisYedili,
    PisYediliTable,
    points,
)

from .pis_yedili import FEW, SAME_RANK, SAME_SUIT, in_ranks

# What a card does when it is played, beside lying on the pile.
PLAIN, NAMES, AGAIN, CHAIN, SKIP, REVERSE, OPENS = range(7)
# The points of so many places are looked up at once.
CHUNK = 13


class Short(NamedTuple):
    """What playouts ask of a game; all cards in it are ranked ones.

    ``of``: by card of the engine the ranked one. ``natural``: all cards in the order of the engine.
    By place: ``card``, the card; ``on``, what fits on it if no jack names a suit and no chain must
    be answered; ``ties``, the other cards of its rank; ``company``, the cards of its suit;
    ``does``, what it does. ``suits``: the cards of each suit that fit on a jack which named it.
    ``first``: what opens. ``counts``: by chunk of places what the cards in it count. The rest are
    options.
    """

    of: dict[Card, Card]
    natural: list[Card]
    card: list[Card]
    on: list[Cards]
    ties: list[Cards]
    company: list[Cards]
    does: list[int]
    suits: list[Cards]
    first: Cards
    sevens: Cards
    jacks: Cards
    counts: list[list[int]]
    seats: int
    per_seven: int
    may_play: bool
    must: bool
    different: bool
    recycle: bool
    on_empty: bool


class Spot(NamedTuple):
    """Where a playout begins: these fields of the table, with ``top`` as a place."""

    turn: int
    top: int
    fits: Cards
    step: int
    chain: int
    drawn: int
    again: bool
    opening: int
    turns: int


def ranked(short: Short, cards: Cards) -> Cards:
    """These cards of the engine as ranked ones."""
    return _sum([short.of[card] for card in each(cards)])


def _sum(cards: Iterable[Card]) -> Cards:
    all_of_them = 0
    for card in cards:
        all_of_them |= card
    return all_of_them


@cache
def short_of(game: PisYedili) -> Short:
    """The game worked out once, from the rules themselves so that nothing is written twice."""
    dealt = game.apply(game.start(), in_order(game, game.start(), range(game.pack.bit_count())))
    # Any card may be played here, from hands that are not emptied; a last opening has no effect.
    free = dealt.table._replace(turn=0, fits=game.pack, opening=0)
    laid = dealt._replace(table=free, hands=(game.pack,) * game.seats)
    opened = laid._replace(table=free._replace(opening=1))
    cards = in_ranks(game.pack)
    of = {card: 1 << at for at, card in enumerate(cards)}

    def turned(cards: Cards) -> Cards:
        return _sum([of[card] for card in each(cards & game.pack)])

    on, does = [0], [PLAIN]
    for card in cards:
        move = MOVE[NAMED[NAME[card]]]
        on.append(turned(game.apply(opened, move).table.fits))
        after = game.apply(laid, move).table
        if card & JACKS:
            does.append(NAMES)
        elif after.again:
            does.append(AGAIN)
        elif after.chain:
            does.append(CHAIN)
        elif after.step < 0:
            does.append(REVERSE)
        else:
            does.append(SKIP if after.turn == 2 % game.seats else PLAIN)
    values = [points(card) for card in cards]
    counts = list[list[int]]()
    for at in range(0, len(cards), CHUNK):
        chunk = [0]
        for value in values[at : at + CHUNK]:
            chunk += [value + less for less in chunk]
        counts.append(chunk)
    jack = next(iter(NAMING.values()))
    return Short(
        of,
        [of[card] for card in each(game.pack)],
        [0, *of.values()],
        on,
        [0, *[turned(SAME_RANK[card] & ~card) for card in cards]],
        [0, *[turned(SAME_SUIT[card]) for card in cards]],
        does,
        [turned(game.apply(laid, jack[suit]).table.fits) for suit in SUITS],
        turned(dealt.table.fits),
        turned(SEVENS),
        turned(JACKS),
        counts,
        game.seats,
        game.per_seven,
        game.after_penalty == "may_play",
        game.ace == "must_again",
        game.jack_suit == "different",
        game.stock_out == "recycle",
        game.stock_out == "lowest_hand" and game.stock_out_trigger == "on_empty",
    )


def spot_of(short: Short, table: PisYediliTable) -> Spot:
    """Where a playout from this table begins; a seat must be to move."""
    top = short.of[table.top].bit_length() if table.top else 0
    return Spot(
        table.turn,
        top,
        ranked(short, table.fits),
        table.step,
        table.chain,
        table.drawn,
        table.again,
        table.opening,
        table.turns,
    )


def counted(game: PisYedili, short: Short, hands: list[Cards], last: int) -> list[int]:
    """What the end of a deal adds to the scores; ``last``: the place of the card that emptied a
    hand, or 0."""
    # Written out for one pack: this is done after each playout.
    a, b, c, d, *second = short.counts
    gains = [
        a[hand & 0x1FFF] + b[hand >> 13 & 0x1FFF] + c[hand >> 26 & 0x1FFF] + d[hand >> 39 & 0x1FFF]
        for hand in hands
    ]
    for seat, hand in enumerate(hands if second else ()):
        hand >>= 4 * CHUNK
        for chunk in second:
            gains[seat] += chunk[hand & 0x1FFF]
            hand >>= CHUNK
    if last:
        does = short.does[last]
        times = game.mult_jack if does == NAMES else game.mult_seven if does == CHAIN else 1
        return [times * value for value in gains] if times > 1 else gains
    if game.stock_out_score == "all_own":
        return gains
    lowest = min(gains)
    less = lowest if game.stock_out_score == "difference" else 0
    return [value - less if value > lowest else 0 for value in gains]


def play_out(
    short: Short,
    spot: Spot,
    hands: list[Cards],
    stock: list[Card],
    at: int,
    keeper: int,
    rng: Random,
) -> int:
    """Play the deal on to its end and return the place of the card that emptied a hand, or 0 if
    the stock or the turns ran out.

    Every seat plays by PisYediliHabits but ``keeper``, which plays by PisYediliKeeper (-1: none
    does). ``hands`` keeps what is left; ``at``: where in the stock the next card lies. ``rng``
    makes new stocks as ``chance.shuffle`` does.
    """
    # One long function that calls as little as it can: it is most of what a search does.
    (_, _, cards, on, ties, company, effects, suits, first, sevens, jacks, _, seats,
     per_seven, may_play, must, different, recycle, on_empty) = short  # fmt: skip
    turn, top, fits, step, chain, drawn, again, opening, turns = spot
    following = [*range(1, seats), 0]
    other_way = [seats - 1, *range(seats - 1)]
    if step < 0:
        following, other_way = other_way, following
    may_end, kept = not must, sevens | jacks
    # Whether the seat may end its turn without drawing.
    idle = drawn > 0 or (again and may_end)
    does = [OPENS] * len(effects) if opening else effects
    left = len(stock)
    for _ in range(MOST_TURNS - turns):
        hand = hands[turn]
        while True:
            can = hand & fits
            if not can:
                if chain:
                    due, chain, fits = per_seven * chain, 0, on[top]
                    while due:
                        if at == left:
                            stock, at = _recycled(short, hands, hand, turn, top, rng), 0
                            left = len(stock)
                            if not left:
                                break
                        hand |= stock[at]
                        at += 1
                        due -= 1
                    hands[turn] = hand
                    if not recycle and (due or (on_empty and at == left)):
                        return 0
                    if may_play and not due:
                        # The taken cards count as drawn.
                        idle = True
                        continue
                elif opening or not idle:
                    # Draw once, or until a club opens.
                    while not can:
                        if at == left:
                            stock, at = _recycled(short, hands, hand, turn, top, rng), 0
                            left = len(stock)
                            if not left:
                                if opening or not (recycle or again):
                                    hands[turn] = hand
                                    return 0
                                break
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
                if not can:
                    break
            elif turn == keeper and can & kept:
                if can & jacks and _one_left(hands, turn):
                    can &= jacks
                elif can & ~kept and hands[following[turn]].bit_count() > FEW:
                    can &= ~kept
                elif again and may_end and not can & ~jacks and hand & (hand - 1):
                    break
            elif again and may_end and not can & ~jacks and hand & (hand - 1):
                break
            place = can.bit_length()
            tied = can & ties[place]
            if tied:
                place = _in_longest(hand, cards[place] | tied, company)
            hand ^= cards[place]
            hands[turn] = hand
            if not hand:
                return place
            before, top, fits = top, place, on[place]
            effect = does[place]
            if effect:
                if effect == NAMES:
                    fits = _named(suits, hand, company[before] if different else 0)
                elif effect == AGAIN:
                    again, idle = True, may_end
                    continue
                elif effect == CHAIN:
                    chain += 1
                    fits = sevens
                elif effect == SKIP:
                    turn = following[turn]
                elif effect == REVERSE:
                    following, other_way = other_way, following
                else:
                    opening -= 1
                    if opening:
                        fits = first
                    else:
                        does = effects
            break
        turn = following[turn]
        again = idle = False
    return 0


def _one_left(hands: list[Cards], turn: int) -> bool:
    """Whether another seat has one card left."""
    for seat, hand in enumerate(hands):  # noqa: SIM110 (no generator where it should be quick)
        if seat != turn and not hand & (hand - 1):
            return True
    return False


def _in_longest(hand: Cards, tied: Cards, company: list[Cards]) -> int:
    """The place of the card of these of whose suit the hand holds most."""
    best, most = 0, 0
    while tied:
        place = tied.bit_length()
        tied ^= 1 << place - 1
        number = (hand & company[place]).bit_count()
        if number > most:
            best, most = place, number
    return best


def _named(suits: list[Cards], hand: Cards, barred: Cards) -> Cards:
    """What fits on a jack of a seat with this hand: what it holds most of, but not this suit."""
    best, most = 0, -1
    for suit in suits:
        number = (hand & suit).bit_count()
        if number > most and not suit & barred:
            best, most = suit, number
    return best


def _recycled(
    short: Short, hands: list[Cards], hand: Cards, turn: int, top: int, rng: Random
) -> list[Card]:
    """The new stock, for the seat to move with this hand: none if the game knows none."""
    if not short.recycle:
        return []
    kept = hand | short.card[top]
    for seat, other in enumerate(hands):
        if seat != turn:
            kept |= other
    return sorted([card for card in short.natural if not card & kept], key=lambda _: rng.random())
