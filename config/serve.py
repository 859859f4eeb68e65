"""`./run`: set everything up, then web, worker, scheduler and sweeper together until Ctrl-C."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time

from config import devservices

HOST = "127.0.0.1"
STATIC = devservices.STATE / "static"
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PYTHON = [sys.executable, "-m"]


def main() -> int:
    port = os.environ.get("PORT", "8000")
    if problem := _port_problem(port):
        print(problem, file=sys.stderr)
        return 1
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    # However one ends it, by a key, a command or by closing the terminal, it ends in order.
    for number in ENDINGS:
        signal.signal(number, signal.default_int_handler)
    try:
        print("Preparing databases, words and styles ...", flush=True)
        devservices.start()
        set_up()
        return _run_all(_commands(port), f"http://localhost:{port}/")
    except devservices.CannotStart as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0
    finally:
        for number in ENDINGS:
            signal.signal(number, signal.SIG_IGN)
        devservices.stop()


def _port_problem(port: str) -> str:
    if not port.isdecimal() or not 0 < int(port) < 65536:
        return f"PORT={port} is no port: choose a number from 1 to 65535."
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, int(port)))
        except OSError as error:
            return f"Port {port} is not free ({error.strerror}): choose another, PORT=8001 ./run"
    return ""


def set_up() -> None:
    """Messages, tables and static files; each does nothing when nothing changed."""
    import django

    os.environ["STATEMENT_TIMEOUT"] = "0"  # for the migrations, and for this process alone
    django.setup()
    del os.environ["STATEMENT_TIMEOUT"]
    from django.core.management import call_command

    call_command("messages", "compile")
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from django.db import connection

    connection.close()
    connection.close_pool()


def _commands(port: str) -> dict[str, list[str]]:
    state = devservices.STATE
    celery = [*PYTHON, "celery", "-A", "config.celery"]
    quiet = ["--without-gossip", "--without-mingle", "-l", "WARNING"]
    return {
        "web": [
            *(*PYTHON, "granian", "--interface", "asginl", "--host", HOST, "--port", port),
            *("--log-level", "warning", "--workers-kill-timeout", "2"),
            *("--static-path-route", "/static", "--static-path-mount", str(STATIC)),
            *("--static-path-expires", "0"),  # a changed style is seen on the next load
            "config.asgi:application",
        ],
        "worker": [*celery, "worker", "-P", "prefork", "-c", "2", *quiet],
        "beat": [*celery, "beat", "-s", str(state / "beat"), "--pidfile=", "-l", "WARNING"],
        "sweeper": [sys.executable, "manage.py", "sweep"],
    }


def _run_all(commands: dict[str, list[str]], url: str) -> int:
    """Run all until one of them ends, which ends the others: 1. Interrupted it ends them, too."""
    stop = threading.Event()
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    processes: dict[str, subprocess.Popen[str]] = {}
    try:
        for name, command in commands.items():
            processes[name] = process = subprocess.Popen(
                command,
                cwd=devservices.ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,  # Ctrl-C reaches only us, who end them in order
            )
            for work in (_echo, _watch):
                threading.Thread(target=work, args=(name, process, stop), daemon=True).start()
        threading.Thread(target=_announce, args=(url, stop), daemon=True).start()
        stop.wait()
        return 1
    finally:
        stop.set()
        _end(list(processes.values()))


def _echo(name: str, process: "subprocess.Popen[str]", stop: threading.Event) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        print(f"{name:7} | {line}", end="", flush=True)


def _watch(name: str, process: "subprocess.Popen[str]", stop: threading.Event) -> None:
    status = process.wait()
    if not stop.is_set():
        print(f"\nTujuh ends, because its {name} ended with status {status}.\n", flush=True)
    stop.set()


def _announce(url: str, stop: threading.Event) -> None:
    """Say where the site is as soon as it answers: by a name, since passkeys belong to names."""
    host, port = url.split("/")[2].split(":")
    while not stop.wait(0.05):
        with socket.socket() as probe:
            if probe.connect_ex((host, int(port))) == 0:
                print(f"\nTujuh is at {url} (Ctrl-C ends it)\n", flush=True)
                return


def _end(processes: "list[subprocess.Popen[str]]") -> None:
    """Ask each to end; what is then left of its group, or was left by a dead one, is killed."""
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and any(p.poll() is None for p in processes):
        time.sleep(0.05)
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
