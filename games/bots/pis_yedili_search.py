"""The player of Pis Yedili that imagines what is hidden and plays each of its moves out."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import sqrt
from random import Random
from typing import NamedTuple

from games.engine.cards import NAME, NAMED, SECOND, Card, Cards, each
from games.engine.chance import in_order, shuffle
from games.engine.game import CHANCE, DEAL, PASS, Move, Observation, Seat, State, is_chance
from games.engine.pis_yedili import DRAW, MOST_TURNS, PisYedili, PisYediliTable, points

from .pis_yedili import (
    AGAIN,
    CHAIN,
    JACKS,
    SKIP,
    WORTH,
    effects_of,
    keeps_jacks,
    longest,
    pick,
)

# A won match in the whole numbers in which outcomes are counted.
WIN = 10_000


class PisYediliSearch:
    """Flat Monte Carlo over its own moves, with the same imagined cards for each of them.

    The hidden cards are drawn from what the plies leave likely. In rounds of equal effort each
    move still in question is played out with the same cards, and the worse half is dropped. What
    counts is how likely the scores at the end of the deal make a sole win of the match.
    """

    def choose(
        self,
        game: PisYedili,
        seen: Observation[PisYediliTable],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        beliefs = Beliefs(game, seen, plies, rng)
        chances = Chances(game, seen)
        totals = dict.fromkeys(seen.moves, 0)
        rounds = max(1, (len(totals) - 1).bit_length())
        while len(totals) > 1:
            for _ in range(max(1, playouts // (rounds * len(totals)))):
                state = beliefs.draw()
                for move in totals:
                    totals[move] += chances.of(played_out(game, state, move, rng))
            best = sorted(totals, key=lambda move: -totals[move])[: (len(totals) + 1) // 2]
            totals = {move: totals[move] for move in best}
        return next(iter(totals))


class Event(NamedTuple):
    """What a ply tells of the hand of a seat: each of these cards was so much less likely in it
    then. ``since``: how many cards the seat has drawn since, and may still hold."""

    seat: Seat
    cards: Cards
    factor: float
    at: int


# How likely a seat is taken to do such a thing although it holds the card, against what it would
# do without.
DREW, TOOK, ENDED, JACK, OTHER, RECYCLED = 0.05, 0.1, 0.1, 0.25, 0.5, 0.001
# What another card of a suit counts for a seat that named it, and of another suit.
NAMED_SUIT, NOT_NAMED = 1.5, 0.75


class Beliefs:
    """States that fit the observation, the likelier the better they explain what was played.

    Each hidden seat has a weight for each card, the product of what its plies tell. A state is
    drawn with a probability in proportion to the product of the weights of all cards where they
    lie, in the long run of the steps between draws (Metropolis): each tries to change a card of a
    hidden hand for another hidden card.
    """

    def __init__(
        self,
        game: PisYedili,
        seen: Observation[PisYediliTable],
        plies: Sequence[str],
        rng: Random,
    ) -> None:
        self._seen, self._rng = seen, rng
        hidden = game.pack & ~(seen.table.face_up | seen.hand)
        self._cards = sorted(each(hidden), key=lambda card: rng.random())
        weights = weights_of(game, seen, plies, hidden)
        blank = dict.fromkeys(self._cards, 1.0)
        # By place the weights of its seat, the stock last.
        self._weights: list[Mapping[Card, float]] = []
        self._ends: list[int] = []
        for seat, size in enumerate(seen.sizes):
            if seat != seen.seat:
                self._weights += [weights.get(seat, blank)] * size
            self._ends.append(len(self._weights))
        self._held = len(self._weights)
        self._weights += [blank] * (len(self._cards) - self._held)
        self._telling = bool(weights)
        if self._telling:
            for _ in range(4):
                self._step()

    def draw(self) -> State[PisYediliTable]:
        """The next state."""
        random, cards, held = self._rng.random, self._cards, self._held
        if self._telling:
            self._step()
            cards[held:] = sorted(cards[held:], key=lambda card: random())
        else:
            cards.sort(key=lambda card: random())
        hands, at = [], 0
        for seat, end in enumerate(self._ends):
            hands.append(sum(cards[at:end]) if seat != self._seen.seat else self._seen.hand)
            at = end
        return State(self._seen.table, tuple(hands), tuple(cards[held:]))

    def _step(self) -> None:
        """Try to change every card of the hidden hands for another."""
        random, cards, weights = self._rng.random, self._cards, self._weights
        number = len(cards)
        for i in range(self._held):
            j = int(random() * number)
            mine, yours, one, other = weights[i], weights[j], cards[i], cards[j]
            if mine is not yours:
                before, after = mine[one] * yours[other], mine[other] * yours[one]
                if after >= before or random() * before < after:
                    cards[i], cards[j] = other, one


def weights_of(
    game: PisYedili, seen: Observation[PisYediliTable], plies: Sequence[str], hidden: Cards
) -> dict[Seat, dict[Card, float]]:
    """By seat and hidden card what the plies of this deal tell, for the seats they tell of."""
    drawn, events = story(game, seen, plies)
    weights: dict[Seat, dict[Card, float]] = {}
    for seat, cards, factor, before in events:
        if seat == seen.seat or not cards & hidden:
            continue
        size = seen.sizes[seat]
        # So much of the hand came later; those cards may be anything.
        later = min(drawn[seat] - before, size) / size
        weight = weights.setdefault(seat, dict.fromkeys(each(hidden), 1.0))
        for card in each(cards & hidden):
            weight[card] *= later + (1.0 - later) * factor
    return weights


def story(
    game: PisYedili, seen: Observation[PisYediliTable], plies: Sequence[str]
) -> tuple[list[int], list[Event]]:
    """How many cards each seat drew in this deal and did not play at once, and what plies tell."""
    effects = effects_of(game)
    drawn, events = [0] * game.seats, list[Event]()
    seat = 0
    for table, ply, got in followed(game, seen, plies):
        if table.turn < 0:
            # The cards of the pile that makes the new stock were in no hand. Of two packs the
            # other card of the name may be in one.
            if not game.pack >> SECOND:
                old = table.face_up ^ table.top
                events += [Event(s, old, RECYCLED, drawn[s]) for s in range(game.seats)]
            drawn[seat] += got
            continue
        seat = table.turn
        if ply == DRAW:
            if table.chain:
                events.append(Event(seat, effects.sevens, TOOK, drawn[seat]))
            else:
                events.append(Event(seat, table.fits, DREW, drawn[seat]))
            drawn[seat] += got
        elif ply == PASS:
            # After an ace a jack is held back.
            barred = table.fits & ~JACKS if table.again else table.fits
            events.append(Event(seat, barred, ENDED, drawn[seat]))
        else:
            card = NAMED[ply[:2]]
            if table.drawn and not table.again:
                # It was the card just drawn.
                drawn[seat] -= 1
            elif not table.chain and not table.opening:
                if card & JACKS:
                    events.append(Event(seat, table.fits & ~JACKS, JACK, drawn[seat]))
                else:
                    better = [c for c in each(table.fits) if WORTH[c] > WORTH[card]]
                    events.append(Event(seat, sum(better), OTHER, drawn[seat]))
            if "=" in ply:
                suit = effects.named[ply[-1]]
                events.append(Event(seat, suit, NAMED_SUIT, drawn[seat]))
                others = game.pack & ~(suit | JACKS)
                events.append(Event(seat, others, NOT_NAMED, drawn[seat]))
    return drawn, events


def followed(
    game: PisYedili, seen: Observation[PisYediliTable], plies: Sequence[str]
) -> Iterator[tuple[PisYediliTable, str, int]]:
    """The plies of this deal after the deal itself: the table, the ply, the cards that it drew.

    The rules are followed with hands that hold everything that does not lie open: what lies open
    does not depend on them. None if ``plies`` do not hold the deal.
    """
    starts = [number for number, ply in enumerate(plies) if ply.startswith(DEAL)]
    if not starts:
        return
    start, whole = game.start(), range(game.pack.bit_count())
    begun = start._replace(table=start.table._replace(dealer=seen.table.dealer))
    state = game.apply(begun, in_order(game, begun, whole))
    for ply in plies[starts[-1] + 1 :]:
        table, left = state.table, state.table.stock
        state = state._replace(hands=(game.pack & ~table.face_up,) * game.seats)
        move = Move(ply)
        if is_chance(ply):
            left = game.to_shuffle(state).bit_count()
            move = in_order(game, state, range(left))
        state = game.apply(state, move)
        yield table, ply, left - state.table.stock


# How many points behind make the chance of winning the match half as large, by the number of deals
# to come; found by self-play.
HALVING = 30
# 2 ** (-step / 16): square roots are the same on every machine, powers need not be.
STEPS = 16
ROOT = sqrt(sqrt(sqrt(sqrt(0.5))))


class Chances:
    """How likely a seat is to win the match alone, by the scores at the end of a deal.

    ``of(hands, top, out)``: of WIN, for the seat that ``seen`` belongs to.
    """

    def __init__(self, game: PisYedili, seen: Observation[PisYediliTable]) -> None:
        table = seen.table
        self._game, self._seat, self._before = game, table.turn, table.scores
        self._to_come = max(0, game.rounds - table.deal)
        self._half = HALVING * sqrt(max(1, self._to_come))

    def of(self, gains: Sequence[int]) -> int:
        """After a deal that added this much to the scores."""
        seat = self._seat
        totals = [then + gain for then, gain in zip(self._before, gains, strict=True)]
        best = min(totals)
        if not self._to_come:
            if totals[seat] > best:
                return 0
            return WIN // totals.count(best)
        weights = [_halved((total - best) / self._half) for total in totals]
        return int(WIN * weights[seat] / sum(weights))


@cache
def _powers() -> list[float]:
    """ROOT to the power of 0, 1, 2 …; more of them are as good as nothing."""
    powers = [1.0]
    for _ in range(20 * STEPS):
        powers.append(powers[-1] * ROOT)
    return powers


def _halved(times: float) -> float:
    """1, halved so many times."""
    powers = _powers()
    return powers[min(int(times * STEPS), len(powers) - 1)]


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


def played_out(
    game: PisYedili, state: State[PisYediliTable], move: Move, rng: Random
) -> tuple[int, ...]:
    """What the deal adds to the scores after this move, all seats playing by habit."""
    state = game.apply(state, move)
    while state.table.turn == CHANCE and state.table.finish is None:
        state = game.apply(state, shuffle(game, state, rng))
    if state.table.finish is not None:
        return state.table.finish.gains
    hands = list(state.hands)
    last = play_out(game, state, hands, rng)
    return counted(game, hands, last)


def play_out(
    game: PisYedili,
    state: State[PisYediliTable],
    hands: list[Cards],
    rng: Random,
) -> Card:
    """Play the deal to its end by habit. ``hands`` keeps what is left.

    The card that emptied a hand, or 0 if the stock or the turns ran out.
    """
    # One long function without calls where it can do without: it is most of what a search does.
    effects, seats = effects_of(game), game.seats
    on, named, effect = effects.fits, effects.named, effects.effect
    table = state.table
    turn, face_up, top, fits = table.turn, table.face_up, table.top, table.fits
    step, chain, drawn, again, opening = (
        table.step,
        table.chain,
        table.drawn,
        table.again,
        table.opening,
    )
    turns, stock, at = table.turns, list(state.stock), 0
    left = len(stock)
    recycle = game.stock_out == "recycle"
    on_empty = not recycle and game.stock_out_trigger == "on_empty"
    must, may_play = game.ace == "must_again", game.after_penalty == "may_play"
    different = game.jack_suit == "different"
    while True:
        hand = hands[turn]
        can = hand & fits
        if chain and not can:
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
