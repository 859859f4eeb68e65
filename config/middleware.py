"""Stores that are away, pages that are personal, and the health of the site."""

import logging
from smtplib import SMTPException

import redis
from django.db import DatabaseError, InterfaceError, InternalError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

log = logging.getLogger(__name__)
RETRY_SECONDS = 5
AWAY = (
    *(OperationalError, InterfaceError, InternalError),
    *(redis.RedisError, SMTPException, ConnectionError),
)


class Health(MiddlewareMixin):
    """/healthz: 200 while the one store that the site cannot do without answers, else 503.

    Before all else, since who asks is a machine that knows neither our host name nor https.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.path_info != "/healthz":
            return None
        try:
            with connection.cursor() as cursor:
                cursor.execute("select 1")
        except (DatabaseError, InterfaceError):
            return JsonResponse({"database": "away"}, status=503)
        return JsonResponse({"database": "ok"})


class Personal(MiddlewareMixin):
    """A page that asked who is reading is for nobody's cache; no other site may embed any."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.session.accessed and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-store"
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        return response


class Unavailable(MiddlewareMixin):
    """503 with a time to come again, when PostgreSQL, Redis or the mail server does not answer."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, AWAY):
            return None
        log.error("A store is away: %s", error)
        response = render(request, "503.html", status=503)
        response["Retry-After"] = str(RETRY_SECONDS)
        return response
