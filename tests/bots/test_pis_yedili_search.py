"""What the scores are worth, what search finds in Pis Yedili, and how it says why."""

from collections.abc import Sequence
from random import Random

import pytest

from games.bots.pis_yedili import PisYediliHabits
from games.bots.pis_yedili_search import HALVING, WIN, Chances, PisYediliSearch
from games.bots.pis_yedili_why import WHYS
from games.engine.game import Move
from games.engine.pis_yedili import DRAW
from tests.bots.matches import PIS_YEDILI, game_of, match, placed

# --- What the scores are worth


def chances(scores: tuple[int, ...], deal: int, extra: int = 0) -> Chances:
    options = f"seats={len(scores)}"
    game, seen = placed("pis-yedili", "pile: 6c\nhand: 5c", options)
    return Chances(game, seen.table._replace(scores=scores, deal=deal, extra=extra))


def test_after_the_last_deal_only_the_lowest_total_counts() -> None:
    assert chances((50, 40, 90), 4).after((0, 11, 20)) == WIN
    assert chances((50, 40, 90), 4).after((0, 9, 20)) == 0
    assert chances((50, 40, 90), 4).after((0, 10, 20)) == WIN // 2


def test_a_tie_after_the_last_extra_deal_is_worth_nothing() -> None:
    assert chances((50, 50, 90), 6, 2).after((0, 0, 20)) == WIN // 2
    assert chances((50, 50, 90), 7, 3).after((0, 0, 20)) == 0
    assert chances((50, 50, 90), 7, 3).after((0, 1, 20)) == WIN


def test_before_it_points_behind_halve_the_chance() -> None:
    assert chances((30, 30, 30, 30), 1).after((7, 7, 7, 7)) == WIN // 4
    behind = chances((30 + HALVING, 30), 3)
    assert behind.after((5, 5)) == pytest.approx(WIN / 3, abs=1)
    assert behind.after((0, HALVING)) == WIN // 2
    # With four times as many deals to come it takes twice as many points.
    game, seen = placed("pis-yedili", "pile: 6c\nhand: 5c", "seats=2 rounds=5")
    early = Chances(game, seen.table._replace(scores=(2 * HALVING, 0)))
    assert early.after((0, 0)) == pytest.approx(WIN / 3, abs=1)
    assert 0 <= chances((30_000, 30), 3).after((0, 0)) < 5


# --- Expert


def habit(lines: str, options: str = "") -> Move:
    game, seen = placed("pis-yedili", lines, options)
    return PisYediliHabits().choose(game, seen, (), Random(1), 0)


def search(lines: str, options: str, sizes: tuple[int, ...], seed: int = 4) -> Move:
    cards = len(lines.split()) - len(["pile:", "hand:"])
    stock = 52 - cards - sum(sizes)
    game, seen = placed("pis-yedili", f"{lines}\nstock: {stock}", options, sizes)
    return PisYediliSearch().choose(game, seen, (), Random(seed), 300)


def test_lets_an_ace_bring_out_the_seven_that_counts_three_times() -> None:
    lines = "pile: 5s\nhand: As 7s"
    assert habit(lines, "seats=2") == "7s"
    assert search(lines, "seats=2", (1,)) == "As"


def test_skips_the_seat_that_is_nearly_out() -> None:
    # After the eight the same seat moves again, and is out with the nine.
    lines = "pile: 5h\nhand: 8h 9h"
    assert habit(lines, "seats=2") == "9h"
    assert search(lines, "seats=2", (1,)) == "8h"


def test_turns_the_play_away_from_the_seat_that_is_nearly_out() -> None:
    lines = "pile: 5h\nhand: Th Kh Qd 4c 2s 9s"
    assert search(lines, "seats=3", (1, 9)) == "Th"


def test_gets_rid_of_a_jack_before_another_goes_out() -> None:
    lines = "pile: 5c\nhand: Js 3c Kh Kd Qd"
    assert habit(lines, "seats=2") == "3c"
    assert search(lines, "seats=2", (1,))[:2] == "Js"


def test_keeps_a_jack_for_its_last_card() -> None:
    assert search("pile: 5c\nhand: Js 4c", "seats=4", (6, 6, 6)) == "4c"


def test_a_hopeless_last_deal_is_played_by_habit() -> None:
    lines = "pile: 6c\nhand: Kc 9c 2c 3h\nstock: 40"
    game, seen = placed("pis-yedili", lines, "seats=2 rounds=1", (7,))
    seen = seen._replace(table=seen.table._replace(scores=(10_000, 0)))
    assert PisYediliSearch().choose(game, seen, (), Random(1), 50) == "Kc"


def test_its_thoughts_begin_with_its_move_and_tell_of_every_other() -> None:
    game, checked = game_of("pis-yedili", "rounds=2"), 0
    for number in range(2):
        for spot in match(game, ["normal"] * 4, Random(number)):
            heard, expert = spot.heard(game), PisYediliSearch()
            thoughts = expert.think(game, spot.seen, heard, Random(1), 30)
            assert thoughts[0].move == expert.choose(game, spot.seen, heard, Random(1), 30)
            weighed = [thought.move for thought in thoughts]
            assert len(set(weighed)) == len(weighed)
            # Of several jacks only one.
            rest = {move for move in spot.seen.moves if move not in weighed}
            assert all("=" in move for move in rest)
            assert not rest or any("=" in move for move in weighed)
            for thought in thoughts:
                assert thought.chance is not None
                assert thought.points is not None
                assert 0 <= thought.chance <= 1
                assert thought.points >= 0
                assert thought.playouts > 0
            checked += 1
    assert checked > 80


@pytest.mark.parametrize("options", PIS_YEDILI)
def test_weighs_legal_moves_under_all_options(options: str) -> None:
    game = game_of("pis-yedili", options)
    for number in range(2):
        for at, spot in enumerate(match(game, ["easy", "normal"] * 4, Random(number))):
            # Every decision with a nearly empty stock, and some others.
            if spot.seen.table.stock < 4 or at % 8 == 0:
                thoughts = PisYediliSearch().think(game, spot.seen, (), Random(at), 8)
                assert {thought.move for thought in thoughts} <= set(spot.seen.moves)


def test_a_thought_of_going_out_knows_how_the_match_ends() -> None:
    game, seen = placed("pis-yedili", "pile: 5c\nhand: 6c\nstock: 20", "seats=2 rounds=1", (5,))
    first, second = PisYediliSearch().think(game, seen, (), Random(1), 200)
    assert first[:3] == ("6c", 1.0, 0.0)
    assert second.move == DRAW
    assert second.chance is not None
    assert second.points is not None
    assert second.chance < 1
    assert second.points > 0


# --- Why


def reason(lines: str, move: str, options: str = "", sizes: Sequence[int] = (7, 7, 7)) -> str:
    game, seen = placed("pis-yedili", f"{lines}\nstock: 15", options, sizes)
    assert move in seen.moves
    return PisYediliSearch().why(game, seen, Move(move))


@pytest.mark.parametrize(
    ("lines", "move", "sizes", "key"),
    [
        ("pile: 5c\nhand: 6c", "6c", (7, 7, 7), "go_out"),
        ("pile: 5c\nhand: Js", "Js", (7, 7, 7), "go_out"),
        ("pile: 7c\nchain: 1\nhand: 7d Kd", "7d", (7, 7, 7), "chain"),
        ("pile: 7c\nchain: 1\nhand: 7d Kd", "+", (7, 7, 7), "draw"),
        ("pile: 5c\nhand: 7c Kd 2s", "7c", (2, 7, 7), "aim"),
        ("pile: 5c\nhand: 8c Kd 2s", "8c", (2, 7, 7), "aim"),
        ("pile: 5c\nhand: Tc Kd 2s", "Tc", (2, 7, 7), "aim"),
        ("pile: 5c\nhand: 7c Kd 2s", "7c", (7, 2, 7), "alone"),
        ("pile: 5c\nhand: 7c 3c Kd", "7c", (7, 2, 7), "dump"),
        ("pile: 5c\nhand: Ac 2c Kd", "Ac", (7, 7, 7), "again"),
        ("pile: 5c\nhand: Ac Kd 2d", "Ac", (7, 7, 7), "alone"),
        ("pile: 5c\nhand: Kc 2c 3d", "Kc", (7, 7, 7), "dump"),
        ("pile: 5c\nhand: Js 2c Kh", "Js=h", (7, 7, 2), "early"),
        ("pile: 5c\nhand: Js 2c Kh 9h", "Js=h", (7, 7, 7), "suit"),
        ("pile: 5c\nhand: Js 2c Kh", "Js=h", (7, 7, 7), "odds"),
        # A jack that fits is kept, whatever the others cost.
        ("pile: 8s\nhand: 3s Jc Jd Kh", "3s", (7, 7, 7), "save"),
        ("pile: 5c\nhand: 7c 2c Kh", "2c", (7, 7, 7), "save"),
        ("pile: 5c\nhand: 5d 5h 2h Kh", "5h", (7, 7, 7), "suit"),
        ("pile: 5c\nhand: 2c 5h 3h Kh", "2c", (7, 7, 7), "odds"),
        ("pile: 5c\nhand: 6c 5h 3h Kh", "5h", (7, 7, 7), "suit"),
        ("pile: Ac\nagain: yes\nhand: Js 9h", "--", (7, 7, 7), "save"),
        ("pile: Ac\nagain: yes\nhand: 3s 9h", "--", (7, 7, 7), "stop"),
        ("pile: 5c\nhand: 3s 9h\ndrawn: 1", "--", (7, 7, 7), "stop"),
        ("pile: 5c\nhand: 3s 9h", "+", (7, 7, 7), "draw"),
        # In the opening no card has an effect.
        ("opening: yes\nhand: 7c 2c Kd", "7c", (2, 7, 7), "dump"),
    ],
)
def test_says_why(lines: str, move: str, sizes: Sequence[int], key: str) -> None:
    assert reason(lines, move, "", sizes) == key


@pytest.mark.parametrize(
    "options", ["", "seats=2 two_player_ten=skip", "seats=5", "preset=turkish"]
)
def test_every_move_has_a_reason(options: str) -> None:
    game, keys = game_of("pis-yedili", options), set[str]()
    for number in range(4):
        for spot in match(game, ["easy", "normal"] * 3, Random(number)):
            keys.update(PisYediliSearch().why(game, spot.seen, move) for move in spot.seen.moves)
    assert keys == set(WHYS)
