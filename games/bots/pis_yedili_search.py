"""The player of Pis Yedili that imagines what is hidden and plays each of its moves out."""

from collections.abc import Sequence
from functools import cache
from math import sqrt
from random import Random

from games.engine.cards import Card, Cards, each
from games.engine.chance import shuffle
from games.engine.game import CHANCE, Move, Observation, State
from games.engine.pis_yedili import EXTRA_DEALS, PisYedili, PisYediliTable

from .bot import Thought
from .pis_yedili import PisYediliKeeper
from .pis_yedili_beliefs import Beliefs
from .pis_yedili_playout import (
    Short,
    Spot,
    counted,
    play_out,
    ranked,
    short_of,
    spot_of,
)
from .pis_yedili_prior import usual_worth
from .pis_yedili_why import why

# A won match in the whole numbers in which outcomes are counted.
WIN = 10_000
# As so many playouts counts what a move is worth before any.
PRIOR = 300
# So many points behind at the end of the last deal but one a seat wins half as often; with more
# deals to come it takes more, as the root of their number. From matches of four Normals.
HALVING = 13
# The powers of one half in sixteenths, down to what is as good as nothing. Square roots are the
# same on every machine, other roots and powers need not be.
PARTS = 16
HALVES = [1.0]
for _ in range(100 * PARTS):
    HALVES.append(HALVES[-1] * sqrt(sqrt(sqrt(sqrt(0.5)))))


class Weighed:
    """A move, and what its playouts added up to so far; ``before``: and what was known before."""

    def __init__(self, move: Move, before: int) -> None:
        self.move, self.before = move, before
        self.chances = self.points = self.playouts = 0

    def thought(self) -> Thought:
        """What they say on average."""
        number = self.playouts
        return Thought(self.move, self.chances / (number * WIN), self.points / number, number)


class PisYediliSearch:
    """Flat Monte Carlo over its own moves, with the same imagined cards for each of them.

    The hidden cards are drawn from what the plies leave likely. In rounds of equal effort each
    move still in question is played out with the same cards, and the worse half is dropped. What
    counts is how likely the scores after the deal make it that the seat wins the match alone, and
    what such moves are usually worth.
    """

    def choose(
        self,
        game: PisYedili,
        seen: Observation[PisYediliTable],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        return self.think(game, seen, plies, rng, playouts)[0].move

    def think(
        self,
        game: PisYedili,
        seen: Observation[PisYediliTable],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> list[Thought]:
        """A thought for each move; of two jacks only one is weighed, as they do the same."""
        short, chances, seat = short_of(game), Chances(game, seen.table), seen.table.turn
        beliefs, ends = Beliefs(game, short, seen, plies, rng), Ends(game, short, seen)
        keeper = PisYediliKeeper().choose(game, seen, plies, rng, 0)
        weighed, dropped = list[Weighed](), list[Weighed]()
        for move in distinct(seen, keeper):
            weighed.append(Weighed(move, PRIOR * usual_worth(game, seen, move, keeper)))
        rounds = max(1, (len(weighed) - 1).bit_length())
        while True:
            for _ in range(max(1, playouts // (rounds * len(weighed)))):
                hands, stock = beliefs.draw()
                for one in weighed:
                    gains = ends.after(one.move, hands, stock, rng)
                    one.chances += chances.after(gains)
                    one.points += gains[seat]
                    one.playouts += 1
            weighed.sort(key=lambda one: -one.before - one.chances)
            if len(weighed) <= 2:
                return [one.thought() for one in weighed + dropped]
            half = (len(weighed) + 1) // 2
            weighed, dropped = weighed[:half], weighed[half:] + dropped

    def why(self, game: PisYedili, seen: Observation[PisYediliTable], move: Move) -> str:
        return why(game, seen, move)


def distinct(seen: Observation[PisYediliTable], keeper: Move) -> list[Move]:
    """The moves without those of a second jack, which does what the first does.

    The jack that stays is the one that ``keeper`` plays, if it does.
    """
    jacks = [move[:2] for move in seen.moves if "=" in move]
    if not jacks:
        return list(seen.moves)
    kept = keeper[:2] if keeper[:2] in jacks else jacks[0]
    return [move for move in seen.moves if "=" not in move or move[:2] == kept]


class Ends:
    """How a deal ends after each move if the seat plays on as a keeper and the others by habit."""

    def __init__(self, game: PisYedili, short: Short, seen: Observation[PisYediliTable]) -> None:
        self._game, self._short, self._seen = game, short, seen
        self._cards = {ranked: card for card, ranked in short.of.items()}
        self._known: dict[Move, tuple[Spot, Card, int]] = {}

    def after(
        self, move: Move, hands: Sequence[Cards], stock: list[Card], rng: Random
    ) -> Sequence[int]:
        """What the deal adds to the scores."""
        game, short, seat = self._game, self._short, self._seen.table.turn
        after = list(hands)
        if move not in self._known:
            state = self._applied(move, hands, stock, rng)
            if state.table.finish is not None:
                return state.table.finish.gains
            after = [ranked(short, hand) for hand in state.hands]
            spot = spot_of(short, state.table)
            if state.table.stock and not self._seen.table.face_up & ~state.table.face_up:
                # Nothing hidden but the cards that were drawn had a say in what lies open now, and
                # no new stock was made.
                card = hands[seat] & ~after[seat]
                self._known[move] = spot, card, len(stock) - len(state.stock)
            stock, at = [short.of[card] for card in state.stock], 0
        else:
            spot, card, at = self._known[move]
            after[seat] ^= card
            for drawn in stock[:at]:
                after[seat] |= drawn
        last = play_out(short, spot, after, stock, at, seat, rng)
        return counted(game, short, after, last)

    def _applied(
        self, move: Move, hands: Sequence[Cards], stock: Sequence[Card], rng: Random
    ) -> State[PisYediliTable]:
        """The state after the move by the rules themselves, with a new stock if one is due."""
        game, cards = self._game, self._cards
        known = tuple([sum([cards[one] for one in each(hand)]) for hand in hands])
        state = State(self._seen.table, known, tuple([cards[one] for one in stock]))
        state = game.apply(state, move)
        if state.table.turn == CHANCE and state.table.finish is None:
            state = game.apply(state, shuffle(game, state, rng))
        return state


class Chances:
    """How likely the seat to move is to win the match alone, by what the deal adds to the scores.

    While deals are to come, a seat is taken to win in proportion to 2 to the power of minus its
    points, in units of HALVING.
    """

    def __init__(self, game: PisYedili, table: PisYediliTable) -> None:
        best = min(table.scores)
        self._seat, self._behind = table.turn, [score - best for score in table.scores]
        to_come = max(0, game.rounds - table.deal)
        self._shares = shares_of(to_come) if to_come else []
        # After the last extra deal a tie is a draw.
        self._tie = 0 if table.extra == EXTRA_DEALS else WIN

    def after(self, gains: Sequence[int]) -> int:
        """0 to WIN; after the last deal of the match exactly, the seats of a tie being equals."""
        totals = [then + gain for then, gain in zip(self._behind, gains, strict=True)]
        shares = self._shares
        if not shares:
            best = min(totals)
            if totals[self._seat] > best:
                return 0
            tied = totals.count(best)
            return WIN if tied == 1 else self._tie // tied
        if max(totals) >= len(shares):
            totals = [min(total, len(shares) - 1) for total in totals]
        # Not by sum(), which rounds otherwise since Python 3.12.
        together = 0.0
        for total in totals:
            together += shares[total]
        return int(WIN * shares[totals[self._seat]] / together)


@cache
def shares_of(to_come: int) -> list[float]:
    """By points behind the chance to win as against the seat in front, with so many deals left."""
    unit, shares = HALVING * sqrt(to_come) / PARTS, list[float]()
    while int(len(shares) / unit) < len(HALVES):
        shares.append(HALVES[int(len(shares) / unit)])
    return shares
