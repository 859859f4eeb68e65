"""Every level, over matches of every kind: legal, blind, repeatable."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from games.bots.levels import LEVELS, choose
from games.engine.chance import shuffle
from games.engine.game import CHANCE, NOBODY, PASS, Observation, observe
from games.engine.sevens import Sevens, SevensTable

OPTIONS = [
    *[f"seats={seats}" for seats in range(2, 9)],
    "preset=international target=20",
    "preset=international seats=6 target=15",
    "preset=chips",
    "preset=chips seats=3 fine_forced=2",
    "preset=chips seats=2",
    "preset=short32",
    "preset=short32 seats=8 scoring=cards_100 target=8",
    "start=holder_7H scoring=pips rounds=2",
    "deck=36 center_rank=9 ace=high",
]


def decisions(
    game: Sevens, levels: Sequence[str], rng: Random
) -> Iterator[tuple[Observation[SevensTable], str]]:
    """Play a match, each seat with its level: what each mover saw, and the move it chose."""
    state, plies = game.start(), []
    while state.table.turn != NOBODY:
        turn = state.table.turn
        if turn == CHANCE:
            move = shuffle(game, state, rng)
        else:
            seen = observe(game, state, turn)
            move = choose(levels[turn], game, seen, plies, rng)
            yield seen, move
        plies.append(move)
        state = game.apply(state, move)


@pytest.mark.parametrize("options", OPTIONS)
def test_each_level_plays_whole_matches_with_legal_moves(options: str) -> None:
    game = Sevens.from_options(options)
    levels = [list(LEVELS)[seat % 3] for seat in range(game.seats)]
    for seen, move in decisions(game, levels, Random(7)):
        assert move in seen.moves


@pytest.mark.parametrize(("level", "matches"), [("easy", 500), ("normal", 500), ("expert", 2)])
def test_nobody_passes_who_can_play_in_a_ranked_match(level: str, matches: int) -> None:
    game = Sevens()
    for number in range(matches):
        for seen, move in decisions(game, [level] * 4, Random(number)):
            assert (move == PASS) == (not seen.hand & seen.table.takes)
