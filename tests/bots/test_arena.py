"""The arena: the same deals for everyone, shares and intervals worked out by hand, its command."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.bots.arena import (
    Match,
    chance,
    interval,
    measure,
    play,
    rotations,
    summary,
    version,
)
from tests.bots.matches import game_of

ROOT = Path(__file__).parents[2]
TIMES = {"date", "matches_per_s"}


def arena(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "games.bots", "arena", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def without_times(result: dict[str, Any]) -> dict[str, Any]:
    levels = {
        name: {key: value for key, value in level.items() if not key.startswith("ms")}
        for name, level in result["levels"].items()
    }
    return {key: value for key, value in result.items() if key not in TIMES} | {"levels": levels}


def test_everyone_sits_everywhere_once() -> None:
    assert rotations(["expert", "normal", "normal"]) == [
        ("expert", "normal", "normal"),
        ("normal", "normal", "expert"),
        ("normal", "expert", "normal"),
    ]
    assert rotations(["easy", "normal"] * 2) == [("easy", "normal") * 2, ("normal", "easy") * 2]
    assert rotations(["easy"] * 4) == [("easy",) * 4]


def test_a_deal_is_the_same_whatever_was_played_before_it() -> None:
    first = chance("1|7", ["deal:7d8d", "7d", "8d"]).random()
    assert chance("1|7", ["deal:7d8d", "--", "7d", "--"]).random() == first
    assert chance("1|7", ["deal:7d8d", "+", "shuffle:8d", "7d", "deal:8d7d"]).random() == (
        chance("1|7", ["deal:7d8d", "7d", "deal:8d7d", "8d"]).random()
    )
    others = [[], ["deal:7d8d", "+", "shuffle:8d"], ["deal:7d8d"] * 2]
    assert first not in [chance("1|7", plies).random() for plies in others]
    assert chance("1|8", ["deal:7d8d"]).random() != first


@pytest.mark.parametrize("key", ["sevens", "pis-yedili", "rummy-500"])
def test_a_match_is_the_same_when_it_is_played_again(key: str) -> None:
    game, players = game_of(key, "seats=3"), ["normal", "casual", "random"]
    one, other = (play(game, players, "1|2", 0) for _ in range(2))
    assert one[:2] == other[:2]
    assert play(game, players, "1|3", 0)[:2] != one[:2]


def test_a_tie_counts_its_part_of_a_first_place_and_is_no_win() -> None:
    seatings = [("expert", "easy", "easy"), ("easy", "easy", "expert"), ("easy", "expert", "easy")]
    spent = {"expert": [4.0], "easy": [1.0, 2.0]}
    won = Match((0,), (10, 0, 4), spent)
    tied = Match((1, 2), (0, 8, 8), spent)
    expert = summary("expert", seatings, [[won, tied, tied], [tied, won, tied]])
    # Of six matches it wins the first alone and shares the second, third and last: two and a half.
    assert (expert["wins"], expert["share"]) == (1, round(2.5 / 6, 4))
    # 10, 8, 8 in the first set, 0, 4, 8 in the second.
    assert expert["returns"] == round((26 / 3 + 12 / 3) / 2, 3)
    assert (expert["decisions"], expert["ms"]) == (6, 4.0)
    easy = summary("easy", seatings, [[won, tied, tied], [tied, won, tied]])
    assert (easy["seats"], easy["wins"], easy["decisions"]) == (2, 1, 12)
    # Two seats share what is left of the six first places.
    assert easy["share"] == round(3.5 / 12, 4)


def test_an_interval_comes_from_the_spread_between_sets() -> None:
    # The standard deviation is the root of 1/3, that of the mean half of it: 1.96 x 0.28868.
    low, high = interval([0.0, 1.0, 0.0, 1.0])
    assert (round(low, 4), round(high, 4)) == (-0.0658, 1.0658)
    # None of 75 sets came out otherwise: up to one in 25 might.
    assert interval([1.0] * 75) == (0.96, 1.04)
    # Four equals share each set equally: no spread, and nothing to guess at.
    assert interval([0.25] * 75) == (0.25, 0.25)


def test_the_outcome_does_not_depend_on_the_number_of_processes() -> None:
    one, two = (
        measure("sevens", ["normal", "easy", "random"], 10, 3, "ace=high", processes)
        for processes in (1, 2)
    )
    assert without_times(one) == without_times(two)
    # Three ways to sit make four sets of at least ten matches.
    assert (one["matches"], one["sets"], one["version"]) == (12, 4, version(game_of("sevens")))
    shares = [level["share"] * level["seats"] for level in one["levels"].values()]
    assert abs(sum(shares) - 1) < 0.001


def test_two_sets_are_the_least_that_are_played() -> None:
    result = measure("pis-yedili", ["easy", "normal"], 1, 1, "rounds=1", 1)
    assert (result["matches"], result["sets"]) == (4, 2)


def test_the_command_prints_the_result_and_keeps_it_in_place_of_an_older_one(
    tmp_path: Path,
) -> None:
    path = tmp_path / "results.json"
    for seed, seats in (("1", "easy,random"), ("2", "random,easy"), ("3", "easy,random")):
        done = arena(
            *("rummy-500", "--seats", seats, "--matches", "4", "--seed", seed),
            *("--options", "max_rounds=1", "--into", str(path)),
        )
        assert done.returncode == 0
    kept = json.loads(path.read_text())
    assert [(result["players"][0], result["seed"]) for result in kept] == [
        ("easy", 3),
        ("random", 2),
    ]
    assert json.loads(done.stdout) == kept[0]
    assert kept[0]["options"] == "max_rounds=1"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("chess", "--seats", "easy,easy"), "chess"),
        (("sevens", "--seats", "easy,champion"), "'champion' is none of easy, normal, expert"),
        (("sevens", "--seats", "easy"), "seats"),
        (("sevens", "--seats", "easy,easy", "--options", "seats=2"), "seats"),
        (("sevens", "--seats", "easy,easy", "--options", "ace=middle"), "ace"),
        (("sevens", "--seats", "easy,easy", "--matches", "0"), "at least 1"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    arguments: tuple[str, ...], says: str
) -> None:
    done = arena(*("--matches", "1", "--seed", "1"), *arguments)
    assert done.returncode == 2
    assert says in done.stderr.splitlines()[-1]
    assert done.stdout == ""
