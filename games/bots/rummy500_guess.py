"""What plies tell of the cards that others hold at Rummy 500, and deals that fit it."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.engine.cards import NAMED, Card, Cards, each
from games.engine.game import DEAL, Move, Observation, Seat, State
from games.engine.melds import MELDS, NEAR
from games.engine.rummy500 import STOCK, Rummy500, Rummy500Table

from .rummy500 import KEEN, PLAIN, Habits, habits_of, named

# After how many draws without a take a seat is taken to be one that never digs.
SURE = 8
# Who throws high cards first throws 9 points at a time, who keeps them 7 (means over matches of
# habits, 2026-12-01). A seat is taken to keep them if what it threw and so many throws of the
# former together are below the bound.
THROWS, FORMER, BOUND = 8, 9, 8
# How likely a hand is by each of its cards that its seat would rather have thrown than what it
# threw: in its last turn, the one before and so on. The older the turn, the more of the cards
# may have come since.
REGRET = (0.2, 0.4, 0.6, 0.8)
# The same for a hand that holds a meld or fits the table, and one that could have used the pile.
KEPT, MISSED = 0.05, 0.1
# How many swaps of two cards lead from no guess to the first deal, and from each to the next, by
# the number of hands that are not known.
FIRST, NEXT = 60, 8


class Thrown(NamedTuple):
    """A discard, with what ``Habits.preferred`` asks for.

    ``since``: the cards that the seat took from the pile later.
    """

    card: Card
    heap: Cards
    gone: Cards
    least: int
    since: Cards


class Heard:
    """What plies tell of a seat.

    ``left``: the cards of the pile that it left for the stock at last, as far as they still lie
    there, and ``height``, how many there were. ``thrown``: its discards of this round, the last one
    first. ``draws``, ``takes``, ``throws`` and ``pips``: how often it drew, took and discarded in
    the match, and what it threw.
    """

    def __init__(self) -> None:
        self.draws = self.takes = self.throws = self.pips = self.height = 0
        self.left: list[Card] = []
        self.thrown: list[Thrown] = []

    @property
    def digs(self) -> bool:
        """Whether it seems to take cards of the pile at all."""
        return self.takes > 0 or self.draws < SURE

    @property
    def keeps_high(self) -> bool:
        """Whether it seems to keep high cards rather than to throw them first."""
        return self.pips + THROWS * FORMER < BOUND * (self.throws + THROWS)


class _Listener:
    """The plies of a match, one by one, as far as they tell of hands."""

    def __init__(self, game: Rummy500) -> None:
        self._game, self._dealt = game, habits_of(game, PLAIN).dealt
        self.seats = [Heard() for _ in range(game.seats)]
        self._rounds, self._turn, self._drawn = 0, 0, False
        self._pile: list[Card] = []
        self._gone, self._sizes, self._shown = 0, [0] * game.seats, [0] * game.seats

    def hear(self, ply: str) -> None:
        if ply.startswith(DEAL):
            self._deal(ply)
        elif not self._rounds:
            # Plies that do not begin with a deal, as those of a position, tell nothing.
            return
        elif ply[0] == "-":
            self._discard(NAMED[ply[1:]])
        elif ply[0] == "+":
            self._draw(ply)
        elif len(ply) > 1:
            self._lay(MELDS[ply].cards if ply in MELDS else named(Move(ply)))

    def _deal(self, ply: str) -> None:
        seats, at = self._game.seats, len(DEAL) + 2 * self._dealt
        # The card turned up is not hidden.
        self._pile, self._gone, self._drawn = [NAMED[ply[at : at + 2]]], 0, False
        self._sizes, self._shown = [self._dealt // seats] * seats, [0] * seats
        self._turn = self._rounds % seats
        self._rounds += 1
        for seat in self.seats:
            seat.left, seat.thrown = [], []

    def _discard(self, card: Card) -> None:
        turn, me = self._turn, self.seats[self._turn]
        least = min([size for seat, size in enumerate(self._sizes) if seat != turn])
        heap = sum(self._pile) | sum(self._shown) & ~self._shown[turn]
        me.thrown.insert(0, Thrown(card, heap, self._gone, least, 0))
        me.throws += 1
        me.pips += self._game.value(card)
        self._sizes[turn] -= 1
        self._shown[turn] &= ~card
        self._pile.append(card)
        self._next()

    def _draw(self, ply: str) -> None:
        if self._drawn:
            # Who laid all cards and plays on ended its turn without a discard.
            self._next()
        self._drawn, turn = True, self._turn
        me = self.seats[turn]
        if ply == STOCK:
            me.draws += 1
            me.left, me.height = [*self._pile], len(self._pile)
            self._sizes[turn] += 1
            return
        at = self._pile.index(NAMED[ply[1:]])
        cards = sum(self._pile[at:])
        del self._pile[at:]
        me.takes += 1
        me.left = []
        for seat in self.seats:
            del seat.left[at:]
        me.thrown = [thrown._replace(since=thrown.since | cards) for thrown in me.thrown]
        self._sizes[turn] += cards.bit_count()
        self._shown[turn] |= cards

    def _lay(self, cards: Cards) -> None:
        self._gone |= cards
        self._shown[self._turn] &= ~cards
        self._sizes[self._turn] -= cards.bit_count()

    def _next(self) -> None:
        self._turn, self._drawn = (self._turn + 1) % self._game.seats, False


def heard(game: Rummy500, plies: Sequence[str]) -> list[Heard]:
    """By seat what the plies tell; nothing if they do not hold the deal."""
    listener = _Listener(game)
    for ply in plies:
        listener.hear(ply)
    return listener.seats


class Deals:
    """Deals that fit what the seat sees, the more often the better they fit what others did.

    A walk: two hidden cards change places, unless that makes what was done less likely, then only
    sometimes. Who lays all it can at the end of its turn holds no meld, who digs when it can had
    no use for the pile that it left, and who throws a card holds none that it would rather have
    thrown. ``habits``: by seat those that it seems to have, ``digs``: whether it seems to dig.
    """

    def __init__(
        self,
        game: Rummy500,
        mine: Habits,
        seen: Observation[Rummy500Table],
        plies: Sequence[str],
        rng: Random,
    ) -> None:
        table, me = seen.table, seen.seat
        self._table, self._rng, self._fits = table, rng, table.fits
        self._heard = heard(game, plies)
        self.digs = [seat == me or other.digs for seat, other in enumerate(self._heard)]
        plain, keen = habits_of(game, PLAIN), habits_of(game, KEEN)
        self.habits = [keen if other.keeps_high else plain for other in self._heard]
        if me is not None:
            self.habits[me] = mine
        self._hands = [seen.hand if seat == me else shown for seat, shown in enumerate(table.shown)]
        unseen = game.pack & ~(table.face_up | sum(self._hands))
        random = rng.random
        # The hidden cards: those of hands first, ``_owner`` says whose, and then the stock.
        self._cards = sorted(each(unseen), key=lambda _: random())
        self._owner: list[Seat] = []
        for seat, size in enumerate(seen.sizes):
            self._owner += [seat] * (size - self._hands[seat].bit_count())
        for at, seat in enumerate(self._owner):
            self._hands[seat] |= self._cards[at]
        self._odds = [self._likely(seat, hand) for seat, hand in enumerate(self._hands)]
        self._hidden = len({*self._owner})
        self._walk(FIRST * self._hidden)

    def draw(self) -> State[Rummy500Table]:
        self._walk(NEXT * self._hidden)
        random = self._rng.random
        stock = sorted(self._cards[len(self._owner) :], key=lambda _: random())
        return State(self._table, tuple(self._hands), tuple(stock))

    def _walk(self, swaps: int) -> None:
        random, cards, owner = self._rng.random, self._cards, self._owner
        held, number, hands, odds = len(owner), len(cards), self._hands, self._odds
        for _ in range(swaps):
            one, other = int(random() * held), int(random() * number)
            mine, theirs = owner[one], owner[other] if other < held else -1
            if mine == theirs:
                continue
            both = cards[one] | cards[other]
            # As likely as before or more is taken always, less in proportion.
            least = random() * odds[mine] * (odds[theirs] if theirs >= 0 else 1.0)
            now = self._likely(mine, hands[mine] ^ both, least)
            if now <= least:
                continue
            if theirs >= 0:
                likely = self._likely(theirs, hands[theirs] ^ both, least / now)
                if now * likely <= least:
                    continue
                hands[theirs] ^= both
                odds[theirs] = likely
            cards[one], cards[other] = cards[other], cards[one]
            hands[mine] ^= both
            odds[mine] = now

    def _likely(self, seat: Seat, hand: Cards, least: float = 0.0) -> float:
        """How likely the seat would have done what it did, with this hand now.

        Or anything below ``least`` if it is less.
        """
        told, habits = self._heard[seat], self.habits[seat]
        odds = 1.0
        if not told.thrown:
            return odds
        if hand & self._fits or habits.melds(hand):
            odds = KEPT
        if self.digs[seat]:
            others = hand
            for card in reversed(told.left[max(0, told.height - habits.weights.reach) :]):
                near, enough = NEAR[card]
                if others & near in enough:
                    odds *= MISSED
                    break
                others |= card
        for regret, (card, heap, gone, size, since) in zip(REGRET, told.thrown, strict=False):
            if odds <= least:
                break
            for _ in range(habits.preferred(hand & ~since, card, heap, gone, size)):
                odds *= regret
        return odds
