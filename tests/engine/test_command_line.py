"""The command line, as its own process: what it prints and how it exits."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine.record import Record
from games.engine.sevens import Sevens

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).with_name("records")
POSITIONS = Path(__file__).with_name("positions")
GOOD = '[Game "sevens"]\n\nlayout: 7d\nhand: 8d 2s\n'
CHANCE_NEXT = '[Game "sevens"]\n'


def run(*words: str, stdin: str | bytes = "", python: tuple[str, ...] = ()) -> tuple[int, str, str]:
    """The exit code, output and error output of a command."""
    done = subprocess.run(
        [sys.executable, *python, "-m", "games.engine", *words],
        cwd=ROOT,
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def replay(text: str, *words: str) -> tuple[int, list[dict[str, object]]]:
    code, out, err = run("replay", *words, "-", stdin=text)
    assert err == ""
    return code, [json.loads(line) for line in out.splitlines()]


def quick(plies: int, *more: str) -> str:
    """The golden record of a quick match up to this ply, and what follows it here."""
    record = Record.loads((GOLDEN / "quick.txt").read_text())
    return Record(record.game, (*record.plies[:plies], *more)).dumps()


def test_importing_it_runs_nothing() -> None:
    assert callable(importlib.import_module("games.engine.__main__").main)


def test_it_needs_nothing_but_the_standard_library() -> None:
    # -S leaves out whatever is installed, -W error whatever is deprecated.
    code, out, err = run("legal", "-", stdin=GOOD, python=("-S", "-W", "error"))
    assert (code, out, err) == (0, "8d\n", "")


def test_legal_prints_the_moves_in_canonical_order() -> None:
    text = '[Game "sevens"]\n\nlayout: 7d\nhand: 8D 7s 2s 7c\n'
    assert run("legal", "-", stdin=text) == (0, "7c 8d 7s\n", "")


def test_legal_of_several_files_starts_each_line_with_the_file() -> None:
    files = [str(POSITIONS / name) for name in ("high_ace_needs_the_king.txt", "short_pack.txt")]
    assert run("legal", *files) == (0, f"{files[0]}: --\n{files[1]}: 9c 7d\n", "")


def test_legal_of_no_position_goes_on_and_exits_2(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(GOOD)
    bad.write_text('[Game "sevens"]\n\nlayout: 8d\nhand: 2s\n')
    code, out, err = run("legal", str(bad), str(good), str(tmp_path / "none.txt"))
    assert (code, out) == (2, f"{good}: 8d\n")
    first, second = err.splitlines()
    assert first == f"{bad}: A row has a hole."
    assert "none.txt: [Errno 2] No such file" in second


def test_check_is_silent_where_all_is_as_expected() -> None:
    files = [str(file) for file in sorted(POSITIONS.glob("*.txt"))]
    assert run("check", *files) == (0, "", "")
    assert run("check", "-", stdin=GOOD) == (0, "", "")
    assert run("check", "-", stdin=GOOD + "legal: 8D\n") == (0, "", "")


def test_check_prints_both_sets_where_they_differ(tmp_path: Path) -> None:
    text = GOOD + "legal: -- 8d\n"
    assert run("check", "-", stdin=text) == (1, "expected -- 8d; legal 8d\n", "")
    wrong, right = tmp_path / "wrong.txt", tmp_path / "right.txt"
    wrong.write_text(text)
    right.write_text(GOOD + "legal: 8d")
    assert run("check", str(wrong), str(right)) == (1, f"{wrong}: expected -- 8d; legal 8d\n", "")


def test_check_of_no_position_exits_2_also_beside_a_wrong_one(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(GOOD + "legal: 2s")
    for files in ((str(wrong), "-"), ("-", str(wrong))):
        code, out, err = run("check", *files, stdin="hand: 7d")
        assert (code, out) == (2, f"{wrong}: expected 2s; legal 8d\n")
        assert err.startswith("-: The tag Game is '': it must be one of sevens.")


def test_what_is_not_utf_8_is_no_position() -> None:
    code, out, err = run("legal", "-", stdin=b"\xff\xfe[\x00")
    assert (code, out) == (2, "")
    assert err.startswith("-: ")


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    file = tmp_path / "marked.txt"
    file.write_text(GOOD, encoding="utf-8-sig")
    assert run("legal", str(file)) == (0, "8d\n", "")
    assert run("legal", "-", stdin=file.read_bytes()) == (0, "8d\n", "")


def test_replay_of_a_finished_match_tells_scores_and_winners() -> None:
    code, out, err = run("replay", str(GOLDEN / "chips_one_card_held_back.txt"))
    assert (code, err) == (0, "")
    assert out == '{"over": true, "plies": 50, "scores": [14, -4, -7, -3], "winners": [0]}\n'


def test_replay_of_an_unfinished_match_tells_who_may_play_what() -> None:
    assert replay(CHANCE_NEXT) == (0, [{"over": False, "plies": 0, "turn": -1}])
    state = list(Record.loads(quick(1)).states())[-1]
    turn = state.table.turn
    assert replay(quick(1)) == (0, [{"over": False, "plies": 1, "turn": turn, "legal": ["7d"]}])


def test_replay_legal_prints_a_line_for_each_ply() -> None:
    record = Record.loads(quick(3))
    code, lines = replay(quick(3), "--legal")
    assert code == 0
    assert lines[0] == {"ply": 0, "seat": -1, "move": record.plies[0]}
    assert lines[1] == {"ply": 1, "seat": lines[1]["seat"], "move": "7d", "legal": ["7d"]}
    assert [line.get("ply") for line in lines] == [0, 1, 2, None]
    assert lines[2]["move"] in lines[2]["legal"]  # type: ignore[operator]


def test_replay_of_an_illegal_move_prints_the_good_plies_and_the_trouble() -> None:
    code, lines = replay(quick(2, "7D"), "--legal")
    seat, legal = lines[-1]["seat"], lines[-1]["legal"]
    assert code == 1
    assert [line["ply"] for line in lines] == [0, 1, 2]
    assert lines[-1] == {"error": "illegal", "ply": 2, "seat": seat, "move": "7d", "legal": legal}
    assert legal
    assert replay(quick(2, "7D")) == (1, lines[-1:])


@pytest.mark.parametrize("move", ["7d", "--"])
def test_a_seat_cannot_move_where_chance_is_due_or_all_is_over(move: str) -> None:
    trouble = {"error": "illegal", "seat": -1, "move": move, "legal": []}
    assert replay(CHANCE_NEXT + move) == (1, [{**trouble, "ply": 0}])
    plies = len(Record.loads(quick(999)).plies)
    assert replay(quick(999, move)) == (1, [{**trouble, "ply": plies}])


def test_replay_of_a_deal_that_is_none_is_illegal() -> None:
    trouble = {"error": "illegal", "ply": 0, "seat": -1, "move": "deal:7d", "legal": []}
    assert replay(CHANCE_NEXT + "deal:7D") == (1, [trouble])


@pytest.mark.parametrize("token", ["x", "7x", "10h", "+", "7h=s", "deal:7x"])
def test_replay_of_what_is_no_move_exits_2(token: str) -> None:
    trouble = {"error": "invalid", "ply": 2, "move": token}
    assert replay(quick(2, token)) == (2, [trouble])
    code, lines = replay(quick(2, token), "--legal")
    assert (code, len(lines), lines[-1]) == (2, 3, trouble)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "The tag Game is '': it must be one of sevens."),
        ('[Game "sevens"]\n[Options "deck=32"]', "The options cannot be: deck=32 needs ace=high."),
    ],
)
def test_replay_of_a_broken_header_exits_2(text: str, why: str) -> None:
    assert replay(text) == (2, [{"error": "record", "why": why}])


def test_replay_of_a_missing_file_exits_2(tmp_path: Path) -> None:
    code, out, _ = run("replay", str(tmp_path / "none.txt"))
    assert code == 2
    assert json.loads(out)["error"] == "record"


def test_random_writes_records_that_replay() -> None:
    words = ("random", "sevens", "--options", "preset=chips seats=3", "--count", "3")
    code, out, err = run(*words, "--seed", "5")
    assert (code, err) == (0, "")
    texts = out.split("%%\n")
    assert len(texts) == 3
    for text in texts:
        record = Record.loads(text)
        assert record.game == Sevens.from_options("preset=chips seats=3")
        (line,) = replay(text)[1]
        assert line["over"]
        assert " ".join(map(str, line["scores"])) == record.tags["Result"]  # type: ignore[call-overload]
    assert run(*words, "--seed", "5")[1] == out
    assert run(*words, "--seed", "6")[1] != out


def test_bench_prints_what_it_measured() -> None:
    code, out, err = run("bench", "sevens", "--options", "seats=3", "--seconds", "0")
    assert (code, err) == (0, "")
    measured = json.loads(out)
    assert list(measured) == ["game", "playouts_per_s", "us_per_ply", "plies_per_playout"]
    assert measured["game"] == "sevens"
    assert all(value > 0 for value in list(measured.values())[1:])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["random", "sevens", "--options", "deck=32"], "deck=32 needs ace=high."),
        (["bench", "chess"], "invalid choice: 'chess'"),
        (["legal"], "the following arguments are required: FILE"),
        ([], "the following arguments are required"),
    ],
)
def test_a_command_that_cannot_be_run_exits_2_with_a_sentence(
    words: list[str], sentence: str
) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert sentence in err
