"""Finding a person among ten million from what somebody remembers of him, for the staff.

The statements rest on the indexes of migration 0007. What is found is few, and the closest first.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import psycopg
from django.contrib import messages
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest

from accounts import names

FOUND = 50
SHORTEST = 3  # letters; fewer are looked up whole
PATIENCE = 2000  # milliseconds for a part of a name or an address: half of all people may have it
TOO_MANY = "Very many people fit, and not all were looked at. Write more of the name or address."
_PLAIN = "accounts_plain(%(fold)s)"
# Whose it is beyond doubt, the surest first.
_EXACT = """
    select id from accounts_user where id = %(number)s
    union all select id from accounts_user where email = %(text)s
    union all select id from accounts_user where name_fold = %(fold)s
    union all select user_id from accounts_formername where fold = %(fold)s and user_id is not null
"""
# Where more people fit than these thousand, the text was too short to find anybody by.
_NEAR = f"""
    select id from (
        select id, name_fold from accounts_user
        where accounts_plain(name_fold) like %(part)s or accounts_plain(name_fold) %% {_PLAIN}
        limit 1000
    ) _ order by similarity(accounts_plain(name_fold), {_PLAIN}) desc, id limit %(limit)s
"""  # noqa: S608 our own names
_EMAIL = "select id from accounts_user where email like %(part)s limit %(limit)s"


class Found(NamedTuple):
    """`ids` of people, the surest first. `says`: why there are not more, where that was not looked
    for to the end."""

    ids: list[int]
    says: str


def wanted(request: HttpRequest, text: str) -> list[int]:
    """The ids for a list of the admin, and above it what is to be said of them."""
    found = people(text)
    if found.says:
        messages.warning(request, found.says)
    return found.ids


def people(text: str) -> Found:
    """Who may be meant: by number, address or a part of it, or by name, whatever the capitals and
    accents, misspelt, or given up not long ago. FOUND at most."""
    text = " ".join(text.replace("\0", "").split()).lower()
    fold = names.fold(text)[:100]
    number = int(text) if text.isdecimal() and len(text) < 19 else None
    values = {"number": number, "text": text[:254], "fold": fold, "limit": FOUND}
    found, more = _ids(_EXACT, values), []
    if len(text) >= SHORTEST:
        if "@" in text or not found:
            more.append((_EMAIL, {**values, "part": _within(text[:254])}))
        if "@" not in text and len(fold) >= SHORTEST:
            more.append((_NEAR, {**values, "part": _within(_plain(fold))}))
    says = ""
    for sql, asked in more:
        try:
            found += _in_time(sql, asked)
        except _TooLong:
            says = TOO_MANY
    return Found(list(dict.fromkeys(found))[:FOUND], says)


class _TooLong(Exception):
    """More people fit than can be looked through in PATIENCE."""


def _in_time(sql: str, values: dict[str, object]) -> list[int]:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("select set_config('statement_timeout', %s, true)", [str(PATIENCE)])
            return _ids(sql, values)
    except OperationalError as error:
        if not isinstance(error.__cause__, psycopg.errors.QueryCanceled):
            raise
        raise _TooLong from error


def _ids(sql: str, values: dict[str, object]) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [row[0] for row in cursor.fetchall()]


def _plain(fold: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute("select accounts_plain(%s)", [fold])
        return str(cursor.fetchone()[0])


def _within(text: str) -> str:
    """The pattern of LIKE for what has this text anywhere."""
    return "%" + re.sub(r"[%_\\]", r"\\\g<0>", text) + "%"
