"""The player of Rummy 500 that sees all cards: legal, and what only it can know."""

from itertools import islice
from random import Random

import pytest

from games.bots.rummy500 import Rummy500Habits
from games.bots.rummy500_seeing import Rummy500Seeing
from games.engine.cards import PACK, each, read_cards
from games.engine.chance import shuffle
from games.engine.game import CHANCE, Move, State, observe
from games.engine.rummy500 import Rummy500, Rummy500Table
from tests.bots.matches import placed
from tests.bots.test_rummy500 import OPTIONS, random_states


@pytest.mark.parametrize("options", OPTIONS)
def test_whatever_was_played_before_it_finds_a_legal_move(options: str) -> None:
    game = Rummy500.from_options(options)
    for state in islice(random_states(game, Random(6), 12), 0, None, 11):
        moves = game.legal_moves(state.table, state.hands[state.table.turn])
        assert Rummy500Seeing().choose(game, state, Random(1), 10) in moves


def state_of(lines: str, others: str, stock: str = "") -> tuple[Rummy500, State[Rummy500Table]]:
    """A position in which seat 1 holds these cards and the stock begins with those."""
    game, seen = placed("rummy-500", lines, "seats=2")
    theirs, first = sum(read_cards(others)), [*read_cards(stock)]
    rest = [*each(PACK & ~(seen.hand | seen.table.face_up | theirs | sum(first)))]
    cards = tuple([*first, *rest][: seen.table.stock])
    return game, State(seen.table, (seen.hand, theirs), cards)


def seeing(lines: str, others: str, stock: str = "") -> Move:
    game, state = state_of(lines, others, stock)
    return Rummy500Seeing().choose(game, state, Random(1), 100)


def test_it_discards_what_the_other_cannot_use() -> None:
    lines = "turn: meld\nstock: 1\nhand: 9s Kd"
    assert seeing(lines, "9c 9d 2h 4s", "3h") == "-Kd"
    assert seeing(lines, "Kc Ks 2h 4s", "3h") == "-9s"


def test_it_draws_what_it_knows_to_come() -> None:
    # Three kings bring 30 points, three twos 6; the third king comes now or to the other seat.
    lines = "stock: 2\npile: 2d\nhand: Kd Kc 2c 2h"
    assert seeing(lines, "9c 8d 4h 6s", "Ks 3h") == "+"
    assert seeing(lines, "9c 8d 4h 6s", "3h Ks") == "+2d"


def test_it_gains_far_more_in_a_round_than_normal() -> None:
    game, ahead = Rummy500(seats=2, max_rounds=1, target=100_000), 0
    for number in range(6):
        state, dealer = game.start(), Random(number)
        while state.table.turn >= CHANCE:
            turn = state.table.turn
            if turn == CHANCE:
                move = shuffle(game, state, dealer)
            elif turn == number % 2:
                move = Rummy500Seeing().choose(game, state, dealer, 100)
            else:
                seen = observe(game, state, turn)
                move = Rummy500Habits().choose(game, seen, (), dealer, 0)
            state = game.apply(state, move)
        scores = state.table.scores
        ahead += scores[number % 2] - scores[1 - number % 2]
    assert ahead > 6 * 40
