"""From what a person may see of a match to what the templates of a table print."""

from __future__ import annotations

import uuid
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext, ngettext, pgettext

from games import ranking, words
from games.engine.cards import NAME, SUIT, SUITS
from games.engine.game import PASS, Seat
from games.models import Status
from games.play import View

LOG_LINES = 8
NO_REFUSAL = words.Refusal("")


class Place(NamedTuple):
    """A seat as the page shows it. `count`: cards in hand; `last`: its last move in words."""

    name: str
    bot: bool
    me: bool
    count: int
    turn: bool
    passed: bool
    last: str
    score: int | None
    winner: bool


class Slot(NamedTuple):
    """A place in a row. `down`: the card lies there; `next`: the row takes it next."""

    card: str
    down: bool
    next: bool
    fits_me: bool


class Row(NamedTuple):
    suit: str
    name: str
    slots: list[Slot]


class HandCard(NamedTuple):
    card: str
    legal: bool


class Loser(NamedTuple):
    """A line of the final count."""

    name: str
    me: bool
    winner: bool
    score: int
    cards: list[str]


def table(view: View, refusal: words.Refusal = NO_REFUSAL) -> dict[str, Any]:
    """What `games/table.html` calls `t`."""
    match, game, seen = view.match, view.game, view.seen
    over = match.status != Status.LIVE
    my_turn = not over and seen.table.turn == seen.seat
    rules_url = reverse("rules:page", args=[match.game])
    acts = ("move", "table", "resign")
    urls = {f"{act}_url": reverse(f"games:{act}", args=[match.pk]) for act in acts}
    return {
        **urls,
        "url": match.get_absolute_url(),
        "stream_url": reverse("stream", args=[match.pk]),
        "game": {"key": match.game, "name": words.GAMES[match.game], "rules_url": rules_url},
        "request_id": uuid.uuid4(),
        "ply": match.ply,
        "status": match.status,
        "over": over,
        "my_turn": my_turn,
        "level": match.level,
        "level_label": match.get_level_display(),
        "ranked": match.ranked,
        "seats": _places(view, over),
        "rows": _rows(view, over),
        "hand": [
            HandCard(NAME[card], NAME[card] in seen.moves) for card in game.in_order(seen.hand)
        ],
        "can_pass": PASS in seen.moves,
        "log": _log(view),
        "refusal": refusal.sentence,
        "refusal_url": f"{rules_url}#{refusal.anchor}" if refusal.anchor else "",
        "result": _result(view) if over else None,
    }


def _names(view: View) -> list[str]:
    """By seat; the bots are named clockwise from the person's left."""
    own, seats = view.seen.seat or 0, view.game.seats
    name = pgettext("a player", "You")  # a public name might be a bot's, too
    return [name if seat == own else words.BOTS[(seat - own - 1) % seats] for seat in range(seats)]


def _places(view: View, over: bool) -> list[Place]:
    """Clockwise from the person's left; the person is the last."""
    seen, match, names = view.seen, view.match, _names(view)
    own, seats = seen.seat or 0, view.game.seats
    last: dict[Seat, str] = dict(view.moves)
    return [
        Place(
            name=names[seat],
            bot=seat != own,
            me=seat == own,
            count=seen.sizes[seat],
            turn=not over and seen.table.turn == seat,
            passed=last.get(seat) == PASS,
            last=words.move_name(last[seat]) if seat in last else "",
            score=match.scores[seat] if match.scores else None,
            winner=seat in match.winners,
        )
        for seat in [(own + 1 + step) % seats for step in range(seats)]
    ]


def _rows(view: View, over: bool) -> list[Row]:
    """The four rows, each card of the pack in its place whether it lies there or not."""
    seen, game = view.seen, view.game
    # What anybody could play now: more than one row may take a card, but not before the first.
    rest = game.pack & ~seen.table.face_up
    takes = game.legal_moves(seen.table, rest) if not over and rest else []
    return [
        Row(
            suit,
            str(words.SUIT[suit]),
            [
                Slot(
                    NAME[card],
                    bool(card & seen.table.face_up),
                    NAME[card] in takes,
                    not over and NAME[card] in seen.moves,
                )
                for card in game.in_order(game.pack & cards)
            ],
        )
        for suit, cards in zip(SUITS, SUIT, strict=True)
    ]


def _log(view: View) -> list[str]:
    names = _names(view)
    latest = view.moves[: -LOG_LINES - 1 : -1]
    return [f"{names[seat]}: {words.move_name(move)}" for seat, move in latest]


def _result(view: View) -> dict[str, Any]:
    match, names, own = view.match, _names(view), view.seen.seat or 0
    won = match.winners == [own]
    points = ranking.worth(match.level, match.winners, own) if match.ranked else 0
    if match.status == Status.FORFEITED:
        headline = gettext("The match was given up.")
    elif won:
        headline = gettext("You won!")
    elif len(match.winners) == 1:
        headline = gettext("%(name)s won.") % {"name": names[match.winners[0]]}
    else:
        headline = gettext("A draw.")
    losers = [
        Loser(
            names[seat],
            seat == own,
            seat in match.winners,
            match.scores[seat],
            [NAME[card] for card in view.game.in_order(view.left[seat])],
        )
        for seat in sorted(range(len(match.scores)), key=lambda seat: match.scores[seat])
    ]
    return {
        "won": won,
        "points": points,
        "headline": headline,
        "detail": _worth(match.ranked, points),
        "seats": losers,
        "again_url": reverse("games:new", args=[match.game]),
    }


def _worth(ranked: bool, points: int) -> str:
    if not ranked:
        return gettext("Unranked: no points were at stake.")
    if not points:
        return gettext("No ranking points this time.")
    return ngettext("%(n)d ranking point for you.", "%(n)d ranking points for you.", points) % {
        "n": points
    }
