"""Bots as machine code: the same moves, and never older than their sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games import checks
from games.bots import sevens_search
from games.management.commands.compile_bots import compile_into
from tests.bots.decide import decisions

ROOT = Path(__file__).parents[2]


def test_compiled_bots_decide_as_plain_ones_do(tmp_path: Path) -> None:
    if not shutil.which(os.environ.get("CC", "cc")):
        pytest.skip("there is no C compiler, and who has none needs none")
    for name in ("games", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.so"))
    compile_into(tmp_path / "games" / "bots")
    script = "from games.bots import sevens_search; assert sevens_search.__file__.endswith('.so')"
    for command in (["-c", script], ["-m", "tests.bots.decide"]):
        done = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, capture_output=True, text=True, check=True
        )
    assert (sevens_search.__file__ or "").endswith(".py")  # what they are compared with
    assert done.stdout.splitlines() == list(decisions())


def test_a_compiled_bot_older_than_its_source_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "BOTS", tmp_path)
    source, binary = tmp_path / "sevens.py", tmp_path / "sevens.cpython-311.so"
    source.touch()
    binary.touch()
    os.utime(source, (2000, 2000))
    os.utime(binary, (3000, 3000))
    assert checks.compiled_bots() == []
    os.utime(binary, (1000, 1000))
    (error,) = checks.compiled_bots()
    assert "sevens.cpython-311.so" in error.msg
    assert error.is_serious()
