"""Hands and tables of Rummy 500 as masks: what goes together, what fits, what is still to come."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.cards import NAME, PACK, RANK, SUIT, Card, Cards, each
from games.engine.melds import BY_CARDS, MELDS, NEAR

CLUBS, DIAMONDS, HEARTS, SPADES = SUIT
NOT_ACES, KINGS = PACK ^ RANK[0], RANK[12]
# A card of clubs times this is all cards of its rank.
RANKED = 1 | 1 << 13 | 1 << 26 | 1 << 39


def loose(hand: Cards) -> Cards:
    """The cards of the hand that have none of their rank and no neighbour of their suit in it."""
    return sum([card for card in each(hand) if not hand & ~card & (RANK_OF[card] | BESIDE[card])])


RANK_OF: dict[Card, Cards] = {card: rank for rank in RANK for card in each(rank)}
# The cards next to each in its suit; an ace lies beside the two and beside the king.
BESIDE: dict[Card, Cards] = {}
for _suit in SUIT:
    _ladder = [*each(_suit)]
    for _at, _card in enumerate(_ladder):
        BESIDE[_card] = _ladder[_at - 1] | _ladder[(_at + 1) % 13]


class Runs(dict[Cards, tuple[Cards, ...]]):
    """The runs that a hand lays of one suit, by its cards of that suit; made when needed.

    Each is as long as can be. An ace that could end two runs goes where more is laid, else high.
    """

    def __missing__(self, cards: Cards) -> tuple[Cards, ...]:
        ladder = [*each(next(suit for suit in SUIT if not cards & ~suit))]
        low, high = _runs_along(ladder, cards), _runs_along([*ladder[1:], ladder[0]], cards)
        self[cards] = found = low if sum(low).bit_count() > sum(high).bit_count() else high
        return found


def _runs_along(ladder: Sequence[Card], cards: Cards) -> tuple[Cards, ...]:
    runs, run = [], 0
    for card in (*ladder, 0):
        if card & cards:
            run |= card
            continue
        if run in BY_CARDS:
            runs.append(run)
        run = 0
    return tuple(runs)


RUNS = Runs()


def open_ends(runs: Cards) -> Cards:
    """The cards that fit one of the runs on the table, whose cards these are.

    A card that is not in a run of its suit but beside one can only lie at its end. Nothing lies
    beyond an ace.
    """
    inner = runs & NOT_ACES
    return (inner << 1 & NOT_ACES | inner >> 1 | (inner & KINGS) >> 12) & ~runs


class Felt(NamedTuple):
    """The melds on the table, as far as they matter: all cards that lie in runs, and the cards
    that sets of three lack. So ``open_ends(runs) | sets`` is what can be laid off singly."""

    runs: Cards
    sets: Cards


def felt_of(melds: Sequence[str]) -> Felt:
    runs = sets = 0
    for text in melds:
        cards = MELDS[text].cards
        if cards & cards << 1:
            runs |= cards
        else:
            sets |= MELDS[text].fits
    return Felt(runs, sets)


class Outs(dict[tuple[Cards, Cards], int]):
    """How many cards would make a meld of this card and another one of the hand.

    By the cards of the hand that could be in a meld of three with it, and those of them that are
    gone. At most 3 to the 7th power of them for a card, made when needed.
    """

    def __init__(self, card: Card) -> None:
        super().__init__()
        self._near, self._enough = NEAR[card]

    def __missing__(self, key: tuple[Cards, Cards]) -> int:
        held, gone = key
        missing = self._near & ~(held | gone)
        count = 0
        for card in each(missing):
            if any((card | mate) in self._enough for mate in each(held)):
                count += 1
        self[key] = count
        return count


OUTS: dict[Card, Outs] = {card: Outs(card) for card in NEAR}


def sets_of(hand: Cards) -> tuple[Cards, ...]:
    """The cards of each rank of which the hand has three or four."""
    clubs, diamonds = hand & CLUBS, hand >> 13 & CLUBS
    hearts, spades = hand >> 26 & CLUBS, hand >> 39
    ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    return tuple([hand & RANKED * club for club in each(ranks)]) if ranks else ()


def laid(step: Cards, runs: Cards, sets: Cards) -> tuple[Cards, Cards]:
    """Runs and sets of the table after a step of a plan."""
    if step & step << 1:
        return runs | step, sets
    if step.bit_count() > 1:
        return runs, sets | BY_CARDS[step].fits
    return runs | step & open_ends(runs), sets & ~step


def leaving_one(steps: tuple[Cards, ...], must: Card) -> tuple[Cards, ...]:
    """The steps without a card or a meld, which stays in the hand that they would have emptied.

    ``must``: a card that the first step lays and that has to be laid.
    """
    *others, last = steps
    longer = [at for at, step in enumerate(steps) if step.bit_count() > 3]
    if last.bit_count() == 1 or not longer:
        return (*others,)
    at = longer[-1]
    ends = [card for card in each(steps[at] & ~must) if steps[at] ^ card in BY_CARDS]
    return (*steps[:at], steps[at] ^ ends[0], *steps[at + 1 :])


def low_aces(steps: Sequence[Cards], runs: Cards, sets: Cards) -> int:
    """How many aces these steps lay at the low end of a run.

    By itself an ace lies elsewhere if it can: in a set or at the high end.
    """
    count = 0
    for step in steps:
        ace = step & RANK[0]
        if ace:
            among = runs if step in NAME and not step & sets else step
            count += bool(among & ace << 1) and not among & ace << 12
        runs, sets = laid(step, runs, sets)
    return count
