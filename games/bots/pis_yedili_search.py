"""The player of Pis Yedili that imagines what is hidden and plays each of its moves out."""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from games.engine.cards import NAMED, SECOND, Card, Cards, each
from games.engine.chance import in_order, shuffle
from games.engine.game import CHANCE, DEAL, PASS, Move, Observation, Seat, State, is_chance
from games.engine.pis_yedili import DRAW, EXTRA_DEALS, JACKS, PisYedili, PisYediliTable

from .pis_yedili import WORTH, PisYediliHabits, counted, effects_of, play_out

# A won match in the whole numbers in which outcomes are counted.
WIN = 10_000
# What the move of habit gets on top in every playout: a few hundred of them cannot tell moves
# apart that differ by a percent of wins, so they must speak clearly to overrule it.
HABIT = 150
# So many points behind at the end of the last deal but one a seat wins half as often; with more
# deals to come it takes more, as the root of their number. From matches of four Normals.
HALVING = 11
# The powers of one half in sixteenths, down to what is as good as nothing. Square roots are the
# same on every machine, other roots and powers need not be.
PARTS = 16
HALVES = [1.0]
for _ in range(20 * PARTS):
    HALVES.append(HALVES[-1] * sqrt(sqrt(sqrt(sqrt(0.5)))))

# How likely a seat is taken to do such a thing although it holds a certain card that would have
# let it do otherwise, as against without: draw, take a chain, end its turn, play a jack and not
# that card, play a card that costs less than that card.
DREW, TOOK, ENDED, JACK, CHEAPER = 0.05, 0.1, 0.1, 0.25, 0.5
# The same for naming a suit with a card of it, and with a card of another suit.
NAMED_SUIT, OTHER_SUIT = 1.5, 0.75
# For a card that lay open at that time.
NEVER = 0.001
# How often every hidden place is gone through before the first state is drawn.
FIRST_ROUNDS = 4


class PisYediliSearch:
    """Flat Monte Carlo over its own moves, with the same imagined cards for each of them.

    The hidden cards are drawn from what the plies leave likely. In rounds of equal effort each
    move still in question is played out with the same cards, and the worse half is dropped. What
    counts is how likely the scores after the deal make it that the seat wins the match alone.
    """

    def choose(
        self,
        game: PisYedili,
        seen: Observation[PisYediliTable],
        plies: Sequence[str],
        rng: Random,
        playouts: int,
    ) -> Move:
        beliefs, chances = Beliefs(game, seen, plies, rng), Chances(game, seen.table)
        habit = PisYediliHabits().choose(game, seen, plies, rng, 0)
        totals = dict.fromkeys(seen.moves, 0)
        rounds = max(1, (len(totals) - 1).bit_length())
        while len(totals) > 1:
            for _ in range(max(1, playouts // (rounds * len(totals)))):
                state = beliefs.draw()
                for move in totals:
                    totals[move] += chances.after(played_out(game, state, move, rng))
                    if move == habit:
                        totals[move] += HABIT
            best = sorted(totals, key=lambda move: -totals[move])[: (len(totals) + 1) // 2]
            totals = {move: totals[move] for move in best}
        return next(iter(totals))


def played_out(
    game: PisYedili, state: State[PisYediliTable], move: Move, rng: Random
) -> tuple[int, ...]:
    """What the deal adds to the scores after this move, all seats playing by habit."""
    state = game.apply(state, move)
    if state.table.turn == CHANCE and state.table.finish is None:
        state = game.apply(state, shuffle(game, state, rng))
    if state.table.finish is not None:
        return state.table.finish.gains
    hands = list(state.hands)
    last = play_out(game, state, hands, rng)
    return counted(game, hands, last)


class Chances:
    """How likely the seat to move is to win the match alone, by what the deal adds to the scores.

    While deals are to come, a seat is taken to win in proportion to 2 to the power of minus its
    points, in units of HALVING.
    """

    def __init__(self, game: PisYedili, table: PisYediliTable) -> None:
        self._seat, self._before = table.turn, table.scores
        self._to_come = max(0, game.rounds - table.deal)
        # After the last extra deal a tie is a draw.
        self._tie = 0 if table.extra == EXTRA_DEALS else WIN
        self._unit = HALVING * sqrt(self._to_come) / PARTS

    def after(self, gains: Sequence[int]) -> int:
        """0 to WIN; after the last deal of the match exactly, the seats of a tie being equals."""
        totals = [then + gain for then, gain in zip(self._before, gains, strict=True)]
        best = min(totals)
        mine = totals[self._seat] - best
        if not self._to_come:
            tied = totals.count(best)
            return 0 if mine else WIN if tied == 1 else self._tie // tied
        last, unit = len(HALVES) - 1, self._unit
        # Not by sum(), which rounds otherwise since Python 3.12.
        shares = 0.0
        for total in totals:
            shares += HALVES[min(int((total - best) / unit), last)]
        return int(WIN * HALVES[min(int(mine / unit), last)] / shares)


class Beliefs:
    """States that fit the observation, the likelier the better they explain what was played.

    ``draw`` gives a state with a probability in proportion to the product of the weights
    (``weights_of``) of all hidden cards in the hands where they lie, in the long run: each hidden
    card in a hand tries to change places with another hidden card (Metropolis).
    """

    def __init__(
        self,
        game: PisYedili,
        seen: Observation[PisYediliTable],
        plies: Sequence[str],
        rng: Random,
    ) -> None:
        self._seen, self._rng = seen, rng
        hidden = game.pack & ~(seen.table.face_up | seen.hand)
        # The hidden cards by place: those in the hands, seat after seat, then the stock.
        self._cards = sorted(each(hidden), key=lambda card: rng.random())
        weights = weights_of(game, seen, plies)
        self._telling = bool(weights)
        blank: Mapping[Card, float] = dict.fromkeys(self._cards, 1.0)
        # By place the weights of its seat; by seat where its places end.
        self._weights: list[Mapping[Card, float]] = []
        self._ends: list[int] = []
        for seat, size in enumerate(seen.sizes):
            if seat != seen.seat:
                self._weights += [weights.get(seat, blank)] * size
            self._ends.append(len(self._weights))
        self._held = len(self._weights)
        self._weights += [blank] * (len(self._cards) - self._held)
        for _ in range(FIRST_ROUNDS if self._telling else 0):
            self._step()

    def draw(self) -> State[PisYediliTable]:
        """The next state. Its stock is in any order, each as likely as the others."""
        random, cards, seen = self._rng.random, self._cards, self._seen
        if self._telling:
            self._step()
            cards[self._held :] = sorted(cards[self._held :], key=lambda card: random())
        else:
            cards.sort(key=lambda card: random())
        hands, at = list[Cards](), 0
        for seat, end in enumerate(self._ends):
            hands.append(seen.hand if seat == seen.seat else sum(cards[at:end]))
            at = end
        return State(seen.table, tuple(hands), tuple(cards[at:]))

    def _step(self) -> None:
        """Let every hidden card in a hand try to change places with another."""
        random, cards, weights = self._rng.random, self._cards, self._weights
        number = len(cards)
        for i in range(self._held):
            j = int(random() * number)
            mine, yours, one, other = weights[i], weights[j], cards[i], cards[j]
            if mine is not yours:
                before, after = mine[one] * yours[other], mine[other] * yours[one]
                if random() * before < after:
                    cards[i], cards[j] = other, one


class Hint(NamedTuple):
    """What a ply tells of a hand at that time: each of these cards in it makes the ply so many
    times as likely. ``drawn``: how many cards the seat had drawn by then in this deal and not
    played at once."""

    seat: Seat
    cards: Cards
    times: float
    drawn: int


def weights_of(
    game: PisYedili, seen: Observation[PisYediliTable], plies: Sequence[str]
) -> dict[Seat, dict[Card, float]]:
    """By seat and hidden card how many times as likely the card makes what the seat did.

    Seats of which nothing is known are left out, and so is the seat itself.
    """
    hidden = game.pack & ~(seen.table.face_up | seen.hand)
    drawn, hints = story(game, seen, plies)
    weights: dict[Seat, dict[Card, float]] = {}
    for hint in hints:
        seat, cards = hint.seat, hint.cards & hidden
        if seat == seen.seat or not cards:
            continue
        weight = weights.setdefault(seat, dict.fromkeys(each(hidden), 1.0))
        # Any card of the hand may be one of those that came later, and was not in it then.
        size = seen.sizes[seat]
        later = min(max(drawn[seat] - hint.drawn, 0), size) / size
        for card in each(cards):
            weight[card] *= later + (1.0 - later) * hint.times
    return weights


def story(
    game: PisYedili, seen: Observation[PisYediliTable], plies: Sequence[str]
) -> tuple[list[int], list[Hint]]:
    """By seat how many cards it drew in this deal and did not play at once, and what plies tell."""
    drawn, hints, seat = [0] * game.seats, list[Hint](), 0
    for table, ply, got in followed(game, seen, plies):
        if table.turn == CHANCE:
            # The cards of the new stock were in no hand; of two packs their likes may be in one.
            if game.pack < 1 << SECOND:
                old = table.face_up ^ table.top
                hints += [Hint(other, old, NEVER, drawn[other]) for other in range(game.seats)]
            drawn[seat] += got
            continue
        seat = table.turn
        hints += [Hint(seat, cards, times, drawn[seat]) for cards, times in told(game, table, ply)]
        drawn[seat] += got
        if ply not in (DRAW, PASS) and table.drawn:
            # It drew because nothing fitted, so this is the card that it drew.
            drawn[seat] -= 1
    return drawn, hints


def told(game: PisYedili, table: PisYediliTable, ply: str) -> Iterator[tuple[Cards, float]]:
    """What the ply of the seat to move tells of its hand: cards, and how many times each of them
    makes the ply as likely."""
    effects, fits = effects_of(game), table.fits
    if ply == DRAW:
        yield fits, TOOK if table.chain else DREW
    elif ply == PASS:
        # After an ace a jack may be kept.
        yield fits & ~JACKS if table.again else fits, ENDED
    elif not (table.drawn or table.chain or table.opening):
        card = NAMED[ply[:2]]
        if card & JACKS:
            yield fits & ~JACKS, JACK
        else:
            yield sum([other for other in each(fits) if WORTH[other] > WORTH[card]]), CHEAPER
    if "=" in ply:
        suit = effects.named[ply[-1]]
        yield suit, NAMED_SUIT
        yield game.pack & ~(suit | JACKS), OTHER_SUIT


def followed(
    game: PisYedili, seen: Observation[PisYediliTable], plies: Sequence[str]
) -> Iterator[tuple[PisYediliTable, str, int]]:
    """The plies after the deal that is being played: the table, the ply, how many cards it drew.

    None if ``plies`` do not hold the deal. The rules are followed with hands that hold all that
    does not lie open, since what lies open does not depend on them.
    """
    deals = [number for number, ply in enumerate(plies) if ply.startswith(DEAL)]
    if not deals:
        return
    state = game.start()
    state = state._replace(table=state.table._replace(dealer=seen.table.dealer))
    state = game.apply(state, in_order(game, state, range(game.pack.bit_count())))
    for ply in plies[deals[-1] + 1 :]:
        table, move, left = state.table, Move(ply), state.table.stock
        state = state._replace(hands=(game.pack & ~table.face_up,) * game.seats)
        if is_chance(ply):
            left = game.to_shuffle(state).bit_count()
            move = in_order(game, state, range(left))
        state = game.apply(state, move)
        yield table, ply, left - state.table.stock
