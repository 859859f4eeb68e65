"""Dates as each language writes them."""

from datetime import datetime

import pytest
from django.utils import translation
from django.utils.formats import date_format


@pytest.mark.parametrize(
    ("language", "day", "short", "moment"),
    [
        ("en", "6 July 2026", "6 Jul 2026", "6 July 2026, 09:05"),
        ("ms", "6 Julai 2026", "6 Jul 2026", "6 Julai 2026, 09:05"),
        ("uk", "6 липня 2026 р.", "06.07.2026", "6 липня 2026 р., 09:05"),
        ("tr", "6 Temmuz 2026", "6 Tem 2026", "6 Temmuz 2026 09:05"),
    ],
)
def test_a_date_is_written_without_a_zero_and_never_broken(language, day, short, moment):
    at = datetime(2026, 7, 6, 9, 5)
    with translation.override(language):
        assert date_format(at) == day.replace(" ", "\N{NO-BREAK SPACE}")
        assert date_format(at, "SHORT_DATE_FORMAT") == short.replace(" ", "\N{NO-BREAK SPACE}")
        assert date_format(at, "DATETIME_FORMAT").replace("\N{NO-BREAK SPACE}", " ") == moment
