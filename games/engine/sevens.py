"""Sevens, also Fan Tan, Parliament or Card Dominoes: be the first to get rid of all cards.

The pack. 52 cards, no jokers. Each suit has a row on the table, at first closed. The order in a
suit is A 2 3 4 5 6 7 8 9 T J Q K with the ace low (``ace=low``) or 2 3 4 … K A with the ace high
(``ace=high``); it does not wrap. The short packs are 7 to ace (``deck=32``) and, for the game of
Nines, 6 to ace (``deck=36``); both rank the ace high. In Nines the nine plays the part of the
seven throughout (``center_rank=9``), and the two options come together or not at all.

The deal. All cards are dealt one at a time, clockwise, starting left of the dealer, so that some
seats may hold one card more. The last seat deals first, then the deal moves on clockwise.

The start. ``start=holder_7D``: whoever holds the seven of diamonds moves first and must play it.
``holder_7H``: the same with hearts. ``left_any_seven``: the seat left of the dealer moves first.

The turn. Play one card, or pass; then the next seat clockwise. A card may be played if it is a
seven, which opens its row, or if it is the next card at either end of an open row. Nothing else.

Passing. ``pass_rule=forced_only``: only who has no card to play passes, and he must.
``voluntary_fined``: others may pass too and are fined for it (see chips), but not on a forced
first card, and not when all other seats have passed since the last card or since the deal. So a
card is played at least every other lap, and every deal ends.

The end of a deal. At once when a seat has no cards left: it has won the deal. Then all hands are
laid open and counted.

Scoring. ``first_out``: one deal; whoever is out first has won. ``pips``: the cards left are added
up, ace 1, courts 11, 12 and 13 (the ace is 1 also where it ranks high). first_out shows the same
sum, and the winner has none. ``cards_100``: each card left counts 1. In pips and cards_100 the
totals of all deals are added and the lowest wins. ``chips``: see below.

The match. pips is played for ``rounds`` deals (0: one), chips too (0: as many as there are
seats), cards_100 until somebody has ``target`` or more. If the lowest total of pips or cards_100
is shared then, there is one more deal for all, at most three; after that it is a draw. In chips
the highest balance wins and a shared one is a draw.

Chips. Before the deal every seat pays ``ante`` into the pot. A forced pass costs ``fine_forced``,
a voluntary one ``fine_pass``, into the pot. If a voluntary pass held back a seven, the seat also
pays ``fine_seven`` each to the holders of the six and of the eight of that suit, once a deal for
each suit; nobody pays himself, and in a pack without sixes only the eight is paid. The seat that
gets rid of its cards takes the pot, and from each other seat one chip for each card left there.
Balances may be negative. Fines would betray cards, so they are booked only when the deal is over.
Chips need ``voluntary_fined``, and the fines need chips.

The options that nothing uses (a target under chips, an ante under pips) are accepted and ignored.
"""

# ruff: noqa: S105 (a pass here is no password)

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType
from typing import ClassVar, Literal, NamedTuple

from .cards import NAME, NAMED, RANK, SUIT, Card, Cards, each, shorten
from .game import (
    CHANCE,
    DEAL,
    NOBODY,
    PASS,
    Game,
    InvalidMove,
    Move,
    OptionError,
    PositionError,
    Reason,
    Seat,
    State,
    given,
    read_order,
    read_set,
)

EXTRA_DEALS = 3

MOVE: dict[Card, Move] = {card: Move(name) for card, name in NAME.items()}
# The card that a move plays; a pass plays none, and no card changes nothing.
PLAYED: dict[str, Card] = {**NAMED, PASS: 0}
PIPS: dict[Card, int] = {card: at % 13 + 1 for at, card in enumerate(NAME)}
LOWEST: dict[int, int] = {52: 0, 36: 5, 32: 6}  # the lowest rank of a pack but for a high ace
# The constructors of the NamedTuples do the same, a tenth of a ply slower.
_build = tuple.__new__


class SevensTable(NamedTuple):
    """What lies open in a match of Sevens.

    ``takes``: the cards that the rows take next. It follows from the layout ``face_up`` and is
    kept because every ply asks for it.
    ``passed``: passes in a row since the last card or the deal. ``dealer``: the seat that dealt,
    or that will deal while chance is to move. ``deal``: how many deals were dealt so far, so 1
    while the first is played. ``extra``: how many of them were extra deals after a tie.
    ``trail``: the moves of this deal in one text, kept only where passes are fined for.

    ``shown`` is the forced first card, and once a deal is over what is left of the hands.
    """

    turn: Seat
    scores: tuple[int, ...]
    face_up: Cards
    shown: tuple[Cards, ...]
    takes: Cards
    passed: int
    dealer: Seat
    deal: int
    extra: int
    trail: str


@dataclass(frozen=True)
class Sevens(Game[SevensTable]):
    """Sevens with its options, as the head of this file tells them."""

    deck: Literal[52, 32, 36] = 52
    ace: Literal["low", "high"] = "low"
    start_: Literal["holder_7D", "holder_7H", "left_any_seven"] = "holder_7D"
    pass_rule: Literal["forced_only", "voluntary_fined"] = "forced_only"
    scoring: Literal["first_out", "pips", "cards_100", "chips"] = "first_out"
    target: int = 100
    rounds: int = 0
    ante: int = 1
    fine_pass: int = 1
    fine_seven: int = 5
    fine_forced: int = 0
    pass_limit: Literal["none"] = "none"
    center_rank: Literal[7, 9] = 7

    _order: dict[Card, int] = field(init=False, repr=False, compare=False)
    _pack: Cards = field(init=False, repr=False, compare=False)
    _sevens: Cards = field(init=False, repr=False, compare=False)
    _turns: dict[Card, Cards] = field(init=False, repr=False, compare=False)
    _first: Card = field(init=False, repr=False, compare=False)
    _fined: bool = field(init=False, repr=False, compare=False)
    _last_aces: Cards = field(init=False, repr=False, compare=False)
    _zeros: tuple[int, ...] = field(init=False, repr=False, compare=False)

    key: ClassVar[str] = "sevens"
    SEATS: ClassVar[range] = range(2, 9)
    RANKED: ClassVar[tuple[int, ...]] = (3, 4)
    PRESETS: ClassVar[Mapping[str, Mapping[str, str | int | bool]]] = MappingProxyType(
        {
            "quick": {},
            "international": {"ace": "high", "start": "left_any_seven", "scoring": "cards_100"},
            "chips": {
                "ace": "high",
                "start": "left_any_seven",
                "pass_rule": "voluntary_fined",
                "scoring": "chips",
            },
            "short32": {"deck": 32, "ace": "high", "start": "left_any_seven"},
        }
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for refused, options, sentence in self._refusals():
            if refused:
                raise OptionError(sentence, *options.split())
        ladder = list(range(LOWEST[self.deck], 13))
        if self.ace == "high":
            ladder = [rank for rank in ladder if rank] + [0]
        middle = ladder.index(self.center_rank - 1)
        rows = [[1 << 13 * suit + rank for rank in ladder] for suit in range(4)]
        opens = dict.fromkeys([card for row in rows for card in row], 0)
        for row in rows:
            for nearer, further in (*pairwise(row[middle:]), *pairwise(row[middle::-1])):
                opens[nearer] |= further
        sevens = sum([row[middle] for row in rows])
        forced = {"holder_7D": SUIT[1], "holder_7H": SUIT[2], "left_any_seven": 0}[self.start_]
        for name, value in {
            "_order": {card: at for at, card in enumerate(opens)},
            "_pack": sum(opens),
            "_sevens": sevens,
            # What a card turns over among the cards that the rows take: itself and what it opens.
            "_turns": {0: 0} | {card: card | opened for card, opened in opens.items()},
            "_first": sevens & forced,
            "_fined": self.pass_rule == "voluntary_fined",
            "_last_aces": RANK[0] if self.ace == "high" else 0,
            "_zeros": (0,) * self.seats,
        }.items():
            object.__setattr__(self, name, value)

    def _refusals(self) -> tuple[tuple[bool, str, str], ...]:
        """What cannot be played, each with the options at odds and the sentence that says so."""
        stakes = (self.ante, self.fine_pass, self.fine_seven, self.fine_forced)
        most = {"first_out": 1, "cards_100": 0}.get(self.scoring, self.rounds)
        return (
            (self.target < 1, "target", "target must be at least 1."),
            (
                self.rounds < 0,
                "rounds",
                "rounds must be at least 0, which means: as the scoring says.",
            ),
            (
                self.rounds > most,
                "rounds scoring",
                f"scoring={self.scoring} sets the number of deals: use rounds=0.",
            ),
            (
                min(stakes) < 0,
                "ante fine_pass fine_seven fine_forced",
                "ante and fines must be at least 0.",
            ),
            (
                self.deck != 52 and self.ace == "low",
                "deck ace",
                f"deck={self.deck} needs ace=high.",
            ),
            (
                (self.deck == 36) != (self.center_rank == 9),
                "deck center_rank",
                "deck=36 and center_rank=9 come together or not at all.",
            ),
            (
                (self.scoring == "chips") != (self.pass_rule == "voluntary_fined"),
                "scoring pass_rule",
                "scoring=chips and pass_rule=voluntary_fined come together or not at all.",
            ),
        )

    @property
    def pack(self) -> Cards:
        return self._pack

    def in_order(self, cards: Cards) -> list[Card]:
        return sorted(each(cards), key=self._order.__getitem__)

    def start(self) -> State[SevensTable]:
        none = self._zeros
        table = SevensTable(CHANCE, none, 0, none, self._sevens, 0, self.seats - 1, 0, 0, "")
        return State(table, none, tuple(self._order))

    def to_shuffle(self, state: State[SevensTable]) -> Cards:
        return self._pack

    def legal_moves(self, table: SevensTable, hand: Cards) -> list[Move]:
        if not table.face_up and self._first:
            return [MOVE[self._first]]
        fits = hand & table.takes
        if not fits:
            return [PASS]
        if fits & self._last_aces:
            moves = [MOVE[card] for card in self.in_order(fits)]
        else:
            moves = []
            while fits:
                card = fits & -fits
                moves.append(MOVE[card])
                fits ^= card
        if self._fined and table.passed < self.seats - 1:
            moves.append(PASS)
        return moves

    def apply(self, state: State[SevensTable], move: Move) -> State[SevensTable]:
        table, hands, _ = state
        turn, scores, face_up, _, takes, passed, dealer, deal, extra, trail = table
        if turn < 0:
            return self._deal(state, move)
        card = PLAYED[move]
        now = [*hands]
        hand = now[turn] = now[turn] ^ card
        hands = (*now,)
        if self._fined:
            trail += move
        turn = (turn + 1) % self.seats
        takes ^= self._turns[card]
        passed = 0 if card else passed + 1
        values = (
            turn,
            scores,
            face_up | card,
            self._zeros,
            takes,
            passed,
            dealer,
            deal,
            extra,
            trail,
        )
        table = _build(SevensTable, values)
        if not hand:
            table = self._count(table, hands)
        return _build(State, (table, hands, ()))

    def _deal(self, state: State[SevensTable], move: Move) -> State[SevensTable]:
        table, seats = state.table, self.seats
        cards = given(move, self._pack)
        turn = (table.dealer + 1) % seats
        # The seat left of the dealer gets the first card, and every seats-th after it.
        hands = tuple([sum(cards[(seat - turn) % seats :: seats]) for seat in range(seats)])
        shown = self._zeros
        if self._first:
            shown = tuple([hand & self._first for hand in hands])
            turn = shown.index(self._first)
        table = table._replace(
            turn=turn,
            face_up=0,
            shown=shown,
            takes=self._sevens,
            passed=0,
            deal=table.deal + 1,
            trail="",
        )
        return State(table, hands, ())

    def _count(self, table: SevensTable, hands: tuple[Cards, ...]) -> SevensTable:
        """The table after the deal is counted: chance deals again, or nobody is to move."""
        if self.scoring == "chips":
            gains = self._chips(hands, table.trail)
        elif self.scoring == "cards_100":
            gains = [hand.bit_count() for hand in hands]
        else:
            gains = [pips(hand) for hand in hands]
        scores = tuple([total + gain for total, gain in zip(table.scores, gains, strict=True)])
        table = table._replace(turn=NOBODY, scores=scores, shown=hands)
        if not self._more_planned(table):
            if self.scoring in ("first_out", "chips") or len(self.winners(table)) == 1:
                return table
            if table.extra == EXTRA_DEALS:
                return table
            table = table._replace(extra=table.extra + 1)
        return table._replace(turn=CHANCE, dealer=(table.dealer + 1) % self.seats)

    def _more_planned(self, table: SevensTable) -> bool:
        if self.scoring == "cards_100":
            return max(table.scores) < self.target
        return table.deal < (self.rounds or (self.seats if self.scoring == "chips" else 1))

    def _chips(self, hands: tuple[Cards, ...], trail: str) -> list[int]:
        """What the deal brings each seat in chips; the sum is 0."""
        left = [hand.bit_count() for hand in hands]
        winner = left.index(0)
        # The winner made the last ply of the trail, and the seats took turns.
        cards = [PLAYED[trail[at : at + 2]] for at in range(0, len(trail), 2)]
        plies = [
            ((winner + 1 + at) % self.seats, card) for at, card in enumerate(cards, -len(cards))
        ]
        holding = list(hands)
        for seat, card in plies:
            holding[seat] |= card
        chips = [-self.ante - lost for lost in left]
        takes, charged = self._sevens, 0
        # The deal once more: only now may it be known what a pass held back.
        for seat, card in plies:
            if card:
                holding[seat] ^= card
                takes ^= self._turns[card]
                continue
            fits = holding[seat] & takes
            chips[seat] -= self.fine_pass if fits else self.fine_forced
            for seven in each(fits & self._sevens & ~charged):
                charged |= seven
                for neighbour in each(self._turns[seven] ^ seven):
                    holder = next(s for s, hand in enumerate(holding) if hand & neighbour)
                    chips[seat] -= self.fine_seven
                    chips[holder] += self.fine_seven
        # What is missing to a sum of 0 goes to the winner: the pot, and the chips for the cards.
        chips[winner] -= sum(chips)
        return chips

    def returns(self, table: SevensTable) -> tuple[int, ...]:
        if self.scoring == "chips":
            return table.scores
        return tuple([-score for score in table.scores])

    def winners(self, table: SevensTable) -> tuple[Seat, ...]:
        if table.turn != NOBODY:
            return ()
        returns = self.returns(table)
        best = max(returns)
        return tuple([seat for seat, value in enumerate(returns) if value == best])

    def read(self, text: str) -> Move:
        if text == PASS:
            return PASS
        if text in NAMED:
            return MOVE[NAMED[text]]
        deal = read_order(text, DEAL)
        if deal is None:
            raise InvalidMove(f"{shorten(text)} is no move: they look like 7d, or -- to pass.")
        return deal

    def why_not(self, table: SevensTable, hand: Cards, move: Move) -> Reason:
        card = PLAYED[move]
        if card & table.face_up:
            return Reason("already_down", (card,))
        if card and not card & hand:
            return Reason("not_in_hand", (card,))
        if not table.face_up and self._first:
            return Reason("first_card", (self._first,))
        if not card and self._fined:
            return Reason("all_passed")
        if not card:
            return Reason("must_play", tuple(self.in_order(hand & table.takes)))
        row = next(suit for suit in SUIT if suit & card)
        if not row & table.face_up:
            return Reason("row_closed", (row & self._sevens,))
        return Reason("not_next", tuple(self.in_order(row & table.takes)))

    def place(self, hand: Cards, keys: Mapping[str, str]) -> SevensTable:
        unknown = keys.keys() - {"layout", "passed"}
        if unknown:
            raise PositionError(f"{shorten(min(unknown))} is no key of sevens: layout, passed.")
        passed = keys.get("passed", "0")
        if not re.fullmatch("[0-9]{1,9}", passed):
            raise PositionError(f"passed: {shorten(passed)} is no number of passes.")
        layout = read_set(keys.get("layout", ""), self._pack & ~hand)
        reach = self._sevens
        for card in each(layout):
            reach |= self._turns[card] ^ card
        if layout & ~reach:
            raise PositionError("A row has a hole.")
        if not hand:
            raise PositionError("Nobody is to move: the hand is empty.")
        if not layout and self._first & ~hand:
            raise PositionError(f"Not to move: whoever begins holds {NAME[self._first]}.")
        none, dealer = self._zeros, self.seats - 1
        return SevensTable(0, none, layout, none, reach & ~layout, int(passed), dealer, 1, 0, "")


def pips(hand: Cards) -> int:
    """What the cards left in a hand count: ace 1, courts 11, 12 and 13."""
    return sum([PIPS[card] for card in each(hand)])
