"""The player of Rummy 500 that imagines what is hidden and plays its turns out."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.engine.cards import NAMED, Card, Cards
from games.engine.chance import determinize
from games.engine.game import Move, Observation, State
from games.engine.rummy500 import DISCARDED, DRAW, END, MOST_TURNS, STOCK, Rummy500, Rummy500Table

from .rummy500 import Habits, Plan, as_move, felt_of, habit, habits_of, open_ends


class Play:
    """A round that is played on from some state, every seat by its habits.

    ``line``: what was done: 0 draws, a card of the pile takes it, melds and single cards are laid,
    the discard is negative, and OVER ends the round. ``over``: whether the round is over.
    """

    __slots__ = (
        "ends_empty", "floats", "gone", "habits", "hands", "heap", "kept", "line", "over",
        "pile", "points", "runs", "sets", "shown", "stock", "turn", "turns",
    )  # fmt: skip

    def __init__(self, game: Rummy500, habits: Habits, state: State[Rummy500Table]) -> None:
        table = state.table
        self.habits = habits
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
        sizes = [hand.bit_count() for hand in self.hands]
        del sizes[self.turn]
        return min(sizes)

    def whole_turn(self) -> None:
        me, habits, pile = self.turn, self.habits, self.pile
        hand, least = self.hands[me], self.least()
        card, plan = 0, None
        if pile:
            felt, patience = (self.runs, self.sets), None if self.stock else habits.last_patience
            card, plan = habits.dig(hand, pile, felt, least, patience=patience)
        if plan:
            hand |= self.take(card)
        elif self.stock:
            self.line.append(0)
            hand |= self.stock.pop()
            plan = habits.plan(hand, self.runs, self.sets)
        else:
            self.over = True
            return
        if plan.steps:
            self.lay(plan, hand)
            hand = plan.left
        self.hands[me] = hand
        self.end_turn(hand, least)

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
    """Flat Monte Carlo over ways to go on with its turn, in the same imagined deals for each."""

    def choose(
        self,
        game: Rummy500,
        seen: Observation[Rummy500Table],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        habits = habits_of(game)
        ways = ways_of(game, habits, seen)
        if len(ways) == 1:
            return ways[0].move
        deals = Deals(game, habits, seen, rng)
        totals = [way.favour * WEIGHT for way in ways]
        alive = [*range(len(ways))]
        rounds = max(1, (len(ways) - 1).bit_length())
        done = 0
        while len(alive) > 1:
            for _ in range(max(1, playouts // (rounds * len(alive)))):
                state = deals.draw()
                done += 1
                for at in alive:
                    totals[at] += outcome(game, habits, state, ways[at])
            alive = sorted(alive, key=lambda at: -totals[at])[: (len(alive) + 1) // 2]
        best: Way = ways[alive[0]]
        return best.move


WEIGHT = 0
TURNS = 500
HELD = 10


class Way(NamedTuple):
    """A way to go on: the move it begins with, what is done, and how habit likes it.

    ``take``: a card of the pile, -1 for a draw, -2 to end the round, 0 if that is over. ``plan``:
    what is laid. ``discard``: 0 for what habit discards.
    """

    move: Move
    take: int
    plan: Plan | None
    discard: Card
    favour: int


def ways_of(game: Rummy500, habits: Habits, seen: Observation[Rummy500Table]) -> list[Way]:
    table, hand, moves = seen.table, seen.hand, seen.moves
    felt = felt_of(table.melds)
    if table.phase == DRAW:
        ways = []
        for move in moves:
            if move == STOCK:
                ways.append(Way(move, -1, None, 0, 0))
            elif move == END:
                ways.append(Way(move, -2, None, 0, 0))
            else:
                card = NAMED[move[1:]]
                held = hand | sum(table.pile[table.pile.index(card) :])
                if habits.use(card, held, hand, open_ends(felt.runs) | felt.sets):
                    plan = habits.plan(held, felt.runs, felt.sets, card, hand)
                    ways.append(Way(move, card, plan, 0, 0))
        return ways or [Way(habit(game, seen), 0, None, 0, 0)]
    if table.must:
        return [Way(habit(game, seen), 0, None, 0, 0)]
    plan = habits.plan(hand, felt.runs, felt.sets)
    ways = []
    if plan.steps:
        ways.append(Way(as_move(game, table, plan.steps[0], moves), 0, plan, 0, 0))
    for move in moves:
        if move in DISCARDED:
            ways.append(Way(move, 0, None, DISCARDED[move], 0))
    return ways


def outcome(game: Rummy500, habits: Habits, state: State[Rummy500Table], way: Way) -> int:
    play = Play(game, habits, state)
    me = play.turn
    least = play.least()
    hand = play.hands[me]
    if way.take == -2:
        play.over = True
    elif way.take:
        if way.plan:
            hand |= play.take(way.take)
            plan = way.plan
        else:
            hand |= play.stock.pop()
            plan = habits.plan(hand, play.runs, play.sets)
        play.lay(plan, hand)
        play.hands[me] = plan.left
        play.end_turn(plan.left, least)
    elif way.plan:
        play.lay(way.plan, hand)
        play.hands[me] = way.plan.left
        play.end_turn(way.plan.left, least)
    else:
        play.throw(way.discard)
    play.on(TURNS)
    held = 10 if play.over else HELD
    results = [
        10 * p - held * habits.value(h) for p, h in zip(play.points, play.hands, strict=True)
    ]
    return len(results) * results[me] - sum(results)


class Deals:
    """Deals that fit what the seat sees."""

    def __init__(
        self, game: Rummy500, habits: Habits, seen: Observation[Rummy500Table], rng: Random
    ) -> None:
        self.seen, self.rng, self.game = seen, rng, game

    def draw(self) -> State[Rummy500Table]:
        return determinize(self.game, self.seen, self.rng)
