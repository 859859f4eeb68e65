"""Ranked matches that are over, without having been played."""

from datetime import UTC, datetime

from django.db import transaction

from accounts.models import User
from games.models import Match, Outcome, Player, Status
from games.ranking import Result, settle

# A Wednesday, in the middle of its month.
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
LEVELS = {10: "easy", 30: "normal", 100: "expert"}


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
