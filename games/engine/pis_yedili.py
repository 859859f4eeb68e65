"""Pis Yedili, the Dirty Seven, the Turkish Crazy Eights: be the first to get rid of all cards.

The pack. 52 cards, no jokers. ``decks=auto``: one pack for up to four seats, two for five to
eight; ``1`` and ``2`` say it outright (eight seats need two). Equal cards of two packs match each
other by rank and by suit.

The deal. Seven cards each, one at a time, clockwise, starting left of the dealer. The rest is the
stock, face down; no card is turned up. The last seat deals first, then the deal moves on
clockwise. Play begins clockwise in every deal.

The opening. The seat left of the dealer begins, with a club: any one of those it holds; if it
holds none it draws until the first club comes, and plays that. The opening card has no effect, and
an opening jack names no suit: clubs must follow. Under ``opening=first_lap_clubs`` the first turn
of every seat goes like that, whatever lies on top; ``starter_club`` asks only the first seat.

The turn. A card fits if it has the rank or the suit of the card on top of the pile, and a jack
fits on everything. But on a jack only the named suit fits and never another jack
(``jack_on_jack=false``). In its turn a seat

* plays a card that fits, which ends the turn unless it is an ace; or
* draws a card from the stock: the first one if it likes (with ``voluntary_draw=false`` only if
  nothing fits), more only while nothing fits, and no more than ``draw_limit`` in a turn (1, 3 or
  ``until_playable``, which sets no limit); or
* ends the turn, if it has drawn at least one card.

So a card just drawn may be played at once, and who can play and may not draw must play. Then it is
the turn of the next seat in the direction of play.

The cards with an effect.

* 8: the next seat loses its turn. With two seats the same seat begins a new turn.
* 10: the direction turns round, for good, and the next seat is the one on that side. With two
  seats that is simply the opponent; under ``two_player_ten=skip`` a ten of two seats is like an 8.
* 7: begins a chain or makes it longer. While there is a chain of k sevens the next seat either
  plays a 7 or takes ``per_seven`` times k cards (3 or 2 for each), and nothing else, no jack.
  Taking ends the chain and the turn; under ``after_penalty=may_play`` the turn goes on and the
  taken cards count as drawn: the seat may play, end the turn, or go on drawing as above. The 7 on
  top is then an ordinary card, and the next 7 begins a new chain.
* Ace: the same seat may play one more card that fits on it, any number of aces in a row, with
  their effects; or it ends the turn, without drawing. Under ``ace=must_again`` it must play if it
  can; if it cannot, it draws one card, which it must play if that fits; else the turn ends.
* Jack: names a suit, any one (``jack_suit=any``) or any but that of the card it is laid on
  (``different``).

``tek=auto``: whoever has one card left need not say so; everybody sees it.

The end of a deal. At once when a seat has no cards left; also on an ace. Its last card has no
effect any more, and a last jack names nothing. The winner scores 0, the others what they hold:
jack 25, seven 20, ace 15, king, queen and ten 10, the rest at face value. If the last card was a 7
that counts ``mult_seven`` times, if it was a jack ``mult_jack`` times.

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
a club ends the deal as above. A deal of 400 turns ends as if the stock had run out.

The match. ``rounds`` deals, whose scores are added up; the lowest total wins. If it is shared
there is one more deal for all, at most three; after that it is a draw.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import add
from types import MappingProxyType
from typing import ClassVar, Literal, NamedTuple

from .cards import (
    NAME,
    NAMED,
    PACK,
    RANK,
    RANKS,
    SECOND,
    SUIT,
    SUITS,
    Card,
    Cards,
    each,
    shorten,
    swap_twins,
    twins_to_swap,
)
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
# The moves that play no card: if a card fits, and if none does.
Others = tuple[tuple[Move, ...], tuple[Move, ...]]
CHAIN: Others = (DRAW,), (DRAW,)
OPENING: Others = (), (DRAW,)
NONE: Others = (), ()
# Masks of both packs.
TWO_PACKS: Cards = PACK | PACK << SECOND
JACKS, SEVENS, ACES = (RANK[RANKS.index(rank)] * (1 | 1 << SECOND) for rank in "J7A")
CLUBS: Cards = SUIT[0] * (1 | 1 << SECOND)

MOVE: dict[Card, Move] = {card: Move(NAME[card]) for card in each(PACK)}
# The same by ``bit_length``, from 1. Single bits are the worst keys of a dict: their hashes end in
# zeros, so all of them begin to look in one place.
MOVE_AT: list[Move] = [DRAW, *MOVE.values()]
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
# By set of ranks what one card of each counts.
POINTS: list[int] = [0]
for _rank in RANKS:
    POINTS += [VALUE[_rank] + less for less in POINTS]
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
    be played now, whoever holds them. ``others``: what else may be done, if a card fits and if none
    does. Both follow from the other fields and are kept because every ply asks for them.
    ``suit``: the suit in force, one letter of ``cdhs``: the top's own or the one that a jack on top
    named; empty before the first card. ``step``: the direction, 1 clockwise, -1 counter-clockwise.
    ``chain``: sevens that the seat to move must answer. ``drawn``: cards that it has drawn in this
    turn, or since its last ace. ``again``: whether it has just played an ace and one more card is
    offered. ``opening``: how many turns must still be a club without effect, this one included; 0
    in the ordinary game. ``stock``: the number of cards in the stock. ``turns``: how many turns of
    the deal are over.

    ``owed`` is None but while chance makes a new stock: then it says whose turn it is and how many
    cards that seat still gets.

    ``dealer``: the seat that dealt, or that will deal while chance is asked for a deal. ``deal``:
    how many deals were dealt so far, so 1 while the first is played. ``extra``: how many of them
    were extra deals after a tie; it counts the next one as soon as the tie is there.

    ``finish`` is None while a deal is played and until the next is dealt tells how it ended; then
    ``shown`` are the hands that were left, and pile and stock lie as they lay. Else nothing is
    ``shown``.
    """

    turn: Seat
    face_up: Cards
    top: Card
    fits: Cards
    others: Others
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
    owed: tuple[Seat, int] | None
    dealer: Seat
    deal: int
    extra: int
    finish: Finish | None


# What a move that plays a card does: the card as one of the first pack, its rank if it has an
# effect, the suit in force afterwards, and the cards that fit then.
_Played = tuple[Card, str, str, Cards]


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
    _two_packs: bool = field(init=False, repr=False, compare=False)
    _played: dict[Move, _Played] = field(init=False, repr=False, compare=False)
    _fits: dict[Card, Cards] = field(init=False, repr=False, compare=False)
    _named: dict[str, dict[Card, tuple[Move, ...]]] = field(init=False, repr=False, compare=False)
    _clubs: Cards = field(init=False, repr=False, compare=False)
    _sevens: Cards = field(init=False, repr=False, compare=False)
    _in_turn: tuple[Others, ...] = field(init=False, repr=False, compare=False)
    _dry_turn: tuple[Others, ...] = field(init=False, repr=False, compare=False)
    _after_ace: tuple[Others, ...] = field(init=False, repr=False, compare=False)
    _dry_after_ace: tuple[Others, ...] = field(init=False, repr=False, compare=False)

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
        for refused, options, sentence in (
            (self.rounds < 1, "rounds", "rounds must be at least 1."),
            (
                min(self.mult_seven, self.mult_jack) < 1,
                "mult_seven mult_jack",
                "mult_seven and mult_jack must be at least 1.",
            ),
            (
                self.decks == 1 and HAND * self.seats > 52,
                "decks seats",
                f"decks=1 is too few for {self.seats} seats: use decks=2.",
            ),
        ):
            if refused:
                raise OptionError(sentence, *options.split())
        two = self.decks == 2 or (self.decks == "auto" and self.seats > 4)
        pack = TWO_PACKS if two else PACK
        played = self._effects(pack)
        for name, value in {
            "_pack": pack,
            "_two_packs": two,
            "_played": played,
            # What fits on a card that is no jack which named a suit.
            "_fits": {card: played[Move(NAME[card])][3] for card in each(pack)},
            "_named": {suit: {card: self._moves(card, suit) for card in MOVE} for suit in SUITS},
            "_clubs": CLUBS & pack,
            "_sevens": SEVENS & pack,
            # By the number of cards drawn in the turn; after an ace it is one at most.
            "_in_turn": tuple([self._others(False, n, dry=False) for n in range(len(NAME))]),
            "_dry_turn": tuple([self._others(False, n, dry=True) for n in range(2)]),
            "_after_ace": tuple([self._others(True, n, dry=False) for n in range(2)]),
            "_dry_after_ace": tuple([self._others(True, n, dry=True) for n in range(2)]),
        }.items():
            object.__setattr__(self, name, value)

    def _effects(self, pack: Cards) -> dict[Move, _Played]:
        """What each move that plays a card does."""
        played: dict[Move, _Played] = {}
        for card, move in MOVE.items():
            rank, suit = move
            same_suit = SUIT[SUITS.index(suit)] * (1 | 1 << SECOND) & pack
            same_rank = RANK[RANKS.index(rank)] * (1 | 1 << SECOND) & pack
            effect = rank if rank in "78TA" else ""
            if rank == "T" and self.seats == 2 and self.two_player_ten == "skip":
                effect = "8"
            fits = same_suit & ~JACKS if rank == "J" else same_suit | same_rank | JACKS & pack
            played[move] = card, effect, suit, fits
        for jack, naming in NAMING.items():
            for suit, move in naming.items():
                fits = SUIT[SUITS.index(suit)] * (1 | 1 << SECOND) & pack & ~JACKS
                played[move] = jack, "", suit, fits
        return played

    def _moves(self, card: Card, suit: str) -> tuple[Move, ...]:
        """The moves that play the card on a card of this suit; a jack names another suit."""
        if card not in NAMING:
            return (MOVE[card],)
        barred = suit if self.jack_suit == "different" else ""
        return tuple([move for named, move in NAMING[card].items() if named != barred])

    @property
    def pack(self) -> Cards:
        return self._pack

    def in_order(self, cards: Cards) -> list[Card]:
        # Equal cards of two packs stand side by side.
        return sorted(each(cards), key=lambda card: card.bit_length() % SECOND)

    def start(self) -> State[PisYediliTable]:
        none, stock = (0,) * self.seats, tuple(each(self._pack))
        before = self._dealt(self.seats - 1, 0, 0, none, len(stock))
        before = before._replace(turn=CHANCE, fits=0, others=NONE, opening=0)
        return State(before, none, stock)

    def _dealt(
        self, dealer: Seat, deal: int, extra: int, scores: tuple[int, ...], stock: int
    ) -> PisYediliTable:
        """The table when the cards are dealt and nobody has moved."""
        return PisYediliTable(
            turn=(dealer + 1) % self.seats,
            face_up=0,
            top=0,
            fits=self._clubs,
            others=OPENING,
            suit="",
            step=1,
            chain=0,
            drawn=0,
            again=False,
            opening=1 if self.opening == "starter_club" else self.seats,
            stock=stock,
            turns=0,
            scores=scores,
            shown=(0,) * self.seats,
            owed=None,
            dealer=dealer,
            deal=deal,
            extra=extra,
            finish=None,
        )

    def to_shuffle(self, state: State[PisYediliTable]) -> Cards:
        table = state.table
        return table.face_up ^ table.top if table.owed else self._pack

    def seen(self, table: PisYediliTable, hand: Cards) -> tuple[PisYediliTable, Cards]:
        if self._pack == PACK:
            return table, hand
        swapped = twins_to_swap(table.top, table.face_up, hand, *table.shown)
        seen = table._replace(
            face_up=swap_twins(table.face_up, swapped),
            top=swap_twins(table.top, swapped),
            shown=tuple([swap_twins(shown, swapped) for shown in table.shown]),
        )
        return seen, swap_twins(hand, swapped)

    def legal_moves(self, table: PisYediliTable, hand: Cards) -> list[Move]:
        fits = hand & table.fits
        if not fits:
            return [*table.others[1]]
        moves: list[Move] = []
        cards = (fits | fits >> SECOND) & PACK if self._two_packs else fits
        # The last card and an opening name no suit.
        if cards & JACKS and hand & (hand - 1) and not table.opening:
            named = self._named[table.suit]
            while cards:
                card = cards & -cards
                moves += named[card]
                cards ^= card
        else:
            while cards:
                card = cards & -cards
                moves.append(MOVE_AT[card.bit_length()])
                cards ^= card
        moves += table.others[0]
        return moves

    def _others_at(self, table: PisYediliTable) -> Others:
        """What the seat to move may do but play a card."""
        if table.chain:
            return CHAIN
        if table.opening:
            return OPENING
        drawn = table.drawn
        if self._can_draw(table):
            return self._after_ace[drawn > 0] if table.again else self._in_turn[drawn]
        return self._dry_after_ace[drawn > 0] if table.again else self._dry_turn[drawn > 0]

    def _others(self, again: bool, drawn: int, *, dry: bool) -> Others:
        """The same outside openings and chains; ``dry`` if there is nothing to draw."""
        may_draw, may_end, may_both = (DRAW,), (PASS,), (DRAW, PASS)
        if again and self.ace == "may_again":
            return may_end, may_end
        if again:
            return (), may_end if drawn or dry else may_draw
        if not drawn:
            first = may_draw if self.voluntary_draw == "true" and not dry else ()
            # Where nothing fits and nothing can be drawn, nothing is left but to end the turn.
            return first, may_end if dry else may_draw
        limit = self.draw_limit if isinstance(self.draw_limit, int) else len(NAME)
        return may_end, may_both if drawn < limit and not dry else may_end

    def _can_draw(self, table: PisYediliTable) -> bool:
        """Whether there is a card to draw: in the stock, or in the pile below its top."""
        return table.stock > 0 or (self.stock_out == "recycle" and table.face_up != table.top)

    def apply(self, state: State[PisYediliTable], move: Move) -> State[PisYediliTable]:
        # One long function without calls: with legal_moves it is all that a search does. Only a
        # stock that is too small, chance and the end of a deal go elsewhere. What was tried, in
        # units of tests/bench/engine.py for a ply of both with four seats: asking at each ply what
        # may be done 15.3, keeping it in ``others`` 11.9; chains taken in here 11.0; a deal counted
        # and an empty stock settled without _replace 10.1; tuple(now) where (*now,) made one more
        # list, few fields asked for by name, not by a star, one flag for two packs: 9.7; the moves
        # in a list, not a dict: 9.5. No difference: fewer fields, plain tuples to unpack, the table
        # cut into one first, moves put in place one by one or by & cards - 1, single cards apart.
        table, hands, stock = state
        (turn, face_up, top, fits, others, suit, step, chain, drawn, again, opening, left, turns,
         scores, shown, owed, dealer, deal, extra, finish) = table  # fmt: skip
        if turn < 0:
            return self._ordered(state, move)
        ends = True
        if move == DRAW:
            if chain:
                due = self.per_seven * chain
                if left < due:
                    return self._take(state, turn, due)
                got, stock = sum(stock[:due]), stock[due:]
                left -= due
                chain, fits, ends = 0, self._fits[top], self.after_penalty == "end"
                drawn = due
                others = self._in_turn[0 if ends else due]
            elif left:
                got, stock = stock[0], stock[1:]
                left -= 1
                drawn += 1
                ends = False
                if not opening:
                    others = self._after_ace[1] if again else self._in_turn[drawn]
            else:
                return self._take(state, turn, 1)
            now = [*hands]
            now[turn] |= got
            hands = tuple(now)
        elif move == PASS:
            others = self._in_turn[0]
        else:
            card, effect, suit, fits = self._played[move]
            now = [*hands]
            hand = now[turn]
            if not hand & card:
                card <<= SECOND
            hand = now[turn] = hand ^ card
            hands = tuple(now)
            face_up |= card
            top = card
            if not hand:
                values = (turn, face_up, top, *table[3:5], suit, *table[6:])
                table = self._count(_build(PisYediliTable, values), hands, "out")
                return _build(State, (table, hands, stock))
            others = self._in_turn[0]
            if opening:
                opening -= 1
                if opening:
                    fits, others = self._clubs, OPENING
            elif effect:
                if effect == "A":
                    again, drawn, ends, others = True, 0, False, self._after_ace[0]
                elif effect == "7":
                    chain, fits, others = chain + 1, self._sevens, CHAIN
                elif effect == "8":
                    turn += step
                else:
                    step = -step
        if ends:
            turn = (turn + step) % self.seats
            turns += 1
            drawn, again = 0, False
        values = (turn, face_up, top, fits, others, suit, step, chain, drawn, again, opening, left,
                  turns, scores, shown, owed, dealer, deal, extra, finish)  # fmt: skip
        table = _build(PisYediliTable, values)
        if left and turns < MOST_TURNS:
            return _build(State, (table, hands, stock))
        return self._settle(table, hands, stock)

    def _settle(
        self, table: PisYediliTable, hands: tuple[Cards, ...], stock: tuple[Card, ...]
    ) -> State[PisYediliTable]:
        """The state with this table, or with the deal counted if it is over without a winner."""
        if table.turns == MOST_TURNS:
            table = self._count(table, hands, "turns")
        elif self._is_stuck(table, hands[table.turn]):
            table = self._count(table, hands, "stock")
        else:
            values = table[:4] + (self._others_at(table),) + table[5:]  # noqa: RUF005 (quicker)
            table = _build(PisYediliTable, values)
        return _build(State, (table, hands, stock))

    def _is_stuck(self, table: PisYediliTable, hand: Cards) -> bool:
        """Whether the deal is over because the seat to move, with this hand, finds no stock."""
        if table.stock:
            return False
        if self.stock_out_trigger == "on_empty" and self.stock_out == "lowest_hand":
            return True
        opening = table.opening
        if hand & table.fits or table.chain or table.again or (table.drawn and not opening):
            return False
        return self.stock_out == "lowest_hand" or (opening > 0 and table.face_up == table.top)

    def _take(self, state: State[PisYediliTable], seat: Seat, due: int) -> State[PisYediliTable]:
        """The seat gets so many cards: a chain, or one for which a new stock may be needed."""
        table, hands, stock = state
        got, stock = stock[:due], stock[due:]
        due -= len(got)
        hands = (*hands[:seat], hands[seat] | sum(got), *hands[seat + 1 :])
        drawn = table.drawn + len(got)
        table = table._replace(turn=seat, stock=len(stock), drawn=drawn, owed=None)
        if due and self.stock_out == "lowest_hand":
            return State(self._count(table, hands, "stock"), hands, stock)
        if due and table.face_up != table.top:
            return State(table._replace(turn=CHANCE, owed=(seat, due)), hands, stock)
        if table.chain:
            table = table._replace(chain=0, fits=self._fits[table.top])
            if due or self.after_penalty == "end":
                turn = (seat + table.step) % self.seats
                table = table._replace(turn=turn, drawn=0, turns=table.turns + 1)
        return self._settle(table, hands, stock)

    def _ordered(self, state: State[PisYediliTable], move: Move) -> State[PisYediliTable]:
        """The state after chance put cards in order: a deal, or a new stock."""
        table, hands, _ = state
        cards = given(move, self.to_shuffle(state))
        owed = table.owed
        if owed:
            table = table._replace(face_up=table.top)
            seat, due = owed
            return self._take(State(table, hands, tuple(cards)), seat, due)
        seats, first = self.seats, table.dealer + 1
        dealt = HAND * seats
        # The seat left of the dealer gets the first card, and every seats-th after it.
        hands = tuple([sum(cards[(seat - first) % seats : dealt : seats]) for seat in range(seats)])
        stock = tuple(cards[dealt:])
        table = self._dealt(table.dealer, table.deal + 1, table.extra, table.scores, len(stock))
        return State(table, hands, stock)

    def _count(self, table: PisYediliTable, hands: tuple[Cards, ...], ended: str) -> PisYediliTable:
        """The table after the deal is counted: chance deals again, or nobody is to move."""
        held = [*map(points, hands)]
        times, lowest = 1, min(held)
        won = tuple([seat for seat, value in enumerate(held) if value == lowest])
        if ended == "out":
            times = self.mult_seven if table.top & SEVENS else times
            times = self.mult_jack if table.top & JACKS else times
            gains = [times * value for value in held]
        elif self.stock_out_score == "all_own":
            gains = held
        else:
            less = lowest if self.stock_out_score == "difference" else 0
            gains = [value - less if value > lowest else 0 for value in held]
        scores = tuple(map(add, table.scores, gains))
        turn, dealer, deal, extra = CHANCE, (table.dealer + 1) % self.seats, table.deal, table.extra
        if deal >= self.rounds:
            if scores.count(min(scores)) == 1 or extra == EXTRA_DEALS:
                turn, dealer = NOBODY, table.dealer
            else:
                extra += 1
        finish = Finish(ended, won, times, tuple(gains))
        _, face_up, top, _, _, suit, step, _, drawn, _, opening, stock, turns, *_ = table
        values = (turn, face_up, top, 0, NONE, suit, step, 0, drawn, False, opening, stock, turns,
                  scores, hands, None, dealer, deal, extra, finish)  # fmt: skip
        return _build(PisYediliTable, values)

    def returns(self, table: PisYediliTable) -> tuple[int, ...]:
        return tuple([-score for score in table.scores])

    def winners(self, table: PisYediliTable) -> tuple[Seat, ...]:
        if table.turn != NOBODY:
            return ()
        best = min(table.scores)
        return tuple([seat for seat, score in enumerate(table.scores) if score == best])

    def read(self, text: str) -> Move:
        if text in READ:
            return READ[text]
        order = read_order(text, DEAL, SHUFFLE)
        if order is None:
            raise InvalidMove(
                f"{shorten(text)} is no move: they look like 7h, Jh=s, + to draw, or -- to end."
            )
        return order

    def why_not(self, table: PisYediliTable, hand: Cards, move: Move) -> Reason:
        fits = hand & table.fits
        named = tuple(self.in_order((fits | fits >> SECOND) & PACK))
        if move == DRAW:
            return self._why_not_draw(table, named)
        if move != PASS:
            return self._why_not_card(table, hand, move)
        if table.chain:
            return Reason("seven_or_take")
        if table.opening:
            return Reason("club_first")
        if named and DRAW not in table.others[0]:
            return Reason("must_play", named)
        return Reason("draw_first")

    def _why_not_draw(self, table: PisYediliTable, named: tuple[Card, ...]) -> Reason:
        if table.again and self.ace == "may_again":
            return Reason("no_draw_after_ace")
        if not self._can_draw(table):
            return Reason("stock_empty")
        if named:
            return Reason("can_play", named)
        return Reason("drawn_enough")

    def _why_not_card(self, table: PisYediliTable, hand: Cards, move: Move) -> Reason:
        card = NAMED[move[:2]]
        held = hand & (card | card << SECOND)
        if not held:
            return Reason("not_in_hand", (card,))
        if held & table.fits:
            # It is a jack, and only about the suit there is something to say.
            if table.opening or not hand & (hand - 1):
                return Reason("no_suit")
            return Reason("name_suit") if move == MOVE[card] else Reason("other_suit", (table.top,))
        if table.chain:
            return Reason("seven_or_take")
        if table.opening:
            return Reason("club_first")
        if table.top & JACKS:
            return Reason("jack_on_jack" if card & JACKS else "not_named_suit")
        return Reason("does_not_fit", (table.top,))

    def place(self, hand: Cards, keys: Mapping[str, str]) -> PisYediliTable:
        unknown = keys.keys() - {"pile", "suit", "chain", "drawn", "again", "opening", "stock"}
        if unknown:
            raise PositionError(
                f"{shorten(min(unknown))} is no key of pis-yedili: "
                "pile, suit, chain, drawn, again, opening, stock."
            )
        pile = read_list(keys.get("pile", ""), self._pack & ~hand)
        top = pile[-1] if pile else 0
        rest = (self._pack & ~hand).bit_count() - len(pile)
        table = self._dealt(self.seats - 1, 1, 0, (0,) * self.seats, 0)._replace(
            turn=0,
            face_up=sum(pile),
            top=top,
            suit=keys.get("suit", NAME[top][1] if top else "").lower(),
            chain=_read_number(keys, "chain", 0),
            drawn=_read_number(keys, "drawn", 0),
            again=_read_yes(keys, "again"),
            opening=int(_read_yes(keys, "opening")),
            stock=_read_number(keys, "stock", min(20, rest)),
        )
        for refused, sentence in self._impossible(table, hand, rest):
            if refused:
                raise PositionError(sentence)
        fits = self._fits.get(top, 0)
        if table.opening:
            fits = self._clubs
        elif table.chain:
            fits = self._sevens
        elif top & JACKS:
            fits = self._played[NAMING[top if top <= PACK else top >> SECOND][table.suit]][3]
        table = table._replace(fits=fits, others=self._others_at(table))
        if self._is_stuck(table, hand):
            raise PositionError("Nobody is to move: the stock is empty, and the deal is over.")
        return table

    def _impossible(
        self, table: PisYediliTable, hand: Cards, rest: int
    ) -> tuple[tuple[bool, str], ...]:
        """What no position can be, each with the sentence that says so; ``rest`` cards are neither
        in the hand nor in the pile."""
        top, chain, starter = table.top, table.chain, self.opening == "starter_club"
        letters = tuple(SUITS) if top & JACKS else (NAME[top][1] if top else "",)
        return (
            (not hand, "Nobody is to move: the hand is empty."),
            (not top and not table.opening, "Without a pile there is nothing but the opening."),
            (
                bool(top and table.opening and starter),
                "The opening is the first card of the pile.",
            ),
            (chain > 0 and not top & SEVENS, "A chain needs a seven on top."),
            (table.again and not top & ACES, "Only on an ace one more card is offered."),
            (
                bool(table.opening and (chain or table.again)),
                "In an opening no card has an effect.",
            ),
            (chain > 0 and table.drawn > 0, "A chain is taken before any card is drawn."),
            (
                table.suit not in letters,
                "suit: one of c, d, h, s under a jack; other cards have their own.",
            ),
            (table.stock > rest, f"stock: only {rest} cards are left."),
            (table.drawn > rest + hand.bit_count(), "drawn: there are fewer cards."),
        )


def _read_yes(keys: Mapping[str, str], key: str) -> bool:
    """Whether a position says ``yes`` to a key; without it the answer is no."""
    value = keys.get(key, "no")
    if value not in ("yes", "no"):
        raise PositionError(f"{key}: {shorten(value)} is neither yes nor no.")
    return value == "yes"


def _read_number(keys: Mapping[str, str], key: str, default: int) -> int:
    value = keys.get(key, str(default))
    if not re.fullmatch("[0-9]{1,9}", value):
        raise PositionError(f"{key}: {shorten(value)} is no number.")
    return int(value)


def points(hand: Cards) -> int:
    """What the cards left in a hand count."""
    total = points(hand >> SECOND) if hand > PACK else 0
    total += POINTS[hand & 0x1FFF] + POINTS[hand >> 13 & 0x1FFF]
    return total + POINTS[hand >> 26 & 0x1FFF] + POINTS[hand >> 39 & 0x1FFF]
