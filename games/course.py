"""What the log of a match comes to: where it stands, and what was seen at the table on the way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from games.engine.cards import Cards
from games.engine.game import CHANCE, DEAL, NOBODY, Game, Move, Seat, State, is_chance, order_word


class Told(NamedTuple):
    """A move of a seat as everybody saw it. `gained`: by how many cards its hand grew."""

    seat: Seat
    move: str
    gained: int


class Course:
    """A match followed from its first deal, for one seat.

    `state`: where it stands. `told`: the moves of the seats in this deal. `drawn`: the cards that
    the seat's latest move brought into its hand. `ends`: the table at the end of each deal that was
    played out, with all hands shown.
    """

    def __init__(self, game: Game[Any], seat: Seat, moves: Iterable[str]) -> None:
        self.game, self.seat = game, seat
        self.state: State[Any] = game.start()
        self.told: list[Told] = []
        self.drawn: Cards = 0
        self.ends: list[Any] = []
        self._stocks = 0  # how many new ones chance has made in this deal
        self._deals = 0
        for move in moves:
            self.take(Move(move))

    def take(self, move: Move) -> None:
        """Go on by a move, which must be legal."""
        before, after = self.state, self.game.apply(self.state, move)
        self.state = after
        if move.startswith(DEAL):
            if self._deals:
                self.ends.append(before.table)
            self._deals, self._stocks, self.told, self.drawn = self._deals + 1, 0, [], 0
        else:
            self._stocks += is_chance(move)
            self._tell(before, after, move)
        if after.table.turn == NOBODY:
            self.ends.append(after.table)

    def _tell(self, before: State[Any], after: State[Any], move: str) -> None:
        seat, gained = before.table.turn, 0
        if seat == CHANCE:  # a new stock in the middle of a draw, which goes on from it
            seat, move, gained = self.told.pop()
        new = after.hands[seat] & ~before.hands[seat]
        self.told.append(Told(seat, move, gained + new.bit_count()))
        if seat == self.seat:
            self.drawn = new | (self.drawn if gained else 0)

    def label(self) -> str:
        """What the order of cards that chance makes next is called where the seeds fix it."""
        if order_word(self.game, self.game.to_shuffle(self.state)) == DEAL:
            return f"deal|{self._deals}"
        return f"reshuffle|{self._deals - 1}|{self._stocks}"
