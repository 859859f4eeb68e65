"""Accounts of others: off, without a trace, unless the environment names one."""

import os
import subprocess
import sys
from urllib.parse import urlsplit, urlunsplit

import pytest

from config import devservices

CHECK = """
import sys, django
django.setup()
from django.urls import NoReverseMatch, reverse
try:
    print(reverse("socialaccount_signup"))
except NoReverseMatch:
    print("no address")
print([name for name in ("requests", "jwt") if name in sys.modules])
"""
TESTS = "tests/accounts/with_google.py"


def run(*command, **environment) -> subprocess.CompletedProcess:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SOCIAL_")}
    kept.pop("DJANGO_SETTINGS_MODULE", None)
    return subprocess.run(
        [sys.executable, *command],
        cwd=devservices.ROOT,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["3rdparty/", "3rdparty/signup/", "google/login/", "google/login/callback/"]
)
def test_by_default_there_is_no_such_address(client, path):
    assert client.get(f"/en/account/{path}").status_code == 404


@pytest.mark.django_db
def test_by_default_there_is_no_such_button(client, alice):
    for path in ("login/", "signup/"):
        assert "google" not in client.get(f"/en/account/{path}").content.decode().lower()
    client.force_login(alice)
    assert "to-social" not in client.get("/en/account/").content.decode()


def test_by_default_nothing_that_it_needs_is_loaded():
    done = run("-c", CHECK, DJANGO_SETTINGS_MODULE="config.settings", DEBUG="1")
    assert done.stdout.split("\n")[:2] == ["no address", "[]"], done.stderr


def test_half_a_setting_is_refused_in_words():
    done = run("manage.py", "check", DEBUG="1", SOCIAL_GOOGLE="client")
    assert "SOCIAL_GOOGLE must be client_id:secret." in done.stderr


def test_when_google_is_named_all_of_its_tests_pass():
    url = urlsplit(devservices.DATABASE_URL)
    done = run(
        *("-m", "pytest", "-q", TESTS),
        SOCIAL_GOOGLE="client.example:secret",
        TUJUH_STATE=str(devservices.STATE / "google"),
        DATABASE_URL=urlunsplit(url._replace(path="/tujuh_google")),
        REDIS_URL=devservices.REDIS_URL,
    )
    assert (done.returncode, " passed" in done.stdout) == (0, True), done.stdout + done.stderr
