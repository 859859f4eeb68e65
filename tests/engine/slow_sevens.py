"""Sevens a second time, as one would play it with cards on a table: slowly, and from the prose.

It is written from the prose at the head of ``games/engine/sevens.py`` alone and shares nothing
with the engine: cards are names in lists, rows are lists of ranks, fines are noted down at the
pass by looking into the hands. ``compare.py`` plays both side by side.
"""

SUITS = ["c", "d", "h", "s"]
RANKS_ACE_LOW = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
RANKS_ACE_HIGH = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


class SlowSevens:
    """A match. ``options`` are in text form, all of them named."""

    def __init__(self, options: dict[str, str]) -> None:
        self.options = options
        self.seats = int(options["seats"])
        self.ranks = list(RANKS_ACE_LOW if options["ace"] == "low" else RANKS_ACE_HIGH)
        if options["deck"] == "32":
            self.ranks = self.ranks[self.ranks.index("7") :]
        if options["deck"] == "36":
            self.ranks = self.ranks[self.ranks.index("6") :]
        self.middle = options["center_rank"]
        self.totals = [0] * self.seats
        self.dealt = 0
        self.extra = 0
        self.over = False
        self.turn: int | None = None  # None: the cards are to be dealt, or the match is over
        self.dealer = self.seats - 1
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.rows: dict[str, list[str]] = {}
        self.passes = 0
        self.notes: list[tuple[int, int | None, int]] = []  # who pays whom (None: the pot) what
        self.charged: list[str] = []

    def pack(self) -> list[str]:
        return [rank + suit for suit in SUITS for rank in self.ranks]

    def deal(self, cards: list[str]) -> None:
        assert sorted(cards) == sorted(self.pack())
        self.dealt += 1
        self.rows = {suit: [] for suit in SUITS}
        self.hands = [[] for _ in range(self.seats)]
        self.passes, self.notes, self.charged = 0, [], []
        seat = self.dealer
        for card in cards:
            seat = self.left_of(seat)
            self.hands[seat].append(card)
        self.turn = self.left_of(self.dealer)
        first = self.first_card()
        if first:
            for seat in range(self.seats):
                if first in self.hands[seat]:
                    self.turn = seat

    def left_of(self, seat: int) -> int:
        return 0 if seat == self.seats - 1 else seat + 1

    def first_card(self) -> str | None:
        """The card that must be played now because it is the first, if any."""
        if any(self.rows.values()) or self.options["start"] == "left_any_seven":
            return None
        return self.middle + ("d" if self.options["start"] == "holder_7D" else "h")

    def fits(self, card: str) -> bool:
        rank, suit = card[0], card[1]
        row = self.rows[suit]
        if not row:
            return rank == self.middle
        at = self.ranks.index(rank)
        return at + 1 == self.ranks.index(row[0]) or at - 1 == self.ranks.index(row[-1])

    def legal(self) -> list[str]:
        assert self.turn is not None
        if self.first_card():
            return [str(self.first_card())]
        hand = self.hands[self.turn]
        moves = [card for card in self.pack() if card in hand and self.fits(card)]
        if not moves:
            return ["--"]
        if self.options["pass_rule"] == "voluntary_fined" and self.passes + 1 < self.seats:
            moves.append("--")
        return moves

    def play(self, move: str) -> None:
        assert self.turn is not None
        seat = self.turn
        if move == "--":
            self.passes += 1
            self.note_fines(seat)
        else:
            self.passes = 0
            self.hands[seat].remove(move)
            row = self.rows[move[1]]
            row.append(move[0])
            row.sort(key=self.ranks.index)
        if self.hands[seat]:
            self.turn = self.left_of(seat)
        else:
            self.end_deal(seat)

    def note_fines(self, seat: int) -> None:
        held_back = [card for card in self.hands[seat] if self.fits(card)]
        if not held_back:
            self.notes.append((seat, None, int(self.options["fine_forced"])))
            return
        self.notes.append((seat, None, int(self.options["fine_pass"])))
        middle = self.ranks.index(self.middle)
        for rank, suit in held_back:
            if rank != self.middle or suit in self.charged:
                continue
            self.charged.append(suit)
            for at in (middle - 1, middle + 1):
                if at < 0:
                    continue  # nothing lies below the seven in a short pack
                for holder in range(self.seats):
                    if holder != seat and self.ranks[at] + suit in self.hands[holder]:
                        self.notes.append((seat, holder, int(self.options["fine_seven"])))

    def end_deal(self, winner: int) -> None:
        self.turn = None
        scoring = self.options["scoring"]
        if scoring == "chips":
            self.settle_chips(winner)
        for seat, hand in enumerate(self.hands):
            if scoring == "cards_100":
                self.totals[seat] += len(hand)
            elif scoring != "chips":
                for card in hand:
                    worth = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}
                    self.totals[seat] += worth.get(card[0]) or int(card[0])
        self.go_on_or_stop()

    def settle_chips(self, winner: int) -> None:
        pot = 0
        for seat in range(self.seats):
            self.totals[seat] -= int(self.options["ante"])
            pot += int(self.options["ante"])
        for payer, taker, chips in self.notes:
            self.totals[payer] -= chips
            if taker is None:
                pot += chips
            else:
                self.totals[taker] += chips
        self.totals[winner] += pot
        for seat in range(self.seats):
            self.totals[seat] -= len(self.hands[seat])
            self.totals[winner] += len(self.hands[seat])

    def go_on_or_stop(self) -> None:
        scoring, rounds = self.options["scoring"], int(self.options["rounds"])
        if scoring == "cards_100":
            done = any(total >= int(self.options["target"]) for total in self.totals)
        elif scoring == "chips":
            done = self.dealt >= (rounds if rounds else self.seats)
        elif scoring == "pips":
            done = self.dealt >= (rounds if rounds else 1)
        else:
            done = True
        if done:
            tied = self.totals.count(min(self.totals)) > 1
            if scoring in ("pips", "cards_100") and tied and self.extra < 3:
                self.extra += 1
            else:
                self.over = True
                return
        self.dealer = self.left_of(self.dealer)

    def winners(self) -> list[int]:
        if not self.over:
            return []
        best = max(self.totals) if self.options["scoring"] == "chips" else min(self.totals)
        return [seat for seat in range(self.seats) if self.totals[seat] == best]
