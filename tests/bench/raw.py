"""The least that a durable answer costs: a Django view that locks one row and writes it.

Settings and map of addresses in one file; tests/bench/move.py serves it beside the site.
"""

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.settings import DATABASES  # noqa: F401

SECRET_KEY = "bench"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "tests.bench.raw"
USE_TZ = True
TABLE = "create table if not exists bench_row (id int primary key, state bytea, version int)"
ROW = bytes(range(200))


def write(request: HttpRequest) -> HttpResponse:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select state, version from bench_row where id = 1 for update")
        _, version = cursor.fetchone()
        cursor.execute(
            "update bench_row set state = %s, version = %s where id = 1", [ROW, version + 1]
        )
    return HttpResponse(str(version + 1))


urlpatterns = [path("", write)]
