"""The rules that an address asks for, and the lines of a page that hold under them."""

from itertools import permutations, product

import pytest

from games.engine.pis_yedili import PisYedili
from games.engine.rummy500 import Rummy500
from games.engine.sevens import Sevens
from games.faces import FACES
from rules.variants import keep, read


def options(text):
    return dict(word.split("=") for word in text.split())


def test_an_address_without_options_asks_for_the_usual_rules():
    chosen = read(Sevens, {"utm": "x"})
    assert chosen.game == Sevens()
    assert (chosen.game.varied(), chosen.odd) == ({}, ())


def test_a_link_carries_what_differs_from_the_usual_rules():
    chosen = read(Sevens, options("ace=high start=holder_7D target=100 seats=5"))
    assert chosen.game.varied() == {"seats": "5", "ace": "high"}
    assert chosen.odd == ()
    assert read(Sevens, chosen.game.varied()) == chosen


def test_a_preset_gives_its_options_before_the_others():
    chosen = read(PisYedili, options("preset=turkish draw_limit=3"))
    expected = {"opening": "first_lap_clubs", "draw_limit": "3", "stock_out": "recycle"}
    assert chosen.game.varied() == expected


@pytest.mark.parametrize(
    ("asked", "varied", "odd"),
    [
        ("ace=middle start=holder_7H", {"start": "holder_7H"}, ("ace",)),
        ("target=0", {}, ("target",)),
        ("target=ten", {}, ("target",)),
        ("target=99999999999", {}, ("target",)),
        ("seats=9 ace=high", {"ace": "high"}, ("seats",)),
        ("preset=slow", {}, ("preset",)),
        ("pass_limit=3", {}, ("pass_limit",)),
    ],
)
def test_a_value_that_no_option_has_is_left_out_and_named(asked, varied, odd):
    chosen = read(Sevens, options(asked))
    assert (chosen.game.varied(), chosen.odd) == (varied, odd)


def test_a_value_that_would_smuggle_in_a_second_option_is_none():
    assert read(Sevens, {"ante": "2 ace=high"}).odd == ("ante",)


@pytest.mark.parametrize(
    ("asked", "latest", "expected"),
    [
        # A short pack has nothing below the seven: what was not asked for gives way.
        ("deck=32", "", "deck=32 ace=high"),
        ("scoring=chips", "", "scoring=chips pass_rule=voluntary_fined"),
        ("pass_rule=voluntary_fined", "", "scoring=chips pass_rule=voluntary_fined"),
        # Both are as somebody chose them, so what was chosen last stays.
        ("deck=32 ace=low", "ace", ""),
        ("deck=32 ace=low", "deck", "deck=32 ace=high"),
        ("scoring=chips pass_rule=forced_only", "pass_rule", ""),
        (
            "scoring=cards_100 pass_rule=voluntary_fined",
            "scoring",
            "scoring=cards_100",
        ),
        (
            "scoring=cards_100 pass_rule=voluntary_fined",
            "pass_rule",
            "scoring=chips pass_rule=voluntary_fined",
        ),
    ],
)
def test_options_that_cannot_be_had_together_lead_to_the_nearest_rules(asked, latest, expected):
    chosen = read(Sevens, options(asked), latest)
    assert chosen.game.varied() == options(expected)


def test_options_that_gave_way_are_named():
    assert read(Sevens, options("deck=32"), "deck").along == ("ace",)
    assert read(Rummy500, options("floating=true go_out=free"), "go_out").along == ("floating",)
    assert read(PisYedili, options("seats=8 decks=1"), "seats").along == ("decks",)


def test_what_is_not_for_readers_is_left_out():
    for asked in ("deck=36", "center_rank=9", "target=999999", "rounds=21", "ante=-1"):
        chosen = read(Sevens, options(asked), asked.partition("=")[0], FACES["sevens"].may_be)
        assert (chosen.game, chosen.odd) == (Sevens(), (asked.partition("=")[0],))
    assert read(Sevens, options("target=2000"), "", FACES["sevens"].may_be).odd == ()


def test_every_pair_of_values_leads_to_rules_that_can_be_played():
    """And keeps at least the one that was chosen last."""
    choices = {name: values for name, values in Sevens.choices().items() if len(values) > 1}
    for name, other in permutations(choices, 2):
        for value, text in product(choices[name], choices[other]):
            chosen = read(Sevens, {other: text, name: value}, name)
            assert (name, other, text, chosen.game.options()[name]) == (name, other, text, value)


LINES = """always
::: ace=high
high
:::
::: ace!=high start=holder_7D|holder_7H
low, and a seven that is named
:::
the end
"""


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("", ["always", "low, and a seven that is named", "the end"]),
        ("ace=high", ["always", "high", "the end"]),
        ("start=left_any_seven", ["always", "the end"]),
    ],
)
def test_lines_are_kept_where_their_conditions_hold(asked, kept):
    assert keep(LINES, read(Sevens, options(asked)).game).splitlines() == kept


@pytest.mark.parametrize(
    "lines",
    ["::: ace=high\nx\n", "::: ace=high\n::: ace=low\n:::\n:::\n", "x\n:::\n"],
)
def test_a_block_must_be_opened_and_closed_and_not_nested(lines):
    with pytest.raises(ValueError, match="block"):
        keep(lines, Sevens())


@pytest.mark.parametrize("condition", ["aces=high", "ace=hihg", "ace=high|hihg", "ace", "ace>low"])
def test_a_condition_on_what_is_no_option_is_refused(condition):
    with pytest.raises(LookupError):
        keep(f"::: {condition}\nx\n:::\n", Sevens())


def test_a_page_about_no_game_has_no_conditions():
    with pytest.raises(LookupError):
        keep("::: ace=high\nx\n:::\n", None)
    assert keep("x\n", None) == "x\n"
