"""Measure every board beside Redis, and, if asked, what settling costs."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from games import audit, boards
from games.management import measuring, writing
from games.management.measuring import Measured, Wrong

QUESTIONS = (
    *(f"rank {place}" for place in measuring.PLACES),
    *(f"window {place}" for place in measuring.PLACES),
    "top",
)
HEAD = f"{'board':28}{'people':>11}" + "".join(f"{question:>21}" for question in QUESTIONS)
# What was promised: the greatest ratio to Redis, of bottom to top, and milliseconds.
RANKS, TOPS, SLOPE, P99 = 2.2, 1.0, 1.6, 5.0
SHARE = 0.7  # of the rate without boards


class Command(BaseCommand):
    help = "Times of every board beside a Redis sorted set of the same people, in one run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--rounds", type=int, help="blocks of 25 calls (40), or rounds of writers (4)"
        )
        parser.add_argument("--board", default="", help="only boards whose name begins so")
        parser.add_argument(
            "--writers",
            type=int,
            default=0,
            help="measure what settling costs instead, with so many at once; their matches stay",
        )
        parser.add_argument(
            "--matches", type=int, default=1600, help="of a round of writers (1600)"
        )

    def handle(self, *args: Any, rounds: int | None, writers: int, **options: Any) -> None:
        if rounds is None:
            rounds = 4 if writers else 40
        if rounds < 1:
            raise CommandError("There must be one round at least.")
        _unhurried()
        if writers:
            self.write(writers, rounds, options["matches"])
        else:
            self.read(rounds, options["board"])

    def read(self, rounds: int, board: str) -> None:
        began = time.monotonic()
        self.stdout.write("Quiet median in ms, ratio to Redis, 99th percentile in ms.\n" + HEAD)
        found: list[Measured] = []
        for name, number in measuring.all_boards(timezone.now()):
            if not name.startswith(board):
                continue
            boards.fold()  # as the sweeper does each second
            try:
                measured = measuring.measure(name, number, rounds)
            except Wrong as error:
                raise CommandError(f"A rank is wrong: {error}") from error
            if measured is None:
                self.stdout.write(f"{name:28}{0:>11}")
                continue
            found.append(measured)
            self.stdout.write(line(measured))
        if found:
            self.verdict(found)
        self.stdout.write(f"{time.monotonic() - began:.0f} s in all; every rank was exact.")

    def write(self, writers: int, rounds: int, matches: int) -> None:
        monday = writing.next_monday()
        rushed = writing.neighbours(2 * rounds * matches)
        others = writing.spread(2 * rounds * matches, but=rushed)
        if min(len(rushed), len(others)) < 2 * rounds * writers:
            raise CommandError("There are too few people for so many matches at once.")
        self.stdout.write(f"{writers} writers, last moves of matches that are won.")
        for name, people, at in (("spread", others, None), ("rush", rushed, monday)):
            found = writing.contest(people, writers, rounds, at)
            for kind, measured in (("with boards", found.boards), ("ledger alone", found.plain)):
                for one in measured:
                    self.stdout.write(
                        f"{name:8}{kind:14}{one.rate:8.0f} a second"
                        f"{one.p50:8.1f} ms{one.p99:8.1f} ms p99"
                    )
            self.stdout.write(f"{name:8}share: {found.share:.2f}, promised {SHARE}")
        _unhurried()  # the connection is another after the writers
        mended = audit.rebuild(monday)
        self.stdout.write(f"Nothing lost; the boards made anew differ in {sum(mended)} rows.")
        writing.forget_future(monday, found.kept, rushed)

    def verdict(self, found: list[Measured]) -> None:
        """The worst of all boards beside what was promised."""
        for what, value, most in (
            ("ranks and windows, to Redis", max(m.worst("rank", "window") for m in found), RANKS),
            ("top 50, to Redis", max(m.worst("top") for m in found), TOPS),
            ("bottom to top", max(m.slope for m in found), SLOPE),
            ("99th percentile, ms", max(m.p99 for m in found), P99),
        ):
            kept = "kept" if value <= most else "MISSED"
            self.stdout.write(f"{what:30} worst {value:5.2f}, promised {most}: {kept}")


def _unhurried() -> None:
    """Counting everyone takes longer than a page may."""
    with connection.cursor() as cursor:
        cursor.execute("set statement_timeout = 0")


def line(measured: Measured) -> str:
    """One row of the table."""
    cells = []
    for question in QUESTIONS:
        ours = measured.ours[question]
        cells.append(f"{ours.quiet:.3f} {measured.ratio(question):.2f}x {ours.p99:.2f}")
    return f"{measured.name:28}{measured.people:>11,}" + "".join(f"{cell:>21}" for cell in cells)
