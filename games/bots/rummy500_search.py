"""The player of Rummy 500 that imagines what is hidden and plays its turns out."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.engine.cards import NAMED, Card, each
from games.engine.game import Move, Observation
from games.engine.melds import DISCARD, NEAR
from games.engine.rummy500 import (
    DISCARDED,
    DRAW,
    END,
    STOCK,
    Rummy500,
    Rummy500Table,
)

from .bot import Thought
from .rummy500 import (
    KEEN,
    Habits,
    Plan,
    habit,
    habits_of,
    thrown,
)
from .rummy500_guess import Deals
from .rummy500_masks import felt_of, open_ends
from .rummy500_play import Play

# Why a move is made:
WHYS = (
    "go_out",  # it ends the round, or is the first of the moves that do in this turn
    "lay",  # it brings points at once
    "dig",  # what it takes of the pile can be laid, with more to come
    "draw",  # nothing of the pile is worth what it brings
    "save",  # it keeps what could be laid for a larger lay-down
    "unload",  # high cards go while somebody is near going out or the stock near its end
    "feed_not",  # the others that are as loose would help somebody
    "loose",  # it goes with least of the hand
)

# How many turns a playout takes. What a seat will make of the hand that it holds then follows, in
# tenths of a point: for each point in it and for each card, by how many cards of the stock are
# left, in fours. Worked out from rounds of habits (least squares).
TURNS = 8
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
# Near its end: the smallest of the other hands with so many cards, or a stock with so many turns.
NEAR_OUT, TURNS_LEFT = 2, 1
# What a high card counts.
HIGH = 10


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
        ways = ways_of(game, habits_of(game, KEEN), seen, plies)
        if len(ways) == 1:
            return ways[0].move
        return self.think(game, seen, plies, rng, playouts)[0].move

    def think(
        self,
        game: Rummy500,
        seen: Observation[Rummy500Table],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> list[Thought]:
        habits = habits_of(game, KEEN)
        ways = ways_of(game, habits, seen, plies)
        deals, stakes = Deals(game, habits, seen, plies, rng), Stakes(game, habits, seen)
        weighed = [Weighed(way) for way in ways]
        # The first way is that of habit.
        weighed[0].credit = HABIT * sum(stakes.weights)
        alive, dropped = weighed, list[Weighed]()
        rounds = max(1, (len(ways) - 1).bit_length())
        for _ in range(rounds):
            for _ in range(max(1, playouts // (rounds * len(alive)))):
                state = deals.draw()
                for one in alive:
                    play = Play(game, deals.habits, state, deals.digs)
                    begin(play, one.way)
                    play.on(TURNS)
                    one.add(*stakes.value(play))
            alive = sorted(alive, key=lambda one: -one.worth)
            half = (len(alive) + 1) // 2
            alive, dropped = alive[:half], alive[half:] + dropped
        thoughts = dict[Move, Thought]()
        for one in alive + dropped:
            thoughts.setdefault(one.way.move, one.thought())
        return [*thoughts.values()]

    def why(self, game: Rummy500, seen: Observation[Rummy500Table], move: Move) -> str:
        habits = habits_of(game, KEEN)
        return (
            why_discarded(game, habits, seen, DISCARDED[move])
            if move in DISCARDED
            else why_laid(habits, seen, move)
        )


class Weighed:
    """A way with what came of it: how often it was played, its worth and the points it brought.

    ``credit`` is added to its worth each time.
    """

    def __init__(self, way: "Way") -> None:
        self.way, self.credit, self.number, self.points, self.worth = way, 0, 0, 0, 0

    def add(self, value: int, points: int) -> None:
        self.number += 1
        self.worth += value + self.credit
        self.points += points

    def thought(self) -> Thought:
        return Thought(self.way.move, None, self.points / (10 * self.number), self.number)


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
            plan = play.habits[me].plan(hand, play.runs, play.sets)
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

    def value(self, play: Play) -> tuple[int, int]:
        """How well the round goes: in tenths of a point times the sum of the weights.

        And what it brings the seat, in tenths of a point.
        """
        habits, over = self._habits, play.over
        point, card = (-10, 0) if over else HOPES[min(len(play.stock) // 4, 5)]
        value = mine = 0
        totals = []
        for seat, weight in enumerate(self.weights):
            hand = play.hands[seat]
            pips = habits.value(hand)
            result = 10 * play.points[seat] + point * pips + card * hand.bit_count()
            if weight:
                value -= weight * result
            else:
                mine = result
                value += sum(self.weights) * result
            totals.append(self._scores[seat] + play.points[seat] - pips)
        if over:
            best = max(totals)
            if self._last or (best >= self._target and totals.count(best) == 1):
                won = totals[self._me] == best and totals.count(best) == 1
                value += sum(self.weights) * (MATCH if won else -MATCH)
        return value, mine


def why_laid(habits: Habits, seen: Observation[Rummy500Table], move: Move) -> str:
    """Why it draws, takes or lays."""
    if move in (STOCK, END):
        return "draw"
    table, hand = seen.table, seen.hand
    felt = felt_of(table.melds)
    if table.phase == DRAW:
        card = NAMED[move[1:]]
        held = hand | sum(table.pile[table.pile.index(card) :])
        fits = open_ends(felt.runs) | felt.sets
        if not habits.use(card, held, hand, fits):
            return "dig"
        plan = habits.plan(held, felt.runs, felt.sets, card, hand)
        return "go_out" if plan.left.bit_count() < 2 else "dig"
    plan = habits.plan(hand, felt.runs, felt.sets, table.must, hand & ~table.taken)
    return "go_out" if plan.left.bit_count() < 2 else "lay"


def why_discarded(
    game: Rummy500, habits: Habits, seen: Observation[Rummy500Table], card: Card
) -> str:
    table, hand = seen.table, seen.hand
    felt = felt_of(table.melds)
    if card == hand:
        return "go_out"
    if habits.plan(hand, felt.runs, felt.sets).steps:
        return "save"
    least = min([size for seat, size in enumerate(seen.sizes) if seat != seen.seat])
    if game.value(card) >= HIGH and (
        least <= NEAR_OUT or table.stock <= TURNS_LEFT * len(seen.sizes)
    ):
        return "unload"
    heap = sum(table.pile) | sum(table.shown) & ~table.shown[table.turn]
    near = NEAR[card][0]
    ties = (hand & near).bit_count()
    for other in each(hand ^ card):
        theirs = NEAR[other][0]
        if (hand & theirs).bit_count() <= ties and heap & theirs and not heap & near:
            return "feed_not"
    return "loose"
