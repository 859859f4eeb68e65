"""Measure every board beside Redis, and, if asked, what settling costs."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from games.management import measuring
from games.management.measuring import Measured, Wrong

QUESTIONS = (
    *(f"rank {place}" for place in measuring.PLACES),
    *(f"window {place}" for place in measuring.PLACES),
    "top",
)
HEAD = f"{'board':28}{'people':>11}" + "".join(f"{question:>21}" for question in QUESTIONS)
# What was promised: the greatest ratio to Redis, of bottom to top, and milliseconds.
RANKS, TOPS, SLOPE, P99 = 2.2, 1.0, 1.6, 5.0


class Command(BaseCommand):
    help = "Times of every board beside a Redis sorted set of the same people, in one run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rounds", type=int, default=40, help="blocks of 25 calls each (40)")
        parser.add_argument("--board", default="", help="only boards whose name begins so")

    def handle(self, *args: Any, rounds: int, board: str, **options: Any) -> None:
        if rounds < 1:
            raise CommandError("There must be one round at least.")
        with connection.cursor() as cursor:
            cursor.execute("set statement_timeout = 0")  # counting everyone takes a while
        began = time.monotonic()
        self.stdout.write("Quiet median in ms, ratio to Redis, 99th percentile in ms.\n" + HEAD)
        found: list[Measured] = []
        for name, number in measuring.all_boards(timezone.now()):
            if not name.startswith(board):
                continue
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


def line(measured: Measured) -> str:
    """One row of the table."""
    cells = []
    for question in QUESTIONS:
        ours = measured.ours[question]
        cells.append(f"{ours.quiet:.3f} {measured.ratio(question):.2f}x {ours.p99:.2f}")
    return f"{measured.name:28}{measured.people:>11,}" + "".join(f"{cell:>21}" for cell in cells)
