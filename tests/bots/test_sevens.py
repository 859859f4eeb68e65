"""Each habit of Normal on a position made by hand, and the chances of Easy."""

from collections import Counter
from random import Random

import pytest

from games.bots.bot import Uniform
from games.bots.sevens import SevensHabits, worth_of
from games.engine.cards import NAMED
from games.engine.game import PASS, Move
from tests.bots.matches import seen_in


def habit(layout: str, hand: str, options: str = "") -> Move:
    game, seen = seen_in(layout, hand, options)
    return SevensHabits().choose(game, seen, (), Random(1), 0)


def test_keeps_the_six_that_would_open_a_suit_it_does_not_hold() -> None:
    assert habit("7s 7d", "6s 8d Td 2h") == "8d"


def test_keeps_the_eight_behind_which_others_wait() -> None:
    assert habit("7c 7h", "8h 6c 3c 2d") == "6c"


def test_sheds_an_ace_that_is_free_before_it_helps_others() -> None:
    assert habit("2c 3c 4c 5c 6c 7c 7d", "Ac 6d Kh") == "Ac"


def test_sheds_a_king_that_is_free_before_it_helps_others() -> None:
    assert habit("7c 8c 9c Tc Jc Qc 7d", "Kc 6d 2h") == "Kc"


def test_where_the_ace_is_high_the_ace_and_the_two_are_free() -> None:
    layout = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc 3d 4d 5d 6d 7d"
    assert habit(layout, "Ac 8d Kh", "ace=high") == "Ac"
    assert habit(layout, "2d 8d Kh", "ace=high") == "2d"


def test_keeps_its_own_row_going_before_it_sheds_a_free_king() -> None:
    assert habit("7c 8c 9c Tc Jc Qc 7d", "Kc 8d 9d Td") == "8d"


def test_opens_the_way_to_the_card_it_would_be_stuck_with() -> None:
    assert habit("7c 7d", "8c 9c 8d Kd") == "8d"


def test_waits_with_the_seven_of_a_suit_it_holds_little_of() -> None:
    assert habit("7d 8d 9d Td Jd Qd", "7s Kd 2h") == "Kd"


def test_opens_a_suit_that_it_holds_much_of() -> None:
    assert habit("7d 8d 9d Td Jd Qd", "7s 6s 5s 9s Ts Ks Kd") == "7s"


def test_passes_only_when_nothing_fits() -> None:
    assert habit("7d", "5d 9d") == PASS
    assert habit("7d", "6d 9h", "preset=chips start=holder_7D") == "6d"


def test_a_card_that_opens_nothing_is_worth_nothing() -> None:
    game, _ = seen_in("7d", "8d")
    worth = worth_of(game)
    assert worth(NAMED["Ah"], game.pack) == worth(NAMED["Kh"], 0) == 0


def test_easy_plays_each_card_that_fits_about_equally_often() -> None:
    game, seen = seen_in("7d", "6d 8d 7h 7s 2c")
    rng = Random(1)
    counts = Counter(Uniform().choose(game, seen, (), rng, 0) for _ in range(4000))
    assert counts == {move: pytest.approx(1000, abs=120) for move in ("6d", "8d", "7h", "7s")}


def test_easy_never_passes_at_will() -> None:
    game, seen = seen_in("7d", "6d 9h", "preset=chips start=holder_7D")
    assert PASS in seen.moves
    rng = Random(1)
    assert {Uniform().choose(game, seen, (), rng, 0) for _ in range(50)} == {"6d"}
