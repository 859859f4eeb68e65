"""Records: a match as a text."""

from pathlib import Path

import pytest

from games.engine.cards import each, spell
from games.engine.game import CHANCE, IllegalMove, InvalidMove, Reason
from games.engine.record import Record, RecordError, read_header, replay, result
from games.engine.sevens import Sevens
from tests.engine.playing import deal_of, late_state

RECORDS = {
    file.stem: file.read_text()
    for file in sorted(Path(__file__).with_name("records").glob("*.txt"))
}
QUICK = RECORDS["quick"]


@pytest.mark.parametrize("text", RECORDS.values(), ids=RECORDS)
def test_a_golden_record_replays_to_its_result_and_is_written_as_it_was(text: str) -> None:
    record = Record.loads(text)
    states = list(record.states())
    assert len(states) == len(record.plies) + 1
    assert result(states[-1]) == record.tags["Result"]
    assert replay(record.game, record.plies) == states[-1]
    assert record.dumps() == text


def test_an_empty_body_is_a_match_before_its_first_deal() -> None:
    record = Record.loads('[Game "sevens"]')
    (state,) = record.states()
    assert record.game == Sevens()
    assert record.plies == ()
    assert state.table.turn == CHANCE
    assert result(state) == "*"
    assert Record.loads(record.dumps()) == record


def test_numbers_comments_and_line_breaks_are_for_the_eye() -> None:
    record = Record.loads(QUICK)
    lines = [f"{number}. {ply}# played" for number, ply in enumerate(record.plies)]
    header = QUICK.partition("\n\n")[0]
    spaced = f"# a match\r\n{header}\r\n\r\n# so it went\r\n" + "\r\n".join(lines)
    assert Record.loads(spaced) == record
    assert Record.loads(f"{header}\n{' '.join(record.plies)}") == record


def test_the_case_of_a_card_is_forgiven_and_written_in_one_way() -> None:
    record = Record.loads(QUICK)
    deal, *moves = record.plies
    loud = Record(record.game, (f"deal:{deal[5:].upper()}", *(move.upper() for move in moves)))
    assert list(loud.states()) == list(record.states())


def test_free_tags_survive_any_text_of_one_line() -> None:
    tags = {"Seats": 'alice "the \\ card", боб', "Date": "2026-11-30", "Empty": ""}
    record = Record(Sevens(), (), tags)
    assert Record.loads(record.dumps()) == record


@pytest.mark.parametrize("tags", [{"Seats": "a\nb"}, {"Seats": "a\rb"}, {"Two words": "x"}])
def test_a_tag_that_would_break_the_form_is_not_written(tags: dict[str, str]) -> None:
    with pytest.raises(RecordError, match="cannot be written"):
        Record(Sevens(), (), tags).dumps()


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("", "The tag Game is ''"),
        ('[Game "chess"]', "The tag Game is 'chess'"),
        ('[Version "2"]\n[Game "sevens"]', "Version '2' is unknown"),
        ('[Game "sevens"]\n[Game "sevens"]', "The tag 'Game' is given twice"),
        ('[Game "sevens"]\n[Seats "a"]\n[Seats "a"]', "The tag 'Seats' is given twice"),
        ("[Game sevens]", "The tag line '.Game sevens.' is not of the form"),
        ('[Game "sevens"', "is not of the form"),
        ('[Game "sevens"] # mine', "is not of the form"),
        ('[Game "sevens"]\n[Options "seats=9"]', "for 2 to 8 seats"),
        ('[Game "sevens"]\n[Options "seats=3 players=3"]', "The option seats is given twice"),
        ('[Game "sevens"]\n[Options "up_first=true"]', "'up_first=true' is no option of sevens"),
    ],
)
def test_a_broken_header_says_why(header: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        Record.loads(header)


def test_the_version_may_be_missing_and_only_the_lines_above_the_plies_are_tags() -> None:
    game, tags, body = read_header('[Game "sevens"]\n\n[Seats "a"]\n7d\n[x]')
    assert (game, tags) == (Sevens(), {"Seats": "a"})
    assert [line for line in body if line] == ["7d", "[x]"]


@pytest.mark.parametrize(
    "token",
    ["x", "7x", "10h", "+", "7h=s", "7h8h", ".", "-", "---", "7", "deal:7x", "deal:7", "deal:",
     "deal:??", "shuffle:7d", "+9c", "[x]", "7d,"],
)  # fmt: skip
def test_a_text_that_no_position_knows_is_invalid(token: str) -> None:
    record = Record.loads(f"{QUICK} {token}")
    with pytest.raises(InvalidMove) as caught:
        list(record.states())
    assert str(caught.value).startswith(f"Ply {len(record.plies) - 1}, '{token}': ")


SHORT = "preset=short32 seats=2"
SHORT_DEAL = deal_of(
    "7c 8c 9c Tc Jc Qc Kc Ac 7d 8d 9d Td Jd Qd Kd Ad",
    "7h 8h 9h Th Jh Qh Kh Ah 7s 8s 9s Ts Js Qs Ks As",
)


@pytest.mark.parametrize(
    ("plies", "ply", "reason"),
    [
        ("7d", 0, "not_your_turn"),
        ("--", 0, "not_your_turn"),
        ("deal:7d", 0, "wrong_deal"),
        (SHORT_DEAL[:-2], 0, "wrong_deal"),
        (SHORT_DEAL + "7c", 0, "wrong_deal"),
        (SHORT_DEAL[:-2] + "7c", 0, "wrong_deal"),
        (SHORT_DEAL[:-2] + "2c", 0, "wrong_deal"),
        (f"{SHORT_DEAL} {SHORT_DEAL}", 1, "not_chance"),
        (f"{SHORT_DEAL} 6c", 1, "not_in_hand"),
        (f"{SHORT_DEAL} 7h", 1, "not_in_hand"),
        (f"{SHORT_DEAL} --", 1, "must_play"),
        (f"{SHORT_DEAL} 7c 7c", 2, "already_down"),
    ],
)
def test_a_move_in_the_wrong_place_is_illegal(plies: str, ply: int, reason: str) -> None:
    record = Record.loads(f'[Game "sevens"]\n[Options "{SHORT}"]\n\n{plies}')
    with pytest.raises(IllegalMove) as caught:
        list(record.states())
    assert caught.value.reason.key == reason
    assert str(caught.value).startswith(f"Ply {ply}, ")


@pytest.mark.parametrize("token", ["7d", "--", "deal:7d"])
def test_no_ply_follows_the_end(token: str) -> None:
    record = Record.loads(f"{QUICK} {token}")
    with pytest.raises(IllegalMove) as caught:
        list(record.states())
    assert caught.value.reason == Reason("match_over")


def test_an_illegal_ply_is_named_with_its_reason() -> None:
    game = Sevens.from_options(SHORT)
    with pytest.raises(IllegalMove) as caught:
        list(Record(game, (SHORT_DEAL, "7c", "7h", "9c")).states())
    assert str(caught.value) == "Ply 3, '9c': Cannot play 9c: not_next (8c)."


def test_a_seat_sees_of_a_deal_its_own_cards_at_their_places() -> None:
    record = Record(Sevens.from_options(SHORT), (SHORT_DEAL, "7c", "7h"))
    assert record.seen_by(0) == (
        "deal:7c??8c??9c??Tc??Jc??Qc??Kc??Ac??7d??8d??9d??Td??Jd??Qd??Kd??Ad??", "7c", "7h",
    )  # fmt: skip
    assert record.seen_by(1)[0].startswith("deal:??7h??8h??9h")
    assert record.seen_by(None) == ("deal:" + "??" * 32, "7c", "7h")


def test_what_a_seat_sees_does_not_depend_on_other_hands() -> None:
    record = Record.loads(RECORDS["chips"])
    for seat in range(record.game.seats):
        state = next(s for s in record.states() if s.table.deal == 1)
        seen = record.seen_by(seat)[0]
        own = set(each(state.hands[seat]))
        assert {seen[at : at + 2] for at in range(5, len(seen), 2)} == {"??"} | {
            spell([card]) for card in own
        }


def test_the_result_of_a_live_match_is_a_star() -> None:
    game = Sevens()
    state = late_state(game, ["Kc", "Kd", "Kh", "Ks"], 0)
    assert result(state) == "*"
    assert (
        result(game.apply(state, game.legal_moves(state.table, state.hands[0])[0])) == "0 13 13 13"
    )
