"""Pis Yedili a second time, as one would play it with cards on a table: slowly, from the prose.

``SlowPisYedili`` is written from the prose at the head of ``games/engine/pis_yedili.py`` alone and
shares nothing with the engine: cards are names in lists, two packs hold each name twice, the pile
is a list and the stock is drawn from card by card. ``compare`` plays both side by side.
"""

import random

from games.engine.cards import NAME, each
from games.engine.chance import shuffle
from games.engine.game import CHANCE, NOBODY, Move, State
from games.engine.pis_yedili import PisYedili, PisYediliTable

SUITS = ["c", "d", "h", "s"]
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
NAMES = [rank + suit for suit in SUITS for rank in RANKS]
WORTH = {"J": 25, "7": 20, "A": 15, "K": 10, "Q": 10, "T": 10}


class SlowPisYedili:
    """A match. ``options`` are in text form, all of them named."""

    def __init__(self, options: dict[str, str]) -> None:
        self.options = options
        self.seats = int(options["seats"])
        packs = options["decks"]
        if packs == "auto":
            packs = "1" if self.seats <= 4 else "2"
        self.pack = NAMES * int(packs)
        self.totals = [0] * self.seats
        self.dealt = 0
        self.extra = 0
        self.over = False
        self.turn: int | None = None  # None: chance is to move, or the match is over
        self.dealer = self.seats - 1
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.pile: list[str] = []
        self.stock: list[str] = []
        self.waiting: tuple[int, int] | None = None  # who gets how many cards of the next stock
        self.clear()
        # Of the last deal that was counted: how it ended, who won it, how often the hands counted.
        self.ended = ""
        self.deal_winners: list[int] = []
        self.times = 1

    def clear(self) -> None:
        """As it is before the first card of a deal."""
        self.named = ""
        self.clockwise = True
        self.sevens = 0
        self.drawn = 0
        self.ace = False
        self.clubs_due = 1 if self.options["opening"] == "starter_club" else self.seats
        self.turns = 0

    def after(self, seat: int) -> int:
        """The seat next to this one in the direction of play."""
        around = list(range(self.seats)) * 2
        return around[seat + 1] if self.clockwise else around[seat + self.seats - 1]

    # Chance

    def due(self) -> list[str]:
        """The cards that chance must order: below the top of the pile, or all."""
        return self.pile[:-1] if self.waiting else self.pack

    def deal(self, cards: list[str]) -> None:
        assert sorted(cards) == sorted(self.pack)
        self.dealt += 1
        self.clear()
        self.pile, self.stock = [], list(cards)
        self.hands = [[] for _ in range(self.seats)]
        seat = self.dealer
        for _ in range(7 * self.seats):
            seat = self.after(seat)
            self.hands[seat].append(self.stock.pop(0))
        self.turn = self.after(self.dealer)

    def shuffle(self, cards: list[str]) -> None:
        assert self.waiting is not None
        assert sorted(cards) == sorted(self.due())
        seat, missing = self.waiting
        self.waiting = None
        self.pile, self.stock = [self.pile[-1]], list(cards)
        self.turn = seat
        self.give(missing)

    # What may be done

    def suit(self) -> str:
        return self.named or self.pile[-1][1]

    def fits(self, card: str) -> bool:
        if self.sevens:
            return card[0] == "7"
        if self.clubs_due:
            return card[1] == "c"
        top = self.pile[-1]
        if top[0] == "J":
            return card[0] != "J" and card[1] == self.suit()
        return card[0] == "J" or card[0] == top[0] or card[1] == top[1]

    def fitting(self) -> list[str]:
        assert self.turn is not None
        return [card for card in NAMES if card in self.hands[self.turn] and self.fits(card)]

    def is_there_a_card_to_draw(self) -> bool:
        if self.stock:
            return True
        return self.options["stock_out"] == "recycle" and len(self.pile) >= 2

    def may_draw(self) -> bool:
        if self.sevens:
            return True
        if not self.is_there_a_card_to_draw():
            return False
        stuck = not self.fitting()
        if self.clubs_due:
            return stuck
        if self.ace:
            return self.options["ace"] == "must_again" and stuck and self.drawn == 0
        if not stuck:
            return self.drawn == 0 and self.options["voluntary_draw"] == "true"
        limit = self.options["draw_limit"]
        return limit == "until_playable" or self.drawn < int(limit)

    def may_end(self) -> bool:
        if self.sevens or self.clubs_due:
            return False
        if self.ace and self.options["ace"] == "may_again":
            return True
        nothing_else = not self.fitting() and not self.may_draw()
        if self.ace:
            return nothing_else
        return self.drawn > 0 or nothing_else

    def legal(self) -> list[str]:
        assert self.turn is not None
        moves = []
        last = len(self.hands[self.turn]) == 1
        for card in self.fitting():
            if card[0] != "J" or last or self.clubs_due:
                moves.append(card)
                continue
            barred = self.pile[-1][1] if self.options["jack_suit"] == "different" else ""
            moves += [f"{card}={suit}" for suit in SUITS if suit != barred]
        if self.may_draw():
            moves.append("+")
        if self.may_end():
            moves.append("--")
        return moves

    # Playing

    def play(self, move: str) -> None:
        assert self.turn is not None
        if move == "--":
            self.end_turn()
        elif move == "+":
            self.give(self.sevens * int(self.options["per_seven"]) if self.sevens else 1)
        else:
            self.lay(move[:2], move[3:])

    def lay(self, card: str, named: str) -> None:
        assert self.turn is not None
        self.hands[self.turn].remove(card)
        self.pile.append(card)
        self.named = named
        if not self.hands[self.turn]:
            self.sevens = 0
            self.end_deal("out")
        elif self.clubs_due:
            self.clubs_due -= 1
            self.end_turn()
        elif card[0] == "A":
            self.ace, self.drawn = True, 0
        elif card[0] == "7":
            self.sevens += 1
            self.end_turn()
        elif self.skips(card):
            self.end_turn(skipping=True)
        elif card[0] == "T":
            self.clockwise = not self.clockwise
            self.end_turn()
        else:
            self.end_turn()

    def skips(self, card: str) -> bool:
        tens_skip = self.seats == 2 and self.options["two_player_ten"] == "skip"
        return card[0] == "8" or (tens_skip and card[0] == "T")

    def give(self, number: int) -> None:
        """The seat to move draws so many cards, with a new stock if that is allowed."""
        assert self.turn is not None
        recycle = self.options["stock_out"] == "recycle"
        while number and self.stock:
            self.hands[self.turn].append(self.stock.pop(0))
            self.drawn += 1
            number -= 1
        if not recycle and not self.stock and self.options["stock_out_trigger"] == "on_empty":
            self.end_deal("stock")
            return
        if number and not recycle:
            self.end_deal("stock")
            return
        if number and len(self.pile) >= 2:
            self.waiting, self.turn = (self.turn, number), None
            return
        if self.sevens:
            self.sevens = 0
            if number or self.options["after_penalty"] == "end":
                self.end_turn()
        elif self.clubs_due and not self.fitting() and not self.is_there_a_card_to_draw():
            self.cannot_go_on()

    def end_turn(self, skipping: bool = False) -> None:
        assert self.turn is not None
        self.turn = self.after(self.turn)
        if skipping:
            self.turn = self.after(self.turn)
        self.drawn, self.ace = 0, False
        self.turns += 1
        if self.turns == 400:
            self.end_deal("turns")
        elif not self.sevens and not self.fitting() and not self.is_there_a_card_to_draw():
            self.cannot_go_on()

    def cannot_go_on(self) -> None:
        """Without a card to play or to draw; with recycling an ordinary turn may just be ended."""
        if self.clubs_due or self.options["stock_out"] == "lowest_hand":
            self.end_deal("stock")

    # Counting

    def end_deal(self, how: str) -> None:
        held = [sum(WORTH.get(card[0]) or int(card[0]) for card in hand) for hand in self.hands]
        lowest = min(held)
        self.ended = how
        self.deal_winners = [seat for seat in range(self.seats) if held[seat] == lowest]
        self.times = 1
        if how == "out" and self.pile[-1][0] == "7":
            self.times = int(self.options["mult_seven"])
        if how == "out" and self.pile[-1][0] == "J":
            self.times = int(self.options["mult_jack"])
        for seat in range(self.seats):
            gain = held[seat] * self.times
            if how != "out" and self.options["stock_out_score"] == "difference":
                gain = held[seat] - lowest
            if how != "out" and self.options["stock_out_score"] == "others_full":
                gain = 0 if seat in self.deal_winners else held[seat]
            self.totals[seat] += gain
        self.turn = None
        if self.dealt >= int(self.options["rounds"]):
            tied = self.totals.count(min(self.totals)) > 1
            if not tied or self.extra == 3:
                self.over = True
                return
            self.extra += 1
        self.clockwise = True
        self.dealer = self.after(self.dealer)

    def winners(self) -> list[int]:
        if not self.over:
            return []
        return [seat for seat in range(self.seats) if self.totals[seat] == min(self.totals)]


def any_options(rng: random.Random) -> str:
    """Options of Pis Yedili that can be played, in all combinations."""
    choices = {name: rng.choice(values) for name, values in PisYedili.choices().items() if values}
    seats = rng.randint(2, 8)
    if seats == 8 and choices["decks"] == "1":
        choices["decks"] = "2"
    numbers = {"rounds": 2, "mult_seven": 4, "mult_jack": 3}
    choices |= {name: str(rng.randint(1, most)) for name, most in numbers.items()}
    return f"seats={seats} " + " ".join(f"{name}={value}" for name, value in choices.items())


def compare(options: str, rng: random.Random) -> int:
    """Play one match at random in both; returns its plies, raises AssertionError if they differ."""
    game = PisYedili.from_options(options)
    slow = SlowPisYedili(game.options())
    state, plies = game.start(), 0
    # Whoever draws at random seldom goes out: some matches prefer to play cards, and to stop.
    tidy = rng.choice([0.0, 0.5, 0.95])
    while True:
        check_same(game, slow, state, plies)
        table = state.table
        if table.turn == NOBODY:
            return plies
        if table.turn == CHANCE:
            move = shuffle(game, state, rng)
            word, _, text = move.partition(":")
            cards = [text[at : at + 2] for at in range(0, len(text), 2)]
            assert word == ("shuffle" if slow.waiting else "deal")
            (slow.shuffle if slow.waiting else slow.deal)(cards)
        else:
            moves = game.legal_moves(table, state.hands[table.turn])
            assert slow.legal() == moves
            likely = [m for m in moves if m not in ("+", "--")] or [m for m in moves if m == "--"]
            move = Move(rng.choice(likely if likely and rng.random() < tidy else moves))
            slow.play(move)
        state = game.apply(state, move)
        plies += 1


def check_same(
    game: PisYedili, slow: SlowPisYedili, state: State[PisYediliTable], plies: int
) -> None:
    table = state.table
    assert (slow.turn if slow.turn is not None else NOBODY if slow.over else CHANCE) == table.turn
    assert (slow.dealt, slow.extra, slow.dealer) == (table.deal, table.extra, table.dealer)
    assert slow.totals == list(table.scores)
    assert slow.winners() == list(game.winners(table))
    assert slow.waiting == table.owed
    if not plies:
        return
    assert [sorted(hand) for hand in slow.hands] == [
        sorted(NAME[card] for card in each(hand)) for hand in state.hands
    ]
    assert slow.stock == [NAME[card] for card in state.stock]
    assert len(slow.stock) == table.stock
    assert sorted(slow.pile) == sorted(NAME[card] for card in each(table.face_up))
    assert slow.pile[-1:] == ([NAME[table.top]] if table.top else [])
    if table.finish:
        assert (slow.ended, slow.times) == (table.finish.ended, table.finish.times)
        assert slow.deal_winners == list(table.finish.won)
        assert table.shown == state.hands
        return
    assert (slow.sevens, slow.drawn, slow.ace) == (table.chain, table.drawn, table.again)
    assert (slow.clubs_due, slow.turns) == (table.opening, table.turns)
    assert slow.clockwise == (table.step == 1)
    assert (slow.suit() if slow.pile else "") == table.suit
