"""What the plies of a match of Pis Yedili tell of the hidden cards, and cards drawn by that."""

from collections.abc import Iterator, Sequence
from random import Random

from games.engine.cards import NAME, NAMED, SECOND, Card, Cards, each
from games.engine.chance import in_order
from games.engine.game import CHANCE, DEAL, PASS, Move, Observation, Seat, is_chance
from games.engine.pis_yedili import DRAW, HAND, JACKS, PisYedili, PisYediliTable

from .pis_yedili import RANKING, SAME_SUIT
from .pis_yedili_playout import Short, ranked

# How likely a seat is taken to do such a thing although it holds a certain card that would have
# let it do otherwise, as against without: draw, take a chain, end its turn, play a card of lower
# rank if it is a seat of habits, play another card if it is one that plays by chance.
DREW, TOOK, ENDED, LOWER, OTHER = 0.02, 0.02, 0.02, 0.02, 0.6
# The same, of a seat of habits, for naming a suit with a card of it, and with one of another suit.
NAMED_SUIT, OTHER_SUIT = 1.5, 0.75
# For a card that lay open at that time.
NEVER = 0.001
# How a seat plays is never surer than all but this.
DOUBT = 0.02
# How often every hidden place is gone through before the first cards are drawn.
FIRST_ROUNDS = 4

# By card those of higher rank.
HIGHER: dict[Card, Cards] = {
    card: sum([other for other in NAME if RANKING.index(NAME[other][0]) > RANKING.index(name[0])])
    for card, name in NAME.items()
}


class Beliefs:
    """Ranked cards for what is hidden, the likelier the better they explain what was played.

    ``draw`` gives hands with a probability in proportion to the product of the weights
    (``weights_of``) of all hidden cards in the hands where they lie, in the long run: each hidden
    card in a hand tries to change places with another hidden card (Metropolis).
    """

    def __init__(
        self,
        game: PisYedili,
        short: Short,
        seen: Observation[PisYediliTable],
        plies: Sequence[str],
        rng: Random,
    ) -> None:
        self._rng, self._card = rng, short.card
        hidden = game.pack & ~(seen.table.face_up | seen.hand)
        self._seat, self._own = seen.seat, ranked(short, seen.hand)
        # The hidden cards, as Short places them: those of the hands, seat after seat, then the
        # stock.
        self._cards = [short.of[card].bit_length() for card in each(hidden)]
        self._cards.sort(key=lambda card: rng.random())
        told = weights_of(game, seen, plies)
        blank = [1.0] * len(short.card)
        # For each of them the weights in its hand; by seat where its cards end.
        self._weights: list[list[float]] = []
        self._ends: list[int] = []
        for seat, size in enumerate(seen.sizes):
            if seat != seen.seat:
                weights = blank
                if seat in told:
                    weights = blank[:]
                    for card, weight in told[seat].items():
                        weights[short.of[card].bit_length()] = weight
                self._weights += [weights] * size
            self._ends.append(len(self._weights))
        self._held = len(self._weights)
        self._weights += [blank] * (len(self._cards) - self._held)
        self._telling = bool(told)
        for _ in range(FIRST_ROUNDS if self._telling else 0):
            self._step()

    def draw(self) -> tuple[list[Cards], list[Card]]:
        """The next hands and stock. The stock is in any order, each as likely as the others."""
        random, cards, card = self._rng.random, self._cards, self._card
        if self._telling:
            self._step()
            stock = sorted(cards[self._held :], key=lambda _: random())
        else:
            cards.sort(key=lambda _: random())
            stock = cards[self._held :]
        hands, at = list[Cards](), 0
        for seat, end in enumerate(self._ends):
            hand = self._own if seat == self._seat else 0
            for place in cards[at:end]:
                hand |= card[place]
            at = end
            hands.append(hand)
        return hands, [card[place] for place in stock]

    def _step(self) -> None:
        """Let every hidden card in a hand try to change places with another."""
        random, cards, weights = self._rng.random, self._cards, self._weights
        number = len(cards)
        for i in range(self._held):
            j = int(random() * number)
            mine, yours = weights[i], weights[j]
            if mine is not yours:
                one, other = cards[i], cards[j]
                before, after = mine[one] * yours[other], mine[other] * yours[one]
                if after >= before or random() * before < after:
                    cards[i], cards[j] = other, one


class Hand:
    """What is known of a hand by when its cards came.

    ``came``: how many of the cards that it holds are likely to have come at a time, ``weights``:
    how many times as likely each card made all that was done since.
    """

    def __init__(self) -> None:
        self.came: list[float] = [float(HAND)]
        self.weights: list[dict[Card, float]] = [{}]

    def tell(self, cards: Cards, times: float) -> None:
        """What was just done is so many times as likely with each of these cards in the hand."""
        for card in each(cards):
            for weights in self.weights:
                weights[card] = weights.get(card, 1.0) * times

    def take(self, number: int) -> None:
        """So many cards come."""
        self.came.append(float(number))
        self.weights.append({})

    def lose(self, card: Card, *, new: bool) -> None:
        """The card is played; ``new``: it is the one that came last."""
        came = self.came
        if new:
            came[-1] -= 1
            return
        shares, total = list[float](), 0.0
        for number, weights in zip(came, self.weights, strict=True):
            shares.append(number * weights.get(card, 1.0))
            total += shares[-1]
        for at, share in enumerate(shares):
            came[at] = max(0.0, came[at] - share / total)

    def weight(self, card: Card) -> float:
        """How many times as likely the card makes all that the seat did, if it is in the hand."""
        mean, total = 0.0, 0.0
        for number, weights in zip(self.came, self.weights, strict=True):
            mean += number * weights.get(card, 1.0)
            total += number
        return mean / total


def weights_of(
    game: PisYedili, seen: Observation[PisYediliTable], plies: Sequence[str]
) -> dict[Seat, dict[Card, float]]:
    """By seat and hidden card how many times as likely the card makes what the seat did.

    Seats of which nothing is known are left out, and so is the seat itself.
    """
    story = list(followed(game, seen, plies))
    wild = by_chance(game, seen, story)
    hands, known = [Hand() for _ in range(game.seats)], set[Seat]()
    deal = seen.table.deal
    for table, ply, got in story:
        if table.deal != deal:
            continue
        if table.turn == CHANCE:
            # The cards of the new stock were in no hand; of two packs their likes may be in one.
            if game.pack < 1 << SECOND:
                known.update(range(game.seats))
                for hand in hands:
                    hand.tell(table.face_up ^ table.top, NEVER)
            assert table.owed is not None
            hands[table.owed[0]].take(got)
            continue
        hand = hands[table.turn]
        if table.turn != seen.seat:
            for cards, times in told(game, table, ply, wild[table.turn]):
                hand.tell(cards & ~seen.hand, times)
                known.add(table.turn)
            if ply not in (DRAW, PASS):
                # A card that was drawn since nothing fitted.
                hand.lose(NAMED[ply[:2]], new=table.drawn > 0)
        if got:
            hand.take(got)
    hidden = game.pack & ~(seen.table.face_up | seen.hand)
    return {
        seat: {card: hands[seat].weight(card) for card in each(hidden)}
        for seat in range(game.seats)
        if seat in known and seat != seen.seat and seen.sizes[seat]
    }


def told(
    game: PisYedili, table: PisYediliTable, ply: str, wild: float
) -> Iterator[tuple[Cards, float]]:
    """What the ply of the seat to move tells of its hand: cards, and how many times each of them
    makes the ply as likely. ``wild``: how likely the seat plays by chance."""
    fits = table.fits & game.pack
    if ply == DRAW:
        yield fits, TOOK if table.chain else DREW
    elif ply == PASS:
        # After an ace a jack may be kept.
        yield fits & ~JACKS if table.again else fits, ENDED
    elif not table.drawn:
        card = NAMED[ply[:2]]
        higher = fits & HIGHER[card]
        yield higher, wild * OTHER + (1.0 - wild) * LOWER
        yield fits & ~higher & ~card, wild * OTHER + (1.0 - wild)
    if "=" in ply:
        suit = game.pack & ~JACKS & SAME_SUIT[NAMED["A" + ply[-1]]]
        yield suit, wild + (1.0 - wild) * NAMED_SUIT
        yield game.pack & ~(suit | JACKS), wild + (1.0 - wild) * OTHER_SUIT


def by_chance(
    game: PisYedili,
    seen: Observation[PisYediliTable],
    story: Sequence[tuple[PisYediliTable, str, int]],
) -> list[float]:
    """By seat how likely it plays by chance, like Beginner, and not by habit: at first as likely as
    not."""
    odds = [1.0] * game.seats
    most = (1.0 - DOUBT) / DOUBT
    for table, ply, _ in story:
        if table.turn == CHANCE:
            continue
        odd = odds[table.turn]
        if table.drawn and not table.opening and ply in (DRAW, PASS) and not table.again:
            # Nothing fitted; a seat of habits then ends its turn.
            odd *= 0.5 if ply == PASS else 0.5 / DOUBT
        elif ply not in (DRAW, PASS) and not table.drawn:
            card = NAMED[ply[:2]]
            unseen = game.pack & ~table.face_up
            # Any other card is taken to be in the hand as likely as in any other place.
            chance = min(1.0, HAND / unseen.bit_count())
            others = (unseen & table.fits & ~card).bit_count()
            none = one = 1.0
            for _ in range((unseen & table.fits & HIGHER[card]).bit_count()):
                none *= 1.0 - chance
            for _ in range(others + 1):
                one *= 1.0 - chance
            odd *= (1.0 - one) / ((others + 1) * chance) / max(none, DOUBT)
        odds[table.turn] = min(max(odd, 1.0 / most), most)
    return [odd / (1.0 + odd) for odd in odds]


def followed(
    game: PisYedili, seen: Observation[PisYediliTable], plies: Sequence[str]
) -> Iterator[tuple[PisYediliTable, str, int]]:
    """The plies of all deals: the table, the ply, how many cards it drew.

    The rules are followed with hands that hold all that does not lie open, since what lies open
    does not depend on them.
    """
    deals = 0
    for ply in plies:
        deals += ply.startswith(DEAL)
    first = (seen.table.dealer - deals + 1) % game.seats
    start = game.start()
    order = in_order(game, start, range(game.pack.bit_count()))
    state, number = start, 0
    for ply in plies:
        if ply.startswith(DEAL):
            table = start.table._replace(
                dealer=(first + number) % game.seats,
                deal=seen.table.deal - deals + number,
            )
            state = game.apply(start._replace(table=table), order)
            number += 1
            continue
        table, move, left = state.table, Move(ply), state.table.stock
        state = state._replace(hands=(game.pack & ~table.face_up,) * game.seats)
        if is_chance(ply):
            left = game.to_shuffle(state).bit_count()
            move = in_order(game, state, range(left))
        state = game.apply(state, move)
        yield table, ply, left - state.table.stock
