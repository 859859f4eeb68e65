"""Rummy 500 on the page: the pile in a row, the melds, and what the cards in hand can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import words
from games.engine.cards import NAME, Cards, read_cards
from games.engine.game import Game, Move, State
from games.engine.melds import HIGH, LOW, MELDS, grown
from games.engine.rummy500 import DRAW, END, MELD, STOCK, TAKE, USE, Rummy500, Rummy500Table
from games.faces.face import NO_YES, Choice, Count, Face, HandCard, Lying, Setting, names_of
from games.words import Answer

if TYPE_CHECKING:
    from games.course import Told
    from games.match import View

USES = 3  # how many uses of a card of the pile are told
WHOLE = 26  # the letters of a meld of all thirteen cards of a suit


class PileCard(NamedTuple):
    """A card of the pile. `count`: how many cards taking it brings; `move` is empty where it may
    not be taken, and then `why` says why not; else `uses` are ways to use it."""

    card: str
    count: int
    move: str
    uses: tuple[str, ...]
    why: str


class MeldCard(NamedTuple):
    card: str
    owner: str
    mine: bool


class Meld(NamedTuple):
    """A meld on the table. `number`: as a lay-off names it."""

    number: int
    name: str
    owners: list[str]
    cards: list[MeldCard]


class Offer(NamedTuple):
    """What can be done with some cards of the hand, which `cards` names with blanks between.

    `worth`: what it lays on the table. `most`: no other offer of its kind does it with more cards.
    """

    move: str
    label: str
    cards: str
    shown: list[str]
    worth: int | None
    most: bool


class Lay(NamedTuple):
    """What a move lays: the cards, also by name as they will lie, the meld to which they go, 0
    for a new one, and the worth."""

    move: Move
    cards: Cards
    names: list[str]
    meld: int
    worth: int


def _lays(game: Rummy500, table: Rummy500Table, moves: Sequence[Move]) -> list[Lay]:
    """The melds and lay-offs among the moves."""
    lays = []
    for move in moves:
        if move[0] in "+-.":
            continue
        names, meld, mark = _laid(move)
        cards = sum(read_cards("".join(names)))
        if meld:
            before = table.melds[meld - 1]
            worth = game.worth(grown(before, cards, mark)) - game.worth(before)
        else:
            worth = game.worth(move)
        lays.append(Lay(move, cards, names, meld, worth))
    return lays


def _laid(move: str) -> tuple[list[str], int, str]:
    """Of a meld or lay-off the cards by name, the meld to which they go, 0 for a new one, and the
    mark of an end."""
    text, _target, number = move.partition(">")
    names = [text[at : at + 2] for at in range(0, len(text), 2)]
    meld = number.rstrip(LOW + HIGH)
    return names, int(meld or 0), number[len(meld) :]


class Rummy500Face(Face):
    key = Rummy500.key
    name = pgettext_lazy("game", "Rummy 500")
    pitch = _("Lay sets and runs, dig in the discards, be ahead when somebody reaches 500.")
    cards = ("Qs", "Ks", "As")
    deal = pgettext_lazy("column", "Round")
    note = _("Points on the table")
    over = _("Round %(n)d is over.")
    template = "games/rummy500.html"
    mine = "games/rummy500_mine.html"
    reasons: ClassVar = {
        "draw_first": (_("Draw first: from the stock or from the pile."), "draw"),
        "already_drawn": (_("You have drawn already."), "draw"),
        "stock_empty": (_("The stock is used up."), "variant-stock"),
        "stock_left": (_("The round goes on while there is a stock."), "end"),
        "not_in_pile": (_("The pile does not hold the %(cards)s."), "take"),
        "no_use": (_("There is no use for the %(cards)s at once, so it may not be taken."), "take"),
        "use_first": (_("First use the %(cards)s, for which you reached into the pile."), "use"),
        "kept_card": (
            _("You may not discard the %(cards)s in this turn: you have just taken it."),
            "variant-top",
        ),
        "no_such_meld": (_("There is no such meld."), "layoff"),
        "does_not_fit": (_("This meld does not take the %(cards)s."), "layoff"),
        "new_meld": (_("By these rules the %(cards)s must go into a new meld."), "use"),
        "no_meld": (_("These cards are neither a set nor a run."), "meld"),
        "gap": (_("A run has no gaps: the %(cards)s is missing."), "meld"),
        "gaps": (_("A run has no gaps: cards in between are missing."), "meld"),
        "set_rank": (_("A set takes only its own rank, and not the %(cards)s."), "layoff"),
        "run_suit": (_("A run takes only its own suit, and not the %(cards)s."), "layoff"),
        "corner": (
            _("A run does not go round the corner, from the king through the ace to the two."),
            "meld",
        ),
        "taken_card": (
            _("By these rules cards taken just now may not help: %(cards)s."),
            "variant-support",
        ),
        "nothing_left": (_("By these rules a card must be left to discard."), "variant-out"),
        "ace_end": (_("Say at which end the ace lies."), "variant-ace"),
    }
    whys: ClassVar = {
        "go_out": _("You can go out in this turn."),
        "lay": _("It brings points at once."),
        "dig": _("The pile brings cards that can be laid."),
        "draw": _("Nothing in the pile is worth what it would bring into the hand."),
        "save": _("Holding back promises more than laying now."),
        "unload": _("The round may end soon, and high cards in the hand cost points."),
        "feed_not": _("It is the card that helps the others least."),
        "loose": _("Your other cards need it least."),
    }
    points = _("Points this round")
    presets: ClassVar = {"standard": pgettext_lazy("preset", "Standard")}
    settings: ClassVar[Mapping[str, Setting]] = {
        "deal_2p": Setting(_("Cards each with two players"), {"10": "10", "13": "13"}),
        "top_card": Setting(
            _("The top card of the pile"),
            {
                "must_use": _("must be used at once"),
                "keep_no_discard": _("may be kept, but not discarded in that turn"),
            },
        ),
        "dig_use": Setting(
            _("Use of a card reached for"),
            {"meld_or_layoff": _("in a meld, new or old"), "meld_only": _("in a new meld")},
        ),
        "dig_support": Setting(
            _("Help for a card reached for"),
            {
                "hand_and_taken": _("cards of the hand and those taken with it"),
                "hand_only": _("cards of the hand only"),
            },
        ),
        "ace_low_value": Setting(_("A low ace counts"), {"15": "15", "5": "5", "1": "1"}),
        "pips": Setting(
            _("Twos to nines count"), {"face": _("their number"), "fives": _("5 each")}
        ),
        "go_out": Setting(
            _("Going out"),
            {"free": _("with or without a discard"), "must_discard": _("with a discard only")},
        ),
        "floating": Setting(_("Playing on without cards"), NO_YES),
        "stock_out": Setting(
            _("When the stock is used up"),
            {
                "end_after_turn": _("the round is over"),
                "discard_only": _("play goes on from the pile"),
            },
        ),
        "target": Setting(_("Points to win"), {}, 2000, 1),
        "max_rounds": Setting(_("At most so many rounds"), {}, 100, 1),
    }

    def lay(self, view: View, names: Sequence[str]) -> dict[str, Any]:
        table, game, moves = view.seen.table, view.game, view.seen.moves
        lays = _lays(game, table, moves)
        return {
            "round": table.round,
            "target": game.target,
            "stock": table.stock,
            "draw": self._choice_of(game, table, STOCK) if STOCK in moves else None,
            "stop": self._choice_of(game, table, END) if END in moves else None,
            "choosing": bool(moves) and table.phase == DRAW,
            "pile": [self._pile_card(view, at) for at in range(len(table.pile))],
            "melds": [
                self._meld(table, number, names, view.seen.seat)
                for number in range(1, len(table.melds) + 1)
            ],
            "offers": self._offers(game, table, lays, moves),
            "held": game.value(view.seen.hand),
        }

    def _pile_card(self, view: View, at: int) -> PileCard:
        """What taking the card at this place of the pile, counted from the bottom, would mean."""
        seen, game = view.seen, view.game
        card = seen.table.pile[at]
        count, move = len(seen.table.pile) - at, TAKE[card]
        if not seen.moves or seen.table.phase != DRAW:
            return PileCard(NAME[card], count, "", (), "")
        if move in seen.moves:
            uses = tuple(self._uses(game, seen.table, seen.hand, move))
            return PileCard(NAME[card], count, move, uses, "")
        why = self.refusal(game.why_not(seen.table, seen.hand, move)).sentence
        return PileCard(NAME[card], count, "", (), why)

    def _uses(self, game: Game[Any], table: Rummy500Table, hand: Cards, take: Move) -> list[str]:
        """The most valuable ways to use the card that this take reaches for; none if it is kept."""
        hands = [0] * game.seats
        hands[table.turn] = hand
        # A take brings nothing hidden to light, so what the seat sees is enough to apply it.
        after = game.apply(State(table, tuple(hands), ()), take)
        if after.table.phase != USE:
            return []
        moves = game.legal_moves(after.table, after.hands[table.turn])
        lays = sorted(_lays(game, after.table, moves), key=lambda lay: -lay.worth)
        return [self._lay_name(lay) for lay in lays[:USES]]

    def _lay_name(self, lay: Lay) -> str:
        cards = "\u00a0".join(map(words.short_name, lay.names))
        words_of = {"cards": cards, "n": lay.worth, "meld": lay.meld}
        if lay.meld:
            return gettext("lay %(cards)s off on meld %(meld)d (+%(n)d)") % words_of
        return gettext("meld %(cards)s (+%(n)d)") % words_of

    def _meld(
        self, table: Rummy500Table, number: int, names: Sequence[str], own: int | None
    ) -> Meld:
        cards = []
        for card in read_cards(table.melds[number - 1]):
            owner = next(seat for seat, laid in enumerate(table.laid) if laid & card)
            cards.append(MeldCard(NAME[card], names[owner], owner == own))
        owners = list(dict.fromkeys([card.owner for card in cards]))
        return Meld(number, gettext("Meld %(n)d") % {"n": number}, owners, cards)

    def _offers(
        self, game: Game[Any], table: Rummy500Table, lays: Sequence[Lay], moves: Sequence[Move]
    ) -> list[Offer]:
        offers = []
        for lay in lays:
            most = not any(
                lay.cards != other.cards
                and lay.cards & ~other.cards == 0
                and lay.meld == other.meld
                for other in lays
            )
            label = self._offer_name(lay)
            offers.append(
                Offer(
                    lay.move, label, " ".join(names_of(game, lay.cards)), lay.names, lay.worth, most
                )
            )
        for move in moves:
            if move.startswith("-"):
                card = move[1:]
                offers.append(Offer(move, gettext("Discard"), card, [card], None, False))
        return offers

    def _offer_name(self, lay: Lay) -> str:
        """What the button of a lay says: where it goes, and at which end an ace if that matters."""
        low = lay.move.endswith("<") or (len(lay.move) == WHOLE and lay.move.startswith("A"))
        high = lay.move.endswith("^") or (len(lay.move) == WHOLE and not low)
        if not lay.meld:
            if low:
                return gettext("Meld, ace low")
            return gettext("Meld, ace high") if high else pgettext("cards", "Meld")
        says = (
            gettext("Lay off on %(n)d, ace low")
            if low
            else gettext("Lay off on %(n)d, ace high")
            if high
            else gettext("Lay off on %(n)d")
        )
        return says % {"n": lay.meld}

    def hand(self, view: View) -> list[HandCard]:
        """The own cards; they are picked, and what can be done with the picked ones is offered."""
        return [
            HandCard(NAME[card], (), NAME[card], bool(card & view.drawn))
            for card in view.game.in_order(view.seen.hand)
        ]

    def buttons(self, view: View) -> list[Choice]:
        return []

    def _choice_of(self, game: Game[Any], table: Rummy500Table, move: str) -> Choice:
        return Choice(move, self.move_name(game, table, move))

    def move_name(self, game: Game[Any], table: Rummy500Table, move: str) -> str:
        if move == STOCK:
            return gettext("Draw from the stock")
        if move == END:
            return gettext("End the round")
        if move[0] == "+":
            return gettext("Take from the pile, down to the %(card)s") % {
                "card": words.card_name(move[1:])
            }
        if move[0] == "-":
            return gettext("Discard the %(card)s") % {"card": words.card_name(move[1:])}
        names, meld, mark = _laid(move)
        says = gettext("Lay %(cards)s off on %(n)d") if meld else gettext("Meld %(cards)s")
        label = says % {"cards": " ".join(map(words.short_name, names)), "n": meld}
        if not mark:
            return label
        says = gettext("%(move)s, ace low") if mark == LOW else gettext("%(move)s, ace high")
        return says % {"move": label}

    def lies(self, game: Game[Any], table: Rummy500Table) -> list[Lying]:
        takes = tuple(TAKE[card] for card in table.pile) if table.phase == DRAW else ()
        pile = tuple(NAME[card] for card in table.pile)
        lies = [
            Lying(gettext("Meld %(n)d") % {"n": number}, tuple(_laid(meld)[0]))
            for number, meld in enumerate(table.melds, 1)
        ]
        if pile:
            lies.insert(0, Lying(gettext("Pile, the oldest card first"), pile, moves=takes))
        elif table.phase == DRAW:
            lies.insert(0, Lying(says=gettext("The pile is empty.")))
        if not table.stock:
            lies.append(Lying(says=gettext("The stock is empty.")))
        return [*lies, *self._turn_so_far(game, table)]

    def _turn_so_far(self, game: Game[Any], table: Rummy500Table) -> list[Lying]:
        """How the seat to move has drawn."""
        if table.phase == DRAW:
            return []
        if table.phase == USE:
            lies = [Lying(gettext("The card reached for"), (NAME[table.must],))]
            if table.taken:
                lies.append(Lying(gettext("Taken with it"), tuple(names_of(game, table.taken))))
            return lies
        if table.kept:
            return [Lying(gettext("Just taken from the pile"), (NAME[table.kept],))]
        return [Lying(says=gettext("You have drawn already."))]

    def offers(self, game: Game[Any], table: Rummy500Table, hand: Cards) -> list[Choice]:
        if table.phase != DRAW:
            return []
        moves = [STOCK, END] if game.stock_out == "discard_only" else [STOCK]
        return [self._choice_of(game, table, move) for move in moves]

    def because(self, game: Game[Any], table: Rummy500Table, hand: Cards, move: str) -> Answer:
        if move == STOCK:
            says = gettext("You may always draw from the stock while there is one.")
            return Answer(says, "draw")
        if move == END:
            says = gettext("The stock is used up, so you may end the round.")
            return Answer(says, "variant-stock")
        if move[0] == "+":
            uses = self._uses(game, table, hand, Move(move))
            if not uses:
                says = gettext("By these rules you may take the top card alone and keep it.")
                return Answer(says, "variant-top")
            says = gettext("You can use it at once: %(use)s.")
            return Answer(says % {"use": uses[0]}, "take")
        if move[0] == "-":
            return self._because_discard(table, hand, NAME[table.kept] if table.kept else "", move)
        return self._because_laid(game, table, hand, move)

    def _because_discard(self, table: Rummy500Table, hand: Cards, kept: str, move: str) -> Answer:
        if move[1:] == kept:
            says = gettext("It is the only card you have left, so you may discard it after all.")
            return Answer(says, "variant-top")
        if not hand & (hand - 1):
            return Answer(gettext("It is your last card: with it you go out."), "end")
        says = gettext("You have drawn, so you may discard. That ends your turn.")
        return Answer(says, "discard")

    def _because_laid(
        self, game: Game[Any], table: Rummy500Table, hand: Cards, move: str
    ) -> Answer:
        (lay,) = _lays(game, table, [Move(move)])
        if lay.meld:
            says, anchor = self._fits(table.melds[lay.meld - 1], lay) % {"n": lay.meld}, "layoff"
        else:
            says, anchor = self._is_meld(move), "meld"
        if table.phase == USE:
            more = gettext("That uses the card you reached for.")
            says, anchor = f"{says} {more}", "use"
        if lay.cards == hand:
            more = (
                gettext("By these rules laying your last card does not end the round.")
                if game.floating == "true"
                else gettext("You go out without a discard.")
            )
            says = f"{says} {more}"
        return Answer(says, anchor)

    def _is_meld(self, meld: str) -> str:
        if meld[0] == meld[2]:
            return gettext("These cards are a set: all have the same rank.")
        return {
            LOW: gettext("These cards are a run. It begins with the ace."),
            HIGH: gettext("These cards are a run. It ends with the ace."),
            "": gettext("These cards are a run: neighbours of one suit."),
        }[MELDS[meld].ace]

    def _fits(self, meld: str, lay: Lay) -> str:
        """Where the cards fit a meld, with a place for its number."""
        if meld[0] == meld[2]:
            return gettext("Meld %(n)d is a set of this rank.")
        below, above = grown(meld, lay.cards, _laid(lay.move)[2]).split(meld)
        if below and above:
            return gettext("This continues the run of meld %(n)d at both ends.")
        if below:
            return gettext("This continues the run of meld %(n)d at its low end.")
        return gettext("This continues the run of meld %(n)d at its high end.")

    def notes(self, view: View) -> list[str]:
        table = view.seen.table
        return [f"+{points}" if points else "" for points in table.points]

    def turn_says(self, view: View) -> str:
        table, moves = view.seen.table, view.seen.moves
        if table.phase == USE:
            card = words.card_name(NAME[table.must])
            return gettext("Now use the %(card)s.") % {"card": card}
        if table.phase == MELD:
            return gettext("Your turn: lay what you like, then discard.")
        if STOCK not in moves:
            return gettext("Your turn: take from the pile or end the round.")
        if len(moves) == 1:
            return gettext("Your turn: draw from the stock.")
        return gettext("Your turn: draw from the stock or take from the pile.")

    def tell(self, told: Told, name: Callable[[str], str] = words.card_name) -> str:
        move = told.move
        if move == STOCK:
            return pgettext("move", "a card drawn")
        if move == END:
            return pgettext("move", "round ended")
        if move[0] == "+":
            n, card = told.gained, name(move[1:])
            says = ngettext("%(n)d card taken: %(card)s", "%(n)d cards taken, down to %(card)s", n)
            return says % {"n": n, "card": card}
        if move[0] == "-":
            return pgettext("move", "%(card)s discarded") % {"card": name(move[1:])}
        names, _target, number = move.partition(">")
        cards = [names[at : at + 2] for at in range(0, len(names), 2)]
        said = {"cards": ", ".join(map(name, cards)), "meld": number.rstrip("<^")}
        if number:
            return pgettext("move", "%(cards)s on meld %(meld)s") % said
        return pgettext("move", "meld %(cards)s") % said

    def ending(self, game: Game[Any], end: Rummy500Table, names: Sequence[str]) -> str:
        out = [name for name, hand in zip(names, end.shown, strict=True) if not hand]
        if out and game.floating == "true" and not end.stock:
            # Somebody may have played on without cards when the stock ended the round.
            return gettext("The round is over.")
        if out:
            return gettext("Out of cards: %(name)s.") % {"name": ", ".join(out)}
        if end.stock:
            return gettext("The round was too long and is over.")
        return gettext("The stock is used up, so the round is over.")

    def count(self, game: Game[Any], end: Rummy500Table, gains: Sequence[int]) -> Count:
        return Count(
            (gettext("Laid"), gettext("In hand"), gettext("This round")),
            tuple(
                (str(end.points[seat]), str(game.value(end.shown[seat])), words.number(gain))
                for seat, gain in enumerate(gains)
            ),
        )
