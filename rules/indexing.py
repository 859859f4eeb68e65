"""All that the search can find in a language, and where in it each word stands."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from math import log
from typing import NamedTuple

from django.conf import settings

from rules import glossary, pages
from rules.folding import COURTS, SUITS, WORD, fold, stem, words

# How well a name tells a term: by its forms, other words for it, without endings, abroad, in part.
FORM, ALSO, STEMMED, FOREIGN, PART = 0.95, 0.9, 0.85, 0.8, 0.4
# In running text other words for a term may mean anything: "value" is not always a rank.
LOOSE = (ALSO, STEMMED * ALSO)

Named = dict[str, float]  # terms by key, with how well they are named
Piece = tuple[str, bool]


class Hit(NamedTuple):
    """A place that was found. ``kind``: term, question or section; ``passage``: in pieces, each
    with whether it was asked for. A page as a whole has neither anchor nor heading."""

    page_key: str
    page_title: str
    anchor: str
    heading: str
    passage: tuple[Piece, ...]
    kind: str


class Entry(NamedTuple):
    """What can be found. ``words``: those of heading and text, folded; the heading has the first
    ``head`` of them; ``spans``: where in the text the others stand."""

    hit: Hit
    text: str
    words: tuple[str, ...]
    head: int
    spans: tuple[tuple[int, int], ...]


class Names:
    """The terms of the glossary by what they are called in a language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.exact: defaultdict[tuple[str, ...], Named] = defaultdict(dict)
        self.stems: defaultdict[tuple[str, ...], Named] = defaultdict(dict)
        self.words: dict[str, set[str]] = {}
        for term in glossary.terms(language).values():
            calls = [(name, ALSO) for name in term.also] + [(name, FORM) for name in term.forms]
            for name, worth in [*calls, (term.word, 1.0)]:
                called = tuple(words(name))
                self.exact[called][term.key] = worth
                bare = self.bare(called)
                best = max(self.stems[bare].get(term.key, 0), STEMMED * worth)
                self.stems[bare][term.key] = best
            self.words[term.key] = set(self.bare(words(" ".join((term.word, *term.also)))))

    def bare(self, called: Iterable[str]) -> tuple[str, ...]:
        return tuple(stem(word, self.language) for word in called)

    def has(self, term: str, word: str) -> bool:
        """Whether a word is one of the term's own, and not one that stands beside it."""
        return stem(word, self.language) in self.words[term]

    def find(self, called: tuple[str, ...]) -> Named:
        return self.exact.get(called) or self.stems.get(self.bare(called), {})


class Index:
    """All entries of a language, and where in them each key stands: at which of their words.

    A key is a folded word, ``~`` and a stem, or ``@`` and a term. ``titled``: the entries of the
    pages that have a key in their title; ``written``: a folded word as the texts have it.
    """

    def __init__(self, language: str) -> None:
        self.names = {code: Names(code) for code, _ in settings.LANGUAGES}
        self.language, self.own = language, self.names[language]
        self.entries: list[Entry] = []
        self.places: dict[str, dict[int, list[int]]] = {}
        self.titled: defaultdict[str, set[int]] = defaultdict(set)
        self.titles: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        self.written: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for page in pages.every(language):
            head = page.head
            told = " ".join(filter(None, head[1:3] + head[4:]))
            self._add(Hit(page.key, head.title, "", "", (), "section"), head.title, told)
            self.titles[self.own.bare(words(head.title))].append(page.key)
            for section in page.sections:
                kind = "question" if section.id.startswith("faq-") else "section"
                hit = Hit(page.key, head.title, section.id, section.heading, (), kind)
                self._add(hit, section.heading, section.text)
        shelf = pages.head(language, glossary.PAGE)
        for term in glossary.terms(language).values():
            hit = Hit(glossary.PAGE, shelf.title if shelf else "", term.key, term.word, (), "term")
            self._add(hit, term.word, term.meaning)
        self.alphabet = sorted(word for word in self.written if word[-1] not in SUITS)
        self.parts = self._parts()
        self.abroad = sorted(self.parts.keys() - self.written.keys())

    def _add(self, hit: Hit, heading: str, text: str) -> None:
        if not heading and not text:
            return
        number = len(self.entries)
        head = [(fold(match[0]), match) for match in WORD.finditer(heading)]
        body = [(fold(match[0]), match) for match in WORD.finditer(text)]
        told = [(word, match) for word, match in head + body if word]
        spans = tuple(match.span() for word, match in body if word)
        entry = Entry(hit, text, tuple(word for word, _ in told), len(told) - len(spans), spans)
        self.entries.append(entry)
        for at, (word, match) in enumerate(told):
            self.written[word][self._lower(match[0])] += 1
            for key in self.keys(word):
                self._note(key, number, at)
        self._note_terms(number, entry.words)
        for word in words(hit.page_title) if hit.anchor else []:
            for key in self.keys(word):
                self.titled[key].add(number)

    def _note_terms(self, number: int, told: tuple[str, ...]) -> None:
        for at in range(len(told)):
            for size in range(1, min(5, len(told) - at + 1)):
                for term, worth in self.own.find(told[at : at + size]).items():
                    if worth in LOOSE:
                        continue
                    for place in range(at, at + size):
                        if size == 1 or self.own.has(term, told[place]):
                            self._note(f"@{term}", number, place)

    def _note(self, key: str, number: int, at: int) -> None:
        places = self.places.setdefault(key, {}).setdefault(number, [])
        if at not in places[-4:]:
            places.append(at)

    def _lower(self, word: str) -> str:
        if self.language == "tr":
            word = word.replace("I", "ı").replace("İ", "i")
        return word.lower()

    def keys(self, word: str) -> list[str]:
        """The word itself, and the other keys under which it is found in a text."""
        if word[-1] not in SUITS:
            return [word, f"~{stem(word, self.language)}"]
        court = COURTS.get(word[0])
        return [word, f"@{SUITS[word[-1]]}", *([f"@{court}"] if court else [])]

    def terms(self, called: tuple[str, ...]) -> Named:
        """The terms that the words name in any language."""
        known = all(word in self.places for word in called)
        named = {}
        for language, names in self.names.items():
            own = language == self.language
            found = names.exact.get(called, {}) if known and not own else names.find(called)
            for term, worth in found.items():
                named[term] = max(named.get(term, 0), worth * (1 if own else FOREIGN))
        return named or (self.parts.get(called[0], {}) if len(called) == 1 and not known else {})

    def rarity(self, key: str) -> float:
        return log(1 + len(self.entries) / len(self.places.get(key, self.entries)))

    def _parts(self) -> dict[str, Named]:
        """The terms by each word of their names in all languages."""
        parts: defaultdict[str, Named] = defaultdict(dict)
        for names in self.names.values():
            for called, named in names.exact.items():
                for word in called:
                    parts[word] |= dict.fromkeys(named, PART)
        return parts

    def often(self, word: str) -> int:
        return self.written[word].total()

    def shown(self, word: str) -> list[str]:
        """A folded word as the texts have it, or what it is called there."""
        if word in self.written:
            return [self.written[word].most_common(1)[0][0]]
        terms = glossary.terms(self.language)
        return [terms[term].word for term in self.terms((word,))]


def version() -> tuple[int, ...]:
    """When the files that the search reads were changed last."""
    files = [*pages.CONTENT.glob("*/*.md"), *glossary.CONTENT.glob("**/*.toml")]
    return tuple(path.stat().st_mtime_ns for path in sorted(files))


@lru_cache(maxsize=8)
def index(language: str, changed: tuple[int, ...]) -> Index:
    return Index(language)
