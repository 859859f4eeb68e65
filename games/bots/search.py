"""The player that imagines the hidden hands and plays each of its moves out in all of them."""

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random

from games.engine.cards import NAMED, Card, Cards, each
from games.engine.game import NOBODY, PASS, Move, Observation, Seat, State
from games.engine.sevens import MOVE, Sevens, SevensTable

from .heuristics import worth_of
from .inference import deals, excluded
from .rows import rows_of

WIN = 10_000
NOISE = 20


class SevensSearch:
    """Flat Monte Carlo over its own moves with the same imagined deals for each of them.

    The hidden hands are drawn from what the passes leave possible. In rounds of equal effort each
    move that is still in question is played out in the same deals, all seats by their habits with
    a little noise, and the worse half of the moves is dropped.
    """

    def choose(
        self,
        game: Sevens,
        seen: Observation[SevensTable],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        guesses = deals(game, seen, excluded(game, seen, plies), rng)
        totals = dict.fromkeys(seen.moves, 0)
        rounds = max(1, (len(totals) - 1).bit_length())
        while len(totals) > 1:
            for hands in islice(guesses, max(1, playouts // (rounds * len(totals)))):
                deal = Deal(game, seen.table, hands, rng)
                for move in totals:
                    totals[move] += deal.worth(move)
            best = sorted(totals, key=lambda move: -totals[move])[: (len(totals) + 1) // 2]
            totals = {move: totals[move] for move in best}
        return next(iter(totals))


class Deal:
    """One imagined deal, ready to be played out after any move of the seat to move.

    How glad a seat is to play a card does not change during a deal. So the cards are numbered
    anew, the gladdest played first, and the lowest bit of what fits is the card to play.
    """

    def __init__(
        self, game: Sevens, table: SevensTable, hands: Sequence[Cards], rng: Random
    ) -> None:
        rows, worth, random = rows_of(game), worth_of(game), rng.random
        glad = [
            (NOISE * random() - worth(card, hand), card) for hand in hands for card in each(hand)
        ]
        glad.sort()
        self.game, self.table = game, table
        self.order = [card for _, card in glad]
        self.bit = {card: 1 << number for number, card in enumerate(self.order)}
        self.hands = [sum([self.bit[card] for card in each(hand)]) for hand in hands]
        self.takes = self._renumbered(table.takes)
        self.opens = {bit: self._renumbered(rows.opens[card]) for card, bit in self.bit.items()}

    def _renumbered(self, cards: Cards) -> Cards:
        bit = self.bit
        return sum([bit[card] for card in each(cards) if card in bit])

    def _named(self, bits: Cards) -> Cards:
        return sum([self.order[bit.bit_length() - 1] for bit in each(bits)])

    def worth(self, move: Move) -> int:
        """What the deal played out after this move brings the seat to move: higher is better."""
        me, hands, takes = self.table.turn, self.hands[:], self.takes
        line = [0]
        winner = me
        if move != PASS:
            card = line[0] = self.bit[NAMED[move]]
            hands[me] ^= card
            takes |= self.opens[card]
        if hands[me]:
            winner = play_out(hands, takes, (me + 1) % len(hands), self.opens, line)
        return self._judge(hands, winner, line)

    def _judge(self, hands: Sequence[Cards], winner: Seat, line: Sequence[Card]) -> int:
        me, rows = self.table.turn, rows_of(self.game)
        if self.game.scoring == "first_out":
            if winner == me:
                return WIN
            return -sum([rows.pips[card] for card in each(self._named(hands[me]))])
        return value(self.game, self.table.scores, self.ended(hands, line), me)

    def ended(self, hands: Sequence[Cards], line: Sequence[Card]) -> SevensTable:
        """The table when the deal is counted, by the rules themselves."""
        table, seats = self.table, self.game.seats
        cards = [self._named(bit) for bit in line]
        trail = [((table.turn + at) % seats, card) for at, card in enumerate(cards)]
        last, card = trail.pop()
        left = [self._named(hand) for hand in hands]
        left[last] |= card
        if self.game.scoring == "chips":
            table = table._replace(trail=(*table.trail, *trail))
        table = table._replace(turn=last)
        return self.game.apply(State(table, tuple(left), ()), MOVE[card]).table


def value(game: Sevens, before: Sequence[int], table: SevensTable, seat: Seat) -> int:
    """What a counted deal is worth to the seat, between a lost and a won match."""
    returns = game.returns(table)
    ahead = len(returns) * returns[seat] - sum(returns)
    if table.turn == NOBODY:
        winners = game.winners(table)
        return ahead + (WIN // len(winners) if seat in winners else 0)
    return ahead


def play_out(
    hands: list[Cards],
    takes: Cards,
    turn: Seat,
    opens: Mapping[Card, Cards],
    line: list[Card],
) -> Seat:
    """Play the deal to its end, each seat its lowest card that fits; returns who is out first.

    ``hands`` keeps what is left, ``line`` gets the cards played, 0 for a pass. ``takes`` may hold
    cards that lie already, since nobody holds them. Nobody passes who need not.
    """
    seats = len(hands)
    while True:
        fits = hands[turn] & takes
        card = fits & -fits
        line.append(card)
        if card:
            hands[turn] ^= card
            if not hands[turn]:
                return turn
            takes |= opens[card]
        turn += 1
        if turn == seats:
            turn = 0
