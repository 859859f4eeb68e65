"""A player of Rummy 500 that sees all cards: the ceiling that others are measured against."""

from random import Random
from typing import NamedTuple

from games.engine.cards import Card, each
from games.engine.game import Move, Observation, State, observe
from games.engine.melds import DISCARD
from games.engine.rummy500 import DRAW, END, STOCK, TAKE, Rummy500, Rummy500Table

from .rummy500 import KEEN, PLAIN, Habits, Plan, as_move, habit, habits_of
from .rummy500_masks import felt_of, open_ends
from .rummy500_play import Play
from .rummy500_search import Stakes


class Turn(NamedTuple):
    """A turn that the seat means to play: what is taken, 0 to draw, whether all is laid that can
    be, and what is discarded. What turns out not to be possible is done by habit."""

    take: Card
    lays: bool
    discard: Card


class Rummy500Seeing:
    """Plans its turns of the round, the others taken to be seats of plain habits.

    As all cards are known, a plan has one outcome. Its turns are changed one after the other,
    again and again, and every change that does not make it worse is kept.
    """

    def choose(
        self, game: Rummy500, state: State[Rummy500Table], rng: Random, playouts: int
    ) -> Move:
        """The first move of the best plan that so many playouts find."""
        seen = observe(game, state, state.table.turn)
        habits = habits_of(game, KEEN)
        by_habit = habit(game, habits, seen)
        if state.table.must:
            return by_habit
        best = Planner(game, habits, state, seen).best(playouts)
        return first_move(game, habits, seen, best) if best else by_habit


class Planner:
    """Looks for the best turns of the seat to move."""

    def __init__(
        self,
        game: Rummy500,
        habits: Habits,
        state: State[Rummy500Table],
        seen: Observation[Rummy500Table],
    ) -> None:
        self._game, self._state, self._me = game, state, state.table.turn
        self._habits = [habits_of(game, PLAIN)] * game.seats
        self._habits[self._me] = habits
        self._stakes = Stakes(game, habits, seen)
        self._moves = {*seen.moves}

    def best(self, playouts: int) -> Turn | None:
        """The first turn of the best plan; None for that of habit."""
        plan: list[Turn | None] = []
        most, _ = self._stakes.value(self._outcome(plan))
        better = True
        while better and playouts > 0:
            better, at = False, 0
            while playouts > 0:
                for turn in self._turns(plan, at):
                    other = [*plan, *[None] * (at + 1 - len(plan))]
                    other[at] = turn
                    value, _ = self._stakes.value(self._outcome(other))
                    playouts -= 1
                    if value > most:
                        most, plan, better = value, other, True
                at += 1
                if self._to_turn(plan, at).over:
                    break
        return plan[0] if plan else None

    def _outcome(self, plan: list[Turn | None]) -> Play:
        play = self._to_turn(plan, len(plan))
        play.on(1000)
        return play

    def _to_turn(self, plan: list[Turn | None], number: int) -> Play:
        """The round just before this turn of the seat, the first counted as 0."""
        play = Play(self._game, self._habits, self._state)
        for at in range(number):
            turn = plan[at] if at < len(plan) else None
            if not at and self._state.table.phase != DRAW:
                self._finish(play, turn)
            elif turn:
                self._whole(play, turn)
            else:
                play.on(1)
            while not play.over and play.turn != self._me:
                play.whole_turn()
            if play.over:
                break
        return play

    def _turns(self, plan: list[Turn | None], number: int) -> list[Turn]:
        """What the seat can do in this turn, as far as it is worth a thought."""
        play = self._to_turn(plan, number)
        if play.over:
            return []
        hand, habits = play.hands[self._me], self._habits[self._me]
        fits = open_ends(play.runs) | play.sets
        if not number and self._state.table.phase != DRAW:
            laid = habits.plan(hand, play.runs, play.sets)
            turns = [Turn(0, True, card) for card in each(laid.left)]
            if laid.steps:
                turns += [Turn(0, False, c) for c in each(hand) if DISCARD[c] in self._moves]
            return [*turns, Turn(0, True, 0)]
        turns = []
        for at, card in enumerate(play.pile):
            held = hand | sum(play.pile[at:])
            legal = number or TAKE[card] in self._moves
            if legal and habits.use(card, held, hand, fits):
                left = habits.plan(held, play.runs, play.sets, card, hand).left
                turns += [Turn(card, True, other) for other in each(left)] or [Turn(card, True, 0)]
        if play.stock:
            held = hand | play.stock[-1]
            laid = habits.plan(held, play.runs, play.sets)
            turns += [Turn(0, True, other) for other in each(laid.left)] or [Turn(0, True, 0)]
            if laid.steps:
                turns += [Turn(0, False, other) for other in each(held)]
        return turns

    def _whole(self, play: Play, turn: Turn) -> None:
        me, hand = self._me, play.hands[self._me]
        habits, at = self._habits[me], play.pile.index(turn.take) if turn.take in play.pile else -1
        plan = None
        if at >= 0:
            held = hand | sum(play.pile[at:])
            if habits.use(turn.take, held, hand, open_ends(play.runs) | play.sets):
                plan = habits.plan(held, play.runs, play.sets, turn.take, hand)
        if plan is None and not play.stock:
            play.whole_turn()
            return
        play.hands[me] |= play.take(turn.take) if plan else play.draw()
        self._finish(play, turn, plan)

    def _finish(self, play: Play, turn: Turn | None, plan: Plan | None = None) -> None:
        """Lay and discard."""
        me, least = self._me, play.least()
        hand = play.hands[me]
        if turn and not turn.lays and not plan and hand & turn.discard & ~play.kept:
            play.throw(turn.discard)
            return
        plan = plan or self._habits[me].plan(hand, play.runs, play.sets)
        play.lay(plan, hand)
        play.hands[me] = plan.left
        if turn and plan.left & turn.discard & ~play.kept:
            play.throw(turn.discard)
        else:
            play.end_turn(plan.left, least)


def first_move(
    game: Rummy500, habits: Habits, seen: Observation[Rummy500Table], turn: Turn
) -> Move:
    """The move that the turn begins with, or goes on with after the draw."""
    table, hand = seen.table, seen.hand
    if table.phase == DRAW:
        return TAKE[turn.take] if turn.take else STOCK if table.stock else END
    felt = felt_of(table.melds)
    plan = habits.plan(hand, felt.runs, felt.sets)
    if plan.steps and turn.lays:
        return as_move(game, table, plan.steps[0], seen.moves)
    move = DISCARD.get(turn.discard)
    return move if move in seen.moves else habit(game, habits, seen)
