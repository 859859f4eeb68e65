"""The cache that holds the limits on guessing, and the names of those who wait for a code.

Redis, and while it is away a table of PostgreSQL, which all processes share: limits are then
counted anew, and hold. Without them codes and passwords could be guessed by whoever waits for an
outage, and with Redis alone nobody could log in during one.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.db import DatabaseCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

log = logging.getLogger(__name__)
TABLE = "accounts_spare_cache"
RETRY_SECONDS = 5  # Redis may take a second to say that it is away: it is not asked each time
_away: dict[str, float] = {}  # since when, by address, for all threads of the process


def _either(name: str) -> Callable[..., Any]:
    def method(self: "Cache", *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= _away.get(self.address, 0) + RETRY_SECONDS:
            try:
                return getattr(super(Cache, self), name)(*args, **kwargs)
            except (RedisError, OSError) as error:
                log.error("Redis is away, the cache is in PostgreSQL: %s", error)
                _away[self.address] = time.monotonic()
        return getattr(self.spare, name)(*args, **kwargs)

    return method


class Cache(RedisCache):
    """Django's cache on Redis, or the table when Redis does not answer."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.address = server
        # Never so full that entries are thrown out: filling it up must not clear the limits.
        self.spare = DatabaseCache(TABLE, {**params, "OPTIONS": {"MAX_ENTRIES": 10**7}})

    add = _either("add")
    get = _either("get")
    set = _either("set")
    touch = _either("touch")
    delete = _either("delete")
    get_many = _either("get_many")
    has_key = _either("has_key")
    incr = _either("incr")
    set_many = _either("set_many")
    delete_many = _either("delete_many")
    clear = _either("clear")
