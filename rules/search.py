"""The search of the encyclopedia: its pages, the questions of players and the glossary.

A word of a query finds, in this order of worth, itself, the words of a term that it names in any
language, itself with another ending, and, where none of these is anywhere, words that begin with
it or that it may be a slip of the keys for.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from itertools import groupby
from math import log
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

from rules import glossary, indexing
from rules.folding import COURTS, SUITS, card, rank, words
from rules.indexing import Entry, Hit, Index, Named, Piece

LONGEST, MOST_WORDS, MOST_HITS, MOST_NEIGHBOURS = 80, 12, 20, 8
# What a match is worth: the word itself, one of a term's, another ending, a beginning, a slip.
SAME, NAMED, ENDED, BEGUN, NEAR = 1.0, 0.7, 0.6, 0.4, 0.3
OF_CARD = 0.1  # the suit and the rank of a card that is asked for
IN_HEADING, OF_HEADING, IN_TITLE, QUESTION = 1.0, 2.0, 0.25, 1.15
ALL = 2  # how steeply an entry falls that has only some of the words
RARE = log(1 + 1 / 0.3)  # what a word in a third of all entries has: those are not marked
LIKE = 0.8  # from which likeness on a word is a neighbour
# Words: of a passage before its match, of it in all, of the longest text that is shown whole.
BEFORE, WIDTH, WHOLE = 8, 34, 44


class Found(NamedTuple):
    """The best hits first; words that do occur, for those of the query that do not."""

    hits: tuple[Hit, ...]
    neighbours: tuple[str, ...]


class Reading(NamedTuple):
    """What the words of a query may stand for.

    ``keys``: for each word keys of the index with what they are worth; ``whole``: the pages and
    anchors that all of it names; ``slips``: the words that mistyped ones may be.
    """

    keys: list[dict[str, float]]
    whole: dict[tuple[str, str], float]
    slips: list[str]


def find(language: str, query: str) -> Found:
    """What a reader may have meant by a query, whatever it is."""
    index = indexing.index(language, indexing.version())
    asked = words(query[:LONGEST])[:MOST_WORDS]
    reading = _read(index, asked)
    hits = tuple(_hit(index, reading, number) for number in _best(index, reading))
    near = _nearest(index, asked) if query.strip() and not hits else []
    return Found(hits, tuple(dict.fromkeys([*reading.slips, *near]))[:MOST_NEIGHBOURS])


def _read(index: Index, asked: Sequence[str]) -> Reading:
    """What the words may stand for: each alone, several as a term, two as a card."""
    guesses = [_guesses(index, word) for word in asked]
    reading = Reading([_keys(index, guess) for guess in guesses], {}, [])
    for guess in guesses:
        if NEAR in guess.values():
            reading.slips.extend(shown for word in guess for shown in index.shown(word))
    for size in range(1, 5):
        for start in range(len(asked) - size + 1):
            _name_terms(index, reading, guesses, range(start, start + size))
    for page in index.titles.get(index.own.bare(asked), ()):
        reading.whole[page, ""] = 1.0
    named = {key[1:] for keys in reading.keys for key in keys if key[0] == "@"}
    signs = [sign for sign, suit in SUITS.items() if suit in named]
    ranks = {rank(word) for word in asked} | {sign for sign in COURTS if COURTS[sign] in named}
    for keys in reading.keys:
        keys |= {ranked + sign: SAME for ranked in ranks if ranked for sign in signs}
    return reading


def _guesses(index: Index, word: str) -> Named:
    """The word, or those of the texts that it may be meant for, with what they are worth."""
    keys = (*index.keys(word), card(word))
    if word in index.parts or any(key in index.places for key in keys):
        return {word: SAME}
    first = bisect_left(index.alphabet, word)
    begun = [other for other in index.alphabet[first : first + 200] if other.startswith(word)]
    if begun and len(word) > 1:
        return dict.fromkeys(sorted(begun, key=index.often, reverse=True)[:12], BEGUN)
    if index.terms((word,)):
        return {word: ENDED}
    most = min((len(word) + 1) // 4, 3)
    for choices in index.alphabet, index.abroad:
        near = process.extract(word, choices, scorer=OSA.distance, score_cutoff=most, limit=6)
        if near:
            return {other: NEAR for other, distance, _ in near if distance == near[0][1]}
    return {}


def _keys(index: Index, guess: Named) -> dict[str, float]:
    keys: dict[str, float] = {}
    for word, worth in guess.items():
        same, *others = index.keys(word)
        keys |= {same: worth * SAME}
        keys |= dict.fromkeys(others, worth * (OF_CARD if word[-1] in SUITS else ENDED))
        if drawn := card(word):
            keys[drawn] = worth * NAMED
    return keys


def _name_terms(index: Index, reading: Reading, guesses: Sequence[Named], span: range) -> None:
    """Note the terms that the words of a span name together."""
    ways = [list(guesses[at].items()) for at in span]
    if not all(ways):
        return
    for way in [[one] for one in ways[0]] if len(ways) == 1 else [[way[0] for way in ways]]:
        worth = min(worth for _, worth in way)
        for term, how in index.terms(tuple(word for word, _ in way)).items():
            for keys in reading.keys[span.start : span.stop]:
                keys[f"@{term}"] = max(keys.get(f"@{term}", 0), NAMED * worth * how)
            if len(span) == len(guesses):
                place = glossary.PAGE, term
                reading.whole[place] = max(reading.whole.get(place, 0), worth * how)


def _best(index: Index, reading: Reading) -> list[int]:
    """The entries that answer best: what all of the query names, then by all that matches."""
    scores: defaultdict[int, float] = defaultdict(float)
    matched: defaultdict[int, float] = defaultdict(float)
    asked = 0.0
    for keys in reading.keys:
        worths = _worths(index, keys)
        if not worths:
            continue
        tells = log(1 + len(index.entries) / len(worths))
        asked += tells
        for number, worth in worths.items():
            scores[number] += worth
            matched[number] += tells

    def order(number: int) -> tuple[float, float]:
        hit = index.entries[number].hit
        whole = reading.whole.get((hit.page_key, hit.anchor), 0)
        kind = QUESTION if hit.kind == "question" else 1
        return whole, scores[number] * (matched[number] / asked) ** ALL * kind

    return sorted(scores, key=order, reverse=True)[:MOST_HITS]


def _worths(index: Index, keys: dict[str, float]) -> dict[int, float]:
    """What a word of the query is worth in each entry that one of its keys is in."""
    worths: dict[int, float] = {}
    for key, worth in keys.items():
        worth *= index.rarity(key)
        for number, places in index.places.get(key, {}).items():
            entry = index.entries[number]
            heading = bisect_left(places, entry.head)
            times = len(places) - heading
            value = times / (times + 0.5 + len(entry.words) / 100)
            if heading:
                value += IN_HEADING + OF_HEADING * heading / entry.head
            worths[number] = max(worths.get(number, 0), worth * value)
        for number in index.titled.get(key, ()):
            worths.setdefault(number, worth * IN_TITLE)
    return worths


def _hit(index: Index, reading: Reading, number: int) -> Hit:
    """The entry with the passage in which most of what was asked for stands together."""
    entry = index.entries[number]
    found: defaultdict[int, set[int]] = defaultdict(set)
    for at, keys in enumerate(reading.keys):
        tells = [key for key in keys if index.rarity(key) > RARE] or keys
        for key in tells:
            for place in index.places.get(key, {}).get(number, ()):
                found[place - entry.head].add(at)
    marks = {place: asked for place, asked in found.items() if place >= 0}
    size = len(entry.spans)
    if size <= WHOLE or entry.hit.kind == "term":
        return entry.hit._replace(passage=tuple(_pieces(entry, range(size), marks)))

    def told(start: int) -> tuple[int, int]:
        inside = [marks[at] for at in range(start, start + WIDTH) if at in marks]
        return len(set().union(*inside)), len(inside)

    starts = [min(max(0, place - BEFORE), size - WIDTH) for place in [0, *sorted(marks)]]
    start = max(starts, key=told)
    shown = range(start, start + WIDTH)
    return entry.hit._replace(passage=tuple(_pieces(entry, shown, marks)))


def _pieces(entry: Entry, shown: range, marks: Container[int]) -> Iterator[Piece]:
    """The text that these of its words are in, what was asked for apart."""
    text, spans = entry.text, entry.spans
    first, last = shown.start == 0, shown.stop == len(spans)
    at = 0 if first else spans[shown.start][0]
    rest = "" if first else "… "
    for marked, group in groupby(shown, key=marks.__contains__):
        if marked:
            run = list(group)
            start, end = spans[run[0]][0], spans[run[-1]][1]
            yield rest + text[at:start], False
            yield text[start:end], True
            rest, at = "", end
    yield rest + (text[at:] if last else f"{text[at : spans[shown[-1]][1]]} …"), False


def _nearest(index: Index, asked: Sequence[str]) -> list[str]:
    """Words that are a little like those asked for, or the terms that are met most."""
    near = []
    for word in asked:
        like = process.extract(word, index.alphabet, scorer=JaroWinkler.similarity, limit=3)
        near += [shown for other, score, _ in like if score > LIKE for shown in index.shown(other)]
    terms = glossary.terms(index.language).values()
    met = sorted(terms, key=lambda term: index.rarity(f"@{term.key}"))
    return near + [term.word for term in met[:6]]
