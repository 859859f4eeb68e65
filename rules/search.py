"""The search of the encyclopedia: its pages, the questions of players and the glossary.

A word of a query finds, in this order of worth, itself, the words of a term that it names in any
language, itself with another ending or written apart, and, where none of these is anywhere, words
that begin with it or that it may be a slip of the keys for. Words that say little count for little
and are not marked, unless there are no others.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from itertools import groupby, pairwise
from math import log
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

from games.engine import GAMES
from rules import glossary, indexing
from rules.folding import ALLOWED, COURTS, SUITS, card, fold, rank, stem, words
from rules.indexing import Entry, Hit, Index, Named, Piece

LONGEST, MOST_WORDS, MOST_HITS, MOST_NEIGHBOURS = 80, 12, 20, 8
# What a match is worth: the word itself, one of a term's, another ending, a beginning, a slip.
SAME, NAMED, ENDED, BEGUN, NEAR = 1.0, 0.7, 0.7, 0.4, 0.3
OF_CARD = 0.1  # the suit and the rank of a card that is asked for
IN_HEADING, OF_HEADING, IN_TITLE = 1.0, 2.0, 0.25
QUESTION, ASKED, PLAYED = 1.15, 2.0, 1.3  # a question, if one was asked, a game of this site
ALL = 2  # how steeply an entry falls that has only some of the words
LITTLE = 0.05  # what words that say little are worth
FEW = 0.25  # how much of what is asked for the best entry must have
LIKE = 0.8  # from which likeness on a word is a neighbour
# Words: of a passage before its match, of it in all, of the longest text that is shown whole.
BEFORE, WIDTH, WHOLE = 8, 34, 44


class Found(NamedTuple):
    """The best hits first; words that do occur, for those of the query that do not."""

    hits: tuple[Hit, ...]
    neighbours: tuple[str, ...]


class Reading(NamedTuple):
    """What the words of a query may stand for.

    ``keys``: for each word keys of the index with what they are worth; ``weights``: what the words
    themselves are; ``whole``: the pages and anchors that all of it names; ``slips``: the words that
    mistyped ones may be; ``asks``: whether it asks what is allowed.
    """

    keys: list[dict[str, float]]
    weights: list[float]
    whole: dict[tuple[str, str], float]
    slips: list[str]
    asks: bool


def find(language: str, query: str) -> Found:
    """What a reader may have meant by a query, whatever it is."""
    if len(query.strip()) == 1 and query.strip().isalpha():
        return Found((), ())  # a word has just been begun
    index = indexing.index(language)
    asked = words(query[:LONGEST])[:MOST_WORDS]
    reading = _read(index, asked)
    hits = tuple(_hit(index, reading, number) for number in _best(index, reading))
    near = _nearest(index, asked) if query.strip() and not hits else []
    return Found(hits, tuple(_different([*reading.slips, *near], language))[:MOST_NEIGHBOURS])


def _different(names: Sequence[str], language: str) -> Iterator[str]:
    """The words without further forms of a word that came before."""
    seen: list[str] = []
    for name in names:
        bare = stem(fold(name), language)
        short = [other for other in seen if len(other) > 2 and bare.startswith(other)]
        if bare not in seen and not short:
            seen.append(bare)
            yield name


def _read(index: Index, asked: Sequence[str]) -> Reading:
    """What the words may stand for: each alone, several as a term, two as one or as a card."""
    small = [word in index.small for word in asked]
    weights = [LITTLE if little and not all(small) else 1.0 for little in small]
    guesses = [_guesses(index, word) for word in asked]
    asks = not all(small) and not ALLOWED.get(index.language, frozenset()).isdisjoint(asked)
    reading = Reading([_keys(index, guess) for guess in guesses], weights, {}, [], asks)
    for guess in guesses:
        if NEAR in guess.values():
            reading.slips.extend(shown for word in guess for shown in index.shown(word))
    for size in range(1, 5):
        for start in range(len(asked) - size + 1):
            _name_terms(index, reading, guesses, range(start, start + size))
    for at, joined in enumerate(map("".join, pairwise(asked))):
        if joined in index.places and weights[at] == weights[at + 1]:
            for keys in reading.keys[at : at + 2]:
                keys |= dict.fromkeys(index.keys(joined), NAMED)
    for page in index.titles.get(index.own.bare(asked), ()):
        reading.whole[page, ""] = 1.0
    _name_cards(reading, asked)
    return reading


def _name_cards(reading: Reading, asked: Sequence[str]) -> None:
    """Note the cards that a rank and a suit among the words are together."""
    named = {key[1:] for keys in reading.keys for key in keys if key[0] == "@"}
    signs = [sign for sign, suit in SUITS.items() if suit in named]
    ranks = {rank(word) for word in asked} | {sign for sign in COURTS if COURTS[sign] in named}
    for keys in reading.keys:
        keys |= {ranked + sign: SAME for ranked in ranks if ranked for sign in signs}


def _guesses(index: Index, word: str) -> Named:
    """The word, or those of the texts that it may be meant for, with what they are worth."""
    keys = (*index.keys(word), card(word))
    if word in index.parts or any(key in index.places for key in keys) or index.apart(word):
        return {word: SAME}
    if word in index.small:
        return {}
    first = bisect_left(index.telling, word)
    begun = [other for other in index.telling[first : first + 200] if other.startswith(word)]
    if begun and len(word) > 1:
        return dict.fromkeys(sorted(begun, key=index.often, reverse=True)[:12], BEGUN)
    if index.terms((word,)):
        return {word: ENDED}
    for at in range(3, len(word) - 2):
        if word[:at] in index.known and word[at:] in index.known:
            return {word[:at]: BEGUN, word[at:]: BEGUN}
    most = len(word) // 4 if len(word) < 12 else 3
    for choices in index.telling, index.abroad:
        near = process.extract(word, choices, scorer=OSA.distance, score_cutoff=most, limit=6)
        if near and most:
            return {other: NEAR for other, distance, _ in near if distance == near[0][1]}
    return {}


def _keys(index: Index, guess: Named) -> dict[str, float]:
    keys: dict[str, float] = {}
    for word, worth in guess.items():
        same, *others = index.keys(word)
        keys |= {same: worth * SAME}
        if word not in index.small:
            keys |= dict.fromkeys(others, worth * (OF_CARD if word[-1] in SUITS else ENDED))
            keys |= dict.fromkeys(index.apart(word), worth * ENDED)
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
            rest = [*reading.weights[: span.start], *reading.weights[span.stop :]]
            if not rest or (max(rest) == LITTLE and not reading.asks):
                place = glossary.PAGE, term
                reading.whole[place] = max(reading.whole.get(place, 0), worth * how)


def _best(index: Index, reading: Reading) -> list[int]:
    """The entries that answer best: what all of the query names, then by all that matches."""
    scores: defaultdict[int, float] = defaultdict(float)
    matched: defaultdict[int, float] = defaultdict(float)
    asked = unknown = 0.0
    for keys, weight in zip(reading.keys, reading.weights, strict=True):
        worths = _worths(index, keys)
        tells = weight * log(1 + len(index.entries) / (len(worths) or 1))
        if not worths:
            unknown = max(unknown, tells)
            continue
        asked += tells
        for number, worth in worths.items():
            scores[number] += tells * worth
            matched[number] += tells
    if max(matched.values(), default=0) < FEW * (asked + unknown):
        return []

    def order(number: int) -> tuple[float, float]:
        hit = index.entries[number].hit
        whole = reading.whole.get((hit.page_key, hit.anchor), 0)
        kind = (ASKED if reading.asks else QUESTION) if hit.kind == "question" else 1
        kind *= PLAYED if hit.page_key in GAMES else 1
        return whole, scores[number] * (matched[number] / asked) ** ALL * kind

    return sorted(scores, key=order, reverse=True)[:MOST_HITS]


def _worths(index: Index, keys: dict[str, float]) -> dict[int, float]:
    """What a word of the query is worth in each entry that one of its keys is in."""
    worths: dict[int, float] = {}
    for key, worth in keys.items():
        for number, places in index.at(key).items():
            entry = index.entries[number]
            heading = bisect_left(places, entry.head)
            times = len(places) - heading
            value = times / (times + 0.5 + len(entry.words) / 100)
            if heading:
                telling = sum(word not in index.small for word in entry.words[: entry.head])
                value += IN_HEADING + OF_HEADING * min(1, heading / (telling or entry.head))
            worths[number] = max(worths.get(number, 0), worth * value)
        for number in index.titled.get(key, ()):
            worths.setdefault(number, worth * IN_TITLE)
    return worths


def _hit(index: Index, reading: Reading, number: int) -> Hit:
    """The entry with the passage in which most of what was asked for stands together."""
    entry = index.entries[number]
    marks: defaultdict[int, set[int]] = defaultdict(set)
    for at, keys in enumerate(reading.keys):
        if reading.weights[at] == 1:
            for key in keys:
                for place in index.at(key).get(number, ()):
                    marks[place].add(at)
    head, end = entry.head, len(entry.words)

    def told(start: int) -> tuple[int, int]:
        inside = [marks[at] for at in range(start, start + WIDTH) if at in marks]
        return len(set().union(*inside)), len(inside)

    shown = range(head, end)
    if len(shown) > WHOLE and entry.hit.kind != "term":
        places = [head, *sorted(place for place in marks if place >= head)]
        start = max((min(max(head, place - BEFORE), end - WIDTH) for place in places), key=told)
        shown = range(start, start + WIDTH)
    return entry.hit._replace(
        name=tuple(_pieces(entry, range(head), marks)),
        passage=tuple(_pieces(entry, shown, marks)),
    )


def _pieces(entry: Entry, shown: range, marks: Container[int]) -> Iterator[Piece]:
    """The name or the text that these words are in, what was asked for apart."""
    named = shown.start < entry.head
    text, spans = entry.name if named else entry.text, entry.spans
    first = shown.start in (0, entry.head)
    last = shown.stop == (entry.head if named else len(spans))
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
        like = process.extract(word, index.telling, scorer=JaroWinkler.similarity, limit=3)
        near += [shown for other, score, _ in like if score > LIKE for shown in index.shown(other)]
    terms = glossary.terms(index.language).values()
    met = sorted(terms, key=lambda term: index.rarity(f"@{term.key}"))
    return near + [term.word for term in met[:6]]
