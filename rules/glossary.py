"""The words of the games: what each means, what it is called in each language, where it stands.

``content/terms.toml`` holds what all languages share, in the order of the glossary: a table a term
with its ``group`` and the place ``see`` where the term is at home, as ``page#heading``.
``content/<language>/glossary.toml`` holds the same tables with ``word``, ``also`` (other words for
it), ``forms`` (how it stands in running text, lower case) and ``meaning``.
"""

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import pgettext_lazy

CONTENT = Path(__file__).parent / "content"
PAGE = "glossary"  # the key of its page

GROUPS = {
    "cards": pgettext_lazy("group of terms", "Cards"),
    "people": pgettext_lazy("group of terms", "Players"),
    "table": pgettext_lazy("group of terms", "At the table"),
    "play": pgettext_lazy("group of terms", "Moves"),
    "melds": pgettext_lazy("group of terms", "Melds"),
    "scoring": pgettext_lazy("group of terms", "Scoring"),
    "sevens": pgettext_lazy("group of terms", "Sevens"),
    "pis-yedili": pgettext_lazy("group of terms", "Pis Yedili"),
    "site": pgettext_lazy("group of terms", "This site"),
}


class Term(NamedTuple):
    """One term in one language. ``see``: page and heading where it is at home, or empty."""

    key: str
    word: str
    also: tuple[str, ...]
    forms: tuple[str, ...]
    meaning: str
    group: str
    see: str


def terms(language: str) -> dict[str, Term]:
    """The terms by key, in the order of the glossary.

    Raises KeyError and TypeError for files that do not hold the same terms or lack a field.
    """
    paths = CONTENT / "terms.toml", CONTENT / language / "glossary.toml"
    return _read(*paths, *(path.stat().st_mtime_ns for path in paths))


@lru_cache(maxsize=64)
def _read(shared: Path, own: Path, *changed: int) -> dict[str, Term]:
    """What the files hold; ``changed`` makes an edited file a new question."""
    places = _tables(shared)
    words = _tables(own)
    if list(places) != list(words):
        raise KeyError(f"{own} has other terms than {shared}: {places.keys() ^ words.keys()}")
    return {
        key: Term(
            key,
            word=words[key]["word"],
            also=tuple(words[key]["also"]),
            forms=tuple(words[key]["forms"]),
            meaning=words[key]["meaning"],
            group=place["group"],
            see=place.get("see", ""),
        )
        for key, place in places.items()
    }


def _tables(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


class Forms:
    """The terms of a language as they stand in running text."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._keys = {
            self._fold(form): term.key for term in terms(language).values() for form in term.forms
        }
        longest_first = sorted(self._keys, key=len, reverse=True)
        self._any = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")

    def split(self, text: str) -> list[tuple[str, str]]:
        """The text in pieces, each with the key of the term that it is, or with none."""
        pieces, end = [], 0
        if not self._keys:
            return [(text, "")]
        for found in self._any.finditer(self._fold(text)):
            pieces.append((text[end : found.start()], ""))
            pieces.append((text[found.start() : found.end()], self._keys[found[0]]))
            end = found.end()
        pieces.append((text[end:], ""))
        return [(piece, key) for piece, key in pieces if piece]

    def _fold(self, text: str) -> str:
        """In lower case, letter for letter: the same length."""
        if self._language == "tr":
            text = text.replace("I", "ı")
        return text.replace("İ", "i").lower()


def forms(language: str) -> Forms:
    """The forms of this language's terms, as long as its file is as it is."""
    return _forms(language, (CONTENT / language / "glossary.toml").stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _forms(language: str, changed: int) -> Forms:
    return Forms(language)
