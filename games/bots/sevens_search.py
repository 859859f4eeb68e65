"""The player that imagines the hidden hands and plays each of its moves out in all of them."""

from collections.abc import Mapping, Sequence
from random import Random

from games.engine.cards import NAMED, Card, Cards, each
from games.engine.game import PASS, Move, Observation, Seat, State
from games.engine.sevens import MOVE, Sevens, SevensTable

from .sevens import worth_of
from .sevens_inference import Beliefs
from .sevens_rows import rows_of

# A won match in the whole numbers in which outcomes are counted.
WIN = 10_000
# What a pip left in the own hand costs: it decides between moves that win as often, and since
# small hands go with wins it steadies the estimate.
PIP = 50
# What a point of habit (sevens.FLOW) is trusted to be worth. A few hundred playouts alone
# cannot tell moves apart that differ by a percent of wins, so they must speak clearly to overrule
# it: at 16 the search won 51 % of deals from three players by chance, habit alone 53 %.
HABIT = 30
# By scoring about what a seat loses in a deal.
USUAL = {"pips": 25, "cards_100": 5, "chips": 5}


class SevensSearch:
    """Flat Monte Carlo over its own moves, with the same imagined deals for each of them.

    The hidden hands are drawn from what the plies leave likely. In rounds of equal effort each
    move still in question is played out in the same deals, and the worse half is dropped. First
    out counts, or what the deal brings where more deals are to come; habit weighs in.
    """

    def choose(
        self,
        game: Sevens,
        seen: Observation[SevensTable],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        beliefs = Beliefs(game, seen, plies, rng)
        habit = habits(game, seen)
        totals = dict.fromkeys(seen.moves, 0)
        rounds = max(1, (len(totals) - 1).bit_length())
        while len(totals) > 1:
            for _ in range(max(1, playouts // (rounds * len(totals)))):
                beliefs.draw()
                deal = Deal(game, seen.table, beliefs.hands, beliefs.gladness())
                for move in totals:
                    totals[move] += deal.outcome(move) + habit[move]
            best = sorted(totals, key=lambda move: -totals[move])[: (len(totals) + 1) // 2]
            totals = {move: totals[move] for move in best}
        return next(iter(totals))


def habits(game: Sevens, seen: Observation[SevensTable]) -> dict[Move, int]:
    """What sensible habits add to each move; a pass at will gets no more than any card."""
    worth = worth_of(game)
    points = {move: HABIT * worth(NAMED[move], seen.hand) for move in seen.moves if move != PASS}
    return {move: points.get(move, min(points.values(), default=0)) for move in seen.moves}


class Favourites(dict[Cards, Card]):
    """By the cards of one hand that fit the card that its seat plays, found when first asked."""

    def __init__(self, glad: Mapping[Card, float]) -> None:
        super().__init__()
        self._glad = glad

    def __missing__(self, fits: Cards) -> Card:
        card = self[fits] = max(each(fits), key=self._glad.__getitem__)
        return card


class Deal:
    """One imagined deal, ready to be played out after any move of the seat to move.

    How glad a seat is to play a card does not change during a deal, so what it plays depends on
    nothing but what fits.
    """

    def __init__(
        self,
        game: Sevens,
        table: SevensTable,
        hands: Sequence[Cards],
        glad: Mapping[Card, float],
    ) -> None:
        self.game, self.table, self.hands, self.rows = game, table, hands, rows_of(game)
        self.favourites = Favourites(glad)

    def outcome(self, move: Move) -> int:
        """What the deal played out after this move brings the seat to move: higher is better."""
        me, hands, takes = self.table.turn, [*self.hands], self.table.takes
        opens, card = self.rows.opens, NAMED.get(move, 0)
        line = [card]
        if card:
            hands[me] ^= card
            takes |= opens[card]
        if hands[me]:
            play_out(hands, takes, (me + 1) % len(hands), opens, self.favourites, line)
        if self.game.scoring == "first_out":
            pips = self.rows.pips
            return WIN if not hands[me] else -PIP * sum([pips[card] for card in each(hands[me])])
        before = self.game.returns(self.table)
        return value(self.game, before, self.ended(hands, line), me)

    def ended(self, hands: Sequence[Cards], line: Sequence[Card]) -> SevensTable:
        """The table when the deal is counted, by the rules themselves."""
        table, left, cards = self.table, list(hands), list(line)
        last = (table.turn + len(cards) - 1) % len(left)
        card = cards.pop()
        left[last] |= card
        if self.game.scoring == "chips":
            moves = [MOVE[card] if card else PASS for card in cards]
            table = table._replace(trail=table.trail + "".join(moves))
        return self.game.apply(State(table._replace(turn=last), tuple(left), ()), MOVE[card]).table


def value(game: Sevens, before: Sequence[int], table: SevensTable, seat: Seat) -> int:
    """What a deal brought the seat in comparison with the others, and the match if it is over.

    About 0 to WIN for a deal, up to WIN more for the match.
    """
    gains = [now - then for now, then in zip(game.returns(table), before, strict=True)]
    ahead = len(gains) * gains[seat] - sum(gains)
    points = WIN * ahead // (len(gains) * USUAL[game.scoring])
    winners = game.winners(table)
    return points + (WIN // len(winners) if seat in winners else 0)


def play_out(
    hands: list[Cards],
    takes: Cards,
    turn: Seat,
    opens: Mapping[Card, Cards],
    favourites: Mapping[Cards, Card],
    line: list[Card],
) -> None:
    """Play the deal to its end, each seat its favourite card of those that fit.

    ``hands`` keeps what is left, ``line`` gets the cards played, 0 for a pass. ``takes`` may hold
    cards that lie already, since nobody holds them. Nobody passes who need not.
    """
    seats = len(hands)
    while True:
        fits = hands[turn] & takes
        if fits:
            card = favourites[fits]
            line.append(card)
            hands[turn] ^= card
            if not hands[turn]:
                return
            takes |= opens[card]
        else:
            line.append(0)
        turn += 1
        if turn == seats:
            turn = 0
