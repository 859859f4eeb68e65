"""The message catalogues, without gettext's programs: a fresh machine does not have them.

    ./run messages collect    the strings of code and templates go into config/locale
    ./run messages check      a list of what is missing, fuzzy or no longer used; status 1 if any
    ./run messages compile    what changed is compiled (./run does this at each start)

Strings of other packages that they leave untranslated stand in accounts/locale, by hand.
"""

from __future__ import annotations

import io
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils.translation.template import templatize

LANGUAGES = [code for code, _ in settings.LANGUAGES]
OURS = "config/locale"
LOCALES = (OURS, "accounts/locale")
CODE = ("accounts", "config", "games", "rules")
KEYWORDS = DEFAULT_KEYWORDS | {
    f"{name}_lazy": DEFAULT_KEYWORDS[name]
    for name in ("gettext", "ngettext", "pgettext", "npgettext")
}


class Command(BaseCommand):
    help = "Collects, checks or compiles the message catalogues."
    requires_system_checks: list[str] = []  # noqa: RUF012 as Django declares it

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("act", choices=["collect", "check", "compile"])

    def handle(self, *args: Any, act: str, **options: Any) -> None:
        if act == "compile":
            compile_changed()
        elif act == "collect":
            collect()
        elif problems := list(check()):
            raise CommandError("\n".join(problems))


def compile_changed() -> None:
    for po in _catalogues(LOCALES):
        mo = po.with_suffix(".mo")
        if not mo.exists() or mo.stat().st_mtime < po.stat().st_mtime:
            part = mo.with_suffix(f".{id(po)}.part")
            with open(part, "wb") as file:
                write_mo(file, _read(po))
            part.replace(mo)  # a second start at the same time never sees half a file


def collect() -> None:
    template = used()
    for po in _catalogues([OURS]):
        catalog = _read(po)
        # A changed string is a new one: a guess at its translation would be a wrong one.
        catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        with open(po, "wb") as file:
            write_po(
                file, catalog, width=100, omit_header=False, sort_output=True, no_location=True
            )


def check() -> Iterator[str]:
    """A sentence for each string that is missing, untranslated, fuzzy or no longer used."""
    template = used()
    for po in _catalogues([OURS]):
        catalog, language = _read(po), po.parts[-3]
        for message in template:
            if message.id and catalog.get(message.id, message.context) is None:
                yield f"{language}: {message.id!r} is not in the catalogue: ./run messages collect"
        for message in catalog:
            if message.id and template.get(message.id, message.context) is None:
                yield f"{language}: {message.id!r} is used no longer: ./run messages collect"
    for po in _catalogues(LOCALES):
        for message in _read(po):
            texts = [message.string] if isinstance(message.string, str) else message.string
            if message.id and (message.fuzzy or not all(texts)):
                yield f"{po.parts[-3]}: {message.id!r} is not translated"


def used() -> Catalog:
    """Every string of our code and templates that is marked for translation."""
    catalog = Catalog(charset="utf-8")
    templates = settings.ROOT / "templates"
    for path in [
        *sorted(templates.rglob("*.html")),
        *sorted(templates.rglob("*.txt")),  # mails
        *(p for name in CODE for p in sorted((settings.ROOT / name).rglob("*.py"))),
    ]:
        text = path.read_text(encoding="utf-8")
        if path.suffix != ".py":
            # What is left of a template is Python enough for a tokenizer, but for its indentation.
            text = "\n".join(line.lstrip() for line in templatize(text).splitlines())
        for _, found, _, context in extract("python", io.BytesIO(text.encode()), KEYWORDS):
            catalog.add(found, context=context)
    return catalog


def _catalogues(locales: Any) -> list[Path]:
    folders = [settings.ROOT / locale / language for locale in locales for language in LANGUAGES]
    return [po for folder in folders if (po := folder / "LC_MESSAGES/django.po").exists()]


def _read(po: Path) -> Catalog:
    with open(po, "rb") as file:
        return read_po(file, locale=po.parts[-3], abort_invalid=True)
