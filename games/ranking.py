"""What a finished ranked match is worth, and the board."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection
from django.db.models import Count, Q

from games.models import Level, Standing

POINTS = {Level.EASY: 10, Level.NORMAL: 30, Level.EXPERT: 100}
TOP = 50


def worth(level: str, winners: Iterable[int], seat: int) -> int:
    """The points of the person on this seat: the level's for a sole win of a completed match."""
    return POINTS[Level(level)] if list(winners) == [seat] else 0


def settle(match_id: uuid.UUID, user_id: int, points: int) -> None:
    """Write a ranked match into the ledger and the board, in the transaction that ends it.

    A second settlement of the same match and person violates the ledger's unique key.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "insert into games_settlement (match_id, user_id, points) values (%s, %s, %s)",
            [match_id, user_id, points],
        )
        # `reached` is when the points were first reached: it orders people with equal points.
        cursor.execute(
            """
            insert into games_standing as mine (user_id, points, won, played, reached)
            values (%(user)s, %(points)s, %(won)s, 1, now())
            on conflict (user_id) do update set
                points = mine.points + excluded.points,
                won = mine.won + excluded.won,
                played = mine.played + 1,
                reached = case when excluded.points > 0 then now() else mine.reached end
            """,
            {"user": user_id, "points": points, "won": int(points > 0)},
        )


@dataclass(frozen=True)
class Row:
    """A line of the board. Equal points share a rank and the next rank is skipped: 1, 2, 2, 4."""

    rank: int
    name: str
    points: int
    won: int
    played: int
    me: bool


def board(user_id: int | None) -> tuple[list[Row], Row | None]:
    """The best TOP people, and the row of this person when he is on the board.

    People with no points yet are not on it. Inside a tie who reached the points earlier is first.
    """
    standings = Standing.objects.filter(points__gt=0, user__is_active=True).select_related("user")
    rows: list[Row] = []
    for place, standing in enumerate(standings.order_by("-points", "reached", "user")[:TOP], 1):
        tied = rows and rows[-1].points == standing.points
        rows.append(_row(rows[-1].rank if tied else place, standing, user_id))
    mine = next((row for row in rows if row.me), None)
    if mine is None and user_id is not None and (own := standings.filter(user=user_id).first()):
        above = standings.aggregate(n=Count("pk", filter=Q(points__gt=own.points)))["n"]
        mine = _row(above + 1, own, user_id)
    return rows, mine


def _row(rank: int, standing: Standing, user_id: int | None) -> Row:
    return Row(
        rank,
        standing.user.name,
        standing.points,
        standing.won,
        standing.played,
        me=standing.user_id == user_id,
    )
