"""A match as a text: tags, an empty line, then its plies. The open format of this project.

    [Version "1"]
    [Game "sevens"]
    [Options "seats=3 ace=high"]
    [Seats "alice, bot:easy, bot:normal"]
    [Result "*"]

    deal:Qc6dTcKh…
    7d 8d --

Numbers such as ``12.`` and line breaks among the plies are for the eye; a ``#`` outside the tag
lines starts a comment. A record needs no seed: the deal is a ply.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import GAMES
from .cards import NAME, Card, Cards, shorten
from .game import (
    NOBODY,
    Game,
    IllegalMove,
    InvalidMove,
    Move,
    OptionError,
    Seat,
    State,
    T,
    given,
    is_chance,
    parse,
)

VERSION = "1"
HIDDEN = "??"
_TAG = re.compile(r'\[([A-Za-z]+) "((?:[^"\\]|\\["\\])*)"\]')
_LINE_BREAK = re.compile(r"[\r\n]")


class RecordError(ValueError):
    """A text whose tags name no game that can be replayed, or tags that cannot be written."""


@dataclass(frozen=True)
class Record:
    """A match: the game with its options, the plies from the first deal on, and free tags.

    The plies are checked by ``states``, not before. Version, Game and Options are no free tags:
    they follow from the game.
    """

    game: Game[Any]
    plies: tuple[str, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def loads(cls, text: str) -> "Record":
        """The record that a text holds. Raises RecordError; the plies are not checked yet."""
        game, tags, body = read_header(text)
        words = " ".join(body).split()
        return cls(game, tuple([w for w in words if not re.fullmatch(r"[0-9]+\.", w)]), tags)

    def dumps(self) -> str:
        """The text of the record, with every option named.

        Raises RecordError for a tag whose name is not a word of letters or that breaks a line.
        """
        options = " ".join(f"{name}={value}" for name, value in self.game.options().items())
        tags = {"Version": VERSION, "Game": self.game.key, "Options": options, **self.tags}
        lines = []
        for name, value in tags.items():
            written = value.replace("\\", "\\\\").replace('"', '\\"')
            line = f'[{name} "{written}"]'
            if _LINE_BREAK.search(value) or not _TAG.fullmatch(line):
                raise RecordError(f"The tag {shorten(name)} cannot be written in one line.")
            lines.append(line)
        lines.append("")
        for deal in _by_deals(self.plies):
            lines += textwrap.wrap(
                " ".join(deal), 100, break_long_words=False, break_on_hyphens=False
            )
        return "\n".join(lines) + "\n"

    def states(self) -> Iterator[State[Any]]:
        """The state before the first ply, then the state after each.

        Raises InvalidMove or IllegalMove at the first ply that is not legal, naming ply and move.
        """
        state = self.game.start()
        yield state
        for number, ply in enumerate(self.plies):
            try:
                state = self.game.apply(state, parse(self.game, state, ply))
            except InvalidMove as error:
                raise InvalidMove(f"Ply {number}, {shorten(ply)}: {error}") from None
            except IllegalMove as error:
                raise IllegalMove(f"Ply {number}, {shorten(ply)}: {error}", error.reason) from None
            yield state

    def seen_by(self, seat: Seat | None) -> tuple[str, ...]:
        """The plies as this seat may see them; None is a spectator.

        Of a deal a seat sees the cards that it was dealt or has drawn by now and those turned up;
        each other card is written ``??`` at its place: ``deal:??7d????6s…``, and a new stock
        likewise. Everything else is open. Such a list is for reading, it cannot be replayed.
        Raises what ``states`` raises.
        """
        for _ in self.states():
            pass  # each is checked
        return seen_by(self.game, self.plies, seat)


def replay(game: Game[T], plies: Iterable[str]) -> State[T]:
    """The state after plies that were checked when they were logged. Trusting and fast."""
    state = game.start()
    for ply in plies:
        state = game.apply(state, Move(ply))
    return state


def seen_by(game: Game[T], plies: Sequence[str], seat: Seat | None) -> tuple[str, ...]:
    """As ``Record.seen_by`` for plies that were checked when they were logged. Fast."""
    shown = list(plies)
    for number, (cards, seen) in _orders(game, plies, seat).items():
        word, colon, _ = plies[number].partition(":")
        names = [NAME[card] if card & seen else HIDDEN for card in cards]
        shown[number] = word + colon + "".join(names)
    return tuple(shown)


def _orders(
    game: Game[T], plies: Sequence[str], seat: Seat | None
) -> dict[int, tuple[list[Card], Cards]]:
    """By number of each chance ply its cards in order, and those whose places the seat knows."""
    orders: dict[int, tuple[list[Card], Cards]] = {}
    state, last, own = game.start(), 0, 0
    for number, ply in enumerate(plies):
        before, state = state, game.apply(state, Move(ply))
        had, own = own, 0 if seat is None else state.hands[seat]
        if is_chance(ply):
            due, last = game.to_shuffle(before), number
            orders[last] = (given(Move(ply), due), due & (own | state.table.face_up))
        elif own & ~had:
            # What came into the hand and did not lie open before came from the stock.
            cards, seen = orders[last]
            orders[last] = (cards, seen | own & ~had & ~before.table.face_up)
    return orders


def result(state: State[Any]) -> str:
    """What the tag ``Result`` says of a match that came to this state."""
    return " ".join(map(str, state.table.scores)) if state.table.turn == NOBODY else "*"


def read_header(text: str) -> tuple[Game[Any], dict[str, str], list[str]]:
    """The game of a record or position, its free tags, and the lines below them, comments removed.

    Raises RecordError for a broken or doubled tag, another version, no or an unknown game, and
    options that cannot be.
    """
    tags: dict[str, str] = {}
    body: list[str] = []
    begun = False  # the body: nothing in it is a tag line
    for line in re.split(r"\r\n|\r|\n", text):
        if line.strip().startswith("[") and not begun:
            name, value = _tag(line.strip())
            if name in tags:
                raise RecordError(f"The tag {shorten(name)} is given twice.")
            tags[name] = value
        else:
            body.append(line.partition("#")[0].strip())
            begun = begun or bool(body[-1])
    version, key = tags.pop("Version", VERSION), tags.pop("Game", "")
    if version != VERSION:
        raise RecordError(f"Version {shorten(version)} is unknown: this is version {VERSION}.")
    if key not in GAMES:
        raise RecordError(f"The tag Game is {shorten(key)}: it must be one of {', '.join(GAMES)}.")
    try:
        game = GAMES[key].from_options(tags.pop("Options", ""))
    except OptionError as error:
        raise RecordError(f"The options cannot be: {error}") from None
    return game, tags, body


def _tag(line: str) -> tuple[str, str]:
    tag = _TAG.fullmatch(line)
    if not tag:
        raise RecordError(f'The tag line {shorten(line)} is not of the form [Name "value"].')
    return tag[1], re.sub(r"\\(.)", r"\1", tag[2])


def _by_deals(plies: Iterable[str]) -> list[list[str]]:
    """The plies in lines for the eye: each chance ply on one of its own."""
    lines: list[list[str]] = [[]]
    for ply in plies:
        if is_chance(ply):
            lines += [[ply], []]
        else:
            lines[-1].append(ply)
    return lines
