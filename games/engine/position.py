"""One seat's question as a text: what must be known to list its moves, and no more.

    [Game "sevens"]
    [Options "ace=high"]

    layout: 7s 8s 9s Ts Js Qs
    hand: As Ks
    legal: Ks

Tags as in a record, then ``key: value`` lines; ``#`` starts a comment. ``hand`` and ``legal``, the
moves that are expected, are known to every game, the other keys are the game's own.
"""

from typing import Any, NamedTuple

from .cards import Cards, shorten
from .game import Game, InvalidMove, Move, PositionError, read_set
from .record import read_header


class Position(NamedTuple):
    """A table at which seat 0 is to move with this hand; ``expected`` is None if not said."""

    game: Game[Any]
    table: Any
    hand: Cards
    expected: frozenset[Move] | None

    def legal_moves(self) -> list[Move]:
        """The moves of the seat in canonical order."""
        return self.game.legal_moves(self.table, self.hand)


def loads(text: str) -> Position:
    """The position that a text describes.

    Raises RecordError for its tags and PositionError for the rest: a line that is no ``key:
    value``, a key twice or unknown, a value that cannot be read, a position that cannot be.
    """
    game, _, body = read_header(text)
    keys: dict[str, str] = {}
    for line in filter(None, body):
        key, colon, value = line.partition(":")
        if not colon:
            raise PositionError(f"{shorten(line)} is no line of the form key: value.")
        if key in keys:
            raise PositionError(f"The key {shorten(key)} is given twice.")
        keys[key] = value.strip()
    hand = read_set(keys.pop("hand", ""), game.pack)
    legal = keys.pop("legal", None)
    try:
        expected = None if legal is None else frozenset(map(game.read, legal.split()))
    except InvalidMove as error:
        raise PositionError(f"legal: {error}") from None
    return Position(game, game.place(hand, keys), hand, expected)
