"""Players of Rummy 500 that look at their own hand and the table only: a beginner, and habits."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from games.engine.cards import NAME, NAMED, PACK, RANK, Card, Cards, each
from games.engine.chance import in_order
from games.engine.game import Move, Observation
from games.engine.melds import BY_CARDS, DISCARD, HIGH, LOW, MELDS, NEAR, melds_with
from games.engine.rummy500 import (
    DISCARDED,
    DRAW,
    END,
    STOCK,
    TAKE,
    Rummy500,
    Rummy500Table,
)

from .rummy500_masks import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    OUTS,
    RUNS,
    SPADES,
    felt_of,
    laid,
    leaving_one,
    loose,
    low_aces,
    open_ends,
    sets_of,
)


class Weights(NamedTuple):
    """What a seat of habits goes by, in tenths of a point.

    ``reach``: how many cards of the pile it thinks of taking, from the top. ``patience``: how much
    more a turn that draws is taken to bring than one that takes cards of the pile. ``burden``: what
    a point left in the hand costs, and ``pips``: what a point of a card counts for its discard,
    both by how many cards the smallest other hand has, at least so many. A discard costs ``out``
    for each live card that would make a meld of it with another of the hand, ``gift`` if it makes
    one with the pile alone, else ``help`` for each card of the pile or known in another hand that
    it goes with.
    """

    reach: int
    patience: int
    burden: tuple[tuple[int, int], ...]
    pips: tuple[tuple[int, int], ...]
    out: int
    gift: int
    help: int


# As is often advised: high cards go early, and the sooner the smaller the other hands are. Who digs
# deep beats people who do not always (99 of 100 matches with two seats): a level that is to be
# beaten sees the upper two cards of the pile, as people do.
PLAIN = Weights(2, 20, ((5, 1), (3, 3), (0, 6)), ((5, 4), (3, 8), (0, 14)), 30, 250, 25)
# Found in self-play: while the others hold much, cards are worth more in the hand than they cost,
# and the high ones most.
KEEN = Weights(52, 5, ((5, 0), (3, 2), (0, 5)), ((4, -12), (2, -6), (0, 5)), 29, 330, 25)


class Rummy500Beginner:
    """Draws from the stock, lays all it can, the most valuable first, and discards high cards.

    It takes nothing of the pile. A card is loose that has none of its rank and no neighbour of its
    suit beside it in the hand; the highest loose one goes, and if none is loose the highest.
    """

    def choose(
        self,
        game: Rummy500,
        seen: Observation[Rummy500Table],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        if seen.table.phase == DRAW:
            return STOCK if STOCK in seen.moves else END
        discards = sum([DISCARDED[move] for move in seen.moves if move in DISCARDED])
        for moves in (
            [move for move in seen.moves if move in MELDS],
            [move for move in seen.moves if ">" in move],
        ):
            if moves:
                return max(moves, key=lambda move: gain(game, seen.table, move))
        cards = [*each(discards & loose(seen.hand) or discards)]
        return DISCARD[max(cards, key=game.value)]


def gain(game: Rummy500, table: Rummy500Table, move: Move) -> int:
    """The points that a meld or lay-off brings at once, but that a low ace laid off counts 15."""
    if move in MELDS:
        return game.worth(move)
    return game.value(named(move))


def named(move: Move) -> Cards:
    """The cards of a meld or a lay-off."""
    names = move.partition(">")[0]
    return sum([NAMED[names[at : at + 2]] for at in range(0, len(names), 2)])


class Plan(NamedTuple):
    """What a turn lays: ``steps`` are melds and single cards that are laid off, in order.

    ``left``: the rest of the hand. ``runs`` and ``sets``: the table after it, as in ``Felt``.
    ``gain``: the points that it brings at once.
    """

    steps: tuple[Cards, ...]
    left: Cards
    runs: Cards
    sets: Cards
    gain: int


class Habits:
    """What a sensible seat lays, takes and discards, by masks alone, so that it is quick."""

    def __init__(self, game: Rummy500, weights: Weights) -> None:
        self.weights = weights
        self.values = [0]
        for clubs in range(1, 1 << 13):
            low = clubs & -clubs
            self.values.append(self.values[clubs ^ low] + game.value(low))
        self.low_ace = game.worth("As2s3s") - game.value(MELDS["As2s3s"].cards)
        start = game.start()
        dealt = game.apply(start, in_order(game, start, range(52)))
        self.dealt = sum([hand.bit_count() for hand in dealt.hands])
        self.leaves_one = game.go_out == "must_discard" and game.floating == "false"
        self.hand_only = game.dig_support == "hand_only"
        self.meld_only = game.dig_use == "meld_only"
        self.burden, self.pip_weight = by_size(weights.burden), by_size(weights.pips)
        # What a discard looks up of a card, by its place from 1 (quicker than by its bit).
        self.about = [(0, frozenset[Cards](), OUTS[1], 0)]
        self.about += [(*NEAR[card], OUTS[card], game.value(card)) for card in each(PACK)]

    def value(self, cards: Cards) -> int:
        values = self.values
        return (
            values[cards & CLUBS]
            + values[cards >> 13 & CLUBS]
            + values[cards >> 26 & CLUBS]
            + values[cards >> 39]
        )

    def melds(self, hand: Cards) -> tuple[Cards, ...]:
        """Melds of the hand, none with a card of another; of two ways to choose the richer."""
        runs = RUNS[hand & CLUBS] + RUNS[hand & DIAMONDS] + RUNS[hand & HEARTS]
        runs += RUNS[hand & SPADES]
        sets = sets_of(hand)
        if not (runs and sets):
            return runs or sets
        in_runs, in_sets = sum(runs), sum(sets)
        if not in_runs & in_sets:
            return runs + sets
        left = hand ^ in_sets
        others = RUNS[left & CLUBS] + RUNS[left & DIAMONDS] + RUNS[left & HEARTS]
        others += RUNS[left & SPADES]
        one, other = runs + sets_of(hand ^ in_runs), sets + others
        return one if self.value(sum(one)) >= self.value(sum(other)) else other

    def plan(
        self, hand: Cards, runs: Cards, sets: Cards, must: Card = 0, before: Cards = 0
    ) -> Plan:
        """All that can be laid, the reached card first if there is one that must be.

        ``before``: the hand without the other cards that were taken with it.
        """
        steps: tuple[Cards, ...] = ()
        left, were = hand, (runs, sets)
        if must:
            first = self.use(must, hand, before, open_ends(runs) | sets)
            steps, left = (first,), hand ^ first
            runs, sets = laid(first, runs, sets)
        melds = self.melds(left)
        if melds:
            steps += melds
            left ^= sum(melds)
            for meld in melds:
                if meld & meld << 1:
                    runs |= meld
                else:
                    sets |= BY_CARDS[meld].fits
        ends = open_ends(runs)
        fits = (ends | sets) & left
        while fits:
            steps += (*each(fits),)
            left ^= fits
            runs |= fits & ends
            sets &= ~fits
            ends = open_ends(runs)
            fits = (ends | sets) & left
        if not steps:
            return Plan((), hand, runs, sets, 0)
        if self.leaves_one and not left:
            steps = leaving_one(steps, must)
            left, (runs, sets) = hand ^ sum(steps), were
            for step in steps:
                runs, sets = laid(step, runs, sets)
        points = self.value(hand ^ left)
        if self.low_ace and (hand ^ left) & RANK[0]:
            points += self.low_ace * low_aces(steps, *were)
        return Plan(steps, left, runs, sets, points)

    def use(self, must: Card, hand: Cards, before: Cards, fits: Cards) -> Cards:
        """What is laid first with the card that was reached for: a meld, or the card alone.

        0 if neither can be.
        """
        among = before | must if self.hand_only else hand
        near, enough = NEAR[must]
        best, most = 0, -1
        if among & near in enough:
            for meld in self.melds(among):
                if meld & must and not (self.leaves_one and meld == hand):
                    return meld
            for text in melds_with(must, among, False):
                cards = MELDS[text].cards
                worth = self.value(cards)
                if worth > most and not (self.leaves_one and cards == hand):
                    best, most = cards, worth
        if not best and must & fits and not self.meld_only:
            return must if must != hand or not self.leaves_one else 0
        return best

    def dig(
        self,
        hand: Cards,
        pile: Sequence[Card],
        felt: tuple[Cards, Cards],
        fits: Cards,
        least: int,
        legal: Cards = PACK,
        draws: bool = True,
    ) -> tuple[Card, Plan | None]:
        """The card of the pile that is reached for and what is laid then; 0 and None for none.

        ``fits``: the cards that can be laid off on the table singly. ``least``: how many cards
        the smallest of the other hands has. ``legal``: the cards that
        may be reached for, if not all that have a use. ``draws``: whether it can draw in place of
        that.
        """
        runs, sets = felt
        if self.meld_only:
            fits = 0
        others, best, base, burden = hand, 0, -1, 0
        most, found = 0, None
        for card in reversed(pile[-self.weights.reach :]):
            near, enough = NEAR[card]
            if (others & near in enough or card & fits) and card & legal:
                if base < 0:
                    base = 0
                    burden = self.burden[least]
                    plan = self.plan(hand, runs, sets)
                    most = 10 * plan.gain - burden * self.value(plan.left)
                    most += self.weights.patience if draws else 0
                held = others | card
                if self.use(card, held, hand, fits):
                    plan = self.plan(held, runs, sets, card, hand)
                    worth = 10 * plan.gain - burden * self.value(plan.left)
                    if worth > most:
                        best, most, found = card, worth, plan
            others |= card
        return best, found

    def discard(self, hand: Cards, heap: Cards, gone: Cards, least: int, barred: Card = 0) -> Card:
        """The card that is discarded.

        ``heap``: the cards of the pile and those known to be in other hands. ``gone``: the
        cards that lie in melds.
        """
        best, most = 0, -100_000
        weight, about = self.pip_weight[least], self.about
        _, _, _, _, out, gift, help_ = self.weights
        cards = hand & ~barred or hand
        while cards:
            card = cards & -cards
            cards ^= card
            near, enough, outs, pips = about[card.bit_length()]
            worth = weight * pips
            held = hand & near
            if held:
                worth -= out * outs[held, gone & near]
            danger = heap & near
            if danger:
                worth -= gift if danger in enough else help_ * danger.bit_count()
            if worth > most:
                best, most = card, worth
        return best

    def preferred(self, hand: Cards, thrown: Card, heap: Cards, gone: Cards, least: int) -> int:
        """How many cards of the hand would have been discarded before the one that was thrown.

        The arguments are those of ``discard``, the hand without the card thrown.
        """
        weight, about = self.pip_weight[least], self.about
        _, _, _, _, out, gift, help_ = self.weights
        whole, bound, count = hand | thrown, 0, 0
        card, cards = thrown, hand & ~thrown
        while True:
            near, enough, outs, pips = about[card.bit_length()]
            worth = weight * pips
            held = whole & near
            if held:
                worth -= out * outs[held, gone & near]
            danger = heap & near
            if danger:
                worth -= gift if danger in enough else help_ * danger.bit_count()
            if card == thrown:
                bound = worth
            elif worth > bound:
                count += 1
            if not cards:
                return count
            card = cards & -cards
            cards ^= card


@cache
def habits_of(game: Rummy500, weights: Weights) -> Habits:
    """The habits in this game, worked out once."""
    return Habits(game, weights)


def by_size(lines: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """By number of cards what the first line says that begins at so many or fewer."""
    return tuple([next(n for least, n in lines if size >= least) for size in range(53)])


class Rummy500Habits:
    """Lays all it can at once, digs a little, and thinks of what others could use.

    It takes one or two cards of the pile if what it can then lay, less the burden of what stays in
    the hand, beats a draw. It keeps cards that go together as long as what they lack can still
    come, throws high ones early and the sooner the smaller the other hands are, and holds back what
    would make a meld with the pile or with cards that others are known to hold.
    """

    def choose(
        self,
        game: Rummy500,
        seen: Observation[Rummy500Table],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        return habit(game, habits_of(game, PLAIN), seen)


def habit(game: Rummy500, habits: Habits, seen: Observation[Rummy500Table]) -> Move:
    """The move of a seat of habits."""
    table, hand, moves = seen.table, seen.hand, seen.moves
    felt = felt_of(table.melds)
    least = min([size for seat, size in enumerate(seen.sizes) if seat != seen.seat])
    if table.phase == DRAW:
        legal = sum([NAMED[move[1:]] for move in moves if len(move) > 1])
        fits = open_ends(felt.runs) | felt.sets
        card, _ = habits.dig(hand, table.pile, felt, fits, least, legal, table.stock > 0)
        return TAKE[card] if card else moves[0] if table.stock else END
    must = table.must
    fits = open_ends(felt.runs) | felt.sets
    if must and not habits.use(must, hand, hand & ~table.taken, fits):
        # It can only be laid off together with others.
        return max(moves, key=lambda move: gain(game, table, move))
    plan = habits.plan(hand, felt.runs, felt.sets, must, hand & ~table.taken)
    if plan.steps:
        return as_move(game, table, plan.steps[0], moves)
    return DISCARD[thrown(habits, seen)]


def thrown(habits: Habits, seen: Observation[Rummy500Table], barred: Cards = 0) -> Card:
    """What a seat of habits discards, if none of these cards unless it holds no other."""
    table, hand = seen.table, seen.hand
    least = min([size for seat, size in enumerate(seen.sizes) if seat != seen.seat])
    heap = sum(table.pile) | sum(table.shown) & ~table.shown[table.turn]
    return habits.discard(hand, heap, sum(table.laid), least, table.kept | barred)


def as_move(game: Rummy500, table: Rummy500Table, step: Cards, moves: Sequence[Move]) -> Move:
    """The legal move that is a step of a plan; of several the most valuable, on a run if equal."""
    if step not in NAME:
        ways = [move for move in moves if move in MELDS and MELDS[move].cards == step]
        return max(ways, key=game.worth)
    ways = [move for move in moves if move.startswith(NAME[step] + ">")]

    def place(move: Move) -> tuple[bool, bool]:
        meld = MELDS[table.melds[int(move[3:].rstrip(LOW + HIGH)) - 1]]
        low = move[-1] == LOW or (move[-1] != HIGH and meld.below[:1] == (step,))
        return bool(step & ~RANK[0]) or not low, bool(meld.cards & meld.cards << 1)

    return max(ways, key=place)
