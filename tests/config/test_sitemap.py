"""What search engines are told of."""

import re
from xml.etree import ElementTree

from django.urls import resolve
from django.utils.translation import override

from rules import pages

LANGUAGES = ("en", "ms", "uk", "tr")
SITE = "http://testserver"
NAMES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}


def read(client):
    """By address the alternates that it names."""
    root = ElementTree.fromstring(client.get("/sitemap.xml").content)
    return {
        url.findtext("s:loc", None, NAMES): {
            link.get("hreflang"): link.get("href") for link in url.findall("x:link", NAMES)
        }
        for url in root.findall("s:url", NAMES)
    }


def test_every_page_of_rules_is_in_it_once_in_each_language(client):
    listed = list(read(client))
    assert len(listed) == len(set(listed))
    for language in LANGUAGES:
        heads = [page.head for page in pages.every(language)]
        for head in heads:
            end = re.compile(f"/{language}/(?!play/)[^/]+/{head.slug}/$")
            assert len(list(filter(end.search, listed))) == 1, (language, head.slug)


def test_each_address_is_a_page_and_names_the_same_one_in_all_languages(client):
    listed = read(client)
    for url, alternates in listed.items():
        assert set(alternates) == {*LANGUAGES, "x-default"}
        assert alternates["x-default"] == alternates["en"]
        assert url in alternates.values()
        assert set(alternates.values()) <= set(listed)
        views = set()
        for language in LANGUAGES:
            with override(language):
                views.add(resolve(alternates[language].removeprefix(SITE)).view_name)
        assert len(views) == 1


def test_robots_are_told_where_it_is(client):
    answer = client.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    assert f"Sitemap: {SITE}/sitemap.xml\n" in answer.content.decode()
