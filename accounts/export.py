"""Everything that is kept of a person, as one JSON document that he can download.

The document begins with `format` (raised when a key changes its meaning or goes), `made` and
`about`, a sentence on each part in the reader's language; the parts follow. Times are ISO 8601, in
UTC. Cards and moves are written as in the records of matches (games.engine.record); of a match that
goes on there are only the cards that its person may see.

No part holds a secret: no password, no key, not what fixes the cards of a match, but for records
that came from the person's own device and have it. What the staff did to the account is told with
its reason, without the name of the staff member, who has privacy too.
tests/accounts/test_export.py fails when a model with people in it is neither here nor in LEFT_OUT.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import boards
from games.boards import Board, Period
from games.engine.record import seen_by
from games.match import Outcome, Status
from games.models import Match, Ply

FORMAT = 1
SLICE = 100  # matches whose moves are read at once


class Part(NamedTuple):
    """Rows of one model: `person` is the field that leads to its owner; each field is a key."""

    about: str | Promise
    model: str
    person: str
    fields: tuple[str, ...]


PARTS = {
    "account": Part(
        _("Your account: address, public name, and what you chose to show."),
        "accounts.User",
        "pk",
        (
            *("email", "name", "name_since", "date_joined", "last_login", "closing"),
            *("hidden", "barred", "shows_figures", "shows_matches", "is_active", "is_staff"),
            "is_superuser",
        ),
    ),
    "addresses": Part(
        _("Your e-mail addresses, and whether you proved them."),
        "account.EmailAddress",
        "user",
        ("email", "verified", "primary"),
    ),
    "logins": Part(
        _("The other sites that you log in with."),
        "socialaccount.SocialAccount",
        "user",
        ("provider", "uid", "date_joined", "last_login", "extra_data"),
    ),
    "keys": Part(
        _("Your passkeys, authenticator app and recovery codes: when made and used, no secrets."),
        "mfa.Authenticator",
        "user",
        ("type", "created_at", "last_used_at"),
    ),
    "sessions": Part(
        _("Where you are logged in: since when, from where, with what."),
        "usersessions.UserSession",
        "user",
        ("created_at", "last_seen_at", "ip", "user_agent"),
    ),
    "former_names": Part(
        _("Names that you gave up and that are still kept for you, as we compare them."),
        "accounts.FormerName",
        "user",
        ("fold", "until"),
    ),
    "staff": Part(
        _("What our staff did to your account, and why."),
        "accounts.Act",
        "person",
        ("at", "kind", "old", "new", "reason"),
    ),
    "ratings": Part(
        _("How well you play each game, as we estimate it, and from how many ranked matches."),
        "games.Rating",
        "user",
        ("game", "mu", "sigma", "matches"),
    ),
    "ledger": Part(
        _("Your ranked matches: how each ended, its points, and your rating after it."),
        "games.Settlement",
        "user",
        ("match", "at", "game", "level", "seats", "outcome", "points", "mu", "sigma"),
    ),
    "deals": Part(
        _("Sealed deals that you got for matches without a network, and when you sent each in."),
        "games.SealedDeal",
        "user",
        ("id", "issued", "spent"),
    ),
    "offline": Part(
        _("Matches that you played without a network, as your devices told, and what counts."),
        "games.OfflineMatch",
        "user",
        (
            *("id", "game", "level", "seats", "outcome", "ended", "received", "state", "checked"),
            *("reason", "differs", "stood", "expected", "points", "at", "record"),
        ),
    ),
}
BOARDS = _("Your rows of the leaderboards, and your place on each, also where it is not shown.")
MATCHES = _("Your matches, with your seat and every move. Live ones only as far as you may see.")
# What is kept of people and is in no part, by model or by field, with the reason.
LEFT_OUT = {
    "admin.LogEntry": "what a member of the staff did to others, whom it names",
    "accounts.Act.by": "the same",
    "accounts.Act.id": "a number",
    "accounts.Act.person": "the person himself",
    "accounts.FormerName.id": "a number",
    "accounts.User.groups": "rights of the staff, that names of groups say nothing about",
    "accounts.User.user_permissions": "rights of the staff",
    "accounts.User.id": "a number",
    "accounts.User.listed": "follows from the others",
    "accounts.User.name_fold": "follows from the name",
    "accounts.User.password": "a secret",
    "account.EmailAddress.id": "a number",
    "mfa.Authenticator.data": "secrets; the names of passkeys are told",
    "mfa.Authenticator.id": "a number",
    "usersessions.UserSession.data": "empty",
    "usersessions.UserSession.id": "a number",
    "usersessions.UserSession.session_key": "a secret",
    "games.Player.bot": "never, for a person",
    "games.Player.guest": "becomes the person's own when he signs in",
    "games.Player.id": "a number",
    "games.Player.ranked_now": "follows from the match",
    "games.OfflineMatch.due": "when we go on with a check",
    "games.OfflineMatch.tries": "how often we went on with one in vain",
    "games.SealedDeal.secret": "fixes the cards; the device has it",
    "games.Standing.early": "orders those who are equal; the place is told",
    "games.Standing.board": "told in words: what, window, game, level",
    "socialaccount.SocialAccount.id": "a number",
}


def everything(user_id: int) -> Iterator[str]:
    """The document, piece by piece: an object on lines of its own. Nothing is held in memory but
    the piece; some hundred matches are read at once."""
    about = {name: str(part.about) for name, part in PARTS.items()}
    about |= {"boards": str(BOARDS), "matches": str(MATCHES)}
    head = {"format": FORMAT, "made": timezone.now(), "about": about}
    yield "{\n" + ",\n".join(f"{_json(key)}: {_json(value)}" for key, value in head.items())
    for name, part in PARTS.items():
        rows = _rows(part, user_id)
        if name == "account":
            yield f',\n"account": {_json(next(iter(rows)))}'
        else:
            yield from _list(name, rows)
    yield from _list("boards", _boards(user_id))
    yield from _list("matches", _matches(user_id))
    yield "\n}\n"


def _list(name: str, rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield f",\n{_json(name)}: ["
    for number, row in enumerate(rows):
        yield f"{',' if number else ''}\n{_json(row)}"
    yield "]"


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)


def _rows(part: Part, user_id: int) -> Iterator[dict[str, Any]]:
    found = apps.get_model(part.model)._default_manager.filter(**{part.person: user_id})
    ordered = found.order_by("at" if "at" in part.fields else "pk")
    if part.model == "mfa.Authenticator":
        for key in ordered:
            name = {"name": str(key)} if key.type == key.Type.WEBAUTHN else {}
            yield {**name, **{field: getattr(key, field) for field in part.fields}}
    else:
        yield from ordered.values(*part.fields).iterator(1000)


def _boards(user_id: int) -> Iterator[dict[str, Any]]:
    rows = apps.get_model("games.Standing").objects.filter(user=user_id).order_by("board")
    for row in rows:
        mine = boards.mine(Board(row.board), user_id)
        yield {
            **_named(Board(row.board)),
            "value": row.value,
            "won": row.won,
            "played": row.played,
            "shown": row.shown,
            "place": mine.rank if mine else None,
        }


def _named(board: Board) -> dict[str, str]:
    """What a board counts."""
    scope = board.scope
    windows = {Period.WEEK: "week from %Y-%m-%d", Period.MONTH: "%Y-%m"}
    return {
        "what": str(scope.kind),
        "window": scope.begins.strftime(windows[scope.period]) if scope.begins else "all time",
        "game": scope.game or "all",
        "level": scope.level or "all",
    }


_FIELDS = ("game", "options", "level", "ranked", "status", "created", "ended", "scores", "winners")


def _matches(user_id: int) -> Iterator[dict[str, Any]]:
    """Oldest first, in slices, each after the last of the one before."""
    last: tuple[Any, ...] | None = None
    while True:
        found = Match.objects.filter(players__user=user_id).order_by("created", "pk")
        if last:
            created, pk = last
            found = found.filter(Q(created__gt=created) | Q(created=created, pk__gt=pk))
        some = list(found.values("pk", "players__seat", *_FIELDS, "ply")[:SLICE])
        if not some:
            return
        moves = _moves([match["pk"] for match in some])
        for match in some:
            yield _match(match, moves[match["pk"]])
        last = (some[-1]["created"], some[-1]["pk"])


def _moves(matches: list[Any]) -> dict[Any, list[dict[str, Any]]]:
    plies = Ply.objects.filter(match__in=matches).order_by("match", "number")
    rows = plies.values_list("match", "at", "seat", "move")
    found: dict[Any, list[dict[str, Any]]] = {match: [] for match in matches}
    for match, log in groupby(rows, itemgetter(0)):
        found[match] = [{"at": at, "seat": seat, "move": move} for _, at, seat, move in log]
    return found


def _match(match: dict[str, Any], moves: list[dict[str, Any]]) -> dict[str, Any]:
    seat = match["players__seat"]
    told = {"match": match["pk"], "seat": seat, **{field: match[field] for field in _FIELDS}}
    if match["status"] == Status.LIVE:
        game = Match(game=match["game"], options=match["options"]).rules
        moves = moves[: match["ply"]]
        seen = seen_by(game, [ply["move"] for ply in moves], seat)
        moves = [{**ply, "move": move} for ply, move in zip(moves, seen, strict=True)]
    else:
        told["outcome"] = Outcome.of(match["winners"], seat)
    return {**told, "moves": moves}
