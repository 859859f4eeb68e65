"""A running site: the processes of ./run, on a database of their own."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit

import psycopg

from config import devservices

DATABASE = "tujuh_site_of_the_tests"
LOG = devservices.STATE / "site.log"
SECONDS = 180  # a slow machine may take long to start


@contextlib.contextmanager
def site() -> Iterator[str]:
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
    with LOG.open("w") as log:
        process = subprocess.Popen(
            command, cwd=devservices.ROOT, env=environment, stdout=log, stderr=log
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/healthz", process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


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
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the site ended with {process.returncode}: see {LOG}")
        try:
            urllib.request.urlopen(url, timeout=1).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"the site did not answer within {SECONDS} s: see {LOG}")
