"""What a match is, whoever keeps it: the server's database or the reader's own device."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.course import Course, Told
from games.engine import GAMES
from games.engine.cards import Cards
from games.engine.game import Game, Observation, observe


class Named(StrEnum):
    """Keys of ours, each with what it is called."""

    label: Promise

    def __new__(cls, key: str, label: Promise) -> Self:
        member = str.__new__(cls, key)
        member._value_, member.label = key, label
        return member

    @classmethod
    def choices(cls) -> list[tuple[str, Promise]]:
        """As fields of Django's models and forms ask for them."""
        return [(member.value, member.label) for member in cls]


class Level(Named):
    EASY = "easy", pgettext_lazy("level", "Easy")
    NORMAL = "normal", pgettext_lazy("level", "Normal")
    EXPERT = "expert", pgettext_lazy("level", "Expert")


class Status(Named):
    LIVE = "live", _("live")
    FINISHED = "finished", _("finished")
    FORFEITED = "forfeited", _("given up")


class Outcome(Named):
    """Of a match for one person: he alone was first, with others, or not at all."""

    WON = "won", pgettext_lazy("outcome", "won")
    DRAWN = "drawn", pgettext_lazy("outcome", "drawn")
    LOST = "lost", pgettext_lazy("outcome", "lost")

    @classmethod
    def of(cls, winners: Iterable[int], seat: int) -> Outcome:
        first = list(winners)
        if seat not in first:
            return cls.LOST
        return cls.WON if first == [seat] else cls.DRAWN


POINTS = {Level.EASY: 10, Level.NORMAL: 30, Level.EXPERT: 100}


def worth(level: str, outcome: Outcome) -> int:
    """The level's points for a sole win of a completed match that counts, else nothing."""
    return POINTS[Level(level)] if outcome == Outcome.WON else 0


@lru_cache(maxsize=100)
def rules(game: str, options: str) -> Game[Any]:
    """The game with these options. Each is asked for on each move, most play by the default ones,
    and a game takes some 50 kB and a millisecond to build."""
    return GAMES[game].from_options(options)


def rankable(game: Game[Any]) -> bool:
    """Whether a match may count for a leaderboard: the default rules at a ranked size."""
    return game == type(game)(seats=game.seats) and game.seats in game.RANKED


class Match(Protocol):
    """What a page needs to know of a match besides its log. `ply` counts the log; `winners` are
    seats, none until the match is over."""

    game: str
    level: str
    ranked: bool
    status: str
    ply: int
    winners: Sequence[int]


class View(NamedTuple):
    """What a person may see of his match: all that a page is made from.

    `moves` are those of the seats in this deal, or in the last one when the match is over; `drawn`
    the cards that the person's last move brought into his hand; `ends` the tables at the end of
    each deal that was played out, with all hands shown. The match has no secret.
    """

    match: Match
    game: Game[Any]
    seen: Observation[Any]
    moves: tuple[Told, ...]
    drawn: Cards
    ends: tuple[Any, ...]

    @property
    def live(self) -> bool:
        return self.match.status == Status.LIVE


def seen(match: Match, course: Course) -> View:
    """The match as the person of the course sees it where the course stands."""
    observation = observe(course.game, course.state, course.seat)
    if match.status != Status.LIVE:  # one that was given up leaves somebody to move
        observation = observation._replace(moves=())
    return View(
        match,
        course.game,
        observation,
        tuple(course.told),
        course.drawn,
        tuple(course.ends),
    )
