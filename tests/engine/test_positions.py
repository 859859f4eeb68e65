"""Positions: the questions of one seat, as files, and texts that are none."""

from pathlib import Path

import pytest

from games.engine import GAMES
from games.engine.game import PositionError
from games.engine.position import loads
from games.engine.record import RecordError

FILES = sorted(Path(__file__).with_name("positions").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_legal_moves_are_the_expected_ones_in_canonical_order(file: Path) -> None:
    text = file.read_text()
    position = loads(text)
    expected = text.partition("legal: ")[2].split()
    assert position.legal_moves() == expected
    assert position.expected == set(expected)


def test_keys_left_out_have_their_defaults() -> None:
    position = loads('[Game "sevens"]\n\nhand: 7d')
    assert position.table.face_up == 0
    assert position.table.passed == 0
    assert position.expected is None


def test_comments_and_the_case_of_cards_do_not_matter() -> None:
    text = '# asked\n[Game "sevens"]\n# more\n\nlayout: 7D # open\nhand: 8d tH # mine\nlegal: 8D'
    assert loads(text).legal_moves() == ["8d"]
    assert loads(text).expected == {"8d"}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("layout: 7d", "the hand is empty"),
        ("hand:", "the hand is empty"),
        ("hand: 7x", "'7x' is no card"),
        ("hand: 8", "'8' is no card"),
        ("hand: 7d 7d", "7d is not among the cards, or not so often"),
        ("layout: 7c 7c\nhand: 8c", "7c is not among the cards, or not so often"),
        ("layout: 7d\nhand: 7d", "7d is not among the cards, or not so often"),
        ("layout: 7d 9d\nhand: 2c", "A row has a hole"),
        ("layout: 8d 9d\nhand: 2c", "A row has a hole"),
        ("layout: 7c\nlayout: 7d\nhand: 2c", "'layout' is given twice"),
        ("pile: 7c\nhand: 2c", "'pile' is no key of sevens"),
        ("hand 7d", "'hand 7d' is no line of the form key: value"),
        ("layout: 7d\npassed: x\nhand: 2c", "'x' is no number of passes"),
        ("layout: 7d\npassed: -1\nhand: 2c", "'-1' is no number of passes"),
        ("hand: 7d\nlegal: 7x", "legal: '7x' is no move"),
        ("hand: 8d", "whoever begins holds 7d"),
    ],
)
def test_a_text_that_is_no_position_says_why(body: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        loads(f'[Game "sevens"]\n\n{body}\n')


def test_a_card_outside_the_short_pack_is_refused() -> None:
    with pytest.raises(PositionError, match="6c is not among the cards"):
        loads('[Game "sevens"]\n[Options "preset=short32"]\n\nlayout: 7c\nhand: 6c\n')


def test_the_tags_are_checked_as_in_a_record() -> None:
    with pytest.raises(RecordError, match="deck=32 needs ace=high"):
        loads('[Game "sevens"]\n[Options "deck=32 ace=low"]\n\nhand: 7d\n')


# What no game takes
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("hand:", "(?i)the hand is empty"),
        ("hand: 7x", "'7x' is no card"),
        ("hand: 7d 7D", "7d is not among the cards, or not so often"),
        ("hand: 7d\nhand: 8d", "The key 'hand' is given twice"),
        ("hand: 7d\nhands: 8d", "'hands' is no key of {key}"),
        ("hand: 7d\n8d", "'8d' is no line of the form key: value"),
        ("hand: 7d\nlegal: 7d8d9x", "legal: '7d8d9x' is no move"),
    ],
)
def test_a_text_that_is_no_position_of_any_game_says_why(key: str, body: str, words: str) -> None:
    with pytest.raises(PositionError, match=words.format(key=key)):
        loads(f'[Game "{key}"]\n\n{body}\n')
