"""What holds for every game at every ply, whatever its rules: driven by random play."""

from random import Random

import pytest

from games.engine.cards import each
from games.engine.chance import determinize
from games.engine.game import CHANCE, DEAL, NOBODY, PASS, State, observe, parse
from games.engine.record import Record, replay, result
from games.engine.sevens import Sevens, SevensTable
from tests.engine.playing import OPTIONS, random_match


def check_state(game: Sevens, state: State[SevensTable], rng: Random) -> None:
    table, hands, stock = state
    parts = [*hands, *stock, table.face_up]
    assert sum(part.bit_count() for part in parts) == game.pack.bit_count()
    assert sum(parts) == game.pack
    assert all(shown & ~hand == 0 for shown, hand in zip(table.shown, hands, strict=True))
    for seat in (None, *range(game.seats)):
        seen = observe(game, state, seat)
        assert seen.table is table
        assert seen.seat == seat
        assert seen.hand == (0 if seat is None else hands[seat])
        assert seen.sizes == tuple(hand.bit_count() for hand in hands)
        assert bool(seen.moves) == (seat == table.turn)
        assert observe(game, determinize(game, seen, rng), seat) == seen


def check_moves(game: Sevens, state: State[SevensTable]) -> None:
    moves = game.legal_moves(state.table, state.hands[state.table.turn])
    assert moves
    in_order = [*game.in_order(game.pack), 0]
    places = [0 if move == PASS else sum(each(game_card(move))) for move in moves]
    assert places == sorted(set(places), key=in_order.index)
    for move in moves:
        assert parse(game, state, move) == move
        assert parse(game, state, move.upper()) == move
    hash(game.apply(state, moves[0]))


def game_card(move: str) -> int:
    return 1 << 13 * "cdhs".index(move[1]) + "A23456789TJQK".index(move[0])


@pytest.mark.parametrize("options", OPTIONS)
def test_every_ply_of_a_random_match_keeps_the_contract(options: str) -> None:
    game, rng = Sevens.from_options(options), Random(options)
    assert Sevens.from_options(" ".join(f"{k}={v}" for k, v in game.options().items())) == game
    plies = random_match(game, rng)
    state, deals, since_deal = game.start(), 0, 0
    for ply in plies:
        check_state(game, state, rng)
        if ply.startswith(DEAL):
            assert state.table.turn == CHANCE
            assert parse(game, state, ply) == ply
            deals, since_deal = deals + 1, 0
        else:
            check_moves(game, state)
            since_deal += 1
            # At most 2n-2 passes lie between two cards, so a deal has an end.
            assert state.table.passed <= 2 * game.seats - 2
            assert since_deal <= game.pack.bit_count() * (2 * game.seats - 1)
        state = game.apply(state, ply)
        assert state.table.deal == deals
    check_state(game, state, rng)
    assert state.table.turn == NOBODY
    assert game.winners(state.table)
    if game.scoring == "chips":
        assert sum(state.table.scores) == 0
    record = Record(game, tuple(plies), {"Result": result(state)})
    assert Record.loads(record.dumps()) == record
    assert replay(game, record.plies) == state


@pytest.mark.parametrize("options", ["", "preset=short32 seats=3"])
def test_the_cards_are_kept_in_two_thousand_matches(options: str) -> None:
    game, rng = Sevens.from_options(options), Random(5)
    for _ in range(1000):
        state = game.start()
        for ply in random_match(game, rng):
            state = game.apply(state, ply)
            parts = [*state.hands, state.table.face_up]
            assert sum(parts) == game.pack
            assert sum(map(int.bit_count, parts)) == game.pack.bit_count()
