"""Cards as bits, and cards picked out of a set by their names."""

import pytest

from games.engine.cards import (
    NAME,
    NAMED,
    PACK,
    SECOND,
    each,
    pick,
    spell,
    swap_twins,
    twins_to_swap,
)

TWO_PACKS = PACK | PACK << SECOND


def test_a_pack_is_52_cards_and_the_second_repeats_its_names() -> None:
    assert PACK.bit_count() == 52
    assert [NAME[card << SECOND] for card in each(PACK)] == [NAME[card] for card in each(PACK)]
    assert PACK & PACK << SECOND == 0
    assert set(NAMED.values()) == set(each(PACK))


def test_equal_cards_are_picked_one_after_the_other() -> None:
    seven = NAMED["7h"]
    assert pick("7h 8H7h", TWO_PACKS) == [seven, NAMED["8h"], seven << SECOND]
    assert pick("7h", TWO_PACKS ^ seven) == [seven << SECOND]
    assert spell(pick("7h7h", TWO_PACKS)) == "7h7h"


@pytest.mark.parametrize(
    ("text", "among", "words"),
    [
        ("7h 7h", PACK, "7h is not among the cards, or not so often"),
        ("7h 7H 7h", TWO_PACKS, "7h is not among the cards, or not so often"),
        ("8h", NAMED["7h"], "8h is not among the cards"),
        ("7h 1h", PACK, "'1h' is no card"),
    ],
)
def test_a_card_that_is_not_there_cannot_be_picked(text: str, among: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        pick(text, among)


def test_of_two_equal_cards_the_lower_is_in_the_first_place_that_holds_either() -> None:
    six, seven, eight = (NAMED[name] for name in ("6h", "7h", "8h"))
    table, hand = seven << SECOND | eight, eight << SECOND | seven | six << SECOND
    swapped = twins_to_swap(table, hand)
    # The seven of the table becomes the lower one, so that of the hand the upper; the six, of
    # which no other is seen, the lower; the eights are as they should be.
    assert swapped == seven | six
    assert swap_twins(table, swapped) == seven | eight
    assert swap_twins(hand, swapped) == eight << SECOND | seven << SECOND | six
    both = seven | seven << SECOND
    assert swap_twins(both, twins_to_swap(both)) == both
