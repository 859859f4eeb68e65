"""Sevens on the page: four rows, a hand, and a button to pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import words
from games.engine.cards import NAME, NAMED, RANK, SUIT, SUITS, Cards
from games.engine.game import PASS, Game
from games.engine.sevens import Sevens, SevensTable
from games.faces.face import PASS_BUTTON, Choice, Count, Face, Lying, Setting, names_of
from games.words import Answer

if TYPE_CHECKING:
    from games.match import View


class Slot(NamedTuple):
    """A place in a row. `down`: the card lies there; `next`: the row takes it next."""

    card: str
    down: bool
    next: bool
    fits_me: bool

    @property
    def state(self) -> str:
        """As the style sheet calls it."""
        if self.down:
            return "down"
        return "fits" if self.fits_me else "next" if self.next else "empty"


class Row(NamedTuple):
    suit: str
    name: str
    slots: list[Slot]


class SevensFace(Face):
    key = Sevens.key
    name = pgettext_lazy("game", "Sevens")
    pitch = _("Four rows grow out of the sevens. Empty your hand first.")
    cards = ("6d", "7d", "8d")
    template = "games/sevens.html"
    reasons: ClassVar = {
        "first_card": (_("The first card must be the %(cards)s."), "start"),
        "row_closed": (_("This row is still closed: it opens with the %(cards)s."), "legal"),
        "not_next": (_("It does not fit yet: this row takes the %(cards)s next."), "legal"),
        "already_down": (_("This card is on the table already."), "legal"),
        "must_play": (_("You can play the %(cards)s, so you may not pass."), "pass"),
        "all_passed": (_("Everybody else has passed, so you must play."), "variant-chips"),
    }
    whys: ClassVar = {
        "go_out": _("It is the last card."),
        "dump": _("It ends its row on this side and helps nobody."),
        "flow": _("You hold what comes next in this row."),
        "open": _("It opens a row for cards of your own."),
        "reach": _("It opens the way to a card that you might get stuck with."),
        "block": _("Whatever else fits would help the others more."),
        "hold": _("The fine costs less than what a card would give the others."),
        "odds": _("It did as well as any in the imagined deals."),
    }
    chance = _("Wins the deal")
    presets: ClassVar = {
        "quick": pgettext_lazy("preset", "Quick"),
        "international": pgettext_lazy("preset", "International"),
        "chips": pgettext_lazy("preset", "With chips"),
        "short32": pgettext_lazy("preset", "Short pack"),
    }
    reserved = frozenset({"center_rank", "deck=36"})  # Nines, which is not played here yet
    settings: ClassVar[Mapping[str, Setting]] = {
        "deck": Setting(
            _("Pack"),
            {
                "52": _("52 cards"),
                "32": _("32 cards, seven to ace"),
            },
        ),
        "ace": Setting(
            pgettext_lazy("rank", "Ace"),
            {"low": _("low, below the two"), "high": _("high, above the king")},
        ),
        "start": Setting(
            _("Who begins"),
            {
                "holder_7D": _("whoever holds the seven of diamonds"),
                "holder_7H": _("whoever holds the seven of hearts"),
                "left_any_seven": _("the dealer's left, with any seven"),
            },
        ),
        "pass_rule": Setting(
            _("Passing"),
            {
                "forced_only": _("only without a card that fits"),
                "voluntary_fined": _("at will, for a fine"),
            },
        ),
        "scoring": Setting(
            _("Scoring"),
            {
                "first_out": _("first out wins"),
                "pips": _("penalty points for the cards left"),
                "cards_100": _("a point a card, up to a limit"),
                "chips": _("chips"),
            },
        ),
        "target": Setting(_("Limit of points"), {}, 2000, 1),
        "rounds": Setting(_("Number of deals (0: as the scoring says)"), {}, 20),
        "ante": Setting(_("Chips into the pot before a deal"), {}),
        "fine_pass": Setting(_("Fine for a pass at will"), {}),
        "fine_seven": Setting(_("Fine for holding a seven back"), {}),
        "fine_forced": Setting(_("Fine for a forced pass"), {}),
    }

    def lay(self, view: View, names: Sequence[str]) -> dict[str, Any]:
        """The four rows, each card of the pack in its place whether it lies there or not."""
        seen, game = view.seen, view.game
        # What anybody could play now: more than one row may take a card, but not before the first.
        rest = game.pack & ~seen.table.face_up
        takes = game.legal_moves(seen.table, rest) if view.live and rest else []
        rows = [
            Row(
                suit,
                str(words.SUIT[suit]),
                [
                    Slot(
                        NAME[card],
                        bool(card & seen.table.face_up),
                        NAME[card] in takes,
                        NAME[card] in seen.moves,
                    )
                    for card in game.in_order(game.pack & cards)
                ],
            )
            for suit, cards in zip(SUITS, SUIT, strict=True)
        ]
        return {"rows": rows}

    def lies(self, game: Game[Any], table: SevensTable) -> list[Lying]:
        lies = [
            Lying(str(capfirst(words.SUIT[suit])), tuple(names_of(game, table.face_up & cards)))
            for suit, cards in zip(SUITS, SUIT, strict=True)
            if table.face_up & cards
        ] or [Lying(says=gettext("No row is open yet."))]
        at_will = game.pass_rule == "voluntary_fined"  # noqa: S105 (a pass here is no password)
        if at_will and table.passed >= game.seats - 1:
            lies.append(Lying(says=gettext("Everybody else has passed.")))
        return lies

    def offers(self, game: Game[Any], table: SevensTable, hand: Cards) -> list[Choice]:
        return [Choice(PASS, self.move_name(game, table, PASS))]

    def because(self, game: Game[Any], table: SevensTable, hand: Cards, move: str) -> Answer:
        if move == PASS:
            return self._because_pass(game, table, hand)
        card = NAMED[move]
        row = game.in_order(game.pack & next(suit for suit in SUIT if suit & card))
        beside = [near for near in row if near & table.face_up]
        if not table.face_up and game.start_ != "left_any_seven":
            return Answer(gettext("Every deal begins with this card, and you hold it."), "start")
        if not table.face_up:
            return Answer(gettext("No row is open yet, and this card opens one."), "start")
        if not beside:
            says = gettext("It opens the row of its suit; such a card may be played at any time.")
            return Answer(says, "legal")
        if row.index(card) < row.index(beside[0]):
            says, near = gettext("It is the next card of its row, below the %(card)s."), beside[0]
        else:
            says, near = gettext("It is the next card of its row, above the %(card)s."), beside[-1]
        return Answer(says % {"card": words.card_name(NAME[near])}, "legal")

    def _because_pass(self, game: Game[Any], table: SevensTable, hand: Cards) -> Answer:
        if not hand & table.takes:
            return Answer(gettext("Nothing in your hand fits, so you pass."), "pass")
        says, fine = gettext("By these rules you may pass although a card fits."), game.fine_pass
        if fine:
            costs = ngettext("That costs %(n)d chip.", "That costs %(n)d chips.", fine)
            says = f"{says} {costs % {'n': fine}}"
        if game.fine_seven and hand & table.takes & RANK[game.center_rank - 1]:
            more = gettext("Holding back a card that opens a row may cost more.")
            says = f"{says} {more}"
        return Answer(says, "variant-chips")

    def points_of(self, game: Game[Any]) -> str:
        return (
            pgettext("what a deal brought", "Chips")
            if self._chips(game)
            else gettext("Penalty (less is better)")
        )

    def buttons(self, view: View) -> list[Choice]:
        if PASS not in view.seen.moves:
            return []
        fine = view.game.fine_pass if len(view.seen.moves) > 1 else 0
        label = ngettext("Pass for %(n)d chip", "Pass for %(n)d chips", fine) % {"n": fine}
        return [Choice(PASS, label if fine else str(PASS_BUTTON))]

    def ending(self, game: Game[Any], end: SevensTable, names: Sequence[str]) -> str:
        out = end.shown.index(0)
        return gettext("Out of cards: %(name)s.") % {"name": names[out]}

    def count(self, game: Game[Any], end: SevensTable, gains: Sequence[int]) -> Count:
        head = pgettext("what a deal brought", "Chips") if self._chips(game) else gettext("Penalty")
        return Count((head,), tuple((words.number(gain),) for gain in gains))

    def _chips(self, game: Game[Any]) -> bool:
        return bool(game.options()["scoring"] == "chips")
