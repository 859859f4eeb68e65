"""The gates: what every commit must pass besides the tests."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from config import devservices
from config.management.commands import messages

ROOT = devservices.ROOT
BIN = Path(sys.executable).parent


def run(*command: str) -> subprocess.CompletedProcess:
    program, *args = command
    return subprocess.run(
        [str(BIN / program), *args], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "check", "."),
        ("ruff", "format", "--check", "."),
        ("mypy",),
        ("lint-imports", "--no-cache"),
    ],
    ids=" ".join,
)
def test_a_gate_is_passed(command):
    done = run(*command)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_templates_are_formatted():
    templates = [str(path) for path in sorted((ROOT / "templates").rglob("*.html"))]
    done = run("djade", "--target-version", "5.2", "--check", *templates)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.django_db
def test_the_migrations_say_what_the_models_say():
    done = run("python", "manage.py", "makemigrations", "--check", "--dry-run")
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_string_is_translated():
    assert list(messages.check()) == []


def test_the_lock_file_names_no_host_and_hashes_everything():
    for name in ("requirements.txt", "requirements-uv.txt"):
        text = (ROOT / name).read_text()
        assert "://" not in text
        assert "--index" not in text
        assert len(re.findall(r"^[a-z].*==", text, re.M)) == len(
            re.findall(r"^[a-z].*== *[^\n]*\\\n +--hash=", text, re.M)
        )
