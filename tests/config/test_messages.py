"""The catalogues, and that collecting finds what it must find."""

import gettext

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils import translation
from django.utils.translation import ngettext

from config.management.commands import messages


def test_strings_are_found_in_code_and_in_templates():
    used = messages.used()
    assert used.get("seven", context="rank") is not None  # games/words.py
    assert used.get("Your turn.") is not None  # templates/games/table.html
    assert used.get("Your account will be deleted") is not None  # a mail's closing_subject.txt
    counted = used.get("%(n)s card")
    assert counted is not None
    assert counted.id == ("%(n)s card", "%(n)s cards")


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_a_translation_keeps_the_placeholders(language):
    for locale in messages.LOCALES:
        path = settings.ROOT / locale / language / "LC_MESSAGES/django.po"
        if not path.exists():
            continue
        with open(path, "rb") as file:
            catalog = read_po(file, locale=language)
        faults = [(message.id, str(e)) for message in catalog for e in message.check(catalog)]
        assert faults == []


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("uk", "1 карта|2 карти|4 карти|5 карт|11 карт|12 карт|14 карт|21 карта|22 карти|111 карт"),
        ("tr", "1 kart|2 kart|5 kart|11 kart"),
        ("ms", "1 kad|2 kad|5 kad|11 kad"),
        ("en", "1 card|2 cards|11 cards"),
    ],
)
def test_cards_are_counted_as_the_language_counts(language, word):
    with translation.override(language):
        for counted in word.split("|"):
            n = int(counted.split()[0])
            assert ngettext("%(n)s card", "%(n)s cards", n) % {"n": n} == counted


def test_what_is_compiled_is_what_stands_in_the_catalogue():
    path = settings.ROOT / messages.OURS / "tr/LC_MESSAGES/django.mo"
    with open(path, "rb") as file:
        assert gettext.GNUTranslations(file).pgettext("rank", "ace") == "as"
