"""Rummy 500, also 500 Rum: lay sets and runs, dig in the discards, be the first to have 500.

The pack. 52 cards, no jokers (``jokers=0``, ``decks=1``), two to four seats.

The deal. Cards are dealt one at a time, clockwise, starting left of the dealer: seven each, to two
seats ten each, or thirteen with ``deal_2p=13``. The next card is turned up and begins the pile of
discards, the rest is the stock, face down. The last seat deals first, then the deal moves on
clockwise. The seat left of the dealer moves first, then the others clockwise.

Melds. A set is three or four cards of one rank. A run is three or more consecutive cards of one
suit; the ace is low (A 2 3) or high (Q K A), never both in one run, and a run does not wrap.

The turn. First draw, then lay as much as you like, then discard one card face up on the pile,
which ends the turn. Melds on the table are open to all: lay new ones, or lay cards off on any
that lies there, whoever laid it and also if it was laid in this turn. A meld stays of its kind,
and several cards may be laid off together if only all of them make it whole. Every card counts
for the seat that laid it. Cards on the table stay where they are; runs that touch are not merged.

Drawing. Take the next card of the stock, which nobody sees. Or take a card of the pile with all
that lie on it: then the reached card, the deepest one, must be used at once. The very next move
lays it, in a new meld or off on one of the table, and a card for which that cannot be done may
not be taken. The others are cards of the hand like all. ``dig_use=meld_only``: the reached card
must go into a new meld. ``dig_support=hand_only``: the other cards taken may not go with it in
that move, only those that were in the hand before; later in the turn they may be laid.
``top_card=keep_no_discard``: the top card of the pile alone may be taken without any use, and is
then an ordinary card but that it may not be discarded in this turn, unless it is the only card
in the hand; with an empty stock the top card must be used, too.

Going out. Who has no cards left after laying or discarding is out and the round is over.
``go_out=must_discard``: only a discard may empty the hand, so laying all is not allowed, and a
take that leaves nothing else is not, either. With ``floating=true`` (only then) it is: the turn
ends without a discard, the seat plays on with no cards, draws or takes as usual, and goes out when
a discard empties its hand.

The empty stock. ``stock_out=end_after_turn``: the seat that draws the last card finishes its turn,
then the round is over. ``discard_only``: the seats go on with the pile; who is to draw takes from
it or ends the round, and if nothing of the pile can be taken, the round is over without a move.
Where top cards may be kept the seats could pass cards round for ever: there a round is also over
after 400 turns.

Scoring. At the end of a round each seat gets the values of the cards it laid, less those of the
cards left in its hand, however the round ended: ace 15, king, queen, jack and ten 10, the others
their number, or all of these 5 with ``pips=fives``. ``ace_low_value`` is what an ace counts that
was laid at the low end of a run; in a hand, a set or at the high end it is always 15. Rounds and
totals may be negative.

The match. Rounds are added up until after one of them the highest total is ``target`` or more and
not shared; that seat has won. After ``max_rounds`` the highest total wins even below the target,
and a shared one is a draw. ``tie=extra_round``, this way to break a tie, is the only one, and
nobody calls "Rummy!" on others (``call_rummy=false``).

Moves: ``+`` draws, ``+9c`` takes the pile down to that card, ``7h8h9h`` melds, ``6h7h>2`` lays off
on the second meld that was laid, ``-4c`` discards, ``.`` ends the round. An ace that makes a run
of all 13 cards could lie at either end. Where it counts the same it is written first; otherwise
there are two moves, melds with the ace written first or last, and lay-offs that end in ``<`` for
the low end or ``^`` for the high one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import ClassVar, Literal, NamedTuple

from .cards import NAME, NAMED, PACK, RANK, Card, Cards, each, shorten, spell
from .game import (
    CHANCE,
    DEAL,
    NOBODY,
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
    read_set,
)
from .melds import (
    CLUBS,
    DISCARD,
    FITS,
    GROWS,
    HIGH,
    LOW,
    MELDS,
    NEAR_AT,
    TOO_FEW,
    Parts,
    can_lay_off,
    grown,
    lay_offs,
    meld_of,
    melds_with,
    parts,
    sets_in,
    whole,
    why_no_lay_off,
    why_no_run,
)

Phase = Literal["draw", "use", "meld"]
# A turn: DRAW, then USE if a card of the pile was reached for, then MELD until the discard.
DRAW: Phase = "draw"
USE: Phase = "use"
MELD: Phase = "meld"

MOST_TURNS = 400
LAST_TURN = MOST_TURNS - 1  # as many turns are finished before it

STOCK, END = Move("+"), Move(".")
TAKE: dict[Card, Move] = {card: Move(f"+{name}") for card, name in NAME.items() if card & PACK}
_TAKE_AT: list[Move] = [STOCK, *TAKE.values()]  # by the place of the card, from 1
DISCARDED: dict[str, Card] = {move: card for card, move in DISCARD.items()}
_MOVE = re.compile(
    r"(?P<verb>[+-])(?P<card>[2-9TJQKA][CDHS])"
    r"|(?P<cards>(?:[2-9TJQKA][CDHS])+)(?:>(?P<number>0|[1-9][0-9]{0,8})(?P<mark>[<^]?))?",
    re.IGNORECASE | re.ASCII,
)
# The constructors of the NamedTuples do the same, slower.
_build = tuple.__new__

# What was tried for the speed of a ply of legal moves and apply, four seats at random, in the units
# (cu) of tests/bench/engine.py, old and new in turns on one machine. By the first three 27 became
# 20, which on a busier machine was 23 to 25, and by the others that became 21 to 23:
# * the runs and the discards of a suit from one memo (``melds.Parts``) and tuples joined, where
#   joining an empty one costs nothing, not lists filled card by card: 16 to 9 where one lays;
# * tables unpacked and built as a whole, not by slices or stars: 12 to 9 for a discard;
# * the cards near a card as a key into a set of what is enough for a meld (``melds.NEAR``), and a
#   search along neighbours, before any meld is looked at, for what could be laid off behind other
#   cards: 16 to 13 for a draw;
# * lists by the place of a card where dicts by its bit were asked (the hashes of single bits all
#   begin to look in one place) and one small dict of what is too few for a meld: 0.6 of a ply;
# * how far a lay-off reaches from a memo (``melds._Reach``): 0.5;
# * the cards that may be taken found from the bottom up, so in their order, not as a mask that is
#   gone through again, and hands counted by the bits of the values: together 0.7.
# No difference: methods written out in their callers, the draw as a part of ``apply``, takes listed
# as moves at once, the order of the pile looked at only where two cards are found. Slower: all runs
# and sets of hand and pile by shifts of the whole pack before single cards are asked, or the same
# question by map and isdisjoint. Branches are dear: one deal played again and again takes a fifth
# less than ten in turns, and an eighth fewer bytecodes saved a fortieth of the time.


class Rummy500Table(NamedTuple):
    """What lies open in a match of Rummy 500.

    ``stock``: how many cards it has. ``pile``: the discards, the bottom card first. ``melds``:
    the text of each meld in the order in which they were laid, so meld n of a move is
    ``melds[n - 1]``; ``melds.MELDS`` tells more of a text. ``laid``: by seat the cards that it
    laid in this round; together they are the cards of the melds, so it says of each card who laid
    it. ``points``: by seat what they are worth. ``fits``: the cards that some meld takes singly;
    it follows from the melds and is kept because every draw asks for it.

    ``phase``: DRAW, USE or MELD. ``must``: in USE the card that was reached for and is to be laid
    next, else 0. ``taken``: the other cards that were taken from the pile in this turn. ``kept``:
    a top card that was taken to be kept and may not be discarded in this turn, as long as it is
    in the hand, else 0.

    ``dealer``: the seat that dealt, or that will deal while chance is to move. ``round``: how
    many rounds were dealt so far, so 1 while the first is played. ``turns``: how many turns of
    this round are finished.

    ``shown``: what everybody knows of the hands: the cards that were taken from the pile and not
    yet laid or discarded. When a round is over it is the hands; pile, melds, ``laid`` and
    ``points`` stay until the next deal, so the round gave each seat ``points`` less the values of
    ``shown`` (``Rummy500.value``), and ``scores`` include that.
    """

    turn: Seat
    scores: tuple[int, ...]
    face_up: Cards
    shown: tuple[Cards, ...]
    stock: int
    phase: Phase
    pile: tuple[Card, ...]
    melds: tuple[str, ...]
    laid: tuple[Cards, ...]
    points: tuple[int, ...]
    fits: Cards
    must: Card
    taken: Cards
    kept: Card
    dealer: Seat
    round: int
    turns: int


@dataclass(frozen=True)
class Rummy500(Game[Rummy500Table]):
    """Rummy 500 with its options, as the head of this file tells them."""

    deal_2p: Literal[10, 13] = 10
    top_card: Literal["must_use", "keep_no_discard"] = "must_use"
    dig_use: Literal["meld_or_layoff", "meld_only"] = "meld_or_layoff"
    dig_support: Literal["hand_and_taken", "hand_only"] = "hand_and_taken"
    ace_low_value: Literal[15, 1, 5] = 15
    pips: Literal["face", "fives"] = "face"
    go_out: Literal["free", "must_discard"] = "free"
    floating: Literal["false", "true"] = "false"
    stock_out: Literal["end_after_turn", "discard_only"] = "end_after_turn"
    target: int = 500
    tie: Literal["extra_round"] = "extra_round"
    max_rounds: int = 40
    call_rummy: Literal["false"] = "false"
    jokers: Literal[0] = 0
    decks: Literal[1] = 1

    _two_ends: bool = field(init=False, repr=False, compare=False)
    _hand_only: bool = field(init=False, repr=False, compare=False)
    _meld_only: bool = field(init=False, repr=False, compare=False)
    _keeps: bool = field(init=False, repr=False, compare=False)
    _narrow: bool = field(init=False, repr=False, compare=False)
    _leaves_one: bool = field(init=False, repr=False, compare=False)
    _floats: bool = field(init=False, repr=False, compare=False)
    _dealt: int = field(init=False, repr=False, compare=False)
    _value: tuple[Cards, ...] = field(init=False, repr=False, compare=False)
    _worth: dict[str, int] = field(init=False, repr=False, compare=False)
    _parts: tuple[Parts, ...] = field(init=False, repr=False, compare=False)
    _zeros: tuple[int, ...] = field(init=False, repr=False, compare=False)

    key: ClassVar[str] = "rummy-500"
    SEATS: ClassVar[range] = range(2, 5)
    RANKED: ClassVar[tuple[int, ...]] = (2, 3, 4)
    PRESETS: ClassVar[Mapping[str, Mapping[str, str | int | bool]]] = MappingProxyType(
        {"standard": {}}
    )
    ALIASES: ClassVar[Mapping[str, str]] = {"players": "seats", "deals": "max_rounds"}

    def __post_init__(self) -> None:
        super().__post_init__()
        for refused, options, sentence in (
            (self.target < 1, "target", "target must be at least 1."),
            (self.max_rounds < 1, "max_rounds", "max_rounds must be at least 1."),
            (
                self.floating == "true" and self.go_out != "must_discard",
                "floating go_out",
                "floating=true needs go_out=must_discard.",
            ),
        ):
            if refused:
                raise OptionError(sentence, *options.split())
        value, worth = _counts(self.pips, self.ace_low_value)
        two_ends = self.ace_low_value != 15
        for name, known in {
            # Whether it matters where the ace of a whole suit lies.
            "_two_ends": two_ends,
            "_hand_only": self.dig_support == "hand_only",
            "_meld_only": self.dig_use == "meld_only",
            "_keeps": self.top_card == "keep_no_discard",
            # Some cards that could be used may not be taken, or others may.
            "_narrow": self.go_out == "must_discard" or self.top_card == "keep_no_discard",
            # Laying may not empty the hand.
            "_leaves_one": self.go_out == "must_discard" and self.floating == "false",
            "_floats": self.floating == "true",
            "_dealt": self.deal_2p if self.seats == 2 else 7,
            # By bit of the number, lowest first, the cards whose value has that bit.
            "_value": tuple([sum([c for c in value if value[c] & bit]) for bit in (1, 2, 4, 8)]),
            "_worth": worth,
            "_parts": parts(two_ends),
            "_zeros": (0,) * self.seats,
        }.items():
            object.__setattr__(self, name, known)

    @property
    def pack(self) -> Cards:
        return PACK

    def in_order(self, cards: Cards) -> list[Card]:
        return [*each(cards)]

    def value(self, hand: Cards) -> int:
        """What cards left in a hand count."""
        ones, twos, fours, eights = self._value
        return (
            (hand & ones).bit_count()
            + 2 * (hand & twos).bit_count()
            + 4 * (hand & fours).bit_count()
            + 8 * (hand & eights).bit_count()
        )

    def worth(self, text: str) -> int:
        """What the cards of a meld count where they lie."""
        return self._worth[text]

    def start(self) -> State[Rummy500Table]:
        none, stock = self._zeros, tuple(each(PACK))
        table = Rummy500Table(
            CHANCE, none, 0, none, len(stock), DRAW, (), (), none, none, 0, 0, 0, 0,
            self.seats - 1, 0, 0,
        )  # fmt: skip
        return State(table, none, stock)

    def to_shuffle(self, state: State[Rummy500Table]) -> Cards:
        return PACK

    # What may be done

    def legal_moves(self, table: Rummy500Table, hand: Cards) -> list[Move]:
        phase = table.phase
        if phase == MELD:
            return self._lays(table, hand)
        if phase == USE:
            return self._uses(table, hand, table.must, hand & ~table.taken)
        moves = [STOCK] if table.stock else []
        for card in self._takes(table, hand) if self._narrow else self._useful(table, hand):
            moves.append(_TAKE_AT[card.bit_length()])  # noqa: PERF401 (quicker where there are few)
        if not table.stock:
            moves.append(END)
        return moves

    def _lays(self, table: Rummy500Table, hand: Cards) -> list[Move]:
        """Melds, lay-offs and discards."""
        clubs, diamonds = hand & CLUBS, hand >> 13 & CLUBS
        hearts, spades = hand >> 26 & CLUBS, hand >> 39
        in_clubs, in_diamonds, in_hearts, in_spades = self._parts
        club_runs, club_discards = in_clubs[clubs]
        diamond_runs, diamond_discards = in_diamonds[diamonds]
        heart_runs, heart_discards = in_hearts[hearts]
        spade_runs, spade_discards = in_spades[spades]
        moves = club_runs + diamond_runs + heart_runs + spade_runs
        # The ranks of which there are three or more, as cards of clubs.
        ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        if ranks:
            moves += sets_in(hand, ranks)
        if hand & table.fits:
            for number, text in enumerate(table.melds, 1):
                if hand & FITS[text]:
                    moves += lay_offs(text, number, hand, self._two_ends)
        if self._narrow:
            if self._leaves_one:
                moves = _leaving_one(moves, hand)
            if table.kept and hand != table.kept:
                discards = club_discards + diamond_discards + heart_discards + spade_discards
                kept = DISCARD[table.kept]
                return [*moves, *[move for move in discards if move != kept]]
        return [*moves, *club_discards, *diamond_discards, *heart_discards, *spade_discards]

    def _takes(self, table: Rummy500Table, hand: Cards) -> list[Card]:
        """The cards of the pile that may be reached for, from the bottom up."""
        found = self._useful(table, hand)
        if self._leaves_one:
            found = [card for card in found if self._leaves(table, hand, card)]
        if self._keeps and table.stock:
            top = table.pile[-1:]
            if top and top[0] not in found:
                found.append(top[0])
        return found

    def _useful(self, table: Rummy500Table, hand: Cards) -> list[Card]:
        """The cards of the pile that could be laid at once, from the bottom up."""
        pile = table.pile
        heap = sum(pile)
        cards = hand | heap
        if self._hand_only:
            found = [c for c in pile if hand & NEAR_AT[c.bit_length()] not in TOO_FEW]
        else:
            found, among = [], cards  # the hand and the cards from this one up
            for card in pile:
                if among & NEAR_AT[card.bit_length()] not in TOO_FEW:
                    found.append(card)
                among ^= card
        first = cards & table.fits
        if first and not self._meld_only:
            useful = first & heap
            useless = heap & ~(first | sum(found))
            # A card that fits may bring on the next one, which lies beside it, and that one others.
            rest, beside = cards ^ first, first if useless else 0
            while beside:
                beside = (beside << 1 | beside >> 1 | beside >> 12) & rest
                if beside & useless:
                    useful |= self._behind(table, hand, useless)
                    break
                rest ^= beside
            if useful:
                found = [card for card in pile if card & useful or card in found]
        return found

    def _behind(self, table: Rummy500Table, hand: Cards, useless: Cards) -> Cards:
        """Those of these cards of the pile that can be laid off with others that they bring."""
        useful, cards = 0, hand
        for card in reversed(table.pile):
            if card & useless:
                for text in table.melds:
                    if card & GROWS[text] and can_lay_off(text, card, cards):
                        useful |= card
            if not self._hand_only:
                cards |= card
        return useful

    def _leaves(self, table: Rummy500Table, hand: Cards, card: Card) -> bool:
        """Whether the card has a use after which something is left of the hand."""
        held = hand | sum(table.pile[table.pile.index(card) :])
        return bool(self._uses(table, held, card, hand | card))

    def _uses(self, table: Rummy500Table, held: Cards, card: Card, before: Cards) -> list[Move]:
        """The moves that may follow when this card was reached for.

        ``held`` is the hand with all the cards taken, ``before`` without the others taken.
        """
        cards = before if self._hand_only else held
        moves = melds_with(card, cards, self._two_ends)
        if not self._meld_only:
            name = NAME[card]
            for number, text in enumerate(table.melds, 1):
                if card & GROWS[text] and can_lay_off(text, card, cards):
                    ways = lay_offs(text, number, cards, self._two_ends)
                    moves += [move for move in ways if name in move]
        return [*_leaving_one(moves, held)] if self._leaves_one else moves

    # What comes of it

    def apply(self, state: State[Rummy500Table], move: Move) -> State[Rummy500Table]:
        card = DISCARDED.get(move)
        if card:
            return self._hand_on(state, card)
        if move == STOCK:
            return self._draw(state)
        if move[0] == "+":
            return self._take(state, NAMED[move[1:]])
        if move == END:
            return State(self._count(state.table, state.hands), state.hands, state.stock)
        if move[0] == DEAL[0]:
            return self._deal(state, move)
        return self._lay(state, move)

    def _deal(self, state: State[Rummy500Table], move: Move) -> State[Rummy500Table]:
        old, seats, none = state.table, self.seats, self._zeros
        cards = given(move, PACK)
        first, end = (old.dealer + 1) % seats, self._dealt * seats
        # The seat left of the dealer gets the first card, and every seats-th after it.
        hands = tuple([sum(cards[(seat - first) % seats : end : seats]) for seat in range(seats)])
        up, stock = cards[end], tuple(cards[end + 1 :])
        table = Rummy500Table(
            first, old.scores, up, none, len(stock), DRAW, (up,), (), none, none, 0, 0, 0, 0,
            old.dealer, old.round + 1, 0,
        )  # fmt: skip
        return State(table, hands, stock)

    def _draw(self, state: State[Rummy500Table]) -> State[Rummy500Table]:
        table, hands, stock = state
        (turn, scores, face_up, shown, left, _, pile, melds, laid, points, fits,
         must, taken, kept, dealer, number, turns) = table  # fmt: skip
        now = [*hands]
        now[turn] |= stock[0]
        values = (
            turn, scores, face_up, shown, left - 1, MELD, pile, melds, laid, points, fits,
            must, taken, kept, dealer, number, turns,
        )  # fmt: skip
        return _build(State, (_build(Rummy500Table, values), tuple(now), stock[1:]))

    def _take(self, state: State[Rummy500Table], card: Card) -> State[Rummy500Table]:
        table, hands, stock = state
        (turn, scores, face_up, shown, left, _, pile, melds, laid, points, fits,
         _, _, _, dealer, number, turns) = table  # fmt: skip
        at = pile.index(card)
        others = sum(pile[at + 1 :])
        cards = card | others
        now, known = [*hands], [*shown]
        now[turn] |= cards
        known[turn] |= cards
        phase, must, kept = USE, card, 0
        if self._keeps and left and not others:
            # The top card alone, which need not be used.
            phase, must, kept = MELD, 0, card
        values = (
            turn, scores, face_up ^ cards, tuple(known), left, phase, pile[:at], melds, laid,
            points, fits, must, others, kept, dealer, number, turns,
        )  # fmt: skip
        return _build(State, (_build(Rummy500Table, values), tuple(now), stock))

    def _lay(self, state: State[Rummy500Table], move: Move) -> State[Rummy500Table]:
        table, hands, stock = state
        (turn, scores, face_up, shown, left, _, pile, melds, laid, points, fits,
         _, taken, kept, dealer, number, turns) = table  # fmt: skip
        meld = MELDS.get(move)
        if meld:
            cards, gain = meld.cards, self._worth[move]
            melds = melds + (move,)  # noqa: RUF005 (quicker, as below)
            fits |= meld.fits
        else:
            at, cards, mark = _lay_off(move)
            old = melds[at]
            new = grown(old, cards, mark)
            gain = self._worth[new] - self._worth[old]
            melds = melds[:at] + (new,) + melds[at + 1 :]  # noqa: RUF005
            # A card may fit two melds, so what the old one took cannot just be left out.
            fits = 0
            for text in melds:
                fits |= FITS[text]
        now, known, own, sums = [*hands], [*shown], [*laid], [*points]
        hand = now[turn] = now[turn] ^ cards
        known[turn] &= hand
        own[turn] |= cards
        sums[turn] += gain
        hands = tuple(now)
        values = (
            turn, scores, face_up | cards, tuple(known), left, MELD, pile, melds, tuple(own),
            tuple(sums), fits, 0, taken & hand, kept & hand, dealer, number, turns,
        )  # fmt: skip
        table = _build(Rummy500Table, values)
        if not hand:
            if self._floats:
                return self._hand_on(_build(State, (table, hands, stock)), 0)
            table = self._count(table, hands)
        return _build(State, (table, hands, stock))

    def _hand_on(self, state: State[Rummy500Table], card: Card) -> State[Rummy500Table]:
        """The turn ends with this discard, 0 for none."""
        table, hands, stock = state
        (turn, scores, face_up, shown, left, _, pile, melds, laid, points, fits,
         _, _, _, dealer, number, turns) = table  # fmt: skip
        now = [*hands]
        hand = now[turn] = now[turn] ^ card
        hands = tuple(now)
        if card:
            pile = pile + (card,)  # noqa: RUF005 (a third quicker)
            if card & shown[turn]:
                known = [*shown]
                known[turn] ^= card
                shown = tuple(known)
        turn = (turn + 1) % self.seats
        values = (
            turn, scores, face_up | card, shown, left, DRAW, pile, melds, laid, points, fits,
            0, 0, 0, dealer, number, turns + 1,
        )  # fmt: skip
        table = _build(Rummy500Table, values)
        if hand and left and turns < LAST_TURN:
            return _build(State, (table, hands, stock))
        if (card and not hand) or self._no_turn(table, hands[turn]):
            table = self._count(table, hands)
        return _build(State, (table, hands, stock))

    def _no_turn(self, table: Rummy500Table, hand: Cards) -> bool:
        """Whether the round is over before the turn of the seat with this hand."""
        if table.turns >= MOST_TURNS:
            return True
        if table.stock:
            return False
        return self.stock_out == "end_after_turn" or not self._takes(table, hand)

    def _count(self, table: Rummy500Table, hands: tuple[Cards, ...]) -> Rummy500Table:
        """The table after the round is counted: chance deals again, or nobody is to move."""
        scores = tuple(
            [
                total + points - self.value(hand)
                for total, points, hand in zip(table.scores, table.points, hands, strict=True)
            ]
        )
        best = max(scores)
        over = (best >= self.target and scores.count(best) == 1) or table.round >= self.max_rounds
        return table._replace(
            turn=NOBODY if over else CHANCE,
            scores=scores,
            shown=hands,
            phase=DRAW,
            taken=0,
            kept=0,
            dealer=table.dealer if over else (table.dealer + 1) % self.seats,
        )

    def returns(self, table: Rummy500Table) -> tuple[int, ...]:
        return table.scores

    def winners(self, table: Rummy500Table) -> tuple[Seat, ...]:
        if table.turn != NOBODY:
            return ()
        best = max(table.scores)
        return tuple([seat for seat, total in enumerate(table.scores) if total == best])

    # Texts

    def read(self, text: str) -> Move:
        if text in (STOCK, END):
            return Move(text)
        order = read_order(text, DEAL)
        if order is not None:
            return order
        found = _MOVE.fullmatch(text)
        cards = [*_cards(found["card"] or found["cards"])] if found else []
        if found and found["verb"]:
            return (TAKE if found["verb"] == "+" else DISCARD)[cards[0]]
        if found and found["number"]:
            names = self._spell_lay_off(cards, found["mark"])
            return Move(f"{names}>{found['number']}{found['mark']}")
        if len(cards) < 3:
            raise InvalidMove(
                f"{shorten(text)} is no move: they look like + or +9c to draw or take, 7h8h9h to "
                "meld, 6h7h>2 to lay off on meld 2, -4c to discard, . to end the round."
            )
        return Move(self._spell_meld(cards))

    def _spell_meld(self, cards: list[Card]) -> str:
        """The cards of a meld as they lie on the table, from any order; no meld: by suit."""
        held = sum(set(cards))
        meld = meld_of(held) if len(cards) == held.bit_count() else None
        if not meld:
            return spell(sorted(cards))
        if not whole(held) or not self._two_ends or cards[0] & RANK[0]:
            return meld.text
        if cards[-1] & RANK[0]:
            return spell([*each(held ^ cards[-1]), cards[-1]])
        return spell(cards)  # this does not say where the ace is to lie

    def _spell_lay_off(self, cards: list[Card], mark: str) -> str:
        """The cards of a lay-off as they lie in the run, from any order.

        Only the run can tell whether an ace without a two lies low or high, so there an ace that
        is written first stays first.
        """
        *others, last = sorted(cards, key=lambda card: (bool(card & RANK[0]), card))
        if len(cards) == 1 or not last & RANK[0]:
            return spell([*others, last])
        ranks = sum(set(others))
        low = mark == LOW or (
            not mark
            # A two next to a high ace makes a whole suit, and so does a king next to a low one.
            and (
                bool(ranks & RANK[1])
                or (cards[0] == last and not (ranks & RANK[12] and self._two_ends))
            )
        )
        return spell([last, *others] if low else [*others, last])

    def why_not(self, table: Rummy500Table, hand: Cards, move: Move) -> Reason:
        found = _MOVE.fullmatch(move)
        verb = found["verb"] if found else move
        if verb in ("+", END):
            return self._why_no_draw(table, hand, move)
        if table.phase == DRAW:
            return Reason("draw_first")
        assert found is not None
        cards = [*_cards(found["card"] or found["cards"])]
        missing = [card for card in cards if not card & hand]
        if missing:
            return Reason("not_in_hand", tuple(missing))
        if table.phase == USE and (verb == "-" or table.must not in cards):
            return Reason("use_first", (table.must,))
        if verb == "-":
            return Reason("kept_card", (table.kept,))
        if found["number"]:
            return self._why_no_lay_off(table, hand, cards, int(found["number"]))
        return self._why_no_meld(table, hand, cards)

    def _why_no_draw(self, table: Rummy500Table, hand: Cards, move: Move) -> Reason:
        """Why this draw, take or end of the round is not legal."""
        if table.phase == USE:
            return Reason("use_first", (table.must,))
        if table.phase == MELD:
            return Reason("already_drawn")
        if move == END:
            return Reason("stock_left")
        if move == STOCK:
            return Reason("stock_empty")
        card = NAMED[move[1:]]
        if card not in table.pile:
            return Reason("not_in_pile", (card,))
        useful = card in self._useful(table, hand)
        return Reason("nothing_left" if useful else "no_use", (card,))

    def _why_no_lay_off(
        self, table: Rummy500Table, hand: Cards, cards: list[Card], number: int
    ) -> Reason:
        if not 1 <= number <= len(table.melds):
            return Reason("no_such_meld")
        laid, held = MELDS[table.melds[number - 1]].cards, sum(set(cards))
        if held.bit_count() < len(cards):
            return Reason("does_not_fit", tuple(cards))
        if not meld_of(laid | held):
            return why_no_lay_off(laid, cards)
        if table.phase == USE and self._meld_only:
            return Reason("new_meld", (table.must,))
        return self._why_no_use(table, hand, cards)

    def _why_no_meld(self, table: Rummy500Table, hand: Cards, cards: list[Card]) -> Reason:
        held = sum(set(cards))
        if held.bit_count() < len(cards):
            return Reason("no_meld", tuple(cards))
        if not meld_of(held):
            return why_no_run(held) or Reason("no_meld", tuple(cards))
        return self._why_no_use(table, hand, cards)

    def _why_no_use(self, table: Rummy500Table, hand: Cards, cards: list[Card]) -> Reason:
        """Why these cards, which make a meld or fit one, still may not be laid."""
        taken = table.taken & sum(cards) if table.phase == USE and self._hand_only else 0
        if taken:
            return Reason("taken_card", tuple(each(taken)))
        if self._leaves_one and sum(cards) == hand:
            return Reason("nothing_left")
        return Reason("ace_end", tuple([card for card in cards if card & RANK[0]]))

    # Positions

    def place(self, hand: Cards, keys: Mapping[str, str]) -> Rummy500Table:
        unknown = keys.keys() - set(KEYS)
        if unknown:
            raise PositionError(
                f"{shorten(min(unknown))} is no key of rummy-500: {', '.join(KEYS)}."
            )
        pile = tuple(read_list(keys.get("pile", ""), PACK & ~hand))
        melds, laid = self._read_melds(keys.get("melds", ""), PACK & ~(hand | sum(pile)))
        must, taken, kept = [read_set(keys.get(key, ""), hand) for key in ("must", "taken", "kept")]
        left = keys.get("stock", "20")
        if not re.fullmatch("[0-9]{1,2}", left) or int(left) > PACK.bit_count():
            raise PositionError(f"stock: {shorten(left)} is no number of cards of a stock.")
        turn = keys.get("turn", MELD if must | taken | kept else DRAW)
        if turn not in (DRAW, MELD):
            raise PositionError(f"turn: {shorten(turn)} is unknown: {DRAW}, {MELD}.")
        phase = DRAW if turn == DRAW else USE if must else MELD
        none, last = self._zeros, self.seats - 1
        points = sum([self._worth[text] for text in melds])
        fits = 0
        for text in melds:
            fits |= FITS[text]
        table = Rummy500Table(
            0, none, sum(pile) | laid, (must | taken | kept, *none[1:]), int(left), phase, pile,
            melds, (*none[1:], laid), (*none[1:], points), fits, must, taken, kept, last, 1, 0,
        )  # fmt: skip
        for impossible, sentence in self._impossible(table, hand):
            if impossible:
                raise PositionError(sentence)
        if not self.legal_moves(table, hand) or (phase == DRAW and self._no_turn(table, hand)):
            raise PositionError("Nobody is to move: there is no legal move.")
        return table

    def _read_melds(self, text: str, among: Cards) -> tuple[tuple[str, ...], Cards]:
        """The melds that a position names and their cards."""
        melds = []
        left = among
        for word in text.split():
            cards = read_list(word, left)
            meld = self._spell_meld(cards)
            if meld not in MELDS:
                raise PositionError(f"melds: {shorten(word)} is no set or run.")
            melds.append(meld)
            left &= ~sum(cards)
        return tuple(melds), among ^ left

    def _impossible(self, table: Rummy500Table, hand: Cards) -> tuple[tuple[bool, str], ...]:
        """What no seat can be in front of, each with the sentence that says so."""
        must, kept = table.must, table.kept
        return (
            (not hand and not (self._floats and table.phase == DRAW), "The hand is empty."),
            (must.bit_count() > 1 or kept.bit_count() > 1, "must and kept are one card each."),
            (bool(must and kept), "A card is taken to be used or to be kept, not both."),
            (
                bool(must | table.taken | kept) and table.phase == DRAW,
                "Before the draw no card is taken.",
            ),
            (bool(must & table.taken), "taken: are the cards other than the one reached for."),
            (bool(kept) and not self._keeps, "kept: is only for top_card=keep_no_discard."),
        )


# The keys of a position.
KEYS = ("turn", "pile", "melds", "must", "taken", "kept", "stock")


@cache
def _counts(pips: str, ace_low_value: int) -> tuple[dict[Card, int], dict[str, int]]:
    """What each card counts in a hand, and what the cards of each meld where they lie."""
    numbers = [5 if pips == "fives" else number for number in range(2, 10)]
    ranks = zip(RANK, (15, *numbers, 10, 10, 10, 10), strict=True)
    value = {card: counts for cards, counts in ranks for card in each(cards)}
    worth = {
        text: sum([value[card] for card in each(meld.cards)])
        + (ace_low_value - 15 if meld.ace == LOW else 0)
        for text, meld in MELDS.items()
    }
    return value, worth


def _cards(names: str) -> Iterator[Card]:
    """The cards of a text that is known to name cards."""
    return (NAMED[names[at : at + 2]] for at in range(0, len(names), 2))


def _leaving_one(moves: Iterable[Move], hand: Cards) -> tuple[Move, ...]:
    """Those of the melds and lay-offs that do not lay the whole hand."""
    size = 2 * hand.bit_count()
    return tuple([move for move in moves if len(move.partition(">")[0]) < size])


# At most one entry for each lay-off that play brings up.
@cache
def _lay_off(move: str) -> tuple[int, Cards, str]:
    """The place of the meld in the table, the cards and the mark of a lay-off."""
    names, _, target = move.partition(">")
    number = target.rstrip(LOW + HIGH)
    return int(number) - 1, sum(_cards(names)), target[len(number) :]
