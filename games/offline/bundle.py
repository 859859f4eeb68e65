"""What a browser fetches to play without a network: Python for browsers, and ours to run in it.

The core of Pyodide lies beside this file, compressed (`vendor_pyodide`). Ours is one archive: the
engine, the bots, how the games look and speak, the templates of the table, and as much of Django
as renders them. It is made when it is first asked for, the same in every process. An address
holds the hash of what is behind it, so that files of two versions can never be mixed.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import asgiref
import brotli
import django
from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent.parent
PYODIDE = Path(__file__).resolve().parent / "pyodide"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
# What Pyodide asks for when it starts: which it is, and that there are no packages besides.
LOCK: Mapping[str, Any] = {
    "info": {
        "abi_version": "2026_0",
        "arch": "wasm32",
        "platform": "emscripten_5_0_3",
        "python": "3.14.2",
    },
    "packages": {},
}
ARCHIVE, WORKER = "tujuh.zip", "engine.js"
WORKER_FILE = ROOT / "config/static/js/offline/engine.js"
# Modules and packages; below a package everything that is a .py file.
OURS = (
    "config/__init__.py config/formats games/__init__.py games/course.py games/match.py"
    " games/seeds.py games/tables.py games/words.py games/engine games/bots games/faces"
    " games/templatetags games/offline/__init__.py games/offline/device"
)
NOT_OURS = ("__main__.py", "arena.py", "seeing.py")  # endings of what is for other places
DJANGOS = (
    "__init__.py apps conf/__init__.py conf/global_settings.py conf/locale/__init__.py"
    " core/__init__.py core/exceptions.py core/signals.py core/validators.py core/cache core/checks"
    " core/files db/__init__.py db/utils.py dispatch template templatetags utils"
)
ASGIREFS = "__init__.py current_thread_executor.py local.py sync.py"
TEMPLATES = ("games", "components", "rules/beside.html")


class File(NamedTuple):
    """A file for the browser. `hash`: of what its address must tell apart; `size`: its bytes once
    unpacked; `br`: as Brotli compressed it."""

    name: str
    hash: str
    size: int
    br: bytes

    @property
    def url(self) -> str:
        return f"/offline/files/{self.hash}/{self.name}"


def listing() -> dict[str, Any]:
    """What is to be fetched, and a version of all of it."""
    named = files().values()
    together = "".join(file.hash for file in named)
    return {
        "version": _hash(together.encode()),
        "files": [{"name": f.name, "url": f.url, "size": f.size, "wire": len(f.br)} for f in named],
    }


@cache
def files() -> dict[str, File]:
    """Every file by its name."""
    core = [(name, (PYODIDE / f"{name}.br").read_bytes()) for name in CORE]
    # One hash for all four, since each looks for the others beside it.
    together = _hash(b"".join(br for _, br in core))
    made = [File(name, together, len(brotli.decompress(br)), br) for name, br in core]
    made += [_ours(ARCHIVE, _archive()), _ours(WORKER, WORKER_FILE.read_bytes())]
    return {file.name: file for file in made}


def _ours(name: str, data: bytes) -> File:
    return File(name, _hash(data), len(data), brotli.compress(data, quality=9, lgwin=22))


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _archive() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, path in sorted(_contents()):
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes())
    return out.getvalue()


def _contents() -> Iterator[tuple[str, Path]]:
    """Name in the archive, and where it lies."""
    for wanted in OURS.split():
        for path in _sources(ROOT / wanted):
            if not path.name.endswith(NOT_OURS):
                yield str(path.relative_to(ROOT)), path
    for package, parts in ((django, DJANGOS), (asgiref, ASGIREFS)):
        home = Path(package.__file__).parent
        for wanted in parts.split():
            for path in _sources(home / wanted):
                yield str(path.relative_to(home.parent)), path
    for language, _ in settings.LANGUAGES:
        messages = f"{language}/LC_MESSAGES/django.mo"
        locale = Path(django.__file__).parent / "conf/locale"
        yield f"django/conf/locale/{messages}", locale / messages
        for path in _sources(locale / language):
            yield f"django/conf/locale/{language}/{path.name}", path
        ours = ROOT / "config/locale" / messages
        if ours.exists():
            yield f"config/locale/{messages}", ours
    for wanted in TEMPLATES:
        for path in _sources(ROOT / "templates" / wanted, "*.html"):
            yield str(path.relative_to(ROOT)), path


def _sources(path: Path, pattern: str = "*.py") -> list[Path]:
    return [path] if path.is_file() else sorted(path.rglob(pattern))
