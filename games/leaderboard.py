"""The boards as pages show them: with names, and with what is missing to be on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from accounts.models import User
from games import boards
from games.boards import Board, Period
from games.models import Standing


@dataclass(frozen=True)
class Line:
    """A line of a board. Equal values share a rank and the next rank is skipped: 1, 2, 2, 4."""

    rank: int
    name: str
    value: int
    won: int
    played: int
    me: bool


def points(user_id: int | None) -> tuple[list[Line], Line | None]:
    """The best of all games and levels, and this person's line when he is on the board."""
    board = boards.points_board("", "", Period.ALL, timezone.now())
    lines = named(board, boards.top(board), user_id)
    mine = next((line for line in lines if line.me), None)
    if mine is None and user_id is not None:
        around = named(board, boards.near(board, user_id), user_id)
        mine = next((line for line in around if line.me), None)
    return lines, mine


def named(board: Board, rows: Sequence[boards.Row], user_id: int | None) -> list[Line]:
    """Rows with the names and figures of their people."""
    people = [row.user_id for row in rows]
    names = dict(User.objects.filter(pk__in=people).values_list("pk", "name"))
    figures = {
        person: (won, played)
        for person, won, played in Standing.objects.filter(
            board=board.number, user__in=people
        ).values_list("user_id", "won", "played")
    }
    return [
        Line(row.rank, names[row.user_id], row.value, *figures[row.user_id], row.user_id == user_id)
        for row in rows
    ]
