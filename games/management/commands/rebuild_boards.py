"""Make ratings and boards anew from the ledger."""

from typing import Any

from django.core.management import BaseCommand
from django.db import connection

from games import audit


class Command(BaseCommand):
    help = "Compares ratings and boards with the ledger, mends what differs and says how much."

    def handle(self, *args: Any, **options: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("set statement_timeout = 0")  # the counters of millions take a while
        mended = audit.rebuild()
        self.stdout.write(
            f"Mended: {mended.standings} standings, {mended.ratings} ratings,"
            f" {mended.counters} counters."
        )
