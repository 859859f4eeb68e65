"""Each habit of the players of Rummy 500 on positions made by hand, and what playouts are."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from games.bots.levels import LEVELS, choose
from games.bots.rummy500 import felt_of, habits_of, open_ends
from games.bots.rummy500_search import Play
from games.engine.cards import NAME, PACK
from games.engine.chance import shuffle
from games.engine.game import CHANCE, NOBODY, IllegalMove, Move, State, observe
from games.engine.melds import MELDS
from games.engine.record import Record, replay
from games.engine.rummy500 import (
    DISCARD,
    END,
    STOCK,
    TAKE,
    Rummy500,
    Rummy500Table,
)
from tests.bots.matches import bot_move, match
from tests.bots.test_levels import dealt_otherwise

OPTIONS = [
    "",
    "seats=2",
    "seats=3",
    "seats=2 deal_2p=13 ace_low_value=1",
    "go_out=must_discard",
    "go_out=must_discard floating=true stock_out=discard_only seats=3",
    "top_card=keep_no_discard stock_out=discard_only",
    "dig_use=meld_only ace_low_value=5",
    "dig_support=hand_only go_out=must_discard seats=2",
    "pips=fives stock_out=discard_only seats=3",
    "seats=2 dig_use=meld_only dig_support=hand_only top_card=keep_no_discard go_out=must_discard",
]


def random_states(game: Rummy500, rng: Random, rounds: int) -> Iterator[State[Rummy500Table]]:
    """The states in which a seat is to move of some rounds of legal moves at random."""
    state = game.start()
    while state.table.round < rounds or state.table.turn >= 0:
        if state.table.turn == NOBODY:
            return
        if state.table.turn == CHANCE:
            state = game.apply(state, shuffle(game, state, rng))
        yield state
        moves = game.legal_moves(state.table, state.hands[state.table.turn])
        state = game.apply(state, moves[int(rng.random() * len(moves))])


@pytest.mark.parametrize("options", OPTIONS)
def test_two_masks_say_what_can_be_laid_off_singly(options: str) -> None:
    game = Rummy500.from_options(options)
    seen = 0
    for state in random_states(game, Random(3), 12):
        runs, sets = felt_of(state.table.melds)
        hidden = PACK & ~sum(state.table.laid)
        assert (open_ends(runs) | sets) & hidden == state.table.fits & hidden
        seen += bool(state.table.fits)
    assert seen > 100


def done(game: Rummy500, state: State[Rummy500Table], step: int) -> Move:
    """The legal move that an entry of ``Play.line`` stands for."""
    table = state.table
    moves = game.legal_moves(table, state.hands[table.turn])
    if step < 0:
        return DISCARD[-step]
    if not step:
        return STOCK
    if table.phase == "draw":
        return TAKE[step]
    ways = [m for m in moves if m in MELDS and MELDS[m].cards == step]
    if step in NAME:
        ways = [m for m in moves if m.partition(">")[0] == NAME[step] and ">" in m]
    # Of several places a run, and of two ends the one where the ace counts more.
    return max(ways, key=lambda move: after_it(game, state, move))


def after_it(game: Rummy500, state: State[Rummy500Table], move: Move) -> tuple[int, int]:
    table = game.apply(state, move).table
    return table.points[state.table.turn], felt_of(table.melds)[0]


@pytest.mark.parametrize("options", OPTIONS)
def test_a_round_played_on_is_the_one_that_the_rules_play(options: str) -> None:
    game = Rummy500.from_options(f"{options} target=100000 max_rounds=100")
    habits, rounds = habits_of(game), 0
    for start in islice(random_states(game, Random(4), 30), 0, None, 5):
        if start.table.phase != "draw":
            continue
        play = Play(game, habits, start)
        play.on(1000)
        assert play.over
        state = start
        for step in play.line:
            move = done(game, state, step)
            assert move in game.legal_moves(state.table, state.hands[state.table.turn])
            state = game.apply(state, move)
        if state.table.turn >= 0:
            # With an empty stock the seat may end the round, and does.
            assert END in game.legal_moves(state.table, state.hands[state.table.turn])
            state = game.apply(state, END)
        assert state.table.turn == CHANCE
        assert state.table.points == tuple(play.points)
        assert state.table.shown == tuple(play.hands)
        assert [*state.table.pile] == play.pile
        rounds += 1
    assert rounds > 50


@pytest.mark.parametrize("options", OPTIONS)
def test_each_level_plays_whole_matches_with_legal_moves(options: str) -> None:
    game = Rummy500.from_options(f"{options} target=150 max_rounds=3")
    for number in range(3):
        seats = [list(LEVELS)[(seat + number) % 3] for seat in range(game.seats)]
        for spot in match(game, seats, Random(number)):
            assert spot.move in spot.seen.moves


@pytest.mark.parametrize("options", OPTIONS)
def test_whatever_was_played_before_each_level_finds_a_legal_move(options: str) -> None:
    game = Rummy500.from_options(options)
    for state in islice(random_states(game, Random(6), 25), 0, None, 7):
        seen = observe(game, state, state.table.turn)
        for level in LEVELS:
            assert bot_move(level, game, seen, (), Random(1), 4) in seen.moves


@pytest.mark.parametrize(
    "options", ["max_rounds=1", "seats=2 max_rounds=1", f"{OPTIONS[5]} max_rounds=2"]
)
def test_no_level_sees_what_is_hidden_from_its_seat(options: str) -> None:
    game, rng, changed = Rummy500.from_options(options), Random(10), 0
    for number in range(6):
        seats = ["normal", "easy"] * 2
        for spot in islice(match(game, seats[: game.seats], Random(number)), 1, None, 2):
            try:
                plies = dealt_otherwise(game, spot, rng)
                heard = Record(game, plies).seen_by(spot.seen.seat)
            except IllegalMove:
                continue
            assert heard == spot.heard(game)
            state = replay(game, plies)
            changed += state != spot.state
            seen = observe(game, state, spot.seen.seat)
            for level in LEVELS:
                assert bot_move(level, game, seen, heard, Random(5)) == bot_move(
                    level, game, spot.seen, spot.heard(game), Random(5)
                )
    assert changed > 30


def sampled(seed: int) -> list[str]:
    """What the levels play with their real budgets in some positions of two rounds."""
    moves: list[str] = []
    for options in (
        "max_rounds=1",
        "seats=2 max_rounds=1 ace_low_value=1 top_card=keep_no_discard",
    ):
        game = Rummy500.from_options(options)
        for spot in islice(match(game, ["normal"] * game.seats, Random(seed)), 4, None, 6):
            heard = spot.heard(game)
            moves += [choose(level, game, spot.seen, heard, Random(seed)) for level in LEVELS]
    return moves


def test_the_same_seed_gives_the_same_moves_in_another_process() -> None:
    script = "from tests.bots.test_rummy500 import sampled; print(*sampled(11))"
    here = sampled(11)
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=Path(__file__).parents[2],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path(__file__).parents[2])},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.split() == here
