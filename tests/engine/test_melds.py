"""Sets and runs, with values worked out by hand or by trying all cards."""

from itertools import chain, combinations

import pytest

from games.engine.cards import NAMED, PACK, RANK, SUIT, each, read_cards, spell
from games.engine.game import Reason
from games.engine.melds import (
    BY_CARDS,
    FITS,
    GROWS,
    HIGH,
    LOW,
    MELDS,
    NEAR,
    NEAR_AT,
    TOO_FEW,
    can_lay_off,
    grown,
    lay_offs,
    meld_of,
    melds_with,
    misfits,
    parts,
    sets_in,
    whole,
    why_no_lay_off,
    why_no_run,
)


def cards(text: str) -> int:
    return sum(read_cards(text))


def melds_in(hand: int, two_ends: bool) -> list[str]:
    runs = [part[hand >> 13 * at & SUIT[0]][0] for at, part in enumerate(parts(two_ends))]
    return [*chain.from_iterable(runs), *sets_in(hand, SUIT[0])]


def in_meld(card: int, others: int) -> bool:
    near, enough = NEAR[card]
    return others & near in enough


def is_meld(names: list[str]) -> bool:
    """By the rule, from the names of cards in an order in which they might lie."""
    ranks, suits = "".join(name[0] for name in names), {name[1] for name in names}
    if len(names) < 3:
        return False
    if len(set(ranks)) == 1:
        return len(suits) == len(names)
    return len(suits) == 1 and (ranks in "A23456789TJQK" or ranks in "23456789TJQKA")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ks As 2s", None),
        ("Qs Ks As", "QsKsAs"),
        ("As 2s 3s", "As2s3s"),
        ("9c 9d 9h 9s", "9c9d9h9s"),
        ("5h 6h 8h", None),
        ("5h 6h", None),
        ("9c 9d", None),
        ("5h 6h 7d", None),
        ("8c 9c Tc Jc Qc Kc Ac", "8c9cTcJcQcKcAc"),
        ("As 2s 3s Ks", None),
    ],
)
def test_what_is_a_meld(text: str, expected: str | None) -> None:
    meld = meld_of(cards(text))
    assert (meld and meld.text) == expected


def test_there_are_77_runs_of_each_suit_and_5_sets_of_each_rank() -> None:
    # Runs with a low ace have 3 to 13 cards: 11. Without a low one they go from each of 2 to Q to
    # each rank two or more above it, up to the ace: 11 + 10 + … + 1 = 66.
    assert len(MELDS) == 4 * (11 + 66) + 13 * (4 + 1)
    assert all(is_meld([text[at : at + 2] for at in range(0, len(text), 2)]) for text in MELDS)
    # Only a whole suit lies in two ways.
    assert len(BY_CARDS) == len(MELDS) - 4
    assert all(sum(read_cards(text)) == meld.cards for text, meld in MELDS.items())


def test_a_whole_suit_lies_in_two_ways() -> None:
    for suit in SUIT:
        low, high = meld_of(suit), meld_of(suit, HIGH)
        assert low
        assert high
        assert (low.text[0], low.text[-2], low.ace) == ("A", "K", LOW)
        assert (high.text[0], high.text[-2], high.ace) == ("2", "A", HIGH)
        assert (low.fits, high.fits) == (0, 0)
    assert [whole(c) for c in (SUIT[0], SUIT[3], SUIT[0] ^ 1, RANK[0])] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("text", "fits", "grows"),
    [
        ("4h5h6h", "3h 7h", "Ah 2h 3h 7h 8h 9h Th Jh Qh Kh"),
        ("As2s3s", "4s", "4s 5s 6s 7s 8s 9s Ts Js Qs Ks"),
        ("QsKsAs", "Js", "2s 3s 4s 5s 6s 7s 8s 9s Ts Js"),
        ("JdQdKd", "Td Ad", "Ad 2d 3d 4d 5d 6d 7d 8d 9d Td"),
        ("2c3c4c5c6c7c8c9cTcJcQcKc", "Ac", "Ac"),
        ("9c9h9s", "9d", "9d"),
        ("9c9d9h9s", "", ""),
    ],
)
def test_what_a_meld_takes(text: str, fits: str, grows: str) -> None:
    assert FITS[text] == cards(fits)
    assert GROWS[text] == cards(grows)


def test_the_ace_is_the_last_card_at_either_end() -> None:
    meld = MELDS["3c4c5c"]
    assert spell(meld.below) == "2cAc"
    assert spell(meld.above) == "6c7c8c9cTcJcQcKcAc"


def test_the_melds_of_a_hand_are_all_its_parts_that_are_melds() -> None:
    hand = cards("Ac 2c 3c 4c Qc Kc 4d 4h 4s 5h 6h")
    expected = [
        BY_CARDS[sum(part)].text
        for size in range(3, 12)
        for part in combinations(each(hand), size)
        if sum(part) in BY_CARDS
    ]
    # Ac2c3c Ac2c3c4c 2c3c4c QcKcAc 4h5h6h and five sets.
    assert len(expected) == 10
    assert sorted(melds_in(hand, False)) == sorted(expected)
    for at, in_suit in enumerate(parts(False)):
        discards = in_suit[hand >> 13 * at & SUIT[0]][1]
        assert list(discards) == ["-" + spell([card]) for card in each(hand & SUIT[at])]
    for card in each(hand):
        name = spell([card])
        assert sorted(melds_with(card, hand, False)) == sorted(m for m in expected if name in m)


def test_a_whole_suit_is_one_move_or_two() -> None:
    suit = SUIT[2]
    low, high = "Ah2h3h4h5h6h7h8h9hThJhQhKh", "2h3h4h5h6h7h8h9hThJhQhKhAh"
    assert low in melds_in(suit, False)
    assert high not in melds_in(suit, False)
    assert {low, high} < set(melds_in(suit, True))
    # 77 runs, of which the two of all cards are one move or two.
    assert len(melds_in(suit, False)) == 76
    assert len(melds_in(suit, True)) == 77
    assert "QhKhAh" in melds_in(suit, False)


@pytest.mark.parametrize(
    ("text", "hand", "two_ends", "expected"),
    [
        ("5c6c7c", "8c", False, "8c>3"),
        ("5c6c7c", "3c 4c 8c Tc", False, "8c>3 4c>3 4c8c>3 3c4c>3 3c4c8c>3"),
        ("9c9d9h", "9s", False, "9s>3"),
        ("2s3s4s5s6s7s8s9sTsJsQsKs", "As", False, "As>3"),
        ("2s3s4s5s6s7s8s9sTsJsQsKs", "As", True, "As>3^ As>3<"),
        ("3s4s5s6s7s8s9sTsJsQs", "As 2s Ks", False,
         "Ks>3 KsAs>3 2s>3 2sKs>3 As2s>3 As2sKs>3"),
        ("3s4s5s6s7s8s9sTsJsQs", "As 2s Ks", True,
         "Ks>3 KsAs>3 2s>3 2sKs>3 2sKsAs>3^ As2s>3 As2sKs>3<"),
        ("As2s3s4s5s6s7s8s9sTsJs", "Qs Ks", True, "Qs>3 QsKs>3"),
        ("3s4s5s6s7s8s9sTsJsQsKsAs", "2s", True, "2s>3"),
    ],
)  # fmt: skip
def test_lay_offs_leave_the_meld_whole(text: str, hand: str, two_ends: bool, expected: str) -> None:
    assert list(lay_offs(text, 3, cards(hand), two_ends)) == expected.split()


def test_lay_offs_are_all_the_cards_that_make_a_longer_meld() -> None:
    text, hand = "6d7d8d", cards("3d 4d 5d 9d Jd Qd Kd Ad 6c")
    longer = [
        spell(part)
        for size in range(1, 10)
        for part in combinations(each(hand), size)
        if MELDS[text].cards + sum(part) in BY_CARDS
    ]
    assert sorted(longer) == sorted(
        move.partition(">")[0] for move in lay_offs(text, 1, hand, True)
    )


@pytest.mark.parametrize(
    ("text", "laid", "mark", "expected"),
    [
        ("9c9d9h", "9s", "", "9c9d9h9s"),
        ("5c6c7c", "4c 8c", "", "4c5c6c7c8c"),
        ("JcQcKc", "Ac", "", "JcQcKcAc"),
        ("2s3s4s5s6s7s8s9sTsJsQsKs", "As", "", "As2s3s4s5s6s7s8s9sTsJsQsKs"),
        ("2s3s4s5s6s7s8s9sTsJsQsKs", "As", "<", "As2s3s4s5s6s7s8s9sTsJsQsKs"),
        ("2s3s4s5s6s7s8s9sTsJsQsKs", "As", "^", "2s3s4s5s6s7s8s9sTsJsQsKsAs"),
        # An ace that lies already stays where it is.
        ("As2s3s4s5s6s7s8s9sTsJsQs", "Ks", "", "As2s3s4s5s6s7s8s9sTsJsQsKs"),
        ("3s4s5s6s7s8s9sTsJsQsKsAs", "2s", "", "2s3s4s5s6s7s8s9sTsJsQsKsAs"),
        ("QcKcAc", "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc", "", "2c3c4c5c6c7c8c9cTcJcQcKcAc"),
    ],
)
def test_what_a_meld_becomes(text: str, laid: str, mark: str, expected: str) -> None:
    assert grown(text, cards(laid), mark) == expected


def test_only_cards_that_fit_make_a_meld_grow() -> None:
    with pytest.raises(AssertionError, match="do not fit"):
        grown("5c6c7c", cards("9c"), "")


def test_a_card_is_in_a_meld_with_two_of_the_right_others() -> None:
    small = {meld.cards for meld in MELDS.values() if meld.cards.bit_count() == 3}
    for card in each(PACK):
        for pair in combinations(each(PACK ^ card), 2):
            assert in_meld(card, sum(pair)) == (card + sum(pair) in small)
    assert in_meld(NAMED["7h"], cards("5h 6h Kc Kd"))
    assert not in_meld(NAMED["7h"], cards("5h 9h 7d"))


def test_what_is_too_few_near_one_card_is_too_few_near_any() -> None:
    small = [meld.cards for meld in MELDS.values() if meld.cards.bit_count() == 3]
    for card in each(PACK):
        pairs = [meld ^ card for meld in small if meld & card]
        near = [*each(NEAR_AT[card.bit_length()])]
        assert sum(near) == sum({other for pair in pairs for other in each(pair)})
        for part in chain.from_iterable(combinations(near, size) for size in range(len(near) + 1)):
            enough = any(not pair & ~sum(part) for pair in pairs)
            assert (sum(part) not in TOO_FEW) == enough


@pytest.mark.parametrize(
    ("text", "card", "others", "expected"),
    [
        ("3h4h5h", "7h", "", False),
        ("3h4h5h", "6h", "", True),
        ("3h4h5h", "7h", "6h", True),
        ("3h4h5h", "8h", "7h", False),
        ("3h4h5h", "Ah", "2h", True),
        ("3h4h5h", "5d", "", False),
        ("9c9d9h", "9s", "", True),
        # The ace of a run from 3 to Q goes over the two or over the king.
        ("3s4s5s6s7s8s9sTsJsQs", "As", "", False),
        ("3s4s5s6s7s8s9sTsJsQs", "As", "2s", True),
        ("3s4s5s6s7s8s9sTsJsQs", "As", "Ks", True),
    ],
)
def test_a_card_may_need_others_between(text: str, card: str, others: str, expected: bool) -> None:
    assert can_lay_off(text, NAMED[card], cards(others)) is expected


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("5h 6h 8h", Reason("gap", (NAMED["7h"],))),
        ("Qs As Js", Reason("gap", (NAMED["Ks"],))),
        ("As 2s 4s", Reason("gap", (NAMED["3s"],))),
        ("Ks As 2s", Reason("corner")),
        ("Qs Ks As 2s 3s", Reason("corner")),
        ("5h 6h 9h", Reason("gaps")),
        ("Ks As 3s", Reason("gaps")),
        ("5h 6d 7h", None),
        ("9c 9d Th", None),
    ],
)
def test_what_looks_like_a_run_is_told_why_it_is_none(cards: str, reason: Reason | None) -> None:
    assert why_no_run(sum(read_cards(cards))) == reason


@pytest.mark.parametrize(
    ("meld", "cards", "reason", "named"),
    [
        ("4s5s6s", "8s", "gap", "7s"),
        ("4s5s6s", "9s", "gaps", ""),
        ("4s5s6s", "7s Js", "gaps", ""),
        ("4s5s6s", "7s 7h", "run_suit", "7h"),
        ("As2s3s", "Ks", "corner", ""),
        ("9c9d9h", "9s Ts", "set_rank", "Ts"),
        ("9c9d9h9s", "8s", "set_rank", "8s"),
    ],
)
def test_a_meld_says_why_it_does_not_take_cards(
    meld: str, cards: str, reason: str, named: str
) -> None:
    expected = Reason(reason, tuple(read_cards(named)))
    assert why_no_lay_off(MELDS[meld].cards, read_cards(cards)) == expected


@pytest.mark.parametrize(
    ("meld", "cards", "left"),
    [
        ("4h5h6h", "7h Jh", "Jh"),
        ("4h5h6h", "8h 7h", ""),
        ("4h5h6h", "8h Jh", "8h Jh"),
        ("4h5h6h", "3h 7h 6c", "6c"),
        ("9c9d9h", "9s Ts", "Ts"),
        ("As2s3s", "Ks", "Ks"),
    ],
)
def test_those_that_a_meld_does_not_take_are_named(meld: str, cards: str, left: str) -> None:
    assert misfits(MELDS[meld].cards, read_cards(cards)) == tuple(read_cards(left))
