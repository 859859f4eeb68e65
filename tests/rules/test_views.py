"""The pages as they are served. No test here may touch the database: the rules need none."""

import re

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override

from rules import pages

LANGUAGES = ("en", "ms", "uk", "tr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_on_sevens_is_served_in_its_language(client, language):
    answer = client.get(f"/{language}/rules/sevens/")
    html = answer.content.decode()
    page = pages.find(language, "sevens")
    assert answer.status_code == 200
    assert re.search(r'<html[^>]* lang="(\w+)"', html)[1] == language
    assert f"<h1>{page.head.title}</h1>" in html
    assert page.html in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_answers_and_the_contents_follow(client, language):
    html = client.get(f"/{language}/rules/sevens/").content.decode()
    page = pages.find(language, "sevens")
    places = [html.index(f"<dd>{line}</dd>") for line in (page.head.goal, page.head.luck)]
    places += [html.index(f'href="#{heading.id}">{heading.text}<') for heading in page.contents]
    assert places == sorted(places)
    assert places[-1] < html.index(page.html)


def test_cards_are_drawn_by_the_component(client):
    with override("tr"):
        card = render_to_string("components/card.html", {"card": "Th"}).strip()
    assert card in client.get("/tr/rules/sevens/").content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_leads_to_a_table(client, language):
    html = client.get(f"/{language}/rules/sevens/").content.decode()
    with override(language):
        assert f'href="{reverse("games:new", args=["sevens"])}"' in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_lists_the_page_in_its_language(client, language):
    answer = client.get(f"/{language}/rules/")
    html = answer.content.decode()
    assert answer.status_code == 200
    title = pages.find(language, "sevens").head.title
    assert f'<a href="/{language}/rules/sevens/">{title}</a>' in html


@pytest.mark.parametrize("path", ["whist/", "sevens.md/", "..%2Fen%2Fsevens/"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_page_is_not_found(client, language, path):
    assert client.get(f"/{language}/rules/{path}").status_code == 404
