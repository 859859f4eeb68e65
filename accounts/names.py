"""Public names: what people call themselves on boards and at tables.

A name is 3 to 20 letters and digits of one script the site is written in (Latin or Cyrillic), with
single blanks, dots, hyphens, apostrophes or underscores between them. Two names that a reader could
take for one another have the same `fold`, which the database keeps unique.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MIN, MAX = 3, 20
# Letters as they come whole: no loose accents, no letters of phonetics or mathematics.
_LATIN, _CYRILLIC = "A-Za-zÀ-ÖØ-öø-ž", "А-Яа-яЁёЄєІіЇїЎўҐґ"
_WORD = f"[{_LATIN}{_CYRILLIC}0-9]+"
_SHAPE = re.compile(rf"{_WORD}(?:[ .'_-]{_WORD})*")
_APOSTROPHES = str.maketrans("’ʼ", "''")
TAKEN = _("This name is taken, or looks like one that is.")
# Names that would speak for the site, for its bots, or for whoever reads them.
RESERVED = (
    *("admin", "administrator", "moderator", "support", "system", "root", "staff", "tujuh"),
    *("bot", "easy", "normal", "expert", "guest", "anonymous", "deleted"),
    *("you", "null", "anda", "siz", "sen"),
    *("pentadbir", "tetamu", "yönetici", "misafir", "адміністратор", "адмін", "гість", "бот"),
)
# Small letters that look alike, or whose capitals do: Cyrillic and Latin; i, l and 1; o and 0.
_LOOKS = str.maketrans(
    "абвгеёзіїкмнопрстухьıl10ðĸ._-",
    "a6breë3iïkmhonpctyxbiiiođk   ",
)
# Two letters that run together into one. A handful of names are lost by it (who is Bernie cannot be
# Bemie), and nobody can stand on the leaderboard as arnelia beside amelia.
_JOINED = (("rn", "m"), ("vv", "w"))


def clean(name: str) -> str:
    """The name as it is kept (NFC, single blanks), or ValidationError with the reason."""
    name = unicodedata.normalize("NFC", " ".join(name.split())).translate(_APOSTROPHES)
    if len(name) < MIN or len(name) > MAX or len(fold(name)) > MAX:
        raise ValidationError(_("A name has 3 to 20 letters."), code="length")
    if not _SHAPE.fullmatch(name):
        raise ValidationError(
            _("Use letters and digits, with a blank, dot, hyphen or apostrophe between them."),
            code="shape",
        )
    if bool(re.search(f"[{_LATIN}]", name)) == bool(re.search(f"[{_CYRILLIC}]", name)):
        raise ValidationError(_("Use letters of one script, Latin or Ukrainian."), code="script")
    if _is_reserved(name):
        raise ValidationError(_("This name is reserved."), code="reserved")
    return name


def fold(name: str) -> str:
    """What two names share when a reader could take one for the other.

    One letter are: capital and small, İ I ı i, what looks the same in two scripts, rn and m.
    """
    plain = unicodedata.normalize("NFKC", name).translate(_APOSTROPHES).replace("İ", "i")
    looks = plain.casefold().translate(_LOOKS)
    for pair, one in _JOINED:
        looks = looks.replace(pair, one)
    return " ".join(looks.split())


def _is_reserved(name: str) -> bool:
    """Also with digits (Bot 2), cut up (a.d.m.i.n) or put together (Tujuh Support)."""
    words = {fold(word) for word in re.split(r"[\d\W_]+", name) if word}
    letters = fold(re.sub(r"[\d\W_]+", "", name))
    return words <= _RESERVED or not _RESERVED.isdisjoint((letters, fold(name)))


_RESERVED = frozenset(fold(name) for name in RESERVED)
