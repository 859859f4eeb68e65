"""What the staff sees of a person beside his account: all read, nothing written."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Count, Q
from django.db.models.functions import TruncDay
from django.utils import timezone

from accounts.browsers import in_words
from accounts.models import Act, FormerName, User
from games import boards
from games.boards import Kind, Period
from games.engine import GAMES
from games.match import Level, Outcome
from games.models import Match, OfflineMatch, Settlement

SHOWN = 20  # rows of a kind; a link leads to the rest
# From here on a figure is worth a look: a match takes a person some minutes, and no person wins
# nearly always against the bots that the arena found best (page "How strong the bots are").
WINS_A_DAY, WON_AGAINST_EXPERT, ENOUGH = 60, 0.9, 30
RECENT = timedelta(days=30)


class Fact(NamedTuple):
    """A figure of the last days in words; `odd`: worth a look."""

    what: str
    figure: str
    odd: bool


class Place(NamedTuple):
    """A place on a board, counted even if it is not shown."""

    board: str
    rank: int
    value: int
    played: int
    shown: bool


def of(person: User) -> dict[str, Any]:
    """The context of the person's page in the admin."""
    sessions = UserSession.objects.filter(user=person).order_by("-last_seen_at")[:SHOWN]
    return {
        "addresses": EmailAddress.objects.filter(user=person),
        "keys": Authenticator.objects.filter(user=person).order_by("type"),
        "sessions": [(session, in_words(session.user_agent)) for session in sessions],
        "former_names": FormerName.objects.filter(user=person),
        "facts": facts(person.pk),
        "places": places(person.pk),
        "ratings": person.rating_set.order_by("game"),
        "ledger": Settlement.objects.filter(user=person).order_by("-at")[:SHOWN],
        "matches": Match.objects.filter(players__user=person).order_by("-created")[:SHOWN],
        "offline": OfflineMatch.objects.filter(user=person).order_by("-received")[:SHOWN],
        "acts": Act.objects.filter(person=person).select_related("by").order_by("-pk")[:SHOWN],
    }


def facts(user_id: int) -> list[Fact]:
    """What the ledger of the last days says about how he plays."""
    recent = Settlement.objects.filter(user=user_id, at__gt=timezone.now() - RECENT)
    days = recent.filter(outcome=Outcome.WON).annotate(day=TruncDay("at")).values("day")
    best = days.annotate(n=Count("pk")).order_by("-n").first()
    expert = recent.filter(level=Level.EXPERT).aggregate(
        played=Count("pk"), won=Count("pk", filter=Q(outcome=Outcome.WON))
    )
    wins = best["n"] if best else 0
    played, won = expert["played"], expert["won"]
    return [
        Fact("Most ranked wins on one day", str(wins), wins >= WINS_A_DAY),
        Fact(
            "Won against Expert",
            f"{won} of {played}",
            played >= ENOUGH and won > WON_AGAINST_EXPERT * played,
        ),
    ]


def places(user_id: int) -> list[Place]:
    """On the boards of all levels: points of each window, each game's rating, and points
    without a network."""
    now = timezone.now()
    named = [
        (f"Points, {window}", boards.points_board("", "", period, now))
        for period, window in (
            (Period.ALL, "all time"),
            (Period.MONTH, "this month"),
            (Period.WEEK, "this week"),
        )
    ]
    named += [(f"Rating, {game}", boards.rating_board(game)) for game in GAMES]
    offline = boards.points_board("", "", Period.ALL, now, Kind.OFFLINE)
    named.append(("Without a network, all time", offline))
    found = [(name, boards.mine(board, user_id)) for name, board in named]
    return [
        Place(name, mine.rank, mine.value, mine.played, mine.shown) for name, mine in found if mine
    ]
