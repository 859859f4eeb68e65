"""Rounds of Rummy 500 that are played on by habits, quickly: what a search imagines."""

from collections.abc import Sequence

from games.engine.cards import Card, Cards
from games.engine.game import State
from games.engine.melds import NEAR
from games.engine.rummy500 import MOST_TURNS, Rummy500, Rummy500Table

from .rummy500 import Habits, Plan
from .rummy500_masks import felt_of, open_ends


class Play:
    """A round that is played on from some state, every seat by its habits.

    ``digs`` says of each seat whether it ever takes cards of the pile.

    ``line``: what was done: 0 draws, a card of the pile takes it, melds and single cards are laid,
    and a discard is negative. ``over``: whether the round is over.
    """

    __slots__ = (
        "digs", "ends_empty", "fits", "floats", "gone", "habits", "hands", "heap", "kept", "line",
        "over", "pile", "points", "runs", "sets", "settled", "shown", "stock", "turn", "turns",
    )  # fmt: skip

    def __init__(
        self,
        game: Rummy500,
        habits: Sequence[Habits],
        state: State[Rummy500Table],
        digs: Sequence[bool] = (True,) * 4,
    ) -> None:
        table = state.table
        self.habits, self.digs = habits, digs
        self.floats, self.ends_empty = game.floating == "true", game.stock_out != "discard_only"
        self.hands, self.stock = [*state.hands], [*state.stock[::-1]]
        self.pile, self.heap = [*table.pile], sum(table.pile)
        self.runs, self.sets = felt_of(table.melds)
        self.fits = open_ends(self.runs) | self.sets
        # Who laid all that it could holds no meld: what it lays next has a new card in it.
        self.settled = [False] * len(state.hands)
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
        me, pile = self.turn, self.pile
        habits = self.habits[me]
        hand, least = self.hands[me], self.least()
        card, plan = 0, None
        if pile and self.digs[me]:
            felt, draws = (self.runs, self.sets), bool(self.stock)
            card, plan = habits.dig(hand, pile, felt, self.fits, least, draws=draws)
        if plan:
            hand |= self.take(card)
        elif self.stock:
            card = self.draw()
            near, enough = NEAR[card]
            melds = hand & near in enough or not self.settled[me]
            hand |= card
            if melds or hand & self.fits:
                plan = habits.plan(hand, self.runs, self.sets)
        else:
            self.over = True
            return
        if plan and plan.steps:
            self.lay(plan, hand)
            hand = plan.left
        self.hands[me] = hand
        self.settled[me] = not habits.leaves_one
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
        if plan.steps:
            self.runs, self.sets = plan.runs, plan.sets
            self.fits = open_ends(plan.runs) | plan.sets
        self.line += plan.steps

    def end_turn(self, hand: Cards, least: int) -> None:
        """Discard, if anything is left of the hand, and hand the turn on."""
        me = self.turn
        if hand:
            heap = self.heap | sum(self.shown) & ~self.shown[me]
            card = self.habits[me].discard(hand, heap, self.gone, least, self.kept)
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
