"""Cards in pictures and in words: the sprite, and the pieces that templates are given."""

import importlib.util

import pytest
from django.conf import settings
from django.utils.translation import override

from games.engine.cards import NAME
from games.faces.face import Choice, HandCard
from games.faces.sevens import Slot
from games.templatetags import cards

SPRITE = settings.ROOT / "config/static/img/cards.svg"
LANGUAGES = {"ms": "tujuh wajik", "uk": "сімка бубен", "tr": "karo yedi", "en": "seven of diamonds"}


@pytest.fixture(scope="module")
def pen():
    """The file that draws the sprite; it is in no package, for the site does without it."""
    path = settings.ROOT / "config/static_src/cards.py"
    spec = importlib.util.spec_from_file_location("pen", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_sprite_is_what_its_source_draws(pen):
    assert SPRITE.read_text(encoding="utf-8") == pen.sprite()


def test_every_card_has_its_face_its_rank_and_its_suit():
    sprite = SPRITE.read_text(encoding="utf-8")
    names = set(NAME.values())
    assert len(names) == 52
    for name in names:
        drawn = cards.card(name)
        for symbol in (name, f"r{name[0]}", name[1]):
            assert sprite.count(f'id="{symbol}"') == 1
            assert f'cards.svg#{symbol}"' in drawn


def test_what_is_kept_of_a_card_is_kept_for_each_language():
    for _ in range(2):  # the second round comes from what was kept
        for language, words in LANGUAGES.items():
            with override(language):
                assert f'aria-label="{words}"' in cards.card("7d")


def test_the_button_of_a_card_says_whether_it_can_be_played():
    legal = cards.hand([HandCard("7d", (Choice("7d", "seven of diamonds"),))])
    resting = cards.hand([HandCard("7d")])
    assert 'value="7d" data-state="legal"' in legal
    assert "cannot be played now" not in legal
    assert 'value="7d" data-state="resting"' in resting
    assert "cannot be played now" in resting


@pytest.mark.parametrize(
    ("slot", "state", "words"),
    [
        (Slot("7d", down=True, next=False, fits_me=False), "down", "seven of diamonds"),
        (Slot("7d", down=False, next=True, fits_me=True), "fits", "Fits next, and you hold it:"),
        (Slot("7d", down=False, next=True, fits_me=False), "next", "Fits next:"),
        (Slot("7d", down=False, next=False, fits_me=False), "empty", ""),
    ],
)
def test_a_place_in_a_row_says_what_it_waits_for(slot, state, words):
    drawn = cards.row([slot])
    assert f'data-state="{state}"' in drawn
    assert words in drawn
    assert ("seven of diamonds" in drawn) == (state != "empty")


@pytest.mark.parametrize(("language", "words"), [("en", "5 cards"), ("uk", "5 карт")])
def test_how_many_cards_are_held_is_a_number_and_a_sentence(language, words):
    with override(language):
        assert words in cards.held(5)
