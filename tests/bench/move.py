"""Server CPU of one full move post, against a raw one-row view on the same server and database.

    .venv/bin/python tests/bench/move.py [--moves 400] [--rounds 3]

Two WSGI processes of one kind: the site, and a Django view that locks a row and writes it, which is
the least that any durable answer costs. A client with one connection sends moves to matches that
stand in mid-game (about 25 plies), then as many requests to the raw view, in turn. CPU is what the
kernel counts for the server's processes, database and client left out. Prints JSON; `ratio` is the
median over the rounds.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import time
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("TUJUH_STATE", str(ROOT / ".state/bench"))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.update(DEBUG="0", SECRET_KEY="bench" * 12, ALLOWED_HOSTS="127.0.0.1")
os.environ["MAIL_URL"] = "smtp://127.0.0.1"

from config import devservices  # noqa: E402

PLIES = 25


class Server:
    """A WSGI server as in production, and the CPU that it has used."""

    def __init__(self, settings: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--workers", "1"]
        command += ["--port", str(self.port), "--log-level", "warning", "--factory"]
        command += ["django.core.wsgi:get_wsgi_application"]
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": settings}
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    break
            time.sleep(0.05)
        self.http = http.client.HTTPConnection("127.0.0.1", self.port)

    def cpu(self) -> float:
        """Seconds of user and system time of the process and its children, dead ones too."""
        ticks = 0
        for pid in (self.process.pid, *_children(self.process.pid)):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def request(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str]:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        self.http.request(method, path, body, names)
        response = self.http.getresponse()
        return response.status, response.read().decode()


def _children(pid: int) -> list[int]:
    return [int(c) for c in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def prepare(moves: int) -> tuple[list[tuple[str, int, str]], str]:
    """Matches of one person in mid-game with a move for each, and the person's session."""
    import django

    django.setup()
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command
    from django.db import connection

    from accounts.models import User
    from games.engine.chance import shuffle
    from games.engine.sevens import Sevens
    from games.models import Match
    from games.seating import Person
    from tests.bench import raw
    from tests.games.deals import keep

    call_command("migrate", verbosity=0)
    call_command("messages", "compile")
    call_command("collectstatic", interactive=False, verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(raw.TABLE)
        cursor.execute("insert into bench_row values (1, %s, 0) on conflict do nothing", [raw.ROW])
    Match.objects.all().delete()
    User.objects.filter(email="bench@example.org").delete()
    user = User.objects.create_user("bench@example.org", name="Bench")
    session = SessionStore()
    session["_auth_user_id"] = str(user.pk)
    session["_auth_user_backend"] = "accounts.backends.AuthenticationBackend"
    session["_auth_user_hash"] = user.get_session_auth_hash()
    session.save()
    rng, game, posts = random.Random(7), Sevens(), []
    while len(posts) < moves:
        state, log = game.start(), []
        move = shuffle(game, state, rng)
        while True:
            log.append(move)
            state = game.apply(state, move)
            turn = state.table.turn
            if turn < 0:
                break
            fits = game.legal_moves(state.table, state.hands[turn])
            move = rng.choice(fits)
            if len(log) >= PLIES and len(fits) > 1:
                match = keep(game, log, by=Person(user_id=user.pk), own=turn, ranked=False)
                posts.append((str(match.pk), len(log), move))
                break
    return posts, session.session_key


def measure(rounds: int, moves: int) -> dict[str, object]:
    posts, session = prepare(rounds * moves + 50)
    site, raw = Server("config.settings"), Server("tests.bench.raw")
    try:
        secret = uuid.uuid4().hex  # any 32 letters and digits are a CSRF secret
        cookie = f"__Host-session={session}; __Host-csrf={secret}"

        def play(post: tuple[str, int, str]) -> None:
            match, ply, move = post
            form = f"csrfmiddlewaretoken={secret}&ply={ply}&request_id={uuid.uuid4()}&move={move}"
            status, text = site.request(
                "POST",
                f"/en/match/{match}/move/",
                form,
                Cookie=cookie,
                Content_Type="application/x-www-form-urlencoded",
                HX_Request="true",
                X_Forwarded_Proto="https",
                Origin=f"https://127.0.0.1:{site.port}",
            )
            assert (status, text[:200].count('id="table"')) == (200, 1), text[:500]

        def least(_: object) -> None:
            status, _body = raw.request("POST", "/")
            assert status == 200

        for post in posts[:50]:
            play(post)
            least(post)
        results = []
        for number in range(rounds):
            chosen = posts[50 + number * moves : 50 + (number + 1) * moves]
            results.append([cost(site, play, chosen), cost(raw, least, chosen)])
    finally:
        for server in (site, raw):
            server.process.terminate()
            server.process.wait(20)
    return {
        "move_ms": [round(move * 1000, 3) for move, _ in results],
        "raw_ms": [round(least * 1000, 3) for _, least in results],
        "ratio": round(statistics.median(move / least for move, least in results), 2),
    }


def cost(server: Server, act, posts) -> float:
    """CPU seconds of the server for one call."""
    before = server.cpu()
    for post in posts:
        act(post)
    return (server.cpu() - before) / len(posts)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    devservices.start()
    os.environ.update(DATABASE_URL=devservices.DATABASE_URL, REDIS_URL=devservices.REDIS_URL)
    try:
        print(json.dumps(measure(chosen.rounds, chosen.moves)))
    finally:
        devservices.stop()
