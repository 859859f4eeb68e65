"""What the plies of Pis Yedili tell of hidden cards and of who plays, and cards drawn by that."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from math import isclose
from random import Random
from typing import Any

import pytest

from games.bots import pis_yedili_beliefs
from games.bots.pis_yedili_beliefs import (
    DOUBT,
    DREW,
    ENDED,
    LOWER,
    NAMED_SUIT,
    NEVER,
    OTHER,
    OTHER_SUIT,
    TOOK,
    Beliefs,
    by_chance,
    followed,
    weights_of,
)
from games.bots.pis_yedili_playout import ranked, short_of
from games.engine.cards import NAME, NAMED, each, read_cards
from games.engine.game import CHANCE, DEAL, Observation, observe
from games.engine.record import Record, replay
from tests.bots.matches import PIS_YEDILI, Decision, game_of, match, placed


def spots(options: str, number: int) -> list[Decision]:
    game = game_of("pis-yedili", options)
    return list(islice(match(game, ["easy", "normal"] * 4, Random(number)), 1, None, 5))


@pytest.mark.parametrize("options", PIS_YEDILI)
def test_what_lies_open_follows_from_the_plies_a_seat_may_see(options: str) -> None:
    game = game_of("pis-yedili", options)
    for spot in spots(options, 3):
        heard = spot.heard(game)
        tables = [table for table, _, _ in followed(game, spot.seen, heard)]
        states = [
            state
            for state, ply in zip(Record(game, spot.plies).states(), heard, strict=False)
            if not ply.startswith(DEAL)
        ]
        assert len(tables) == len(states)
        for table, state in zip(tables, states, strict=True):
            for field in (
                "turn",
                "dealer",
                "deal",
                "suit",
                "step",
                "chain",
                "drawn",
                "again",
                "stock",
            ):
                assert getattr(table, field) == getattr(state.table, field)
            if table.turn != CHANCE:
                assert table.fits == state.table.fits
            assert NAME.get(table.top) == NAME.get(state.table.top)


@pytest.mark.parametrize("options", PIS_YEDILI)
def test_what_is_imagined_fits_what_is_seen(options: str) -> None:
    game, rng = game_of("pis-yedili", options), Random(2)
    short = short_of(game)
    for spot in spots(options, 4):
        seen = spot.seen
        beliefs = Beliefs(game, short, seen, spot.heard(game), rng)
        drawn = [beliefs.draw() for _ in range(4)]
        for hands, stock in drawn:
            assert hands[seen.seat] == ranked(short, seen.hand)
            assert tuple(hand.bit_count() for hand in hands) == seen.sizes
            assert len(stock) == seen.table.stock
            hidden = game.pack & ~seen.table.face_up
            assert sorted([*stock, *each(sum(hands))]) == [*each(ranked(short, hidden))]
        different = {(*hands, *stock) for hands, stock in drawn}
        assert len(different) > 1 or len(drawn[0][1]) + max(seen.sizes) < 3


def heard(
    hands: Sequence[str], stock: str, moves: str, options: str = "seats=2"
) -> tuple[Any, Observation[Any], tuple[str, ...]]:
    """The game, what seat 0 sees after these moves of a first deal, and what it heard of them."""
    game = game_of("pis-yedili", options)
    dealt = [read_cards(hand) for hand in hands]
    cards = [card for lap in zip(*dealt, strict=True) for card in lap] + read_cards(stock)
    cards += each(game.pack & ~sum(cards))
    plies = (f"{DEAL}{''.join(NAME[card] for card in cards)}", *moves.split())
    seen = observe(game, list(Record(game, plies).states())[-1], 0)
    return game, seen, Record(game, plies).seen_by(0)


def told(
    hands: Sequence[str], stock: str, moves: str, wild: float = 0.0
) -> tuple[dict[str, float], Observation[Any]]:
    """The weights of the cards of the seat after seat 0 as this one works them out, by name.

    ``wild``: how likely that seat is taken to play by chance.
    """
    game, seen, plies = heard(hands, stock, moves)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pis_yedili_beliefs, "by_chance", lambda *_: [wild] * game.seats)
        weights = weights_of(game, seen, plies).get(1, {})
    return {NAME[card]: weight for card, weight in weights.items()}, seen


OWN, THEIRS = "5c 6c Kd Qh 2s 3s 4s", "2d 3d 4d 2h 3h 4h Ad"


def test_who_draws_and_ends_its_turn_seems_to_hold_nothing_that_fitted() -> None:
    weights, seen = told([OWN, THEIRS], "9s 8d", "5c + --")
    assert seen.sizes[1] == 8
    for name, weight in weights.items():
        if name[1] == "c" or name[0] in "5J":
            # One of the eight cards came after the draw and all of them before the end.
            assert isclose(weight, (1 / 8 + 7 / 8 * DREW) * ENDED)
        else:
            assert weight == 1


def test_a_card_that_was_drawn_and_played_at_once_leaves_the_old_hand_behind() -> None:
    weights, seen = told([OWN, THEIRS], "9c 8d", "5c + 9c")
    assert seen.sizes[1] == 7
    for name, weight in weights.items():
        assert isclose(weight, DREW if name[1] == "c" or name[0] in "5J" else 1)


def test_cards_that_came_by_a_chain_may_be_sevens_and_others_hardly() -> None:
    weights, seen = told(
        ["5c 7c Kd Qh 2s 3s 4s", "2d 3d 4d 2h 3h 4h Ac"], "9s 8d 8h", "5c Ac -- 7c +"
    )
    assert seen.sizes[1] == 9
    # Three of nine came later. It played an ace, the dearest club but for the seven.
    assert isclose(weights["7d"], 1 / 3 + 2 / 3 * TOOK)
    assert isclose(weights["Kc"], 1 / 3 + 2 / 3 * ENDED)


def test_who_plays_a_low_card_by_habit_holds_no_higher_one_that_fitted() -> None:
    weights, _ = told([OWN, "9c 3d 4d 2h 3h 4h Ad"], "", "5c 9c")
    assert weights["Kc"] == weights["7c"] == weights["Ac"] == LOWER
    assert weights["8c"] == weights["5d"] == weights["Jc"] == weights["Kh"] == 1


def test_who_plays_a_card_by_chance_holds_few_others_that_fitted() -> None:
    weights, _ = told([OWN, "9c 3d 4d 2h 3h 4h Ad"], "", "5c 9c", 1.0)
    assert weights["Kc"] == weights["8c"] == weights["5d"] == weights["Jc"] == OTHER
    assert weights["Kh"] == 1


def test_who_plays_a_jack_seems_to_hold_little_else_that_fitted_and_much_of_its_suit() -> None:
    weights, _ = told([OWN, "Js 3d 4d 2h 3h 4h Ad"], "", "5c Js=h")
    assert weights["Kc"] == LOWER * OTHER_SUIT
    assert weights["5h"] == LOWER * NAMED_SUIT
    assert weights["8h"] == NAMED_SUIT
    assert weights["8s"] == OTHER_SUIT
    assert weights["Jd"] == 1


def test_a_card_that_was_not_there_before_a_draw_leaves_as_one_that_came_later() -> None:
    # It had no club when it drew the 9h, and it ended its turn; so the king of clubs that it
    # plays at once afterwards came with the chain.
    weights, seen = told(
        ["5c 7c 6c Qh 2s 3s 4s", "2d 3d 4d 2h 3h 4h 6d"], "9h Kc 8d 8h", "5c + -- 7c + 6c Kc"
    )
    assert seen.sizes[1] == 10
    # By when they came: seven were dealt, one was drawn, three came with the chain. A club is that
    # many times as likely to be among them.
    dealt, drawn, taken = 7 * DREW * ENDED, ENDED, 3
    likely = dealt + drawn + taken
    left = (dealt - dealt / likely * DREW * ENDED, drawn - drawn / likely * ENDED, 3 - 3 / likely)
    assert isclose(weights["Js"], sum(left) / 10)
    assert isclose(weights["9s"], 1)


@pytest.mark.parametrize(("moves", "odds"), [("5c + --", 0.5), ("5c + + --", 0.5 * 0.5 / DOUBT)])
def test_who_draws_on_plays_by_chance(moves: str, odds: float) -> None:
    game, seen, plies = heard([OWN, THEIRS], "9s 8d", moves)
    wild = by_chance(game, seen, list(followed(game, seen, plies)))[1]
    assert isclose(wild, odds / (1 + odds))


def test_who_plays_low_cards_seems_to_play_by_chance() -> None:
    story = heard(["2c 7c Kd Qh 2s 3s 4s", THEIRS], "", "2c")
    low = by_chance(*story[:2], list(followed(*story)))[0]
    story = heard(["2c 7c Kd Qh 2s 3s 4s", THEIRS], "", "7c")
    high = by_chance(*story[:2], list(followed(*story)))[0]
    assert high < 0.5 < low


@pytest.mark.parametrize(("level", "least", "most"), [("easy", 0.8, 1), ("normal", 0, 0.2)])
def test_a_match_mostly_tells_how_a_seat_plays(level: str, least: float, most: float) -> None:
    game, right, number = game_of("pis-yedili"), 0, 0
    for seed in range(5):
        *_, last = match(game, [level] * 4, Random(seed))
        story = list(followed(game, last.seen, last.plies))
        for wild in by_chance(game, last.seen, story):
            right += least <= wild <= most
            number += 1
    assert right >= 0.75 * number


def test_cards_of_a_new_stock_were_in_no_hand() -> None:
    game = game_of("pis-yedili", "seats=3 stock_out=recycle rounds=1")
    checked = 0
    for number in range(60):
        for spot in match(game, ["easy"] * 3, Random(number)):
            news = [at for at, ply in enumerate(spot.plies) if ply.startswith("shuffle:")]
            if not news or len(spot.plies) > news[0] + 4:
                continue
            state = replay(game, spot.plies[: news[0]])
            old = state.table.face_up ^ state.table.top
            weights = weights_of(game, spot.seen, spot.heard(game))
            for seat, weight in weights.items():
                if (
                    state.hands[seat] & ~spot.state.hands[seat]
                    == 0
                    == spot.state.hands[seat] & ~state.hands[seat]
                ):
                    hidden = [card for card in each(old) if card in weight]
                    assert all(weight[card] <= NEVER * 1.5**3 for card in hidden)
                    checked += len(hidden)
    assert checked > 100


def test_the_seat_itself_is_not_guessed_at_and_no_plies_tell_nothing() -> None:
    for spot in spots("", 5):
        assert spot.seen.seat not in weights_of(game_of("pis-yedili"), spot.seen, spot.plies)
        assert weights_of(game_of("pis-yedili"), spot.seen, ()) == {}


def test_hidden_cards_are_drawn_by_their_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    # Three cards are hidden and the other seat holds one of them.
    names = [NAME[card] for card in each((1 << 52) - 1)]
    hidden, hand = ["Ks", "Qs", "9s"], ["2c", "3c"]
    pile = " ".join(name for name in names if name not in hidden + hand)
    game, seen = placed(
        "pis-yedili", f"pile: {pile}\nhand: {' '.join(hand)}\nstock: 2\nsuit: s", "seats=2", (1,)
    )
    short = short_of(game)
    weights = {NAMED["Ks"]: 1.0, NAMED["Qs"]: 0.5, NAMED["9s"]: 0.25}
    for told_of, shares in (({1: weights}, (4 / 7, 2 / 7, 1 / 7)), ({}, (1 / 3, 1 / 3, 1 / 3))):
        monkeypatch.setattr(pis_yedili_beliefs, "weights_of", lambda *_, told_of=told_of: told_of)
        beliefs = Beliefs(game, short, seen, (), Random(3))
        counts = Counter(beliefs.draw()[0][1] for _ in range(20_000))
        for name, share in zip(hidden, shares, strict=True):
            assert counts[short.of[NAMED[name]]] == pytest.approx(20_000 * share, abs=400)
