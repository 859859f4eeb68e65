"""What the database keeps of a match: who sits where, and the log, from which all else follows."""

from __future__ import annotations

import secrets
import uuid
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine.game import Game
from games.match import Level, Named, Outcome, Status, rules


def new_secret() -> bytes:
    return secrets.token_bytes(32)


class Matches(models.QuerySet["Match"]):
    def live(self) -> Matches:
        return self.filter(status=Status.LIVE)

    def of(self, *, user_id: int | None, guest: uuid.UUID | None) -> Matches:
        """The matches in which this person has a seat; nobody's for nobody."""
        if user_id is not None:
            return self.filter(players__user_id=user_id)
        return self.filter(players__guest=guest) if guest else self.none()


class Match(models.Model):
    """One match. `ply` counts the log, `due` is when the seat to move is overdue (None: over).

    `secret` is the source of the deal and of the bots' choices (games.engine.chance). `scores` and
    `winners` are by seat, and stay empty until the match is over.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.CharField(max_length=20)
    options = models.CharField(max_length=400)
    level = models.CharField(max_length=10, choices=Level.choices())
    ranked = models.BooleanField()
    status = models.CharField(max_length=10, choices=Status.choices(), default=Status.LIVE)
    ply = models.PositiveIntegerField(default=0)
    turn = models.SmallIntegerField()
    due = models.DateTimeField(null=True)
    secret = models.BinaryField(max_length=32, default=new_secret, editable=False)
    scores = ArrayField(models.IntegerField(), default=list)
    winners = ArrayField(models.SmallIntegerField(), default=list)
    created = models.DateTimeField(db_default=Now())
    ended = models.DateTimeField(null=True)

    objects: ClassVar[Matches] = Matches.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name_plural = "matches"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="a_live_match_is_due_and_an_ended_one_is_not",
                condition=Q(status="live", due__isnull=False, ended__isnull=True)
                | (~Q(status="live") & Q(due__isnull=True, ended__isnull=False)),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due"], name="match_due", condition=Q(status="live")),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    def get_absolute_url(self) -> str:
        return self.address("match")

    def address(self, place: str) -> str:
        """Of what a page of the match leads to, as games.tables asks for it."""
        match place:
            case "board":
                return reverse("games:board")
            case "signup":
                return f"{reverse('account_signup')}?{urlencode({'next': self.address('match')})}"
            case "rules" | "again":
                page = "rules:page" if place == "rules" else "games:new"
                return reverse(page, args=[self.game])
            case _:
                return reverse("stream" if place == "stream" else f"games:{place}", args=[self.pk])

    @property
    def rules(self) -> Game[Any]:
        return rules(self.game, self.options)


class Player(models.Model):
    """Who sits on a seat: a person who signed in, a guest of this browser, or a bot of the match's
    level (neither). A person who deletes the account leaves the seat without a user."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    guest = models.UUIDField(null=True, db_index=True)
    bot = models.BooleanField()
    # True while a ranked match of a person is live: what the constraint below counts.
    ranked_now = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint("match", "seat", name="one_player_a_seat"),
            models.UniqueConstraint(
                "user", name="one_live_ranked_match_a_person", condition=Q(ranked_now=True)
            ),
            models.CheckConstraint(
                name="a_bot_is_no_person",
                condition=Q(bot=False) | Q(user__isnull=True, guest__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.match_id}"


class Ply(models.Model):
    """One line of a match's log; `seat` is -1 for chance. Written by games.play alone."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="plies")
    number = models.PositiveIntegerField()
    seat = models.SmallIntegerField()
    move = models.CharField(max_length=400)
    request_id = models.UUIDField(null=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name_plural = "plies"
        constraints: ClassVar = [
            models.UniqueConstraint("match", "number", name="one_ply_a_number"),
            models.UniqueConstraint("match", "request_id", name="one_ply_a_request"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.move}"


class Settlement(models.Model):
    """The ledger, from which every board follows: what a ranked match that is over was worth.

    `mu` and `sigma` are the person's rating at this game after the match (games.rating). Who
    deletes the account leaves his rows without a user.
    """

    match = models.OneToOneField(
        Match, models.PROTECT, related_name="settlement", primary_key=True
    )  # one match is settled once
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, db_index=False)
    game = models.CharField(max_length=20)
    level = models.CharField(max_length=10, choices=Level.choices())
    seats = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=5, choices=Outcome.choices())
    points = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["user", "at"], name="ledger_of_a_person")]

    def __str__(self) -> str:
        return f"{self.points} for {self.user_id}"


class Rating(models.Model):
    """How well a person plays a game, as games.rating estimates it from `matches` ranked ones."""

    pk = models.CompositePrimaryKey("user_id", "game")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_index=False)
    game = models.CharField(max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.user_id} at {self.game}: {self.mu:.1f}"


class Standing(models.Model):
    """A person's row of one board (games.boards has their numbers), written by settlement.

    `value` orders the board, greater is better: points, or a rating. Among equals who reached the
    value earlier stands first: `early` is minus its microsecond since 1970, so that all of the
    order falls and both neighbours of a row are one step of the index away. `shown`: counted and
    listed; else the row waits until its person has what the board asks for, or wants to be seen.
    """

    pk = models.CompositePrimaryKey("user_id", "board")
    # A person with rows that are counted cannot be deleted: games.ranking.forget takes them away.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, db_index=False)
    board = models.PositiveIntegerField()
    value = models.PositiveIntegerField()
    early = models.BigIntegerField()
    won = models.PositiveIntegerField()
    played = models.PositiveIntegerField()
    shown = models.BooleanField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["board", "shown", "value", "early", "user"], name="board_order"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} on {self.board}: {self.value}"


class Fine(models.Model):
    """How many people a board shows at exactly this value, but for the changes not yet added."""

    pk = models.CompositePrimaryKey("board", "value")
    board = models.PositiveIntegerField()
    value = models.PositiveIntegerField()
    n = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.n} at {self.value} of {self.board}"


class Coarse(models.Model):
    """The same in spans of values (games.boards.SPAN): number of the span, and its sum."""

    pk = models.CompositePrimaryKey("board", "span")
    board = models.PositiveIntegerField()
    span = models.PositiveIntegerField()
    n = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.n} in span {self.span} of {self.board}"


class Change(models.Model):
    """So many people more, or fewer, at this value of a board, to be added to Fine and Coarse.

    Appended by the transaction that moves a person, so that no two ever wait for one counter.
    """

    board = models.PositiveIntegerField()
    value = models.PositiveIntegerField()
    n = models.IntegerField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["board", "value"], include=["n"], name="changes_of_a_board"),
        ]

    def __str__(self) -> str:
        return f"{self.n:+} at {self.value} of {self.board}"


class SealedDeal(models.Model):
    """The seeds of one match that a person may play without a network, and send in once.

    Given out by games.offline.results, and good for so many days as stand there. `spent`: when a
    record came for it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_index=False)
    secret = models.BinaryField(max_length=32, default=new_secret, editable=False)
    issued = models.DateTimeField()
    spent = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["user", "issued"], name="deals_of_a_person"),
            models.Index(fields=["issued"], name="deals_by_age"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Told(Named):
    """What became of a match that was played on a device."""

    TOLD = "told", _("kept for your own figures")
    CHECKING = "checking", _("being checked")
    ACCEPTED = "accepted", _("counted")
    REFUSED = "refused", _("not counted")


class Refused(Named):
    """Why a record is not counted, as a sentence about `ply`, which `stood` there or was
    `expected`."""

    BOTS = "bots", _("It was played against an older version of the bots, and cannot be checked.")
    OPTIONS = "options", _("Only matches by the usual rules at a table of a ranked size count.")
    LEVEL = "level", _("All bots of a match that counts have the same level.")
    DEAL = "deal", _("The seat or the secret number is not that of this deal.")
    CLOCK = "clock", _("By the clock of your device it ended before its deal was given out.")
    ORDER = (
        "order",
        _("Ply %(ply)d of the record has other cards than this deal: %(stood)s, not %(expected)s."),
    )
    BOT = (
        "bot",
        _("Ply %(ply)d of the record is %(stood)s, where the bot plays %(expected)s."),
    )
    ILLEGAL = "illegal", _("Ply %(ply)d of the record, %(stood)s, is not allowed there.")
    FORM = "form", _("Ply %(ply)d of the record, %(stood)s, is not written as usual.")
    SHORT = "short", _("The record ends at ply %(ply)d, before the match is over.")
    LONG = "long", _("Ply %(ply)d of the record, %(stood)s, comes after the end of the match.")
    RESULT = "result", _("The record claims %(stood)s, and the match ended %(expected)s.")
    UNABLE = "unable", _("We could not check this match. That is our mistake, not yours.")


class OfflineMatch(models.Model):
    """A match that a person played on his device and told the server about.

    One on a sealed deal has its `record` while that is of use, and is checked ply by ply
    (games.offline.checking): `checked` are right (none if it was given up), `differs` is the first
    that is not. The accepted ones are the ledger of the offline boards; who deletes the account
    leaves those without a user. Others are figures for the person alone. `ended`: as the device
    says; `at`: accepted; `due`: somebody has to look after a check; `tries`: since it came further.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, db_index=False)
    game = models.CharField(max_length=20)
    level = models.CharField(max_length=10, choices=Level.choices())
    seats = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=5, choices=Outcome.choices())
    ended = models.DateTimeField()
    received = models.DateTimeField(db_default=Now())
    state = models.CharField(max_length=10, choices=Told.choices())
    record = models.TextField(default="", blank=True)
    checked = models.PositiveIntegerField(default=0)
    due = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    reason = models.CharField(max_length=10, default="", blank=True)  # a Refused
    differs = models.PositiveIntegerField(null=True)
    stood = models.CharField(max_length=80, default="", blank=True)
    expected = models.CharField(max_length=80, default="", blank=True)
    points = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "offline matches"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="an_offline_match_is_accepted_at_some_time",
                condition=Q(state="accepted", at__isnull=False)
                | (~Q(state="accepted") & Q(at__isnull=True, points=0, user__isnull=False)),
            ),
            models.CheckConstraint(
                name="an_offline_match_is_refused_for_a_reason",
                condition=Q(state="refused", reason__gt="") | (~Q(state="refused") & Q(reason="")),
            ),
            models.CheckConstraint(
                name="a_check_is_due_while_it_lasts",
                condition=Q(state="checking", due__isnull=False)
                | (~Q(state="checking") & Q(due__isnull=True)),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "received"], name="offline_of_a_person"),
            models.Index(
                fields=["user", "at"], name="offline_ledger", condition=Q(state="accepted")
            ),
            models.Index(fields=["due"], name="checks_due", condition=Q(state="checking")),
            models.Index(fields=["received"], name="offline_records", condition=~Q(record="")),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}: {self.state}"

    @property
    def says(self) -> str:
        """What became of it, as a sentence for its person."""
        match self.state:
            case Told.REFUSED:
                return str(Refused(self.reason).label) % {
                    "ply": self.differs or 0,
                    "stood": self.stood,
                    "expected": self.expected,
                }
            case Told.CHECKING:
                return str(_("The server plays it once more, bots included, then it counts."))
            case Told.ACCEPTED if not self.points:
                lost = _("Checked. There are no points for this one.")
                return str(lost if self.checked else _("You gave this match up: no points."))
            case Told.ACCEPTED:
                says = ngettext(
                    "Checked and counted: %(n)d point.",
                    "Checked and counted: %(n)d points.",
                    self.points,
                )
                return says % {"n": self.points}
        return str(_("Kept for your own figures."))
