"""The page on Sevens: four languages, one set of facts, and the engine agrees with it."""

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from games.engine.cards import NAMED, RANKS, each, read_cards, spell
from games.engine.record import Record
from games.engine.sevens import Sevens, pips
from games.ranking import POINTS
from rules import pages

LANGUAGES = ("en", "ms", "uk", "tr")

pytestmark = pytest.mark.usefixtures("plain_cards")


def sections(language):
    """The HTML of each section of the page by the id of its heading, cards as ``[7d]``."""
    html = re.sub(r"<i>\w\w (\w\w)</i>", r"[\1]", pages.find(language, "sevens").html)
    parts = re.split(r'<h[23] id="([\w-]+)">', html)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def cards_of(html):
    return re.findall(r"\[(\w\w)\]", html)


def codes(html):
    """The code spans, without the marks where they may break."""
    return re.findall("<code>(.*?)</code>", html.replace("<wbr>", ""))


def text_of(html):
    return re.sub(r"<[^>]+>", "", html)


def numbers_of(html):
    """The numbers of the running text: not those in names of options, cards or addresses."""
    text = text_of(re.sub(r"<code>.*?</code>|\[\w\w\]", "", html))
    return sorted(re.findall(r"[+−]?\d+", text))


def blocks(html):
    """The fences of a section and its inline groups of cards, each a list of card names."""
    fences = re.findall(r'<div class="card-rows">(.*?)</div></div>', html, re.DOTALL)
    inline = re.sub(r'<div class="card-rows">.*?</div></div>', "", html, flags=re.DOTALL)
    groups = re.findall(r'<span class="cards">(.*?)</span>', inline)
    return [cards_of(fence) for fence in fences], [cards_of(group) for group in groups]


def legal(hand, layout=(), options=""):
    game = Sevens.from_options(options)
    cards = sum(NAMED[card] for card in hand)
    table = game.place(cards, {"layout": " ".join(layout)} if layout else {})
    return set(game.legal_moves(table, cards))


def row(one, other, suit):
    """The names of the cards between two ranks, both included, the ace lowest."""
    low, high = sorted([RANKS.index(one), RANKS.index(other)])
    return [rank + suit for rank in RANKS[low : high + 1]]


def rows_of(html):
    """The cells of each row of the section's table, its heading left out."""
    return [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"(?s)<tr>(.*?)</tr>", html)][
        1:
    ]


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize(
    "facts",
    [
        pytest.param(cards_of, id="cards"),
        pytest.param(numbers_of, id="numbers"),
        pytest.param(codes, id="options"),
        pytest.param(lambda html: re.findall(r'href="(.*?)"', html), id="links"),
        pytest.param(lambda html: re.findall(r"<(\w+)", html), id="form"),
    ],
)
def test_each_section_has_the_same_facts_in_all_languages(language, facts):
    ours, english = sections(language), sections("en")
    assert list(ours) == list(english)
    assert {key: facts(html) for key, html in ours.items()} == {
        key: facts(html) for key, html in english.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_head_has_the_same_numbers_in_all_languages(language):
    head, english = pages.find(language, "sevens").head, pages.find("en", "sevens").head
    assert [numbers_of(line) for line in head] == [numbers_of(line) for line in english]


def test_the_first_card_is_forced_and_five_may_follow():
    [hand], (start, only, *following) = blocks(sections("en")["start"])
    assert start == only == ["7d"]
    assert legal(hand) == {"7d"}
    others = spell(each(Sevens().pack & ~NAMED["7d"]), " ").split()
    assert legal(others, ["7d"]) == {card for group in following for card in group}


def test_the_example_of_legal_cards_is_the_engines():
    (layout, hand), groups = blocks(sections("en")["legal"])
    may, may_not = groups[:4], groups[4:]
    assert legal(hand, layout) == {card for group in may for card in group}
    assert {card for group in may_not for card in group} == set(hand) - legal(hand, layout)


def test_the_example_of_a_pass_is_forced_and_each_card_waits_for_the_one_named():
    (layout, hand), groups = blocks(sections("en")["pass"])
    assert legal(hand, layout) == {"--"}
    waits = [(card, key) for [card], [key] in zip(groups[::2], groups[1::2], strict=True)]
    assert len(waits) == 3
    for card, key in waits:
        assert legal(hand, {*layout, *row("7", key[0], key[1])}) == {card}


def test_an_ace_on_a_row_up_to_the_queen_is_low_or_waits_for_the_king():
    _, [[two], [queen], [ace], [king]] = blocks(sections("en")["variant-ace"])
    order = row(two[0], queen[0], "s")
    assert (order[0], order[-1]) == (two, queen) == ("2s", "Qs")
    assert legal([ace], order, "ace=low") == {ace}
    assert legal([ace], order, "ace=high") == {"--"}
    assert legal([ace], [*order, king], "ace=high") == {ace}


def left():
    """The hands of the worked example by seat: what is left when seat 0 is out."""
    rows = rows_of(sections("en")["example"])
    return [read_cards(" ".join(cards_of(cards))) for _, cards, _ in rows]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_example_adds_up_as_the_engine_does(language):
    for _, cards, penalty in rows_of(sections(language)["example"]):
        hand = read_cards(" ".join(cards_of(cards)))
        *terms, total = map(int, re.findall(r"\d+", penalty))
        assert terms == ([pips(card) for card in hand] if hand else [])
        assert total == pips(sum(hand))


def end(record):
    """The state in which a recorded deal ends; every ply of it is legal."""
    text = (Path(__file__).parent / f"records/{record}.txt").read_text(encoding="utf-8")
    *_, last = Record.loads(text).states()
    return last


@pytest.mark.parametrize("record", ["worked-example", "chips", "hidden-seven"])
def test_a_deal_can_end_in_the_worked_example(record):
    assert end(record).hands == tuple(map(sum, left()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_deal_is_scored_as_the_example_says(language):
    printed = [
        int(re.findall(r"\d+", penalty)[-1])
        for *_, penalty in rows_of(sections(language)["example"])
    ]
    assert end("worked-example").table.scores == tuple(printed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_in_chips_is_what_the_engine_pays(language):
    text = text_of(sections(language)["variant-chips"]).replace("−", "-")
    *plain, both, emre = map(int, re.findall(r"[+-]\d+", text))
    assert end("chips").table.scores == tuple(plain)
    assert end("hidden-seven").table.scores == (plain[0], both, emre, both)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_penalty_table_is_the_engines(language):
    printed = [penalty for _, penalty in rows_of(sections(language)["scoring"])]
    ace, _, *courts = printed
    assert [ace, *courts] == [str(pips(NAMED[f"{rank}c"])) for rank in "AJQK"]
    assert [pips(NAMED[f"{rank}c"]) for rank in "23456789T"] == list(range(2, 11))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_variants_are_the_engines_options_and_the_default_is_bold(language):
    types = {name.rstrip("_"): kind for name, kind in get_type_hints(Sevens).items()}
    defaults = Sevens().options()
    for _, option, values in rows_of(sections(language)["variants"]):
        (name,) = codes(option)
        listed = codes(values)
        assert sorted(listed) == sorted(map(str, get_args(types[name])))
        assert codes(" ".join(re.findall("<strong>.*?</strong>", values))) == [defaults[name]]


def test_ranked_tables_play_the_options_in_bold():
    assert Sevens.from_options("preset=quick") == Sevens()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_levels_earn_the_points_that_the_page_names(language):
    printed = [points for *_, points in rows_of(sections(language)["bots"])]
    assert printed == [f"+{points}" for points in POINTS.values()]
