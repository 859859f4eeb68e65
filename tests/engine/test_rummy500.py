"""The rules of Rummy 500, one sentence a test, with values worked out by hand."""

from pathlib import Path
from random import Random

import pytest

from games.engine.cards import NAMED, PACK, each, read_cards, spell
from games.engine.chance import shuffle
from games.engine.game import (
    CHANCE,
    NOBODY,
    IllegalMove,
    InvalidMove,
    Move,
    OptionError,
    PositionError,
    Reason,
    State,
    parse,
)
from games.engine.melds import FITS, MELDS
from games.engine.position import loads
from games.engine.record import Record
from games.engine.rummy500 import DRAW, MELD, MOST_TURNS, USE, Rummy500, Rummy500Table
from tests.engine.compare_rummy500 import any_options, compare
from tests.engine.slow_rummy500 import SlowRummy500


def cards(text: str) -> int:
    return sum(read_cards(text))


def dealt(game: Rummy500, hands: list[str], up: str, stock: str = "") -> State[Rummy500Table]:
    """The first deal with these hands, this card turned up, these first cards of the stock."""
    held = [read_cards(hand) for hand in hands]
    order = [hand[at] for at in range(len(held[0])) for hand in held]
    order += read_cards(up) + read_cards(stock)
    order += each(PACK & ~sum(order))
    return game.apply(game.start(), Move("deal:" + spell(order)))


def late(
    game: Rummy500,
    hands: list[str],
    pile: str = "",
    melds: dict[str, int] | None = None,
    stock: str | None = None,
    **fields: object,
) -> State[Rummy500Table]:
    """A state in the first round: seat 0 is to draw. ``melds`` says who laid each meld.

    All other cards are in the stock unless it is given; ``fields`` sets further ones of the table.
    """
    held = tuple(cards(hand) for hand in hands)
    melds = melds or {}
    none = (0,) * game.seats
    laid, points, fits = [*none], [*none], 0
    for text, seat in melds.items():
        laid[seat] |= MELDS[text].cards
        points[seat] += game.worth(text)
        fits |= FITS[text]
    lying = cards(pile) | sum(laid)
    left = each(PACK & ~(sum(held) | lying)) if stock is None else read_cards(stock)
    table = Rummy500Table(
        0, none, lying, none, 0, DRAW, tuple(read_cards(pile)), tuple(melds), tuple(laid),
        tuple(points), fits, 0, 0, 0, game.seats - 1, 1, 0,
    )  # fmt: skip
    rest = tuple(left)
    return State(table._replace(stock=len(rest), **fields), held, rest)  # type: ignore[arg-type]


def play(game: Rummy500, state: State[Rummy500Table], moves: str) -> State[Rummy500Table]:
    for move in moves.split():
        state = game.apply(state, parse(game, state, move))
    return state


def legal(game: Rummy500, state: State[Rummy500Table]) -> str:
    return " ".join(game.legal_moves(state.table, state.hands[state.table.turn]))


def sizes(state: State[Rummy500Table]) -> list[int]:
    return [hand.bit_count() for hand in state.hands]


# The deal


@pytest.mark.parametrize(
    ("options", "hand", "stock"),
    [
        ("seats=2", 10, 31),
        ("seats=3", 7, 30),
        ("seats=4", 7, 23),
        ("seats=2 deal_2p=13", 13, 25),
        ("seats=3 deal_2p=13", 7, 30),
    ],
)
def test_hands_a_card_turned_up_and_the_stock(options: str, hand: int, stock: int) -> None:
    game = Rummy500.from_options(options)
    state = game.apply(game.start(), Move("deal:" + spell(each(PACK))))
    assert sizes(state) == [hand] * game.seats
    assert (len(state.table.pile), state.table.stock, len(state.stock)) == (1, stock, stock)
    assert (state.table.phase, state.table.turn) == (DRAW, 0)


def test_the_first_dealer_is_the_last_seat_and_seat_0_gets_the_first_card() -> None:
    game = Rummy500(seats=3)
    state = game.start()
    assert (state.table.dealer, state.table.round, state.table.turn) == (2, 0, CHANCE)
    assert (state.table.stock, game.to_shuffle(state)) == (52, PACK)
    state = game.apply(state, Move("deal:" + spell(each(PACK))))
    assert spell(each(state.hands[0]), " ") == "Ac 4c 7c Tc Kc 3d 6d"
    # 21 cards are dealt, the last is 8d: 9d is turned up and Td is the next of the stock.
    assert spell(state.table.pile) == "9d"
    assert spell(state.stock[:2], " ") == "Td Jd"
    assert (state.table.dealer, state.table.round, state.table.turn) == (2, 1, 0)


def test_the_deal_moves_on_clockwise_and_the_table_is_cleared() -> None:
    game = Rummy500(seats=3)
    state = late(game, ["2c", "3d", "4h"], "Kc", {"QcQdQh": 1}, phase=MELD)
    state = play(game, state, "-2c")
    assert (state.table.turn, state.table.dealer, state.table.round) == (CHANCE, 0, 1)
    assert game.to_shuffle(state) == PACK
    state = game.apply(state, Move("deal:" + spell(each(PACK))))
    table = state.table
    assert (table.turn, table.dealer, table.round, table.turns) == (1, 0, 2, 0)
    # Seat 1, left of the dealer, got the first card.
    assert [bool(hand & NAMED["Ac"]) for hand in state.hands] == [False, True, False]
    assert (table.melds, table.laid, table.points, table.fits) == ((), (0,) * 3, (0,) * 3, 0)
    assert (table.shown, table.scores) == ((0,) * 3, (0, 27, -4))


# The turn


def test_draw_then_lay_then_discard_then_the_next_seat() -> None:
    game = Rummy500(seats=2)
    state = late(game, ["7h 8h 2c", "Kd Ks"], "4d", stock="9h Tc 3s")
    assert legal(game, state) == "+"
    state = play(game, state, "+")
    assert (state.table.turn, state.table.phase, state.table.stock) == (0, MELD, 2)
    assert legal(game, state) == "7h8h9h -2c -7h -8h -9h"
    state = play(game, state, "7h8h9h")
    assert (state.table.turn, state.table.melds, legal(game, state)) == (0, ("7h8h9h",), "-2c")
    state = play(game, state, "-2c")
    assert state.table.turn == CHANCE  # seat 0 is out


def test_a_drawn_card_is_hidden_and_taken_ones_are_known_until_they_leave_the_hand() -> None:
    game = Rummy500(seats=2)
    state = late(game, ["9s 2d Kc", "3h 3s 8c"], "5h 9h 4d 9c")
    state = play(game, state, "+9h")
    assert state.table.shown == (cards("9h 4d 9c"), 0)
    state = play(game, state, "9c9h9s")
    assert state.table.shown == (cards("4d"), 0)
    state = play(game, state, "-2d")
    assert state.table.shown == (cards("4d"), 0)
    state = play(game, state, "+ -8c")
    assert state.table.shown == (cards("4d"), 0)
    state = play(game, state, "+ -4d")
    assert state.table.shown == (0, 0)


def test_the_reached_card_is_laid_next_and_the_others_are_cards_like_all() -> None:
    game = Rummy500(seats=2)
    state = late(game, ["9s 2d Kc", "3h 3s 8c"], "5h 9h 4d 9c")
    assert legal(game, state) == "+ +9h"
    state = play(game, state, "+9h")
    table = state.table
    assert (table.phase, spell(table.pile)) == (USE, "5h")
    assert (table.must, table.taken, table.kept) == (cards("9h"), cards("4d 9c"), 0)
    assert state.hands[0] == cards("9s 2d Kc 9h 4d 9c")
    assert legal(game, state) == "9c9h9s"
    state = play(game, state, "9c9h9s")
    table = state.table
    assert (table.phase, table.must, table.taken) == (MELD, 0, cards("4d"))
    assert table.points == (27, 0)
    assert legal(game, state) == "-Kc -2d -4d"
    state = play(game, state, "-4d")
    assert spell(state.table.pile) == "5h4d"
    assert (state.table.taken, state.table.phase, state.table.turn) == (0, DRAW, 1)


def test_melds_and_lay_offs_of_one_turn_may_build_on_each_other() -> None:
    game = Rummy500(seats=2)
    state = late(game, ["3d 4d 5d 6d Kc Kh", "8c"], phase=MELD)
    state = play(game, state, "3d4d5d 6d>1")
    assert state.table.melds == ("3d4d5d6d",)
    assert state.table.points == (18, 0)


def test_a_lay_off_counts_for_the_seat_that_lays_it() -> None:
    game = Rummy500(seats=3)
    state = late(game, ["6h 7h Kc", "9d 8s", "2d 4s"], "Ah", {"3h4h5h": 1, "9c9h9s": 2})
    state = play(game, state, "+ 6h7h>1 -Kc + 9d>2 -8s")
    table = state.table
    assert table.melds == ("3h4h5h6h7h", "9c9d9h9s")
    assert table.laid == (cards("6h 7h"), cards("3h 4h 5h 9d"), cards("9c 9h 9s"))
    # 3 + 4 + 5 are 12 for seat 1 from before, and 27 for seat 2.
    assert table.points == (13, 12 + 9, 27)


def test_a_card_may_fit_two_melds_and_another_one_afterwards() -> None:
    game = Rummy500(seats=2)
    melds = {"6h7h8h": 0, "9c9d9s": 1}
    state = late(game, ["9h Th 2c", "3d"], "Kd", melds, phase=MELD)
    assert legal(game, state) == "9h>1 9hTh>1 9h>2 -2c -9h -Th"
    on_the_run = play(game, state, "9h>1")
    assert legal(game, on_the_run) == "Th>1 -2c -Th"
    on_the_set = play(game, state, "9h>2")
    assert legal(game, on_the_set) == "-2c -Th"


def test_the_stock_gives_its_next_card() -> None:
    game = Rummy500(seats=2)
    state = late(game, ["2c 7d", "3d 9s"], "Kd", stock="Jh 5s 4c")
    state = play(game, state, "+")
    assert state.hands[0] == cards("2c 7d Jh")
    assert spell(state.stock) == "5s4c"


# Going out


def test_two_melds_may_empty_the_hand() -> None:
    game = Rummy500()
    hands = ["4c 5c 6c Qd Qh", "Kc", "2d 3d", "As"]
    state = late(game, hands, "8s", stock="Qs 2c 3c 4s", scores=(100, 100, 100, 100))
    state = play(game, state, "+ 4c5c6c QdQhQs")
    table = state.table
    # 4 + 5 + 6 + 30.
    assert table.points == (45, 0, 0, 0)
    assert (table.turn, table.scores) == (CHANCE, (145, 90, 95, 85))


def test_the_last_discard_empties_the_hand() -> None:
    game = Rummy500(seats=2)
    state = play(game, late(game, ["2c", "Kc 9d"], phase=MELD), "-2c")
    assert (state.table.turn, state.table.scores) == (CHANCE, (0, -19))
    assert (state.table.shown, state.hands) == ((0, cards("Kc 9d")), (0, cards("Kc 9d")))


def test_what_explains_a_round_stays_until_the_next_deal() -> None:
    game = Rummy500(seats=2)
    melds = {"8c8d8h": 0}
    state = late(game, ["As Kd 9c", "4s 5s"], "Td", melds, stock="6s 2c", turn=1)
    state = play(game, state, "+ 4s5s6s")
    table = state.table
    assert (table.melds, table.points) == (("8c8d8h", "4s5s6s"), (24, 15))
    assert (table.laid, spell(table.pile)) == ((cards("8c 8d 8h"), cards("4s 5s 6s")), "Td")
    # 24 on the table, ace 15, king 10 and nine in the hand: -10.
    assert table.scores == (-10, 15)
    assert (table.shown, table.turn) == ((cards("As Kd 9c"), 0), CHANCE)
    assert table.points[0] - game.value(table.shown[0]) == -10
    assert (table.phase, table.must, table.taken, table.kept) == (DRAW, 0, 0, 0)


def test_two_nines_and_the_third_go_out_without_a_discard() -> None:
    game = Rummy500(seats=2)
    state = play(game, late(game, ["9s 9d", "Ac"], "9h"), "+9h 9d9h9s")
    assert (state.table.turn, state.table.scores) == (CHANCE, (27, -15))


def test_a_floating_seat_plays_on_and_goes_out_with_a_discard() -> None:
    game = Rummy500(seats=2, go_out="must_discard", floating="true")
    state = late(game, ["9s 9d", "Ac 3c 4h"], "9h", stock="Kd Qs 7c 2s")
    state = play(game, state, "+9h 9d9h9s")
    table = state.table
    assert (table.turn, table.phase, table.turns, sizes(state)) == (1, DRAW, 1, [0, 3])
    assert (table.pile, table.scores) == ((), (0, 0))
    state = play(game, state, "+ -Kd")
    # Seat 0 holds nothing and draws a card, which it can only discard: it is out.
    assert legal(game, state) == "+"
    state = play(game, state, "+")
    assert legal(game, state) == "-Qs"
    state = play(game, state, "-Qs")
    assert (state.table.turn, state.table.scores) == (CHANCE, (27, -22))


def test_a_floating_seat_that_lays_its_one_card_floats_on() -> None:
    game = Rummy500(seats=2, go_out="must_discard", floating="true")
    state = late(game, ["", "Ac 3c"], "Kd", {"9d9h9s": 0}, stock="9c 2s 5h")
    state = play(game, state, "+ 9c>1")
    assert (state.table.turn, sizes(state), state.table.points) == (1, [0, 2], (36, 0))
    state = play(game, state, "+ -2s + -5h")
    assert (state.table.turn, state.table.scores) == (CHANCE, (36, -18))


def test_the_last_stock_card_of_a_floating_seat_ends_the_round() -> None:
    game = Rummy500(seats=2, go_out="must_discard", floating="true")
    state = late(game, ["", "Ac 3c"], "Kd", {"9d9h9s": 0}, stock="9c")
    state = play(game, state, "+ 9c>1")
    assert (state.table.turn, state.table.scores) == (CHANCE, (36, -18))


# Cards to keep


def test_a_kept_card_stays_in_the_hand_until_the_turn_is_over() -> None:
    game = Rummy500(seats=2, top_card="keep_no_discard")
    state = late(game, ["2c 5d", "3h 9s"], "4d Ks", stock="Tc 8h 8s")
    state = play(game, state, "+Ks")
    table = state.table
    assert (table.phase, table.must, table.taken, table.kept) == (MELD, 0, 0, cards("Ks"))
    assert table.shown == (cards("Ks"), 0)
    assert legal(game, state) == "-2c -5d"
    state = play(game, state, "-2c + -Tc +")
    assert state.table.kept == 0
    assert legal(game, state) == "-5d -8h -Ks"


def test_a_kept_card_that_was_laid_holds_nothing_back() -> None:
    game = Rummy500(seats=2, top_card="keep_no_discard")
    state = late(game, ["2c Kd", "3h 9s"], "4d Ks", {"TsJsQs": 1})
    state = play(game, state, "+Ks")
    assert legal(game, state) == "Ks>1 -2c -Kd"
    state = play(game, state, "Ks>1")
    assert (state.table.kept, legal(game, state)) == (0, "-2c -Kd")


def test_a_deeper_take_needs_a_use_also_where_the_top_card_may_be_kept() -> None:
    game = Rummy500(seats=2, top_card="keep_no_discard")
    state = late(game, ["Kc Kd 5d", "3h 9s"], "4d Ks 7h")
    assert legal(game, state) == "+ +Ks +7h"
    state = play(game, state, "+Ks")
    assert (state.table.phase, state.table.must, state.table.kept) == (USE, cards("Ks"), 0)


def test_a_round_of_kept_cards_is_over_after_400_turns() -> None:
    game = Rummy500(seats=2, top_card="keep_no_discard")
    state = late(game, ["2c 5d", "3h 9s"], "Ks")
    for turn in range(MOST_TURNS):
        assert (state.table.turn, state.table.turns) == (turn % 2, turn)
        state = play(game, state, "+" + spell(state.table.pile))
        discard = next(m for m in game.legal_moves(state.table, state.hands[turn % 2]) if "-" in m)
        state = game.apply(state, discard)
    table = state.table
    assert (table.turn, table.turns, table.stock) == (CHANCE, 400, 47)
    assert sum(table.scores) == -sum(game.value(hand) for hand in state.hands)


# The empty stock


def test_the_seat_that_draws_the_last_card_finishes_its_turn() -> None:
    game = Rummy500(seats=2)
    state = late(game, ["2c 3h", "9d Td"], "Ks", {"JdQdKd": 0}, stock="8d")
    state = play(game, state, "+ -8d")
    # Seat 1 could have used the 8d with its 9d and Td.
    assert (state.table.turn, state.table.scores) == (CHANCE, (30 - 5, -19))


def test_discard_only_goes_on_with_the_pile_or_ends_by_choice() -> None:
    game = Rummy500(seats=2, stock_out="discard_only")
    start = late(game, ["2c 3h", "9d Td"], "Ks", {"JdQdKd": 0}, stock="8d")
    state = play(game, start, "+ -8d")
    assert legal(game, state) == "+8d ."
    ended = play(game, state, ".")
    assert (ended.table.turn, ended.table.scores) == (CHANCE, (25, -19))
    assert (ended.table.shown, ended.table.points) == (ended.hands, (30, 0))
    state = play(game, state, "+8d")
    # As a run of its own or with the nine and the ten under the jack.
    assert legal(game, state) == "8d9dTd 8d9dTd>1"
    state = play(game, state, "8d9dTd>1")
    assert (state.table.turn, state.table.scores) == (CHANCE, (25, 27))


def test_discard_only_ends_by_itself_when_nothing_can_be_taken() -> None:
    game = Rummy500(seats=2, stock_out="discard_only")
    state = late(game, ["2c 3h", "9d Td"], "Ks", stock="8c")
    state = play(game, state, "+ -8c")
    assert (state.table.turn, state.table.scores) == (CHANCE, (-5, -19))


def test_the_top_card_of_an_empty_stock_must_be_used() -> None:
    game = Rummy500(seats=2, stock_out="discard_only", top_card="keep_no_discard")
    state = late(game, ["2c 3h", "9d Td Kc"], "Ks", {"JhQhKh": 0}, stock="8d")
    state = play(game, state, "+ -8d")
    assert legal(game, state) == "+8d ."
    state = play(game, state, "+8d")
    assert (state.table.must, state.table.kept) == (cards("8d"), 0)
    assert legal(game, state) == "8d9dTd"


# Values


@pytest.mark.parametrize(
    ("options", "hand", "expected"),
    [
        ("", "Ac Kc Qd Jh Ts", 55),
        ("", "2c 3c 4c 5c 6c 7c 8c 9c", 44),
        ("", "", 0),
        ("pips=fives", "2c 3c 4c 5c 6c 7c 8c 9c", 40),
        ("pips=fives", "Ac Kc Qd Jh Ts", 55),
        ("ace_low_value=1", "Ac 2c 3c", 20),
    ],
)
def test_what_cards_in_a_hand_count(options: str, hand: str, expected: int) -> None:
    assert Rummy500.from_options(options).value(cards(hand)) == expected


@pytest.mark.parametrize(
    ("options", "meld", "expected"),
    [
        ("", "As2s3s", 20),
        ("ace_low_value=1", "As2s3s", 6),
        ("ace_low_value=5 pips=fives", "As2s3s", 15),
        ("ace_low_value=1", "QsKsAs", 35),
        ("ace_low_value=1", "AcAdAh", 45),
        ("ace_low_value=1", "As2s3s4s5s6s7s8s9sTsJsQsKs", 1 + 44 + 40),
        ("ace_low_value=1", "2s3s4s5s6s7s8s9sTsJsQsKsAs", 44 + 40 + 15),
        ("pips=fives", "9c9d9h", 15),
    ],
)
def test_what_the_cards_of_a_meld_count(options: str, meld: str, expected: int) -> None:
    game = Rummy500.from_options(options)
    assert game.worth(meld) == expected
    state = late(game, [f"{meld} 5h", "2d", "3d", "4d"], phase=MELD)
    assert play(game, state, meld).table.points[0] == expected


@pytest.mark.parametrize(
    ("options", "meld", "move", "expected"),
    [
        ("", "2s3s4s5s6s7s8s9sTsJsQsKs", "As>1", 15),
        ("ace_low_value=5", "2s3s4s5s6s7s8s9sTsJsQsKs", "As>1<", 5),
        ("ace_low_value=5", "2s3s4s5s6s7s8s9sTsJsQsKs", "As>1^", 15),
        ("ace_low_value=5", "2s3s4s", "As>1", 5),
        ("ace_low_value=5", "JsQsKs", "As>1", 15),
        ("ace_low_value=1", "3h4h5h6h7h8h9hThJhQhKh", "2hAh>1^", 2 + 15),
        ("ace_low_value=1", "3h4h5h6h7h8h9hThJhQhKh", "Ah2h>1<", 2 + 1),
        # The ace lies already: what is laid behind it does not change it.
        ("ace_low_value=1", "As2s3s", "4s>1", 4),
        ("ace_low_value=1", "AcAdAh", "As>1", 15),
    ],
)
def test_what_a_lay_off_counts(options: str, meld: str, move: str, expected: int) -> None:
    game = Rummy500.from_options(f"{options} seats=2")
    laid = move.partition(">")[0]
    state = late(game, [laid + " Kd Qc", "2d"], "", {meld: 1}, phase=MELD)
    assert play(game, state, move).table.points == (expected, game.worth(meld))


# The end of the match


def after_round(game: Rummy500, *scores: int, number: int = 1) -> Rummy500Table:
    """The table after a round in which seat 0 went out, seat 1 had 45 laid and held nothing that
    counts, and the last seat was left with a ten."""
    hands = ["2c", *["3d 4d"] * (game.seats - 2), "Ts"]
    melds = {"QcQdQh": 0, "KcKdKh": 1, "5c5d5h": 1}
    state = late(game, hands, "", melds, phase=MELD, scores=scores, round=number)
    return game.apply(state, Move("-2c")).table


def test_the_highest_total_wins_when_two_have_the_target() -> None:
    game = Rummy500(seats=3)
    table = after_round(game, 470, 477, 310)
    # +30, +45 less 3 and 4, -10.
    assert table.scores == (500, 515, 300)
    assert (table.turn, game.winners(table)) == (NOBODY, (1,))
    assert game.returns(table) == table.scores
    assert table.dealer == 2


@pytest.mark.parametrize(
    ("scores", "over"),
    [
        ((469, 460, 0), False),  # 499
        ((470, 461, 0), True),  # exactly 500, and 499
        ((470, 462, 0), False),  # both have 500
        ((400, 400, 510), True),  # 500 after losing ten
        ((500, 492, 0), False),  # both have 530
    ],
)
def test_the_match_is_over_at_a_highest_total_of_500_that_is_not_shared(
    scores: tuple[int, ...], over: bool
) -> None:
    game = Rummy500(seats=3)
    table = after_round(game, *scores)
    assert table.turn == (NOBODY if over else CHANCE)
    assert bool(game.winners(table)) == over


def test_after_max_rounds_the_highest_total_wins_or_it_is_a_draw() -> None:
    game = Rummy500(seats=3, max_rounds=4)
    assert after_round(game, 0, 0, 0, number=3).turn == CHANCE
    table = after_round(game, 0, 0, 0, number=4)
    assert (table.turn, table.scores, game.winners(table)) == (NOBODY, (30, 38, -10), (1,))
    table = after_round(game, 8, 0, 48, number=4)
    assert (table.turn, table.scores, game.winners(table)) == (NOBODY, (38, 38, 38), (0, 1, 2))
    table = after_round(game, 508, 500, 0, number=4)
    assert (table.scores, game.winners(table)) == ((538, 538, -10), (0, 1))


# Refusals


SUIT_13 = "2s3s4s5s6s7s8s9sTsJsQsKs"


@pytest.mark.parametrize(
    ("options", "position", "move", "reason"),
    [
        # To draw
        ("", "pile: 9h 4d\nhand: 9s 2d", "+9h", "no_use 9h"),
        ("", "pile: 9h 4d\nhand: 9s 2d", "+9c", "not_in_pile 9c"),
        ("", "pile: 9h\nhand: 9s 9d 9c", "9c9d9s", "draw_first"),
        ("", "pile: 9h\nhand: 9s 9d", "-9s", "draw_first"),
        ("", "melds: 9c9d9h\nhand: 9s 2d", "9s>1", "draw_first"),
        ("", "hand: 9s 2d", ".", "stock_left"),
        ("stock_out=discard_only", "hand: 9s 2d", ".", "stock_left"),
        ("stock_out=discard_only", "stock: 0\npile: 2h\nhand: 2s 2d", "+", "stock_empty"),
        ("go_out=must_discard", "pile: 9h\nhand: 9s 9d", "+9h", "nothing_left 9h"),
        ("go_out=must_discard", "pile: 9h\nhand: 9s 8d", "+9h", "no_use 9h"),
        ("go_out=must_discard floating=true", "pile: 9h\nhand: 9s", "+9h", "no_use 9h"),
        ("dig_use=meld_only", "melds: 9c9d9s\npile: 9h\nhand: 2s 8d", "+9h", "no_use 9h"),
        # To lay the reached card
        ("", "must: 9h\nhand: 9s 9d 9h 4c 4d 4h", "-4c", "use_first 9h"),
        ("", "must: 9h\nhand: 9s 9d 9h 4c 4d 4h", "-9h", "use_first 9h"),
        ("", "must: 9h\nhand: 9s 9d 9h 4c 4d 4h", "4c4d4h", "use_first 9h"),
        ("", "must: 9h\nhand: 9s 9d 9h 4c 4d 4h", "+", "use_first 9h"),
        ("", "must: 9h\npile: 2c\nhand: 9s 9d 9h 4c 4d", "+2c", "use_first 9h"),
        ("", "must: 9h\nhand: 9s 9d 9h 4c", ".", "use_first 9h"),
        ("", "must: 9h\nhand: 9s 9d 9h 4c", "9c9d9h", "not_in_hand 9c"),
        ("", "must: 9h\nhand: 9s 9d 9h 8h", "9h8h9d", "no_meld 9d 8h 9h"),
        ("dig_use=meld_only", "must: 9h\nmelds: 6h7h8h\nhand: 9s 9d 9h 4c", "9h>1",
         "new_meld 9h"),
        ("dig_support=hand_only", "must: 9h\ntaken: 9c 4c\nhand: 9s 9d 9c 9h 4c", "9c9h9s",
         "taken_card 9c"),
        ("dig_support=hand_only", "must: 9h\ntaken: Th\nmelds: 6h7h8h\nhand: 9h Th 4c",
         "9hTh>1", "taken_card Th"),
        ("go_out=must_discard", "must: 9h\nhand: 9s 9d 9h 9c", "9c9d9h9s", "nothing_left"),
        # To lay or discard
        ("", "turn: meld\nhand: 9s 2d", "+", "already_drawn"),
        ("", "turn: meld\npile: 9h\nhand: 9s 9d", "+9h", "already_drawn"),
        ("", "turn: meld\nhand: 9s 2d", ".", "already_drawn"),
        ("", "turn: meld\nhand: 9s 2d", "-9h", "not_in_hand 9h"),
        ("", "turn: meld\nhand: 9s 9d", "9c9d9h9s", "not_in_hand 9c 9h"),
        ("", "turn: meld\nhand: 5h 6h 8h", "5h6h8h", "gap 7h"),
        ("", "turn: meld\nhand: Ks As 2s", "KsAs2s", "corner"),
        ("", "turn: meld\nhand: 5h 6h 7h", "5h5h6h7h", "no_meld 5h 5h 6h 7h"),
        ("", "turn: meld\nmelds: 9c9d9h\nhand: 9s 2d", "2d>1", "set_rank 2d"),
        ("", "turn: meld\nmelds: 9c9d9h\nhand: 9s 2d", "9s9s>1", "does_not_fit 9s 9s"),
        ("", "turn: meld\nmelds: As2s3s\nhand: Ks 4s", "Ks>1", "corner"),
        ("", "turn: meld\nmelds: 9c9d9h\nhand: 9s 2d", "9s>2", "no_such_meld"),
        ("", "turn: meld\nmelds: 9c9d9h\nhand: 9s 2d", "9s>0", "no_such_meld"),
        ("", "turn: meld\nhand: 9s 2d", "9s>1", "no_such_meld"),
        ("", "turn: meld\nmelds: 9c9d9h\nhand: 8s 2d", "9s>1", "not_in_hand 9s"),
        ("go_out=must_discard", "turn: meld\nhand: 9s 9d 9h", "9d9h9s", "nothing_left"),
        ("go_out=must_discard", "turn: meld\nmelds: 9c9d9h\nhand: 9s", "9s>1", "nothing_left"),
        ("top_card=keep_no_discard", "kept: 9s\nhand: 9s 2d", "-9s", "kept_card 9s"),
        # Where the ace lies
        ("", "turn: meld\nmelds: 9c9d9h\nhand: 9s 2d", "9s>1^", "ace_end"),
        ("", f"turn: meld\nmelds: {SUIT_13}\nhand: As 2d", "As>1<", "ace_end As"),
        ("ace_low_value=1", f"turn: meld\nmelds: {SUIT_13}\nhand: As 2d", "As>1", "ace_end As"),
        ("ace_low_value=1", "turn: meld\nmelds: 2h3h4h\nhand: Ah 2d", "Ah>1<", "ace_end Ah"),
        ("ace_low_value=1",
         "turn: meld\nhand: As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks",
         "2sAs3s4s5s6s7s8s9sTsJsQsKs",
         "ace_end As"),
    ],
)  # fmt: skip
def test_a_refusal_says_why(options: str, position: str, move: str, reason: str) -> None:
    game, table, hand, _ = loads(f'[Game "rummy-500"]\n[Options "{options}"]\n\n{position}')
    key, *names = reason.split()
    text = game.read(move)
    assert text not in game.legal_moves(table, hand)
    assert game.why_not(table, hand, text) == Reason(key, tuple(read_cards(" ".join(names))))


def test_parse_takes_a_legal_move_and_names_the_trouble_with_others() -> None:
    game = Rummy500(seats=2)
    state = late(game, ["9s 2d Kc", "3h 3s 8c"], "5h 9h 4d 9c")
    assert parse(game, state, "+9H") == "+9h"
    with pytest.raises(IllegalMove, match=r"^Cannot play \+4d: no_use \(4d\)\.$"):
        parse(game, state, "+4d")
    with pytest.raises(IllegalMove, match="not_chance"):
        parse(game, state, "deal:4d")


# Texts


@pytest.mark.parametrize(
    ("options", "text", "move"),
    [
        ("", "+", "+"),
        ("", ".", "."),
        ("", "+9C", "+9c"),
        ("", "-tH", "-Th"),
        ("", "9H7h8h", "7h8h9h"),
        ("", "AsKsQs", "QsKsAs"),
        ("", "3sAs2s", "As2s3s"),
        ("", "9s9c9h", "9c9h9s"),
        ("", "5c7d2h", "5c7d2h"),
        ("", "7H6h>2", "6h7h>2"),
        ("", "as>12", "As>12"),
        ("ace_low_value=1", "AS>1^", "As>1^"),
        # A batch with an ace: its marks, a two or a king tell where it lies.
        ("ace_low_value=1", "Ah2h>1^", "2hAh>1^"),
        ("ace_low_value=1", "2hAh>1<", "Ah2h>1<"),
        ("", "3h2hAh>1", "Ah2h3h>1"),
        ("ace_low_value=1", "AhKh>1", "KhAh>1"),
        ("ace_low_value=1", "AhKhQh>1", "QhKhAh>1"),
        # These may be meant in both ways, so the ace stays where it was written.
        ("", "AhKh>1", "AhKh>1"),
        ("", "KhAh>1", "KhAh>1"),
        ("", "Ah6h>1", "Ah6h>1"),
        ("", "6hAh>1", "6hAh>1"),
        ("", "7hAh6h>1", "6h7hAh>1"),
        ("", "KsQsJsTs9s8s7s6s5s4s3s2sAs", "As2s3s4s5s6s7s8s9sTsJsQsKs"),
        ("ace_low_value=5", "As3s2s4s5s6s7s8s9sTsJsQsKs", "As2s3s4s5s6s7s8s9sTsJsQsKs"),
        ("ace_low_value=5", "3s2s4s5s6s7s8s9sTsJsQsKsAs", "2s3s4s5s6s7s8s9sTsJsQsKsAs"),
        ("", "deal:7DaS", "deal:7dAs"),
    ],
)
def test_a_text_is_read_in_any_case_and_order(options: str, text: str, move: str) -> None:
    game = Rummy500.from_options(options)
    assert game.read(text) == move
    assert game.read(move) == move


@pytest.mark.parametrize(
    "text",
    ["", "x", "7h", "7h8h", "--", "++", "+7", "-7x", "+7h8h", "7h8h9h>", ">1", "7h>", "7h>x",
     "7h>1<^", "7h>01", "7h8h9h^", "7h>-1", "10h", "-", "..", "7h 8h 9h", "\u212ah>1", "7h>\u0661",
     "deal:", "deal:7x", "shuffle:7h", "7h=s"],
)  # fmt: skip
def test_a_text_of_another_form_is_no_move(text: str) -> None:
    with pytest.raises(InvalidMove):
        Rummy500().read(text)


# Positions


@pytest.mark.parametrize(
    ("options", "body", "words"),
    [
        ("", "pile: 7d", "The hand is empty"),
        ("", "turn: meld", "The hand is empty"),
        ("go_out=must_discard floating=true", "turn: meld", "The hand is empty"),
        ("", "hand: 7x", "'7x' is no card"),
        ("", "hand: 7d 7d", "7d is not among"),
        ("", "hand: 7d\npile: 7d", "7d is not among"),
        ("", "hand: 7d\npile: 8d 8d", "8d is not among"),
        ("", "hand: 7d\npile: 8d\nmelds: 8d9dTd", "8d is not among"),
        ("", "hand: 7d\nmelds: 8d9dTd TdTcTh", "Td is not among"),
        ("", "hand: 7d\nmelds: 8d9dJd", "'8d9dJd' is no set or run"),
        ("", "hand: 7d\nmelds: 8d9d", "'8d9d' is no set or run"),
        ("", "hand: 7d 7h\nmust: 7s", "7s is not among"),
        ("", "hand: 7d 7h\nkept: 7s", "7s is not among"),
        ("", "hand: 7d 7h\ntaken: 7s", "7s is not among"),
        ("", "hand: 7d 7h 7c\nmust: 7d 7h", "one card each"),
        ("", "hand: 7d 7h 7c\nmust: 7d\nturn: draw", "Before the draw"),
        ("", "hand: 7d 7h 7c\ntaken: 7d\nturn: draw", "Before the draw"),
        ("", "hand: 7d 7h 7c\nmust: 7d\ntaken: 7d", "other than the one reached for"),
        ("", "hand: 7d 7h 7c\nkept: 7d", "only for top_card=keep_no_discard"),
        ("top_card=keep_no_discard", "hand: 7d 7h 7c\nkept: 7d\nmust: 7c", "not both"),
        ("", "hand: 7d 7h\nmust: 7d", "Nobody is to move"),
        ("go_out=must_discard", "hand: 7d 7h 7c\nmust: 7d", "Nobody is to move"),
        ("", "hand: 7d\nstock: 0", "Nobody is to move"),
        ("stock_out=discard_only", "hand: 7d\npile: 8d\nstock: 0", "Nobody is to move"),
        ("", "hand: 7d\nstock: x", "'x' is no number of cards"),
        ("", "hand: 7d\nstock: 53", "'53' is no number of cards"),
        ("", "hand: 7d\nturn: discard", "'discard' is unknown: draw, meld"),
        ("", "hand: 7d\nlayout: 8d", "'layout' is no key of rummy-500"),
        ("ace_low_value=1", "hand: 7d\nmelds: 2sAs3s4s5s6s7s8s9sTsJsQsKs", "is no set or run"),
    ],
)
def test_a_text_that_is_no_position_says_why(options: str, body: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        loads(f'[Game "rummy-500"]\n[Options "{options}"]\n\n{body}\n')


def test_the_table_of_a_position() -> None:
    _, table, hand, _ = loads(
        '[Game "rummy-500"]\n[Options "dig_support=hand_only seats=3"]\n\n'
        "pile: 2c 3c\nmelds: 4d5d6d\nmust: 9h\ntaken: Ks\nhand: 9h 9c 9d Ks\nstock: 7"
    )
    assert hand == cards("9h 9c 9d Ks")
    assert (table.turn, table.phase, table.stock) == (0, USE, 7)
    assert (table.pile, table.melds) == ((NAMED["2c"], NAMED["3c"]), ("4d5d6d",))
    assert (table.must, table.taken, table.kept) == (cards("9h"), cards("Ks"), 0)
    assert table.shown == (cards("9h Ks"), 0, 0)
    assert table.face_up == cards("2c 3c 4d 5d 6d")
    assert (table.laid, table.points) == ((0, 0, cards("4d 5d 6d")), (0, 0, 15))
    assert table.fits == cards("3d 7d")


def test_keys_left_out_have_their_defaults() -> None:
    _, table, _, expected = loads('[Game "rummy-500"]\n\nhand: 7d')
    assert (table.phase, table.stock, table.pile, table.melds) == (DRAW, 20, (), ())
    assert expected is None


# Options


DEFAULTS = {
    "seats": "4", "deal_2p": "10", "top_card": "must_use", "dig_use": "meld_or_layoff",
    "dig_support": "hand_and_taken", "ace_low_value": "15", "pips": "face", "go_out": "free",
    "floating": "false", "stock_out": "end_after_turn", "target": "500", "tie": "extra_round",
    "max_rounds": "40", "call_rummy": "false", "jokers": "0", "decks": "1",
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "differs"),
    [
        ("", {}),
        ("preset=standard", {}),
        ("players=3 deals=7", {"seats": "3", "max_rounds": "7"}),
        ("preset=standard deal_2p=13 seats=2", {"seats": "2", "deal_2p": "13"}),
        ("go_out=must_discard floating=true", {"go_out": "must_discard", "floating": "true"}),
        ("jokers=0 decks=1 call_rummy=false tie=extra_round", {}),
    ],
)
def test_every_option_is_written_and_a_preset_never(text: str, differs: dict[str, str]) -> None:
    options = Rummy500.from_options(text).options()
    assert list(options.items()) == list((DEFAULTS | differs).items())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("floating=true", "floating=true needs go_out=must_discard."),
        ("floating=true go_out=free", "floating=true needs go_out=must_discard."),
        ("target=0", "target must be at least 1."),
        ("max_rounds=0", "max_rounds must be at least 1."),
        ("seats=1", "Rummy-500 is for 2 to 4 seats."),
        ("seats=5", "Rummy-500 is for 2 to 4 seats."),
        ("jokers=2", "jokers='2' is unknown: choose 0."),
        ("decks=2", "decks='2' is unknown: choose 1."),
        ("call_rummy=true", "call_rummy='true' is unknown: choose false."),
        ("tie=draw", "tie='draw' is unknown: choose extra_round."),
        ("deal_2p=7", "deal_2p='7' is unknown: choose 10, 13."),
        ("ace_low_value=2", "ace_low_value='2' is unknown: choose 15, 1, 5."),
        ("preset=quick", "preset='quick' is unknown: choose standard."),
        ("deals=2 max_rounds=2", "The option max_rounds is given twice."),
    ],
)
def test_options_that_cannot_be_played_are_refused_in_words(text: str, sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        Rummy500.from_options(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("word", ["rounds=3", "reshuffle=true", "tie"])
def test_an_unknown_option_is_refused(word: str) -> None:
    with pytest.raises(OptionError, match="is no option of rummy-500"):
        Rummy500.from_options(word)


# The order of moves


def kind(move: str) -> int:
    """The stock, the pile, melds, lay-offs, discards, the end of the round."""
    if ">" in move:
        return 3
    return 1 if move[0] == "+" and move != "+" else {"+": 0, "-": 4, ".": 5}.get(move[0], 2)


def order_of(meld: str) -> tuple[int, int, int]:
    """Of a run its suit, its lowest rank and its length; of a set its rank."""
    ranks = "A23456789TJQK"
    if meld[0] == meld[2]:
        return ranks.index(meld[0]), 0, 0
    return "cdhs".index(meld[1]), ranks.index(meld[0]), len(meld)


@pytest.mark.parametrize("seed", range(10))
def test_there_is_always_a_move_and_they_are_listed_in_canonical_order(seed: int) -> None:
    rng = Random(seed)
    game = Rummy500.from_options(any_options(rng))
    state = game.start()
    while state.table.turn != NOBODY:
        table = state.table
        if table.turn == CHANCE:
            state = game.apply(state, shuffle(game, state, rng))
            continue
        moves = game.legal_moves(table, state.hands[table.turn])
        assert moves
        assert len(set(moves)) == len(moves)
        assert [kind(move) for move in moves] == sorted(kind(move) for move in moves)
        takes = [table.pile.index(NAMED[move[1:]]) for move in moves if kind(move) == 1]
        assert takes == sorted(takes)
        melds = [move for move in moves if kind(move) == 2]
        # Runs by suit, then sets by rank.
        order = [(len({*move[1::2]}) > 1, *order_of(move)) for move in melds]
        assert order == sorted(order)
        numbers = [int(move.partition(">")[2].strip("<^")) for move in moves if kind(move) == 3]
        assert numbers == sorted(numbers)
        discards = [NAMED[move[1:]] for move in moves if kind(move) == 4]
        assert discards == sorted(discards)
        state = game.apply(state, rng.choice(moves))


# The slow rulebook


@pytest.mark.parametrize("seats", Rummy500.SEATS)
def test_a_ranked_match_is_as_the_slow_rulebook_has_it(seats: int) -> None:
    assert compare(f"preset=standard seats={seats}", Random(seats)) > 0


def test_every_match_under_any_options_is_as_the_slow_rulebook_has_it() -> None:
    rng, plies = Random(5), 0
    while plies < 20_000:
        plies += compare(any_options(rng), rng)


RECORDS = sorted(Path(__file__).with_name("records").glob("rummy500_*.txt"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_the_slow_rulebook_accepts_the_golden_records(file: Path) -> None:
    record = Record.loads(file.read_text())
    slow = SlowRummy500(record.game.options())
    for ply in record.plies:
        if ply.startswith("deal:"):
            names = ply.removeprefix("deal:")
            slow.deal([names[at : at + 2] for at in range(0, len(names), 2)])
        else:
            assert ply in slow.legal()
            slow.play(ply)
    assert slow.over
    assert " ".join(map(str, slow.totals)) == record.tags["Result"]
