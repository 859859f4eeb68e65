"""What a browser keeps of the site, and what makes that a new version.

Everybody's browser keeps the shells, which are the page of play without a network in each language,
and the statics that they and the pages of rules need. Who asks for it keeps the big files as well,
which `bundle` lists, and the rules in his language. An entry is an address on this site.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import override

from games.offline import bundle
from rules import glossary
from rules import pages as rules

STATIC = Path("config/static")
WORKER = STATIC / "js/offline/sw.js"
STYLES = "base beside card components hand header offline offline_play pages pile rules table"
SCRIPTS = "address deck focus fresh menu part pick table"
FOLDERS = ("vendor", "offline")  # of scripts that are all kept
IMAGES = "cards.svg felt.svg seven.svg icons/192.png"
# What shells and pages of rules are made from.
SOURCES = (
    *("config/context.py", "config/formats", "config/locale", "config/settings.py"),
    *("config/urls.py", "games/engine", "games/faces", "games/forms.py", "games/models.py"),
    *("games/offline", "games/templatetags", "games/words.py", "rules", "templates/base.html"),
    *("templates/components", "templates/games", "templates/offline", "templates/rules"),
)
KINDS = {".html", ".md", ".mo", ".py", ".toml", ".txt"}


def statics() -> list[str]:
    """The addresses of styles, scripts and pictures."""
    return [static(path.relative_to(STATIC).as_posix()) for path in _statics()]


def _statics() -> Iterator[Path]:
    yield from (STATIC / f"css/{name}.css" for name in STYLES.split())
    yield from (STATIC / f"js/{name}.js" for name in SCRIPTS.split())
    yield from (STATIC / f"img/{name}" for name in IMAGES.split())
    for folder in FOLDERS:
        for path in sorted((settings.ROOT / STATIC / "js" / folder).glob("*.js")):
            if path.name not in (WORKER.name, bundle.WORKER):
                yield path.relative_to(settings.ROOT)


def shells() -> dict[str, str]:
    """By language the address of the page on which one plays without a network."""
    return {language: _in(language, "offline:page") for language, _ in settings.LANGUAGES}


def pages(language: str) -> list[str]:
    """The addresses of the encyclopedia in this language, its index first."""
    keys = sorted(rules.keys(language) - {glossary.PAGE})
    found = [_in(language, "rules:page", key) for key in (glossary.PAGE, *keys)]
    return [_in(language, "rules:index"), *found]


def _in(language: str, name: str, *args: str) -> str:
    with override(language):
        return reverse(name, args=args)


@cache
def version() -> str:
    """12 hexadecimal digits, others for every change of anything that is kept, the same in all
    processes of one release."""
    digest = hashlib.sha256(bundle.listing()["version"].encode())
    for path in [WORKER, *_statics(), *_sources()]:
        digest.update(f"\n{path} ".encode())
        digest.update(hashlib.sha256((settings.ROOT / path).read_bytes()).digest())
    return digest.hexdigest()[:12]


def _sources() -> Iterator[Path]:
    for source in SOURCES:
        top = settings.ROOT / source
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.suffix in KINDS and path.is_file():
                yield path.relative_to(settings.ROOT)


def kept() -> dict[str, Any]:
    """What the service worker is told: `self.KEEP` of sw.js."""
    return {
        "version": version(),
        "shells": shells(),
        "statics": statics(),
        "pages": {language: pages(language) for language, _ in settings.LANGUAGES},
        "files": [{"url": file["url"], "size": file["size"]} for file in files()],
    }


def files() -> list[dict[str, Any]]:
    """The big files: name, url, size unpacked and over the wire, in bytes."""
    listed: list[dict[str, Any]] = bundle.listing()["files"]
    return listed
