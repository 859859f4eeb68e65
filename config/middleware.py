"""A store that is away is told as such."""

import logging

import redis
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

log = logging.getLogger(__name__)
RETRY_SECONDS = 5


class Unavailable(MiddlewareMixin):
    """503 with a time to come again, when PostgreSQL or Redis does not answer."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, OperationalError | InterfaceError | redis.RedisError):
            return None
        log.error("A store is away: %s", error)
        response = render(request, "503.html", status=503)
        response["Retry-After"] = str(RETRY_SECONDS)
        return response
