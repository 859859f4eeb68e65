"""A database with as many people as a full site would have, to see and to measure the boards."""

import time
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import connection, transaction
from django.utils import timezone

from games.management import filling
from games.management.filling import Step


class Command(BaseCommand):
    help = "Adds people and the ledgers of their ranked matches, and makes the boards from them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("people", type=int, help="how many")
        parser.add_argument("--seed", type=int, default=1, help="another one, other matches (1)")
        parser.add_argument("--force", action="store_true", help="also where people are already")

    def handle(self, *args: Any, people: int, seed: int, force: bool, **options: Any) -> None:
        if people < 1 or seed < 0:
            raise CommandError(
                "There must be one person at least, and the seed cannot be negative."
            )
        if not force and (there := filling.people()):
            raise CommandError(
                f"There are {there:,} people in this database already. Name another database, or"
                " say --force to add these to them."
            )
        began = time.monotonic()
        at = timezone.now()
        with connection.cursor() as cursor:
            cursor.execute(
                "set statement_timeout = 0; set lock_timeout = 0; set work_mem = '256MB';"
                " set idle_in_transaction_session_timeout = 0; set maintenance_work_mem = '1GB'"
            )
        with transaction.atomic():
            self.take(filling.fill(people, seed, at))
        self.take([Step("tables vacuumed", filling.vacuum)])
        for table, rows, size in filling.sizes():
            self.stdout.write(f"{size / 2**20:10,.0f} MB  {table}, {max(rows, 0):,} rows")
        self.stdout.write(f"{time.monotonic() - began:10.1f} s   in all")

    def take(self, steps: Iterable[Step]) -> None:
        """Do the steps, each with its time."""
        for what, do in steps:
            self.stdout.write(f"  {what} ...", ending="")
            self.stdout.flush()
            began = time.monotonic()
            done = do()
            self.stdout.write(f"\r{time.monotonic() - began:10.1f} s   {what}: {done:,}")
