"""How long the boards take to answer, beside a Redis sorted set that holds the same people.

What is measured are the functions that the site calls, on one connection, in blocks of 25 calls in
turn with Redis's, so that a busy moment meets both. What is compared are quiet medians: of the
block that was disturbed least.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from statistics import median
from typing import Any, NamedTuple

import redis
from django.conf import settings
from django.db import connection

from games import boards
from games.boards import AROUND, TOP, Board, Period
from games.engine import GAMES
from games.match import Level

BLOCK = 25
KEY = "measured-board"
PLACES = ("top", "middle", "bottom")
PEOPLE = 100  # of each place, asked for in turn
# The rank that equals share, and the rows around with the rank of the first, in one call each.
_RANK = """
    local mine = redis.call('ZSCORE', KEYS[1], ARGV[1])
    return 1 + redis.call('ZCOUNT', KEYS[1], '(' .. mine, '+inf')
"""
_WINDOW = f"""
    local at = redis.call('ZREVRANK', KEYS[1], ARGV[1])
    local rows = redis.call('ZREVRANGE', KEYS[1], math.max(0, at - {AROUND}), at + {AROUND},
        'WITHSCORES')
    return {{1 + redis.call('ZCOUNT', KEYS[1], '(' .. rows[2], '+inf'), rows}}
"""


class Wrong(Exception):
    """A rank is not what counting says."""


class Times(NamedTuple):
    """Of one question to one server, in milliseconds."""

    quiet: float
    p99: float


class Measured(NamedTuple):
    """A board, how many it shows, and by question ("rank top", …) our times and Redis's."""

    name: str
    people: int
    ours: dict[str, Times]
    theirs: dict[str, Times]

    def ratio(self, question: str) -> float:
        return self.ours[question].quiet / self.theirs[question].quiet

    def worst(self, *kinds: str) -> float:
        """The greatest ratio to Redis of these kinds of questions."""
        return max(self.ratio(question) for question in self.ours if question.startswith(kinds))

    @property
    def slope(self) -> float:
        """How much longer the bottom takes than the top, for ranks or windows."""
        return max(
            self.ours[f"{kind} bottom"].quiet / self.ours[f"{kind} top"].quiet
            for kind in ("rank", "window")
        )

    @property
    def p99(self) -> float:
        return max(times.p99 for times in self.ours.values())


def all_boards(at: datetime) -> Iterator[tuple[str, Board]]:
    """Every board of this moment, with its name."""
    for period in Period:
        for game in ("", *GAMES):
            for level in ("", *Level):
                name = f"{period.value} {game or 'all'} {level or 'all'}"
                yield name, boards.points_board(game, level, period, at)
    for game in GAMES:
        yield f"rating {game}", boards.rating_board(game)


def measure(name: str, board: Board, rounds: int) -> Measured | None:
    """Load the board into Redis, compare answers, and take times; None for one without people.

    Raises Wrong where the answers differ.
    """
    client = redis.Redis.from_url(settings.REDIS_URL)
    try:
        if not (people := _load(client, board)):
            return None
        asked = _people(board, people)
        _compare(client, board, asked)
        return Measured(name, people, *_times(_questions(client, board, asked), rounds))
    finally:
        client.delete(KEY)
        client.close()


_SHOWN = "from games_standing where board = %(board)s and shown"
_ORDER = "order by value {0}, early {0}, user_id {0}"


def _load(client: redis.Redis, board: Board) -> int:
    """The board's people and values as a sorted set; how many."""
    client.delete(KEY)
    link = client.connection_pool.get_connection()
    shown = _SHOWN % {"board": board.number}  # COPY takes no parameters
    # In the order of both servers' indexes, which is read and written the quickest.
    sql = f"copy (select value, user_id {shown} {_ORDER.format('asc')}) to stdout (delimiter ' ')"
    sent = 0
    try:
        connection.ensure_connection()
        with connection.connection.cursor() as cursor, cursor.copy(sql) as rows:
            for words in _batches(rows, 500):
                link.send_packed_command([_command(b"ZADD", KEY.encode(), *words)])
                sent += 1
                if sent % 100 == 0:
                    sent -= _answers(link, 100)
        _answers(link, sent)
    finally:
        client.connection_pool.release(link)
    return int(client.zcard(KEY))


def _batches(rows: Any, size: int) -> Iterator[list[bytes]]:
    """Values and people of so many rows, in turn."""
    batch: list[bytes] = []
    for row in rows:
        batch += bytes(row).split()
        if len(batch) == 2 * size:
            yield batch
            batch = []
    if batch:
        yield batch


def _command(*words: bytes) -> bytes:
    """As Redis reads it; its client takes three times as long to write one."""
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%b\r\n" % (len(w), w) for w in words)


def _answers(link: Any, number: int) -> int:
    for _ in range(number):
        link.read_response()
    return number


def _people(board: Board, number: int) -> dict[str, list[int]]:
    """Whom to ask for at each place of the board."""
    middle = max(0, (number - PEOPLE) // 2)
    found = {}
    for place, order, offset in (
        ("top", "desc", 0),
        ("middle", "desc", middle),
        ("bottom", "asc", 0),
    ):
        found[place] = [
            user_id
            for (user_id,) in _rows(
                f"select user_id {_SHOWN} {_ORDER.format(order)} limit {PEOPLE} offset {offset}",
                board,
            )
        ]
    return found


def _rows(sql: str, board: Board, **values: int) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, {"board": board.number, **values})
        return cursor.fetchall()


def _compare(client: redis.Redis, board: Board, asked: dict[str, list[int]]) -> None:
    """Count those above one person of each place, and above everyone near him."""
    for place, people in asked.items():
        mine = boards.mine(board, people[0])
        assert mine is not None
        above = f"select 1 + count(*) {_SHOWN} and value > %(value)s"
        ((rank,),) = _rows(above, board, value=mine.value)
        if mine.rank != rank:
            raise Wrong(f"{place} of {board}: {mine.rank} by the boards, {rank} by counting")
        for row in (*boards.near(board, people[0]), *boards.top(board)):
            rank = 1 + int(client.zcount(KEY, f"({row.value}", "+inf"))
            if row.rank != rank:
                raise Wrong(f"{row} of {board}: {rank} by Redis")


Question = tuple[Callable[[int], object], Sequence[int]]


def _questions(
    client: redis.Redis, board: Board, asked: dict[str, list[int]]
) -> dict[str, tuple[Question, Question]]:
    """What is asked, of us and of Redis, and about whom."""
    rank, window = client.register_script(_RANK), client.register_script(_WINDOW)
    found: dict[str, tuple[Question, Question]] = {}
    for place, people in asked.items():
        found[f"rank {place}"] = (
            (lambda person: boards.mine(board, person), people),
            (lambda person: rank(keys=[KEY], args=[person]), people),
        )
        found[f"window {place}"] = (
            (lambda person: boards.near(board, person), people),
            (lambda person: window(keys=[KEY], args=[person]), people),
        )
    found["top"] = (
        (lambda _: boards.top(board), asked["top"]),
        (lambda _: client.zrevrange(KEY, 0, TOP - 1, withscores=True), asked["top"]),
    )
    return found


def _times(
    questions: dict[str, tuple[Question, Question]], rounds: int
) -> tuple[dict[str, Times], dict[str, Times]]:
    """Ours and Redis's, by question. The first round warms up and is not counted."""
    blocks: dict[tuple[str, int], list[list[float]]] = {}
    for at in range(rounds + 1):
        for question, sides in questions.items():
            for side, (ask, people) in enumerate(sides):
                block = _block(ask, people, at)
                if at:
                    blocks.setdefault((question, side), []).append(block)
    ours, theirs = (
        {question: _summary(blocks[question, side]) for question in questions} for side in (0, 1)
    )
    return ours, theirs


def _block(ask: Callable[[int], object], people: Sequence[int], at: int) -> list[float]:
    taken = []
    for call in range(BLOCK):
        person = people[(at * BLOCK + call) * 37 % len(people)]
        began = time.perf_counter()
        ask(person)
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def _summary(blocks: list[list[float]]) -> Times:
    every = sorted(taken for block in blocks for taken in block)
    return Times(min(map(median, blocks)), every[len(every) * 99 // 100])
