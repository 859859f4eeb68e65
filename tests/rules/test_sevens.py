"""The page on Sevens: what it says agrees with the engine, whatever rules it is read under."""

import itertools
import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from games.engine.cards import NAMED, SUIT, each, read_cards, spell
from games.engine.game import PASS
from games.engine.record import Record
from games.engine.sevens import Sevens, pips
from games.faces.sevens import SevensFace
from games.match import POINTS
from rules import examples, pages
from rules.variants import Chosen
from tests.rules.reading import LANGUAGES, bold_codes, cards_of, codes, lines, rows_of, text_of

FULL, HIGH, SHORT = "", "ace=high", "deck=32 ace=high"
CHIPS = "pass_rule=voluntary_fined scoring=chips"
PACKS = pytest.mark.parametrize("pack", [FULL, HIGH, SHORT], ids=["low", "high", "short"])
WORDS = {4: "four", 5: "five", 6: "six"}

pytestmark = pytest.mark.usefixtures("plain_cards")


def sections(language="en", options=""):
    """The HTML of each section under these options by the id of its heading, cards as ``[7d]``."""
    page = pages.find(language, "sevens", Chosen(Sevens.from_options(options)))
    return {
        section.id: re.sub(r"<i>\w\w (\w\w)</i>", r"[\1]", section.html)
        for section in page.sections
    }


def every_rule():
    """All options that change the text, in all ways that can be played."""
    starts = get_args(get_type_hints(Sevens)["start_"])
    scorings = ["scoring=first_out", "scoring=pips", "scoring=cards_100", CHIPS]
    for pack, start, scoring in itertools.product((FULL, HIGH, SHORT), starts, scorings):
        yield f"{pack} start={start} {scoring}".strip()


def asked(name, options=""):
    """The example of this name under these options."""
    return examples.find("sevens", name, Chosen(Sevens.from_options(options)))


def legal(name, options=""):
    return set(asked(name, options).position.legal_moves())


def names(cards):
    return spell(each(cards), " ").split()


def placed(html):
    """The names of the examples that a section asks."""
    return re.findall(r'id="example-([\w-]+)"', html)


def test_every_example_has_one_place_on_the_page_and_can_be_under_any_rules():
    for options in every_rule():
        on_page = [name for html in sections(options=options).values() for name in placed(html)]
        assert len(on_page) == len(set(on_page))
        short = "deck=32" in options
        assert set(on_page) == set(examples.names("sevens")) - (
            {"both-ends", "late"} if short else set()
        )
        assert all(asked(name, options).as_chosen for name in on_page)


def test_every_example_tempts_and_together_they_meet_each_refusal_of_a_card_in_hand():
    met = set()
    for name in examples.names("sevens"):
        game, table, hand, _ = asked(name).position
        moves = {*names(hand), PASS}
        wrong = moves - legal(name)
        assert wrong
        met |= {game.why_not(table, hand, game.read(move)).key for move in wrong}
    assert met == SevensFace.reasons.keys() - {"already_down"}


def test_in_the_examples_on_passing_the_first_forces_a_seven_and_the_second_a_pass():
    assert placed(sections()["pass"]) == ["must-play", "forced-pass"]
    assert legal("must-play") == {"7s"}
    assert legal("forced-pass") == {PASS}
    assert legal("must-play", CHIPS) == {"7s", PASS}
    assert legal("others-passed") == {"7s", "9d"}
    assert legal("paid-pass") == {"9c", PASS}


def test_the_last_card_cannot_wait_but_for_a_fine():
    assert legal("last-card") == {"Jh"}
    assert legal("last-card", CHIPS) == {"Jh", PASS}


@PACKS
@pytest.mark.parametrize("start", ["holder_7D", "holder_7H"])
def test_the_first_card_is_the_one_that_the_page_names(pack, start):
    options = f"{pack} start={start}"
    [first] = cards_of(sections(options=options)["start"].split("<section")[0])
    assert legal("first-card", options) == {first}
    assert legal("first-card", f"{options} {CHIPS}") == {first}


@PACKS
def test_left_of_the_dealer_any_seven_may_be_first(pack):
    options = f"{pack} start=left_any_seven"
    assert legal("first-card", options) == {"7d", "7h"}
    assert legal("first-card", f"{options} {CHIPS}") == {"7d", "7h", PASS}
    assert legal("any-seven") == {"7c", "7h"}
    assert legal("no-seven") == {PASS}


@PACKS
def test_as_many_cards_can_follow_the_first_as_the_page_says(pack):
    game = Sevens.from_options(pack)
    rest = game.pack & ~NAMED["7d"]
    follow = game.legal_moves(game.place(rest, {"layout": "7d"}), rest)
    assert f"{WORDS[len(follow)]} cards can follow" in sections(options=pack)["start"]


@pytest.mark.parametrize("language", LANGUAGES)
@PACKS
def test_the_cards_of_a_suit_are_drawn_in_their_order(language, pack):
    game = Sevens.from_options(pack)
    [[row]] = [filter(None, fence) for fence in lines(sections(language, pack)["setup"])]
    assert row == spell(game.in_order(game.pack & SUIT[1]), " ").split()


def test_an_ace_on_a_row_up_to_the_queen_is_low_or_waits_for_the_king():
    assert placed(sections()["variant-ace"]) == ["ace-low", "ace-high"]
    low, high = asked("ace-low").position, asked("ace-high").position
    assert (low.table.face_up, low.hand) == (high.table.face_up, high.hand)
    assert legal("ace-low") - legal("ace-high") == {"As"}
    assert legal("ace-low") > legal("ace-high")


def test_the_ace_follows_the_king_only_where_it_is_high():
    assert "As" not in legal("corner")
    assert "As" in legal("corner", HIGH)
    assert "As" in legal("corner", SHORT)


@PACKS
def test_the_gatekeepers_lock_as_many_cards_as_the_page_says(pack):
    game = Sevens.from_options(pack)
    row = [card[0] for card in spell(game.in_order(game.pack & SUIT[0]), " ").split()]
    below, above = row.index("7") - 1, len(row) - row.index("8") - 1
    bullet = re.search("<li><strong>Know .*?</li>", sections(options=pack)["strategy"])[0]
    locked = [above] if below < 0 else [below, above]
    counted = re.findall(rf"the ({'|'.join(WORDS.values())})\b", text_of(bullet))
    assert counted == [WORDS[number] for number in locked]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_waits_at_the_ends_of_a_row_is_drawn(language):
    for pack, ends in (FULL, ["Ad", "Kd"]), (HIGH, ["2d", "Ad"]), (SHORT, ["Ad"]):
        bullets = sections(language, pack)["strategy"].split("<li>")
        assert cards_of(bullets[4]) == ends


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_of_deals_is_the_engines(language):
    for options, deals in (
        ("scoring=pips", "1"),
        ("scoring=pips rounds=3", "3"),
        (CHIPS, "4"),
        (f"{CHIPS} seats=5", "5"),
        (f"{CHIPS} seats=5 rounds=2", "2"),
    ):
        end = text_of(sections(language, options)["end"].rsplit("</section>")[-1])
        assert re.findall(r"\d+", end) == [deals]
    hundred = sections(language, "scoring=cards_100 target=60")
    assert "60" in text_of(hundred["end"])
    assert "60" in text_of(hundred["scoring"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_five_players_are_dealt_the_pack_that_was_chosen(language):
    for pack, hands in (FULL, "11 · 11 · 10 · 10 · 10"), (SHORT, "7 · 7 · 6 · 6 · 6"):
        assert hands in sections(language, pack)["faq-five"].replace("\u00a0", " ")


def left(language="en", options=""):
    """The hands of the worked example by seat, and its last column as it is printed."""
    rows = rows_of(sections(language, options)["example"])
    hands = [read_cards(" ".join(cards_of(cards))) for _, cards, _ in rows]
    return hands, [printed.replace("−", "-") for *_, printed in rows]


def end(record, **changed):
    """The state in which a recorded deal ends, perhaps under other options; every ply is legal."""
    text = (Path(__file__).parent / f"records/{record}.txt").read_text(encoding="utf-8")
    for name, value in changed.items():
        text = re.sub(rf"\b{name}=\w+", f"{name}={value}", text)
    *_, last = Record.loads(text).states()
    return last


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scoring", ["first_out", "pips", "cards_100"])
@pytest.mark.parametrize(
    ("pack", "record", "ace"),
    [
        (FULL, "worked-example", "low"),
        (HIGH, "worked-example", "high"),
        (SHORT, "worked-example-short", "high"),
    ],
)
def test_the_worked_example_can_happen_and_adds_up_as_the_engine_does(
    language, scoring, pack, record, ace
):
    hands, printed = left(language, f"{pack} scoring={scoring}")
    played = end(record, ace=ace, scoring=scoring)
    assert played.hands == tuple(map(sum, hands))
    for hand, line, score in zip(hands, printed, played.table.scores, strict=True):
        *terms, total = map(int, re.findall(r"\d+", line))
        assert total == score
        if scoring != "cards_100":
            assert terms == [pips(card) for card in hand]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("pack", "record"), [(FULL, "chips"), (SHORT, "chips-short")], ids=["full", "short"]
)
def test_the_worked_example_in_chips_is_what_the_engine_pays(language, pack, record):
    hands, printed = left(language, f"{pack} {CHIPS}")
    played = end(record)
    assert played.hands == tuple(map(sum, hands))
    for line, score in zip(printed, played.table.scores, strict=True):
        terms, total = line.split("=")
        assert sum(map(int, re.findall(r"[+-]?\d+", terms.replace(" ", "")))) == int(total)
        assert int(total) == score


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_seven_kept_back_does_to_the_example_is_what_the_engine_pays(language):
    text = text_of(sections(language)["variant-chips"].split("<p>")[-1])
    printed = tuple(map(int, re.findall(r"[+-]\d+", text)))
    chips, hidden, short = (
        end(name).table.scores for name in ("chips", "hidden-seven", "hidden-seven-short")
    )
    assert hidden[0] == short[0] == chips[0]
    _, oksana, emre, rose = hidden
    assert printed[:4] == chips
    assert printed[4:7] == (oksana, rose, emre)
    _, oksana, emre, rose = short
    assert printed[7:] == (oksana, rose, emre)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_penalty_table_is_the_engines(language):
    ace, _, *courts = [penalty for _, penalty in rows_of(sections(language)["scoring"])]
    assert [ace, *courts] == [str(pips(NAMED[f"{rank}c"])) for rank in "AJQK"]
    assert [pips(NAMED[f"{rank}c"]) for rank in "23456789T"] == list(range(2, 11))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prices_are_the_ones_that_were_chosen(language):
    html = sections(language, f"{CHIPS} ante=2 fine_forced=3 fine_pass=4 fine_seven=6")
    prices = [re.findall(r"\d+", price) for _, price in rows_of(html["variant-chips"])]
    assert prices == [["2"], ["3"], ["4"], ["6", "6"], ["1"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_variants_are_the_engines_options_and_the_default_is_bold(language):
    types = {name.rstrip("_"): kind for name, kind in get_type_hints(Sevens).items()}
    defaults = Sevens().options()
    rows = rows_of(sections(language)["variants"])
    listed = {name: values for _, option, values in rows for name in codes(option)}
    # Nines, which is not played here, and an option with a single value are left out.
    assert listed.keys() == defaults.keys() - {"center_rank", "pass_limit"}
    seats = listed.pop("seats")
    assert codes(seats) == [str(seat) for seat in Sevens.SEATS]
    assert bold_codes(seats) == [str(seat) for seat in Sevens.RANKED]
    for name, values in listed.items():
        assert bold_codes(values) == [defaults[name]]
        if possible := get_args(types[name]):
            assert sorted(codes(values)) == sorted(map(str, possible))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ready_made_games_are_the_engines(language):
    rows = rows_of(sections(language)["variant-presets"])
    for (_, changed), preset in zip(rows, Sevens.PRESETS.values(), strict=True):
        assert codes(changed) == [f"{name}={value}" for name, value in preset.items()]


def test_ranked_tables_play_the_options_in_bold():
    assert Sevens.from_options("preset=quick") == Sevens()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_levels_earn_the_points_that_the_page_names(language):
    printed = [points for *_, points in rows_of(sections(language)["bots"])]
    assert printed == [f"+{points}" for points in POINTS.values()]
