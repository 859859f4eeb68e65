"""What moves of Pis Yedili are usually worth, worked out by hand."""

from collections.abc import Sequence

import pytest

from games.bots.pis_yedili_prior import (
    ACE_FOLLOWED,
    DRAWS,
    EIGHT,
    ENDS,
    ENDS_ON_ACE,
    JACK,
    JACK_AT_ONE,
    JACK_AT_THREE,
    KEEPER,
    LAST_JACK,
    LAST_SEVEN,
    POINT,
    SEVEN,
    SEVEN_AT_FEW,
    SEVEN_OF_THREE,
    SHORTER,
    TAKES,
    usual_worth,
)
from games.engine.game import PASS, Move
from games.engine.pis_yedili import DRAW
from tests.bots.matches import placed


@pytest.mark.parametrize(
    ("lines", "move", "sizes", "worth"),
    [
        ("pile: 5c\nhand: 9c Kc 2h 3h", "9c", (7, 7, 7), 9 * POINT),
        ("pile: 5c\nhand: 8c Kc 2h 3h", "8c", (7, 7, 7), 8 * POINT + EIGHT),
        ("pile: 5c\nhand: 9c Kc 2h 3h", DRAW, (7, 7, 7), DRAWS),
        ("pile: 5c\nhand: 9d Kd 2h 3h", DRAW, (7, 7, 7), 0),
        ("pile: 5c\nhand: 9c Kd 2h 3h\ndrawn: 1", PASS, (7, 7, 7), ENDS),
        ("pile: Ac\nagain: yes\nhand: 9c Kd", PASS, (7, 7, 7), ENDS_ON_ACE),
        ("pile: Ac\nagain: yes\nhand: 9d Kd", PASS, (7, 7, 7), 0),
        ("pile: 7c\nchain: 1\nhand: 7d Kd 2h 3h", DRAW, (7, 7, 7), TAKES),
        ("pile: 7c\nchain: 1\nhand: 7d Kd 2h 3h", "7d", (7, 7, 7), 20 * POINT),
        ("pile: 5c\nhand: 7c Kd 2h 3h", "7c", (7, 7, 7), 20 * POINT + SEVEN),
        ("pile: 5c\nhand: 7c Kd 2h 3h", "7c", (2, 7, 7), 20 * POINT + SEVEN + SEVEN_AT_FEW),
        ("pile: 5c\nhand: 7c Kd 2h", "7c", (7, 2, 7), 20 * POINT + SEVEN + SEVEN_OF_THREE),
        ("pile: 5c\nhand: Ac Kc 2h 3h", "Ac", (7, 7, 7), 15 * POINT + ACE_FOLLOWED),
        ("pile: 5c\nhand: Ac Jd 2h 3h", "Ac", (7, 7, 7), 15 * POINT),
        ("pile: 5c\nhand: Jd 9d 2h 3h", "Jd=h", (7, 7, 7), JACK),
        ("pile: 5c\nhand: Jd 9d 2h 3h", "Jd=d", (7, 7, 3), JACK + JACK_AT_THREE + SHORTER),
        ("pile: 5c\nhand: Jd 9d 2h 3h", "Jd=s", (7, 1, 7), JACK + JACK_AT_THREE + JACK_AT_ONE
         + 2 * SHORTER),
        ("pile: 5c\nhand: 9c 7d", "9c", (7, 7, 7), 9 * POINT + LAST_SEVEN),
        ("pile: 5c\nhand: 9c Jd", "9c", (7, 7, 7), 9 * POINT + LAST_JACK),
        # In the opening no card has an effect.
        ("opening: yes\nhand: 7c Kd 2h", "7c", (2, 7, 7), 20 * POINT),
        ("opening: yes\nhand: Jc Kd 2h", "Jc", (1, 7, 7), 0),
    ],
)  # fmt: skip
def test_is_what_its_parts_are_worth(
    lines: str, move: str, sizes: Sequence[int], worth: int
) -> None:
    game, seen = placed("pis-yedili", f"{lines}\nstock: 15", "", sizes)
    assert move in seen.moves
    assert usual_worth(game, seen, Move(move), Move("Kc")) == worth
    assert usual_worth(game, seen, Move(move), Move(move)) == worth + KEEPER
