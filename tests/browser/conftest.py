"""A whole site for the browser: the processes of ./run, on a database of their own."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from config import devservices

from . import chromium

DATABASE = "tujuh_site_of_the_tests"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    path = chromium.find()
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    # Chromium's own sandbox does not work for root.
    args = [*quiet, "--no-sandbox"] if os.geteuid() == 0 else quiet
    return {**browser_type_launch_args, "args": args, **({"executable_path": path} if path else {})}


@pytest.fixture(scope="session")
def site():
    """The address of a running site: web, worker, scheduler and sweeper, as ./run starts them."""
    port = _free_port()
    environment = {
        **os.environ,
        "DATABASE_URL": _fresh_database(),
        "REDIS_URL": _other_redis_database(),
        "PORT": str(port),
        "DEBUG": "1",
        "TUJUH_STATE": str(devservices.STATE / "site"),
    }
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    command = [sys.executable, "-m", "config.serve"]
    with open(devservices.STATE / "site.log", "w+") as log:
        process = subprocess.Popen(
            command, cwd=devservices.ROOT, env=environment, stdout=log, stderr=log
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/healthz", process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)
            log.seek(0)
            print(log.read())


@pytest.fixture(scope="session")
def base_url(site):
    """What Playwright puts before a path such as `/en/`."""
    return site


@pytest.fixture
def page(page):
    """A page that must not log an error: a blocked script, a missing file, an exception."""
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    yield page
    assert errors == []


def _fresh_database() -> str:
    url = urlsplit(devservices.DATABASE_URL)
    with psycopg.connect(devservices.DATABASE_URL, autocommit=True) as connection:
        connection.execute(f"drop database if exists {DATABASE} with (force)")
        connection.execute(f"create database {DATABASE}")
    return urlunsplit(url._replace(path=f"/{DATABASE}"))


def _other_redis_database() -> str:
    """Another number on the same server."""
    address, _, _ = devservices.REDIS_URL.partition("?")
    if address.startswith("unix:"):
        return f"{address}?db=1"
    return urlunsplit(urlsplit(address)._replace(path="/1"))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(url: str, process: subprocess.Popen) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the site ended with {process.returncode}: see site.log")
        try:
            urllib.request.urlopen(url, timeout=1).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError("the site did not answer within a minute: see site.log")
