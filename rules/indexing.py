"""All that the search can find in a language, and where in it each word stands."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import log
from threading import Lock, Thread
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import override

from rules import glossary, pages
from rules.folding import COURTS, SMALL, SUITS, WORD, fold, stem, words

# How well a name tells a term: by its forms, other words for it, without endings, abroad, in part.
FORM, ALSO, STEMMED, FOREIGN, PART = 0.95, 0.9, 0.85, 0.8, 0.4
# In running text other words for a term may mean anything: "value" is not always a rank.
LOOSE = (ALSO, STEMMED * ALSO)

Named = dict[str, float]  # terms by key, with how well they are named
Piece = tuple[str, bool]


class Hit(NamedTuple):
    """A place that was found. ``kind``: term, question or section; ``name``, which is its heading
    or the title of the page, and ``passage``: in pieces, each with whether it was asked for. A page
    as a whole has neither anchor nor heading."""

    page_key: str
    page_title: str
    anchor: str
    heading: str
    kind: str
    name: tuple[Piece, ...] = ()
    passage: tuple[Piece, ...] = ()


class Entry(NamedTuple):
    """What can be found. ``words``: those of name and text, folded; the name has the first
    ``head`` of them; ``spans``: where in the name or the text each stands."""

    hit: Hit
    name: str
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
        self.sizes: defaultdict[str, set[int]] = defaultdict(set)
        self.words: dict[str, set[str]] = {}
        for term in glossary.terms(language).values():
            calls = [(name, ALSO) for name in term.also] + [(name, FORM) for name in term.forms]
            for name, worth in [*calls, (term.word, 1.0)]:
                called = tuple(words(name))
                self._call(called, term.key, worth)
                if len(called) > 1:  # "layoff" is a way to write "lay off"
                    self._call(("".join(called),), term.key, min(worth, FORM))
            self.words[term.key] = set(self.bare(words(" ".join((term.word, *term.also)))))

    def _call(self, called: tuple[str, ...], term: str, worth: float) -> None:
        bare = self.bare(called)
        self.exact[called][term] = worth
        self.stems[bare][term] = max(self.stems[bare].get(term, 0), STEMMED * worth)
        for first in {called[0], f"~{bare[0]}"}:
            self.sizes[first].add(len(called))

    def bare(self, called: Iterable[str]) -> tuple[str, ...]:
        return tuple(stem(word, self.language) for word in called)

    def has(self, term: str, word: str) -> bool:
        """Whether a word is one of the term's own, and not one that stands beside it."""
        return stem(word, self.language) in self.words[term]

    def find(self, called: tuple[str, ...]) -> Named:
        return self.exact.get(called) or self.stems.get(self.bare(called), {})

    def within(self, told: tuple[str, ...]) -> Iterator[tuple[int, int, Named]]:
        """The terms that are named in running text: from which word on, by how many of them."""
        bare = self.bare(told)
        for at, (word, root) in enumerate(zip(told, bare, strict=True)):
            for size in self.sizes.get(word, set()) | self.sizes.get(f"~{root}", set()):
                end = at + size
                if end <= len(told):
                    named = self.exact.get(told[at:end]) or self.stems.get(bare[at:end])
                    if named:
                        yield at, size, named


class Index:
    """All entries of a language, and where in them each key stands: at which of their words.

    A key is a folded word, ``~`` and a stem, ``@`` and a term, or two words with ``+`` between
    them. ``titled``: the entries of the pages that have a key in their title; ``written``: a folded
    word as the texts have it; ``alphabet``: the words without cards, ``telling``: without those
    that say little; ``pairs``: words that stand side by side, by how they are written together.
    """

    def __init__(self, language: str) -> None:
        self.names = {code: Names(code) for code, _ in settings.LANGUAGES}
        self.language, self.own = language, self.names[language]
        self.small = SMALL.get(language, frozenset())
        self.entries: list[Entry] = []
        self.places: dict[str, dict[int, list[int]]] = {}
        self.titled: defaultdict[str, set[int]] = defaultdict(set)
        self.titles: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        self.written: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for page in pages.every(language):
            head = page.head
            told = " ".join(filter(None, head[1:3] + head[4:]))
            self._add(Hit(page.key, head.title, "", "", "section"), told)
            for title in (words(head.title), ["".join(words(head.title))]):
                self.titles[self.own.bare(title)].append(page.key)
            for section in page.sections:
                kind = "question" if section.id.startswith("faq-") else "section"
                hit = Hit(page.key, head.title, section.id, section.heading, kind)
                self._add(hit, section.text)
        shelf = pages.head(language, glossary.PAGE)
        for term in glossary.terms(language).values():
            hit = Hit(glossary.PAGE, shelf.title if shelf else "", term.key, term.word, "term")
            self._add(hit, term.meaning)
        self.alphabet = sorted(word for word in self.written if word[-1] not in SUITS)
        self.telling = [word for word in self.alphabet if word not in self.small]
        self.known = frozenset(self.telling)
        self.pairs = self._pairs()
        self.parts = self._parts()
        self.abroad = sorted(self.parts.keys() - self.written.keys())

    def _add(self, hit: Hit, text: str) -> None:
        name = hit.heading or ("" if hit.anchor else hit.page_title)
        if not name and not text:
            return
        number = len(self.entries)
        head = [(word, match) for match in WORD.finditer(name) if (word := fold(match[0]))]
        body = [(word, match) for match in WORD.finditer(text) if (word := fold(match[0]))]
        told = head + body
        spans = tuple(match.span() for _, match in told)
        entry = Entry(hit, name, text, tuple(word for word, _ in told), len(head), spans)
        self.entries.append(entry)
        for at, (word, match) in enumerate(told):
            self.written[word][self._lower(match[0])] += 1
            for key in self.keys(word):
                self._note(key, number, at)
        for at, size, named in self.own.within(entry.words):
            if size == 1 and entry.words[at] in self.small:
                continue
            for term in [term for term, worth in named.items() if worth not in LOOSE]:
                for place in range(at, at + size):
                    if size == 1 or self.own.has(term, entry.words[place]):
                        self._note(f"@{term}", number, place)
        for word in words(hit.page_title) if hit.anchor else []:
            for key in self.keys(word):
                self.titled[key].add(number)

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
        if word in self.small:
            return [word]
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
            # Of another language's words only long ones can be told without their endings.
            loose = own or (not known and len(stem(called[0], language)) > 3)
            found = names.find(called) if loose else names.exact.get(called, {})
            for term, worth in found.items():
                named[term] = max(named.get(term, 0), worth * (1 if own else FOREIGN))
        return named or (self.parts.get(called[0], {}) if len(called) == 1 and not known else {})

    def at(self, key: str) -> dict[int, list[int]]:
        """Where a key stands: in which entries, at which of their words."""
        first, _, second = key.partition("+")
        if not second:
            return self.places.get(key, {})
        seconds = self.places[second]
        found = {}
        for number in self.places[first].keys() & seconds.keys():
            after = set(seconds[number])
            places = [at for at in self.places[first][number] if at + 1 in after]
            if places:
                found[number] = sorted({place for at in places for place in (at, at + 1)})
        return found

    def apart(self, word: str) -> list[str]:
        """The pairs of words for which a word that is written together may stand."""
        bare = stem(word, self.language)
        for end in range(len(word), 3, -1):
            if word[:end] in self.pairs and stem(word[:end], self.language) == bare:
                return sorted(self.pairs[word[:end]])
        return []

    def rarity(self, key: str) -> float:
        return log(1 + len(self.entries) / (len(self.at(key)) or len(self.entries) or 1))

    def _pairs(self) -> dict[str, set[str]]:
        """Two words that stand side by side, ``first+second``, by how they look together."""
        pairs: defaultdict[str, set[str]] = defaultdict(set)
        for entry in self.entries:
            for at, (first, second) in enumerate(pairwise(entry.words), 1):
                small = first in self.small or second in self.small
                if at != entry.head and not small and first.isalpha() and second.isalnum():
                    bare = self.own.bare((first, second))
                    for joined in (first + second, first + bare[1]):
                        pairs[joined].add("+".join(f"~{root}" for root in bare))
        return dict(pairs)

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


def version(language: str) -> tuple[int, ...]:
    """When the files that the search in a language reads were changed last."""
    files = [pages.CONTENT / language / f"{key}.md" for key in sorted(pages.keys(language))]
    terms = [glossary.CONTENT / code / "glossary.toml" for code, _ in settings.LANGUAGES]
    files += [glossary.CONTENT / "terms.toml", *terms]
    return tuple(path.stat().st_mtime_ns for path in files)


_built: dict[str, tuple[tuple[int, ...], Index]] = {}
_building = Lock()


def built(language: str) -> Index | None:
    """The index of a language, unless it has to be made."""
    changed, index = _built.get(language, ((), None))
    return index if changed == version(language) else None


def index(language: str) -> Index:
    """The index of a language, made anew if a file that it reads was changed."""
    ready = built(language)
    if ready is None:
        with _building:  # who comes while it is made waits for it
            ready = built(language)
            if ready is None:
                changed = version(language)
                ready = Index(language)
                _built[language] = changed, ready
    return ready


def warm() -> Thread:
    """Make the indexes of all languages beside what else a process does.

    Servers call it when they start: nobody shall wait for the first search in a language, and no
    command or test for indexes that it does not use.
    """
    thread = Thread(target=_all, name="indexes", daemon=True)
    thread.start()
    return thread


def _all() -> None:
    for language, _ in settings.LANGUAGES:
        with override(language):
            index(language)
