"""Play Rummy 500 by the engine and by the slow rulebook and stop at the first difference.

``compare.py`` does it for as many plies as you like.
"""

import random
from collections.abc import Callable

from games.engine.cards import NAME
from games.engine.game import CHANCE, NOBODY, Move, State
from games.engine.rummy500 import Rummy500, Rummy500Table
from tests.engine.slow_rummy500 import PACK, SlowRummy500


def any_options(rng: random.Random) -> str:
    """Options of Rummy 500 that can be played, any of them as likely as another."""
    go_out = rng.choice(["free", "must_discard", "must_discard floating=true"])
    return (
        f"seats={rng.randint(2, 4)} deal_2p={rng.choice([10, 13])} go_out={go_out}"
        f" top_card={rng.choice(['must_use', 'keep_no_discard'])}"
        f" dig_use={rng.choice(['meld_or_layoff', 'meld_only'])}"
        f" dig_support={rng.choice(['hand_and_taken', 'hand_only'])}"
        f" ace_low_value={rng.choice([15, 1, 5])} pips={rng.choice(['face', 'fives'])}"
        f" stock_out={rng.choice(['end_after_turn', 'discard_only'])}"
        f" target={rng.choice([1, 100, 300])} max_rounds={rng.randint(1, 5)}"
    )


# What a match is full of: anything; drawing, so that the pile grows; taking, so that rounds are
# long or hands are large; laying, so that seats go out.
FAVOURS: list[Callable[[str], bool]] = [
    lambda move: True,
    lambda move: move == "+" or move[0] == "-",
    lambda move: move[0] in "+-" and move != "+",
    lambda move: move[0] not in "+-.",
]


def blocks(cards: list[str], slow: SlowRummy500) -> list[str]:
    """The cards so that the seats get neighbours: the first seat the first ones, and so on."""
    size = slow.hand_size()
    hands = [cards[at : at + size] for at in range(0, size * slow.seats, size)]
    return [hand[at] for at in range(size) for hand in hands] + cards[size * slow.seats :]


def compare(options: str, rng: random.Random) -> int:
    """Play one match at random in both; returns its plies, raises AssertionError if they differ.

    In many of them the suits lie more or less together in the pack, so that long runs come up.
    """
    game = Rummy500.from_options(options)
    slow = SlowRummy500(game.options())
    (favours,) = rng.choices(FAVOURS, [4, 4, 1, 4])
    mixing, in_blocks = rng.choice([0.0, 0.5, 1.5, 99.0, 99.0]), rng.random() < 0.3
    state, plies = game.start(), 0
    while True:
        table = state.table
        assert (slow.turn is None) == (table.turn < 0)
        assert slow.over == (table.turn == NOBODY)
        assert (slow.dealt, slow.dealer, slow.totals) == (
            table.round,
            table.dealer,
            list(table.scores),
        )
        assert slow.winners() == list(game.winners(table))
        if plies:
            compare_cards(game, slow, state)
        if table.turn == NOBODY:
            return plies
        if table.turn == CHANCE:
            cards = sorted(PACK, key=lambda card: "cdhs".index(card[1]) + mixing * rng.random())
            if in_blocks:
                cards = blocks(cards, slow)
            slow.deal(cards)
            move = Move("deal:" + "".join(cards))
        else:
            assert (slow.turn, slow.turns) == (table.turn, table.turns)
            moves = game.legal_moves(table, state.hands[table.turn])
            assert sorted(slow.legal()) == sorted(moves)
            favoured = [move for move in moves if favours(move)]
            move = rng.choice(favoured if favoured and rng.random() < 0.95 else moves)
            if rng.random() < 0.1:
                move = max(moves, key=len)
            slow.play(move)
        state = game.apply(state, move)
        plies += 1


def compare_cards(game: Rummy500, slow: SlowRummy500, state: State[Rummy500Table]) -> None:
    """Where every card lies, who laid it, and what everybody knows of the hands."""
    table, hands, stock = state

    def names(cards: int) -> list[str]:
        return [NAME[card] for card in game.in_order(cards)]

    assert [sorted(hand) for hand in slow.hands] == [sorted(names(hand)) for hand in hands]
    assert slow.stock == [NAME[card] for card in stock]
    assert slow.pile == [NAME[card] for card in table.pile]
    assert len(slow.stock) == table.stock
    assert ["".join(meld) for meld in slow.melds] == list(table.melds)
    assert slow.laid_by == {
        card: seat for seat, cards in enumerate(table.laid) for card in names(cards)
    }
    assert slow.points() == list(table.points)
    if table.turn >= 0:
        assert [sorted(seen) for seen in slow.seen] == [sorted(names(s)) for s in table.shown]
        assert [slow.reached] * bool(slow.reached) == names(table.must)
        assert [slow.kept] * bool(slow.kept) == names(table.kept)
    else:
        assert table.shown == hands
