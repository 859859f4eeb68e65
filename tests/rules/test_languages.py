"""Each language is one of its own: nothing of another stands in its pages."""

import re

import pytest

from rules import glossary, pages
from tests.rules import reading

pytestmark = pytest.mark.usefixtures("plain_cards")

KEYS = sorted(path.stem for path in (pages.CONTENT / "en").glob("*.md"))
OTHERS = ("ms", "uk", "tr")

# Words that no text of the language can do without, and that mean nothing in the other three.
ENGLISH = {"the", "and", "of", "you", "with", "your", "which", "when", "cards", "player", "is"}
# What an Indonesian would write where a Malay does not.
INDONESIAN = {"kartu", "bisa", "karena", "keriting", "sebaiknya", "tumpukan", "giliranmu"}
# Of sites, in their own words, and of games, quoted as they are called at home.
NAMES = (
    "Дев’ятка",
    "Сто одне",
    "Classic Games and Puzzles",
    "Cats at Cards",
    "the Guardian",
    "The Guardian",
    "«.*?»",
)
RUSSIAN = re.compile("[ыэъёЫЭЪЁ]")


def texts(language, key):
    """What the page says in its own words: no code, no sources, no names in other languages."""
    page = pages.find(language, key)
    yield from page.head
    for section in page.sections:
        yield section.heading
        if section.id not in ("names", "sources"):
            html = re.sub(
                r"(?s)<code>.*?</code>|<a href=\"http.*?</a>|<i>.*?</i>", "", section.html
            )
            yield re.sub(r"<[^>]+>", " ", html)


def words(language, key):
    text = re.sub("|".join(NAMES), "", " ".join(texts(language, key))).lower()
    return re.findall(r"[^\W\d_]+", text)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", OTHERS)
def test_no_english_is_left_over(language, key):
    assert [word for word in words(language, key) if word in ENGLISH] == []


@pytest.mark.parametrize("key", KEYS)
def test_malay_is_not_indonesian(key):
    assert set(words("ms", key)) & INDONESIAN == set()


@pytest.mark.parametrize("key", KEYS)
def test_ukrainian_has_no_russian_letters_and_the_others_no_cyrillic(key):
    assert RUSSIAN.findall(" ".join(texts("uk", key))) == []
    for language in ("en", "ms", "tr"):
        assert re.findall("[а-яіїєґ]+", " ".join(words(language, key))) == []


@pytest.mark.parametrize("key", KEYS)
def test_no_paragraph_is_the_same_in_two_languages(key):
    """A paragraph of a dozen words or more, that is."""

    def paragraphs(language):
        html = pages.find(language, key).html
        found = map(reading.text_of, re.findall(r"(?s)<(?:p|li)>(.*?)</(?:p|li)>", html))
        return {text.strip() for text in found if len(text.split()) > 11}

    seen = set()
    for language in reading.LANGUAGES:
        assert not seen & paragraphs(language)
        seen |= paragraphs(language)


@pytest.mark.parametrize("language", OTHERS)
def test_the_glossary_is_in_its_language(language):
    for term in glossary.terms(language).values():
        found = re.findall(r"[^\W\d_]+", term.meaning.lower())
        assert not set(found) & ENGLISH, term
