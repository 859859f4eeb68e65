"""Charts as geometry: numbers and paths that a template puts into SVG, and the styles colour.

Coordinates are those of the picture's viewBox, written with a point whatever the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, sqrt
from typing import NamedTuple

from games import words
from games.rating import Estimate

WIDTH, HEIGHT = 400, 220
LEFT, RIGHT, TOP, BOTTOM = 44, 320, 12, 196  # of the field in which the rating moves
NEAR = 150  # a bot so near to what is drawn is drawn, too
GAP = 14  # between two labels, so that both can be read
SPAN_LEFT, SPAN_RIGHT, SPAN_ROW = 96, 384, 30
_STEPS = (20, 50, 100, 200, 500, 1000)
_Z = 1.96  # 19 times in 20


class Label(NamedTuple):
    """A line across the field at height `y`, and its text, whose base line is at `text_y`."""

    y: str
    text_y: str
    text: str


class RatingChart(NamedTuple):
    """The course of a rating. `band`: within it the truth lies 19 times in 20; `x`, `y`: where the
    course ends; `outside`: bots too far away to be drawn."""

    line: str
    band: str
    x: str
    y: str
    ticks: list[Label]
    bots: list[Label]
    outside: list[str]


class Interval(NamedTuple):
    """Shares from 0 to 1: what was measured, and within which the truth lies 19 times in 20."""

    share: float
    low: float
    high: float


class Span(NamedTuple):
    """An interval as a line on a scale from none to all, at height `y`."""

    label: str
    y: str
    text_y: str
    left: str
    right: str
    mark: str


class SpanChart(NamedTuple):
    """Intervals below each other; `scale`: place and text of its marks."""

    height: int
    bottom: str
    spans: list[Span]
    scale: list[tuple[str, str]]


def rating_chart(course: Sequence[Estimate], bots: Mapping[str, int]) -> RatingChart:
    """The chart of a course of two estimates or more; `bots`: their ratings by what they are
    called."""
    low = min(estimate.rating - estimate.doubt for estimate in course)
    high = max(estimate.rating + estimate.doubt for estimate in course)
    near = {name: at for name, at in bots.items() if low - NEAR <= at <= high + NEAR}
    low, high = min([low, *near.values()]), max([high, *near.values()])
    step = next((step for step in _STEPS if (high - low) / step <= 5), 2000)
    low, high = step * floor(low / step), step * ceil((high + 1) / step)

    def y(rating: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (rating - low) / (high - low)

    def x(at: int) -> float:
        return LEFT + (RIGHT - LEFT) * at / (len(course) - 1)

    upper = [(x(at), y(one.rating + one.doubt)) for at, one in enumerate(course)]
    lower = [(x(at), y(one.rating - one.doubt)) for at, one in enumerate(course)]
    return RatingChart(
        line=_path([(x(at), y(one.rating)) for at, one in enumerate(course)]),
        band=_path([*upper, *reversed(lower)]) + "Z",
        x=_n(RIGHT),
        y=_n(y(course[-1].rating)),
        ticks=[Label(_n(y(at)), _n(y(at) + 4), str(at)) for at in range(low, high + 1, step)],
        bots=_apart([(y(at), name) for name, at in near.items()]),
        outside=[name for name in bots if name not in near],
    )


def _apart(lines: Sequence[tuple[float, str]]) -> list[Label]:
    """Lines with labels that do not cover each other, from the top down."""
    labels, last = list[Label](), float("-inf")
    for at, text in sorted(lines):
        last = max(at + 4, last + GAP)
        labels.append(Label(_n(at), _n(last), text))
    return labels


def interval(won: int, played: int) -> Interval:
    """Wilson's interval of a share; `played` is not 0."""
    share, z2 = won / played, _Z * _Z
    middle = (share + z2 / (2 * played)) / (1 + z2 / played)
    half = _Z * sqrt(share * (1 - share) / played + z2 / (4 * played**2)) / (1 + z2 / played)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def span_chart(intervals: Mapping[str, Interval]) -> SpanChart:
    """The chart of intervals by what they are of."""

    def x(share: float) -> str:
        return _n(SPAN_LEFT + (SPAN_RIGHT - SPAN_LEFT) * share)

    spans = []
    for row, (label, one) in enumerate(intervals.items()):
        y = SPAN_ROW * row + 20
        spans.append(Span(label, _n(y), _n(y + 4), x(one.low), x(one.high), x(one.share)))
    bottom = SPAN_ROW * len(spans) + 8
    scale = [(x(share), words.percent(share, 0)) for share in (0, 0.25, 0.5, 0.75, 1)]
    return SpanChart(bottom + 24, _n(bottom), spans, scale)


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _n(value: float) -> str:
    return f"{round(value, 1):g}"
