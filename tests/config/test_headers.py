"""What every answer carries, and what the settings of production refuse."""

import os
import subprocess
import sys

import pytest
import redis
from django.db import OperationalError

from config import devservices

PRODUCTION = {
    "SECRET_KEY": "k" * 20 + "abcdefghijklmnopqrstuvwxyz0123456789",
    "ALLOWED_HOSTS": "tujuh.example",
    "SITE_URL": "https://tujuh.example",
    "DATABASE_URL": devservices.DATABASE_URL,
    "REDIS_URL": devservices.REDIS_URL,
    "MAIL_URL": "smtp://mail.example:587",
}


def manage(*args, **environment):
    """A run of manage.py with this environment and nothing of the tests'."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *args],
        cwd=devservices.ROOT,
        env={**kept, "TUJUH_STATE": str(devservices.STATE), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("path", ["/", "/en/", "/en/nowhere/", "/en/account/login/"])
def test_no_page_lets_foreign_code_or_frames_in(client, db, path):
    headers = client.get(path).headers
    parts = headers["Content-Security-Policy"].split(";")
    policy = dict(part.strip().split(" ", 1) for part in parts)
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_production_passes_djangos_own_check():
    done = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert (done.returncode, "no issues" in done.stdout + done.stderr) == (0, True), done.stderr


def test_without_a_secret_key_nothing_starts():
    done = manage("check", **{**PRODUCTION, "SECRET_KEY": ""})
    assert done.returncode != 0
    assert "Set SECRET_KEY" in done.stderr


def test_production_needs_servers_of_its_own():
    done = manage("check", **{**PRODUCTION, "DATABASE_URL": "", "REDIS_URL": ""})
    assert done.returncode != 0
    assert "Set DATABASE_URL, REDIS_URL" in done.stderr


def test_health_tells_of_the_database(client, db):
    assert client.get("/healthz", HTTP_HOST="10.0.0.7:8000").json() == {"database": "ok"}


def test_a_page_that_knows_its_reader_is_kept_by_nobody(client, db):
    assert client.get("/en/").headers["Cache-Control"] == "private, no-store"
    assert client.get("/en/").headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize(
    "error", [OperationalError("away"), redis.ConnectionError("away"), ConnectionRefusedError()]
)
def test_a_store_that_is_away_is_a_503_with_a_time_to_come_again(client, db, monkeypatch, error):
    def away(*_):
        raise error

    monkeypatch.setattr("games.leaderboard.look", away)
    response = client.get("/en/board/")
    assert (response.status_code, response["Retry-After"]) == (503, "5")
