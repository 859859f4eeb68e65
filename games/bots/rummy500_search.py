"""The player of Rummy 500 that imagines what is hidden and plays its turns out."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.engine.cards import NAMED, Card, Cards, each
from games.engine.game import DEAL, Move, Observation, Seat, State
from games.engine.melds import DISCARD, NEAR
from games.engine.rummy500 import (
    DISCARDED,
    DRAW,
    END,
    MOST_TURNS,
    STOCK,
    Rummy500,
    Rummy500Table,
)

from .rummy500 import (
    KEEN,
    OUTS,
    Habits,
    Plan,
    felt_of,
    habit,
    habits_of,
    open_ends,
    thrown,
)

# How many turns a playout takes. What a seat will make of the hand that it holds then follows, in
# tenths of a point: for each point in it and for each card, by how many cards of the stock are
# left, in fours. Worked out from rounds of habits (least squares).
TURNS = 5
HOPES = ((-6, -23), (1, -35), (4, -45), (6, -40), (6, -15), (5, 11))
# How much better, in tenths of a point, another way than that of habit must look.
HABIT = 20
# Of how many ways to take and to discard, the likeliest by habit, and to discard with a meld held
# back.
TAKES, DISCARDS, HELD_BACK = 5, 7, 2
# What the match is worth, in tenths of a point, to the seat that wins it in a playout.
MATCH = 1000


# Of how near the target somebody plays against the best of the others above all.
CLOSING = 150
# After how many draws without a take a seat is taken to be one that never digs, and how often a
# hand is given out that should be one of those that are likely.
SURE, TRIES = 8, 4


class Play:
    """A round that is played on from some state, every seat by its habits.

    ``digs`` says of each seat whether it ever takes cards of the pile.

    ``line``: what was done: 0 draws, a card of the pile takes it, melds and single cards are laid,
    and a discard is negative. ``over``: whether the round is over.
    """

    __slots__ = (
        "digs", "ends_empty", "floats", "gone", "habits", "hands", "heap", "kept", "line", "over",
        "pile", "points", "runs", "sets", "shown", "stock", "turn", "turns",
    )  # fmt: skip

    def __init__(
        self,
        game: Rummy500,
        habits: Habits,
        state: State[Rummy500Table],
        digs: Sequence[bool] = (True,) * 4,
    ) -> None:
        table = state.table
        self.habits, self.digs = habits, digs
        self.floats, self.ends_empty = game.floating == "true", game.stock_out != "discard_only"
        self.hands, self.stock = [*state.hands], [*state.stock[::-1]]
        self.pile, self.heap = [*table.pile], sum(table.pile)
        self.runs, self.sets = felt_of(table.melds)
        self.gone = sum(table.laid)
        self.points, self.shown = [*table.points], [*table.shown]
        self.turn, self.turns, self.kept = table.turn, table.turns, table.kept
        self.line: list[int] = []
        self.over = False

    def on(self, turns: int) -> None:
        """Play whole turns until the round or so many of them are over."""
        for _ in range(turns):
            if self.over:
                return
            self.whole_turn()

    def least(self) -> int:
        """How many cards the smallest hand of another seat has."""
        hands, turn = self.hands, self.turn
        least = 52
        for seat in range(len(hands)):
            if seat != turn and (size := hands[seat].bit_count()) < least:
                least = size
        return least

    def whole_turn(self) -> None:
        me, habits, pile = self.turn, self.habits, self.pile
        hand, least = self.hands[me], self.least()
        card, plan = 0, None
        if pile and self.digs[me]:
            felt, draws = (self.runs, self.sets), bool(self.stock)
            card, plan = habits.dig(hand, pile, felt, least, draws=draws)
        if plan:
            hand |= self.take(card)
        elif self.stock:
            hand |= self.draw()
            plan = habits.plan(hand, self.runs, self.sets)
        else:
            self.over = True
            return
        if plan.steps:
            self.lay(plan, hand)
            hand = plan.left
        self.hands[me] = hand
        self.end_turn(hand, least)

    def draw(self) -> Card:
        """The next card of the stock, drawn from there by the seat to move."""
        self.line.append(0)
        return self.stock.pop()

    def take(self, card: Card) -> Cards:
        """The card of the pile and those on it, taken from there by the seat to move."""
        at = self.pile.index(card)
        cards = sum(self.pile[at:])
        del self.pile[at:]
        self.heap ^= cards
        self.shown[self.turn] |= cards
        self.line.append(card)
        return cards

    def lay(self, plan: Plan, hand: Cards) -> None:
        """Lay what the plan says from this hand of the seat to move."""
        me, cards = self.turn, hand ^ plan.left
        self.points[me] += plan.gain
        self.gone |= cards
        self.shown[me] &= ~cards
        self.kept &= ~cards
        self.runs, self.sets = plan.runs, plan.sets
        self.line += plan.steps

    def end_turn(self, hand: Cards, least: int) -> None:
        """Discard, if anything is left of the hand, and hand the turn on."""
        me = self.turn
        if hand:
            heap = self.heap | sum(self.shown) & ~self.shown[me]
            card = self.habits.discard(hand, heap, self.gone, least, self.kept)
            self.throw(card)
        elif self.floats:
            self.next_turn()
        else:
            self.over = True

    def throw(self, card: Card) -> None:
        """The seat to move discards this card, which ends its turn."""
        me = self.turn
        self.line.append(-card)
        self.hands[me] ^= card
        self.pile.append(card)
        self.heap |= card
        self.shown[me] &= ~card
        if not self.hands[me]:
            self.over = True
        else:
            self.next_turn()

    def next_turn(self) -> None:
        self.kept = 0
        self.turns += 1
        self.turn = (self.turn + 1) % len(self.hands)
        if (not self.stock and self.ends_empty) or self.turns >= MOST_TURNS:
            self.over = True


class Rummy500Search:
    """Flat Monte Carlo over ways to go on with its turn, in the same imagined deals for each.

    A way is a whole plan: what is taken, what is laid or held back, what is discarded. In rounds
    of equal effort each way still in question is played on for some turns, and the worse half is
    dropped. A plan that was begun is carried out.
    """

    def choose(
        self,
        game: Rummy500,
        seen: Observation[Rummy500Table],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        habits = habits_of(game, KEEN)
        ways = ways_of(game, habits, seen, plies)
        if len(ways) == 1:
            return ways[0].move
        deals, stakes = Deals(game, habits, seen, plies, rng), Stakes(game, habits, seen)
        alive, totals = [*range(len(ways))], [0] * len(ways)
        rounds = (len(ways) - 1).bit_length()
        while len(alive) > 1:
            number = max(1, playouts // (rounds * len(alive)))
            for _ in range(number):
                state = deals.draw()
                for at in alive:
                    play = Play(game, habits, state, deals.digs)
                    begin(play, ways[at])
                    play.on(TURNS)
                    totals[at] += stakes.value(play)
            # The first way is that of habit.
            totals[0] += number * HABIT * sum(stakes.weights)
            alive = sorted(alive, key=lambda at: -totals[at])[: (len(alive) + 1) // 2]
        best: Way = ways[alive[0]]
        return best.move


class Way(NamedTuple):
    """A way to go on with a turn: the move that it begins with, and what is done.

    ``take``: a card of the pile, 0 for none. ``plan``: what is laid; None after a draw, where it
    follows from the card. ``discard``: 0 for what habit discards. ``move`` may end the round.
    """

    move: Move
    take: Card = 0
    plan: Plan | None = None
    discard: Card = 0


def ways_of(
    game: Rummy500,
    habits: Habits,
    seen: Observation[Rummy500Table],
    plies: Sequence[str],
) -> list[Way]:
    """The ways that are worth a thought, that of habit first."""
    table, hand = seen.table, seen.hand
    first = Way(habit(game, habits, seen))
    if table.phase == DRAW:
        return draws(habits, seen, first.move)
    if table.must:
        return [first]
    felt = felt_of(table.melds)
    plan = habits.plan(hand, felt.runs, felt.sets)
    if not plan.steps:
        cards = likeliest(habits, seen, DISCARDS)
        return [Way(move, discard=DISCARDED[move]) for move in cards]
    if plies and not plies[-1].startswith("+"):
        return [first]
    held = [Way(move, discard=DISCARDED[move]) for move in likeliest(habits, seen, HELD_BACK)]
    return [Way(first.move, plan=plan), *held]


def draws(habits: Habits, seen: Observation[Rummy500Table], first: Move) -> list[Way]:
    table, hand = seen.table, seen.hand
    felt = felt_of(table.melds)
    fits = open_ends(felt.runs) | felt.sets
    ways, takes = [], list[Way]()
    for move in seen.moves:
        if move in (STOCK, END):
            ways.append(Way(move))
            continue
        card = NAMED[move[1:]]
        held = hand | sum(table.pile[table.pile.index(card) :])
        if habits.use(card, held, hand, fits):
            takes.append(Way(move, card, habits.plan(held, felt.runs, felt.sets, card, hand)))
    takes.sort(key=lambda way: -way.plan.gain if way.plan else 0)
    return sorted(ways + takes[:TAKES], key=lambda way: way.move != first)


def likeliest(habits: Habits, seen: Observation[Rummy500Table], number: int) -> list[Move]:
    """The discards that habit likes best, the best first."""
    cards, moves = 0, list[Move]()
    while len(moves) < number:
        card = thrown(habits, seen, cards)
        if card & cards or DISCARD[card] not in seen.moves:
            break
        cards |= card
        moves.append(DISCARD[card])
    return moves


def begin(play: Play, way: Way) -> None:
    """Play the turn of the seat to move to its end, in this way."""
    me, least = play.turn, play.least()
    hand, plan = play.hands[me], way.plan
    if way.move == END:
        play.over = True
    elif way.discard:
        play.throw(way.discard)
    else:
        if plan is None:
            hand |= play.draw()
            plan = play.habits.plan(hand, play.runs, play.sets)
        elif way.take:
            hand |= play.take(way.take)
        play.lay(plan, hand)
        play.hands[me] = plan.left
        play.end_turn(plan.left, least)


class Stakes:
    """What a seat plays for: to leave the others behind, most of all one that may win the match."""

    def __init__(self, game: Rummy500, habits: Habits, seen: Observation[Rummy500Table]) -> None:
        assert seen.seat is not None
        self._me, self._scores, self._target = seen.seat, seen.table.scores, game.target
        self._habits = habits
        self._last = seen.table.round >= game.max_rounds
        others = [total for seat, total in enumerate(self._scores) if seat != seen.seat]
        closing = self._last or max(self._scores) >= game.target - CLOSING
        self.weights = [
            0 if seat == seen.seat else 3 if closing and total == max(others) else 1
            for seat, total in enumerate(self._scores)
        ]

    def value(self, play: Play) -> int:
        """How well the round goes: in tenths of a point times the sum of the weights."""
        habits, over = self._habits, play.over
        point, card = (-10, 0) if over else HOPES[min(len(play.stock) // 4, 5)]
        value = 0
        totals = []
        for seat, weight in enumerate(self.weights):
            hand = play.hands[seat]
            pips = habits.value(hand)
            result = 10 * play.points[seat] + point * pips + card * hand.bit_count()
            if weight:
                value -= weight * result
            else:
                value += sum(self.weights) * result
            totals.append(self._scores[seat] + play.points[seat] - pips)
        if over:
            best = max(totals)
            if self._last or (best >= self._target and totals.count(best) == 1):
                won = totals[self._me] == best and totals.count(best) == 1
                value += sum(self.weights) * (MATCH if won else -MATCH)
        return value


class Deals:
    """Deals that fit what the seat sees, and mostly what the others did.

    Who lays all it can at the end of its turn holds no meld, and who digs when it can had no use
    for the pile that it left. A hand that does not fit that is given out again, a few times, and
    so, every other time, is one that fits a card which it threw away. ``digs``: by seat whether it
    seems to take cards of the pile at all.
    """

    def __init__(
        self,
        game: Rummy500,
        habits: Habits,
        seen: Observation[Rummy500Table],
        plies: Sequence[str],
        rng: Random,
    ) -> None:
        table = seen.table
        self._table, self._seen, self._rng, self._habits = table, seen, rng, habits
        self._fits, self._gone = table.fits, sum(table.laid)
        self._heard = heard(game, habits, plies)
        self.digs = [
            bool(other.takes or other.draws < SURE) or seat == seen.seat
            for seat, other in enumerate(self._heard)
        ]
        self._known = [
            seen.hand if seat == seen.seat else shown for seat, shown in enumerate(table.shown)
        ]
        self._unseen = [*each(game.pack & ~(table.face_up | sum(self._known)))]

    def draw(self) -> State[Rummy500Table]:
        random = self._rng.random
        cards = sorted(self._unseen, key=lambda _: random())
        hands = [*self._known]
        for seat, size in enumerate(self._seen.sizes):
            known = self._known[seat]
            number = size - known.bit_count()
            if not number:
                continue
            hand = known | sum(cards[-number:])
            for _ in range(TRIES):
                if self._likely(seat, hand):
                    break
                cards.sort(key=lambda _: random())
                hand = known | sum(cards[-number:])
            hands[seat] = hand
            del cards[-number:]
        return State(self._table, tuple(hands), tuple(cards))

    def _likely(self, seat: Seat, hand: Cards) -> bool:
        """Whether the seat would have done what it did, with this hand at the end."""
        other = self._heard[seat]
        if not other.turns:
            return True
        if hand & self._fits or self._habits.melds(hand):
            return False
        if self.digs[seat]:
            others = hand
            for card in reversed(other.left):
                near, enough = NEAR[card]
                if others & near in enough:
                    return False
                others |= card
        for card in other.thrown[-3:]:
            near = NEAR[card][0]
            if OUTS[card][hand & near, self._gone & near] and self._rng.random() < 0.5:
                return False
        return True


class Heard:
    """What plies tell of a seat: in this round the turns that it ended, the pile that it left for
    the stock, as far as that still lies there, and what it threw; and in the match how often it
    drew and took."""

    def __init__(self) -> None:
        self.turns = self.draws = self.takes = 0
        self.left: list[Card] = []
        self.thrown: list[Card] = []


def heard(game: Rummy500, habits: Habits, plies: Sequence[str]) -> list[Heard]:
    """By seat what the plies tell; nothing if they do not hold the deal."""
    seats = [Heard() for _ in range(game.seats)]
    pile: list[Card] = []
    dealt, turn, drawn = 0, 0, False
    for ply in plies:
        if ply.startswith(DEAL):
            # The card turned up is not hidden.
            at = len(DEAL) + 2 * habits.dealt
            pile = [NAMED[ply[at : at + 2]]]
            turn, drawn = dealt % game.seats, False
            dealt += 1
            for seat in seats:
                seat.turns, seat.left, seat.thrown = 0, [], []
        elif ply[0] == "-":
            seats[turn].turns += 1
            card = NAMED[ply[1:]]
            seats[turn].thrown.append(card)
            pile.append(card)
            turn, drawn = (turn + 1) % game.seats, False
        elif ply[0] == "+":
            if drawn:
                # Who laid all cards and plays on ended its turn without a discard.
                seats[turn].turns += 1
                turn = (turn + 1) % game.seats
            drawn = True
            if ply == STOCK:
                seats[turn].draws += 1
                seats[turn].left = [*pile]
            else:
                seats[turn].takes += 1
                seats[turn].left = []
                del pile[pile.index(NAMED[ply[1:]]) :]
                for seat in seats:
                    del seat.left[len(pile) :]
    return seats
