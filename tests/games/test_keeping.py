"""What a browser keeps: the same for everybody, all of it there, and of one version."""

import json
import re
import struct

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.utils.translation import override

from games.offline import bundle, keeping, views

LANGUAGES = ("ms", "uk", "tr", "en")
each_language = pytest.mark.parametrize("language", LANGUAGES)
# What a page shows of this site. One that shows anything else is taken to be of another version.
SHOWN = re.compile(r'="(/static/[^"#?]+)')


def told(client):
    """The head of the service worker as a dictionary, and the rest of it."""
    head, _, script = client.get("/sw.js").content.decode().partition("\n")
    return json.loads(head.removeprefix("self.KEEP = ")), script


def test_the_worker_is_told_what_to_keep_and_is_asked_for_each_time(client):
    keep, script = told(client)
    answer = client.get("/sw.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert keep["version"] == keeping.version()
    assert keep["shells"] == {language: f"/{language}/offline/" for language in LANGUAGES}
    assert script == (settings.ROOT / keeping.WORKER).read_text()


def test_nothing_that_is_kept_redirects_asks_who_is_reading_or_is_missing(client):
    """Without a database: whoever asked for a session would fail."""
    keep, _ = told(client)
    addresses = [
        *keep["shells"].values(),
        *(page for some in keep["pages"].values() for page in some),
    ]
    assert len(addresses) == len(set(addresses)) == 44
    for address in addresses:
        answer = client.get(address)
        assert (address, answer.status_code) == (address, 200)
        assert answer.cookies == {}
        assert "no-store" not in answer["Cache-Control"]
    for file in keep["files"]:
        assert client.get(file["url"]).status_code == 200
    for address in keep["statics"]:
        assert finders.find(address.removeprefix("/static/")), address


@each_language
def test_whatever_a_kept_page_shows_is_kept_too(client, language):
    keep, _ = told(client)
    for address in [keep["shells"][language], *keep["pages"][language]]:
        shown = set(SHOWN.findall(client.get(address).content.decode()))
        assert shown
        assert shown - {*keep["statics"]} == set(), address


def test_whatever_a_kept_script_imports_is_kept_too(client):
    keep, _ = told(client)
    for address in keep["statics"]:
        if address.endswith(".js") and "vendor" not in address:
            source = finders.find(address.removeprefix("/static/"))
            with open(source) as file:
                imported = re.findall(r'from "\./(\w+\.js)"', file.read())
            folder = address.rpartition("/")[0]
            assert {f"{folder}/{name}" for name in imported} <= {*keep["statics"]}


@each_language
def test_the_shell_is_the_same_for_alice_as_for_anybody(client, django_user_model, db, language):
    anybody = client.get(f"/{language}/offline/")
    alice = django_user_model.objects.create_user(
        "alice@example.org", "correct horse", name="Alice"
    )
    client.force_login(alice)
    hers = client.get(f"/{language}/offline/?q=1")
    assert hers.content == anybody.content
    assert hers.cookies == {}
    html = hers.content.decode()
    assert f'<html lang="{language}" data-version="{keeping.version()}">' in html
    assert "sign-in" not in html
    assert f'href="/{language}/offline/" lang="{language}"' in html  # its place among the languages


@each_language
def test_the_pages_of_a_language_begin_with_the_index_and_have_the_glossary(language):
    found = keeping.pages(language)
    with override(language):
        assert found[0] == keeping.reverse("rules:index")
        assert keeping.reverse("rules:page", args=["glossary"]) in found
    assert len(found) == 10


def test_the_figures_are_those_of_the_files(client, monkeypatch):
    files = [
        {"name": "a", "url": "/offline/files/1/a", "size": 9_960_000, "wire": 3_000_000},
        {"name": "b", "url": "/offline/files/2/b", "size": 1_000, "wire": 440_000},
    ]
    monkeypatch.setattr(keeping, "files", lambda: files)
    html = client.get("/tr/offline/").content.decode()
    assert "3,4" in html
    assert "10,0" in html


@pytest.mark.parametrize(
    ("language", "size", "words"),
    [
        ("en", 4_946_000, "4.9"),
        ("uk", 4_950_001, "5,0"),
        ("tr", 0, "0,0"),
        ("ms", 22_240_000, "22.2"),
    ],
)
def test_megabytes_are_written_as_the_language_writes_them(language, size, words):
    with override(language):
        assert views.megabytes(size) == words


def test_other_files_make_another_version_and_the_same_ones_do_not(monkeypatch):
    listing = bundle.listing()
    fresh = keeping.version.__wrapped__
    assert fresh() == keeping.version()
    assert re.fullmatch("[0-9a-f]{12}", keeping.version())
    monkeypatch.setattr(bundle, "listing", lambda: {**listing, "version": "another"})
    assert fresh() != keeping.version()


def test_another_page_of_rules_style_or_word_makes_another_version(monkeypatch, tmp_path):
    fresh = keeping.version.__wrapped__
    seen = {fresh()}
    style = tmp_path / "one.css"
    for words in ("a", "b"):
        style.write_text(words)
        monkeypatch.setattr(keeping, "_statics", lambda: iter([style]))
        seen.add(fresh())
    assert len(seen) == 3
    sources = {path.as_posix() for path in keeping._sources()}
    assert sources >= {
        "rules/content/tr/sevens.md",
        "rules/content/index.toml",
        "templates/base.html",
        "templates/offline/keep.html",
        "games/offline/views.py",
        "games/faces/sevens.py",
    }


@each_language
def test_a_device_is_told_what_it_installs_in_the_language_of_the_page(client, language):
    answer = client.get(f"/manifest/{language}.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json; charset=utf-8"
    found = json.loads(answer.content)
    assert found["lang"] == language
    assert (found["start_url"], found["scope"]) == (f"/{language}/offline/", "/")
    assert found["display"] == "standalone"
    assert (
        f'<link rel="manifest" href="/manifest/{language}.webmanifest">'
        in client.get(f"/{language}/offline/").content.decode()
    )
    for icon in found["icons"]:
        with open(finders.find(icon["src"].removeprefix("/static/")), "rb") as file:
            assert file.read(8) == b"\x89PNG\r\n\x1a\n"
            width, height = struct.unpack(">8x2I", file.read(16))
        assert icon["sizes"] == f"{width}x{height}"
    assert [icon["purpose"] for icon in found["icons"]] == ["any", "any", "maskable"]


def test_a_language_that_the_site_does_not_speak_has_no_manifest(client, db):
    assert client.get("/manifest/xx.webmanifest").status_code == 404


@pytest.mark.parametrize("path", ["/sw.js", "/manifest/en.webmanifest", "/en/offline/"])
def test_nothing_is_sent_to_what_is_kept(client, path):
    assert client.post(path).status_code == 405
