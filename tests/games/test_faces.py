"""The faces of the games: each game has one, and it has words for all that its engine can say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.utils.translation import override

from games import engine
from games.bots.levels import EXPERTS, ONLY
from games.engine import GAMES
from games.engine.cards import NAMED
from games.engine.game import Reason
from games.faces import FACES
from games.words import REASONS, WHYS
from rules import pages

ENGINE = Path(engine.__file__).parent
QUOTED = re.compile('"([a-z_]+)"')
LANGUAGES = ("en", "ms", "tr", "uk")


def said_by_the_engine(key):
    """The keys of the reasons that a game's own file, and those that it imports, can give."""
    own = (ENGINE / f"{key.replace('rummy-500', 'rummy500').replace('-', '_')}.py").read_text()
    imported = re.findall(r"^from \.(\w+) import", own, re.MULTILINE)
    sources = own + "".join((ENGINE / f"{name}.py").read_text() for name in imported)
    return {
        key for first in re.findall(r"Reason\(([^,)]*)", sources) for key in QUOTED.findall(first)
    }


def test_every_game_has_a_face():
    assert list(FACES) == list(GAMES)


def test_the_faces_need_no_models_and_no_server():
    code = "import sys, games.faces, games.words; print(*sys.modules)"
    root = ENGINE.parent.parent
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    ours = {name for name in loaded if name.startswith("games.")}
    assert {name for name in ours if name.split(".")[1] not in ("engine", "faces")} == {
        "games.words"
    }
    assert not loaded & {"celery", "django.db.models", "psycopg", "redis", "rules", "config"}


@pytest.mark.parametrize("key", GAMES)
def test_a_face_has_words_for_every_refusal_and_no_others(key):
    said = said_by_the_engine(key)
    known = {**REASONS, **FACES[key].reasons}
    # A person is never told what chance did wrong.
    assert said - known.keys() == {"wrong_deal"}
    assert set(FACES[key].reasons) <= said


@pytest.mark.parametrize("key", GAMES)
def test_a_refusal_leads_to_a_heading_of_the_rules(key):
    for language in LANGUAGES:
        html = pages.find(language, key).html
        for reason, (_, anchor) in FACES[key].reasons.items():
            assert f'id="{anchor}"' in html, reason


@pytest.mark.parametrize("key", GAMES)
def test_a_refusal_names_its_cards_in_the_language_of_the_reader(key):
    for reason, (sentence, _) in FACES[key].reasons.items():
        cards = "%(cards)s" in str(sentence)
        for language, name in (("en", "seven of diamonds"), ("tr", "karo yedi")):
            with override(language):
                said = FACES[key].refusal(Reason(reason, (NAMED["7d"],))).sentence
                assert (name.casefold() in said.casefold()) == cards


@pytest.mark.parametrize("key", GAMES)
def test_a_face_has_words_for_every_reason_of_the_expert_and_no_others(key):
    assert list(FACES[key].whys) == list(EXPERTS[key].whys)
    assert not FACES[key].whys.keys() & WHYS.keys()


def test_there_are_words_for_the_reason_that_all_games_share():
    assert list(WHYS) == [ONLY]


@pytest.mark.parametrize("key", GAMES)
def test_every_option_that_leaves_a_choice_has_words(key):
    choices = {name: values for name, values in GAMES[key].choices().items() if len(values) != 1}
    del choices["seats"]
    reserved = FACES[key].reserved
    assert FACES[key].settings.keys() == choices.keys() - reserved
    for name, (_, words, *_range) in FACES[key].settings.items():
        assert set(words) == {v for v in choices[name] if f"{name}={v}" not in reserved}


@pytest.mark.parametrize("key", GAMES)
def test_every_preset_has_a_name(key):
    assert FACES[key].presets.keys() == GAMES[key].PRESETS.keys()
