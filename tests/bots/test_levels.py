"""Every level: legal, blind to hidden cards, repeatable, and stronger than the one below."""

import subprocess
import sys
from collections.abc import Sequence
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.bots import levels
from games.bots.levels import EXPERTS, LEVELS, ONLY, Player, advise, choose
from games.bots.sevens_inference import excluded
from games.engine import GAMES
from games.engine.cards import NAMED, Cards, each, spell
from games.engine.chance import determinize
from games.engine.game import DEAL, PASS, Game, Move, is_chance, observe
from games.engine.record import HIDDEN, Record, replay
from games.engine.sevens import Sevens
from tests.bots.decide import decisions
from tests.bots.matches import ALL, Decision, bot_move, game_of, match, winners

ROOT = Path(__file__).parents[2]
KEPT = Path(__file__).parent / "decisions.txt"


@pytest.mark.parametrize(("key", "options"), ALL)
def test_each_level_plays_whole_matches_with_legal_moves(key: str, options: str) -> None:
    game = game_of(key, options)
    seats = [list(LEVELS)[seat % 3] for seat in range(game.seats)]
    for spot in match(game, seats, Random(7)):
        assert spot.move in spot.seen.moves


def test_nobody_passes_who_can_play_in_500_ranked_matches() -> None:
    game = Sevens()
    for number in range(500):
        spots = list(match(game, ["easy", "normal"] * 2, Random(number)))
        # The expert takes a thousand times as long, so he is asked once a match.
        spot = spots[number % 20 + 10]
        move = bot_move("expert", game, spot.seen, spot.plies, Random(number), 2)
        for seen, chosen in [(spot.seen, spot.move) for spot in spots] + [(spot.seen, move)]:
            assert (chosen == PASS) == (not seen.hand & seen.table.takes)


def test_the_only_move_is_played_without_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nobody:
        def choose(self, *_: object) -> Move:
            raise AssertionError

    monkeypatch.setattr(levels, "LEVELS", {"expert": {"sevens": Player(Nobody())}})
    game = Sevens()
    for spot in match(game, ["easy"] * 4, Random(1)):
        if len(spot.seen.moves) == 1:
            assert choose("expert", game, spot.seen, spot.plies, Random(1)) == spot.seen.moves[0]
        else:
            with pytest.raises(AssertionError):
                choose("expert", game, spot.seen, spot.plies, Random(1))


def test_who_is_not_to_move_cannot_choose() -> None:
    game = Sevens()
    spot = next(match(game, ["easy"] * 4, Random(1)))
    seen = observe(game, spot.state, (spot.state.table.turn + 1) % 4)
    with pytest.raises(ValueError, match="to move"):
        choose("easy", game, seen, spot.heard(game), Random(1))
    with pytest.raises(KeyError):
        choose("champion", game, spot.seen, spot.heard(game), Random(1))


def dealt_otherwise(game: Game[Any], spot: Decision, rng: Random) -> tuple[str, ...]:
    """The plies, had the cards that the seat cannot see been dealt another way.

    Not always one in which all plies are legal.
    """
    if isinstance(game, Sevens):
        return sevens_otherwise(game, spot, rng)
    last = max(number for number, ply in enumerate(spot.plies) if is_chance(ply))
    word, _, heard = spot.heard(game)[last].partition(":")
    real = spot.plies[last].partition(":")[2]
    cards = [real[at : at + 2] for at in range(0, len(real), 2)]
    hidden = [at for at in range(len(cards)) if heard[2 * at : 2 * at + 2] == HIDDEN]
    # With all hidden cards mixed the plies would seldom be legal.
    for _ in range(1 + int(rng.random() * 8) if hidden else 0):
        one, other = rng.choice(hidden), rng.choice(hidden)
        cards[one], cards[other] = cards[other], cards[one]
    return (*spot.plies[:last], f"{word}:{''.join(cards)}", *spot.plies[last + 1 :])


def sevens_otherwise(game: Sevens, spot: Decision, rng: Random) -> tuple[str, ...]:
    """The same where passes must stay forced."""
    bars = excluded(game, spot.seen, spot.heard(game))
    hands: list[Cards] = list(determinize(game, spot.seen, rng, bars).hands)
    deal, *moves = spot.plies
    first = (spot.state.table.turn - len(moves)) % game.seats
    for at, ply in enumerate(moves):
        hands[(first + at) % game.seats] |= 0 if ply == PASS else NAMED[ply]
    return (redealt(game, deal, hands, spot.seen.seat), *moves)


def redealt(game: Sevens, deal: str, hands: Sequence[Cards], keep: int | None) -> str:
    """The deal with these hands; the cards of the seat ``keep`` stay at their places."""
    was = replay(game, [deal])
    places = [list(each(hand)) for hand in hands]
    names = deal.removeprefix(DEAL)
    dealt = []
    for at in range(0, len(names), 2):
        seat = (was.table.dealer + 1 + at // 2) % game.seats
        dealt.append(names[at : at + 2] if seat == keep else spell([places[seat].pop()]))
    return DEAL + "".join(dealt)


BLIND = [
    *[("sevens", options) for options in ("", "seats=3", "preset=short32")],
    ("sevens", "preset=chips rounds=1"),
    *[("pis-yedili", options) for options in ("rounds=1", "seats=2 rounds=2")],
    ("pis-yedili", "preset=turkish seats=3 rounds=1"),
    ("pis-yedili", "seats=5 rounds=1"),
]


@pytest.mark.parametrize(("key", "options"), BLIND)
def test_no_level_sees_what_is_hidden_from_its_seat(key: str, options: str) -> None:
    game, rng, changed = game_of(key, options), Random(10), 0
    for number in range(400):
        if changed > 300:
            break
        for spot in islice(match(game, ["easy", "normal"] * 3, Random(number)), 1, None, 3):
            try:
                plies = dealt_otherwise(game, spot, rng)
                heard = Record(game, plies).seen_by(spot.seen.seat)
            except ValueError:
                # Another deal may not allow a ply that was made, but for forced passes.
                assert key != "sevens" or game.scoring == "chips"
                continue
            state = replay(game, plies)
            seen = observe(game, state, spot.seen.seat)
            assert seen == spot.seen
            changed += state.hands != spot.state.hands
            assert heard == spot.heard(game)
            for level in LEVELS:
                moves = {
                    bot_move(level, game, spot.seen, spot.heard(game), Random(5), 6),
                    bot_move(level, game, seen, heard, Random(5), 6),
                }
                assert len(moves) == 1
    assert changed > 300


OTHERWISE = {
    "sevens": ["", "seats=3", "preset=chips rounds=1", "seats=7"],
    "rummy-500": ["max_rounds=1", "seats=2 max_rounds=1"],
    "pis-yedili": ["rounds=1", "seats=2 rounds=1", "preset=turkish seats=6 rounds=1"],
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("key", GAMES)
def test_no_move_changes_when_all_cards_that_the_seat_cannot_see_are_given_out_anew(
    key: str, level: str
) -> None:
    rng, given_out = Random(12), 0
    for number in count():
        game = game_of(key, OTHERWISE[key][number % len(OTHERWISE[key])])
        seats = (["easy", "normal"] * 4)[: game.seats]
        for spot in islice(match(game, seats, Random(number)), number % 5, None, 5):
            heard = spot.heard(game)
            move = bot_move(level, game, spot.seen, heard, Random(5), 8)
            for _ in range(10):
                state = determinize(game, spot.seen, rng)
                given_out += state != spot.state
                seen = observe(game, state, spot.seen.seat)
                assert seen == spot.seen
                assert bot_move(level, game, seen, heard, Random(5), 8) == move
        if given_out >= 2000:
            return


@pytest.mark.parametrize("key", GAMES)
def test_expert_plays_what_it_advises_and_tells_of_two_others_at_most(key: str) -> None:
    game = game_of(key, OTHERWISE[key][0])
    for spot in islice(match(game, ["normal"] * game.seats, Random(3)), 6, 38, 4):
        heard = spot.heard(game)
        thoughts, why = advise(game, spot.seen, heard, Random(5))
        moves = [thought.move for thought in thoughts]
        assert moves[0] == choose("expert", game, spot.seen, heard, Random(5))
        assert len({*moves}) == len(moves) <= 3
        assert {*moves} <= {*spot.seen.moves}
        assert why in ({ONLY} if len(spot.seen.moves) == 1 else EXPERTS[key].whys)


def test_a_level_decides_as_it_did_on_other_machines() -> None:
    # A bot or a budget that was changed on purpose: see tests/bots/decide.py.
    assert list(decisions()) == KEPT.read_text().splitlines()


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_a_level_decides_the_same_in_another_process(hash_seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bots.decide"],
        cwd=ROOT,
        env={"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == KEPT.read_text()


def share(
    key: str, level: str, others: str, matches: int, options: str = "", playouts: int = 30
) -> float:
    """Sole first places of the level, who plays each match once from every seat."""
    game, wins = game_of(key, options), 0
    for number in range(matches):
        for seat in range(game.seats):
            seats = [level if at == seat else others for at in range(game.seats)]
            wins += winners(game, seats, Random(number), playouts) == (seat,)
    return wins / (game.seats * matches)


@pytest.mark.parametrize("key", ["sevens", "pis-yedili"])
def test_normal_wins_far_more_than_its_share_against_easy(key: str) -> None:
    assert share(key, "normal", "easy", 300) > 0.40


def test_expert_wins_far_more_than_its_share_against_easy() -> None:
    assert share("sevens", "expert", "easy", 25) > 0.33
    # One deal of two seats tells more in the same time than a match of four.
    assert share("pis-yedili", "expert", "easy", 25, "seats=2 rounds=1", 60) > 0.58
