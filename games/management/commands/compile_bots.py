"""The bots as machine code: the same moves, thought out about twice as fast. Needs a C compiler."""

import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from games.checks import BOTS

# What thinks; the rest starts the others or measures them.
PLAIN = {"__init__.py", "__main__.py", "arena.py", "levels.py"}
SETUP = """
import sys
from mypyc.build import mypycify
from setuptools import setup
options = ["--explicit-package-bases", "--ignore-missing-imports"]
modules = mypycify([*options, *sys.argv[3:]], group_name="games.bots.compiled")
setup(name="bots", packages=[], ext_modules=modules, script_args=sys.argv[1:3])
"""


class Command(BaseCommand):
    help = "Compiles the bots next to their sources; without it they run as plain Python."
    requires_system_checks = ()  # it mends what they complain of

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--undo", action="store_true", help="back to plain Python")

    def handle(self, *args: Any, undo: bool, **options: Any) -> None:
        if undo:
            for binary in BOTS.glob("*.so"):
                binary.unlink()
            return
        try:
            compile_into(BOTS)
        except subprocess.CalledProcessError as error:
            says = f"{error.stdout}{error.stderr}"
            raise CommandError(f"The bots could not be compiled:\n{says}") from None


def compile_into(folder: Path) -> None:
    """Put the compiled modules into the folder. Raises CalledProcessError, with what the compiler
    says."""
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        for package in ("engine", "bots"):
            source = BOTS.parent / package
            shutil.copytree(source, root / "games" / package, ignore=_not_python)
        (root / "games" / "__init__.py").touch()
        sources = sorted(path for path in root.glob("games/bots/*.py") if path.name not in PLAIN)
        subprocess.run(
            [sys.executable, "-c", SETUP, "build_ext", "--inplace", *map(str, sources)],
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
        made = {binary.name: binary for binary in root.glob("games/bots/*.so")}
        for old in folder.glob("*.so"):
            if old.name not in made:
                old.unlink()
        for name, binary in made.items():
            # A process that runs the old one keeps it: the file is replaced, not written over.
            beside = folder / f"{name}.new"
            shutil.copyfile(binary, beside)
            beside.replace(folder / name)


def _not_python(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if not name.endswith(".py")]
