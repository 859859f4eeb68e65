"""Pis Yedili on the page: the pile between stock and hand, and what the card on top demands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import words
from games.engine.cards import NAME, Cards
from games.engine.game import PASS, Game
from games.engine.pis_yedili import DRAW, JACKS, PisYedili, PisYediliTable, points
from games.faces.face import NO_YES, Choice, Count, Face, Lying, Setting
from games.words import Answer

if TYPE_CHECKING:
    from games.course import Told
    from games.match import View

END_BUTTON = pgettext_lazy("Pis Yedili", "End the turn")


class PisYediliFace(Face):
    key = PisYedili.key
    name = pgettext_lazy("game", "Pis Yedili")
    pitch = _("Match suit or rank, pass the sevens on, and do not be caught with a jack.")
    cards = ("7c", "7d", "Jh")
    ask = _("Which suit shall the jack ask for?")
    template = "games/pis_yedili.html"
    reasons: ClassVar = {
        "seven_or_take": (
            _("A seven asks for a seven: answer with one or take the cards."),
            "seven",
        ),
        "club_first": (_("Your first card must be a club."), "start"),
        "must_play": (_("You can play the %(cards)s, so you may not end the turn yet."), "pass"),
        "draw_first": (_("Draw a card first; then you may end your turn."), "pass"),
        "no_draw_after_ace": (
            _("After an ace there is no drawing: play one more card or end."),
            "ace",
        ),
        "stock_empty": (_("The stock is used up: there is nothing to draw."), "stock"),
        "can_play": (_("You can play the %(cards)s, so you may not draw."), "draw"),
        "drawn_enough": (_("You may not draw any more in this turn."), "draw"),
        "no_suit": (_("This jack names no suit."), "jack"),
        "name_suit": (_("Say which suit the jack asks for."), "jack"),
        "other_suit": (
            _("The jack must ask for another suit than that of the %(cards)s."),
            "variant-jack",
        ),
        "jack_on_jack": (_("A jack never goes on a jack."), "jack"),
        "not_named_suit": (_("On this jack only the suit in force fits."), "jack"),
        "does_not_fit": (
            _("It fits neither the suit nor the rank of the %(cards)s."),
            "match",
        ),
    }
    whys: ClassVar = {
        "go_out": _("It is the last card."),
        "chain": _("It answers the seven with a seven."),
        "aim": _("It hits the next player, who holds few cards."),
        "again": _("The ace lets another card follow."),
        "dump": _("Of the cards that fit it would cost most."),
        "early": _("Somebody may go out soon, and a jack in the hand is dear."),
        "save": _("It keeps a seven, an ace or a jack for later."),
        "suit": _("You hold most of this suit."),
        "alone": _("It is the only card that fits."),
        "odds": _("It did as well as any in the imagined deals."),
        "draw": _("Nothing better is left."),
        "stop": _("Nothing is gained by going on."),
    }
    chance = _("Wins the match")
    points = _("Penalty (less is better)")
    presets: ClassVar = {
        "app": pgettext_lazy("preset", "Standard"),
        "turkish": pgettext_lazy("preset", "Traditional Turkish"),
    }
    settings: ClassVar[Mapping[str, Setting]] = {
        "opening": Setting(
            _("Who must begin with a club"),
            {
                "starter_club": _("the first player only"),
                "first_lap_clubs": _("everybody in the first lap"),
            },
        ),
        "jack_suit": Setting(
            _("A jack asks for"),
            {"any": _("any suit"), "different": _("another suit than the one it lies on")},
        ),
        "per_seven": Setting(_("Cards to take for each seven"), {"3": "3", "2": "2"}),
        "after_penalty": Setting(
            _("After taking for a seven"),
            {"end": _("the turn is over"), "may_play": _("the turn goes on")},
        ),
        "ace": Setting(
            _("After an ace"),
            {
                "may_again": _("one more card if you like"),
                "must_again": _("one more card is a must"),
            },
        ),
        "voluntary_draw": Setting(_("Drawing although a card fits"), NO_YES),
        "draw_limit": Setting(
            _("Draws in a turn"),
            {"until_playable": _("until a card fits"), "1": "1", "3": "3"},
        ),
        "two_player_ten": Setting(
            _("A ten with two players"),
            {"none": _("nothing special"), "skip": _("the same player again")},
        ),
        "stock_out": Setting(
            _("When the stock is used up"),
            {
                "lowest_hand": _("the lowest hand wins"),
                "recycle": _("the pile is shuffled"),
            },
        ),
        "stock_out_trigger": Setting(
            _("When the stock counts as used up"),
            {
                "on_need": _("when somebody must draw and cannot"),
                "on_empty": _("with the last card of the stock"),
            },
        ),
        "stock_out_score": Setting(
            _("Scores when the stock is used up"),
            {
                "others_full": _("the others count their hands"),
                "difference": _("the others count what they hold above the lowest hand"),
                "all_own": _("everybody counts their own hand"),
            },
        ),
        "rounds": Setting(_("Number of deals"), {}, 20, 1),
        "mult_seven": Setting(_("A last seven multiplies by"), {}, 99, 1),
        "mult_jack": Setting(_("A last jack multiplies by"), {}, 99, 1),
        "decks": Setting(
            _("Packs"),
            {"auto": _("two from five players on"), "1": "1", "2": "2"},
        ),
    }

    def lay(self, view: View, names: Sequence[str]) -> dict[str, Any]:
        table, game = view.seen.table, view.game
        return {
            "top": NAME.get(table.top, ""),
            "suit": table.suit,
            "suit_name": words.SUIT[table.suit] if table.suit else "",
            # A jack on top asks for a suit, and an opening jack for clubs.
            "asked": bool(table.top & JACKS),
            "clockwise": table.step == 1,
            "owed": self._owed(game, table),
            "stock": table.stock,
            "draw": self._draw(game, table) if DRAW in view.seen.moves else None,
            "opening": table.opening > 0 and view.live,
            "deal": table.deal,
            "deals": game.rounds,
            "extra": table.deal > game.rounds,
        }

    def _owed(self, game: Game[Any], table: PisYediliTable) -> int:
        return int(game.per_seven * table.chain)

    def _ends_by_taking(self, game: Game[Any], table: PisYediliTable) -> bool:
        """Whether the stock is too short for the chain, so that taking it ends the deal."""
        short = table.stock < self._owed(game, table)
        return bool(short and game.stock_out == "lowest_hand")

    def _draw(self, game: Game[Any], table: PisYediliTable) -> Choice:
        owed = self._owed(game, table)
        if not owed:
            label = gettext("Draw a card")
        elif self._ends_by_taking(game, table):
            label = gettext("Take what is left and end the deal")
        else:
            label = ngettext("Take %(n)d card", "Take %(n)d cards", owed) % {"n": owed}
        return Choice(DRAW, label)

    def turn_says(self, view: View) -> str:
        table, moves = view.seen.table, view.seen.moves
        owed = self._owed(view.game, table)
        if owed and self._ends_by_taking(view.game, table):
            return (
                gettext("Your turn: answer with a seven, or take what is left and end the deal.")
                if len(moves) > 1
                else gettext("Your turn: you have no seven, and taking what is left ends the deal.")
            )
        if owed:
            sevens = len(moves) > 1
            return (
                ngettext(
                    "Your turn: answer with a seven or take %(n)d card.",
                    "Your turn: answer with a seven or take %(n)d cards.",
                    owed,
                )
                if sevens
                else ngettext(
                    "Your turn: you have no seven, take %(n)d card.",
                    "Your turn: you have no seven, take %(n)d cards.",
                    owed,
                )
            ) % {"n": owed}
        if moves == (DRAW,):
            return gettext("Your turn: nothing fits, draw a card.")
        if table.again and PASS in moves and len(moves) > 1:
            return gettext("One more card on your ace, if you like.")
        if moves == (PASS,):
            return gettext("Your turn: nothing fits, end the turn.")
        if table.again:
            return gettext("Your turn: one more card on your ace.")
        if table.opening:
            return gettext("Your turn: play a club.")
        return gettext("Your turn.")

    def tell(self, told: Told, name: Callable[[str], str] = words.card_name) -> str:
        if told.move == DRAW:
            return ngettext("%(n)d card drawn", "%(n)d cards drawn", told.gained) % {
                "n": told.gained
            }
        return _asking(told.move, name) or super().tell(told, name)

    def move_name(self, game: Game[Any], table: PisYediliTable, move: str) -> str:
        if move == DRAW:
            return self._draw(game, table).label
        if move == PASS:
            return str(END_BUTTON)
        return _asking(move) or super().move_name(game, table, move)

    def lies(self, game: Game[Any], table: PisYediliTable) -> list[Lying]:
        return [self._top(table), *self._pending(game, table), *self._stock(game, table)]

    def _top(self, table: PisYediliTable) -> Lying:
        """The card on top, and what it means for who is to move."""
        if not table.top:
            return Lying(says=gettext("No card has been played yet."))
        if table.opening:
            says = gettext("This is your first turn of the deal.")
        elif table.top & JACKS:
            says = gettext("Suit in force: %(suit)s") % {"suit": words.SUIT[table.suit]}
        else:
            says = gettext("You have just played this ace.") if table.again else ""
        return Lying(gettext("Top of the pile"), (NAME[table.top],), says)

    def _pending(self, game: Game[Any], table: PisYediliTable) -> list[Lying]:
        """What the turn has brought so far."""
        lies, n = list[Lying](), table.chain
        if n:
            label = ngettext("%(n)d seven is pending", "%(n)d sevens are pending", n) % {"n": n}
            owed = self._owed(game, table)
            says = ngettext("%(n)s card to take", "%(n)s cards to take", owed) % {"n": owed}
            lies.append(Lying(label, says=says))
        n = table.drawn
        if n:
            says = ngettext(
                "You have drawn %(n)d card in this turn.",
                "You have drawn %(n)d cards in this turn.",
                n,
            )
            lies.append(Lying(says=says % {"n": n}))
        return lies

    def _stock(self, game: Game[Any], table: PisYediliTable) -> list[Lying]:
        """The stock, where it is too small for what may be drawn."""
        n = table.stock
        if n >= max(self._owed(game, table), 1):
            return []
        if n:
            says = ngettext(
                "Only %(n)d card is left in the stock.",
                "Only %(n)d cards are left in the stock.",
                n,
            )
            return [Lying(says=says % {"n": n})]
        if table.face_up != table.top and game.stock_out == "recycle":
            return [Lying(says=gettext("The stock is empty, but the pile can be shuffled."))]
        return [Lying(says=gettext("The stock is empty."))]

    def offers(self, game: Game[Any], table: PisYediliTable, hand: Cards) -> list[Choice]:
        return [self._draw(game, table), Choice(PASS, str(END_BUTTON))]

    def because(self, game: Game[Any], table: PisYediliTable, hand: Cards, move: str) -> Answer:
        if move == DRAW:
            return self._because_draw(game, table, hand)
        if move == PASS:
            return self._because_end(game, table, hand)
        return self._because_card(game, table, hand, move[:2])

    def _because_draw(self, game: Game[Any], table: PisYediliTable, hand: Cards) -> Answer:
        fits = hand & table.fits
        if table.chain:
            says = (
                gettext("You need not answer with a seven.")
                if fits
                else gettext("You have no seven to answer with.")
            )
            return Answer(f"{says} {self._by_taking(game, table)}", "seven")
        if table.opening:
            return Answer(gettext("You hold no club, so you draw until one comes."), "start")
        if table.again:
            says = gettext("Nothing that you hold fits on your ace, so you draw one card.")
            return Answer(says, "variant-ace")
        if fits:
            return Answer(gettext("You may draw a card although you could play."), "draw")
        if table.drawn:
            return Answer(gettext("Still nothing fits, so you may draw again."), "draw")
        if table.stock:
            return Answer(gettext("Nothing in your hand fits, so you draw."), "draw")
        says = gettext("Nothing in your hand fits, so you draw. The pile is shuffled for that.")
        return Answer(says, "variant-stock")

    def _by_taking(self, game: Game[Any], table: PisYediliTable) -> str:
        """What it comes to if the chain is taken."""
        owed, there = self._owed(game, table), table.stock
        if game.stock_out == "lowest_hand":
            if there < owed or (there == owed and game.stock_out_trigger == "on_empty"):
                return gettext("Taking what is left of the stock ends the deal.")
        else:
            there += table.face_up.bit_count() - 1
        if there < owed:
            return gettext("You take the cards that there are, and your turn is over.")
        if game.after_penalty == "end":
            says = ngettext(
                "You take %(n)d card, and your turn is over.",
                "You take %(n)d cards, and your turn is over.",
                owed,
            )
        else:
            says = ngettext(
                "You take %(n)d card, and your turn goes on.",
                "You take %(n)d cards, and your turn goes on.",
                owed,
            )
        return says % {"n": owed}

    def _because_end(self, game: Game[Any], table: PisYediliTable, hand: Cards) -> Answer:
        if table.again and game.ace == "may_again":
            return Answer(gettext("After an ace one more card is a right, not a duty."), "ace")
        if table.again and table.drawn:
            says = gettext("The card that you drew does not fit on your ace, so your turn is over.")
            return Answer(says, "variant-ace")
        if table.drawn:
            return Answer(gettext("You have drawn in this turn, so you may end it."), "pass")
        says = gettext("Nothing fits and there is nothing to draw, so your turn is over.")
        return Answer(says, "variant-ace" if table.again else "variant-stock")

    def _because_card(
        self, game: Game[Any], table: PisYediliTable, hand: Cards, name: str
    ) -> Answer:
        if table.opening and table.top:
            says = gettext("It is a club, and in the first lap everybody plays one.")
            return Answer(says, "variant-clubs")
        if table.opening:
            return Answer(gettext("It is a club, and any club may be the first card."), "start")
        if table.chain:
            says = gettext("It answers the seven with a seven.")
            if hand & (hand - 1):
                says = f"{says} {self._now_due(game, table)}"
            return Answer(says, "seven")
        top = NAME[table.top]
        if name[0] == "J":
            says = gettext("A jack goes on every card but a jack, unless a seven is pending.")
            return Answer(says, "ace" if table.again else "jack")
        if table.top & JACKS:
            says = gettext("It has the suit in force: %(suit)s.")
            return Answer(says % {"suit": words.SUIT[table.suit]}, "jack")
        says = (
            gettext("It has the suit of the %(card)s.")
            if name[1] == top[1]
            else gettext("It has the rank of the %(card)s.")
        )
        return Answer(says % {"card": words.card_name(top)}, "ace" if table.again else "match")

    def _now_due(self, game: Game[Any], table: PisYediliTable) -> str:
        """What the next player faces if the chain is answered."""
        due = int(game.per_seven * (table.chain + 1))
        says = ngettext(
            "The next player must answer or take %(n)d card.",
            "The next player must answer or take %(n)d cards.",
            due,
        )
        return says % {"n": due}

    def choice(self, move: str) -> Choice:
        card, _equals, suit = move.partition("=")
        label = f"{words.SYMBOL[suit]} {words.SUIT[suit]}" if suit else words.card_name(card)
        return Choice(move, label)

    def buttons(self, view: View) -> list[Choice]:
        buttons = [self._draw(view.game, view.seen.table)] if DRAW in view.seen.moves else []
        if PASS in view.seen.moves:
            buttons.append(Choice(PASS, str(END_BUTTON)))
        return buttons

    def ending(self, game: Game[Any], end: PisYediliTable, names: Sequence[str]) -> str:
        finish = end.finish
        assert finish is not None, "a deal that has ended says how"
        winners = ", ".join(names[seat] for seat in finish.won)
        if finish.ended == "turns":
            return gettext("The deal was too long; the lowest hand: %(names)s.") % {
                "names": winners
            }
        if finish.ended == "stock":
            return gettext("The stock is used up; the lowest hand: %(names)s.") % {"names": winners}
        says = gettext("Out of cards: %(name)s.") % {"name": winners}
        if finish.times == 1:
            return says
        card = {"card": words.card_name(NAME[end.top]), "n": finish.times}
        more = ngettext(
            "The last card was %(card)s: hands count %(n)d time.",
            "The last card was %(card)s: hands count %(n)d times.",
            finish.times,
        )
        return f"{says} {more % card}"

    def count(self, game: Game[Any], end: PisYediliTable, gains: Sequence[int]) -> Count:
        assert end.finish is not None, "a deal that has ended says how"
        times = end.finish.times
        held = [points(hand) for hand in end.shown]
        return Count(
            (gettext("Penalty"),),
            tuple(
                (f"{hand} × {times} = {gain}" if times > 1 and gain else str(gain),)
                for hand, gain in zip(held, gains, strict=True)
            ),
        )


def _asking(move: str, name: Callable[[str], str] = words.card_name) -> str:
    """A jack that names a suit, in words; of another move nothing."""
    jack, asks, suit = move.partition("=")
    if not asks:
        return ""
    return gettext("%(card)s, now %(suit)s") % {"card": name(jack), "suit": words.SUIT[suit]}
