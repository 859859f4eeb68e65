"""Telling open pages that a match has moved on. The only file that knows how.

What travels is a match's id and its ply number, nothing else: each page then asks for its own
table. Every process of streams holds one subscription to Redis and asks the database every few
seconds where the watched matches are, so a lost message, or a lost Redis, only costs seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import uuid
from collections import defaultdict
from collections.abc import AsyncIterator

import redis
import redis.asyncio
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from games.match import Status
from games.models import Match

log = logging.getLogger(__name__)
CHANNEL = "tujuh:plies"
POLL_SECONDS = 3.0
OVER = -1

_client = redis.Redis.from_url(
    settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=None
)


def send(match: uuid.UUID, ply: int, *, over: bool) -> bool:
    """Tell whoever watches the match that it stands at this ply, or is over; False: not told."""
    try:
        _client.publish(CHANNEL, f"{match.hex} {OVER if over else ply}")
    except redis.RedisError as error:
        log.warning("Open pages learn of %s by polling: %s", match, error)
        return False
    return True


class Hub:
    """The streams of this process: what each watches, one subscription and one poll for all."""

    def __init__(self) -> None:
        self._watching: dict[uuid.UUID, set[asyncio.Queue[int]]] = defaultdict(set)
        self._tasks: list[asyncio.Task[None]] = []

    async def watch(self, match: uuid.UUID) -> AsyncIterator[int | None]:
        """The match's ply whenever it has changed, OVER at its end; None to keep alive."""
        queue: asyncio.Queue[int] = asyncio.Queue()
        self._watching[match].add(queue)
        try:
            if not self._tasks:
                work = (self._listen(), self._poll())
                self._tasks = [asyncio.create_task(part) for part in work]
            for _, ply in await _plies([match]):  # after subscribing: nothing is missed
                queue.put_nowait(ply)
            told = None
            while True:
                try:
                    ply = await asyncio.wait_for(queue.get(), timeout=15)
                except TimeoutError:
                    yield None
                    continue
                if ply != told:
                    yield ply
                told = ply
        finally:
            self._watching[match].discard(queue)
            if not self._watching[match]:
                del self._watching[match]
            if not self._watching:
                for task in self._tasks:
                    task.cancel()
                self._tasks = []

    def _tell(self, match: uuid.UUID, ply: int) -> None:
        for queue in self._watching.get(match, ()):
            queue.put_nowait(ply)

    async def _listen(self) -> None:
        while True:
            try:
                async with (
                    redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_timeout=None) as client,
                    client.pubsub(ignore_subscribe_messages=True) as channel,
                ):
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        match, ply = message["data"].split()
                        self._tell(uuid.UUID(match.decode()), int(ply))
            except (redis.RedisError, ValueError) as error:  # or a message that is not ours
                log.warning("The subscription broke and is renewed: %s", error)
                await asyncio.sleep(1)

    async def _poll(self) -> None:
        while True:
            # Away: the next round asks again.
            with contextlib.suppress(DatabaseError, InterfaceError):
                for match, ply in await _plies(list(self._watching)):
                    self._tell(match, ply)
            await asyncio.sleep(POLL_SECONDS)


def _read_plies(matches: list[uuid.UUID]) -> list[tuple[uuid.UUID, int]]:
    try:
        found = Match.objects.filter(pk__in=matches).values_list("pk", "ply", "status")
        return [(match, ply if status == Status.LIVE else OVER) for match, ply, status in found]
    finally:
        connection.close()  # else the thread would keep one for ever


# Not in the thread of the request that happened to come first: it ends with that request.
_plies = sync_to_async(_read_plies, thread_sensitive=False)
hub = Hub()
