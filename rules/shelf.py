"""The index: which games there are, by family, pack, number of players and length.

``content/index.toml`` holds for each game its family, the cards of the packs that it is played
with, and the minutes that it takes, and for one that the engine does not know how many play it.
"""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.engine import GAMES
from rules import pages

INDEX = Path(__file__).parent / "content" / "index.toml"

FAMILIES: Mapping[str, Promise] = {
    "rows": pgettext_lazy("family of games", "Building rows"),
    "matching": pgettext_lazy("family of games", "Following suit or rank"),
    "rummy": pgettext_lazy("family of games", "Sets and runs"),
}
MINUTES = (10, 20, 40)


class Book(NamedTuple):
    """One game on the shelf. ``players``, ``minutes``: least and most."""

    key: str
    head: pages.Head
    family: str
    players: tuple[int, int]
    packs: tuple[int, ...]
    minutes: tuple[int, int]

    @property
    def playable(self) -> bool:
        return self.key in GAMES

    @property
    def family_name(self) -> Promise:
        return FAMILIES[self.family]


class Wish(NamedTuple):
    """What a reader looks for; None for what does not matter to him."""

    family: str | None = None
    pack: int | None = None
    players: int | None = None
    minutes: int | None = None

    def takes(self, book: Book) -> bool:
        """Whether the game is one of those."""
        return (
            self.family in (None, book.family)
            and self.pack in (None, *book.packs)
            and (self.players is None or book.players[0] <= self.players <= book.players[1])
            and (self.minutes is None or book.minutes[1] <= self.minutes)
        )


class Filter(NamedTuple):
    """A choice of the index in words: its values with whether each is the one chosen."""

    name: str
    label: Promise
    values: list[tuple[str, Promise | str, bool]]


def every(language: str) -> list[Book]:
    """All games, those that can be played here first."""
    facts = _facts(INDEX.stat().st_mtime_ns)
    books = [
        Book(
            key,
            head,
            about["family"],
            _players(key, about),
            tuple(about["packs"]),
            tuple(about["minutes"]),
        )
        for key, about in facts.items()
        if (head := pages.head(language, key))
    ]
    return sorted(books, key=lambda book: not book.playable)


def _players(key: str, about: Mapping[str, Any]) -> tuple[int, int]:
    if key in GAMES:
        return GAMES[key].SEATS[0], GAMES[key].SEATS[-1]
    least, most = about["players"]
    return least, most


@lru_cache(maxsize=4)
def _facts(changed: int) -> dict[str, Any]:
    return tomllib.loads(INDEX.read_text(encoding="utf-8"))


def read(asked: Mapping[str, str]) -> Wish:
    """What an address asks for; what nobody could choose is as if it were not there."""
    family = asked.get("family")
    numbers = {
        name: next((value for value in values if str(value) == asked.get(name)), None)
        for name, values in _choices().items()
    }
    return Wish(family if family in FAMILIES else None, **numbers)


def filters(wish: Wish) -> list[Filter]:
    """The choices of the index, as they stand under this wish."""
    families = [(key, name, key == wish.family) for key, name in FAMILIES.items()]
    labels = {"pack": _("Pack"), "players": _("Players"), "minutes": _("Length")}
    words = {
        "pack": ngettext_lazy("%(n)d card", "%(n)d cards", "n"),
        "players": ngettext_lazy("%(n)d player", "%(n)d players", "n"),
        "minutes": ngettext_lazy("up to %(n)d minute", "up to %(n)d minutes", "n"),
    }
    return [
        Filter("family", pgettext_lazy("of games", "Family"), families),
        *(
            Filter(
                name,
                labels[name],
                [(str(n), words[name] % {"n": n}, n == getattr(wish, name)) for n in values],
            )
            for name, values in _choices().items()
        ),
    ]


def _choices() -> dict[str, list[int]]:
    """The numbers that a reader may choose among."""
    books = every("en")
    return {
        "pack": sorted({pack for book in books for pack in book.packs}),
        "players": list(range(2, max(book.players[1] for book in books) + 1)),
        "minutes": list(MINUTES),
    }
