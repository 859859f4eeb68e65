"""The one door: whoever moves, a person, a bot or the sweeper, moves through here.

A move locks the row of its match, compares the ply, replays the log, checks, writes, settles and
announces after the commit. What comes late, doubled or stale changes nothing. Nothing else writes
a match's log or its result.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Sequence
from copy import copy
from datetime import timedelta
from functools import lru_cache, partial
from random import Random
from typing import Any

import redis
from celery import current_app
from django.db import connection, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from games import push, ranking
from games.bots import levels
from games.bots.levels import Advice
from games.course import Course
from games.engine.game import (
    CHANCE,
    NOBODY,
    Game,
    IllegalMove,
    Move,
    Observation,
    Reason,
    Seat,
    State,
    parse,
)
from games.engine.record import seen_by
from games.match import Outcome, Status, View, seen
from games.models import Match, Player
from games.seating import Person
from games.seeds import Seeds

log = logging.getLogger(__name__)

BOT_GRACE = timedelta(seconds=3)  # then the sweeper moves in the worker's place
PATIENCE = 0.7  # seconds of thinking; then what there is is shown, and due is moved on
PERSON_GRACE = timedelta(days=1)  # then the match is given up


class NoSeat(LookupError):
    """The match is not there, or this person has no seat in it: nobody may tell which."""


class Stale(Exception):
    """The move was made on another ply than the match stands at, or after its end."""


class Busy(Exception):
    """The person has a live ranked match already, `match_id`."""

    def __init__(self, match_id: uuid.UUID) -> None:
        super().__init__(match_id)
        self.match_id = match_id


def start(
    game: Game[Any], level: str, *, ranked: bool, by: Person, match_id: uuid.UUID | None = None
) -> uuid.UUID:
    """Seat the person among bots of this level and deal; the new match's id.

    `match_id` may be the caller's, so that one request sent twice makes one match. Raises Busy,
    for a ranked match only, and IntegrityError for an id that is taken.
    """
    with transaction.atomic():
        if ranked:
            _refuse_second_ranked(by)
        options = " ".join(f"{name}={value}" for name, value in game.options().items())
        match = Match(game=game.key, options=options, level=level, ranked=ranked, turn=CHANCE)
        match.pk = match_id or match.pk
        match.due = timezone.now() + BOT_GRACE
        match.save(force_insert=True)
        own = Seeds(match.secret, str(match.pk)).seat(game.seats)
        players = [Player(match=match, seat=seat, bot=seat != own) for seat in range(game.seats)]
        players[own].user_id, players[own].guest = by
        players[own].ranked_now = ranked
        Player.objects.bulk_create(players)
        _Open(match.pk, lock=True).append(())
    return match.pk


def _refuse_second_ranked(by: Person) -> None:
    """Lock the person's row, so that two starts at once cannot both find nothing live."""
    with connection.cursor() as cursor:
        cursor.execute("select 1 from accounts_user where id = %s for update", [by.user_id])
    live = Player.objects.filter(user_id=by.user_id, ranked_now=True).first()
    if live is not None:
        raise Busy(live.match_id)


def look(match_id: uuid.UUID, by: Person) -> View:
    """The match as this person may see it now. Raises NoSeat."""
    opened = _Open(match_id)
    opened.admit(by)
    return opened.view()


def replay(match_id: uuid.UUID, ply: int) -> View:
    """A match that is over as its person saw it after so many plies, with no moves to make; a
    greater number is the end. Who may look is for the caller to know. Raises NoSeat for a match
    that is not there or goes on."""
    opened = _Open(match_id)
    if opened.match.status == Status.LIVE:
        raise NoSeat(match_id)
    opened.rewind(ply)
    view = opened.view()
    return view._replace(seen=view.seen._replace(moves=()))


def admit(match_id: uuid.UUID, by: Person) -> None:
    """Raises NoSeat unless the person sits in the match."""
    _Open(match_id).admit(by)


def play(match_id: uuid.UUID, by: Person, *, ply: int, text: str, request_id: uuid.UUID) -> View:
    """Make a person's move and return what he sees then; a request known already changes nothing.

    Raises NoSeat, Stale, InvalidMove and IllegalMove, each before anything is written.
    """
    with transaction.atomic():
        opened = _Open(match_id, lock=True)
        opened.admit(by)
        if all(known != request_id for _, _, known in opened.log):
            opened.expect(ply)
            if opened.state.table.turn != opened.seat:
                raise IllegalMove("It is not your turn.", Reason("not_your_turn"))
            opened.append([text], request_id)
    return opened.view()


def hint(match_id: uuid.UUID, by: Person) -> tuple[View, Advice]:
    """What the best bot would play in the person's place, from what the person may know.

    The same each time it is asked for at a ply. Raises NoSeat, and IllegalMove where there is no
    hint: in ranked matches, and when the person is not to move.
    """
    opened = _Open(match_id)
    opened.admit(by)
    view, log = opened.view(), [move for _, move, _ in opened.log]
    if not view.live:
        raise IllegalMove("The match is over.", Reason("match_over"))
    if view.match.ranked:
        raise IllegalMove("There are no hints in ranked matches.", Reason("no_hints"))
    if not view.seen.moves:
        raise IllegalMove("It is not your turn.", Reason("not_your_turn"))
    plies = seen_by(view.game, log, opened.seat)
    return view, _advice(view.game, view.seen, plies, f"hint|{match_id}|{len(log)}")


@lru_cache(maxsize=200)
def _advice(game: Game[Any], seen: Observation[Any], plies: tuple[str, ...], seed: str) -> Advice:
    """Thought out once, however often it is asked for."""
    # The seed is no secret: it guesses, and what it guesses from the person may know.
    return levels.advise(game, seen, plies, Random(seed))  # noqa: S311


def resign(match_id: uuid.UUID, by: Person) -> View:
    """Give the match up: a loss if it is ranked. Raises NoSeat, and Stale when it is over."""
    with transaction.atomic():
        opened = _Open(match_id, lock=True)
        opened.admit(by)
        opened.expect(opened.match.ply)
        opened.forfeit()
    return opened.view()


def reply(match_id: uuid.UUID, ply: int) -> None:
    """Let the bots move from this ply on, until the person is to move or the match is over.

    They think without the lock, so that nobody waits for it; their moves are written in one go if
    the match still stands where they began, or turn by turn where they think long. Raises NoSeat
    and Stale.
    """
    while True:
        opened = _Open(match_id)
        opened.expect(ply)
        moves = opened.think()
        if not moves:
            return
        with transaction.atomic():
            opened = _Open(match_id, lock=True)
            opened.expect(ply)
            opened.append(moves)
        ply = opened.match.ply
        if opened.match.turn in (opened.seat, NOBODY):
            return


def act_overdue(match_id: uuid.UUID) -> None:
    """What the sweeper does for a match past its time: the bots move, or the person has lost it."""
    with transaction.atomic():
        opened = _Open(match_id, lock=True)
        if not opened.overdue:
            return
        if opened.state.table.turn == opened.seat:
            opened.forfeit()
            return
    reply(match_id, opened.match.ply)


def announce(match_id: uuid.UUID, ply: int, turn: Seat, *, bot: bool) -> None:
    """After the commit: tell the open pages, and wake the bots when one of them is to move."""
    # Who cannot be told by Redis cannot be woken by it either, and would only wait longer.
    if push.send(match_id, ply, over=turn == NOBODY) and bot:
        try:
            current_app.send_task("games.tasks.bot_move", [str(match_id), ply], retry=False)
        except (OperationalError, redis.RedisError) as error:
            log.warning("The sweeper moves in %s, the queue is away: %s", match_id, error)


# The hot path writes its SQL by hand: the ORM's own work would double the cost of a move.
_FIELDS = (
    *("id", "game", "options", "level", "ranked", "status", "ply", "turn", "due", "secret"),
    *("scores", "winners"),
)
_MATCH = f"""
    select coalesce(due < now(), false), seat, user_id, guest, m.{", m.".join(_FIELDS)}
    from games_match m join games_player p on p.match_id = m.id and not bot where m.id = %s
"""  # noqa: S608 our own names
_LOG = "select seat, move, request_id from games_ply where match_id = %s order by number"
_WRITE = """
    with written as (
        insert into games_ply (match_id, number, seat, move, request_id)
        select %s, * from unnest(%s::int[], %s::smallint[], %s::text[], %s::uuid[])
    )
    update games_match set ply = %s, turn = %s, status = %s, scores = %s, winners = %s,
        due = now() + %s, ended = case when %s then now() end
    where id = %s
"""


class _Open:
    """A match read for one piece of work: its row, its log, and the state they lead to.

    With `lock` the row stays locked until the transaction ends; only then may it be written.
    """

    def __init__(self, match_id: uuid.UUID, *, lock: bool = False) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_MATCH + ("for update of m" if lock else ""), [match_id])
            row = cursor.fetchone()
            if row is None:
                raise NoSeat(match_id)
            self.overdue: bool = row[0]
            self.seat: Seat = row[1]
            self.person = Person(*row[2:4])
            self.match = Match(**dict(zip(_FIELDS, row[4:], strict=True)))
            # A statement of its own: one that waits for a lock reads other tables as they were
            # before the wait. And without a lock the log may be newer than the row: cut it there.
            cursor.execute(_LOG, [match_id])
            self.log: list[tuple[Seat, str, uuid.UUID | None]] = cursor.fetchall()
        del self.log[self.match.ply :]
        self.game = self.match.rules
        self.course = Course(self.game, self.seat, [move for _, move, _ in self.log])
        self.seeds = Seeds(bytes(self.match.secret), str(match_id))

    @property
    def state(self) -> State[Any]:
        return self.course.state

    def admit(self, by: Person) -> None:
        if by != self.person or by == Person():
            raise NoSeat(self.match.pk)

    def expect(self, ply: int) -> None:
        if self.match.status != Status.LIVE or ply != self.match.ply:
            raise Stale(f"The match stands at ply {self.match.ply}, {self.match.status}.")

    def view(self) -> View:
        shown = copy(self.match)
        shown.secret = b""
        return seen(shown, self.course)

    def rewind(self, ply: int) -> None:
        """Back to where it stood after so many plies, to be looked at and not to be written."""
        if ply >= self.match.ply:
            return
        del self.log[ply:]
        self.course = Course(self.game, self.seat, [move for _, move, _ in self.log])
        self.match.ply, self.match.turn = ply, self.state.table.turn
        self.match.status, self.match.scores, self.match.winners = Status.LIVE, [], []

    def think(self) -> list[Move]:
        """The bots' moves from here until the person or chance is to move, or until the end of a
        turn in which they have thought for PATIENCE."""
        began = time.monotonic()
        game, state, level = self.game, self.state, self.match.level
        log = [move for _, move, _ in self.log]
        moves: list[Move] = []
        while (seat := state.table.turn) not in (self.seat, CHANCE, NOBODY):
            move = self.seeds.choice(level, game, state, log)
            state = game.apply(state, move)
            log.append(move)
            moves.append(move)
            if state.table.turn != seat and time.monotonic() - began > PATIENCE:
                break
        return moves

    def append(self, texts: Sequence[str], request_id: uuid.UUID | None = None) -> None:
        """Check and write moves of the seats, and what chance does before and between them.

        Raises InvalidMove and IllegalMove, and then has written nothing.
        """
        first = len(self.log)
        self._deal()
        for text in texts:
            self._take(parse(self.game, self.state, text), request_id)
            self._deal()
        table = self.state.table
        self.match.ply, self.match.turn = len(self.log), table.turn
        if table.turn == NOBODY:
            self.match.scores = list(table.scores)
            self.match.winners = list(self.game.winners(table))
            self._end(Status.FINISHED, first)
        else:
            self._write(first, PERSON_GRACE if table.turn == self.seat else BOT_GRACE)

    def forfeit(self) -> None:
        self.match.turn = NOBODY
        self._end(Status.FORFEITED, len(self.log))

    def _deal(self) -> None:
        """Let chance move while it is to move."""
        while self.state.table.turn == CHANCE:
            self._take(self.seeds.order(self.course), None)

    def _take(self, move: Move, request_id: uuid.UUID | None) -> None:
        self.log.append((self.state.table.turn, move, request_id))
        self.course.take(move)

    def _end(self, status: Status, first: int) -> None:
        self.match.status = status
        self._write(first, None)
        Player.objects.filter(match=self.match.pk, ranked_now=True).update(ranked_now=False)
        if self.match.ranked and self.person.user_id is not None:
            self._settle(self.person.user_id)

    def _settle(self, user_id: int) -> None:
        match, outcome = self.match, Outcome.of(self.match.winners, self.seat)
        table = (match.game, match.level, self.game.seats)
        ranking.settle(ranking.Result(match.pk, user_id, *table, outcome, timezone.now()))

    def _write(self, first: int, grace: timedelta | None) -> None:
        """Store the plies from number `first` on and the match; without `grace` it is over."""
        match, new = self.match, self.log[first:]
        plies = [
            list(range(first, len(self.log))),
            *([ply[field] for ply in new] for field in range(3)),
        ]
        values = [match.ply, match.turn, match.status, match.scores, match.winners]
        with connection.cursor() as cursor:
            over = grace is None
            cursor.execute(_WRITE, [match.pk, *plies, *values, grace, over, match.pk])
        bot = not over and match.turn != self.seat
        tell = partial(announce, match.pk, match.ply, match.turn, bot=bot)
        transaction.on_commit(tell, robust=True)  # the move counts, whatever comes of the news
