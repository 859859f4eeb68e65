"""The player of Pis Yedili that sees all cards."""

from random import Random

import pytest

from games.bots.pis_yedili_seeing import PisYediliSeeing
from games.engine.cards import read_cards
from games.engine.game import State
from tests.bots.matches import PIS_YEDILI, game_of, match, placed


@pytest.mark.parametrize(("theirs", "move"), [("3d", "Js=h"), ("3h", "Js=d")])
def test_names_the_suit_that_the_other_seat_does_not_hold(theirs: str, move: str) -> None:
    # With the kings of both suits it then goes out, before the other finds a card that fits.
    game, seen = placed(
        "pis-yedili", "pile: 8s\nhand: Js Kd Kh\nstock: 4", "seats=2 rounds=1", (1,)
    )
    stock = tuple(read_cards("2s 4s 6s 2c"))
    state = State(seen.table, (seen.hand, sum(read_cards(theirs))), stock)
    assert PisYediliSeeing().choose(game, state, Random(1), 200) == move


@pytest.mark.parametrize("options", PIS_YEDILI)
def test_plays_legal_moves_under_all_options(options: str) -> None:
    game = game_of("pis-yedili", options)
    for number, spot in enumerate(match(game, ["easy", "normal"] * 4, Random(5))):
        if number % 7 == 0:
            move = PisYediliSeeing().choose(game, spot.state, Random(1), 8)
            assert move in game.legal_moves(spot.state.table, spot.state.hands[spot.seen.seat])
