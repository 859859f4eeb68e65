"""What a game is: moves, seats, states, what one seat may know of them, and the rules' interface.

Everything here is written once for all games; a game's own file holds its rules. The words:

* a *seat* is a place at the table, counted clockwise from 0; CHANCE is the shuffler, who also
  makes plies; NOBODY is to move when the match is over;
* a *state* is the whole truth, a *table* what lies open, an *observation* what one seat may know.
  Whoever shows something to a player gets an observation and nothing else;
* a *move* is its own notation. Only ``Game.legal_moves``, ``parse`` and ``chance`` make one.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import (
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    NewType,
    Protocol,
    Self,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from .cards import NAMED, PACK, Card, Cards, pick, read_cards, shorten, spell

Seat = int
CHANCE: Seat = -1
NOBODY: Seat = -2

Move = NewType("Move", str)
PASS = Move("--")
DEAL = "deal:"
SHUFFLE = "shuffle:"


class Reason(NamedTuple):
    """Why a move is not legal: a key that the site puts into words, and the cards it speaks of."""

    key: str
    cards: tuple[Card, ...] = ()


class InvalidMove(ValueError):
    """A text that is not a move of this game in any position."""


class IllegalMove(ValueError):
    """A move of this game, but not one of this position; ``reason`` says why not."""

    def __init__(self, message: str, reason: Reason) -> None:
        super().__init__(message, reason)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[0])


class OptionError(ValueError):
    """Options that no game can be played with; the message says which and what would do.

    ``options``: the names of those that are at odds, as far as they are options of the game.
    """

    def __init__(self, message: str, *options: str) -> None:
        super().__init__(message)
        self.options = options


class PositionError(ValueError):
    """A text that describes no position in which somebody is to move."""


class Table(Protocol):
    """What lies open. Each game has its own NamedTuple with at least these fields."""

    @property
    def turn(self) -> Seat:
        """Who is to move: a seat, CHANCE or NOBODY."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals of the match by seat, as the rules of the game count them."""

    @property
    def face_up(self) -> Cards:
        """All cards that lie open on the table."""

    @property
    def shown(self) -> tuple[Cards, ...]:
        """By seat the cards that everybody knows to be in that hand."""


T = TypeVar("T", bound=Table)


class State(NamedTuple, Generic[T]):
    """The whole truth: the table, the hands by seat, and the stock with the next card first.

    Hands, stock and face-up cards never overlap and together are the pack.
    """

    table: T
    hands: tuple[Cards, ...]
    stock: tuple[Card, ...]


class Observation(NamedTuple, Generic[T]):
    """What one seat may know (``seat`` None: a spectator, whose hand is empty).

    ``sizes`` counts the cards of each hand; ``moves`` is empty unless the seat is to move.
    """

    table: T
    seat: Seat | None
    hand: Cards
    sizes: tuple[int, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Game(ABC, Generic[T]):
    """The rules with their options. The fields of a game are its options, its methods the rules.

    A field is an int or a Literal; one whose option would clash with a method ends in ``_``.
    Whoever builds a game with options that cannot be played gets an OptionError with a sentence.
    """

    seats: int = 4

    key: ClassVar[str]
    SEATS: ClassVar[range]  # how many may play
    RANKED: ClassVar[tuple[int, ...]]  # how many play at a ranked table
    PRESETS: ClassVar[Mapping[str, Mapping[str, str | int | bool]]]
    ALIASES: ClassVar[Mapping[str, str]] = {"players": "seats", "deals": "rounds"}

    def __post_init__(self) -> None:
        if self.seats not in self.SEATS:
            least, most = self.SEATS[0], self.SEATS[-1]
            raise OptionError(f"{self.key.capitalize()} is for {least} to {most} seats.", "seats")
        for name, (field, kind) in _options(type(self)).items():
            value, choices = getattr(self, field), get_args(kind)
            if choices and value not in choices:
                raise OptionError(
                    f"{name}={shorten(str(value))} is unknown: choose {_listed(choices)}.", name
                )

    @classmethod
    def from_options(cls, text: str) -> Self:
        """The game that a text such as ``seats=3 ace=high`` asks for; what is not named is default.

        Also understood: ``preset=NAME``, which sets its fields before the others override them,
        and the aliases ``players`` and ``deals``. Raises OptionError.
        """
        known = _options(cls)
        given: dict[str, str] = {}
        for word in text.split():
            name, equals, value = word.partition("=")
            name = cls.ALIASES.get(name, name)
            if not equals or name not in {"preset", *known}:
                raise OptionError(
                    f"{shorten(word)} is no option of {cls.key}: it has {_listed(known)}."
                )
            if name in given:
                raise OptionError(f"The option {name} is given twice.")
            given[name] = value
        preset = given.pop("preset", None)
        if preset is not None and preset not in cls.PRESETS:
            raise OptionError(
                f"preset={shorten(preset)} is unknown: choose {_listed(cls.PRESETS)}."
            )
        values: dict[str, Any] = dict(cls.PRESETS[preset]) if preset is not None else {}
        values |= {name: _value(name, known[name].kind, value) for name, value in given.items()}
        return cls(**{known[name].field: value for name, value in values.items()})

    def options(self) -> dict[str, str]:
        """Every option with its value in text form, in field order, defaults included."""
        return {
            name: str(getattr(self, field)) for name, (field, _) in _options(type(self)).items()
        }

    def varied(self) -> dict[str, str]:
        """The options that differ from the defaults, with their values in text form."""
        usual = _defaults(type(self))
        return {name: value for name, value in self.options().items() if value != usual[name]}

    @classmethod
    def choices(cls) -> dict[str, tuple[str, ...]]:
        """Every option with the values it can have in text form; none for a whole number."""
        return {name: tuple(map(str, get_args(kind))) for name, (_, kind) in _options(cls).items()}

    @property
    @abstractmethod
    def pack(self) -> Cards:
        """All cards of the game."""

    @abstractmethod
    def in_order(self, cards: Cards) -> list[Card]:
        """The cards in the canonical order of this game."""

    @abstractmethod
    def start(self) -> State[T]:
        """The state before the first deal: chance is to move, all cards are in the stock."""

    @abstractmethod
    def legal_moves(self, table: T, hand: Cards) -> list[Move]:
        """The moves of the seat to move if it holds this hand: never empty, canonical order.

        Only for a table at which a seat is to move.
        """

    @abstractmethod
    def apply(self, state: State[T], move: Move) -> State[T]:
        """The state after the move. Pure and unchecked: the move must be legal."""

    @abstractmethod
    def to_shuffle(self, state: State[T]) -> Cards:
        """The cards that chance must put in order when it is to move.

        All of them for a deal; fewer make a new stock, with the cards in hand staying there.
        """

    def seen(self, table: T, hand: Cards) -> tuple[T, Cards]:
        """The table and a hand as whoever holds it may see them.

        For a game with two packs: which of two equal cards has the lower bit follows from the
        order of the whole pack, so there it must be settled by what this seat sees.
        """
        return table, hand

    @abstractmethod
    def returns(self, table: T) -> tuple[int, ...]:
        """The scores by seat, turned so that higher is better."""

    @abstractmethod
    def winners(self, table: T) -> tuple[Seat, ...]:
        """The seats that won the match: several after an unbroken tie, none while it lasts."""

    @abstractmethod
    def read(self, text: str) -> Move:
        """The move that a text names, in canonical form, legal or not. Raises InvalidMove."""

    @abstractmethod
    def why_not(self, table: T, hand: Cards, move: Move) -> Reason:
        """Why this move of a seat is not legal. Only for moves that ``legal_moves`` leaves out.

        Like legality it depends on the table and the own hand alone, so it can leak nothing.
        """

    @abstractmethod
    def place(self, hand: Cards, keys: Mapping[str, str]) -> T:
        """The table that the keys of a position describe, with seat 0 to move and this hand.

        Raises PositionError for an unknown key, an unreadable value, and for a table and hand at
        which nobody can be to move.
        """


class _Option(NamedTuple):
    field: str
    kind: Any


@cache
def _options(game: type[Game[Any]]) -> dict[str, _Option]:
    """The options of a game by name, in field order."""
    hints = get_type_hints(game)
    return {
        field.name.rstrip("_"): _Option(field.name, hints[field.name])
        for field in fields(game)
        if field.init
    }


@cache
def _defaults(game: type[Game[Any]]) -> Mapping[str, str]:
    """The options of the default game in text form: each table asks, and a game takes its time."""
    return game().options()


def _listed(things: Any) -> str:
    return ", ".join(map(str, things))


def _value(name: str, kind: Any, text: str) -> str | int:
    """The value of an option from its text form."""
    if get_origin(kind) is Literal:
        # An unknown text is refused by __post_init__, which knows the choices as well.
        return next((choice for choice in get_args(kind) if str(choice) == text), text)
    if not re.fullmatch("-?[0-9]{1,9}", text):
        sentence = f"{name}={shorten(text)} is no whole number of at most nine digits."
        raise OptionError(sentence, name)
    return int(text)


def observe(game: Game[T], state: State[T], seat: Seat | None) -> Observation[T]:
    """What the seat may know of the state; None is a spectator. Raises ValueError for no seat."""
    table, hands, _ = state
    sizes = tuple([hand.bit_count() for hand in hands])
    if seat is not None and not 0 <= seat < game.seats:
        raise ValueError(f"There is no seat {seat}: the seats are 0 to {game.seats - 1}.")
    hand = 0 if seat is None else hands[seat]
    table, hand = game.seen(table, hand)
    if seat is None:
        return Observation(table, None, 0, sizes, ())
    moves = tuple(game.legal_moves(table, hand)) if seat == table.turn else ()
    return Observation(table, seat, hand, sizes, moves)


def parse(game: Game[T], state: State[T], text: str) -> Move:
    """The legal move that a text from outside names: the only door for such a text.

    Raises InvalidMove if it is no move of the game, IllegalMove if it is none of this state.
    """
    move = game.read(text)
    table = state.table
    if table.turn == NOBODY:
        reason = Reason("match_over")
    elif is_chance(move):
        if table.turn == CHANCE:
            due = game.to_shuffle(state)
            if move.startswith(order_word(game, due)) and _is_order(move, due):
                return move
            reason = Reason("wrong_deal")
        else:
            reason = Reason("not_chance")
    elif table.turn == CHANCE:
        reason = Reason("not_your_turn")
    else:
        hand = state.hands[table.turn]
        if move in game.legal_moves(table, hand):
            return move
        reason = game.why_not(table, hand, move)
    raise IllegalMove(_refusal(move, reason), reason)


def _refusal(move: Move, reason: Reason) -> str:
    cards = f" ({spell(reason.cards, ' ')})" if reason.cards else ""
    what = move.partition(":")[0] if is_chance(move) else move
    return f"Cannot play {what}: {reason.key}{cards}."


def is_chance(move: str) -> bool:
    """Whether a move is one of chance."""
    return move.startswith((DEAL, SHUFFLE))


def order_word(game: Game[Any], due: Cards) -> str:
    """What a chance ply that puts these cards in order begins with."""
    return DEAL if due == game.pack else SHUFFLE


def _is_order(move: Move, due: Cards) -> bool:
    """Whether a chance ply names each card that is due, and none twice."""
    try:
        cards = pick(move.partition(":")[2], due)
    except ValueError:
        return False
    return len(cards) == due.bit_count()


def read_order(text: str, *begins: str) -> Move | None:
    """The canonical form of a chance ply that begins with one of these words, None if it is none.

    Raises InvalidMove if it does and its cards cannot be read.
    """
    word, colon, names = text.partition(":")
    if word + colon not in begins:
        return None
    try:
        cards = read_cards(names)
    except ValueError as error:
        raise InvalidMove(f"The {word} cannot be read: {error}") from None
    if not cards or len(names) != 2 * len(cards):
        raise InvalidMove(f"A {word} names its cards without blanks, and at least one.")
    return Move(word + colon + spell(cards))


def given(move: Move, due: Cards) -> list[Card]:
    """The cards that were due in the order in which a chance ply gives them. Unchecked."""
    text = move.partition(":")[2]
    if due > PACK:
        return pick(text, due)
    names = iter(text)
    return [NAMED[rank + suit] for rank, suit in zip(names, names, strict=True)]


def read_list(text: str, among: Cards) -> list[Card]:
    """The cards named in a value of a position, as ``pick`` reads them. Raises PositionError."""
    try:
        return pick(text, among)
    except ValueError as error:
        raise PositionError(str(error)) from None


def read_set(text: str, among: Cards) -> Cards:
    """As ``read_list``, where the order does not matter."""
    return sum(read_list(text, among))
