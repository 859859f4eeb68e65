"""How a file becomes a page."""

import os
import re

import pytest
from django.urls import NoReverseMatch
from django.utils.translation import override

from games.engine.sevens import Sevens
from rules import pages, variants

HEAD = "".join(f"{field}: the {field}: of it\n" for field in pages.Head._fields)

GLOSSARY = HEAD.replace("the slug: of it", "glossary").replace("the title: of it", "Words")

pytestmark = pytest.mark.usefixtures("plain_cards")


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write a page and find it: write(text, key=…, language=…)."""
    monkeypatch.setattr(pages, "CONTENT", tmp_path)
    for language in "en", "ms", "uk", "tr":  # to which the terms of the text lead
        (tmp_path / language).mkdir()
        (tmp_path / language / "glossary.md").write_text(f"---\n{GLOSSARY}---\n")

    def write(text, key="sevens", language="en", head=HEAD):
        path = tmp_path / language / f"{key}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"---\n{head}---\n{text}", encoding="utf-8")
        return pages.find(language, key)

    return write


def plain(page):
    """What the sections hold, without the chapters around them."""
    return "".join(section.html for section in page.sections)


def test_the_sections_of_a_chapter_stand_together(write):
    html = write("a\n\n{#b}\n## B\n\n{#c}\n### C\n\n{#d}\n## D").html
    marks = '<section class="chapter" data-chapter="(.*?)">|(</section>)|id="(.)"'
    assert re.findall(marks, html) == [
        ("", "", ""),
        ("", "</section>", ""),
        ("b", "", ""),
        ("", "", "b"),
        ("", "", "c"),
        ("", "</section>", ""),
        ("d", "", ""),
        ("", "", "d"),
        ("", "</section>", ""),
    ]


def test_the_head_follows_the_rules_as_the_text_does(write):
    head = HEAD.replace("goal: the goal: of it", "goal: {{target}}\n::: ace=high\ngoal: high\n:::")
    assert write("", head=head).head.goal == "100"
    high = variants.read(Sevens, {"ace": "high"})
    assert pages.find("en", "sevens", high).head.goal == "high"


def test_the_head_is_what_the_page_says_of_itself(write):
    assert write("").head.goal == "the goal: of it"


def test_a_head_that_lacks_a_line_is_refused(write):
    with pytest.raises(TypeError, match="slug"):
        write("", head=HEAD.replace("slug: the slug: of it\n", ""))


def test_a_page_about_no_game_says_nothing_of_players(write):
    assert write("", key="bots", head=HEAD.partition("goal")[0]).head.players == ""


def test_a_page_that_is_not_there_is_none(write):
    write("")
    assert pages.find("en", "whist") is None
    assert pages.find("fr", "sevens") is None


def test_every_page_is_listed_by_title(write):
    for slug, title in ("b", "Apples"), ("a", "Pears"):
        write("", key=slug, head=HEAD.replace("the title: of it", title))
    write("", key="c", language="tr")
    assert [page.key for page in pages.every("en")] == ["b", "a", "glossary"]


def test_a_code_span_of_card_names_becomes_cards(write):
    html = plain(write("Play `7h Th`, or `As`."))
    assert html == (
        '<p>Play <span class="cards"><i>en 7h</i> <i>en Th</i></span>, '
        'or <span class="cards"><i>en As</i></span>.</p>\n'
    )


def test_only_the_proper_name_of_a_card_draws_it_since_as_is_a_word(write):
    assert write("`Th` `tH` `as`").html.count("<i>") == 1


def test_a_long_name_may_break_at_its_joints_and_no_line_begins_with_a_dash(write):
    assert "<code>go_<wbr>out</code>" in write("`go_out`").html
    assert "seven\u00a0— card" in write("seven — card").html


def test_a_code_span_of_anything_else_stays_code(write):
    assert "<code>7h or 8h</code> <code>&lt;b&gt;</code>" in write("`7h or 8h` `<b>`").html


def test_a_fence_of_cards_is_a_row_a_line(write):
    assert plain(write("```cards\n6d 7d\n7s\n```\n")) == (
        '<div class="card-rows"><div><span class="cards"><i>en 6d</i> <i>en 7d</i></span></div>\n'
        '<div><span class="cards"><i>en 7s</i></span></div></div>\n'
    )


def test_a_fence_without_the_word_stays_code(write):
    assert plain(write("```\n7s\n```\n")) == "<pre><code>7s\n</code></pre>\n"


def test_a_fence_that_names_no_card_is_refused(write):
    with pytest.raises(ValueError, match="7x"):
        write("```cards\n6d 7x\n```\n")


def test_html_is_shown_and_not_obeyed(write):
    html = write("<script>alert(1)</script>\n\nor <img src=x>\n\n[x](javascript:alert)").html
    assert "<script" not in html
    assert "<img" not in html
    assert "href" not in html
    assert "&lt;script&gt;" in html


def test_a_heading_takes_an_id_and_nothing_else(write):
    assert plain(write("{#pass .big onclick=x}\n## Passing")) == '<h2 id="pass">Passing</h2>\n'


def test_the_contents_are_the_headings_of_the_second_level(write):
    page = write("{#a}\n## One\n\n{#b}\n### Two\n\n{#c}\n## Three")
    assert [(section.id, section.heading) for section in page.contents] == [
        ("a", "One"),
        ("c", "Three"),
    ]


def test_a_section_is_a_heading_with_all_up_to_the_next(write):
    page = write("before\n\n{#a}\n## One\n\n`7h`, and\n*more*\n\n{#b}\n### Two\n\n- x\n- y")
    assert [(one.id, one.level, one.heading, one.text) for one in page.sections] == [
        ("", 1, "", "before"),
        ("a", 2, "One", "7♥, and more"),
        ("b", 3, "Two", "x y"),
    ]
    assert page.sections[2].html == page.sections[2].top + page.sections[2].body
    assert page.sections[2].top == '<h3 id="b">Two</h3>\n'


def test_a_link_names_a_page_or_an_address_and_speaks_the_language(write):
    write("", key="nines", language="tr", head=HEAD.replace("the slug: of it", "dokuzlar"))
    html = write(
        "[a](page:nines#start) [b](page:index) [c](url:games:bots) [d](#x) [e](https://a.b)",
        language="tr",
    ).html
    assert re.findall('href="(.*?)"', html) == [
        "/tr/kurallar/dokuzlar/#start",
        "/tr/kurallar/",
        "/tr/bots/",
        "#x",
        "https://a.b",
    ]


@pytest.mark.parametrize("link", ["[a](url:games:nothing)", "[a](page:)"])
def test_a_link_that_leads_nowhere_is_refused(write, link):
    with pytest.raises(NoReverseMatch):
        write(link)


def test_a_term_leads_to_its_card_where_it_first_stands_in_a_chapter(write):
    page = write(
        "{#a}\n## Discards\n\nThe discard pile. A discard pile, [a discard pile](#a).\n\n"
        "{#b}\n### Below\n\nThe discard pile.\n\n{#c}\n## Next\n\n**Discard pile**"
    )
    terms = re.findall('<a class="term" href="(.*?)" data-part>(.*?)</a>', page.html)
    card = "/en/rules/glossary/#discard-pile"
    assert terms == [(card, "discard pile"), (card, "Discard pile")]
    assert page.sections[1].html.count("term") == 0


def test_a_heading_without_an_id_is_refused(write):
    with pytest.raises(KeyError):
        write("## Passing")


def test_numbers_come_from_the_engine(write):
    html = plain(write("{{target}} {{value:K}} {{value:A}} {{hands:5}}"))
    assert html == "<p>100 13 1 11\u00a0· 11\u00a0· 10\u00a0· 10\u00a0· 10</p>\n"


def test_the_deal_table_serves_the_left_of_the_dealer_first(write):
    html = write("| n | 52 | 32 |\n|---|---|---|\n{{deal_rows}}\n").html
    assert html.count("<tr>") == 8
    assert "<td>3</td>\n<td>18 · 17 · 17</td>\n<td>11 · 11 · 10</td>" in html.replace("\u00a0", " ")


@pytest.mark.parametrize("place", ["{{tarjet}}", "{{value:1}}"])
def test_a_number_that_the_engine_does_not_know_is_refused(write, place):
    with pytest.raises(LookupError):
        write(place)


def test_a_page_about_no_game_knows_no_numbers(write):
    with pytest.raises(LookupError):
        write("{{target}}", key="bots")


def test_cards_speak_the_language_of_the_page_whoever_asks_first(write):
    with override("uk"):
        turkish = write("`7d`", language="tr")
    with override("tr"):
        english = write("`7d`", language="en")
    assert "<i>tr 7d</i>" in turkish.html
    assert "<i>en 7d</i>" in english.html


def test_a_language_is_never_answered_with_another_ones_page(write):
    for language in "en", "ms", "uk", "tr":
        write(f"in {language}", language=language)
    for language in "tr", "en", "uk", "ms", "tr":
        assert plain(pages.find(language, "sevens")) == f"<p>in {language}</p>\n"


def test_a_page_is_parsed_once_until_its_file_changes(write):
    first = write("old")
    assert pages.find("en", "sevens") is first
    write("new")
    path = pages.CONTENT / "en/sevens.md"
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 1))
    assert plain(pages.find("en", "sevens")) == "<p>new</p>\n"
