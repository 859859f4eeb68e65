"""./run: what it says when it cannot serve."""

import os
import socket
import subprocess
import sys

import pytest

from config import devservices


def serve(port):
    return subprocess.run(
        [sys.executable, "-m", "config.serve"],
        cwd=devservices.ROOT,
        env={**os.environ, "PORT": str(port)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_a_taken_port_is_told_with_the_way_out():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = serve(port)
    assert done.returncode == 1
    assert done.stderr.startswith(f"Port {port} is not free")
    assert "PORT=" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1", ""])
def test_what_is_no_port_is_told_so(port):
    done = serve(port)
    assert done.returncode == 1
    assert f"PORT={port} is no port" in done.stderr
