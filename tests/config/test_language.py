"""Four languages that are equal: addresses, alternates, the switch, `lang`."""

import re

import pytest
from django.urls import reverse
from django.utils.translation import override

LANGUAGES = ["ms", "uk", "tr", "en"]
PAGES = [
    ("home",),
    ("rules:index",),
    ("rules:page", "sevens"),
    ("games:board",),
    ("games:new", "sevens"),
    ("account_login",),
]


def address(language, name, *arguments):
    with override(language):
        return reverse(name, args=arguments)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("ms", "ms"),
        ("ms-MY,ms;q=0.9,en;q=0.8", "ms"),
        ("uk-UA,uk;q=0.9,en;q=0.1", "uk"),
        ("tr-TR", "tr"),
        ("de,tr;q=0.3", "tr"),
        ("de", "en"),
        ("", "en"),
    ],
)
def test_the_bare_address_leads_to_the_language_of_the_browser(client, accepted, language):
    response = client.get("/", HTTP_ACCEPT_LANGUAGE=accepted)
    assert (response.status_code, response["Location"]) == (302, f"/{language}/")
    assert "Accept-Language" in response["Vary"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", PAGES)
def test_a_page_says_its_language_and_names_its_alternates(client, db, language, place):
    text = client.get(address(language, *place)).content.decode()
    assert f'<html lang="{language}"' in text
    alternates = dict(re.findall(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)"', text))
    expected = {code: "http://testserver" + address(code, *place) for code in LANGUAGES}
    assert alternates == {**expected, "x-default": expected["en"]}


def test_the_language_switch_keeps_page_and_query(client, db):
    text = client.get("/en/board/?game=sevens&q=a%26b&page=2").content.decode()
    for code in ("ms", "uk", "tr"):
        assert f'href="/{code}/board/?game=sevens&amp;q=a%26b&amp;page=2"' in text


def test_the_language_of_the_browser_does_not_change_a_page(client, db):
    text = client.get("/tr/board/", HTTP_ACCEPT_LANGUAGE="uk").content.decode()
    assert '<html lang="tr"' in text


def test_an_unknown_page_is_a_404_in_the_sites_dress(client, db):
    response = client.get("/tr/nowhere/")
    assert response.status_code == 404
    assert '<html lang="tr"' in response.content.decode()


def test_what_is_no_page_in_any_language_offers_none(client, db):
    text = client.get("/nowhere", HTTP_ACCEPT_LANGUAGE="uk").content.decode()
    assert "hreflang" not in text
