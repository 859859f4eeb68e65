"""Rummy 500 a second time, as one would play it with cards on a table: slowly, and from the prose.

It is written from the prose at the head of ``games/engine/rummy500.py`` alone and shares nothing
with the engine: cards are names in lists, a meld is a list of cards as they lie, with who laid
each, and what can be laid is found by trying every meld there is. ``compare_rummy500.py`` plays
both side by side.
"""

from itertools import combinations

SUITS = ["c", "d", "h", "s"]
LADDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
PACK = [rank + suit for suit in SUITS for rank in LADDER[:13]]


def all_melds() -> list[list[str]]:
    """Every meld there is, its cards as they lie."""
    melds = []
    for suit in SUITS:
        for first in range(14):
            for last in range(first + 2, 14):
                ranks = LADDER[first : last + 1]
                if ranks.count("A") < 2:
                    melds.append([rank + suit for rank in ranks])
    for rank in LADDER[:13]:
        for size in (3, 4):
            melds += [[rank + suit for suit in suits] for suits in combinations(SUITS, size)]
    return melds


ALL_MELDS = all_melds()
MELDS_WITH = {card: [meld for meld in ALL_MELDS if card in meld] for card in PACK}


def is_set(meld: list[str]) -> bool:
    return len({card[0] for card in meld}) == 1


def whole_suit(meld: list[str]) -> bool:
    return len(meld) == 13


LONGER: dict[str, list[tuple[list[str], list[str]]]] = {}


def longer_melds(meld: list[str]) -> list[tuple[list[str], list[str]]]:
    """What a meld on the table can become by a lay-off, and the new cards in it as they lie."""
    lying = "".join(meld)
    if lying not in LONGER:
        LONGER[lying] = [
            (other, [card for card in other if card not in meld])
            for other in ALL_MELDS
            if len(other) > len(meld)
            and is_set(other) == is_set(meld)
            # The cards of a run stay in a row, so that an ace stays where it is.
            and (set(meld) < set(other) if is_set(meld) else lying in "".join(other))
        ]
    return LONGER[lying]


class SlowRummy500:
    """A match. ``options`` are in text form, all of them named."""

    def __init__(self, options: dict[str, str]) -> None:
        self.options = options
        self.seats = int(options["seats"])
        self.totals = [0] * self.seats
        self.dealt = 0
        self.over = False
        self.turn: int | None = None  # None: the cards are to be dealt, or the match is over
        self.dealer = self.seats - 1
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.seen: list[list[str]] = [[] for _ in range(self.seats)]
        self.stock: list[str] = []
        self.pile: list[str] = []
        self.melds: list[list[str]] = []
        self.laid_by: dict[str, int] = {}
        self.drawn = False
        self.reached: str | None = None  # the card to be laid next
        self.along: list[str] = []  # the other cards taken in this turn
        self.kept: str | None = None
        self.turns = 0

    def deal(self, cards: list[str]) -> None:
        assert sorted(cards) == sorted(PACK)
        self.dealt += 1
        self.hands = [[] for _ in range(self.seats)]
        self.seen = [[] for _ in range(self.seats)]
        self.melds, self.laid_by, self.turns = [], {}, 0
        cards = list(cards)
        seat = self.dealer
        while len(self.hands[self.dealer]) < self.hand_size():
            seat = self.left_of(seat)
            self.hands[seat].append(cards.pop(0))
        self.pile = [cards.pop(0)]
        self.stock = cards
        self.begin_turn(self.left_of(self.dealer))

    def hand_size(self) -> int:
        return int(self.options["deal_2p"]) if self.seats == 2 else 7

    def begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.drawn, self.reached, self.along, self.kept = False, None, [], None

    def left_of(self, seat: int) -> int:
        return 0 if seat == self.seats - 1 else seat + 1

    def may_empty_hand_by_laying(self) -> bool:
        return self.options["go_out"] == "free" or self.options["floating"] == "true"

    def melds_from(self, cards: list[str], among: list[list[str]]) -> list[str]:
        """The moves that lay a new meld out of these cards."""
        moves = []
        held = set(cards)
        for meld in among:
            if meld[0] in held and held.issuperset(meld):
                one_way = self.options["ace_low_value"] == "15"
                if whole_suit(meld) and meld[0][0] != "A" and one_way:
                    continue
                moves.append("".join(meld))
        return moves

    def lay_offs_from(self, cards: list[str]) -> list[str]:
        """The moves that lay some of these cards off."""
        moves = []
        held = set(cards)
        for number, meld in enumerate(self.melds):
            for other, new in longer_melds(meld):
                if not held.issuperset(new):
                    continue
                mark = ""
                if whole_suit(other) and any(card[0] == "A" for card in new):
                    mark = "<" if other[0][0] == "A" else "^"
                    if self.options["ace_low_value"] == "15":
                        if mark == "^":
                            continue
                        mark = ""
                moves.append("".join(new) + ">" + str(number + 1) + mark)
        return moves

    def cards_of(self, move: str) -> list[str]:
        names = move.split(">")[0]
        return [names[at : at + 2] for at in range(0, len(names), 2)]

    def uses(self, hand: list[str], card: str, along: list[str]) -> list[str]:
        """The moves that use this card after it was taken with those along, ``hand`` before."""
        allowed = [*hand, card]
        if self.options["dig_support"] == "hand_and_taken":
            allowed += along
        moves = self.melds_from(allowed, MELDS_WITH[card])
        if self.options["dig_use"] == "meld_or_layoff":
            moves += [m for m in self.lay_offs_from(allowed) if card in self.cards_of(m)]
        if not self.may_empty_hand_by_laying():
            held = len(hand) + 1 + len(along)
            moves = [move for move in moves if len(self.cards_of(move)) < held]
        return moves

    def may_keep(self, at: int) -> bool:
        """Whether the card at this place of the pile may be taken without any use."""
        return (
            self.options["top_card"] == "keep_no_discard"
            and at == len(self.pile) - 1
            and len(self.stock) > 0
        )

    def takes(self, seat: int) -> list[str]:
        return [
            "+" + card
            for at, card in enumerate(self.pile)
            if self.may_keep(at) or self.uses(self.hands[seat], card, self.pile[at + 1 :])
        ]

    def legal(self) -> list[str]:
        assert self.turn is not None
        hand = self.hands[self.turn]
        if not self.drawn:
            if self.stock:
                return ["+", *self.takes(self.turn)]
            return [*self.takes(self.turn), "."]
        if self.reached:
            before = [card for card in hand if card != self.reached and card not in self.along]
            return self.uses(before, self.reached, self.along)
        moves = self.melds_from(hand, ALL_MELDS) + self.lay_offs_from(hand)
        if not self.may_empty_hand_by_laying():
            moves = [move for move in moves if len(self.cards_of(move)) < len(hand)]
        return moves + ["-" + card for card in hand if card != self.kept or hand == [card]]

    def play(self, move: str) -> None:
        assert self.turn is not None
        seat = self.turn
        hand = self.hands[seat]
        if move == ".":
            self.end_round()
        elif move == "+":
            hand.append(self.stock.pop(0))
            self.drawn = True
        elif move[0] == "+":
            at = self.pile.index(move[1:])
            if self.may_keep(at):
                self.kept = self.pile[at]
            else:
                self.reached, self.along = self.pile[at], self.pile[at + 1 :]
            hand += self.pile[at:]
            self.seen[seat] += self.pile[at:]
            self.pile = self.pile[:at]
            self.drawn = True
        elif move[0] == "-":
            self.give_up(seat, move[1:])
            self.pile.append(move[1:])
            if hand:
                self.end_turn()
            else:
                self.end_round()
        else:
            self.lay(seat, move)
            if not hand and self.options["floating"] == "true":
                self.end_turn()
            elif not hand:
                self.end_round()

    def give_up(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        if card in self.seen[seat]:
            self.seen[seat].remove(card)
        if card == self.kept:
            self.kept = None

    def lay(self, seat: int, move: str) -> None:
        cards = self.cards_of(move)
        for card in cards:
            self.give_up(seat, card)
            self.laid_by[card] = seat
        self.reached = None
        if ">" not in move:
            self.melds.append(cards)
            return
        number = int(move.split(">")[1].strip("<^")) - 1
        becomes = [
            meld for meld, new in longer_melds(self.melds[number]) if sorted(new) == sorted(cards)
        ]
        if len(becomes) == 2:
            # The whole suit: the ace is low unless the move says that it is high.
            becomes = [meld for meld in becomes if (meld[0][0] == "A") != move.endswith("^")]
        (self.melds[number],) = becomes

    def end_turn(self) -> None:
        assert self.turn is not None
        self.turns += 1
        self.begin_turn(self.left_of(self.turn))
        if self.turns == 400:
            self.end_round()
        elif not self.stock:
            may_go_on = self.options["stock_out"] == "discard_only"
            assert self.turn is not None
            if not may_go_on or not self.takes(self.turn):
                self.end_round()

    def worth(self, card: str) -> int:
        if card[0] == "A":
            return 15
        if card[0] in "TJQK":
            return 10
        return 5 if self.options["pips"] == "fives" else int(card[0])

    def points(self) -> list[int]:
        """What the cards on the table count for the seats."""
        points = [0] * self.seats
        for meld in self.melds:
            for at, card in enumerate(meld):
                low_ace = card[0] == "A" and at == 0 and not is_set(meld)
                worth = int(self.options["ace_low_value"]) if low_ace else self.worth(card)
                points[self.laid_by[card]] += worth
        return points

    def end_round(self) -> None:
        self.turn = None
        for seat, points in enumerate(self.points()):
            self.totals[seat] += points - sum(self.worth(card) for card in self.hands[seat])
        best = max(self.totals)
        won = best >= int(self.options["target"]) and self.totals.count(best) == 1
        if won or self.dealt == int(self.options["max_rounds"]):
            self.over = True
        else:
            self.dealer = self.left_of(self.dealer)

    def winners(self) -> list[int]:
        if not self.over:
            return []
        return [seat for seat in range(self.seats) if self.totals[seat] == max(self.totals)]
