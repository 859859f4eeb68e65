"""Public names: what people call themselves on boards and at tables.

A name is 3 to 20 letters or digits of one script the site is written in (Latin or Cyrillic), with
single blanks, dots, hyphens, apostrophes or underscores between them. Two names that a reader could
take for one another have the same `fold`, which the database keeps unique.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MIN, MAX = 3, 20
_SHAPE = re.compile(r"[^\W_]+(?:[ .'’_-][^\W_]+)*")
# Names that would speak for the site or for its bots.
RESERVED = (
    *("admin", "administrator", "moderator", "support", "system", "root", "staff", "tujuh"),
    *("bot", "easy", "normal", "expert", "guest", "anonymous", "deleted"),
    *("pentadbir", "tetamu", "yönetici", "misafir", "адміністратор", "адмін", "гість", "бот"),
)
# Capital and small, dotted and dotless i are one letter; so are the apostrophes and the joiners.
_SAME = str.maketrans({"İ": "i", "I": "i", "ı": "i", "’": "'", "_": " ", "-": " ", ".": " "})


def clean(name: str) -> str:
    """The name as it is kept (NFC, single blanks), or ValidationError with the reason."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not MIN <= len(name) <= MAX:
        raise ValidationError(_("A name has 3 to 20 letters."), code="length")
    if not _SHAPE.fullmatch(name):
        raise ValidationError(
            _("Use letters and digits, with a blank, dot, hyphen or apostrophe between them."),
            code="shape",
        )
    if len(_scripts(name)) != 1 or not _scripts(name) <= {"LATIN", "CYRILLIC"}:
        raise ValidationError(_("Use letters of one script, Latin or Ukrainian."), code="script")
    if fold(name) in _RESERVED_FOLDS:
        raise ValidationError(_("This name is reserved."), code="reserved")
    return name


def fold(name: str) -> str:
    """What two names share when a reader could take one for the other (case, both i's, joiners)."""
    plain = unicodedata.normalize("NFC", name).translate(_SAME).casefold()
    return " ".join(plain.split())


def _scripts(name: str) -> set[str]:
    return {unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()}


_RESERVED_FOLDS = frozenset(fold(name) for name in RESERVED)
