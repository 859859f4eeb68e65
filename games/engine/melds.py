"""Melds of rummy with one pack: sets and runs, what they still take, what a hand can lay.

A *set* is three or four cards of one rank. A *run* is three or more consecutive cards of one suit;
the ace is its low end (A 2 3) or its high end (Q K A), never both and never inside.

A meld is named by its text, the cards as they lie on the table: sets by suit, runs upwards, so
that ``As2s3s`` and ``QsKsAs`` say at which end the ace lies. ``MELDS`` knows every meld by its
text, ``BY_CARDS`` by its cards as a bit mask. Everything here is a plain function of such masks
and texts; what is kept from call to call is bounded and no state.

All 13 cards of a suit are two melds, one with the ace low and one with the ace high. Where it
makes no difference (``two_ends`` false) they are one move, written with the ace first.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, takewhile
from typing import NamedTuple

from .cards import NAME, PACK, RANK, SUIT, Card, Cards, each, spell
from .game import Move, Reason

CLUBS = SUIT[0]
DISCARD: dict[Card, Move] = {card: Move(f"-{name}") for card, name in NAME.items() if card & PACK}
LOW, HIGH = "<", "^"  # the ends of a run at which an ace can lie, as a move writes them


class Meld(NamedTuple):
    """One meld. ``below`` and ``above``: the cards that it may grow by, the nearest first.

    The fourth card of a set counts as above it. ``fits``: the cards that it takes one by one.
    ``ace``: at which end of a run the ace lies, LOW or HIGH, else empty.
    """

    text: Move
    cards: Cards
    below: tuple[Card, ...]
    above: tuple[Card, ...]
    fits: Cards
    ace: str


def _runs(suit: Cards) -> Iterator[Meld]:
    ladder = [*each(suit)]
    ladder.append(ladder[0])
    for low in range(12):
        # The ace cannot be both ends of a run.
        top = 13 if low else 12
        for high in range(low + 2, top + 1):
            cards = ladder[low : high + 1]
            bottom = 1 if high == 13 else 0
            below, above = ladder[bottom:low][::-1], ladder[high + 1 : top + 1]
            fits = sum({*below[:1], *above[:1]})
            ace = LOW if low == 0 else HIGH if high == 13 else ""
            yield Meld(Move(spell(cards)), sum(cards), tuple(below), tuple(above), fits, ace)


def _sets(rank: Cards) -> Iterator[Meld]:
    for size in (3, 4):
        for cards in combinations(each(rank), size):
            missing = rank & ~sum(cards)
            above = (missing,) if missing else ()
            yield Meld(Move(spell(cards)), sum(cards), (), above, missing, "")


_RUNS: dict[Cards, tuple[Meld, ...]] = {suit: tuple(_runs(suit)) for suit in SUIT}
_SETS: dict[Cards, tuple[Meld, ...]] = {rank: tuple(_sets(rank)) for rank in RANK}

MELDS: dict[str, Meld] = {
    meld.text: meld for melds in (*_RUNS.values(), *_SETS.values()) for meld in melds
}
# Of the two melds of a whole suit the one with the ace low; the other one is kept apart.
BY_CARDS: dict[Cards, Meld] = {meld.cards: meld for meld in reversed(MELDS.values())}
_WHOLE_HIGH: dict[Cards, Meld] = {
    meld.cards: meld for meld in MELDS.values() if meld.cards in _RUNS and meld.ace == HIGH
}
# What a meld takes one by one, and all that it may ever take.
FITS: dict[str, Cards] = {text: meld.fits for text, meld in MELDS.items()}
GROWS: dict[str, Cards] = {text: sum({*meld.below, *meld.above}) for text, meld in MELDS.items()}


def whole(cards: Cards) -> bool:
    """Whether these are all cards of a suit, which the ace can complete at either end."""
    return cards in _RUNS


def meld_of(cards: Cards, ace: str = LOW) -> Meld | None:
    """The meld of these cards, None if they are none. ``ace`` matters for a whole suit only."""
    if ace == HIGH and whole(cards):
        return _WHOLE_HIGH[cards]
    return BY_CARDS.get(cards)


class Parts(dict[Cards, tuple[tuple[Move, ...], tuple[Move, ...]]]):
    """The runs and the discards that a hand has in one suit, by its cards of that suit.

    The cards are written as clubs, so 13 bits; at most 8192 entries, made when they are needed.
    """

    def __init__(self, suit: Cards, two_ends: bool) -> None:
        super().__init__()
        self._suit = suit
        self._two_ends = two_ends

    def __missing__(self, clubs: Cards) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        cards = clubs * (self._suit // CLUBS)
        runs = [meld.text for meld in _RUNS[self._suit] if not meld.cards & ~cards]
        if whole(cards) and not self._two_ends:
            runs.remove(_WHOLE_HIGH[cards].text)
        self[clubs] = part = tuple(runs), tuple([DISCARD[card] for card in each(cards)])
        return part


_PARTS = {both: tuple([Parts(suit, both) for suit in SUIT]) for both in (False, True)}


def parts(two_ends: bool) -> tuple[Parts, ...]:
    """The runs and discards by suit, clubs first; ``two_ends``: a whole suit is two moves."""
    return _PARTS[two_ends]


class _SetsOf(dict[Cards, tuple[Move, ...]]):
    """The sets in the cards that a hand holds of one rank; at most 13 times 16 entries."""

    def __missing__(self, cards: Cards) -> tuple[Move, ...]:
        rank = next(rank for rank in RANK if not cards & ~rank)
        self[cards] = found = tuple([m.text for m in _SETS[rank] if not m.cards & ~cards])
        return found


_SETS_OF = _SetsOf()


def sets_in(hand: Cards, ranks: Cards) -> tuple[Move, ...]:
    """The sets that a hand holds of these ranks, which are given as cards of clubs."""
    found: tuple[Move, ...] = ()
    while ranks:
        club = ranks & -ranks
        found += _SETS_OF[hand & (club | club << 13 | club << 26 | club << 39)]
        ranks ^= club
    return found


def melds_with(card: Card, hand: Cards, two_ends: bool) -> list[Move]:
    """The melds with this card that the hand holds: runs from the lowest card up, then sets."""
    at, rank, name = _PLACE[card]
    runs = _PARTS[two_ends][at][hand >> 13 * at & CLUBS][0]
    sets = _SETS_OF[hand & rank]
    found = [meld for meld in runs if name in meld] if runs else []
    return found + [meld for meld in sets if name in meld] if sets else found


# Of each card the number of its suit, all cards of its rank, and its name.
_PLACE: dict[Card, tuple[int, Cards, str]] = {
    suit & rank: (at, rank, NAME[suit & rank]) for at, suit in enumerate(SUIT) for rank in RANK
}


class _Reach(dict[Cards, int]):
    """How many cards of a hand fit below one meld and above it, by those it may ever grow by.

    16 times the one and the other. At most 1024 entries, made when they are needed.
    """

    def __init__(self, meld: Meld) -> None:
        super().__init__()
        self._meld = meld

    def __missing__(self, cards: Cards) -> int:
        below, above = [
            len([*takewhile(cards.__and__, line)]) for line in (self._meld.below, self._meld.above)
        ]
        self[cards] = reach = below << 4 | above
        return reach


class _Ways(dict[int, tuple[Move, ...]]):
    """The ways to lay off on one meld, by its number and how many cards fit below and above it.

    At most a few dozen entries for each number, made when they are needed.
    """

    def __init__(self, meld: Meld, two_ends: bool) -> None:
        super().__init__()
        self._meld = meld
        self._two_ends = two_ends

    def __missing__(self, key: int) -> tuple[Move, ...]:
        meld, number = self._meld, key >> 8
        moves = []
        for down in range((key >> 4 & 15) + 1):
            for up in range((key & 15) + 1):
                lower, upper = meld.below[:down][::-1], meld.above[:up]
                cards = sum({*lower, *upper})
                if not cards or cards.bit_count() < down + up:
                    continue  # nothing, or the ace at both ends
                mark = ""
                if whole(meld.cards | cards) and cards & RANK[0]:
                    mark = LOW if lower and lower[0] & RANK[0] else HIGH
                    if not self._two_ends:
                        if mark == HIGH:
                            continue
                        mark = ""
                moves.append(Move(f"{spell([*lower, *upper])}>{number}{mark}"))
        self[key] = ways = tuple(moves)
        return ways


# By text what a meld may grow by, how far, and the ways where a whole suit is one move or two.
_GROWTH = {
    text: (GROWS[text], _Reach(meld), _Ways(meld, False), _Ways(meld, True))
    for text, meld in MELDS.items()
}


def lay_offs(text: str, number: int, hand: Cards, two_ends: bool) -> tuple[Move, ...]:
    """Every way to lay cards of the hand off on a meld, as moves that call it by this number.

    By how many cards go below it, then by how many above. Empty if the hand holds none that fits.
    """
    grows, reach, one, two = _GROWTH[text]
    return (two if two_ends else one)[number << 8 | reach[hand & grows]]


@cache
def grown(text: str, cards: Cards, mark: str) -> Move:
    """The text of the meld that becomes of one when these cards are laid off on it, legally.

    ``mark`` is the end of a run at which an ace of theirs is laid, if the move says so.
    """
    meld = MELDS[text]
    found = meld_of(meld.cards | cards, mark or meld.ace)
    assert found is not None, "The cards do not fit this meld."
    return found.text


def _near(card: Card) -> tuple[Cards, frozenset[Cards]]:
    """The cards that can be in a meld of three with this card, and which of them are enough."""
    pairs = [three ^ card for three in _THREES if three & card]
    near = 0
    for pair in pairs:
        near |= pair
    parts = [0]
    for other in each(near):
        parts += [part | other for part in parts]
    return near, frozenset([pair | part for pair in pairs for part in parts])


_THREES = [meld.cards for meld in MELDS.values() if meld.cards.bit_count() == 3]
# A card can be melded with some of its hand if ``hand & near in enough``.
NEAR: dict[Card, tuple[Cards, frozenset[Cards]]] = {card: _near(card) for card in each(PACK)}


def _too_few() -> Iterator[Cards]:
    """What may lie near a card without a meld of the three, each as often as it may."""
    for near, enough in NEAR.values():
        part = 0
        while True:
            if part not in enough:
                yield part
            part = (part - near) & near  # the next larger one, and 0 after the last
            if not part:
                break


# The same for a whole pile, in a third of the time: it can be melded if
# ``hand & NEAR_AT[card.bit_length()] not in TOO_FEW``. One answer does for all cards: two cards
# near this one that make a meld of three with any card make one with this card. Single bits are
# the worst keys of a dict: their hashes end in zeros, so all of them begin to look in one place.
# Hence a list, and a dict with the few that are asked for most first: none, then one card.
NEAR_AT: list[Cards] = [0, *[near for near, _ in NEAR.values()]]
TOO_FEW: dict[Cards, None] = dict.fromkeys(sorted(_too_few(), key=int.bit_count))


def _between(meld: Meld) -> dict[Card, tuple[Cards, Cards]]:
    """For each card that a meld may take, what must go between: below and above the meld.

    Both are the same for a card that it takes at one end only.
    """
    below, above = [
        {card: sum(line[:at]) for at, card in enumerate(line)} for line in (meld.below, meld.above)
    ]
    return {
        card: (below.get(card, above.get(card, 0)), above.get(card, below.get(card, 0)))
        for card in {**below, **above}
    }


_BETWEEN = {text: _between(meld) for text, meld in MELDS.items()}


def can_lay_off(text: str, card: Card, others: Cards) -> bool:
    """Whether the card can be laid off on the meld, by itself or with some of the others."""
    between = _BETWEEN[text].get(card)
    if between is None:
        return False
    below, above = between
    return not below & ~others or not above & ~others


def misfits(laid: Cards, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Those of the cards that a meld does not take, not even with the others on it."""
    left = list(cards)
    while fitting := next((card for card in left if not card & laid and meld_of(laid | card)), 0):
        laid |= fitting
        left.remove(fitting)
    return tuple(left)


def why_no_run(cards: Cards) -> Reason | None:
    """Why cards of one suit are no run: cards between them are missing, or they turn a corner."""
    suit = next((suit for suit in SUIT if not cards & ~suit), 0)
    if not suit:
        return None
    missing = suit & ~cards
    corner = suit & (RANK[0] | RANK[1] | RANK[12])
    in_one_piece = not missing & (missing + (missing & -missing))
    if not corner & missing and in_one_piece:
        return Reason("corner")
    gap = next((card for card in each(missing) if meld_of(cards | card)), 0)
    return Reason("gap", (gap,)) if gap else Reason("gaps")


def why_no_lay_off(laid: Cards, cards: Iterable[Card]) -> Reason:
    """Why a meld does not take the cards, of which none is named twice."""
    strange = misfits(laid, cards)
    suit = next((suit for suit in SUIT if not laid & ~suit), 0)
    if not suit:
        return Reason("set_rank", strange)
    if all(card & suit for card in strange):
        return why_no_run(laid | sum(strange)) or Reason("does_not_fit", strange)
    return Reason("run_suit", tuple(card for card in strange if not card & suit))
