"""Matches with the deal that a test wants, written as the door writes them."""

import re
import uuid
from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.utils import timezone

from games.engine.game import Game
from games.engine.record import Record
from games.models import Match, Player, Ply
from games.play import PERSON_GRACE
from games.seating import Person

RANKS = "A23456789TJQK"
ONE_SUIT_EACH = [" ".join(rank + suit for rank in RANKS) for suit in "dhsc"]


def deal(hands: list[str]) -> str:
    """The ply that deals these hands, the first one to seat 0 (the last seat deals)."""
    cards = [hand.split() for hand in hands]
    return "deal:" + "".join(
        hand[turn] for turn in range(len(cards[0])) for hand in cards if turn < len(hand)
    )


def seat(game: Game, hands: list[str], *, by: Person, moves: str = "", **how: Any) -> Match:
    """A live match after this deal and these moves, see `keep`."""
    return keep(game, [deal(hands), *moves.split()], by=by, **how)


def keep(
    game: Game,
    plies: list[str],
    *,
    by: Person,
    own: int = 0,
    level: str = "easy",
    ranked: bool = True,
    match_id: uuid.UUID | None = None,
) -> Match:
    """Write a live match with this log; the person sits on seat `own`."""
    *before, state = Record(game, tuple(plies)).states()  # refuses what is not legal
    movers = [state.table.turn for state in before]
    match = Match.objects.create(
        id=match_id or uuid.uuid4(),
        game=game.key,
        options=" ".join(f"{name}={value}" for name, value in game.options().items()),
        level=level,
        ranked=ranked,
        ply=len(plies),
        turn=state.table.turn,
        due=timezone.now() + PERSON_GRACE,
        secret=bytes(range(32)),
    )
    Player.objects.bulk_create(
        Player(
            match=match,
            seat=seat,
            bot=seat != own,
            user_id=by.user_id if seat == own else None,
            guest=by.guest if seat == own else None,
            ranked_now=ranked and seat == own,
        )
        for seat in range(game.seats)
    )
    Ply.objects.bulk_create(
        Ply(match=match, number=number, seat=mover, move=ply)
        for number, (mover, ply) in enumerate(zip(movers, plies, strict=True))
    )
    return match


def overdue(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(due=timezone.now() - timedelta(seconds=1))


def faceless(response: HttpResponse) -> str:
    """The body without what differs between any two responses: ids and tokens."""
    body = response.content.decode()
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|value=\"\w{64}\"", "", body)
