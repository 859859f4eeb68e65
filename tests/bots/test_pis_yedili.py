"""Each habit of the players of Pis Yedili, the playout against the rules, and what search finds."""

from random import Random

import pytest

from games.bots.pis_yedili_search import counted, play_out
from games.engine.chance import shuffle
from games.engine.game import CHANCE, NOBODY, observe
from tests.bots.matches import PIS_YEDILI, bot_move, game_of


@pytest.mark.parametrize("options", PIS_YEDILI)
def test_a_playout_ends_as_the_rules_end_the_deal_played_by_habit(options: str) -> None:
    game = game_of("pis-yedili", options)
    for seed in range(12):
        # Chance that does not depend on how often it was asked.
        rng, state, before = Random(seed), game.start(), []
        while state.table.turn != NOBODY:
            turn = state.table.turn
            if turn == CHANCE:
                if state.table.finish is not None:
                    before = check_playouts(game, before, state)
                state = game.apply(state, shuffle(game, state, rng))
            else:
                before.append((state, rng.getstate()))
                move = bot_move("normal", game, observe(game, state, turn), (), rng)
                state = game.apply(state, move)
        check_playouts(game, before, state)


def check_playouts(game, before, ended):
    """From each of these states of a deal the playout ends as the deal did."""
    for state, chance in before:
        rng, hands = Random(), list(state.hands)
        rng.setstate(chance)
        last = play_out(game, state, hands, rng)
        assert tuple(hands) == ended.table.shown
        assert counted(game, hands, last) == ended.table.finish.gains
        assert (ended.table.finish.ended == "out") == bool(last)
        assert last in (0, ended.table.top)
    return []
