"""What a game's own face must give: the words and pictures in which its table, rules and moves are
shown. Everything that all games share asks here and never which game it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.engine.cards import NAME, Cards, each
from games.engine.game import PASS, Game, OptionError, Reason
from games.words import REASONS, Answer, any_of, card_name

if TYPE_CHECKING:
    from games.course import Told
    from games.match import View

PASS_NAME = pgettext_lazy("move", "pass")
PASS_BUTTON = pgettext_lazy("a turn", "Pass")
NO_YES = MappingProxyType({"false": _("no"), "true": _("yes")})


class Choice(NamedTuple):
    """A move and what stands on its button."""

    move: str
    label: str


class HandCard(NamedTuple):
    """A card of the own hand. `place`: tells equal cards apart; `new`: it came with the last draw.

    Without choices it cannot be played now; with several the reader is asked which, by `ask`.
    """

    card: str
    choices: tuple[Choice, ...] = ()
    place: str = ""
    new: bool = False
    ask: str = ""


class Lying(NamedTuple):
    """A line of what lies open, for who was not there: any of a label, cards and a sentence.

    `cards`: by name, as they lie; `moves`: what tapping each of them would play, if anything.
    """

    label: str = ""
    cards: tuple[str, ...] = ()
    says: str = ""
    moves: tuple[str, ...] = ()


class Count(NamedTuple):
    """How a deal was counted: the heads of the columns, and by seat what stands in them."""

    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]


class Setting(NamedTuple):
    """An option in words: its name and those of its values, empty for a number."""

    label: Promise
    values: Mapping[str, Promise | str]
    most: int = 99
    least: int = 0


class Face(ABC):
    """How one game looks and speaks."""

    key: ClassVar[str]
    name: ClassVar[Promise]
    pitch: ClassVar[Promise]  # one sentence for who has not heard of it
    cards: ClassVar[tuple[str, ...]]  # a few that picture it
    ask: ClassVar[Promise | str] = ""  # the question about a card with several moves
    deal: ClassVar[Promise] = pgettext_lazy("column", "Deal")
    note: ClassVar[Promise | str] = ""  # what `notes` speak of
    over: ClassVar[Promise] = _("Deal %(n)d is over.")
    template: ClassVar[str]  # what lies open, drawn from what `lay` gives
    mine: ClassVar[str] = "games/mine.html"  # the own hand and the moves
    reasons: ClassVar[Mapping[str, tuple[Promise, str]]]  # as in words.REASONS
    whys: ClassVar[Mapping[str, Promise]]  # by the class of reason of a move that a bot advises
    chance: ClassVar[Promise | str] = ""  # what a hint says the chance of
    points: ClassVar[Promise | str] = ""  # and what it counts
    settings: ClassVar[Mapping[str, Setting]]  # by option; one with a single value needs none
    reserved: ClassVar[frozenset[str]] = frozenset()  # options and "option=value" not offered yet
    presets: ClassVar[Mapping[str, Promise]]

    def may_be(self, option: str, value: str) -> bool:
        """Whether people may give an option this value, which is one that it can have."""
        if option in self.reserved or f"{option}={value}" in self.reserved:
            return False
        setting = self.settings.get(option)
        return not setting or bool(setting.values) or setting.least <= int(value) <= setting.most

    def impossible(self, error: OptionError) -> str:
        """Why a match by these options cannot be played, in words."""
        labels = {name: setting.label for name, setting in self.settings.items()}
        labels["seats"] = _("Players")
        names = [str(labels[name]) for name in error.options if name in labels]
        if not names:
            return gettext("A match by these rules cannot be played.")
        rules = ", ".join(names)
        return gettext("This cannot be played, look again at: %(rules)s.") % {"rules": rules}

    def refusal(self, reason: Reason) -> Answer:
        """Why a move did not count, in words."""
        sentence, anchor = {**REASONS, **self.reasons}[reason.key]
        cards = any_of(reason.cards) if reason.cards else ""
        return Answer(str(sentence) % {"cards": cards}, anchor)

    @abstractmethod
    def because(self, game: Game[Any], table: Any, hand: Cards, move: str) -> Answer:
        """Why a legal move is legal, in words. Like legality it depends on the table and the hand
        of the seat to move alone."""

    def tell(self, told: Told, name: Callable[[str], str] = card_name) -> str:
        """A move as the log tells it; `name` says what a card is called."""
        return str(PASS_NAME) if told.move == PASS else name(told.move)

    def points_of(self, game: Game[Any]) -> str:
        """What a hint counts in this game, as the head of a column."""
        return str(self.points)

    def notes(self, view: View) -> list[str]:
        """By seat what there is to say of it besides."""
        return [""] * view.game.seats

    def move_name(self, game: Game[Any], table: Any, move: str) -> str:
        """A move of the seat to move, legal or not, as a button names it."""
        return str(PASS_BUTTON) if move == PASS else card_name(move)

    def propose(self, view: View, move: str) -> str:
        """A legal move of the person as a hint names it."""
        labels = {button.move: button.label for button in self.buttons(view)}
        return labels.get(move) or self.move_name(view.game, view.seen.table, move)

    @abstractmethod
    def lies(self, game: Game[Any], table: Any) -> list[Lying]:
        """What lies open and what else the seat to move must know, for who was not there."""

    @abstractmethod
    def offers(self, game: Game[Any], table: Any, hand: Cards) -> list[Choice]:
        """What the seat to move might do, legal or not, besides tapping a card."""

    @abstractmethod
    def lay(self, view: View, names: Sequence[str]) -> dict[str, Any]:
        """What the template prints of the open table."""

    def turn_says(self, view: View) -> str:
        """What the person is told when it is his turn."""
        return gettext("Your turn.")

    def hand(self, view: View) -> list[HandCard]:
        """The own cards in order, each with the moves that it can make now."""
        seen, cards = view.seen, list[HandCard]()
        drawn = [NAME[card] for card in each(view.drawn)]
        for card in view.game.in_order(seen.hand):
            name = NAME[card]
            choices = [self.choice(move) for move in seen.moves if move.startswith(name)]
            twin = any(before.card == name for before in cards)
            new = name in drawn
            if new:
                drawn.remove(name)
            cards.append(HandCard(name, tuple(choices), name + "-2" * twin, new, str(self.ask)))
        return cards

    def choice(self, move: str) -> Choice:
        """A move of a card as a button."""
        return Choice(move, card_name(move))

    @abstractmethod
    def buttons(self, view: View) -> list[Choice]:
        """The moves now that no card of the hand makes."""

    @abstractmethod
    def ending(self, game: Game[Any], end: Any, names: Sequence[str]) -> str:
        """In a sentence or two how the deal ended, from the table at its end."""

    @abstractmethod
    def count(self, game: Game[Any], end: Any, gains: Sequence[int]) -> Count:
        """How the deal was counted; `gains`: what it added to the totals."""


def names_of(game: Game[Any], cards: Cards) -> list[str]:
    """The cards by name, in the order of the game."""
    return [NAME[card] for card in game.in_order(cards)]
