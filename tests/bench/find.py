"""How fast the search of the encyclopedia is, in milliseconds and in calibration units.

    python3 tests/bench/find.py [LANGUAGE …]

A line of JSON for each language: how long it takes to parse its pages (``pages_s``) and to index
them (``index_s``), which is done once, and then the median and the 99th percentile of 300 queries:
words of the texts, as they are, with another ending, mistyped, and two at a time. Target for the
99th percentile: 50 ms. For ``cu`` see engine.py.
"""

import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django
from django.conf import settings
from django.utils.translation import override

from rules.folding import stem
from tests.bench.engine import best, calibrate

django.setup()

from rules import indexing, pages, search  # noqa: E402

QUERIES = 300


def mistyped(word: str, rng: Random) -> str:
    """The word with a letter lost, doubled or changed places with the next."""
    at = rng.randrange(len(word))
    return rng.choice(
        [
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
        ]
    )


def queries(index: indexing.Index, rng: Random) -> list[str]:
    written = [text for word in index.alphabet for text in index.shown(word)]
    families = defaultdict[str, list[str]](list)
    for word in index.alphabet:
        families[stem(word, index.language)] += index.shown(word)
    ended = [family for family in families.values() if len(family) > 1]
    kinds = (
        lambda: rng.choice(written),
        lambda: rng.choice(rng.choice(ended)),
        lambda: mistyped(rng.choice(written), rng),
        lambda: f"{rng.choice(written)} {mistyped(rng.choice(written), rng)}",
    )
    return [kinds[number % len(kinds)]() for number in range(QUERIES)]


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def measure(language: str) -> dict[str, object]:
    with override(language):
        parsed = timed(lambda: pages.every(language))
        indexed = timed(lambda: indexing.index(language))
        index = indexing.index(language)
        asked = queries(index, Random(1))
        took = sorted(timed(partial(search.find, language, query)) for query in asked)
    cu = best({"cu": calibrate}, 12)["cu"]
    median, worst = took[len(took) // 2], took[len(took) * 99 // 100]
    return {
        "language": language,
        "entries": len(index.entries),
        "words": len(index.alphabet),
        "pages_s": round(parsed, 2),
        "index_s": round(indexed, 2),
        "cu_ns": round(cu * 1e9, 1),
        "median_ms": round(median * 1e3, 2),
        "median_cu": round(median / cu),
        "p99_ms": round(worst * 1e3, 2),
        "p99_cu": round(worst / cu),
    }


if __name__ == "__main__":
    for code in sys.argv[1:] or [code for code, _ in settings.LANGUAGES]:
        print(json.dumps(measure(code)), flush=True)
