"""The rules of Sevens, one sentence a test, with values worked out by hand."""

import pytest

from games.engine.cards import NAMED, each, read_cards, spell
from games.engine.game import (
    CHANCE,
    NOBODY,
    PASS,
    IllegalMove,
    InvalidMove,
    Move,
    OptionError,
    Reason,
    State,
    parse,
)
from games.engine.position import loads
from games.engine.sevens import Sevens, SevensTable, pips
from tests.engine.playing import deal_of, late_state


def dealt(game: Sevens, *hands: str) -> State[SevensTable]:
    return game.apply(game.start(), deal_of(*hands))


def pack_deal(game: Sevens) -> Move:
    return Move("deal:" + spell(each(game.pack)))


def sizes(state: State[SevensTable]) -> list[int]:
    return [hand.bit_count() for hand in state.hands]


# The deal


def test_the_first_dealer_is_the_last_seat_and_seat_0_gets_the_first_card() -> None:
    game = Sevens(seats=5)
    state = game.start()
    assert (state.table.dealer, state.table.deal, state.table.turn) == (4, 0, CHANCE)
    state = game.apply(state, pack_deal(game))
    assert sizes(state) == [11, 11, 10, 10, 10]
    assert spell(each(state.hands[0]), " ") == "Ac 6c Jc 3d 8d Kd 5h Th 2s 7s Qs"
    assert (state.table.dealer, state.table.deal) == (4, 1)


def test_the_extra_cards_go_to_the_seats_left_of_the_dealer() -> None:
    game = Sevens(seats=5, scoring="pips", rounds=2)
    start = game.start()
    # With seat 0 as the dealer, as in the second deal.
    state = game.apply(start._replace(table=start.table._replace(dealer=0)), pack_deal(game))
    assert sizes(state) == [10, 11, 11, 10, 10]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("seats=2", [26, 26]),
        ("seats=3", [18, 17, 17]),
        ("seats=4", [13] * 4),
        ("seats=6", [9, 9, 9, 9, 8, 8]),
        ("seats=7", [8, 8, 8, 7, 7, 7, 7]),
        ("seats=8", [7, 7, 7, 7, 6, 6, 6, 6]),
        ("seats=3 preset=short32", [11, 11, 10]),
        ("seats=6 preset=short32", [6, 6, 5, 5, 5, 5]),
        ("seats=7 preset=short32", [5, 5, 5, 5, 4, 4, 4]),
        ("seats=8 preset=short32", [4] * 8),
        ("seats=3 deck=36 ace=high center_rank=9", [12] * 3),
    ],
)
def test_all_cards_are_dealt(options: str, expected: list[int]) -> None:
    game = Sevens.from_options(options)
    assert sizes(game.apply(game.start(), pack_deal(game))) == expected


def test_the_deal_moves_on_clockwise() -> None:
    game = Sevens(scoring="pips", rounds=3)
    state = late_state(game, ["Kc", "Kd", "Kh", "Ks"], 0, dealer=3)
    state = game.apply(state, Move("Kc"))
    assert (state.table.turn, state.table.dealer, state.table.deal) == (CHANCE, 0, 1)
    state = game.apply(state, pack_deal(game))
    assert (state.table.dealer, state.table.deal) == (0, 2)
    # Seat 1, left of the dealer, got the first card.
    assert [hand & NAMED["Ac"] for hand in state.hands] == [0, NAMED["Ac"], 0, 0]


# The start

QUARTERS = (
    "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc",
    "Ad 2d 3d 4d 5d 6d 8d 9d Td Jd Qd Kd 7s",
    "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh",
    "As 2s 3s 4s 5s 6s 8s 9s Ts Js Qs Ks 7d",
)


def test_the_holder_of_the_seven_of_diamonds_begins_and_everybody_knows_he_holds_it() -> None:
    game = Sevens()
    table = dealt(game, *QUARTERS).table
    assert table.turn == 3
    assert table.shown == (0, 0, 0, NAMED["7d"])
    assert game.legal_moves(table, sum(read_cards(QUARTERS[3]))) == ["7d"]


def test_the_forced_first_card_is_a_ply_and_then_no_longer_shown() -> None:
    game = Sevens(start_="holder_7H")
    state = dealt(game, *QUARTERS)
    assert state.table.turn == 2
    state = game.apply(state, Move("7h"))
    assert (state.table.turn, state.table.shown) == (3, (0, 0, 0, 0))
    assert spell(game.in_order(state.table.takes), " ") == "7c 7d 6h 8h 7s"


def test_left_of_the_dealer_begins_with_any_seven_or_passes() -> None:
    game = Sevens(start_="left_any_seven")
    table = dealt(game, *QUARTERS).table
    assert (table.turn, table.shown) == (0, (0, 0, 0, 0))
    assert game.legal_moves(table, sum(read_cards("7c 7s 8c"))) == ["7c", "7s"]
    assert game.legal_moves(table, sum(read_cards("8c 6d"))) == ["--"]


# The turn


def test_a_pass_is_a_ply_and_counts_until_the_next_card() -> None:
    game = Sevens()
    state = dealt(game, *QUARTERS)
    seen = []
    for move in ("7d", "7c", "7s", "7h", "6s", "6c", "6d", "6h"):
        seen.append((state.table.turn, state.table.passed))
        state = game.apply(state, parse(game, state, move))
    assert seen == [(3, 0), (0, 0), (1, 0), (2, 0), (3, 0), (0, 0), (1, 0), (2, 0)]
    state = late_state(game, ["Kd", "Jd Qd", "Kh", "Ks"], 0)
    assert game.legal_moves(state.table, state.hands[0]) == ["--"]
    state = game.apply(state, PASS)
    assert (state.table.turn, state.table.passed) == (1, 1)
    state = game.apply(state, Move("Jd"))
    assert (state.table.turn, state.table.passed) == (2, 0)


# Refusals


@pytest.mark.parametrize(
    ("options", "position", "move", "reason"),
    [
        # A card that the seat does not hold, whoever holds it or whether it would fit.
        ("", "layout: 7d\nhand: 8d 2s", "6d", "not_in_hand 6d"),
        ("", "layout: 7d\nhand: 8d 2s", "9d", "not_in_hand 9d"),
        ("", "layout: 7d\nhand: 8d 2s", "8s", "not_in_hand 8s"),
        ("", "hand: 7d 2s", "7c", "not_in_hand 7c"),
        ("preset=short32", "layout: 7d\nhand: 8d", "6d", "not_in_hand 6d"),
        ("", "layout: 7d 8d\nhand: 9d", "7d", "already_down 7d"),
        ("", "hand: 7d 7c", "7c", "first_card 7d"),
        ("", "hand: 7d 7c", "--", "first_card 7d"),
        ("start=holder_7H", "hand: 7h 7d", "7d", "first_card 7h"),
        ("preset=chips start=holder_7D", "hand: 7d 7c", "--", "first_card 7d"),
        ("", "layout: 7d 8d\nhand: 9d 9s Td 8s", "9s", "row_closed 7s"),
        ("", "layout: 7d 8d\nhand: 9d 9s Td 8s", "8s", "row_closed 7s"),
        ("deck=36 ace=high center_rank=9", "layout: 9d\nhand: Td Ts", "Ts", "row_closed 9s"),
        ("", "layout: 7d 8d\nhand: 9d 9s Td 8s", "Td", "not_next 6d 9d"),
        ("", "layout: 7d 8d 9d Td Jd Qd Kd\nhand: 6d 5d", "5d", "not_next 6d"),
        ("preset=short32", "layout: 7d 8d\nhand: 9d Td", "Td", "not_next 9d"),
        ("ace=high", "layout: 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd 7c\nhand: 8c 2d Ac", "Ac",
         "not_next 6c 8c"),
        ("ace=high", "layout: 4d 5d 6d 7d 8d 9d Td Jd Qd Kd\nhand: 2d Ad", "2d", "not_next 3d Ad"),
        ("", "layout: 7d\nhand: 8d 7c 2s", "--", "must_play 7c 8d"),
        ("preset=chips", "layout: 7d\nhand: 8d 2s\npassed: 3", "--", "all_passed"),
    ],
)  # fmt: skip
def test_a_refusal_says_why(options: str, position: str, move: str, reason: str) -> None:
    game, table, hand, _ = loads(f'[Game "sevens"]\n[Options "{options}"]\n\n{position}')
    key, *names = reason.split()
    assert move not in game.legal_moves(table, hand)
    assert game.why_not(table, hand, Move(move)) == Reason(key, tuple(read_cards(" ".join(names))))


def test_parse_takes_a_legal_move_in_any_case_and_names_the_trouble_with_others() -> None:
    game = Sevens()
    state = game.apply(dealt(game, *QUARTERS), Move("7d"))
    assert parse(game, state, "7C") == "7c"
    with pytest.raises(IllegalMove, match=r"^Cannot play 8c: row_closed \(7c\)\.$"):
        parse(game, state, "8c")
    with pytest.raises(InvalidMove, match="'8' is no move: they look like 7d, or -- to pass"):
        parse(game, state, "8")


# The end of a deal


def test_a_deal_ends_at_once_when_a_hand_is_empty() -> None:
    game = Sevens()
    state = late_state(game, ["Kc Qc", "Kd", "Kh", "Ks"], 0)
    state = game.apply(state, Move("Qc"))
    assert state.table.turn == 1
    state = game.apply(state, Move("Kd"))
    assert state.table.turn == NOBODY
    assert state.table.scores == (13, 0, 13, 13)
    assert game.winners(state.table) == (1,)
    assert game.returns(state.table) == (-13, 0, -13, -13)


def test_the_hands_are_laid_open_when_the_deal_is_over() -> None:
    game = Sevens()
    state = game.apply(late_state(game, ["Kc", "Kd Qd", "Kh", "Ks"], 0), Move("Kc"))
    assert (
        state.table.shown
        == state.hands
        == tuple(sum(read_cards(hand)) for hand in ("", "Kd Qd", "Kh", "Ks"))
    )


# Scoring


@pytest.mark.parametrize(
    ("hand", "expected"),
    [("As Kd Th", 24), ("Jc Qc", 23), ("7s 2d", 9), ("", 0), ("Ac Ad Ah As", 4)],
)
def test_pips_are_the_face_values_with_courts_11_to_13(hand: str, expected: int) -> None:
    assert pips(sum(read_cards(hand))) == expected


def test_an_ace_counts_one_also_where_it_ranks_high() -> None:
    game = Sevens(ace="high", scoring="pips")
    state = game.apply(late_state(game, ["Ac", "Ad Kd", "Ah", "As"], 0), Move("Ac"))
    assert state.table.scores == (0, 14, 1, 1)


def test_cards_100_goes_on_below_the_target_or_while_the_lowest_total_is_shared() -> None:
    game = Sevens.from_options("preset=international seats=3")
    hands = ["Jd Qd Kd Ad", "Ac", "8h 9h Th Jh Qh Kh Ah 2s 3s 4s 5s"]
    state = late_state(game, hands, 1, scores=(95, 40, 88))
    state = game.apply(state, Move("Ac"))
    assert (state.table.scores, state.table.turn) == ((99, 40, 99), CHANCE)
    assert game.winners(state.table) == ()
    hands[0] += " Td"
    state = late_state(game, hands, 1, scores=(95, 40, 88))
    state = game.apply(state, Move("Ac"))
    assert (state.table.scores, state.table.turn) == ((100, 40, 99), NOBODY)
    assert game.winners(state.table) == (1,)


def test_an_unused_target_is_accepted_and_ignored() -> None:
    game = Sevens.from_options("preset=chips target=1 rounds=2 seats=2")
    state = game.apply(late_state(game, ["Ac", "Ad"], 0, scores=(50, -50)), Move("Ac"))
    assert (state.table.scores, state.table.turn) == ((52, -52), CHANCE)


@pytest.mark.parametrize("scoring", ["pips rounds=2", "cards_100 target=5"])
def test_a_shared_lowest_total_costs_three_extra_deals_at_most_and_then_is_a_draw(
    scoring: str,
) -> None:
    game = Sevens.from_options(f"ace=high seats=3 scoring={scoring}")

    def after(extra: int, *scores: int) -> SevensTable:
        late = late_state(game, ["Ac", "Ad", "Ah"], 0, scores=scores, extra=extra)
        late = late._replace(table=late.table._replace(deal=2 + extra))
        return game.apply(late, Move("Ac")).table

    # Seat 0 goes out, the others add one: 5 4 9 becomes 5 5 10.
    for extra in range(3):
        table = after(extra, 5, 4, 9)
        assert (table.scores, table.turn, table.extra) == ((5, 5, 10), CHANCE, extra + 1)
        assert table.dealer == 0
    table = after(3, 5, 4, 9)
    assert (table.turn, table.extra) == (NOBODY, 3)
    assert game.winners(table) == (0, 1)
    # A lowest total that is not shared ends the match, also after an extra deal.
    for extra in range(4):
        table = after(extra, 4, 4, 9)
        assert (table.scores, table.turn, table.extra) == ((4, 5, 10), NOBODY, extra)
        assert game.winners(table) == (0,)


def test_a_shared_highest_balance_of_chips_is_a_draw_at_once() -> None:
    game = Sevens.from_options("preset=chips rounds=1 seats=2")
    # Pot 2 and one card: +2 and -2.
    state = game.apply(late_state(game, ["Ac", "Ad"], 0, scores=(-2, 2)), Move("Ac"))
    assert (state.table.scores, state.table.turn) == ((0, 0), NOBODY)
    assert game.winners(state.table) == (0, 1)


@pytest.mark.parametrize(
    ("options", "deals"),
    [
        ("", 1),
        ("rounds=1", 1),
        ("scoring=pips", 1),
        ("scoring=pips rounds=5", 5),
        ("preset=chips seats=6", 6),
        ("preset=chips rounds=2", 2),
    ],
)
def test_a_match_has_as_many_deals_as_the_scoring_says(options: str, deals: int) -> None:
    game = Sevens.from_options(options)
    suits = ["c", "d", "h", "s"] * 2
    top = "A" if game.ace == "high" else "K"
    hands = [top + suit for suit in suits[:4]]
    hands += ["2" + suit if top == "A" else "A" + suit for suit in suits[4 : game.seats]]
    for deal in range(1, deals + 1):
        late = late_state(game, hands, 0, scores=(0, *(9,) * (game.seats - 1)))
        if game.scoring == "chips":
            late = late._replace(table=late.table._replace(scores=(0,) * game.seats))
        late = late._replace(table=late.table._replace(deal=deal))
        turn = game.apply(late, Move(hands[0])).table.turn
        assert turn == (NOBODY if deal == deals else CHANCE)


# Chips


def chips_of(options: str, hands: tuple[str, ...], moves: str) -> tuple[int, ...]:
    """The balances after a deal with these first moves, after which everybody plays a card if he
    can, the first in canonical order."""
    game = Sevens.from_options(options)
    state = dealt(game, *hands)
    for move in moves.split():
        state = game.apply(state, parse(game, state, move))
    while state.table.turn >= 0:
        state = game.apply(state, game.legal_moves(state.table, state.hands[state.table.turn])[0])
    return tuple(state.table.scores)


HELD_BACK = (
    "7c 7d 8h 9h Th Jh Qh Kh",
    "8c 9c Tc Jc Qc Kc Ac Ah",
    "8d 9d Td Jd Qd Kd Ad 8s",
    "7h 7s 9s Ts Js Qs Ks As",
)


def test_a_pass_that_holds_back_sevens_is_fined_once_for_each_suit() -> None:
    # Seat 0 passes at plies 1 and 5. First it holds back 7c and 7d: 5 to seat 1 for 8c, 5 to seat
    # 2 for 8d, and there are no sixes. The second time both suits are charged already. Seat 3 goes
    # out when the others have two cards each; the pot is 4 antes and 2 fines.
    balances = chips_of("preset=chips deck=32 rounds=1", HELD_BACK, "-- -- -- 7h -- -- -- 7s")
    assert balances == (-1 - 2 - 10 - 2, -1 + 5 - 2, -1 + 5 - 2, -1 + 6 + 6)


def test_forced_passes_cost_what_the_option_says_and_any_fine_may_be_nothing() -> None:
    options = "preset=chips deck=32 rounds=1 ante=0 fine_forced=2 fine_pass=3 fine_seven=0"
    # Two voluntary passes of seat 0, two forced ones of seats 1 and 2 each: 14 in the pot.
    balances = chips_of(options, HELD_BACK, "-- -- -- 7h -- -- -- 7s")
    assert balances == (-6 - 2, -4 - 2, -4 - 2, 14 + 6)


def test_nobody_pays_himself_for_a_six_or_an_eight() -> None:
    # Seat 0 holds the sixes of the sevens that it holds back, so it pays for the eights only.
    # Seat 1 is two cards ahead and goes out while 2s and As are left.
    low, high = "A23456", "89TJQK"
    hands = (
        " ".join(rank + suit for suit in "cdhs" for rank in low) + " 7c 7d",
        " ".join(rank + suit for suit in "cdhs" for rank in high) + " 7h 7s",
    )
    balances = chips_of("preset=chips ace=low rounds=1 seats=2", hands, "-- 7h -- 8h")
    assert balances == (-1 - 2 - 10 - 2, -1 + 4 + 10 + 2)


def test_a_fine_does_not_show_before_the_deal_is_over() -> None:
    game = Sevens.from_options("preset=chips deck=32")
    nothing_held_back = ("8h 9h Th Jh Qh Kh 8c 9c", "7c 7d Tc Jc Qc Kc Ac Ah", *HELD_BACK[2:])
    deals = (HELD_BACK, nothing_held_back)
    assert len({game.apply(dealt(game, *hands), PASS).table for hands in deals}) == 1


# Options


DEFAULTS = {
    "seats": "4", "deck": "52", "ace": "low", "start": "holder_7D", "pass_rule": "forced_only",
    "scoring": "first_out", "target": "100", "rounds": "0", "ante": "1", "fine_pass": "1",
    "fine_seven": "5", "fine_forced": "0", "pass_limit": "none", "center_rank": "7",
}  # fmt: skip
CHIPS_AND_FINES = "scoring=chips and pass_rule=voluntary_fined come together or not at all."


@pytest.mark.parametrize(
    ("text", "differs"),
    [
        ("", {}),
        ("preset=quick", {}),
        (
            "preset=international",
            {"ace": "high", "start": "left_any_seven", "scoring": "cards_100"},
        ),
        (
            "preset=chips",
            {
                "ace": "high",
                "start": "left_any_seven",
                "pass_rule": "voluntary_fined",
                "scoring": "chips",
            },
        ),
        ("preset=short32", {"deck": "32", "ace": "high", "start": "left_any_seven"}),
        ("players=3 scoring=pips deals=2", {"seats": "3", "scoring": "pips", "rounds": "2"}),
        # The preset comes first wherever it stands.
        ("ace=low preset=international", {"start": "left_any_seven", "scoring": "cards_100"}),
    ],
)
def test_every_option_is_written_and_a_preset_never(text: str, differs: dict[str, str]) -> None:
    options = Sevens.from_options(text).options()
    assert list(options.items()) == list((DEFAULTS | differs).items())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("deck=32", "deck=32 needs ace=high."),
        ("deck=32 ace=low", "deck=32 needs ace=high."),
        ("deck=36 center_rank=9", "deck=36 needs ace=high."),
        ("deck=36 ace=high", "deck=36 and center_rank=9 come together or not at all."),
        ("center_rank=9", "deck=36 and center_rank=9 come together or not at all."),
        ("scoring=chips", CHIPS_AND_FINES),
        ("pass_rule=voluntary_fined", CHIPS_AND_FINES),
        ("rounds=2", "scoring=first_out sets the number of deals: use rounds=0."),
        ("scoring=cards_100 rounds=1", "scoring=cards_100 sets the number of deals: use rounds=0."),
        ("scoring=pips rounds=-1", "rounds must be at least 0, which means: as the scoring says."),
        ("seats=1", "Sevens is for 2 to 8 seats."),
        ("seats=9", "Sevens is for 2 to 8 seats."),
        ("target=0", "target must be at least 1."),
        ("ante=-1", "ante and fines must be at least 0."),
        ("fine_seven=-1", "ante and fines must be at least 0."),
        ("pass_limit=3", "pass_limit='3' is unknown: choose none."),
        ("ace=middle", "ace='middle' is unknown: choose low, high."),
        ("deck=53", "deck='53' is unknown: choose 52, 32, 36."),
        ("preset=hard", "preset='hard' is unknown: choose quick, international, chips, short32."),
        ("seats=four", "seats='four' is no whole number of at most nine digits."),
        ("target=9999999999", "target='9999999999' is no whole number of at most nine digits."),
        ("seats=4 seats=4", "The option seats is given twice."),
        ("deals=1 rounds=1", "The option rounds is given twice."),
    ],
)
def test_options_that_cannot_be_played_are_refused_in_words(text: str, sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        Sevens.from_options(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("word", ["up_first=true", "seats", "=4", "start_=holder_7D"])
def test_an_unknown_option_is_refused_with_the_known_ones(word: str) -> None:
    with pytest.raises(OptionError) as caught:
        Sevens.from_options(word)
    assert str(caught.value) == f"'{word}' is no option of sevens: it has {', '.join(DEFAULTS)}."


@pytest.mark.parametrize("name", Sevens.PRESETS)
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_preset_can_be_played_by_2_to_8_seats(name: str, seats: int) -> None:
    assert Sevens.from_options(f"preset={name} seats={seats}").seats == seats
