"""Finding a person among ten million from what somebody remembers of him, for the staff.

The statements rest on the indexes of migration 0007. What is found is few, and the closest first.
"""

from __future__ import annotations

import re

from django.db import connection

from accounts import names

FOUND = 50
SHORTEST = 3  # letters; fewer are looked up whole
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


def people(text: str) -> list[int]:
    """Ids of those who may be meant: by number, address or a part of it, or by name, whatever the
    capitals and accents, misspelt, or given up not long ago. FOUND at most."""
    text = " ".join(text.replace("\0", "").split()).lower()
    fold = names.fold(text)[:100]
    number = int(text) if text.isdecimal() and len(text) < 19 else None
    values = {"number": number, "text": text[:254], "fold": fold, "limit": FOUND}
    found = _ids(_EXACT, values)
    if len(text) >= SHORTEST:
        if "@" in text or not found:
            found += _ids(_EMAIL, {**values, "part": _within(text[:254])})
        if "@" not in text and len(fold) >= SHORTEST:
            found += _ids(_NEAR, {**values, "part": _within(_plain(fold))})
    return list(dict.fromkeys(found))[:FOUND]


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
