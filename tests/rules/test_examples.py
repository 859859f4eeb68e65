"""The examples of the pages: each is checked in each language, under the usual rules and others."""

import re
from html import unescape

import pytest
from django.utils.translation import override

from games.engine import GAMES
from games.engine.game import InvalidMove
from rules import examples, pages, variants
from tests.rules.reading import LANGUAGES
from tests.rules.test_games import VARIED

EXAMPLES = [(key, name) for key in GAMES for name in examples.names(key)]
each_example = pytest.mark.parametrize(("key", "name"), EXAMPLES)


def read(key, options):
    return variants.read(GAMES[key], dict(word.split("=") for word in options.split()))


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_at_least_fifteen(key):
    assert len(examples.names(key)) >= 15


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_a_page_shows_each_of_its_examples_once(key, language):
    shown = re.findall('id="example-([^"]+)"', pages.find(language, key).html)
    assert sorted(shown) == examples.names(key)


@each_example
def test_the_engine_lists_the_moves_that_the_example_says(key, name):
    position = examples.find(key, name).position
    assert position.game.key == key
    assert position.expected
    assert position.expected == set(position.legal_moves())


@each_example
def test_there_is_a_right_and_a_wrong_answer_to_tap(key, name):
    tapped = {
        examples.answer(key, examples.find(key, name), move).legal for move in taps(key, name)
    }
    assert tapped == {True, False}


@pytest.mark.parametrize("language", LANGUAGES)
@each_example
def test_each_tap_is_answered_with_a_reason_that_leads_to_a_heading(key, name, language):
    with override(language):
        found = examples.find(key, name)
        headings = {section.id for section in pages.find(language, key).sections}
        for move in taps(key, name):
            answer = examples.answer(key, found, move)
            assert answer.why, (move, answer)
            assert answer.anchor in headings, (move, answer)
            assert "%" not in answer.why
            assert len(answer.moves) == len(set(answer.moves))
            assert (answer.move in answer.moves) <= answer.legal


def taps(key, name):
    """What the buttons of the example send, as they stand on the page."""
    html = examples.draw(key, name, "", read(key, ""))
    return [unescape(move) for move in re.findall('name="move" value="([^"]+)"', html)]


@pytest.mark.parametrize(("key", "options"), VARIED, ids=map(" ".join, VARIED))
def test_under_other_rules_an_example_follows_or_keeps_to_its_own(key, options):
    chosen = read(key, options)
    for name in examples.names(key):
        found = examples.find(key, name, chosen)
        legal = found.position.legal_moves()
        assert legal
        if not found.as_chosen:
            assert set(legal) == found.position.expected
        for move in legal:
            assert examples.answer(key, found, move).legal


def test_an_example_follows_the_rules_of_the_reader():
    """The options that a file names are what it is about, the others are the reader's."""
    usual = examples.find("pis-yedili", "chain")
    fewer = examples.find("pis-yedili", "chain", read("pis-yedili", "per_seven=2"))
    assert usual.position.game.per_seven == 3
    assert fewer.position.game.per_seven == 2
    assert fewer.as_chosen


def test_a_name_that_is_none_finds_nothing():
    for name in ("nothing", "../sevens/ends", ""):
        assert examples.find("sevens", name) is None
    assert examples.find("nines", "ends") is None
    with pytest.raises(LookupError):
        examples.draw("sevens", "nothing", "", read("sevens", ""))


def test_what_is_no_move_is_refused():
    key, name = EXAMPLES[0]
    for text in ("", "x", "7x", "deal:7x", "<b>", "7h" * 300):
        with pytest.raises(InvalidMove):
            examples.answer(key, examples.find(key, name), text)


def test_a_jack_may_be_played_if_it_may_with_any_suit():
    found = examples.find("pis-yedili", "match")
    assert examples.answer("pis-yedili", found, "Jh").legal
