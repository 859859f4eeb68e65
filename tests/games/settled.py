"""Ranked matches that are over, without having been played."""

from datetime import UTC, datetime, timedelta

from django.db import transaction

from accounts.models import User
from games import boards
from games.boards import Period
from games.match import Outcome, Status
from games.models import Change, Match, Player, Standing
from games.ranking import Result, settle

# A Wednesday, in the middle of its month.
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
ALL = boards.points_board("", "", Period.ALL, NOON)
HOUR = timedelta(hours=1)


def person(name: str) -> User:
    return User.objects.create_user(f"{name.lower().replace(' ', '.')}@example.org", name=name)


def settled(
    user: User,
    outcome: str = "won",
    *,
    game: str = "sevens",
    level: str = "easy",
    at: datetime = NOON,
    seats: int = 4,
) -> Match:
    """A match of this person on seat 0 that ended so, and is in the ledger."""
    with transaction.atomic():
        winners = {"won": [0], "drawn": [0, 1], "lost": [1]}[outcome]
        match = Match.objects.create(
            game=game,
            options=f"seats={seats}",
            level=level,
            ranked=True,
            status=Status.FINISHED,
            turn=-2,
            due=None,
            scores=[0] * seats,
            winners=winners,
            created=at,
            ended=at,
        )
        Player.objects.bulk_create(
            Player(match=match, seat=seat, bot=seat > 0, user=None if seat else user)
            for seat in range(seats)
        )
        settle(Result(match.pk, user.pk, game, level, seats, Outcome(outcome), at))
    return match


def put(user, value, *, at=NOON, board=ALL, shown=True):
    """A person's row, as a settlement leaves it, with what it adds to the counters."""
    Standing.objects.create(
        user=user,
        board=board.number,
        value=value,
        early=boards.early(at),
        won=1,
        played=2,
        shown=shown,
    )
    if shown:
        Change.objects.create(board=board.number, value=value, n=1)


def people(*values, **how):
    """One person for each value, who reached it an hour after the one before."""
    found = []
    for hour, value in enumerate(values):
        found.append(person(f"Player {hour}"))
        put(found[-1], value, at=NOON + hour * HOUR, **how)
    return found
