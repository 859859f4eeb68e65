"""The pages as they are served. No test here may touch the database: the rules need none."""

import gzip
import json
import re
from html import escape, unescape
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.urls import resolve, reverse
from django.utils.translation import override

from games.engine import GAMES
from games.engine.cards import PACK, each, spell
from rules import glossary, pages

LANGUAGES = ("en", "ms", "uk", "tr")
KEYS = sorted(path.stem for path in (pages.CONTENT / "en").glob("*.md"))
DEAL = "deal:" + spell(each(PACK))
each_language = pytest.mark.parametrize("language", LANGUAGES)


def url(language, name, *args):
    with override(language):
        return reverse(f"rules:{name}", args=args)


def get(client, address, **headers):
    answer = client.get(address, headers=headers)
    answer.text = answer.content.decode()
    return answer


@each_language
@pytest.mark.parametrize("key", KEYS)
def test_a_page_is_served_in_its_language(client, language, key):
    answer = get(client, url(language, "page", key))
    head = pages.head(language, key)
    assert answer.status_code == 200
    assert re.search(r'<html[^>]* lang="(\w+)"', answer.text)[1] == language
    assert f"<title>{head.title} · Tujuh</title>" in answer.text
    assert f'<meta name="description" content="{head.description}">' in answer.text
    assert answer.text.count("<h1>") == 1
    assert f"<h1>{head.title}</h1>" in answer.text
    assert pages.find(language, key).html in answer.text


@each_language
def test_the_first_screen_answers_and_the_contents_follow(client, language):
    html = get(client, url(language, "page", "sevens")).text
    page = pages.find(language, "sevens")
    places = [html.index(f"<dd>{line}</dd>") for line in (page.head.goal, page.head.luck)]
    places += [html.index(f'href="#{one.id}">{one.heading}<') for one in page.contents]
    assert places == sorted(places)
    assert places[-1] < html.index(page.html)


def test_cards_are_drawn_by_the_component(client):
    with override("tr"):
        card = render_to_string("components/card.html", {"card": "Th"}).strip()
    assert card in get(client, url("tr", "page", "sevens")).text


@each_language
def test_the_page_leads_to_a_table(client, language):
    html = get(client, url(language, "page", "sevens")).text
    with override(language):
        assert f'href="{reverse("games:new", args=["sevens"])}"' in html


@each_language
def test_the_index_lists_every_page_in_its_language(client, language):
    html = get(client, url(language, "index")).text
    for key in KEYS:
        title = pages.head(language, key).title
        assert f'<a href="{url(language, "page", key)}">{title}</a>' in html


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ("family=rows", {"sevens", "nines"}),
        ("family=matching&pack=36", {"hundred-one"}),
        ("pack=36", {"nines", "hundred-one"}),
        ("players=8", {"sevens", "pis-yedili", "mau-mau"}),
        ("family=rummy&players=5", set()),
        ("family=rummy&minutes=40&pack=&players=", {"rummy-500"}),
        ("family=rummy&minutes=20", set()),
        ("family=chess&pack=53&players=x&minutes=-1", set(KEYS) - {"bots", "glossary"}),
    ],
)
def test_the_index_shows_the_games_that_fit_a_wish(client, query, keys):
    html = get(client, f"{url('en', 'index')}?{query}").text
    games = html.partition('id="games"')[2].partition("</ul>")[0]
    shown = set(re.findall('<h2><a href="([^"]+)"', games))
    assert shown == {url("en", "page", key) for key in keys}


# The address


@each_language
def test_a_page_under_its_name_in_another_language_moves(client, language):
    for other in LANGUAGES:
        foreign = url(other, "page", "sevens").replace(f"/{other}/", f"/{language}/")
        answer = client.get(f"{foreign}?ace=high", follow=True)
        assert answer.status_code == 200
        assert answer.request["PATH_INFO"] == url(language, "page", "sevens")
        assert answer.request["QUERY_STRING"] == "ace=high"


@each_language
@pytest.mark.parametrize(
    "path", ["sevnes/", "sevens.md/", "..%2Fen%2Fsevens/", "%3Cb%3E/", "a" * 300 + "/", "%00/"]
)
def test_an_unknown_page_is_not_found_and_says_where_to_go(client, language, path):
    answer = get(client, url(language, "index") + path)
    assert answer.status_code == 404
    assert f'href="{url(language, "index")}"' in answer.text
    assert "<b>" not in answer.text


def test_an_unknown_page_has_no_address_in_other_languages(client):
    html = get(client, url("en", "index") + "sevnes/").text
    assert 'hreflang="x-default"' not in html
    assert 'rel="canonical"' not in html
    assert 'href="/tr/" lang="tr"' in html


def test_a_slash_that_was_forgotten_and_capitals_lead_to_the_page(client):
    for slug in ("sevens", "Sevens", "SEVENS/"):
        answer = client.get(url("en", "index") + slug, follow=True)
        assert (answer.status_code, answer.request["PATH_INFO"]) == (
            200,
            url("en", "page", "sevens"),
        )


def test_a_page_that_is_nearly_named_is_offered(client):
    assert url("en", "page", "sevens") in get(client, url("en", "index") + "sevnes/").text


@each_language
def test_each_page_names_itself_in_all_languages(client, language):
    for key in KEYS:
        html = get(client, url(language, "page", key) + "?ace=high").text
        found = dict(re.findall(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)"', html))
        own = {code: "http://testserver" + url(code, "page", key) for code in LANGUAGES}
        assert found == {**own, "x-default": own["en"]}
        assert re.findall('<link rel="canonical" href="([^"]+)"', html) == [own[language]]


def test_no_two_pages_share_a_title_or_a_description():
    for language in LANGUAGES:
        heads = [pages.head(language, key) for key in KEYS]
        assert len({head.title for head in heads}) == len(KEYS)
        assert len({head.description for head in heads}) == len(KEYS)
        assert [head.title for head in heads if not 50 <= len(head.description) <= 170] == []


@each_language
def test_a_page_says_what_it_is(client, language):
    html = get(client, url(language, "page", "sevens")).text
    said = json.loads(re.search(r'<script type="application/ld\+json">(.*?)</script>', html)[1])
    assert (said["@type"], said["inLanguage"]) == ("Article", language)
    assert said["headline"] == pages.head(language, "sevens").title
    assert said["about"]["numberOfPlayers"] == {
        "@type": "QuantitativeValue",
        "minValue": 2,
        "maxValue": 8,
    }
    html = get(client, url(language, "page", "glossary")).text
    said = json.loads(re.search(r'<script type="application/ld\+json">(.*?)</script>', html)[1])
    assert said["@type"] == "DefinedTermSet"
    assert [term["name"] for term in said["hasDefinedTerm"]] == [
        term.word for term in glossary.terms(language).values()
    ]


# The rules that the page is read under


def test_the_page_follows_the_rules_in_its_address(client):
    html = get(client, url("en", "page", "sevens") + "?ace=high&seats=5").text
    assert re.search('<option value="high" selected>', html)
    assert f'href="{reverse("games:new", args=["sevens"])}?seats=5&amp;ace=high"' in html
    page = get(client, url("en", "page", "sevens")).text
    assert page != html


def test_the_first_screen_follows_the_rules_too(client):
    html = get(client, url("en", "page", "rummy-500") + "?target=250").text
    goal = html.partition("<dt>Goal</dt>")[2].partition("</dd>")[0]
    assert "250" in goal


def test_an_address_that_no_rules_fit_shows_the_nearest_and_says_so(client):
    odd, along = "No such choice, so the usual rule stands:", "This went along with your choice:"
    for query, told in (
        ("", []),
        ("ace=high", []),
        ("ace=%F0%9F%83%8F", [f"{odd} Ace."]),
        ("preset=fast", [f"{odd} preset."]),
        ("target=999999", [f"{odd} Limit of points."]),
        ("scoring=chips", [f"{along} Passing: at will, for a fine."]),
        ("deck=32&start=me", [f"{odd} Who begins.", f"{along} Ace: high, above the king."]),
    ):
        answer = get(client, f"{url('en', 'page', 'sevens')}?{query}")
        assert answer.status_code == 200
        assert [told for told in (odd, along) if told in answer.text] == [
            odd if sentence.startswith(odd) else along for sentence in told
        ]
        assert all(sentence in answer.text for sentence in told)


def test_a_choice_on_the_page_is_kept_when_others_must_give_way(client):
    query = "?scoring=chips&pass_rule=forced_only"
    for latest, replaced in (
        ("select#option-scoring", "?pass_rule=voluntary_fined&scoring=chips"),
        ("select#option-pass_rule", ""),
    ):
        answer = get(client, url("en", "page", "sevens") + query, hx_source=latest)
        address = escape(url("en", "page", "sevens") + replaced)
        assert f'data-address="{address}"' in answer.text


# Parts


@each_language
def test_a_rule_is_served_alone_to_stand_beside_the_table(client, language):
    address = url(language, "part", "pis-yedili", "seven")
    html = get(client, address, hx_request="true").text
    section = next(one for one in pages.find(language, "pis-yedili").sections if one.id == "seven")
    assert "<html" not in html
    assert section.heading in html
    words = re.sub("<[^>]+>", "", section.body)
    assert words in re.sub("<[^>]+>", "", html)
    assert f'href="{url(language, "page", "pis-yedili")}#seven"' in html


def test_a_rule_follows_the_rules_of_the_match(client):
    address = url("en", "part", "pis-yedili", "seven")
    usual, fewer = (
        get(client, address + query, hx_request="true").text for query in ("", "?per_seven=2")
    )
    assert "3 cards" in usual
    assert "2 cards" in fewer
    assert "?per_seven=2#seven" in fewer


@each_language
def test_each_term_has_its_card(client, language):
    for key, term in glossary.terms(language).items():
        html = unescape(get(client, url(language, "part", "glossary", key), hx_request="true").text)
        assert term.word in html
        assert term.meaning in html
        for other in LANGUAGES:
            assert f'lang="{other}">{glossary.terms(other)[key].word}<' in html


def test_a_part_without_a_script_is_a_place_on_its_page(client):
    answer = client.get(url("uk", "part", "sevens", "pass") + "?ace=high")
    assert answer.status_code == 302
    assert answer["Location"] == url("uk", "page", "sevens") + "?ace=high#pass"


@pytest.mark.parametrize(
    ("key", "anchor"), [("sevens", "nothing"), ("glossary", "nothing"), ("nothing", "pass")]
)
def test_a_part_that_is_none_is_not_found(client, key, anchor):
    address = url("en", "index") + f"{key}/part/{anchor}/"
    assert client.get(address).status_code == 404
    assert client.get(address, headers={"hx-request": "true"}).status_code == 404


@each_language
def test_every_link_of_a_page_leads_to_a_place_that_is_there(client, language):
    """Links out of the site are left alone: no test asks the network."""
    here = [url(language, "page", key) for key in KEYS]
    html = {path: get(client, path).text for path in [*here, url(language, "index")]}
    for path, text in list(html.items()):
        for link in {unescape(link) for link in re.findall('href="(?!/static/)([/#][^"]*)"', text)}:
            there, _, anchor = link.partition("#")
            if there.startswith(url(language, "index")) and there not in html:
                html[there] = get(client, there).text
            elif there:
                with override(there[1:3]):
                    assert resolve(there.partition("?")[0]), (path, link)
            assert not anchor or f'id="{anchor}"' in html.get(there or path, "#"), (path, link)


# Examples


@pytest.mark.parametrize("script", [True, False])
def test_an_example_answers_a_move(client, script):
    headers = {"hx_request": "true"} if script else {}
    address = url("en", "example", "pis-yedili", "chain")
    right = get(client, f"{address}?move=7c", **headers)
    wrong = get(client, f"{address}?move=Jh", **headers)
    assert (right.status_code, wrong.status_code) == (200, 200)
    assert 'data-legal="yes"' in right.text
    assert 'data-legal="no"' in wrong.text
    assert ("<html" in right.text) is not script
    assert "HX-Request" in right["Vary"]


def test_without_a_script_the_answer_stands_below_the_text_about_it(client):
    html = get(client, url("tr", "example", "pis-yedili", "chain") + "?move=7c").text
    assert f'href="{url("tr", "page", "pis-yedili")}#example-chain"' in html
    assert html.index('id="example-chain"') < html.index('data-legal="yes"')


def test_an_example_answers_by_the_rules_of_the_reader(client):
    address = url("en", "example", "pis-yedili", "chain")
    take = get(client, f"{address}?move=%2B&per_seven=2", hx_request="true").text
    assert "Take 4 cards" in take


@pytest.mark.parametrize("move", ["", "x", "%3Cscript%3E", "deal:7x", "deal:7h", DEAL])
@pytest.mark.parametrize(
    ("key", "name"), [("sevens", "gap"), ("rummy-500", "reach"), ("pis-yedili", "chain")]
)
def test_what_is_no_move_is_a_bad_request(client, key, name, move):
    address = url("en", "example", key, name) + f"?move={move}"
    for headers in ({}, {"hx_request": "true"}):
        answer = get(client, address, **headers)
        assert answer.status_code == 400
        assert "That is no move of this game." in answer.text
        assert "<script>" not in answer.text


def test_an_example_that_the_rules_cut_out_of_the_page_is_not_found(client):
    """But where it stands already, it is answered."""
    address = url("en", "example", "sevens", "late") + "?move=7c&deck=32"
    assert client.get(address).status_code == 404
    assert client.get(address, headers={"hx-request": "true"}).status_code == 200


@pytest.mark.parametrize("path", ["sevens/example/nothing/", "nines/example/x/", "x/example/x/"])
def test_an_example_that_is_none_is_not_found(client, path):
    assert client.get(url("en", "index") + path + "?move=7c").status_code == 404


def test_a_link_within_a_rule_opens_beside_the_table_too(client):
    address = url("en", "part", "sevens", "pass") + "?scoring=chips&pass_rule=voluntary_fined"
    html = get(client, address, hx_request="true").text
    assert 'href="#' not in html
    here = escape(url("en", "page", "sevens") + "?scoring=chips&pass_rule=voluntary_fined")
    assert f'<a data-part href="{here}#variant-chips">' in html


def test_a_term_in_a_rule_keeps_the_rules_in_mind(client):
    """Its card leads back to them, if it is at home on that page."""
    query = "?scoring=chips&pass_rule=voluntary_fined"
    html = get(client, url("en", "part", "sevens", "pass") + query, hx_request="true").text
    card = unescape(re.search('class="term" href="([^"#]+)#', html)[1])
    asked = card.partition("?")[2]
    for term, found in (("forced-pass", query), ("meld", "")):
        address = url("en", "part", "glossary", term) + f"?{asked}"
        place = unescape(
            re.search('<a href="([^"]+)" data-part>', get(client, address, hx_request="true").text)[
                1
            ]
        )
        see = glossary.terms("en")[term].see.partition("#")
        assert place == url("en", "page", see[0]) + found + "#" + see[2]


# Caches


def addresses():
    return [
        url("en", "index"),
        *(url("en", "page", key) for key in KEYS),
        url("en", "search") + "?q=ace",
        url("en", "example", "sevens", "gap") + "?move=7c",
    ]


@pytest.mark.parametrize("address", addresses())
def test_who_has_no_session_gets_what_a_shared_cache_may_keep(client, address):
    answer = client.get(address)
    assert "public" in answer["Cache-Control"]
    assert "s-maxage=600" in answer["Cache-Control"]
    assert "Cookie" in answer["Vary"]
    assert not answer.cookies
    again = client.get(address, headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == answer["ETag"]


@pytest.mark.parametrize("cookie", ["sessionid", "messages"])
def test_who_has_cookies_of_his_own_gets_what_no_shared_cache_may_keep(client, db, cookie):
    client.cookies[cookie] = "x"
    assert "public" not in client.get(url("en", "page", "sevens"))["Cache-Control"]


def test_a_cache_knows_what_an_answer_depends_on(client):
    for address in addresses():
        vary = client.get(address)["Vary"]
        assert {"Cookie", "HX-Request", "HX-Source"} <= set(vary.replace(" ", "").split(","))


def test_the_answer_of_one_language_never_fits_the_question_for_another(client):
    tags = {client.get(url(code, "page", "sevens"))["ETag"] for code in LANGUAGES}
    assert len(tags) == len(LANGUAGES)
    asked = [
        client.get(url("en", "page", "sevens"), headers={"accept-language": language})
        for language in LANGUAGES
    ]
    assert len({answer.content for answer in asked}) == 1


def test_a_compressed_page_is_found_unchanged_too(client):
    address = url("en", "page", "rummy-500")
    answer = client.get(address, headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    headers = {"accept-encoding": "gzip", "if-none-match": answer["ETag"]}
    assert client.get(address, headers=headers).status_code == 304


@pytest.mark.parametrize("key", GAMES)
def test_the_first_view_is_light(client, key):
    """What a browser fetches for it, compressed, stays below 100 KB; there are no fonts."""
    html = client.get(url("uk", "page", key)).content
    files = set(re.findall('(?:src|href)="/static/([^"#]+)', html.decode()))
    assert len(files) > 8
    contents = [html, *(Path(finders.find(name)).read_bytes() for name in files)]
    assert sum(len(gzip.compress(content)) for content in contents) < 100_000
