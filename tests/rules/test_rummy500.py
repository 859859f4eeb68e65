"""The page on Rummy 500: the engine agrees with it, whatever rules it is read under."""

import itertools
import re

import pytest

from games.engine.cards import NAMED, PACK, each, read_cards, spell
from games.engine.game import CHANCE, DEAL, NOBODY, State, observe, parse
from games.engine.rummy500 import DRAW, MOST_TURNS, STOCK, TAKE, Rummy500
from games.faces.rummy500 import Rummy500Face
from games.match import POINTS
from rules import examples, pages
from rules.variants import Chosen
from tests.rules import reading
from tests.rules.reading import LANGUAGES, blocks, cards_of, codes, numbers_in, rows_of

SLUG = "rummy-500"
KEEPING = "top_card=keep_no_discard"
HAND_ONLY = "dig_support=hand_only"
MELD_ONLY = "dig_use=meld_only"
LEAVING = "go_out=must_discard"
FLOATING = "go_out=must_discard floating=true"
PLAYING_ON = "stock_out=discard_only"

pytestmark = pytest.mark.usefixtures("plain_cards")


def sections(language="en", options=""):
    return reading.sections(language, SLUG, options)


def every_rule():
    """All options that change what may be played, in all ways that can be played."""
    for rules in itertools.product(
        ("", KEEPING),
        ("", HAND_ONLY),
        ("", MELD_ONLY),
        ("", LEAVING, FLOATING),
        ("", PLAYING_ON),
        ("", "ace_low_value=1"),
    ):
        yield " ".join(filter(None, rules))


def placed(html):
    """The names of the examples that a section asks."""
    return re.findall(r'id="example-([\w-]+)"', html)


def hand_of(names):
    return sum(NAMED[name] for name in names)


def asked(name, options=""):
    """The example of this name under these options."""
    return examples.find(SLUG, name, Chosen(Rummy500.from_options(options)))


def answers(name, options=""):
    """The legal moves in an example."""
    return set(asked(name, options).position.legal_moves())


def takes(name, options=""):
    """The cards of the pile that may be reached for in an example."""
    return {move[1:] for move in answers(name, options) if move.startswith("+")} - {""}


def state_of(name, options="", face_down=("2h",)):
    """The state of an example; the other seats hold nothing that matters here."""
    game, table, hand, _ = asked(name, options).position
    return game, _dealt_in(game, table, hand, face_down)


def _dealt_in(game, table, hand, face_down):
    table = table._replace(stock=len(face_down))
    others = [card for card in each(PACK) if not card & (hand | table.face_up)]
    hands = (hand, *others[: game.seats - 1])
    return State(table, hands, tuple(NAMED[card] for card in face_down))


def legal(hand, options="", **keys):
    """The moves of a player with this hand; the keys are those of a position."""
    game, cards = Rummy500.from_options(options), hand_of(hand)
    return set(game.legal_moves(game.place(cards, keys), cards))


def at_table(hand, options="", face_down=(), **keys):
    """A state with seat 0 to move and this hand; the others hold nothing that matters here."""
    game, cards = Rummy500.from_options(options), hand_of(hand)
    table = game.place(cards, {"stock": str(len(face_down)), **keys})
    return game, _dealt_in(game, table, cards, face_down)


def moves_of(game, state):
    return set(observe(game, state, state.table.turn).moves)


def test_the_head_has_the_numbers_of_the_engine():
    head, seats = pages.find("en", SLUG).head, Rummy500.SEATS
    assert numbers_in(head.goal) == [Rummy500().options()["target"]]
    first, last, *ranked = map(int, numbers_in(head.players))
    assert (first, last) == (seats[0], seats[-1])
    assert tuple(ranked) == Rummy500.RANKED
    assert numbers_in(head.pack) == [str(Rummy500().pack.bit_count())]


def test_every_example_has_one_place_on_the_page():
    on_page = [name for html in sections().values() for name in placed(html)]
    assert sorted(on_page) == examples.names(SLUG)
    for options in KEEPING, HAND_ONLY, MELD_ONLY, LEAVING, FLOATING, PLAYING_ON:
        assert [name for html in sections("en", options).values() for name in placed(html)] == (
            on_page
        )


@pytest.mark.parametrize("name", examples.names(SLUG))
def test_every_example_can_be_under_any_rules(name):
    assert all(asked(name, options).as_chosen for options in every_rule())


def test_every_example_tempts_and_together_they_meet_each_refusal_that_a_player_can_meet():
    met = set()
    for name in examples.names(SLUG):
        game, table, hand, _ = asked(name).position
        moves = set(asked(name).offers) or {STOCK}
        if table.phase == DRAW:
            moves |= {TAKE[card] for card in table.pile}
        wrong = {game.read(move) for move in moves} - answers(name)
        assert wrong, name
        met |= {game.why_not(table, hand, move).key for move in wrong}
    # What is left can only be typed.
    typed = {"not_in_pile", "no_such_meld", "does_not_fit", "ace_end"}
    assert met == Rummy500Face.reasons.keys() - typed


@pytest.mark.parametrize(("options", "two", "stock"), [("", 10, 31), ("deal_2p=13", 13, 25)])
def test_the_deal_table_counts_hands_pile_and_stock(options, two, stock):
    rows = [tuple(map(int, row)) for row in rows_of(sections("en", options)["setup"])]
    assert [row[:3] for row in rows] == [(2, two, 1), (3, 7, 1), (4, 7, 1)]
    assert all(seats * hand + up + left == 52 for seats, hand, up, left in rows)
    assert rows[0][3] == stock
    answer = [int(number) for number in numbers_in(sections("en", options)["faq-cards"])]
    assert answer == [hand for _, hand, *_ in rows][:2]


def test_thirteen_cards_for_two_leave_the_stock_that_the_page_names():
    assert numbers_in(sections()["variant-two"]) == ["13", "25", "31"]


@pytest.mark.parametrize("seats", Rummy500.SEATS)
@pytest.mark.parametrize(("second", "moves"), [("9d", {"+", "+9h"}), ("8d", {"+"})])
def test_the_left_of_the_dealer_begins_and_may_take_the_first_card_if_it_is_of_use(
    seats, second, moves
):
    game = Rummy500.from_options(f"seats={seats}")
    dealt = game.apply(game.start(), DEAL + spell(each(PACK)))
    hands = (hand_of(["9c", second]), *dealt.hands[1:])
    turned_up = dealt.table._replace(pile=(NAMED["9h"],))
    assert turned_up.turn == 0
    assert moves_of(game, State(turned_up, hands, dealt.stock)) == moves


def test_before_the_draw_nothing_is_laid_and_the_first_card_needs_a_use():
    assert placed(sections()["turn"]) == ["order"]
    assert answers("order") == {"+", "+9s"}
    assert placed(sections()["start"]) == ["first-card"]
    assert takes("first-card") == set()
    assert takes("first-card", KEEPING) == {"Kd"}


def test_the_example_of_taking_is_the_engines():
    ([reached], taken, meld, *useless, [alone]) = blocks(sections()["take"])[1][:7]
    table, hand = asked("reach").position[1:3]
    pile = spell(table.pile, " ").split()
    assert takes("reach") == {reached}
    assert taken == pile[pile.index(reached) :]
    assert set(meld) <= {*spell(each(hand), " ").split(), *taken}
    assert {reached, alone, *(card for [card] in useless)} == set(pile)
    assert takes("reach", HAND_ONLY) == set()
    assert takes("reach", KEEPING) == {reached, alone}
    assert takes("reach", f"{KEEPING} {HAND_ONLY}") == {alone}


def test_only_what_lies_above_may_help():
    assert takes("whole-pile") == {"7c", "8c"}
    assert takes("whole-pile", HAND_ONLY) == set()
    table = asked("whole-pile").position.table
    pile = spell(table.pile, " ").split()
    assert pile[0] == "7c"
    assert pile.index("8c") < pile.index("9c")


def test_the_card_reached_for_goes_first_and_what_came_with_it_is_free():
    assert placed(sections()["use"]) == ["use-first", "after-use", "several"]
    for options in "", HAND_ONLY, MELD_ONLY:
        game, state = state_of("use-first", options)
        assert moves_of(game, state) == {"QcQdQh"}
        state = game.apply(state, "QcQdQh")
        _, table, hand, _ = asked("after-use", options).position
        assert (state.hands[0], state.table.melds) == (hand, table.melds)
        assert moves_of(game, state) == answers("after-use", options)
    assert {f"-{card}" for card in spell(each(hand), " ").split()} < answers("after-use")
    assert "-5s" in answers("after-use")


def test_several_cards_laid_off_together_are_use_unless_only_a_new_meld_is():
    assert takes("several") == {"7h"}
    game, state = state_of("several")
    assert moves_of(game, game.apply(state, "+7h")) == {"6h7h>1"}
    game, table, hand, _ = asked("several").position
    assert game.legal_moves(table, hand & ~NAMED["6h"]) == ["+"]
    assert takes("several", HAND_ONLY) == {"7h"}
    assert takes("several", MELD_ONLY) == set()


def test_the_melds_drawn_are_melds_and_the_example_offers_no_others():
    [melds] = reading.lines(sections()["meld"])
    assert len(melds) == 4
    for row in melds:
        assert "".join(row) in legal([*row, "8s"], turn="meld")
    good = answers("melds") & set(asked("melds").offers)
    assert len(good) == 2
    assert all("9d" in move for move in good)


def test_the_examples_of_laying_off_are_the_engines():
    assert placed(sections()["layoff"]) == ["lay-off", "ends", "two-places"]
    laid = {name: {move for move in answers(name) if ">" in move} for name in examples.names(SLUG)}
    assert laid["lay-off"] == {"9s>1", "3s>2"}
    assert laid["ends"] == {"4s>1", "Jd>2"}
    assert laid["two-places"] == {"7h>1", "7h>2", "Jh>2", "7hJh>2"}
    game, state = state_of("two-places")
    state = game.apply(state, "7h>1")
    assert len(state.table.melds) == 2
    assert {move for move in moves_of(game, state) if ">" in move} == {"Jh>2"}


def test_a_full_set_takes_nothing_and_a_set_becomes_no_run():
    assert legal(["8c", "Td"], turn="meld", melds="9c9d9h9s") == {"-8c", "-Td"}
    assert legal(["Tc", "Jc"], turn="meld", melds="9c9d9h") == {"-Tc", "-Jc"}


def test_how_the_last_card_goes_is_what_the_page_says():
    assert answers("last-card") == {"Qc>2", "-Qc"}
    for move in "Qc>2", "-Qc":
        game, state = state_of("last-card")
        assert game.apply(state, move).table.turn == CHANCE
    assert answers("last-card", LEAVING) == {"-Qc"}
    assert answers("last-card", FLOATING) == {"Qc>2", "-Qc"}
    game, state = state_of("last-card", FLOATING)
    assert game.apply(state, "Qc>2").table.turn == 1
    assert game.apply(state, "-Qc").table.turn == CHANCE


def test_the_round_cannot_be_ended_while_there_is_a_stock():
    assert answers("one-left") == {"+"}
    assert answers("one-left", PLAYING_ON) == {"+"}


def test_whoever_draws_the_last_card_of_the_stock_finishes_the_round():
    game, state = at_table(["Kc", "Kd"], face_down=["2h"], pile="4s")
    state = game.apply(state, "+")
    assert state.table.turn == 0
    assert game.apply(state, "-2h").table.turn == CHANCE


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pips", ["face", "fives"])
def test_the_points_table_is_the_engines(language, pips):
    game = Rummy500.from_options(f"pips={pips}")
    worth = {rank: str(game.value(NAMED[f"{rank}c"])) for rank in "A23456789TJQK"}
    printed = [points for _, points in rows_of(sections(language, f"pips={pips}")["scoring"])]
    assert printed[:4] == [worth[rank] for rank in "AKQJ"]
    if pips == "face":
        assert [worth[rank] for rank in "23456789T"] == [str(n) for n in range(2, 11)]
        assert len(printed) == 5
    else:
        assert {worth[rank] for rank in "23456789"} == {printed[5]}
        assert printed[4] == worth["T"]


@pytest.mark.parametrize("low", ["15", "1", "5"])
def test_an_ace_counts_what_the_page_says_in_every_place(low):
    game = Rummy500.from_options(f"ace_low_value={low}")
    worth = {meld: game.worth(meld) for meld in ("As2s3s", "QsKsAs", "AcAdAh")}
    assert worth == {"As2s3s": int(low) + 5, "QsKsAs": 15 + 20, "AcAdAh": 45}
    answer = numbers_in(sections("en", f"ace_low_value={low}")["faq-ace"])
    assert answer == (["15", "1"] if low == "15" else [low, "15"])


def example(language="en", options=""):
    """The rows of the worked example: cards on the table, cards in hand, the numbers."""
    rows = rows_of(sections(language, options)["example"])
    return [(cards_of(laid), cards_of(hand), numbers_in(score)) for _, laid, hand, score in rows]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", ["", "pips=fives", "ace_low_value=1"])
def test_the_worked_example_adds_up(language, options):
    game = Rummy500.from_options(options)
    for laid, hand, numbers in example(language, options):
        plus, minus, score = map(int, numbers)
        assert plus == game.value(hand_of(laid))
        assert minus == game.value(hand_of(hand))
        assert score == plus - minus


@pytest.mark.parametrize(
    "options", ["", "pips=fives", "ace_low_value=1", LEAVING, f"{KEEPING} {MELD_ONLY}", FLOATING]
)
def test_a_round_can_go_as_the_worked_example_tells(options):
    game = Rummy500.from_options(f"seats=3 {options}")
    hands = [read_cards(" ".join(laid + hand)) for laid, hand, _ in example("en", options)]
    order = [card for round_ in zip(*hands, strict=True) for card in round_]
    order += read_cards("Tc 2c 3c 4c 5c")
    order += [card for card in each(PACK) if card not in order]
    state = game.apply(game.start(), DEAL + spell(order))
    for text in (
        "+ 9c9d9h 4s5s6s -2c",
        "+ QdKdAd 7s8s>2 -3c",
        "+ 9s>2 -4c",
        "+ Jd>3 -5c",
    ):
        for move in text.split():
            state = game.apply(state, parse(game, state, move))
    assert state.table.turn == CHANCE
    assert list(state.table.scores) == [int(numbers[-1]) for *_, numbers in example("en", options)]


def totals(language):
    return [
        [int(numbers_in(cell)[0]) for cell in cells]
        for _, *cells in rows_of(sections(language)["winner"])
    ]


def after_round(before, **changed):
    """The match after a round that gave +20, +45 and -10."""
    game = Rummy500.from_options("seats=3")
    hands = tuple(NAMED[card] for card in ("2c", "5h", "Kc"))
    table = game.place(hands[0], {"turn": "meld"})
    table = table._replace(points=(20, 50, 0), scores=before, **changed)
    return game, game.apply(State(table, hands, ()), "-2c").table


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_a_match_ends_as_the_page_says(language):
    rows = totals(language)
    assert [last for _, last, _ in rows] == [20, 45, -10]
    assert all(before + last == total for before, last, total in rows)
    game, table = after_round(tuple(before for before, *_ in rows))
    assert list(table.scores) == [total for *_, total in rows]
    assert table.turn == NOBODY
    assert game.winners(table) == (1,)


def test_a_shared_best_total_goes_on_and_the_last_round_ends_the_match_in_any_case():
    game, table = after_round((500, 475, 0))
    assert table.turn == CHANCE
    game, table = after_round((100, 0, 0), round=game.max_rounds)
    assert table.turn == NOBODY
    assert game.winners(table) == (0,)
    game, table = after_round((125, 100, 0), round=game.max_rounds)
    assert game.winners(table) == (0, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_variants_are_the_engines_options_and_the_default_is_bold(language):
    rows = rows_of(sections(language)["variants"])
    defaults, choices = Rummy500().options(), Rummy500.choices()
    assert sorted(codes(" ".join(option for _, option, _ in rows))) == sorted(defaults)
    for _, option, values in rows:
        (name,) = codes(option)
        if name == "seats":
            assert codes(values) == [str(seats) for seats in Rummy500.SEATS]
            assert reading.bold_codes(values) == [str(seats) for seats in Rummy500.RANKED]
        else:
            assert sorted(codes(values)) == sorted(choices[name] or [defaults[name]])
            assert reading.bold_codes(values) == [defaults[name]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_that_the_text_sets_is_one(language):
    given = {code for code in codes(pages.find(language, SLUG).html) if "=" in code}
    assert len(given) >= 4
    for code in given:
        # As the page says, these two go together.
        with_it = "go_out=must_discard" if code == "floating=true" else ""
        assert Rummy500.from_options(f"{code} {with_it}") != Rummy500()


def test_the_example_of_keeping_the_top_card_is_the_engines():
    assert placed(sections()["variant-top"]) == ["kept-card"]
    assert answers("kept-card") == {"-2c", "-5d", "-Jh"}
    assert legal(["2c", "5d"], pile="Ks") == {"+"}
    assert legal(["2c", "5d"], KEEPING, pile="Ks") == {"+", "+Ks"}
    assert legal(["Ks"], KEEPING, kept="Ks") == {"-Ks"}
    assert legal(["9c", "9d", "2h"], f"{KEEPING} {PLAYING_ON}", pile="9h Ks", stock="0") == {
        "+9h",
        ".",
    }


@pytest.mark.parametrize("options", ["", KEEPING])
def test_a_round_in_which_top_cards_may_be_kept_ends_after_the_turns_that_the_page_names(options):
    said = str(MOST_TURNS)
    assert numbers_in(sections("en", options)["variant-top"]) == [said]
    assert (said in numbers_in(sections("en", options)["end"])) == (options == KEEPING)


def test_with_a_new_meld_only_the_others_may_be_laid_off_later():
    assert placed(sections()["variant-use"]) == ["new-meld"]
    assert answers("new-meld") == {"8c8d8s"}
    game, state = at_table(
        ["8c", "8d", "8s", "9h", "2d"], MELD_ONLY, ["2h"], must="8s", taken="9h", melds="6h7h8h"
    )
    assert "9h>1" in moves_of(game, game.apply(state, "8c8d8s"))


def test_cards_taken_along_that_may_not_help_may_follow():
    assert placed(sections()["variant-support"]) == ["taken-cards"]
    assert answers("taken-cards") == {"9c9d9h"}
    game, state = state_of("taken-cards")
    assert "9s>1" in moves_of(game, game.apply(state, "9c9d9h"))


def test_a_run_from_two_to_king_takes_the_ace_at_either_end():
    run = "2h3h4h5h6h7h8h9hThJhQhKh"
    asks = legal(["Ah", "2c"], "ace_low_value=1", turn="meld", melds=run)
    assert asks == {"Ah>1<", "Ah>1^", "-Ah", "-2c"}
    assert legal(["Ah", "2c"], turn="meld", melds=run) == {"Ah>1", "-Ah", "-2c"}


def test_the_examples_of_fives_are_what_the_engine_counts():
    html = sections()["variant-pips"]
    _, runs = blocks(html)
    fives = Rummy500.from_options("pips=fives")
    worth = [str(game.worth("".join(run))) for run in runs for game in (fives, Rummy500())]
    assert numbers_in(html) == ["2", "9", "5", "10", *worth]
    assert fives.value(NAMED["2c"]) == fives.value(NAMED["9c"]) == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_the_low_ace_is_what_the_engine_counts(language):
    html = sections(language)["variant-ace"]
    _, [run] = blocks(html)
    for value, worth in (15, 20), (1, 6), (5, 10):
        game = Rummy500.from_options(f"ace_low_value={value}")
        assert game.worth("".join(run)) == worth
        assert str(worth) in numbers_in(html)
        assert game.worth("QdKdAd") == 35


def test_the_example_of_a_discard_to_go_out_is_the_engines():
    assert placed(sections()["variant-out"]) == ["no-discard-left"]
    assert takes("no-discard-left") == {"9h"}
    table, hand = asked("no-discard-left").position[1:3]
    assert {*Rummy500().legal_moves(table, hand)} == {"+", "+9h", "+9c"}


def test_a_floating_player_goes_on_without_cards():
    game, state = at_table(["4c", "5c", "6c"], FLOATING, ["2h"], turn="meld", pile="Ks")
    state = game.apply(state, "4c5c6c")
    assert state.hands[0] == 0
    assert state.table.turn == 1
    drawing = legal([], FLOATING, pile="Ks", melds="4c5c6c")
    assert drawing == {"+"}
    assert legal([], FLOATING, pile="7c", melds="4c5c6c") == {"+", "+7c"}


def test_without_a_stock_a_player_may_take_or_end_the_round():
    assert placed(sections()["variant-stock"]) == ["empty-stock"]
    assert answers("empty-stock") == {"+9h", "."}
    game, state = at_table(["Kc", "2h"], PLAYING_ON, pile="9h", turn="meld")
    assert game.apply(state, "-Kc").table.turn == CHANCE


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_levels_earn_the_points_that_the_page_names(language):
    printed = [points for *_, points in rows_of(sections(language)["bots"])]
    assert printed == [f"+{points}" for points in POINTS.values()]
