"""The command line, as its own process: what it prints and how it exits."""

import importlib
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from games.engine import GAMES
from games.engine.__main__ import main
from games.engine.pis_yedili import PisYedili
from games.engine.record import Record
from games.engine.rummy500 import Rummy500
from games.engine.sevens import Sevens
from tests.engine.playing import deal_of

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


Answer = tuple[int, list[dict[str, object]]]


def replay(text: str, *words: str) -> Answer:
    code, out, err = run("replay", *words, "-", stdin=text)
    assert err == ""
    return code, [json.loads(line) for line in out.splitlines()]


# A process for each of many texts takes too long, so some tests run the commands in their own.


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """As ``run``, in this process."""

    def run_here(*words: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["games.engine", *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        try:
            code = main()
        except SystemExit as stop:
            code = int(str(stop.code))
        return code, *capsys.readouterr()

    return run_here


@pytest.fixture
def here(command: Callable[..., tuple[int, str, str]]) -> Callable[..., Answer]:
    """As ``replay``, in this process."""

    def replay_here(text: str, *words: str) -> Answer:
        code, out, err = command("replay", *words, "-", stdin=text)
        assert err == ""
        return code, [json.loads(line) for line in out.splitlines()]

    return replay_here


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


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        # Where both are named the seven of the second pack is the same move.
        (
            '[Game "pis-yedili"]\n[Options "decks=2"]\n\npile: 7h\nhand: Jc 7d 7D 7h 2s\n',
            "Jc=c Jc=d Jc=h Jc=s 7d 7h +",
        ),
        (
            '[Game "rummy-500"]\n\nturn: meld\nmelds: 7h8h9h\nhand: TH 6h Kd Ks KC\n',
            "KcKdKs Th>1 6h>1 6hTh>1 -Kc -Kd -6h -Th -Ks",
        ),
        ('[Game "rummy-500"]\n\npile: Kd 5c Ks\nhand: Kc Kh 2s 3d\n', "+ +Kd +Ks"),
    ],
)
def test_legal_knows_the_other_games(text: str, legal: str) -> None:
    assert run("legal", "-", stdin=text) == (0, f"{legal}\n", "")


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
        assert err.startswith(
            "-: The tag Game is '': it must be one of sevens, rummy-500, pis-yedili."
        )


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
def test_a_seat_cannot_move_where_chance_is_due_or_all_is_over(
    move: str, here: Callable[..., Answer]
) -> None:
    trouble = {"error": "illegal", "seat": -1, "move": move, "legal": []}
    assert here(CHANCE_NEXT + move) == (1, [{**trouble, "ply": 0}])
    plies = len(Record.loads(quick(999)).plies)
    assert here(quick(999, move)) == (1, [{**trouble, "ply": plies}])


def test_replay_of_a_deal_that_is_none_is_illegal() -> None:
    trouble = {"error": "illegal", "ply": 0, "seat": -1, "move": "deal:7d", "legal": []}
    assert replay(CHANCE_NEXT + "deal:7D") == (1, [trouble])


@pytest.mark.parametrize("token", ["x", "7x", "10h", "+", "7h=s", "deal:7x"])
def test_replay_of_what_is_no_move_exits_2(token: str, here: Callable[..., Answer]) -> None:
    trouble = {"error": "invalid", "ply": 2, "move": token}
    assert here(quick(2, token)) == (2, [trouble])
    code, lines = here(quick(2, token), "--legal")
    assert (code, len(lines), lines[-1]) == (2, 3, trouble)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "The tag Game is '': it must be one of sevens, rummy-500, pis-yedili."),
        ('[Game "sevens"]\n[Options "deck=32"]', "The options cannot be: deck=32 needs ace=high."),
    ],
)
def test_replay_of_a_broken_header_exits_2(text: str, why: str) -> None:
    assert replay(text) == (2, [{"error": "record", "why": why}])


def test_replay_of_a_missing_file_exits_2(tmp_path: Path) -> None:
    code, out, _ = run("replay", str(tmp_path / "none.txt"))
    assert code == 2
    assert json.loads(out)["error"] == "record"


# Invalid or illegal, in each game


def sevens(*plies: str) -> str:
    """Two seats with the short pack, from the deal on: seat 0 has clubs and diamonds."""
    game = Sevens.from_options("preset=short32 seats=2")
    deal = deal_of(
        "7c 8c 9c Tc Jc Qc Kc Ac 7d 8d 9d Td Jd Qd Kd Ad",
        "7h 8h 9h Th Jh Qh Kh Ah 7s 8s 9s Ts Js Qs Ks As",
        game=game,
    )
    return Record(game, (deal, *plies)).dumps()


def rummy(*plies: str) -> str:
    """Two seats, from the deal on: seat 0 can lay a run of hearts, then lay off, then discard."""
    game = Rummy500(seats=2)
    deal = deal_of(
        "6h 7h 8h 9h 2c 3d 4s Jd Ks Ac",
        "2d 3c 4h 5s 7s 8s Tc Qc Kh Ad",
        then="9c Qs",
        game=game,
    )
    return Record(game, (deal, *plies)).dumps()


def pis_yedili(*plies: str) -> str:
    """Two seats, from the deal on: seat 0 opens with its king of clubs, seat 1 has a jack."""
    game = PisYedili(seats=2)
    deal = deal_of("Kc 7h Jh 2d 3d 4d 5d", "2c 7d Jd 8s 9s Ts Qs", then="4c", game=game)
    return Record(game, (deal, *plies)).dumps()


PACK = "".join(rank + suit for suit in "cdhs" for rank in "A23456789TJQK")


@pytest.mark.parametrize(
    ("text", "token"),
    [
        *((sevens("7c"), token) for token in ("x", "7x", "10h", "+", "7h=s", ".", "shuffle:7h")),
        *((rummy("+"), token) for token in ("--", "7h", "7h8h", "Jh=s", "7h>", "6h>1v")),
        *((rummy("+"), token) for token in ("6h>01", "-", "-10h", "+9x", "shuffle:7h", "deal:7x")),
        *((pis_yedili("Kc"), token) for token in ("7d=s", "Jd=x", "+9c", "-4c", ".", "7d8d9d")),
        *((pis_yedili("Kc"), token) for token in ("6h>1", "shuffle:7x", "deal:", "10h")),
    ],
)
def test_what_does_not_fit_the_grammar_of_the_game_is_invalid(
    text: str, token: str, here: Callable[..., Answer]
) -> None:
    trouble = {"error": "invalid", "ply": 2, "move": token}
    assert here(text + token) == (2, [trouble])


@pytest.mark.parametrize(
    ("text", "token", "move", "legal"),
    [
        # a card outside the short pack, one of another hand, one that lies
        *((sevens("7c"), *pair, "7h 7s") for pair in (("6H", "6h"), ("8d", "8d"), ("7C", "7c"))),
        (sevens("7c"), "--", "--", "7h 7s"),
        # before the draw, with no such meld, and a meld in any order
        (rummy(), "9H8h7h", "7h8h9h", "+"),
        (rummy(), "-2c", "-2c", "+"),
        (rummy(), "+9c", "+9c", "+"),
        (rummy(), ".", ".", "+"),
        # a mark without need, doubled cards, a meld that is none
        *(
            (
                rummy("+", "9h8h7h"),
                *pair,
                "6h>1 -Ac -2c -3d -Jd -6h -4s -Qs -Ks",
            )
            for pair in (
                ("6h>1^", "6h>1^"),
                ("6H>1<", "6h>1<"),
                ("6h>2", "6h>2"),
                ("6h>0", "6h>0"),
                ("Qs>1", "Qs>1"),
                ("KsKsKs", "KsKsKs"),
                ("QsKsAc", "AcQsKs"),
                ("-Kd", "-Kd"),
                ("+", "+"),
            )
        ),
        # a jack without a suit, a suit too many, a draw or an end too early, another's card
        *(
            (pis_yedili("Kc"), *pair, "2c Jd=c Jd=d Jd=h Jd=s +")
            for pair in (
                ("Jd", "Jd"),
                ("jh=S", "Jh=s"),
                ("--", "--"),
                ("7D", "7d"),
                ("9h", "9h"),
                ("shuffle:4c", "shuffle:4c"),
            )
        ),
        (pis_yedili(), "+", "+", "Kc"),
        (pis_yedili(), "Jh=s", "Jh=s", "Kc"),
    ],
)
def test_what_fits_the_grammar_but_not_the_moment_is_illegal(
    text: str, token: str, move: str, legal: str, here: Callable[..., Answer]
) -> None:
    plies = Record.loads(text).plies
    # The first three move in the order 0 1, and seat 0 of Rummy 500 is still at its turn.
    seat = 0 if '"rummy-500"' in text or len(plies) == 1 else 1
    trouble = {"error": "illegal", "ply": len(plies), "seat": seat, "move": move}
    assert here(text + token) == (1, [{**trouble, "legal": legal.split()}])


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    "cards",
    [PACK[2:], f"{PACK}7d", PACK[2:] + "7d", "7d" * 52],
    ids=["missing", "more", "double", "all"],
)
def test_a_deal_with_missing_or_doubled_cards_is_illegal(
    key: str, cards: str, here: Callable[..., Answer]
) -> None:
    trouble = {"error": "illegal", "ply": 0, "seat": -1, "move": f"deal:{cards}", "legal": []}
    assert here(f'[Game "{key}"]\n\ndeal:{cards.upper()}') == (1, [trouble])


@pytest.mark.parametrize("text", [sevens("7c"), rummy("+"), pis_yedili("Kc")])
def test_chance_cannot_deal_where_a_seat_is_due(text: str, here: Callable[..., Answer]) -> None:
    deal = Record.loads(text).plies[0]
    code, (line,) = here(text + deal)
    assert (code, line["error"], line["ply"], line["move"]) == (1, "illegal", 2, deal)
    assert line["seat"] in (0, 1)
    assert line["legal"]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ('[Game "rummy-500"]\n', "+"),
        ('[Game "rummy-500"]\n', "7h8h9h"),
        ('[Game "pis-yedili"]\n', "+"),
        ('[Game "pis-yedili"]\n', "shuffle:7d"),
    ],
)
def test_before_the_deal_there_is_nothing_but_the_deal(
    text: str, move: str, here: Callable[..., Answer]
) -> None:
    assert here(text) == (0, [{"over": False, "plies": 0, "turn": -1}])
    trouble = {"error": "illegal", "ply": 0, "seat": -1, "move": move, "legal": []}
    assert here(text + move) == (1, [trouble])


@pytest.mark.parametrize(("name", "move"), [("rummy500_standard", "+"), ("pis_yedili_app", "--")])
def test_nothing_follows_the_end_of_a_match(
    name: str, move: str, here: Callable[..., Answer]
) -> None:
    text = (GOLDEN / f"{name}.txt").read_text()
    record = Record.loads(text)
    code, (line,) = here(text)
    assert code == 0
    assert (line["over"], line["plies"]) == (True, len(record.plies))
    assert " ".join(map(str, line["scores"])) == record.tags["Result"]  # type: ignore[call-overload]
    scores: list[int] = line["scores"]  # type: ignore[assignment]
    best = (max if record.game.key == "rummy-500" else min)(scores)
    assert line["winners"] == [seat for seat, score in enumerate(scores) if score == best]
    trouble = {"error": "illegal", "ply": len(record.plies), "seat": -1, "move": move, "legal": []}
    assert here(f"{text} {move}") == (1, [trouble])


# A new stock in the middle of a deal


def test_a_record_that_ends_where_a_new_stock_is_due_waits_for_chance(
    here: Callable[..., Answer],
) -> None:
    record = Record.loads((GOLDEN / "pis_yedili_turkish.txt").read_text())
    at = next(at for at, ply in enumerate(record.plies) if ply.startswith("shuffle:"))
    before = Record(record.game, record.plies[:at]).dumps()
    assert here(before) == (0, [{"over": False, "plies": at, "turn": -1}])
    for move in ("+", "--", "7d", record.plies[0], record.plies[at][:-2]):
        trouble = {"error": "illegal", "ply": at, "seat": -1, "move": move, "legal": []}
        assert here(before + move) == (1, [trouble])
    code, lines = here(before + record.plies[at], "--legal")
    assert code == 0
    assert lines[at] == {"ply": at, "seat": -1, "move": record.plies[at]}
    assert lines[at - 1]["move"] == "+"
    assert lines[-1]["plies"] == at + 1
    assert lines[-1]["legal"]


# Random play


@pytest.mark.parametrize(
    ("key", "options", "count"),
    [
        ("sevens", "preset=chips seats=3", 3),
        ("rummy-500", "seats=3 target=100 stock_out=discard_only", 2),
        ("pis-yedili", "seats=7 decks=1 stock_out=recycle rounds=1", 2),
    ],
)
def test_random_writes_records_that_replay(
    key: str,
    options: str,
    count: int,
    command: Callable[..., tuple[int, str, str]],
    here: Callable[..., Answer],
) -> None:
    words = ("random", key, "--options", options, "--count", str(count))
    code, out, err = command(*words, "--seed", "5")
    assert (code, err) == (0, "")
    texts = out.split("%%\n")
    assert len(texts) == count
    for text in texts:
        record = Record.loads(text)
        assert record.game == GAMES[key].from_options(options)
        assert ("shuffle:" in text) == ("recycle" in options)
        (line,) = here(text)[1]
        assert line["over"]
        assert " ".join(map(str, line["scores"])) == record.tags["Result"]  # type: ignore[call-overload]
    assert command(*words, "--seed", "5")[1] == out
    assert command(*words, "--seed", "6")[1] != out


# Without a limit of seconds there is one playout, with some the figures are of many.
@pytest.mark.parametrize(
    ("key", "options", "seconds", "least", "most"),
    [
        ("sevens", "seats=3", "0", 52 // 3, 52 * 5),
        ("rummy-500", "", "0", 3, 2 * 75 + 52),
        # A new stock is no end of the playout: with 3 cards in the stock a deal is longer.
        ("pis-yedili", "seats=7 decks=1 stock_out=recycle", "0.3", 100, 2000),
    ],
)
def test_bench_prints_what_it_measured(
    key: str, options: str, seconds: str, least: float, most: float
) -> None:
    code, out, err = run("bench", key, "--options", options, "--seconds", seconds)
    assert (code, err) == (0, "")
    measured = json.loads(out)
    assert list(measured) == ["game", "playouts_per_s", "us_per_ply", "plies_per_playout"]
    assert measured["game"] == key
    assert all(value > 0 for value in list(measured.values())[1:])
    assert least <= measured["plies_per_playout"] <= most


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["random", "sevens", "--options", "deck=32"], "deck=32 needs ace=high."),
        (["random", "rummy-500", "--options", "seats=5"], "Rummy-500 is for 2 to 4 seats."),
        (["bench", "pis-yedili", "--options", "seats=8 decks=1"], "decks=1 is too few for 8 seats"),
        (["bench", "chess"], "invalid choice: 'chess'"),
        (["legal"], "the following arguments are required: FILE"),
        ([], "the following arguments are required"),
    ],
)
def test_a_command_that_cannot_be_run_exits_2_with_a_sentence(
    words: list[str], sentence: str, command: Callable[..., tuple[int, str, str]]
) -> None:
    code, out, err = command(*words)
    assert (code, out) == (2, "")
    assert sentence in err


def test_the_exit_code_of_a_process_is_that_of_its_command() -> None:
    assert run("legal")[0] == 2
    code, out, err = run("random", "pis-yedili", "--options", "seats=2 rounds=1", "--seed", "1")
    assert (code, err) == (0, "")
    assert Record.loads(out).game == PisYedili(seats=2, rounds=1)
