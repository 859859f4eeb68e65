"""Whether a record can be: everything in it that was not the person's own to choose follows from
the seeds of the deal, and is worked out once more, ply by ply.

Asks no database. A check goes on from any ply, so that it can be done in slices.
"""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from games.course import Course
from games.engine.game import CHANCE, NOBODY, IllegalMove, InvalidMove, Move, Seat, parse
from games.engine.record import Record, RecordError, result
from games.match import Level, Outcome, rankable
from games.models import Refused
from games.seeds import Seeds, Stuck

LONGEST = 60_000  # characters of a record; honest matches at random came to 11 000 at most
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_SECRET = re.compile(r"[0-9a-f]{64}")
_BOTS = re.compile(r"[0-9a-f]{12}")
_BOT = re.compile(rf"bot:({'|'.join(Level)})")
_TEXT = re.compile(r"[\t\r\n -~]*")  # what prints
_TAGS = 20  # of a record at most; honest ones have eight
_OLDEST = 2000  # the year of a clock that may be believed
_SHOWN = 20  # characters of a foreign text


class Unreadable(ValueError):
    """A text that is no record of a match on a device, or a fact that is none."""


class Sent(NamedTuple):
    """What a record says of itself. `levels`: of its bots, by seat; `given_up`: its person left the
    match."""

    record: Record
    match: uuid.UUID
    secret: bytes
    seat: Seat
    levels: tuple[Level, ...]
    bots: str
    ended: datetime
    given_up: bool


class Difference(NamedTuple):
    """What a record has other than the deal: at `ply` something `stood`, and was `expected`."""

    reason: Refused
    ply: int | None = None
    stood: str = ""
    expected: str = ""


class Progress(NamedTuple):
    """How far a check came: so many plies are right. It is over with a `difference`, or with the
    `outcome` of the match for its person."""

    checked: int
    difference: Difference | None = None
    outcome: Outcome | None = None


def read(text: str) -> Sent:
    """The record in a text. Raises Unreadable; nothing of the match is checked."""
    if len(text) > LONGEST or not _TEXT.fullmatch(text):
        raise Unreadable("too long, or no text")
    try:
        record = Record.loads(text)
    except RecordError as error:
        raise Unreadable(str(error)) from error
    tags = record.tags
    if len(tags) > _TAGS:
        raise Unreadable("too many tags")
    seats = [_BOT.fullmatch(name) for name in tags.get("Seats", "").split(", ")]
    if len(seats) != record.game.seats or seats.count(None) != 1:
        raise Unreadable("Seats")
    if tags.get("Given", "up") != "up":
        raise Unreadable("Given")
    return Sent(
        record,
        uuid.UUID(_like(UUID, tags, "Match")),
        bytes.fromhex(_like(_SECRET, tags, "Secret")),
        seats.index(None),
        tuple(Level(bot[1]) for bot in seats if bot),
        _like(_BOTS, tags, "Bots"),
        moment(tags.get("Ended")),
        "Given" in tags,
    )


def _like(form: re.Pattern[str], tags: Mapping[str, str], name: str) -> str:
    value = tags.get(name, "")
    if not form.fullmatch(value):
        raise Unreadable(name)
    return value


def moment(text: object) -> datetime:
    """The time in ISO 8601 with its zone, in UTC, or now if it has not come yet. Raises
    Unreadable."""
    try:
        at = datetime.fromisoformat(text if isinstance(text, str) else "")
        if at.tzinfo is None:
            raise Unreadable("no zone")
        at = at.astimezone(UTC)  # the database knows no zone further away than 16 hours
    except (ValueError, OverflowError) as error:
        raise Unreadable("no time") from error
    if at.year < _OLDEST:
        raise Unreadable("no time of ours")
    return min(at, datetime.now(UTC))


def amiss(sent: Sent, seeds: Seeds, bots: str) -> Difference | None:
    """What is wrong before the first ply, if anything; `bots`: the fingerprint of ours."""
    if sent.bots != bots:
        return Difference(Refused.BOTS)
    if not rankable(sent.record.game):
        return Difference(Refused.OPTIONS)
    if len(set(sent.levels)) != 1:
        return Difference(Refused.LEVEL)
    if (sent.secret, str(sent.match)) != (seeds.secret, seeds.match):
        return Difference(Refused.DEAL)
    if sent.seat != seeds.seat(sent.record.game.seats):
        return Difference(Refused.DEAL)
    return None


def go_on(sent: Sent, seeds: Seeds, checked: int, seconds: float) -> Progress:
    """Check on after so many plies that are right, for about so long: at least one ply, and none
    that is begun is broken off. Raises Stuck where a bot of ours could not choose, so that nobody
    knows."""
    plies, game = sent.record.plies, sent.record.game
    course = Course(game, sent.seat, plies[:checked])
    until = time.monotonic() + seconds
    for number in range(checked, len(plies)):
        if number > checked and time.monotonic() > until:
            return Progress(number)
        if difference := _difference(sent, seeds, course, number):
            return Progress(number, difference)
        course.take(Move(plies[number]))
    if course.state.table.turn != NOBODY:
        return Progress(len(plies), Difference(Refused.SHORT, len(plies)))
    claimed, true = sent.record.tags.get("Result", ""), result(course.state)
    if claimed != true:
        difference = Difference(Refused.RESULT, len(plies), _short(claimed), _short(true))
        return Progress(len(plies), difference)
    winners = game.winners(course.state.table)
    return Progress(len(plies), None, Outcome.of(winners, sent.seat))


def _difference(sent: Sent, seeds: Seeds, course: Course, number: int) -> Difference | None:
    """What is wrong with the ply of this number, which comes where the course stands."""
    ply, turn = sent.record.plies[number], course.state.table.turn
    if turn == NOBODY:
        return Difference(Refused.LONG, number, _short(ply))
    if turn == CHANCE:
        order = seeds.order(course)
        return None if ply == order else Difference(Refused.ORDER, number, *_apart(ply, order))
    if turn == sent.seat:
        return _own(course, ply, number)
    log = sent.record.plies[:number]
    try:
        move = seeds.thought(sent.levels[0], course.game, course.state, log)
    except Stuck as stuck:  # as on the device, if it was the mistake of the bot
        if ply != stuck.instead:
            raise
        return None
    if ply != move:
        return Difference(Refused.BOT, number, _short(ply), _short(move))
    return None


def _own(course: Course, ply: str, number: int) -> Difference | None:
    """What is wrong with a ply of the person, who may do whatever the rules allow."""
    try:
        move = parse(course.game, course.state, ply)
    except (InvalidMove, IllegalMove):
        return Difference(Refused.ILLEGAL, number, _short(ply))
    return None if move == ply else Difference(Refused.FORM, number, _short(ply), _short(move))


def _apart(ply: str, order: str) -> tuple[str, str]:
    """Of two chance plies the first card that differs, or their beginnings."""
    begin = order.index(":") + 1
    if ply[:begin] != order[:begin]:
        return _short(ply), _short(order)
    at = begin
    while ply[at : at + 2] == order[at : at + 2] and at < len(order):
        at += 2
    return _short(ply[at : at + 2]), _short(order[at : at + 2])


def _short(text: str) -> str:
    """A text of a record made fit to stand in a sentence: in one line, of 1 to 20 characters."""
    line = " ".join(text.split()) or "…"
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
