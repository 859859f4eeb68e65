"""Each class of reason on a position made by hand."""

from random import Random

import pytest

from games.bots.sevens_search import SevensSearch
from games.bots.sevens_why import WHYS
from games.engine.game import PASS, Move
from games.engine.sevens import Sevens
from tests.bots.matches import SEVENS, match, seen_in

CHIPS = "preset=chips start=holder_7D"
CASES = [
    ("go_out", "7d 8d", "9d", "9d", ""),
    ("dump", "2c 3c 4c 5c 6c 7c 7d", "Ac 8d Kd", "Ac", ""),
    ("dump", "7c 8c 9c Tc Jc Qc Kc 7d", "Ac 8d Kd", "Ac", "ace=high"),
    ("dump", "3c 4c 5c 6c 7c 7d", "2c 8d Kd", "2c", "ace=high"),
    ("flow", "7c 7d", "8d 9d 2h", "8d", ""),
    ("flow", "7c 8c 9c Tc 7d", "Jc Qc 2h 6d", "Jc", ""),
    ("reach", "7c 7d", "8c Kc 8d 2h", "8c", ""),
    ("open", "7d 8d 9d Td Jd Qd", "7s 6s 5s 9s Ts Ks Kd", "7s", ""),
    ("block", "7c 8c 9c Tc 7d", "Jc 8d 6d 2h", "Jc", ""),
    ("block", "7c 8c 9c Tc 7d", "Jc 7s 2h", "Jc", ""),
    ("odds", "7c 8c 9c Tc 7d", "Jc 8d 6d 2h", "8d", ""),
    ("odds", "7d", "7s 8d 9d 2h", "7s", ""),
    ("hold", "7d", "8d 2h", PASS, CHIPS),
]


@pytest.mark.parametrize(("reason", "layout", "hand", "move", "options"), CASES)
def test_each_reason(reason: str, layout: str, hand: str, move: str, options: str) -> None:
    game, seen = seen_in(layout, hand, options)
    assert move in seen.moves
    assert SevensSearch().why(game, seen, Move(move)) == reason


def test_every_reason_is_tried_here() -> None:
    assert {reason for reason, *_ in CASES} == set(WHYS)


@pytest.mark.parametrize("options", SEVENS)
def test_every_move_has_a_reason(options: str) -> None:
    game = Sevens.from_options(options)
    for spot in match(game, ["easy", "normal"] * 4, Random(11)):
        for move in spot.seen.moves:
            assert SevensSearch().why(game, spot.seen, move) in WHYS
