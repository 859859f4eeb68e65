"""What holds for the page of every game."""

import re

import pytest

from games.engine import GAMES
from rules import pages
from tests.rules import reading
from tests.rules.reading import LANGUAGES

pytestmark = pytest.mark.usefixtures("plain_cards")


# Options that are numbers, for which no list of values is.
NUMBERS = {
    "sevens": ("target=50 scoring=cards_100", "rounds=3 scoring=pips", "ante=2 scoring=chips"),
    "rummy-500": ("target=250", "max_rounds=5"),
    "pis-yedili": ("rounds=1", "rounds=7", "mult_seven=1", "mult_jack=1 mult_seven=1"),
}


def _varied():
    """Each game under its usual rules, each preset, and each other value of each option."""
    for key, rules in GAMES.items():
        usual = rules().options()
        yield key, ""
        yield from ((key, options) for options in NUMBERS[key])
        yield from ((key, f"preset={name}") for name, changed in rules.PRESETS.items() if changed)
        for name, values in {**rules.choices(), "seats": map(str, rules.SEATS)}.items():
            for value in values:
                if value != usual[name] and name != "center_rank" and value != "36":
                    yield key, f"{name}={value}"


VARIED = list(_varied())


def _head(language, slug, options):
    """The numbers of each line of the head."""
    return [reading.numbers_in(line) for line in reading.page(language, slug, options).head]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_links_within_the_page_lead_somewhere(slug, language):
    html = pages.find(language, slug).html
    ids = re.findall(r' id="(.*?)"', html)
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in reading.links(html) if link.startswith("#")} <= set(ids)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_only_the_heading_over_the_questions_has_nothing_of_its_own(slug, language):
    sections = reading.sections(language, slug)
    assert [key for key, html in sections.items() if html.count("<") < 3] == ["faq"]


@pytest.mark.parametrize("slug", GAMES)
def test_at_least_a_dozen_questions_are_answered(slug):
    assert sum(key.startswith("faq-") for key in reading.sections("en", slug)) >= 12


@pytest.mark.parametrize(("slug", "options"), VARIED, ids=map(" ".join, VARIED))
def test_head_and_sections_have_the_same_facts_in_all_languages(slug, options):
    english = reading.sections("en", slug, options)
    for language in LANGUAGES[1:]:
        assert (language, _head(language, slug, options)) == (language, _head("en", slug, options))
        ours = reading.sections(language, slug, options)
        assert (language, list(ours)) == (language, list(english))
        for key, html in ours.items():
            assert (language, key, reading.facts(html)) == (
                language,
                key,
                reading.facts(english[key]),
            )
