"""./run vendor_pyodide FILE: take the core of Pyodide out of its npm package.

FILE is what `npm pack pyodide@VERSION` writes; it must be the one that INTEGRITY names. Kept are
the files that a page loads, compressed once and for all, so that neither Node nor a network is
needed to set the site up. The standard library is packed anew without compression of its own, which
Brotli then does far better: 1.6 MB in place of 2.5.
"""

import base64
import hashlib
import io
import tarfile
import zipfile
from pathlib import Path

import brotli
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.offline import bundle

VERSION = "314.0.7"
INTEGRITY = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pO"
    "ttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)


class Command(BaseCommand):
    help = "Take the core of Pyodide out of its npm package, for play without a network."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what npm pack wrote")

    def handle(self, *, file: Path, **options: object) -> None:
        packed = file.read_bytes()
        found = "sha512-" + base64.b64encode(hashlib.sha512(packed).digest()).decode()
        if found != INTEGRITY:
            raise CommandError(f"{file} is not pyodide {VERSION}: its integrity is {found}")
        with tarfile.open(fileobj=io.BytesIO(packed)) as package:
            for name in bundle.CORE:
                member = package.extractfile(f"package/{name}")
                assert member is not None
                data = member.read()
                if name.endswith(".zip"):
                    data = stored(data)
                target = bundle.PYODIDE / f"{name}.br"
                target.write_bytes(brotli.compress(data, quality=11, lgwin=24))
                self.stdout.write(f"{target.name}: {len(data)} bytes, {target.stat().st_size} kept")


def stored(packed: bytes) -> bytes:
    """A zip archive with the same files, none of them compressed, byte for byte the same always."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(out, "w") as new:
        for name in sorted(old.namelist()):
            if not name.endswith("/"):
                new.writestr(zipfile.ZipInfo(name), old.read(name))
    return out.getvalue()
