"""Each habit of the players of Pis Yedili, and the playout against the rules."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games.bots.pis_yedili import Beginner, PisYediliHabits, PisYediliKeeper
from games.bots.pis_yedili_playout import counted, play_out, ranked, short_of, spot_of
from games.engine.cards import NAME, each
from games.engine.chance import shuffle
from games.engine.game import CHANCE, NOBODY, PASS, Move, Observation, State
from games.engine.pis_yedili import DRAW, JACKS
from tests.bots.matches import PIS_YEDILI, game_of, match, placed

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


def test_of_cards_of_one_rank_it_plays_that_of_its_longer_suit() -> None:
    assert habit("pile: 6c\nhand: 6d 6h 4h") == "6h"
    assert habit("pile: 6c\nhand: 6d 6h 4d") == "6d"
    assert habit("pile: 6c\nhand: 6d 6h 4d", "seats=5") == "6d"


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


# --- The keeper


def keeper(lines: str, sizes: Sequence[int] = (7, 7, 7), options: str = "") -> Move:
    game, seen = placed("pis-yedili", f"{lines}\nstock: 15", options, sizes)
    return PisYediliKeeper().choose(game, seen, (), Random(1), 0)


def test_a_keeper_keeps_sevens_but_against_a_next_seat_with_few_cards() -> None:
    assert keeper("pile: 6c\nhand: 7c Kc 2c 3h") == "Kc"
    assert keeper("pile: 6c\nhand: 7c Kc 2c 3h", (2, 7, 7)) == "7c"
    assert keeper("pile: 6c\nhand: 7c Kc 2c 3h", (7, 7, 2)) == "Kc"
    assert keeper("pile: 6c\nhand: 7c Js 3h") == "7c"
    assert keeper("pile: 7d\nchain: 1\nhand: 7c Kd 3h") == "7c"


def test_a_keeper_gets_rid_of_jacks_when_another_has_one_card_left() -> None:
    assert keeper("pile: 6c\nhand: Js Kc 9h 8h") == "Kc"
    assert keeper("pile: 6c\nhand: Js Kc 9h 8h", (7, 1, 7)) == "Js=h"
    assert keeper("pile: Ac\nagain: yes\nhand: Js 9h", (7, 7, 7)) == PASS
    assert keeper("pile: Ac\nagain: yes\nhand: Js 9h", (7, 7, 1)) == "Js=h"


def test_a_keeper_plays_by_habit_otherwise() -> None:
    assert keeper("pile: 6c\nhand: Ac Kc 2c 3h") == "Ac"
    assert keeper("pile: 6c\nhand: 5d Kh") == DRAW
    assert keeper("pile: 6c\nhand: 5d Kh\ndrawn: 1") == PASS


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
        # One seat is a keeper, or none.
        keeping = seed % (game.seats + 1) - 1
        rng, state, before = Random(seed), game.start(), list[tuple[State[Any], Any]]()
        while state.table.turn != NOBODY:
            turn = state.table.turn
            if turn == CHANCE:
                if state.table.finish is not None:
                    check_playouts(game, before, keeping, state)
                    before.clear()
                state = game.apply(state, shuffle(game, state, rng))
            else:
                before.append((state, rng.getstate()))
                # The state's own bits and not those of ``observe``: of equal cards a playout
                # plays the one with the lower bit.
                table, hand = state.table, state.hands[turn]
                sizes = tuple(held.bit_count() for held in state.hands)
                seen = Observation(table, turn, hand, sizes, tuple(game.legal_moves(table, hand)))
                bot = PisYediliKeeper() if turn == keeping else PisYediliHabits()
                state = game.apply(state, bot.choose(game, seen, (), rng, 0))
        check_playouts(game, before, keeping, state)


def check_playouts(
    game: Any, before: Sequence[tuple[State[Any], Any]], keeping: int, ended: State[Any]
) -> None:
    """From each of these states of a deal a playout ends as the deal did."""
    assert before
    short = short_of(game)
    name = {ranked_card: NAME[card] for card, ranked_card in short.of.items()}
    for state, chance in before:
        rng, hands = Random(), [ranked(short, hand) for hand in state.hands]
        rng.setstate(chance)
        stock = [0, *[short.of[card] for card in state.stock]]
        last = play_out(short, spot_of(short, state.table), hands, stock, 1, keeping, rng)
        for hand, shown in zip(hands, ended.table.shown, strict=True):
            # Which of two equal cards is which is another matter in a new stock.
            assert sorted(map(name.get, each(hand))) == sorted(map(NAME.get, each(shown)))
        assert counted(game, short, hands, last) == list(ended.table.finish.gains)
        out = ended.table.finish.ended == "out"
        assert name.get(short.card[last]) == (NAME[ended.table.top] if out else None)
