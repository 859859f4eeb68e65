import pytest

from rules import pages

CARD = "{% load i18n %}{% get_current_language as language %}<i>{{ language }} {{ card }}</i>\n"
EXAMPLE = '<section class="example" id="example-{{ name }}">{{ question }}</section>\n'


@pytest.fixture
def plain_cards(settings):
    """A card is drawn as its name and the language that draws it: ``<i>en 7d</i>``, an example as
    its question alone."""
    templates = {"components/card.html": CARD, "rules/example.html": EXAMPLE}
    loader = ("django.template.loaders.locmem.Loader", templates)
    settings.TEMPLATES = [
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {"loaders": [loader]},
        }
    ]
    pages._usual.cache_clear()
    pages._varied.cache_clear()
    yield
    pages._usual.cache_clear()
    pages._varied.cache_clear()
