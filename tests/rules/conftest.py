import pytest

from rules import pages

CARD = "{% load i18n %}{% get_current_language as language %}<i>{{ language }} {{ card }}</i>\n"


@pytest.fixture
def plain_cards(settings):
    """A card is drawn as its name and the language that draws it: ``<i>en 7d</i>``."""
    loader = ("django.template.loaders.locmem.Loader", {"components/card.html": CARD})
    settings.TEMPLATES = [
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {"loaders": [loader]},
        }
    ]
    pages._parsed.cache_clear()
    yield
    pages._parsed.cache_clear()
