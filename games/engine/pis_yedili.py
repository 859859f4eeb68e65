"""Pis Yedili, the Dirty Seven, the Turkish Crazy Eights: be the first to get rid of all cards.

The pack. 52 cards, no jokers. ``decks=auto``: one pack for up to four seats, two for five to
eight; ``1`` and ``2`` say it outright (eight seats need two). Equal cards of two packs match each
other by rank and by suit.

The deal. Seven cards each, one at a time, clockwise, starting left of the dealer. The rest is the
stock, face down; no card is turned up. The last seat deals first, then the deal moves on
clockwise. Play begins clockwise in every deal.

The opening. Left of the dealer begins, with a club: any one of his clubs if he holds one, else he
draws until the first club comes, and plays that. The opening card has no effect, and an opening
jack names no suit: clubs must follow. Under ``opening=first_lap_clubs`` the first turn of every
seat goes like that, whatever lies on top; ``starter_club`` asks only the first seat.

The turn. A card fits if it has the rank or the suit of the card on top of the pile, and a jack
fits on everything. But on a jack only the named suit fits and never another jack
(``jack_on_jack=false``). In his turn a seat

* plays a card that fits, which ends the turn unless it is an ace; or
* draws a card from the stock: the first one if he likes (with ``voluntary_draw=false`` only if
  nothing fits), more only while nothing fits, and no more than ``draw_limit`` in a turn (1, 3 or
  ``until_playable``, which sets no limit); or
* ends the turn, if he has drawn at least one card.

So a card just drawn may be played at once, and who can play and may not draw must play.

The cards with an effect.

* 8: the next seat loses its turn. With two seats the same seat begins a new turn.
* 10: the direction turns round, for good, and the next seat is the one on that side. With two
  seats that is the opponent, or nobody else under ``two_player_ten=skip``: there a ten is an 8.
* 7: begins a chain or makes it longer. While there is a chain of k sevens the next seat either
  plays a 7 or takes ``per_seven`` times k cards (3 or 2 for each), and nothing else, no jack.
  Taking ends the chain and the turn; under ``after_penalty=may_play`` the turn goes on and the
  taken cards count as drawn: he may play, end the turn, or go on drawing as above. The 7 on top is
  then an ordinary card.
* Ace: the same seat may play one more card that fits on it, any number of aces in a row, with
  their effects; or it ends the turn, without drawing. Under ``ace=must_again`` it must play if it
  can; if it cannot, it draws one card, which it must play if that fits; else the turn ends.
* Jack: names a suit, any one, or under ``jack_suit=different`` any but that of the card it lies on.

``tek=auto``: whoever has one card left need not say so; everybody sees it.

The end of a deal. At once when a seat has no cards left; also on an ace. Its last card has no
effect any more, and a last jack names nothing. The winner scores 0, the others what they hold:
jack 25, seven 20, ace 15, king, queen and ten 10, the rest at face value. If the last card was a 7
that counts ``mult_seven`` times, if it was a jack ``mult_jack`` times, in the opening as well.

The stock runs out. Under ``stock_out=lowest_hand`` the deal ends when a seat must draw and cannot:
nothing fits at the start of its turn; its opening brings no club; or a chain asks for more cards
than there are, of which it takes those. (``stock_out_trigger=on_empty``: as soon as the last card
of the stock is drawn, whatever it is.) Whoever else has a card to play or has drawn goes on. The
lowest hand wins and scores 0, also if several share it, and the others score what they hold,
simply (``stock_out_score=others_full``), what they hold more than the lowest (``difference``), or
every seat, the lowest as well, scores its own hand (``all_own``).

Under ``stock_out=recycle`` the pile below its top is shuffled and becomes the stock at the moment
when a card is to be drawn and there is none; the top and the named suit stay. A chain takes what
is there, then from the new stock; if that is too little, too, the turn ends with what there was.
When nothing can be recycled, a seat that has no card to play ends its turn, and an opening without
a club ends the deal as above. A deal of 400 turns is ended as if the stock had run out.

The match. ``rounds`` deals, whose scores are added up; the lowest total wins. If it is shared
there is one more deal for all, at most three; after that it is a draw.
"""

# ruff: noqa: S105 (a pass here is no password)

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, Literal, NamedTuple

from .cards import NAME, NAMED, PACK, RANK, RANKS, SECOND, SUIT, SUITS, Card, Cards, each, shorten
from .game import (
    CHANCE,
    DEAL,
    NOBODY,
    PASS,
    SHUFFLE,
    Game,
    InvalidMove,
    Move,
    OptionError,
    PositionError,
    Reason,
    Seat,
    State,
    given,
    read_list,
    read_order,
)

HAND = 7
EXTRA_DEALS = 3
MOST_TURNS = 400

DRAW = Move("+")
# Masks of both packs.
TWO_PACKS: Cards = PACK | PACK << SECOND
JACKS, SEVENS, ACES = (RANK[RANKS.index(rank)] * (1 | 1 << SECOND) for rank in "J7A")
CLUBS: Cards = SUIT[0] * (1 | 1 << SECOND)

MOVE: dict[Card, Move] = {card: Move(NAME[card]) for card in each(PACK)}
# By card the moves of a jack that names a suit, by suit.
NAMING: dict[Card, dict[str, Move]] = {
    jack: {suit: Move(f"{NAME[jack]}={suit}") for suit in SUITS} for jack in each(JACKS & PACK)
}
# Every accepted spelling of a move of a seat.
READ: dict[str, Move] = {
    DRAW: DRAW,
    PASS: PASS,
    **{spelling: MOVE[card] for spelling, card in NAMED.items()},
    **{
        f"{spelling}={letter}": NAMING[card][suit]
        for spelling, card in NAMED.items()
        if card in NAMING
        for suit in SUITS
        for letter in (suit, suit.upper())
    },
}
VALUE: dict[str, int] = {"J": 25, "7": 20, "A": 15, "K": 10, "Q": 10, "T": 10} | {
    rank: int(rank) for rank in "2345689"
}
POINTS: dict[Card, int] = {card: VALUE[name[0]] for card, name in NAME.items()}
# The constructors of the NamedTuples do the same, slower.
_build = tuple.__new__


class Finish(NamedTuple):
    """How a deal ended.

    ``ended``: ``out``, a hand was empty; ``stock``, the stock had run out; ``turns``, the deal was
    too long. ``won``: the seats that won it, several only if they share the lowest hand. ``times``:
    how often the hands counted, by the last card. ``gains``: what it added to the scores, by seat.
    """

    ended: str
    won: tuple[Seat, ...]
    times: int
    gains: tuple[int, ...]


class PisYediliTable(NamedTuple):
    """What lies open in a match of Pis Yedili.

    ``face_up``: the pile. ``top``: its top card, 0 before the first. ``fits``: the cards that may
    be played now, whoever holds them; it follows from the other fields and is kept because every
    ply asks for it. ``suit``: the suit in force, one letter of ``cdhs``: the top's own or the one
    that a jack on top named; empty before the first card.
    ``step``: the direction, 1 clockwise, -1 counter-clockwise. ``chain``: sevens that the seat to
    move must answer. ``drawn``: cards that it has drawn in this turn, or since its last ace.
    ``again``: whether it has just played an ace and one more card is offered. ``opening``: how many
    turns must still be a club without effect, this one included; 0 in the ordinary game.
    ``stock``: the number of cards in the stock. ``turns``: how many turns of the deal are over.

    ``dealer``: the seat that dealt, or that will deal while chance is asked for a deal. ``deal``:
    how many deals were dealt so far, so 1 while the first is played. ``extra``: how many of them
    were extra deals after a tie; it counts the next one as soon as the tie is there.

    ``due`` is 0 but while chance makes a new stock: then ``drawer`` is the seat whose turn it is and
    ``due`` the number of cards that it still gets (else ``drawer`` is NOBODY).

    ``finish`` is None while a deal is played and until the next is dealt tells how it ended; then
    ``shown`` are the hands that were left, and pile and stock lie as they lay. Else nothing is
    ``shown``.
    """

    turn: Seat
    face_up: Cards
    top: Card
    fits: Cards
    suit: str
    step: int
    chain: int
    drawn: int
    again: bool
    opening: int
    stock: int
    turns: int
    scores: tuple[int, ...]
    shown: tuple[Cards, ...]
    drawer: Seat
    due: int
    dealer: Seat
    deal: int
    extra: int
    finish: Finish | None


class _Played(NamedTuple):
    """What a move that plays a card does: the card as one of the first pack, the rank if it has an
    effect, the suit in force afterwards, and what fits then."""

    card: Card
    effect: str
    suit: str
    fits: Cards


@dataclass(frozen=True)
class PisYedili(Game[PisYediliTable]):
    """Pis Yedili with its options, as the head of this file tells them."""

    opening: Literal["starter_club", "first_lap_clubs"] = "starter_club"
    jack_suit: Literal["any", "different"] = "any"
    jack_on_jack: Literal["false"] = "false"
    per_seven: Literal[3, 2] = 3
    after_penalty: Literal["end", "may_play"] = "end"
    ace: Literal["may_again", "must_again"] = "may_again"
    voluntary_draw: Literal["true", "false"] = "true"
    draw_limit: Literal["until_playable", 1, 3] = "until_playable"
    two_player_ten: Literal["none", "skip"] = "none"
    stock_out: Literal["lowest_hand", "recycle"] = "lowest_hand"
    stock_out_trigger: Literal["on_need", "on_empty"] = "on_need"
    stock_out_score: Literal["others_full", "difference", "all_own"] = "others_full"
    rounds: int = 4
    mult_seven: int = 3
    mult_jack: int = 2
    decks: Literal["auto", 1, 2] = "auto"
    tek: Literal["auto"] = "auto"

    _pack: Cards = field(init=False, repr=False, compare=False)
    _order: dict[Card, int] = field(init=False, repr=False, compare=False)
    _played: dict[Move, _Played] = field(init=False, repr=False, compare=False)
    _fits: dict[Card, Cards] = field(init=False, repr=False, compare=False)
    _named: dict[str, dict[Card, tuple[Move, ...]]] = field(init=False, repr=False, compare=False)
    _opening: int = field(init=False, repr=False, compare=False)
    _two: bool = field(init=False, repr=False, compare=False)
    _recycle: bool = field(init=False, repr=False, compare=False)
    _on_empty: bool = field(init=False, repr=False, compare=False)
    _must: bool = field(init=False, repr=False, compare=False)
    _voluntary: bool = field(init=False, repr=False, compare=False)
    _limit: int = field(init=False, repr=False, compare=False)
    _zeros: tuple[int, ...] = field(init=False, repr=False, compare=False)

    key: ClassVar[str] = "pis-yedili"
    SEATS: ClassVar[range] = range(2, 9)
    RANKED: ClassVar[tuple[int, ...]] = (2, 3, 4)
    PRESETS: ClassVar[Mapping[str, Mapping[str, str | int | bool]]] = MappingProxyType(
        {
            "app": {},
            "turkish": {"opening": "first_lap_clubs", "draw_limit": 1, "stock_out": "recycle"},
        }
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for refused, sentence in (
            (self.rounds < 1, "rounds must be at least 1."),
            (min(self.mult_seven, self.mult_jack) < 1, "mult_seven and mult_jack must be at least 1."),
            (
                self.decks == 1 and HAND * self.seats > 52,
                f"decks=1 is too few for {self.seats} seats: use decks=2.",
            ),
        ):
            if refused:
                raise OptionError(sentence)
        two = self.decks == 2 or self.decks == "auto" and self.seats > 4
        pack = TWO_PACKS if two else PACK
        played = self._effects(pack)
        recycle = self.stock_out == "recycle"
        for name, value in {
            "_pack": pack,
            "_order": {
                card: at for at, card in enumerate(sorted(each(pack), key=list(NAME.values()).index))
            },
            "_played": played,
            # What fits on a card that is no jack which named a suit.
            "_fits": {card: played[Move(NAME[card])].fits for card in each(pack)},
            "_named": {
                suit: {card: self._moves(card, suit) for card in MOVE} for suit in SUITS
            },
            "_opening": 1 if self.opening == "starter_club" else self.seats,
            "_two": two,
            "_recycle": recycle,
            "_on_empty": not recycle and self.stock_out_trigger == "on_empty",
            "_must": self.ace == "must_again",
            "_voluntary": self.voluntary_draw == "true",
            "_limit": TWO_PACKS.bit_count() if isinstance(self.draw_limit, str) else self.draw_limit,
            "_zeros": (0,) * self.seats,
        }.items():
            object.__setattr__(self, name, value)
