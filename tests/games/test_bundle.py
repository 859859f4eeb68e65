"""What a browser fetches to play without a network: pinned, whole, and small enough."""

import hashlib
import io
import re
import zipfile

import brotli
import pytest

from games.offline import bundle, serving

MOST = 6_000_000  # bytes over the wire, the pages and styles besides


def test_the_core_is_that_of_the_package_byte_for_byte():
    said = re.findall(r"([0-9a-f]{64})  (\S+)", (bundle.PYODIDE / "README.md").read_text())
    assert len(said) == 3
    for digest, name in said:
        data = brotli.decompress((bundle.PYODIDE / f"{name}.br").read_bytes())
        assert hashlib.sha256(data).hexdigest() == digest


def test_the_standard_library_is_whole_and_stored():
    data = brotli.decompress((bundle.PYODIDE / "python_stdlib.zip.br").read_bytes())
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {"random.py", "json/__init__.py", "hmac.py"} <= set(archive.namelist())
        assert {info.compress_type for info in archive.infolist()} == {zipfile.ZIP_STORED}


def test_ours_has_the_engine_and_no_server():
    archive = zipfile.ZipFile(io.BytesIO(brotli.decompress(bundle.files()[bundle.ARCHIVE].br)))
    names = set(archive.namelist())
    assert {
        "games/engine/sevens.py",
        "games/bots/rummy500_search.py",
        "templates/games/table.html",
        "config/locale/uk/LC_MESSAGES/django.mo",
        "django/template/base.py",
    } <= names
    for other in ("games/play.py", "games/models.py", "games/bots/arena.py", "config/settings.py"):
        assert other not in names
    assert not [name for name in names if "seeing" in name or "migrations" in name]


def test_all_of_it_is_within_the_target():
    listed = bundle.listing()["files"]
    assert sum(file["wire"] for file in listed) < MOST
    ours = next(file for file in listed if file["name"] == bundle.ARCHIVE)
    assert ours["wire"] < 1_500_000


@pytest.mark.parametrize("name", [*bundle.CORE, bundle.ARCHIVE, bundle.WORKER])
def test_a_file_is_kept_for_ever_and_compressed_where_that_is_understood(client, name):
    file = bundle.files()[name]
    answer = client.get(file.url, headers={"accept-encoding": "gzip, br"})
    assert answer["Content-Encoding"] == "br"
    assert "immutable" in answer["Cache-Control"]
    assert len(brotli.decompress(answer.content)) == file.size
    plain = client.get(file.url, headers={"accept-encoding": "gzip"})
    assert not plain.has_header("Content-Encoding")
    assert len(plain.content) == file.size
    assert "wasm-unsafe-eval" in answer["Content-Security-Policy"]
    assert "unsafe-eval" not in client.get("/en/offline/")["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("br", True),
        ("gzip, deflate, br, zstd", True),
        ("gzip;q=0.5,BR ; q=0.1", True),
        ("br;q=1.0", True),
        ("", False),
        ("gzip", False),
        ("*", False),
        ("brotli", False),
        ("gzip, x-br", False),
        ("br;q=0", False),
        ("gzip, br; Q = 0.000", False),
    ],
)
def test_brotli_is_for_who_takes_it(accepted, takes):
    assert serving.takes_brotli(accepted) is takes


def test_a_file_is_unpacked_once(client, monkeypatch):
    url = bundle.files()[bundle.WORKER].url
    first = client.get(url).content
    monkeypatch.setattr(serving.brotli, "decompress", lambda _: pytest.fail("unpacked again"))
    assert client.get(url).content == first


def test_a_file_of_another_version_is_gone(client):
    url = bundle.files()[bundle.ARCHIVE].url
    assert client.get(re.sub("[0-9a-f]{16}", "0" * 16, url)).status_code == 404
    assert client.get(url.replace("tujuh", "other")).status_code == 404
    assert client.post(url).status_code == 405
