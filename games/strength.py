"""How strong the bots are, from the results that the arena wrote."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy

from games import words
from games.bots.bot import CASUAL, RANDOM, SEEING
from games.match import Level

RESULTS = Path(__file__).parent / "bots" / "results.json"
SEATS = 4  # of the table for which odds and mean results are told
# Players of the arena in words; the levels have theirs.
NAMES: dict[str, Promise | str] = {
    **{level.value: level.label for level in Level},
    RANDOM: pgettext_lazy("player", "Pure chance"),
    CASUAL: pgettext_lazy("player", "Casual player"),
    SEEING: pgettext_lazy("player", "All-seeing"),
}
ORDER = (*Level, SEEING, CASUAL, RANDOM)


class Duel(NamedTuple):
    """One player against others who are all of one kind, at a table of so many seats.

    `won`: the share of matches that it won alone; `share`: of first places, ties in part, with the
    bounds of the 95 % interval; `returns`: of a match, higher is better, likewise. `ms`, `ms_p99`:
    a decision. `measured`, `version`, `seed`, `compiled`: when and of what.
    """

    game: str
    one: str
    others: str
    seats: int
    matches: int
    won: float
    share: float
    interval: tuple[float, float]
    returns: float
    returns_interval: tuple[float, float]
    ms: float
    ms_p99: float
    measured: date
    version: str
    seed: int
    compiled: bool


@cache
def duels() -> tuple[Duel, ...]:
    """What was measured with the usual rules, by number of seats and strength of the others."""
    found = [_duel(result) for result in json.loads(RESULTS.read_text()) if _plain(result)]
    return tuple(sorted(found, key=lambda d: (-d.seats, ORDER.index(d.others), ORDER.index(d.one))))


def _plain(result: dict) -> bool:
    """Whether it tells of one player against others of one kind, or of equals."""
    others = set(result["players"][1:])
    alone = result["players"][0] not in others or len(set(result["players"])) == 1
    return not result["options"] and len(others) == 1 and alone


def _duel(result: dict) -> Duel:
    one, *others = result["players"]
    level = result["levels"][one]
    return Duel(
        game=result["game"],
        one=one,
        others=others[0],
        seats=len(result["players"]),
        matches=result["matches"],
        won=level["wins"] / result["matches"],
        share=level["share"],
        interval=tuple(level["interval"]),
        returns=level["returns"],
        returns_interval=tuple(level["returns_interval"]),
        ms=level["ms"],
        ms_p99=level["ms_p99"],
        measured=date.fromisoformat(result["date"]),
        version=result["version"],
        seed=result["seed"],
        compiled=result["compiled"],
    )


class Row(NamedTuple):
    """A duel as the page prints it. `effort`: how many matches, and how long a move takes;
    `mark`, `left`, `right`: share and interval in percent; `command` measures it again."""

    one: str
    others: str
    share: str
    interval: str
    effort: str
    mark: float
    left: float
    right: float
    command: str


class Table(NamedTuple):
    """The duels at a table of so many seats; `fair`: what an equal of the others wins."""

    seats: int
    fair: str
    mark: float
    rows: list[Row]


class Report(NamedTuple):
    """All of a game. `means`: player, mean result and its interval against three Normal;
    `closed`: how much of the way from Normal to seeing all Expert makes, empty if not measured."""

    tables: list[Table]
    means: list[tuple[str, str, str]]
    closed: str
    last: date
    versions: str


def report(game: str) -> Report:
    """What the page tells of a game."""
    measured = [duel for duel in duels() if duel.game == game]
    return Report(
        [_table(measured, seats) for seats in dict.fromkeys(duel.seats for duel in measured)],
        [(str(NAMES[d.one]), words.score(d.returns), _span(d)) for d in _against_normal(game)],
        closed(game),
        max(duel.measured for duel in measured),
        ", ".join(dict.fromkeys(duel.version for duel in measured)),
    )


def _table(measured: list[Duel], seats: int) -> Table:
    rows = [_row(duel) for duel in measured if duel.seats == seats and duel.one != duel.others]
    return Table(seats, words.percent(1 / seats, 0), 100 / seats, rows)


def _row(duel: Duel) -> Row:
    low, high = duel.interval
    players = ",".join([duel.one, *[duel.others] * (duel.seats - 1)])
    command = f"{duel.game} --seats {players} --matches {duel.matches} --seed {duel.seed}"
    return Row(
        one=str(NAMES[duel.one]),
        others=f"{duel.seats - 1}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{NAMES[duel.others]}",
        share=words.percent(duel.share),
        interval=f"{words.percent(low)} – {words.percent(high)}",
        effort=_effort(duel),
        mark=100 * duel.share,
        left=100 * low,
        right=100 * high,
        command=f"python3 -m games.bots arena {command}",
    )


def _effort(duel: Duel) -> str:
    matches = ngettext("%(n)s match", "%(n)s matches", duel.matches) % {
        "n": words.grouped(duel.matches)
    }
    if duel.ms_p99 < 1:
        return gettext("%(matches)s, less than 1 ms a move") % {"matches": matches}
    ms, late = number_format(round(duel.ms)), number_format(round(duel.ms_p99))
    says = gettext("%(matches)s, %(ms)s ms a move (99 of 100 within %(late)s)")
    return says % {"matches": matches, "ms": ms, "late": late}


def _against_normal(game: str) -> list[Duel]:
    """Normal, Expert and the all-seeing player, each among three of Normal."""
    return [
        duel
        for duel in duels()
        if (duel.game, duel.others, duel.seats) == (game, Level.NORMAL, SEATS)
        and duel.one in (Level.NORMAL, Level.EXPERT, SEEING)
    ]


def _span(duel: Duel) -> str:
    low, high = duel.returns_interval
    return f"{words.score(low)} … {words.score(high)}"


def closed(game: str) -> str:
    """Which part of the distance in mean returns from Normal to the all-seeing player Expert
    covers, each against three of Normal; empty if that was not measured."""
    brought = {duel.one: duel.returns for duel in _against_normal(game)}
    if len(brought) < 3 or brought[SEEING] <= brought[Level.NORMAL]:
        return ""
    normal = brought[Level.NORMAL]
    return words.percent((brought[Level.EXPERT] - normal) / (brought[SEEING] - normal), 0)


def odds(game: str, level: str) -> str:
    """About how often a casual player wins against this level at a table of four, in words."""
    for duel in duels():
        if (duel.game, duel.one, duel.others, duel.seats) == (game, CASUAL, level, SEATS):
            return in_words(duel.won)
    return ""


def in_words(share: float) -> str:
    """A share of wins as a person says it: 3 in 10, or 1 in 20 for what is rare."""
    wins, of = int(10 * share + 0.5), 10
    if wins == of:
        return gettext("nearly every match")
    if share < 0.01:
        return gettext("hardly ever")
    if share < 0.15:
        wins, of = 1, int(1 / share + 0.5)
    return ngettext("about %(n)d win in %(of)d", "about %(n)d wins in %(of)d", wins) % {
        "n": wins,
        "of": of,
    }
