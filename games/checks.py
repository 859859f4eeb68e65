"""What `manage.py` asks before it does anything: that what runs is what is written."""

from pathlib import Path
from typing import Any

from django.core.checks import CheckMessage, Error

BOTS = Path(__file__).parent / "bots"


def compiled_bots(**_: Any) -> list[CheckMessage]:
    """Compiled bots win over their sources, so they must not be older."""
    stale = [binary.name for binary in BOTS.glob("*.so") if _older(binary)]
    if not stale:
        return []
    hint = "Run ./run compile_bots, or ./run compile_bots --undo for plain Python."
    return [Error(f"Older than its source: {', '.join(stale)}.", hint=hint, id="games.E001")]


def _older(binary: Path) -> bool:
    source = binary.with_name(binary.name.partition(".")[0] + ".py")
    return source.exists() and source.stat().st_mtime > binary.stat().st_mtime
