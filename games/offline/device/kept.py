"""A match that this device keeps. Its record is all there is of it: what is stored after each ply,
taken along as a file, and sent to the server if the match is to count."""

from __future__ import annotations

import re
import secrets
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _

from games.course import Course
from games.engine.game import CHANCE, NOBODY, Game, IllegalMove, InvalidMove, Move, Seat, parse
from games.engine.record import Record, RecordError, result
from games.match import Level, Outcome, Status
from games.seeds import Seeds

ME, BOT = "you", "bot:"
GIVEN_UP = "up"


class Unreadable(ValueError):
    """A text that is no record of a match that could go on here; says why to the reader."""


class Kept:
    """A match on this device, as `games.match.Match` asks for it.

    `sealed`: it is played on a deal of the server and may count; `bots`: the version of the bots
    that it was begun with.
    """

    ranked = False

    def __init__(
        self,
        rules: Game[Any],
        level: str,
        seeds: Seeds,
        seat: Seat,
        *,
        bots: str,
        sealed: bool = False,
        plies: Iterable[str] = (),
    ) -> None:
        self.rules, self.level, self.seeds, self.seat = rules, level, seeds, seat
        self.game, self.bots, self.sealed = rules.key, bots, sealed
        self.status, self.ended = Status.LIVE, ""
        self.winners: list[Seat] = []
        self.log: list[str] = []
        self.course = Course(rules, seat, ())
        for ply in plies:
            self.take(Move(ply))
        self.deal()

    @property
    def ply(self) -> int:
        return len(self.log)

    @property
    def turn(self) -> Seat:
        return self.course.state.table.turn if self.status == Status.LIVE else NOBODY

    @property
    def bot_to_move(self) -> bool:
        return self.turn not in (self.seat, NOBODY)

    @property
    def outcome(self) -> Outcome:
        return Outcome.of(self.winners, self.seat)

    def take(self, move: Move) -> None:
        """Go on by a move, which must be legal."""
        self.log.append(move)
        self.course.take(move)
        if self.course.state.table.turn == NOBODY:
            self.winners = list(self.rules.winners(self.course.state.table))
            self._end(Status.FINISHED)

    def deal(self) -> None:
        """Let chance move while it is to move."""
        while self.turn == CHANCE:
            self.take(self.seeds.order(self.course))

    def move(self, text: str) -> None:
        """A move of the person, who must be to move. Raises InvalidMove and IllegalMove."""
        self.take(parse(self.rules, self.course.state, text))
        self.deal()

    def reply(self) -> None:
        """The move of the bot that is to move."""
        self.take(self.seeds.choice(self.level, self.rules, self.course.state, self.log))
        self.deal()

    def give_up(self) -> None:
        self._end(Status.FORFEITED)

    def _end(self, status: Status) -> None:
        self.status, self.ended = status, datetime.now(UTC).isoformat(timespec="seconds")

    def dumps(self) -> str:
        """The record, with all that is needed to go on."""
        seats = [ME if seat == self.seat else BOT + self.level for seat in range(self.rules.seats)]
        tags = {
            "Seats": ", ".join(seats),
            "Result": result(self.course.state),
            "Match": self.seeds.match,
            "Secret": self.seeds.secret.hex(),
            "Bots": self.bots,
            "Sealed": "yes" if self.sealed else "",
            "Ended": self.ended,
            "Given": GIVEN_UP if self.status == Status.FORFEITED else "",
        }
        written = {name: value for name, value in tags.items() if value}
        return Record(self.rules, tuple(self.log), written).dumps()


def begun(rules: Game[Any], level: str, bots: str, deal: dict[str, str] | None = None) -> Kept:
    """A new match, on a sealed deal of the server if there is one."""
    seeds = Seeds(bytes.fromhex(deal["secret"]), deal["id"]) if deal else _new_seeds()
    return Kept(rules, level, seeds, seeds.seat(rules.seats), bots=bots, sealed=bool(deal))


def loads(text: str, bots: str) -> Kept:
    """The match that a record tells of. Raises Unreadable."""
    try:
        record = Record.loads(text)
        for _state in record.states():
            pass
    except (RecordError, InvalidMove, IllegalMove) as error:
        raise Unreadable(_("This is no record of a match, or it has a mistake in it.")) from error
    tags = record.tags
    seats = [name.strip() for name in tags.get("Seats", "").split(",")]
    people = [seat for seat, name in enumerate(seats) if not name.startswith(BOT)]
    levels = {name.removeprefix(BOT) for name in seats if name.startswith(BOT)}
    if len(seats) != record.game.seats or len(people) != 1 or not levels <= {*Level}:
        raise Unreadable(_("This record does not say which seat is yours, and who the bots are."))
    (seat,), (level, *others) = people, levels
    if others:
        raise Unreadable(_("The bots of this record are of several levels."))
    seeds, own = _seeds(tags.get("Match", ""), tags.get("Secret", "")), True
    if seeds is None or seeds.seat(record.game.seats) != seat:
        seeds, own = _new_seeds(), False
    match = Kept(
        *(record.game, level, seeds, seat),
        bots=tags.get("Bots", bots),
        sealed=own and tags.get("Sealed") == "yes",
        plies=record.plies,
    )
    if match.status == Status.LIVE and tags.get("Given") == GIVEN_UP:
        match.give_up()
    match.ended = tags.get("Ended", match.ended)
    return match


def _new_seeds() -> Seeds:
    return Seeds(secrets.token_bytes(32), str(uuid.uuid4()))


def _seeds(match: str, secret: str) -> Seeds | None:
    """The seeds that a record names, if they are any."""
    of_match = re.fullmatch("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", match)
    if not of_match or not re.fullmatch("[0-9a-f]{64}", secret):
        return None
    return Seeds(bytes.fromhex(secret), match)
