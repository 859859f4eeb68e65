"""What every answer carries, and what the settings of production refuse."""

import os
import subprocess
import sys

import pytest

from config import devservices

PRODUCTION = {
    "SECRET_KEY": "k" * 20 + "abcdefghijklmnopqrstuvwxyz0123456789",
    "ALLOWED_HOSTS": "tujuh.example",
    "SITE_URL": "https://tujuh.example",
    "DATABASE_URL": devservices.DATABASE_URL,
    "REDIS_URL": devservices.REDIS_URL,
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


def test_health_tells_of_the_database(client, db):
    assert client.get("/healthz").json() == {"database": "ok"}
