"""The rules of Pis Yedili, one sentence a test, with values worked out by hand."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from games.engine.cards import NAME, NAMED, PACK, SECOND, each, pick, read_cards, spell
from games.engine.chance import shuffle
from games.engine.game import (
    CHANCE,
    NOBODY,
    InvalidMove,
    Move,
    OptionError,
    PositionError,
    Reason,
    State,
    observe,
    parse,
)
from games.engine.pis_yedili import PisYedili, PisYediliTable, points
from games.engine.position import loads
from games.engine.record import Record
from tests.engine.slow_pis_yedili import SlowPisYedili, any_options, compare

Played = State[PisYediliTable]
NAMED_ONCE = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]


def deal_of(game: PisYedili, hands: list[str], stock: str = "") -> Move:
    """The first deal of a match, with these hands and this beginning of the stock.

    Where a hand has fewer than seven cards the highest ones that nobody else gets fill it up.
    """
    left = Counter(NAME[card] for card in each(game.pack))
    dealt = [spell(read_cards(hand), " ").split() for hand in hands]
    dealt += [[] for _ in range(game.seats - len(hands))]
    first = spell(read_cards(stock), " ").split()
    left -= Counter([*first, *(card for hand in dealt for card in hand)])
    rest = sorted(left.elements(), key=lambda name: NAMED[name])
    for hand in dealt:
        while len(hand) < 7:
            hand.append(rest.pop())
    return Move("deal:" + "".join(card for lap in zip(*dealt, strict=True) for card in lap)
                + "".join(first + rest))  # fmt: skip


def dealt(options: str, *hands: str, stock: str = "") -> tuple[PisYedili, Played]:
    game = PisYedili.from_options(options)
    return game, game.apply(game.start(), deal_of(game, list(hands), stock))


def late(
    options: str, hands: list[str], top: str, stock: str = "", turn: int = 0, **fields: object
) -> tuple[PisYedili, Played]:
    """A state with these hands and this stock, every other card in the pile below this top.

    ``keys`` are further keys of the position, ``fields`` set fields of the table.
    """
    game = PisYedili.from_options(options)
    left = game.pack
    held, cards = [], []
    for text in (*hands, top, stock):
        cards = pick(text, left)
        left &= ~sum(cards)
        held.append(sum(cards))
    top_card = held[len(hands)]
    pile = spell([*each(left), top_card], " ")
    keys = {"pile": pile, "stock": str(len(cards)), **fields.pop("keys", {})}  # type: ignore[dict-item]
    table = game.place(held[turn], keys)._replace(turn=turn, **fields)  # type: ignore[arg-type]
    return game, State(table, tuple(held[: len(hands)]), tuple(cards))


def play(game: PisYedili, state: Played, moves: str) -> Played:
    for move in moves.split():
        state = game.apply(state, parse(game, state, move))
    return state


def legal(game: PisYedili, state: Played) -> str:
    return " ".join(game.legal_moves(state.table, state.hands[state.table.turn]))


def hand(state: Played, seat: int) -> set[str]:
    return {NAME[card] for card in each(state.hands[seat])}


# The deal


@pytest.mark.parametrize(
    ("options", "stock"),
    [("seats=2", 38), ("seats=3", 31), ("", 24), ("seats=5", 69), ("seats=8", 48),
     ("seats=5 decks=1", 17), ("seats=7 decks=1", 3), ("seats=2 decks=2", 90)],
)  # fmt: skip
def test_seven_cards_each_and_the_rest_is_the_stock(options: str, stock: int) -> None:
    _, state = dealt(options)
    assert {cards.bit_count() for cards in state.hands} == {7}
    assert len(state.stock) == state.table.stock == stock
    assert (state.table.face_up, state.table.top, state.table.suit) == (0, 0, "")


def test_the_cards_are_dealt_one_at_a_time_from_the_left_of_the_dealer() -> None:
    game = PisYedili(seats=2)
    state = game.start()
    table = state.table
    assert (table.turn, table.dealer, table.deal, table.stock) == (CHANCE, 1, 0, 52)
    assert game.to_shuffle(state) == game.pack
    state = game.apply(state, Move("deal:" + spell(each(game.pack))))
    assert spell(each(state.hands[0]), " ") == "Ac 3c 5c 7c 9c Jc Kc"
    assert spell(each(state.hands[1]), " ") == "2c 4c 6c 8c Tc Qc Ad"
    assert spell(state.stock[:3], " ") == "2d 3d 4d"
    assert (state.table.turn, state.table.dealer, state.table.deal) == (0, 1, 1)


def test_the_deal_moves_on_clockwise_and_the_direction_is_clockwise_again() -> None:
    game, state = late("seats=3", ["5c", "Kd", "Kh"], "6c", "2s", step=-1)
    state = play(game, state, "5c")
    assert (state.table.turn, state.table.dealer, state.table.deal) == (CHANCE, 0, 1)
    assert state.table.step == -1
    state = game.apply(state, deal_of(game, []))
    table = state.table
    assert (table.turn, table.dealer, table.deal, table.step) == (1, 0, 2, 1)
    assert table.finish is None
    assert table.shown == (0, 0, 0)
    # Seat 1, left of the dealer, got the first card: the second of every three.
    first = deal_of(game, [])[5:7]
    assert NAMED[first] & state.hands[1]


# The opening


def test_whoever_has_no_club_draws_until_one_comes_and_plays_it() -> None:
    game, state = dealt("", "2d 3d 4h 6h 9s Qs Ah", "2c", stock="Kd 5h 9c 3s")
    assert legal(game, state) == "+"
    state = play(game, state, "+ +")
    assert (legal(game, state), state.table.turn, state.table.drawn) == ("+", 0, 2)
    state = play(game, state, "+")
    assert legal(game, state) == "9c"
    assert state.hands[0].bit_count() == 10
    state = play(game, state, "9c")
    assert (state.table.turn, state.table.drawn, state.hands[0].bit_count()) == (1, 0, 9)


@pytest.mark.parametrize("opener", ["7c", "8c", "Tc", "Ac"])
def test_the_opening_card_has_no_effect(opener: str) -> None:
    game, state = dealt("", f"{opener} 2d 3d 4h", "7d 2c")
    state = play(game, state, opener)
    table = state.table
    assert (table.turn, table.step, table.chain, table.again) == (1, 1, 0, False)
    assert {"2c", "+"} <= set(legal(game, state).split())


def test_a_seven_on_an_opening_seven_begins_a_chain_of_one() -> None:
    game, state = dealt("", "7c 2d", "7d 2c", "3d 3c 4d 4c 5d 5c 6d")
    state = play(game, state, "7c 7d")
    assert (state.table.turn, state.table.chain) == (2, 1)
    assert legal(game, state) == "+"
    assert len(play(game, state, "+").stock) == 24 - 3


def test_on_an_opening_jack_clubs_must_follow_and_no_jack() -> None:
    game, state = dealt("", "Jc 2d 3d", "Jd Kc 4h 7h 5s 6s 8s")
    state = play(game, state, "Jc")
    assert state.table.suit == "c"
    assert legal(game, state) == "Kc +"


@pytest.mark.parametrize("stock_out", ["lowest_hand", "recycle"])
def test_an_opening_that_finds_no_club_ends_the_deal(stock_out: str) -> None:
    # Seats 1 and 2 hold all clubs and the ace of diamonds.
    clubs = ["Ac 2c 3c 4c 5c 6c 7c", "8c 9c Tc Jc Qc Kc Ad"]
    game, state = dealt(f"seats=3 rounds=1 stock_out={stock_out}", "2d 3d 4d 5d 6d 7d 8d", *clubs)
    state = play(game, state, "+ " * 30)
    assert (legal(game, state), state.table.stock) == ("+", 1)
    state = play(game, state, "+")
    finish = state.table.finish
    assert state.table.turn == NOBODY
    assert finish is not None
    # 15 + 2+3+4+5+6 + 20 = 55 and 8+9 + 10 + 25 + 10+10 + 15 = 87; everything else is in hand 0:
    # a whole pack counts 4 * (15 + 44 - 7 + 20 + 30 + 25) = 508 with 2 to 9 less the 7 as 37.
    assert (finish.ended, finish.won, finish.times) == ("stock", (1,), 1)
    assert state.table.scores == (4 * (15 + 37 + 20 + 30 + 25) - 55 - 87, 0, 87)


def test_in_the_first_lap_every_seat_plays_a_club_without_effect() -> None:
    hands = ["8c 2d 3d", "7c 8d 4d", "Jc 7d 5d", "Ac 2s 3s 4s 5s 6s 8s"]
    game, state = dealt("opening=first_lap_clubs", *hands, stock="2h 3h 3c")
    assert state.table.opening == 4
    state = play(game, state, "8c")
    assert (state.table.turn, state.table.opening) == (1, 3)
    assert legal(game, state) == "7c"
    state = play(game, state, "7c")
    assert (state.table.turn, state.table.chain, legal(game, state)) == (2, 0, "Jc")
    state = play(game, state, "Jc Ac")
    table = state.table
    assert (table.turn, table.opening, table.again, table.suit) == (0, 0, False, "c")
    assert table.turns == 4
    # The ordinary game goes on from the ace of clubs: no club is left in hand 0 but what fits it.
    assert all(move[0] in "AJ+" for move in legal(game, state).split())


def test_an_opening_draws_until_a_club_comes_whatever_else_limits_draws() -> None:
    hands = ["2d 3d 4d 5d 6d 8d 9d", "2c"]
    options = "opening=first_lap_clubs draw_limit=1 voluntary_draw=false"
    game, state = dealt(options, *hands, stock="2h 3h 3c 4h")
    state = play(game, state, "+ + + 3c")
    assert state.table.turn == 1


def test_in_the_first_lap_the_pile_is_recycled_for_a_club() -> None:
    hands = ["5d 5h", "6d 6h", "7d 7h"]
    game, state = late(
        "seats=3 opening=first_lap_clubs stock_out=recycle", hands, "9c", turn=2,
        keys={"opening": "yes"},
    )  # fmt: skip
    assert legal(game, state) == "+"
    state = play(game, state, "+")
    assert state.table.owed == (2, 1)
    cards = [card for card in each(game.to_shuffle(state)) if card != NAMED["4c"]]
    state = play(game, state, "shuffle:4c" + spell(cards))
    assert legal(game, state) == "4c"


def test_the_first_lap_ends_the_deal_when_there_is_no_club_to_draw() -> None:
    # Seat 0 plays the last but one club; seat 1 finds neither a stock nor a pile to recycle.
    game = PisYedili.from_options("seats=2 opening=first_lap_clubs stock_out=recycle rounds=1")
    cards = [*each(game.pack ^ NAMED["9c"] ^ NAMED["Kh"])]
    hands = (sum(cards) ^ NAMED["Kh"] ^ NAMED["Kh"] | NAMED["9c"], NAMED["Kh"])
    table = game.start().table._replace(
        turn=0, opening=2, stock=0, fits=game.place(1, {"opening": "yes"}).fits, deal=1
    )
    state = game.apply(State(table, hands, ()), Move("9c"))
    assert state.table.finish is not None
    assert (state.table.finish.ended, state.table.finish.won) == ("stock", (1,))


# The turn


def test_a_stuck_seat_draws_one_by_one_until_a_card_fits() -> None:
    game, state = late("seats=2", ["Kh Qd", "2c 3c"], "5s", "9c 5d 4d")
    assert legal(game, state) == "+"
    state = play(game, state, "+")
    assert (legal(game, state), state.table.turn) == ("+ --", 0)
    state = play(game, state, "+")
    assert legal(game, state) == "5d --"
    kept = play(game, state, "--")
    assert (kept.table.turn, kept.table.drawn, kept.table.turns) == (1, 0, 1)
    assert hand(kept, 0) == {"Kh", "Qd", "9c", "5d"}
    state = play(game, state, "5d")
    assert (state.table.turn, NAME[state.table.top], state.table.suit) == (1, "5d", "d")


def test_a_voluntary_draw_may_be_played_or_kept() -> None:
    game, state = late("seats=2", ["5h Kd", "2c 3c"], "5s", "2s 4d")
    assert legal(game, state) == "5h +"
    assert legal(game, play(game, state, "+")) == "5h 2s --"


def test_a_draw_limit_counts_in_one_turn_only() -> None:
    game, state = late("seats=2 draw_limit=1", ["Kh Qd", "2c 3c"], "5s", "9c 8c 7d")
    state = play(game, state, "+")
    assert legal(game, state) == "--"
    state = play(game, state, "--")
    assert legal(game, state) == "+"


# Eight and ten


@pytest.mark.parametrize(
    ("options", "turn", "step", "card", "expected"),
    [
        ("", 0, 1, "8s", (2, 1)),
        ("", 0, -1, "8s", (2, -1)),
        ("", 3, 1, "8s", (1, 1)),
        ("seats=3", 0, 1, "8s", (2, 1)),
        ("seats=3", 0, -1, "8s", (1, -1)),
        ("seats=2", 0, 1, "8s", (0, 1)),
        ("seats=5", 4, -1, "8s", (2, -1)),
        ("", 1, 1, "Ts", (0, -1)),
        ("", 3, -1, "Ts", (0, 1)),
        ("seats=3", 0, 1, "Ts", (2, -1)),
        ("seats=2", 0, 1, "Ts", (1, -1)),
        ("seats=2 two_player_ten=skip", 0, 1, "Ts", (0, 1)),
        ("seats=3 two_player_ten=skip", 0, 1, "Ts", (2, -1)),
    ],
)
def test_an_eight_skips_and_a_ten_turns_round(
    options: str, turn: int, step: int, card: str, expected: tuple[int, int]
) -> None:
    game = PisYedili.from_options(options)
    hands = [f"{rank}h" for rank in "23456"][: game.seats]
    hands[turn] += f" {card}"
    game, state = late(options, hands, "9s", "2c 3c", turn=turn, step=step)
    state = play(game, state, card)
    assert (state.table.turn, state.table.step) == expected
    assert state.table.turns == 1


def test_an_eight_of_two_seats_begins_a_new_turn_with_new_draws() -> None:
    game, state = late(
        "seats=2 draw_limit=1", ["Kd 8s", "2h"], "9s", "2c 3c 4c", keys={"drawn": "1"}
    )
    assert legal(game, state) == "8s --"
    state = play(game, state, "8s")
    assert (state.table.turn, state.table.drawn, legal(game, state)) == (0, 0, "+")


# Seven


def test_a_chain_grows_and_who_breaks_it_takes_three_cards_for_each_seven() -> None:
    hands = ["7d 2h", "7s 3h", "Jh 7c 8s 2d", "4h"]
    game, state = late("", hands, "9d", "Ac Ad Ah As Kc Kd Kh", turn=0)
    state = play(game, state, "7d")
    assert (state.table.turn, state.table.chain, legal(game, state)) == (1, 1, "7s +")
    state = play(game, state, "7s")
    assert (state.table.turn, state.table.chain, legal(game, state)) == (2, 2, "7c +")
    state = play(game, state, "+")
    table = state.table
    assert (table.turn, table.chain, table.drawn, table.stock, table.turns) == (3, 0, 0, 1, 3)
    assert hand(state, 2) == {"Jh", "7c", "8s", "2d", "Ac", "Ad", "Ah", "As", "Kc", "Kd"}
    # The seven of spades is now an ordinary card.
    assert legal(game, state) == "+"
    assert (NAME[table.top], table.suit) == ("7s", "s")


def test_a_seven_on_a_broken_chain_begins_at_one() -> None:
    game, state = late("seats=2", ["2h 2d", "7c 3h"], "7s", "Ac Ad Ah As Kc Kd Kh",
                       keys={"chain": "1"})  # fmt: skip
    state = play(game, state, "+ 7c")
    assert (state.table.turn, state.table.chain) == (0, 1)


def test_a_seven_after_a_draw_begins_a_chain() -> None:
    game, state = late("seats=2", ["2h 2d", "3h 4d"], "9s", "7s Ad Ah As Kc Kd Kh")
    state = play(game, state, "+ 7s")
    assert (state.table.turn, state.table.chain, state.table.drawn) == (1, 1, 0)
    assert legal(game, state) == "+"


def test_per_seven_two() -> None:
    game, state = late("seats=2 per_seven=2", ["2h 2d", "3h"], "7s", "Ac Ad Ah As Kc Kd Kh",
                       keys={"chain": "2"})  # fmt: skip
    state = play(game, state, "+")
    assert hand(state, 0) == {"2h", "2d", "Ac", "Ad", "Ah", "As"}


def test_may_play_goes_on_after_the_penalty_with_the_taken_cards_as_drawn() -> None:
    game, state = late("seats=2 after_penalty=may_play", ["2h 4s", "3h"], "7s",
                       "Kc Kd Kh Ad", keys={"chain": "1"})  # fmt: skip
    state = play(game, state, "+")
    table = state.table
    assert (table.turn, table.chain, table.drawn, table.turns) == (0, 0, 3, 0)
    assert legal(game, state) == "4s --"
    stuck = late("seats=2 after_penalty=may_play", ["2h", "3h"], "7s", "Kc Kd Kh Ad",
                 keys={"chain": "1"})  # fmt: skip
    assert legal(game, play(*stuck, "+")) == "+ --"
    assert play(*stuck, "+ --").table.turn == 1


@pytest.mark.parametrize(
    ("options", "expected"),
    [("draw_limit=3", "--"), ("draw_limit=1", "--"), ("draw_limit=3 per_seven=2", "+ --")],
)
def test_taken_cards_count_towards_the_draw_limit(options: str, expected: str) -> None:
    game, state = late(f"seats=2 after_penalty=may_play {options}", ["2h", "3h"], "7s",
                       "Kc Kd Kh Ad", keys={"chain": "1"})  # fmt: skip
    assert legal(game, play(game, state, "+")) == expected


# Ace


def test_an_ace_offers_one_more_card_and_an_ace_another() -> None:
    game, state = late("seats=3", ["Ah 9h As Jc 3c", "2d", "3d"], "4h", "5c")
    state = play(game, state, "Ah")
    assert (state.table.turn, state.table.again, state.table.turns) == (0, True, 0)
    assert legal(game, state) == "Jc=c Jc=d Jc=h Jc=s 9h As --"
    state = play(game, state, "As")
    assert legal(game, state) == "Jc=c Jc=d Jc=h Jc=s --"
    state = play(game, state, "--")
    assert (state.table.turn, state.table.again, state.table.turns) == (1, False, 1)


@pytest.mark.parametrize(
    ("card", "expected"),
    [("8h", (2, 1, 0)), ("Th", (2, -1, 0)), ("7h", (1, 1, 1)), ("Jc=d", (1, 1, 0))],
)
def test_the_card_after_an_ace_has_its_own_effect(
    card: str, expected: tuple[int, int, int]
) -> None:
    game, state = late("seats=3", ["Ah 8h Th 7h Jc 3c", "2d", "3d"], "4h", "5c")
    table = play(game, state, f"Ah {card}").table
    assert (table.turn, table.step, table.chain) == expected
    assert table.again is False


def test_an_ace_after_a_draw_begins_to_count_draws_anew() -> None:
    game, state = late("seats=2 ace=must_again", ["3c 4d", "2d"], "4h", "Ah 9s 8s")
    state = play(game, state, "+ Ah")
    assert (state.table.again, state.table.drawn, legal(game, state)) == (True, 0, "+")
    state = play(game, state, "+")
    assert (state.table.again, state.table.drawn, legal(game, state)) == (True, 1, "--")
    state = play(game, state, "--")
    assert (state.table.turn, state.table.drawn) == (1, 0)


def test_must_again_plays_the_drawn_card_if_it_fits() -> None:
    game, state = late("seats=2 ace=must_again", ["Ah 3c", "2d"], "4h", "9h 8s")
    state = play(game, state, "Ah")
    assert legal(game, state) == "+"
    state = play(game, state, "+")
    assert legal(game, state) == "9h"
    assert play(game, state, "9h").table.turn == 1


def test_must_again_may_recycle_for_its_card() -> None:
    game, state = late("seats=2 ace=must_again stock_out=recycle", ["Ah 3c", "2d"], "4h")
    state = play(game, state, "Ah +")
    assert (state.table.turn, state.table.owed) == (CHANCE, (0, 1))
    cards = [card for card in each(game.to_shuffle(state)) if card != NAMED["9h"]]
    state = play(game, state, "shuffle:9h" + spell(cards))
    assert (state.table.again, legal(game, state)) == (True, "9h")


def test_must_again_ends_the_turn_when_there_is_nothing_to_draw() -> None:
    game, state = late("seats=2 ace=must_again", ["Ah 3c", "2h"], "4h")
    state = play(game, state, "Ah")
    assert legal(game, state) == "--"
    assert play(game, state, "--").table.turn == 1


# Jack


def test_a_jack_names_the_suit_that_must_follow() -> None:
    game, state = late("seats=2", ["Js 4d 9c", "Jd 4h Ks 7h"], "6c", "2c")
    assert legal(game, state) == "9c Js=c Js=d Js=h Js=s +"
    state = play(game, state, "Js=h")
    assert (NAME[state.table.top], state.table.suit) == ("Js", "h")
    assert legal(game, state) == "4h 7h +"
    state = play(game, state, "4h")
    assert state.table.suit == "h"
    assert legal(game, state) == "4d +"


# The end of a deal

# Worked out in the rules: 79 and 22.
LOSERS = ["Jc 7d As Kh 9c", "Tc Qd 2s"]


@pytest.mark.parametrize(
    ("options", "last", "top", "expected"),
    [
        ("", "5h", "4h", (79, 22)),
        ("", "Jd", "4h", (158, 44)),
        ("", "7h", "4h", (237, 66)),
        ("mult_seven=5 mult_jack=4", "7h", "4h", (395, 110)),
        ("mult_seven=5 mult_jack=4", "Jd", "4h", (316, 88)),
        ("", "Ah", "4h", (79, 22)),
        ("", "8h", "4h", (79, 22)),
        ("", "Th", "4h", (79, 22)),
    ],
)
def test_the_winner_scores_nothing_and_the_last_card_multiplies(
    options: str, last: str, top: str, expected: tuple[int, int]
) -> None:
    game, state = late(f"seats=3 {options}", [last, *LOSERS], top, "3s 3d 3h 3c")
    before = len(state.stock)
    state = play(game, state, last)
    table, finish = state.table, state.table.finish
    assert table.scores == (0, *expected)
    assert finish is not None
    assert (finish.ended, finish.won, finish.gains) == ("out", (0,), (0, *expected))
    assert finish.times == expected[0] // 79
    # Nobody draws any more, and everything lies open.
    assert (table.turn, table.chain, table.again, len(state.stock)) == (CHANCE, 0, False, before)
    assert table.shown == state.hands
    assert (NAME[table.top], table.fits, table.others) == (last, 0, ((), ()))


def test_a_seven_that_answers_a_chain_may_be_the_last_card() -> None:
    game, state = late("seats=3", ["7h", "Kd", "2c"], "7s", "3s 3d 3h 3c",
                       keys={"chain": "1"})  # fmt: skip
    state = play(game, state, "7h")
    assert state.table.scores == (0, 30, 6)


def test_the_last_card_may_come_after_an_ace_and_only_it_counts() -> None:
    game, state = late("seats=2", ["Ah 7h", "Kd"], "2h", "3s")
    assert play(game, state, "Ah 7h").table.scores == (0, 30)
    game, state = late("seats=2", ["Ah Jc", "Kd"], "2h", "3s")
    assert play(game, state, "Ah Jc").table.scores == (0, 20)


@pytest.mark.parametrize(
    ("cards", "value"),
    [("Jc", 25), ("7d", 20), ("As", 15), ("Kh", 10), ("Qh", 10), ("Th", 10), ("9c", 9), ("8c", 8),
     ("6c", 6), ("5c", 5), ("4c", 4), ("3c", 3), ("2c", 2), ("", 0), (LOSERS[0], 79),
     (LOSERS[1], 22)],
)  # fmt: skip
def test_what_cards_count(cards: str, value: int) -> None:
    one = sum(read_cards(cards))
    assert points(one) == value
    assert points(one << SECOND) == value
    assert points(one | one << SECOND) == 2 * value


# The stock runs out


def test_whoever_cannot_play_or_draw_at_the_start_of_a_turn_ends_the_deal() -> None:
    # Seat 1 plays, seat 2 finds nothing: 12, 12 and 30 points, worked out in the rules.
    game, state = late("seats=3", ["Kd 2d", "6s Qd 2c", "Kc Kh Qh"], "9s", turn=1)
    state = play(game, state, "6s")
    finish = state.table.finish
    assert finish is not None
    assert (finish.ended, finish.won, finish.times) == ("stock", (0, 1), 1)
    assert state.table.scores == finish.gains == (0, 0, 30)
    assert (state.table.turn, state.table.shown) == (CHANCE, state.hands)


def test_a_seat_that_can_play_goes_on_with_an_empty_stock() -> None:
    game, state = late("seats=2", ["6s Kd", "7s Kh"], "9s")
    state = play(game, state, "6s")
    assert (state.table.turn, legal(game, state)) == (1, "7s")
    state = play(game, state, "7s")
    # The chain asks for three cards and there is none.
    assert (state.table.turn, legal(game, state)) == (0, "+")
    state = play(game, state, "+")
    assert state.table.finish is not None
    assert (state.table.finish.ended, state.table.scores) == ("stock", (0, 0))


def test_the_last_card_of_the_stock_may_be_drawn_and_the_turn_goes_on() -> None:
    game, state = late("seats=2", ["6h Kd", "5s Kh"], "9s", "4h")
    state = play(game, state, "+")
    assert (state.table.turn, state.table.finish, legal(game, state)) == (0, None, "--")
    state = play(game, state, "--")
    assert (state.table.turn, legal(game, state)) == (1, "5s")


def test_on_empty_ends_the_deal_with_the_last_card_drawn() -> None:
    options = "seats=2 stock_out_trigger=on_empty"
    game, state = late(options, ["6h Kd", "5s Kh"], "9s", "4s")
    state = play(game, state, "+")
    # 6 + 10 + 4 against 5 + 10.
    assert state.table.scores == (20, 0)
    game, state = late(options, ["2h", "3h"], "7s", "Kc Kd Kh", keys={"chain": "1"})
    assert play(game, state, "+").table.scores == (32, 0)
    # Even if it is the club of an opening.
    options += " opening=first_lap_clubs"
    game, state = late(options, ["3d", "Kd Qd"], "2c", "9c", keys={"opening": "yes"})
    assert play(game, state, "+").table.scores == (0, 20)


def test_a_chain_takes_what_is_there_and_ends_the_deal_if_it_is_too_little() -> None:
    hands = ["Kd Qd", "2h"]
    game, state = late("seats=2", hands, "7s", "Ac Ad Ah As", keys={"chain": "2"})
    state = play(game, state, "+")
    assert len(state.stock) == 0
    assert hand(state, 0) == {"Kd", "Qd", "Ac", "Ad", "Ah", "As"}
    assert state.table.scores == (80, 0)
    # Exactly enough: the next seat goes on, here with a card that fits.
    game, state = late("seats=2", ["Kd Qd", "2s"], "7s", "Ac Ad Ah", keys={"chain": "1"})
    state = play(game, state, "+")
    assert (state.table.turn, state.table.finish, legal(game, state)) == (1, None, "2s")
    # may_play: enough as well, and whoever took may end the turn.
    game, state = late("seats=2 after_penalty=may_play", ["Kd Qd", "2s"], "7s", "Ac Ad Ah",
                       keys={"chain": "1"})  # fmt: skip
    state = play(game, state, "+")
    assert (state.table.turn, legal(game, state)) == (0, "--")


@pytest.mark.parametrize(
    ("score", "expected"),
    [("others_full", (0, 0, 30)), ("difference", (0, 0, 18)), ("all_own", (12, 12, 30))],
)
def test_what_an_exhausted_deal_scores(score: str, expected: tuple[int, ...]) -> None:
    hands = ["Kd 2d", "6s Qd 2c", "Kc Kh Qh"]
    game, state = late(f"seats=3 stock_out_score={score}", hands, "9s", turn=1)
    table = play(game, state, "6s").table
    assert table.scores == expected
    assert table.finish is not None
    assert table.finish.won == (0, 1)


@pytest.mark.parametrize("score", ["difference", "all_own"])
def test_how_an_exhausted_deal_scores_does_not_touch_others(score: str) -> None:
    game, state = late(f"seats=3 stock_out_score={score}", ["5h", *LOSERS], "4h", "3s")
    assert play(game, state, "5h").table.scores == (0, 79, 22)


def test_a_new_stock_is_the_pile_below_its_top() -> None:
    game, state = late("seats=2 stock_out=recycle", ["Kd Qd", "2h"], "Js", keys={"suit": "c"})
    pile = state.table.face_up
    assert legal(game, state) == "+"
    state = play(game, state, "+")
    assert (state.table.turn, state.table.owed, state.table.stock) == (CHANCE, (0, 1), 0)
    assert game.to_shuffle(state) == pile ^ NAMED["Js"]
    assert state.table.face_up == pile
    rest = spell(card for card in each(pile ^ NAMED["Js"]) if NAME[card] not in ("2c", "3d"))
    state = play(game, state, f"shuffle:3d2c{rest}")
    table = state.table
    assert (table.turn, table.owed, table.drawn) == (0, None, 1)
    assert (NAME[table.top], table.face_up, table.suit) == ("Js", NAMED["Js"], "c")
    assert hand(state, 0) == {"Kd", "Qd", "3d"}
    assert legal(game, state) == "+ --"
    assert legal(game, play(game, state, "+")) == "2c --"


def test_a_chain_takes_what_is_there_and_the_rest_from_the_new_stock() -> None:
    game, state = late("seats=2 stock_out=recycle", ["Kd Qd", "2h"], "7s", "Ac Ad",
                       keys={"chain": "1"})  # fmt: skip
    state = play(game, state, "+")
    assert (state.table.turn, state.table.owed) == (CHANCE, (0, 1))
    assert hand(state, 0) == {"Kd", "Qd", "Ac", "Ad"}
    rest = spell(card for card in each(game.to_shuffle(state)) if NAME[card] != "3d")
    state = play(game, state, f"shuffle:3d{rest}")
    assert hand(state, 0) == {"Kd", "Qd", "Ac", "Ad", "3d"}
    assert (state.table.turn, state.table.chain, state.table.drawn) == (1, 0, 0)


@pytest.mark.parametrize("after_penalty", ["end", "may_play"])
def test_a_chain_that_empties_stock_and_pile_ends_the_turn_with_what_there_was(
    after_penalty: str,
) -> None:
    # Seat 1 holds nearly everything; below the seven lie two cards.
    few = ["Kd", "Ac", "Ad", "Ah", "2c", "3c", "7s"]
    others = " ".join(name for name in NAMED_ONCE if name not in few)
    game, state = late(f"seats=2 stock_out=recycle after_penalty={after_penalty}",
                       ["Kd", others], "7s", "Ac Ad Ah", keys={"chain": "2"})  # fmt: skip
    state = play(game, state, "+")
    assert (state.table.turn, state.table.owed) == (CHANCE, (0, 3))
    state = play(game, state, "shuffle:3c2c")
    assert hand(state, 0) == {"Kd", "Ac", "Ad", "Ah", "2c", "3c"}
    assert (state.table.turn, state.table.chain, len(state.stock)) == (1, 0, 0)
    # Nothing at all is left to draw for a second chain.
    state = play(game, state, "7h +")
    assert (state.table.turn, state.table.stock, state.table.owed) == (CHANCE, 0, (0, 3))
    state = play(game, state, "shuffle:7s")
    assert (state.table.turn, state.table.turns) == (1, 3)


def test_a_seven_alone_on_the_table_costs_nothing_under_recycle() -> None:
    others = " ".join(name for name in NAMED_ONCE if name not in ("Kd", "7s"))
    game, state = late("seats=2 stock_out=recycle", ["Kd", others], "7s", keys={"chain": "1"})
    state = play(game, state, "+")
    assert (state.table.turn, state.table.turns, hand(state, 0)) == (1, 1, {"Kd"})


def test_a_stuck_seat_ends_its_turn_when_nothing_can_be_recycled() -> None:
    others = " ".join(name for name in NAMED_ONCE if name not in ("Kd", "9s"))
    game, state = late("seats=2 stock_out=recycle", ["Kd", others], "9s")
    assert legal(game, state) == "--"
    assert play(game, state, "--").table.turn == 1


@pytest.mark.parametrize(("turns", "ended"), [(399, "turns"), (398, None)])
def test_a_deal_of_400_turns_ends_as_if_the_stock_had_run_out(
    turns: int, ended: str | None
) -> None:
    game, state = late("seats=2 stock_out=recycle", ["6s Kd", "5s Kh"], "9s", "2h", turns=turns)
    state = play(game, state, "6s")
    finish = state.table.finish
    assert (finish.ended if finish else None) == ended
    # 10 against 15.
    assert state.table.scores == ((0, 15) if ended else (0, 0))
    assert state.table.turns == turns + 1


def test_a_hand_that_is_empty_in_turn_400_has_won() -> None:
    game, state = late("seats=2 stock_out=recycle", ["6s", "5s Kh"], "9s", "2h", turns=399)
    finish = play(game, state, "6s").table.finish
    assert finish is not None
    assert finish.ended == "out"


# The match


@pytest.mark.parametrize(("options", "deals"), [("", 4), ("rounds=1", 1), ("deals=7", 7)])
def test_a_match_has_as_many_deals_as_rounds_says(options: str, deals: int) -> None:
    for deal in range(1, deals + 1):
        game, state = late(f"seats=2 {options}", ["5h", "Kd"], "4h", "3s", deal=deal)
        table = play(game, state, "5h").table
        assert table.turn == (NOBODY if deal == deals else CHANCE)
        assert game.winners(table) == ((0,) if deal == deals else ())
        assert game.returns(table) == (0, -10)


def test_a_shared_lowest_total_costs_an_extra_deal_for_all() -> None:
    # Before the last card 120, 93, 93, 298; seat 0 goes out and the others score 0, 2, 2, 2.
    def after(scores: tuple[int, ...], **fields: int) -> PisYediliTable:
        game, state = late("", ["5h", "2c", "2d", "2s"], "4h", "3s", scores=scores, **fields)
        return play(game, state, "5h").table

    game = PisYedili()
    table = after((120, 93, 93, 298), deal=4)
    assert (table.scores, table.turn, table.extra) == ((120, 95, 95, 300), CHANCE, 1)
    assert (table.dealer, game.winners(table)) == (0, ())
    table = after((120, 92, 93, 298), deal=4)
    assert (table.scores, table.turn, table.extra) == ((120, 94, 95, 300), NOBODY, 0)
    assert (table.dealer, game.winners(table)) == (3, (1,))
    # The tie is for the lowest total only.
    assert after((90, 93, 93, 298), deal=4).turn == NOBODY


def test_after_three_extra_deals_a_shared_lowest_total_is_a_draw() -> None:
    game = PisYedili()
    for extra, turn in ((1, CHANCE), (2, CHANCE), (3, NOBODY)):
        _, state = late("", ["5h", "2c", "2d", "2s"], "4h", "3s",
                        scores=(120, 93, 93, 298), deal=4 + extra, extra=extra)  # fmt: skip
        table = play(game, state, "5h").table
        assert table.turn == turn
        assert table.extra == (extra if turn == NOBODY else extra + 1)
    assert game.winners(table) == (1, 2)
    # One that is no longer shared ends the match.
    _, state = late("", ["5h", "2c", "2d", "2s"], "4h", "3s",
                    scores=(120, 92, 93, 298), deal=5, extra=1)  # fmt: skip
    assert play(game, state, "5h").table.turn == NOBODY


# Two packs


def test_equal_cards_are_one_move_and_both_can_be_played() -> None:
    game, state = late("seats=2 decks=2", ["6s 6s Kd", "2h 3h"], "9s", "3s 4d")
    assert legal(game, state) == "6s +"
    state = play(game, state, "6s")
    assert state.hands[0] == NAMED["6s"] << SECOND | NAMED["Kd"]
    assert state.table.top == NAMED["6s"]
    state = play(game, state, "+ --")
    assert legal(game, state) == "6s +"
    state = play(game, state, "6s")
    assert state.hands[0] == NAMED["Kd"]
    assert (state.table.top, state.table.suit) == (NAMED["6s"] << SECOND, "s")


def test_the_seven_of_the_second_pack_is_an_ordinary_card_after_its_chain() -> None:
    game, state = late("seats=2 decks=2", ["7h 7h Kd", "2h Kh"], "9h", "Ac Ad Ah As Kc Kd 3c 4c")
    state = play(game, state, "7h + 7h")
    assert state.table.top == NAMED["7h"] << SECOND
    assert (state.table.turn, state.table.chain) == (1, 1)
    state = play(game, state, "+")
    assert state.table.chain == 0
    assert game.legal_moves(state.table, NAMED["2h"] | NAMED["3d"]) == ["2h", "+"]


def test_a_pile_of_two_packs_is_recycled_with_both_of_its_equal_cards() -> None:
    game, state = late("seats=2 decks=2 stock_out=recycle", ["Kd 2d", "2h Kh"], "9s")
    state = play(game, state, "+")
    due = game.to_shuffle(state)
    assert due.bit_count() == 104 - 4 - 1
    state = play(game, state, "shuffle:" + spell(each(due)))
    # The first card named is the ace of clubs of the first pack.
    assert state.hands[0] == sum(read_cards("Kd 2d Ac"))
    assert state.table.stock == 98


def test_cards_of_two_packs_are_named_side_by_side() -> None:
    game = PisYedili(seats=5)
    cards = sum(read_cards("Ac 2c As")) << SECOND | sum(read_cards("2c Kd"))
    assert spell(game.in_order(cards), " ") == "Ac 2c 2c Kd As"


# Refusals


@pytest.mark.parametrize(
    ("options", "position", "move", "reason"),
    [
        ("", "pile: 6c\nhand: 6d 2s", "6s", "not_in_hand 6s"),
        ("", "pile: 6c\nhand: 6d 2s", "Js=c", "not_in_hand Js"),
        ("", "opening: yes\nhand: 6d 2s", "2c", "not_in_hand 2c"),
        ("", "opening: yes\nhand: 6d 2c", "6d", "club_first"),
        ("", "opening: yes\nhand: 6d 2c", "--", "club_first"),
        ("", "opening: yes\nhand: 6d 2d", "--", "club_first"),
        ("", "opening: yes\nhand: 6d 2c Jc", "+", "can_play 2c Jc"),
        ("", "opening: yes\nhand: 6d 2c Jc", "Jc=d", "no_suit"),
        ("", "pile: 6c\nhand: Jd", "Jd=d", "no_suit"),
        ("", "pile: 6c\nhand: Jd 2s", "Jd", "name_suit"),
        ("jack_suit=different", "pile: 6c\nhand: Jd 2s", "Jd", "name_suit"),
        ("jack_suit=different", "pile: 6c\nhand: Jd 2s", "Jd=c", "other_suit 6c"),
        ("", "pile: 7c\nchain: 1\nhand: Jd 2c 7d", "2c", "seven_or_take"),
        ("", "pile: 7c\nchain: 1\nhand: Jd 2c 7d", "Jd=c", "seven_or_take"),
        ("", "pile: 7c\nchain: 1\nhand: Jd 2c 7d", "--", "seven_or_take"),
        ("", "pile: Jc\nhand: Jd 2c 7d", "Jd=c", "jack_on_jack"),
        ("", "pile: Jc\nhand: Jd 2c 7d", "7d", "not_named_suit"),
        ("", "pile: Jc\nsuit: h\nhand: Jd 2c 7d", "2c", "not_named_suit"),
        ("", "pile: 6c\nhand: 7d 2s", "2s", "does_not_fit 6c"),
        ("", "pile: 6c\nagain: no\nhand: 7d 6s", "--", "draw_first"),
        ("", "pile: 6c\nhand: 7d 2s", "--", "draw_first"),
        ("", "pile: 6c\nstock: 0\nhand: 7d 6s", "--", "must_play 6s"),
        ("voluntary_draw=false", "pile: 6c\nhand: 7d 6s 2c", "--", "must_play 2c 6s"),
        ("voluntary_draw=false", "pile: 6c\nhand: 7d 6s 2c", "+", "can_play 2c 6s"),
        ("", "pile: 6c\ndrawn: 1\nhand: 7d 6s 2c", "+", "can_play 2c 6s"),
        ("", "pile: 6c\ndrawn: 1\nstock: 1\nhand: 7d 6s", "+", "can_play 6s"),
        ("decks=2", "pile: 6c\ndrawn: 1\nhand: 7d 6s 6s", "+", "can_play 6s"),
        ("draw_limit=3", "pile: 6c\ndrawn: 3\nhand: 7d 2s", "+", "drawn_enough"),
        ("", "pile: 6c\ndrawn: 1\nstock: 0\nhand: 7d 2s", "+", "stock_empty"),
        ("stock_out=recycle", "pile: 6c\nstock: 0\nhand: 7d 2s", "+", "stock_empty"),
        ("", "pile: Ac\nagain: yes\nhand: 7d 2c", "+", "no_draw_after_ace"),
        ("", "pile: Ac\nagain: yes\nhand: 7d 2c", "7d", "does_not_fit Ac"),
        ("ace=must_again", "pile: Ac\nagain: yes\nhand: 7d 2c", "--", "must_play 2c"),
        ("ace=must_again", "pile: Ac\nagain: yes\nhand: 7d 2c", "+", "can_play 2c"),
        ("ace=must_again", "pile: Ac\nagain: yes\nhand: 7d 2d", "--", "draw_first"),
        ("ace=must_again", "pile: Ac\nagain: yes\ndrawn: 1\nhand: 7d 2d", "+", "drawn_enough"),
    ],
)  # fmt: skip
def test_a_refusal_says_why(options: str, position: str, move: str, reason: str) -> None:
    game, table, held, _ = loads(f'[Game "pis-yedili"]\n[Options "{options}"]\n\n{position}')
    key, *names = reason.split()
    assert move not in game.legal_moves(table, held)
    assert game.why_not(table, held, game.read(move)) == Reason(
        key, tuple(read_cards(" ".join(names)))
    )


@pytest.mark.parametrize(
    ("text", "move"),
    [("7h", "7h"), ("7H", "7h"), ("tH", "Th"), ("JH=S", "Jh=s"), ("jh=s", "Jh=s"), ("jH", "Jh"),
     ("+", "+"), ("--", "--"), ("deal:7H", "deal:7h"), ("shuffle:7hjS", "shuffle:7hJs")],
)  # fmt: skip
def test_the_case_of_a_move_is_forgiven(text: str, move: str) -> None:
    assert PisYedili().read(text) == move


@pytest.mark.parametrize(
    "text",
    ["", "7", "7x", "10h", "7h=s", "Jh=", "Jh=x", "Jh=sc", "Jh=s ", "-", "---", "++", "+7h", "-7h",
     ".", "7h8h", "7h>1"],
)  # fmt: skip
def test_what_is_no_move_is_refused_with_examples(text: str) -> None:
    with pytest.raises(InvalidMove, match=r"no move: they look like 7h, Jh=s, \+ to draw, or --"):
        PisYedili().read(text)


# Positions


@pytest.mark.parametrize(
    ("options", "body", "words"),
    [
        ("", "pile: 6c", "the hand is empty"),
        ("", "hand: 6c", "Without a pile there is nothing but the opening"),
        ("", "layout: 6c\nhand: 6d", "'layout' is no key of pis-yedili: pile, suit, chain"),
        ("", "pile: 6c 7x\nhand: 6d", "'7x' is no card"),
        ("", "pile: 6c 6c\nhand: 6d", "6c is not among the cards"),
        ("", "pile: 6c\nhand: 6c", "6c is not among the cards"),
        ("decks=2", "pile: 6c 6c\nhand: 6c", "6c is not among the cards"),
        ("", "pile: 6c\nopening: yes\nhand: 2c", "The opening is the first card of the pile"),
        ("", "pile: 6c\nchain: 1\nhand: 2c", "A chain needs a seven on top"),
        ("", "pile: 6c\nagain: yes\nhand: 2c", "Only on an ace one more card is offered"),
        ("preset=turkish", "pile: 7c\nchain: 1\nopening: yes\nhand: 2c", "no card has an effect"),
        ("preset=turkish", "pile: Ac\nagain: yes\nopening: yes\nhand: 2c", "no card has an effect"),
        ("", "pile: 7c\nchain: 1\ndrawn: 1\nhand: 2c", "A chain is taken before any card is drawn"),
        ("", "pile: Jc\nsuit: x\nhand: 2c", "suit: one of c, d, h, s"),
        ("", "pile: Jc\nsuit: \nhand: 2c", "suit: one of c, d, h, s"),
        ("", "pile: Jc\nsuit: cd\nhand: 2c", "suit: one of c, d, h, s"),
        ("", "opening: yes\nsuit: c\nhand: 2c", "suit: one of c, d, h, s"),
        ("", "pile: 6c\nsuit: h\nhand: 2c", "other cards have their own"),
        ("", "pile: 6c\nstock: 51\nhand: 2c", "stock: only 50 cards are left"),
        ("", "pile: 6c\ndrawn: 52\nhand: 2c", "drawn: there are fewer cards"),
        ("", "pile: 6c\nstock: x\nhand: 2c", "stock: 'x' is no number"),
        ("", "pile: 6c\ndrawn: -1\nhand: 2c", "drawn: '-1' is no number"),
        ("", "pile: 7c\nchain: one\nhand: 2c", "chain: 'one' is no number"),
        ("", "pile: Ac\nagain: maybe\nhand: 2c", "again: 'maybe' is neither yes nor no"),
        ("", "pile: Ac\nopening: 1\nhand: 2c", "opening: '1' is neither yes nor no"),
        ("", "pile: 6c\nstock: 0\nhand: 2d", "the deal is over"),
        ("", "opening: yes\nstock: 0\nhand: 2d", "the deal is over"),
        ("", "opening: yes\nstock: 0\ndrawn: 9\nhand: 2d", "the deal is over"),
        ("stock_out=recycle", "opening: yes\nstock: 0\nhand: 2d", "the deal is over"),
        ("preset=turkish", "opening: yes\npile: 3c\nstock: 0\nhand: 2d", "the deal is over"),
        ("stock_out_trigger=on_empty", "pile: 6c\nstock: 0\nhand: 2c", "the deal is over"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_position_says_why(options: str, body: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        loads(f'[Game "pis-yedili"]\n[Options "{options}"]\n\n{body}\n')


def test_what_a_position_does_not_say_is_as_usual() -> None:
    table = loads('[Game "pis-yedili"]\n\npile: 2d 6c\nhand: 2c').table
    assert (table.turn, table.step, table.stock, table.chain, table.drawn) == (0, 1, 20, 0, 0)
    assert (table.again, table.opening, table.finish, table.suit) == (False, 0, None, "c")
    assert (table.scores, table.shown) == ((0,) * 4, (0,) * 4)
    # A long pile leaves less than the usual stock.
    pile = " ".join(NAMED_ONCE[:45])
    assert loads(f'[Game "pis-yedili"]\n\npile: {pile}\nhand: Ks').table.stock == 6


def test_a_placed_table_is_the_played_one() -> None:
    game, state = dealt("seats=2", "4c 2d", "4d")
    state = play(game, state, "4c")
    table = game.place(state.hands[1], {"pile": "4c", "stock": "38"})
    assert table._replace(turn=1, turns=1) == state.table


def keys_of(table: PisYediliTable) -> dict[str, str]:
    """What a position says of this table."""
    pile = [*each(table.face_up ^ table.top), table.top] if table.top else []
    numbers = {"chain": table.chain, "drawn": table.drawn, "stock": table.stock}
    answers = {"again": table.again, "opening": table.opening > 0}
    return (
        {"pile": spell(pile, " ")}
        | ({"suit": table.suit} if table.suit else {})
        | {key: str(number) for key, number in numbers.items()}
        | {key: "yes" if answer else "no" for key, answer in answers.items()}
    )


@pytest.mark.parametrize("seed", range(8))
def test_a_position_says_all_that_the_moves_of_a_seat_depend_on(seed: int) -> None:
    rng = Random(seed)
    game = PisYedili.from_options(any_options(rng))
    state, asked = game.start(), 0
    while not state.table.finish:
        table = state.table
        if table.turn == CHANCE:
            state = game.apply(state, shuffle(game, state, rng))
            continue
        held = state.hands[table.turn]
        placed = game.place(held, keys_of(table))
        assert (placed.fits, placed.others, placed.suit) == (table.fits, table.others, table.suit)
        moves = game.legal_moves(table, held)
        assert game.legal_moves(placed, held) == moves
        state = game.apply(state, rng.choice(moves))
        asked += 1
    assert asked > 5


# Options

DEFAULTS = {
    "seats": "4", "opening": "starter_club", "jack_suit": "any", "jack_on_jack": "false",
    "per_seven": "3", "after_penalty": "end", "ace": "may_again", "voluntary_draw": "true",
    "draw_limit": "until_playable", "two_player_ten": "none", "stock_out": "lowest_hand",
    "stock_out_trigger": "on_need", "stock_out_score": "others_full", "rounds": "4",
    "mult_seven": "3", "mult_jack": "2", "decks": "auto", "tek": "auto",
}  # fmt: skip
TURKISH = {"opening": "first_lap_clubs", "draw_limit": "1", "stock_out": "recycle"}


@pytest.mark.parametrize(
    ("text", "differs"),
    [
        ("", {}),
        ("preset=app", {}),
        ("preset=turkish", TURKISH),
        ("draw_limit=3 preset=turkish", TURKISH | {"draw_limit": "3"}),
        ("players=3 deals=2 per_seven=2", {"seats": "3", "rounds": "2", "per_seven": "2"}),
    ],
)
def test_every_option_is_written_and_a_preset_never(text: str, differs: dict[str, str]) -> None:
    options = PisYedili.from_options(text).options()
    assert list(options.items()) == list((DEFAULTS | differs).items())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("seats=1", "Pis-yedili is for 2 to 8 seats."),
        ("seats=9", "Pis-yedili is for 2 to 8 seats."),
        ("rounds=0", "rounds must be at least 1."),
        ("mult_seven=0", "mult_seven and mult_jack must be at least 1."),
        ("mult_jack=-1", "mult_seven and mult_jack must be at least 1."),
        ("seats=8 decks=1", "decks=1 is too few for 8 seats: use decks=2."),
        ("decks=3", "decks='3' is unknown: choose auto, 1, 2."),
        ("draw_limit=2", "draw_limit='2' is unknown: choose until_playable, 1, 3."),
        ("per_seven=4", "per_seven='4' is unknown: choose 3, 2."),
        ("jack_on_jack=true", "jack_on_jack='true' is unknown: choose false."),
        ("tek=manual", "tek='manual' is unknown: choose auto."),
        ("voluntary_draw=True", "voluntary_draw='True' is unknown: choose true, false."),
        ("preset=quick", "preset='quick' is unknown: choose app, turkish."),
    ],
)
def test_options_that_cannot_be_played_are_refused_in_words(text: str, sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        PisYedili.from_options(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("options", "cards"),
    [("seats=4", 52), ("seats=5", 104), ("seats=4 decks=2", 104), ("seats=7 decks=1", 52),
     ("seats=2 decks=1", 52), ("seats=8", 104)],
)  # fmt: skip
def test_five_and_more_seats_play_with_two_packs(options: str, cards: int) -> None:
    assert PisYedili.from_options(options).pack.bit_count() == cards


@pytest.mark.parametrize("name", PisYedili.PRESETS)
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_preset_can_be_played_by_2_to_8_seats(name: str, seats: int) -> None:
    assert compare(f"preset={name} seats={seats} rounds=1", Random(seats)) > 0


# Both rulebooks


def test_every_match_under_any_options_is_as_the_slow_rulebook_has_it() -> None:
    rng, plies = Random(2), 0
    while plies < 20_000:
        plies += compare(any_options(rng), rng)


RECORDS = sorted(Path(__file__).with_name("records").glob("pis_yedili_*.txt"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_the_slow_rulebook_accepts_the_golden_records(file: Path) -> None:
    record = Record.loads(file.read_text())
    slow = SlowPisYedili(record.game.options())
    for ply in record.plies:
        word, _, text = ply.partition(":")
        cards = [text[at : at + 2] for at in range(0, len(text), 2)]
        if word == "deal":
            slow.deal(cards)
        elif word == "shuffle":
            slow.shuffle(cards)
        else:
            assert ply in slow.legal()
            slow.play(ply)
    assert slow.over
    assert " ".join(map(str, slow.totals)) == record.tags["Result"]


def test_of_two_packs_a_seat_cannot_tell_which_twin_was_dealt_first() -> None:
    """Orders of the pack that give a seat the same cards, played alike, look the same to it."""
    game, rng = PisYedili(seats=5), Random(4)
    for _ in range(40):
        names = [NAME[card] for card in each(game.pack)]
        rng.shuffle(names)
        own = [at for at in range(35) if at % 5 == 0]
        hidden = [at for at in range(104) if at not in own]
        other = list(names)
        for at, name in zip(hidden, rng.sample([names[at] for at in hidden], 97), strict=True):
            other[at] = name
        seen = []
        for order in (names, other):
            state = game.apply(game.start(), Move("deal:" + "".join(order)))
            seen.append(observe(game, state, 0))
        assert seen[0] == seen[1]


def test_of_two_packs_an_open_card_is_the_lower_twin_to_everybody() -> None:
    game = PisYedili(seats=5)
    hands = ["2c 3d 4d 5d 6d 8d 9d", "2c 3h 4h 5h 6h 8h 9h"]
    unused = [NAME[card] for card in each(PACK) if NAME[card] not in " ".join(hands)]
    rest = iter(unused)
    hands += [" ".join(next(rest) for _ in range(7)) for _ in range(3)]
    cards = [hand.split()[turn] for turn in range(7) for hand in hands]
    left = game.pack & ~sum(pick("".join(cards), game.pack))
    state = game.apply(game.start(), Move("deal:" + "".join(cards) + spell(each(left))))
    # Before the first card each holder of a two of clubs has the lower one, as far as he knows.
    lower = NAMED["2c"]
    assert all(observe(game, state, seat).hand & lower for seat in (0, 1))
    state = game.apply(state, Move("2c"))
    for seat in range(5):
        seen = observe(game, state, seat)
        assert seen.table.top == seen.table.face_up == lower
    assert observe(game, state, 1).hand & lower << SECOND
