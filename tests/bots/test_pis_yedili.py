"""Each habit of the players of Pis Yedili, the playout against the rules, and what search finds."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from math import isclose
from random import Random
from typing import Any

import pytest

from games.bots import pis_yedili_search
from games.bots.pis_yedili import Beginner, PisYediliHabits, counted, play_out
from games.bots.pis_yedili_search import (
    CHEAPER,
    DREW,
    ENDED,
    HALVING,
    JACK,
    NAMED_SUIT,
    NEVER,
    OTHER_SUIT,
    TOOK,
    WIN,
    Beliefs,
    Chances,
    PisYediliSearch,
    followed,
    weights_of,
)
from games.engine.cards import NAME, NAMED, each, read_cards
from games.engine.chance import shuffle
from games.engine.game import CHANCE, DEAL, NOBODY, PASS, Move, Observation, State, observe
from games.engine.pis_yedili import DRAW, JACKS
from games.engine.record import Record, replay
from tests.bots.matches import PIS_YEDILI, Decision, game_of, match, placed

# --- Easy


def easy(lines: str, options: str = "", times: int = 3000) -> Counter[Move]:
    game, seen = placed("pis-yedili", lines, options)
    rng = Random(1)
    return Counter(Beginner().choose(game, seen, (), rng, 0) for _ in range(times))


def test_easy_plays_each_card_that_fits_and_names_each_suit_about_equally_often() -> None:
    counts = easy("pile: 6c\nhand: 6d 8c Js Kh", times=6000)
    assert counts.keys() == {"6d", "8c", "Js=c", "Js=d", "Js=h", "Js=s"}
    assert counts["6d"] == pytest.approx(2000, abs=180)
    assert counts["8c"] == pytest.approx(2000, abs=180)
    for suit in "cdhs":
        assert counts[Move(f"Js={suit}")] == pytest.approx(500, abs=100)


def test_easy_draws_when_nothing_fits_and_then_draws_on_or_ends_its_turn() -> None:
    assert easy("pile: 6c\nhand: 5d Kh").keys() == {DRAW}
    counts = easy("pile: 6c\nhand: 5d Kh\ndrawn: 1")
    assert counts == {DRAW: pytest.approx(1500, abs=130), PASS: pytest.approx(1500, abs=130)}
    assert easy("pile: 6c\nhand: 5d 6h Kh\ndrawn: 1").keys() == {"6h"}


def test_easy_answers_a_chain_when_it_can() -> None:
    assert easy("pile: 7c\nchain: 1\nhand: 7d Kc Jh").keys() == {"7d"}


# --- Normal


def habit(lines: str, options: str = "") -> Move:
    game, seen = placed("pis-yedili", lines, options)
    return PisYediliHabits().choose(game, seen, (), Random(1), 0)


def test_sheds_what_costs_most() -> None:
    assert habit("pile: 6c\nhand: Kc 9c 2c 3h") == "Kc"
    assert habit("pile: 6c\nhand: Kc 7c Ac 2c 3h") == "7c"
    assert habit("pile: 6c\nhand: Kc Ac 2c 3h") == "Ac"


def test_of_equal_cards_it_plays_the_one_of_its_longer_suit() -> None:
    assert habit("pile: 6c\nhand: 6d 6h 4h") == "6h"
    assert habit("pile: 6c\nhand: 6d 6h 4d") == "6d"


def test_keeps_a_jack_until_nothing_else_fits() -> None:
    assert habit("pile: 6c\nhand: Js 2c 9h") == "2c"
    assert habit("pile: 6c\nhand: Js 9h 8h 3d") == "Js=h"


def test_a_jack_names_the_suit_it_holds_most_of_jacks_not_counted() -> None:
    assert habit("pile: 6c\nhand: Jd Jh 4d 9s 8s") in ("Jd=s", "Jh=s")


def test_a_jack_names_no_suit_that_it_may_not() -> None:
    # Only the fitting jacks are left, so each suit is as long as the others.
    assert habit("pile: 6c\nhand: Jd Jh", "jack_suit=different")[2:] in ("=d", "=h", "=s")
    assert habit("pile: 6d\nhand: Jd 9h 8h 3s", "jack_suit=different") == "Jd=h"


def test_a_last_jack_names_nothing() -> None:
    assert habit("pile: 6c\nhand: Jd") == "Jd"


def test_answers_a_seven_with_a_seven_and_takes_only_if_it_has_none() -> None:
    assert habit("pile: 7d\nchain: 1\nhand: 7h Kd Jd") == "7h"
    assert habit("pile: 7d\nchain: 1\nhand: 6h Kd Jd") == DRAW


def test_draws_once_if_nothing_fits_and_then_ends_its_turn() -> None:
    assert habit("pile: 6c\nhand: 5d Kh") == DRAW
    assert habit("pile: 6c\nhand: 5d Kh 2h\ndrawn: 1") == PASS
    assert habit("pile: 6c\nhand: 5d Kh 2c\ndrawn: 1") == "2c"


def test_draws_on_for_its_opening_club() -> None:
    assert habit("opening: yes\nhand: 5d Kh 2h\ndrawn: 3") == DRAW


def test_goes_on_after_an_ace_but_keeps_a_jack_unless_it_is_the_last_card() -> None:
    assert habit("pile: Ac\nagain: yes\nhand: 4c 9h") == "4c"
    assert habit("pile: Ac\nagain: yes\nhand: Js 9h") == PASS
    assert habit("pile: Ac\nagain: yes\nhand: Js") == "Js"
    assert habit("pile: Ac\nagain: yes\nhand: Js 9h", "ace=must_again") == "Js=h"


@pytest.mark.parametrize("options", PIS_YEDILI)
def test_easy_and_normal_never_draw_or_end_a_turn_with_a_card_to_play(options: str) -> None:
    game = game_of("pis-yedili", options)
    for number in range(5):
        for spot in match(game, ["easy", "normal"] * 4, Random(number)):
            fits = spot.seen.hand & spot.seen.table.fits
            if fits and spot.move in (DRAW, PASS):
                # Only Normal, after an ace, with nothing but jacks.
                assert spot.seen.table.again
                assert spot.seen.seat % 2
                assert not fits & ~JACKS


# --- The playout


@pytest.mark.parametrize("options", PIS_YEDILI)
def test_a_playout_ends_as_the_rules_do_from_every_ply_on(options: str) -> None:
    game = game_of("pis-yedili", options)
    for seed in range(12):
        rng, state, before = Random(seed), game.start(), list[tuple[State[Any], Any]]()
        while state.table.turn != NOBODY:
            turn = state.table.turn
            if turn == CHANCE:
                if state.table.finish is not None:
                    check_playouts(game, before, state)
                    before.clear()
                state = game.apply(state, shuffle(game, state, rng))
            else:
                before.append((state, rng.getstate()))
                # The state's own bits and not those of ``observe``: of equal cards a playout
                # plays the one with the lower bit.
                table, hand = state.table, state.hands[turn]
                moves = tuple(game.legal_moves(table, hand))
                seen = Observation(table, turn, hand, (), moves)
                state = game.apply(state, PisYediliHabits().choose(game, seen, (), rng, 0))
        check_playouts(game, before, state)


def check_playouts(game: Any, before: Sequence[tuple[State[Any], Any]], ended: State[Any]) -> None:
    """From each of these states of a deal a playout ends as the deal did."""
    assert before
    for state, chance in before:
        rng, hands = Random(), list(state.hands)
        rng.setstate(chance)
        last = play_out(game, state, hands, rng)
        assert tuple(hands) == ended.table.shown
        assert counted(game, hands, last) == ended.table.finish.gains
        assert last == (ended.table.top if ended.table.finish.ended == "out" else 0)


# --- What the plies tell


def spots(options: str, number: int) -> list[Decision]:
    game = game_of("pis-yedili", options)
    return list(islice(match(game, ["easy", "normal"] * 4, Random(number)), 1, None, 5))


@pytest.mark.parametrize("options", PIS_YEDILI)
def test_what_lies_open_follows_from_the_plies_a_seat_may_see(options: str) -> None:
    game = game_of("pis-yedili", options)
    for spot in spots(options, 3):
        heard = spot.heard(game)
        deal = max(number for number, ply in enumerate(heard) if ply.startswith(DEAL))
        tables = [table for table, _, _ in followed(game, spot.seen, heard)]
        states = list(Record(game, spot.plies).states())[deal + 1 : -1]
        assert len(tables) == len(states)
        for table, state in zip(tables, states, strict=True):
            for field in ("turn", "suit", "step", "chain", "drawn", "again", "opening", "stock"):
                assert getattr(table, field) == getattr(state.table, field)
            if table.turn != CHANCE:
                assert table.fits == state.table.fits
            assert NAME.get(table.top) == NAME.get(state.table.top)


@pytest.mark.parametrize("options", PIS_YEDILI)
def test_what_is_imagined_fits_what_is_seen(options: str) -> None:
    game, rng = game_of("pis-yedili", options), Random(2)
    for spot in spots(options, 4):
        seen = spot.seen
        beliefs = Beliefs(game, seen, spot.heard(game), rng)
        drawn = [beliefs.draw() for _ in range(4)]
        for state in drawn:
            assert observe(game, state, seen.seat) == seen
            parts = [*state.hands, *state.stock, seen.table.face_up]
            assert sum(parts) == game.pack
            assert sum(part.bit_count() for part in parts) == game.pack.bit_count()
        assert len(set(drawn)) > 1 or len(state.stock) + max(seen.sizes) < 3


def told(
    hands: Sequence[str], stock: str, moves: str, options: str = "seats=2"
) -> tuple[dict[str, float], Observation[Any]]:
    """The weights of the cards of the seat after seat 0 as this one works them out, by name."""
    game = game_of("pis-yedili", options)
    dealt = [read_cards(hand) for hand in hands]
    cards = [card for lap in zip(*dealt, strict=True) for card in lap] + read_cards(stock)
    cards += each(game.pack & ~sum(cards))
    plies = (f"{DEAL}{''.join(NAME[card] for card in cards)}", *moves.split())
    seen = observe(game, list(Record(game, plies).states())[-1], 0)
    weights = weights_of(game, seen, Record(game, plies).seen_by(0)).get(1, {})
    return {NAME[card]: weight for card, weight in weights.items()}, seen


OWN, OTHER = "5c 6c Kd Qh 2s 3s 4s", "2d 3d 4d 2h 3h 4h Ad"


def test_who_draws_and_ends_its_turn_seems_to_hold_nothing_that_fitted() -> None:
    weights, seen = told([OWN, OTHER], "9s 8d", "5c + --")
    assert seen.sizes[1] == 8
    for name, weight in weights.items():
        if name[1] == "c" or name[0] in "5J":
            # One of the eight cards came after the draw and all of them before the end.
            assert isclose(weight, (1 / 8 + 7 / 8 * DREW) * ENDED)
        else:
            assert weight == 1


def test_a_card_that_was_drawn_and_played_at_once_leaves_the_old_hand_behind() -> None:
    weights, seen = told([OWN, OTHER], "9c 8d", "5c + 9c")
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


def test_who_plays_a_cheap_card_seems_to_hold_no_dear_one_that_fitted() -> None:
    weights, _ = told([OWN, "9c 3d 4d 2h 3h 4h Ad"], "", "5c 9c")
    assert weights["Kc"] == weights["7c"] == weights["Ac"] == CHEAPER
    assert weights["8c"] == weights["5d"] == weights["Jc"] == weights["Kh"] == 1


def test_who_plays_a_jack_seems_to_hold_little_else_that_fitted_and_much_of_its_suit() -> None:
    weights, _ = told([OWN, "Js 3d 4d 2h 3h 4h Ad"], "", "5c Js=h")
    assert weights["Kc"] == JACK * OTHER_SUIT
    assert weights["5h"] == JACK * NAMED_SUIT
    assert weights["8h"] == NAMED_SUIT
    assert weights["8s"] == OTHER_SUIT
    assert weights["Jd"] == 1


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
    weights = {NAMED["Ks"]: 1.0, NAMED["Qs"]: 0.5, NAMED["9s"]: 0.25}
    for told_of, shares in (({1: weights}, (4 / 7, 2 / 7, 1 / 7)), ({}, (1 / 3, 1 / 3, 1 / 3))):
        monkeypatch.setattr(pis_yedili_search, "weights_of", lambda *_, told_of=told_of: told_of)
        beliefs = Beliefs(game, seen, (), Random(3))
        counts = Counter(NAME[beliefs.draw().hands[1]] for _ in range(20_000))
        for name, share in zip(hidden, shares, strict=True):
            assert counts[name] == pytest.approx(20_000 * share, abs=400)


# --- What the scores are worth


def chances(scores: tuple[int, ...], deal: int, extra: int = 0) -> Chances:
    options = f"seats={len(scores)}"
    game, seen = placed("pis-yedili", "pile: 6c\nhand: 5c", options)
    return Chances(game, seen.table._replace(scores=scores, deal=deal, extra=extra))


def test_after_the_last_deal_only_the_lowest_total_counts() -> None:
    assert chances((50, 40, 90), 4).after((0, 11, 20)) == WIN
    assert chances((50, 40, 90), 4).after((0, 9, 20)) == 0
    assert chances((50, 40, 90), 4).after((0, 10, 20)) == WIN // 2


def test_a_tie_after_the_last_extra_deal_is_worth_nothing() -> None:
    assert chances((50, 50, 90), 6, 2).after((0, 0, 20)) == WIN // 2
    assert chances((50, 50, 90), 7, 3).after((0, 0, 20)) == 0
    assert chances((50, 50, 90), 7, 3).after((0, 1, 20)) == WIN


def test_before_it_points_behind_halve_the_chance() -> None:
    assert chances((30, 30, 30, 30), 1).after((7, 7, 7, 7)) == WIN // 4
    behind = chances((30 + HALVING, 30), 3)
    assert behind.after((5, 5)) == pytest.approx(WIN / 3, abs=1)
    assert behind.after((0, HALVING)) == WIN // 2
    # With four times as many deals to come it takes twice as many points.
    game, seen = placed("pis-yedili", "pile: 6c\nhand: 5c", "seats=2 rounds=5")
    early = Chances(game, seen.table._replace(scores=(2 * HALVING, 0)))
    assert early.after((0, 0)) == pytest.approx(WIN / 3, abs=1)
    assert 0 <= chances((30_000, 30), 3).after((0, 0)) < 5


# --- Expert


def search(lines: str, options: str, sizes: tuple[int, ...], seed: int = 4) -> Move:
    cards = len(lines.split()) - len(["pile:", "hand:"])
    stock = 52 - cards - sum(sizes)
    game, seen = placed("pis-yedili", f"{lines}\nstock: {stock}", options, sizes)
    return PisYediliSearch().choose(game, seen, (), Random(seed), 300)


def test_lets_an_ace_bring_out_the_seven_that_counts_three_times() -> None:
    lines = "pile: 5s\nhand: As 7s"
    assert habit(lines, "seats=2") == "7s"
    assert search(lines, "seats=2", (1,)) == "As"


def test_skips_the_seat_that_is_nearly_out() -> None:
    # After the eight the same seat moves again, and is out with the nine.
    lines = "pile: 5h\nhand: 8h 9h"
    assert habit(lines, "seats=2") == "9h"
    assert search(lines, "seats=2", (1,)) == "8h"


def test_turns_the_play_away_from_the_seat_that_is_nearly_out() -> None:
    lines = "pile: 5h\nhand: Th Kh Qd 4c 2s 9s"
    assert search(lines, "seats=3", (1, 9)) == "Th"


def test_gets_rid_of_a_jack_before_another_goes_out() -> None:
    lines = "pile: 5c\nhand: Js 3c Kh Kd Qd"
    assert habit(lines, "seats=2") == "3c"
    assert search(lines, "seats=2", (1,))[:2] == "Js"


def test_keeps_a_jack_for_its_last_card() -> None:
    assert search("pile: 5c\nhand: Js 4c", "seats=4", (6, 6, 6)) == "4c"


def test_a_hopeless_last_deal_is_played_by_habit() -> None:
    lines = "pile: 6c\nhand: Kc 9c 2c 3h\nstock: 40"
    game, seen = placed("pis-yedili", lines, "seats=2 rounds=1", (7,))
    seen = seen._replace(table=seen.table._replace(scores=(10_000, 0)))
    assert PisYediliSearch().choose(game, seen, (), Random(1), 50) == "Kc"
