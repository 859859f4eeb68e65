"""What the moves of a match follow from, in twelve letters: who has the same has the same bots."""

from functools import cache
from hashlib import sha256
from pathlib import Path

_GAMES = Path(__file__).parent.parent
# The command lines, the arena, and those who play in it alone move in no match.
_NO_PART = ("__main__.py", "arena.py", "*_seeing.py")


@cache
def bots() -> str:
    """The first twelve hex digits of a hash over the sources of the engine, the bots and what they
    are seeded with."""
    found = sha256()
    for path in _sources():
        text = path.read_bytes()
        found.update(f"{path.relative_to(_GAMES).as_posix()} {len(text)}\n".encode() + text)
    return found.hexdigest()[:12]


def _sources() -> list[Path]:
    folders = (path for name in ("engine", "bots") for path in sorted((_GAMES / name).glob("*.py")))
    moving = [path for path in folders if not any(map(path.match, _NO_PART))]
    return [*moving, _GAMES / "course.py", _GAMES / "seeds.py"]
