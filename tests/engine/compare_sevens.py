"""Play Sevens by the engine and by the slow rulebook and stop at the first difference.

``compare.py`` does it for as many plies as you like.
"""

import random

from games.engine.cards import spell
from games.engine.chance import shuffle
from games.engine.game import CHANCE, NOBODY, Move
from games.engine.sevens import Sevens
from tests.engine.slow_sevens import SlowSevens


def any_options(rng: random.Random) -> str:
    """Options of Sevens that can be played, any of them as likely as another."""
    pack = rng.choice(
        [
            "deck=52 ace=low",
            "deck=52 ace=high",
            "deck=32 ace=high",
            "deck=36 ace=high center_rank=9",
        ]
    )
    start = rng.choice(["holder_7D", "holder_7H", "left_any_seven"])
    scoring = rng.choice(
        [
            "first_out rounds=1",
            f"pips rounds={rng.randrange(4)}",
            f"cards_100 target={rng.randint(1, 30)}",
            f"chips pass_rule=voluntary_fined rounds={rng.randrange(4)} ante={rng.randrange(3)} "
            f"fine_pass={rng.randrange(4)} fine_seven={rng.randrange(7)} "
            f"fine_forced={rng.randrange(3)}",
        ]
    )
    return f"seats={rng.randint(2, 8)} {pack} start={start} scoring={scoring}"


def compare(options: str, rng: random.Random) -> int:
    """Play one match at random in both; returns its plies, raises AssertionError if they differ."""
    game = Sevens.from_options(options)
    slow = SlowSevens(game.options())
    state, plies = game.start(), 0
    while True:
        table = state.table
        assert (slow.turn is None) == (table.turn < 0)
        assert slow.over == (table.turn == NOBODY)
        assert (slow.dealt, slow.extra, slow.dealer) == (table.deal, table.extra, table.dealer)
        assert slow.totals == list(table.scores)
        assert slow.winners() == list(game.winners(table))
        if plies:
            hands = [{spell([card]) for card in game.in_order(hand)} for hand in state.hands]
            assert [set(hand) for hand in slow.hands] == hands
            laid = {rank + suit for suit, row in slow.rows.items() for rank in row}
            assert laid == {spell([card]) for card in game.in_order(table.face_up)}
        if table.turn == NOBODY:
            return plies
        if table.turn == CHANCE:
            move = shuffle(game, state, rng)
            cards = move.removeprefix("deal:")
            slow.deal([cards[at : at + 2] for at in range(0, len(cards), 2)])
        else:
            assert (slow.turn, slow.passes) == (table.turn, table.passed)
            moves = game.legal_moves(table, state.hands[table.turn])
            assert slow.legal() == moves
            move = Move(rng.choice(moves))
            slow.play(move)
        state = game.apply(state, move)
        plies += 1
