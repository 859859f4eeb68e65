"""What public plies betray of hidden hands: some cards for certain, others by what was chosen."""

from collections.abc import Iterator, Sequence
from math import ldexp
from random import Random
from typing import NamedTuple

from games.engine.cards import NAMED, Card, Cards, each
from games.engine.chance import determinize
from games.engine.game import DEAL, PASS, Observation, Seat
from games.engine.sevens import Sevens, SevensTable

from .sevens import worth_of
from .sevens_rows import rows_of

# So much gladder of a card than of another, a seat of wavering habits plays it twice as often.
DOUBLING = 14
# How much likelier for each time it likes the other card so much better, down to so much worse.
MOST = 32
LIKELIER = {times: ldexp(1.0, times) for times in range(-MOST, MOST + 1)}
# How often a seat that keeps to its habits plays a card that they do not name.
SLIP = 0.02
# A seat that wavers in its habits is so much rarer, before any has shown how it plays, than one
# that keeps to them and one that plays blindly, which are told apart after few cards. Blind seats
# five or ten times rarer were no better (1500 deals, 2026-12-01, in a copy of the player: 29.5 and
# 29.4 % of first places against three Normal and 51.9 and 51.7 against three Easy; so 29.7 and
# 52.7; within 0.7 and 1.1), nor was taking all hidden seats to be likely of one kind (29.4, 52.8).
WAVERING = 0.1
STEPS = 3
FIRST_STEPS = 200


class Turn(NamedTuple):
    """A ply of this deal: whose, what might be played, and the card played, 0 for a pass."""

    seat: Seat
    takes: Cards
    card: Card


def turns(game: Sevens, seen: Observation[SevensTable], plies: Sequence[str]) -> Iterator[Turn]:
    """The plies of the deal that is being played; none if ``plies`` do not hold the deal."""
    starts = [number for number, ply in enumerate(plies) if ply.startswith(DEAL)]
    played = plies[starts[-1] + 1 :] if starts else ()
    rows = rows_of(game)
    takes = rows.sevens
    # Every ply since the deal handed the turn on by one seat.
    first = seen.table.turn - len(played)
    for number, ply in enumerate(played):
        card = 0 if ply == PASS else NAMED[ply]
        yield Turn((first + number) % game.seats, takes if number else rows.first, card)
        if card:
            takes = takes ^ card | rows.opens[card]


def excluded(
    game: Sevens, seen: Observation[SevensTable], plies: Sequence[str]
) -> tuple[Cards, ...]:
    """For each seat the hidden cards that its passes in this deal show it cannot hold.

    ``plies`` are the plies of the match as the seat saw them. A forced pass means that none of
    the cards that fitted then was in the hand. Where one may pass at will, for chips, it means
    nothing.
    """
    barred = [0] * game.seats
    if game.scoring != "chips":
        hidden = game.pack & ~(seen.table.face_up | seen.hand | sum(seen.table.shown))
        for seat, takes, card in turns(game, seen, plies):
            if not card and seat != seen.seat:
                barred[seat] |= takes & hidden
    return tuple(barred)


class Story(NamedTuple):
    """How well a hand explains what its seat played.

    In proportion to the chance that it keeps strictly to its habits, wavers in them or plays
    blindly, and that it then plays so; ``chance`` is their sum.
    """

    strict: float
    habit: float
    blind: float
    chance: float


class Beliefs:
    """Hands that fit the observation, the likelier the better they explain what was played.

    Each hidden seat is taken to be one that keeps to sensible habits, one that wavers in them or
    one that plays blindly, at first seldom the second of these. ``hands`` is a deal drawn with
    the probability that follows, in the long run of ``step`` (Metropolis-Hastings): a step gives
    some cards of two hidden hands out again, and takes that back the oftener, the worse they then
    explain what those two seats played.
    """

    def __init__(
        self,
        game: Sevens,
        seen: Observation[SevensTable],
        plies: Sequence[str],
        rng: Random,
    ) -> None:
        self._rng, worth = rng, worth_of(game)
        self._behind, self._known = worth.behind, worth.known
        self._barred = excluded(game, seen, plies)
        self._fixed = seen.table.shown
        self._hidden = [seat for seat in range(game.seats) if seat != seen.seat]
        self._played = [0] * game.seats
        self._turns: list[list[Turn]] = [[] for _ in range(game.seats)]
        for turn in turns(game, seen, plies):
            self._played[turn.seat] |= turn.card
            if turn.card:
                self._turns[turn.seat].append(turn)
        self.hands = list(determinize(game, seen, rng, self._barred).hands)
        # Of itself the seat knows that it plays by habit.
        self._stories = [
            self._story(seat, hand) if seat != seen.seat else Story(1.0, 0.0, 0.0, 1.0)
            for seat, hand in enumerate(self.hands)
        ]
        for _ in range(FIRST_STEPS):
            self.step()

    def draw(self) -> None:
        """Move on to other ``hands``."""
        for _ in range(STEPS):
            self.step()

    def gladness(self) -> dict[Card, float]:
        """For each card how glad its holder is to play it.

        By habit, or by chance for a seat taken to play blindly, which it is as likely as its
        cards so far suggest.
        """
        random, glad = self._rng.random, dict[Card, float]()
        behind, known = self._behind, self._known
        for hand, story in zip(self.hands, self._stories, strict=True):
            if random() * story.chance < story.blind:
                glad.update([(card, random()) for card in each(hand)])
            else:
                for card in each(hand):
                    glad[card] = known[card][hand & behind[card]]
        return glad

    def step(self) -> None:
        """Give some cards of two hidden hands out again, if that explains what they played."""
        if len(self._hidden) < 2:
            return
        one, other = self._pair()
        old = self.hands[one], self.hands[other]
        new = self._mixed(one, other)
        if new == old:
            return
        stories = self._story(one, new[0]), self._story(other, new[1])
        before = self._stories[one].chance * self._stories[other].chance
        after = stories[0].chance * stories[1].chance
        if self._rng.random() * before < after:
            self.hands[one], self.hands[other] = new
            self._stories[one], self._stories[other] = stories

    def _pair(self) -> tuple[Seat, Seat]:
        """Two hidden seats, each two equally likely."""
        hidden = self._hidden
        first = int(self._rng.random() * len(hidden))
        second = (first + 1 + int(self._rng.random() * (len(hidden) - 1))) % len(hidden)
        return hidden[first], hidden[second]

    def _mixed(self, one: Seat, other: Seat) -> tuple[Cards, Cards]:
        """Both hands after some of the cards that either may hold were given out at random.

        Mostly they change but one card for another: where many choices bind a hand, more
        cards at once would seldom do.
        """
        random, (mine, yours) = self._rng.random, (self.hands[one], self.hands[other])
        mine_free = mine & ~(self._fixed[one] | self._barred[other])
        yours_free = yours & ~(self._fixed[other] | self._barred[one])
        if random() < 0.8:
            if not (mine_free and yours_free):
                return mine, yours
            swapped = self._one_of(mine_free) | self._one_of(yours_free)
            return mine ^ swapped, yours ^ swapped
        free = mine_free | yours_free
        # All of them, or about a half, a quarter, an eighth.
        for _ in range(int(random() * 4)):
            free &= int(random() * (1 << 53))
        wanted, left = (free & mine).bit_count(), free.bit_count()
        both, mine = mine | yours, mine & ~free
        for card in each(free):
            if random() * left < wanted:
                mine |= card
                wanted -= 1
            left -= 1
        return mine, both ^ mine

    def _one_of(self, cards: Cards) -> Card:
        """One of the cards, each as likely."""
        for _ in range(int(self._rng.random() * cards.bit_count())):
            cards &= cards - 1
        return cards & -cards

    def _story(self, seat: Seat, hand: Cards) -> Story:
        """How well this hand explains what the seat played in this deal."""
        # What waits behind a card when it fits was in the hand from the deal on.
        behind, known, own = self._behind, self._known, hand | self._played[seat]
        strict, habit, blind = 1.0, WAVERING, 1.0
        for _, takes, card in self._turns[seat]:
            rest = own & takes ^ card
            if rest:
                chosen, total, named = known[card][own & behind[card]], 1.0, True
                choices = 1
                while rest:
                    other = rest & -rest
                    rest ^= other
                    choices += 1
                    gladder = known[other][own & behind[other]] - chosen
                    total += LIKELIER[gladder // DOUBLING]
                    # Of cards that it likes as much habit names the lowest.
                    if gladder >= (other > card):
                        named = False
                habit /= total
                blind /= choices
                if not named:
                    strict *= SLIP
        return Story(strict, habit, blind, strict + habit + blind)
