"""The player that imagines the hidden hands and plays each of its moves out in all of them."""

from collections.abc import Callable, Mapping, Sequence
from math import isqrt
from random import Random
from typing import NamedTuple

from games.engine.cards import NAMED, Card, Cards, each
from games.engine.game import PASS, Move, Observation, State
from games.engine.sevens import MOVE, Sevens, SevensTable

from .bot import Thought
from .sevens import worth_of
from .sevens_inference import Beliefs
from .sevens_rows import rows_of
from .sevens_why import why

# A won match in the whole numbers in which outcomes are counted.
WIN = 10_000
# What a pip left in the own hand costs: it decides between moves that win as often, and since
# small hands go with wins it steadies the estimate.
PIP = 50
# What a point of habit (sevens.FLOW) is trusted to be worth, in a move and in the choices that
# come after it. A few hundred playouts alone cannot tell moves apart that differ by a percent of
# wins, so they must speak clearly to overrule it.
HABIT = 20
LATER_HABIT = 30
# How eagerly it tries the cards of a later choice that brought less so far.
CURIOSITY = 1000
# By scoring about what a seat loses in a deal.
USUAL = {"pips": 25, "cards_100": 5, "chips": 5}


class SevensSearch:
    """Plays its moves out in imagined deals, and learns from them what to play after each.

    The hidden hands are drawn from what the plies leave likely. In rounds of equal effort each
    move still in question is played out in the same deals, and the worse half is dropped. First
    out counts, or what the deal brings where more deals are to come; habit weighs in. Whoever
    saw the imagined hands could not choose as it will have to, so what it plays later in a
    playout hangs on its own cards that fit, and is what did well in the playouts before.
    """

    def choose(
        self,
        game: Sevens,
        seen: Observation[SevensTable],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        return self.think(game, seen, plies, rng, playouts)[0].move

    def think(
        self,
        game: Sevens,
        seen: Observation[SevensTable],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> list[Thought]:
        """As ``Thinker``: a chance of winning the deal where it is not counted, else points."""
        beliefs = Beliefs(game, seen, plies, rng)

        def imagined() -> Deal:
            beliefs.draw()
            return Deal(game, seen.table, beliefs.hands, Favourites(beliefs.gladness()))

        trials = [Trial(game, move, seen.hand, bonus) for move, bonus in habits(game, seen)]
        return [trial.thought() for trial in race(trials, imagined, playouts)]

    def why(self, game: Sevens, seen: Observation[SevensTable], move: Move) -> str:
        return why(game, seen, move)


def habits(game: Sevens, seen: Observation[SevensTable]) -> list[tuple[Move, int]]:
    """Each move with what sensible habits add to it; a pass at will gets no more than any card."""
    worth = worth_of(game)
    points = {move: HABIT * worth(NAMED[move], seen.hand) for move in seen.moves if move != PASS}
    return [(move, points.get(move, min(points.values(), default=0))) for move in seen.moves]


class Favourites(dict[Cards, Card]):
    """By the cards of one hand that fit the card that its seat plays, found when first asked."""

    def __init__(self, glad: Mapping[Card, float]) -> None:
        super().__init__()
        self._glad = glad

    def __missing__(self, fits: Cards) -> Card:
        best, glad = fits & -fits, self._glad
        rest = fits ^ best
        while rest:
            card = rest & -rest
            rest ^= card
            if glad[card] > glad[best]:
                best = card
        self[fits] = best
        return best


class Plan(dict[Cards, Card]):
    """By its cards that fit the card that a seat plays next: by habit, until it learns better."""

    def __init__(self, game: Sevens, hand: Cards) -> None:
        super().__init__()
        worth = worth_of(game)
        self._bonus = {card: LATER_HABIT * worth(card, hand) for card in each(hand)}
        # For each choice it met: how often it tried each card, and the sum of the results.
        self._tried: dict[Cards, dict[Card, list[int]]] = {}

    def __missing__(self, fits: Cards) -> Card:
        card = self[fits] = max(each(fits), key=self._bonus.__getitem__)
        return card

    def learn(self, met: Sequence[Cards], result: int) -> None:
        """Of a playout in which these of its cards fitted, turn by turn."""
        for fits in met:
            if fits & (fits - 1):
                self._weigh(fits, result)

    def _weigh(self, fits: Cards, result: int) -> None:
        """Count the result for the card played here, and choose again."""
        tried = self._tried.get(fits)
        if tried is None:
            tried = self._tried[fits] = {card: [0, 0] for card in each(fits)}
        mine = tried[self[fits]]
        mine[0] += 1
        mine[1] += result
        times = total = 0
        for count, results in tried.values():
            times += count
            total += results
        # Each card has one more result in its favour, which grows with the trials of all.
        hoped, best, bonus = total // times + isqrt(CURIOSITY**2 * times), -WIN * WIN, self._bonus
        for card, (count, results) in tried.items():
            worth = (results + hoped) // (count + 1) + bonus[card]
            if worth > best:
                best = worth
                self[fits] = card


class Played(NamedTuple):
    """A deal played to its end: what is left of the ``hands``, and the ``line`` of the cards
    played, 0 for a pass. ``met``: the cards of the seat that plans that fitted, turn by turn."""

    hands: list[Cards]
    line: list[Card]
    met: list[Cards]


class Deal:
    """One imagined deal, ready to be played out after any move of the seat to move.

    ``favourites``: what each of the other seats plays. How glad a seat is to play a card does not
    change during a deal, so what it plays depends on nothing but what fits.
    """

    def __init__(
        self,
        game: Sevens,
        table: SevensTable,
        hands: Sequence[Cards],
        favourites: Mapping[Cards, Card],
    ) -> None:
        self.game, self.table, self.hands, self.favourites = game, table, hands, favourites
        self._opens = rows_of(game).opens
        self._others = (*range(table.turn + 1, len(hands)), *range(table.turn))

    def play_out(self, card: Card, plan: Mapping[Cards, Card]) -> Played:
        """Play the deal to its end after this card, or 0 for a pass; the seat follows the plan.

        Nobody passes who need not.
        """
        me, hands, takes = self.table.turn, [*self.hands], self.table.takes
        opens, others, favourites = self._opens, self._others, self.favourites
        line, met, mine = list[Card](), list[Cards](), hands[me]
        while True:
            line.append(card)
            if card:
                mine ^= card
                if not mine:
                    break
                # Cards that lie already may stay in it, since nobody holds them.
                takes |= opens[card]
            for seat in others:
                fits = hands[seat] & takes
                if not fits:
                    line.append(0)
                    continue
                card = favourites[fits]
                line.append(card)
                left = hands[seat] = hands[seat] ^ card
                if not left:
                    hands[me] = mine
                    return Played(hands, line, met)
                takes |= opens[card]
            card, fits = 0, mine & takes
            if fits:
                met.append(fits)
                card = plan[fits]
        hands[me] = mine
        return Played(hands, line, met)

    def ended(self, played: Played) -> SevensTable:
        """The table when the deal is counted, by the rules themselves."""
        table, left, cards = self.table, list(played.hands), list(played.line)
        last = (table.turn + len(cards) - 1) % len(left)
        card = cards.pop()
        left[last] |= card
        if self.game.scoring == "chips":
            moves = [MOVE[card] if card else PASS for card in cards]
            table = table._replace(trail=table.trail + "".join(moves))
        return self.game.apply(State(table._replace(turn=last), tuple(left), ()), MOVE[card]).table


class Trial:
    """A move of the seat to move, with what its playouts brought and what they taught."""

    def __init__(self, game: Sevens, move: Move, hand: Cards, bonus: int) -> None:
        self.move, self._card, self._bonus = move, NAMED.get(move, 0), bonus
        self._plan, self._counted = Plan(game, hand), game.scoring != "first_out"
        self._runs = self._total = self._gained = 0

    def run(self, deal: Deal) -> None:
        """Play the deal out after this move, and learn from that."""
        played = deal.play_out(self._card, self._plan)
        result, gain = outcome(deal, played)
        self._plan.learn(played.met, result)
        self._runs += 1
        self._total += result
        self._gained += gain

    def rank(self) -> int:
        """By which the trials of as many runs are sorted, the best first."""
        return -self._total - self._runs * self._bonus

    def thought(self) -> Thought:
        gain = self._gained / self._runs
        if self._counted:
            return Thought(self.move, None, gain, self._runs)
        return Thought(self.move, gain, None, self._runs)


def outcome(deal: Deal, played: Played) -> tuple[int, int]:
    """What a deal played out brings the seat, higher is better, and what it adds to the score.

    Where a deal is not counted that is 1 if the seat won it, else 0.
    """
    game, table, me = deal.game, deal.table, deal.table.turn
    left = played.hands[me]
    if game.scoring != "first_out":
        ended = deal.ended(played)
        return value(game, game.returns(table), ended, me), ended.scores[me] - table.scores[me]
    if not left:
        return WIN, 1
    pips = rows_of(game).pips
    return -PIP * sum([pips[card] for card in each(left)]), 0


def race(trials: list[Trial], imagined: Callable[[], Deal], playouts: int) -> list[Trial]:
    """Run the trials in about so many playouts, and sort them, the best first.

    In rounds of equal effort all that are left run in the same deals; then the worse half is out.
    """
    rounds, left, out = max(1, (len(trials) - 1).bit_length()), trials, list[Trial]()
    for _ in range(rounds):
        for _ in range(max(1, playouts // (rounds * len(left)))):
            deal = imagined()
            for trial in left:
                trial.run(deal)
        left = sorted(left, key=Trial.rank)
        half = (len(left) + 1) // 2
        left, out = left[:half], left[half:] + out
    return left + out


def value(game: Sevens, before: Sequence[int], table: SevensTable, seat: int) -> int:
    """What a deal brought the seat in comparison with the others, and the match if it is over.

    About 0 to WIN for a deal, up to WIN more for the match.
    """
    gains = [now - then for now, then in zip(game.returns(table), before, strict=True)]
    ahead = len(gains) * gains[seat] - sum(gains)
    points = WIN * ahead // (len(gains) * USUAL[game.scoring])
    winners = game.winners(table)
    return points + (WIN // len(winners) if seat in winners else 0)
