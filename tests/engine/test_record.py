"""Records: a match as a text."""

from itertools import product
from pathlib import Path
from random import Random
from time import process_time

import pytest

from games.engine import GAMES
from games.engine.cards import NAME, each
from games.engine.game import CHANCE, IllegalMove, InvalidMove, Reason, is_chance
from games.engine.pis_yedili import PisYedili
from games.engine.record import HIDDEN, Record, RecordError, read_header, replay, result
from games.engine.rummy500 import Rummy500
from games.engine.sevens import Sevens
from tests.engine.playing import EVERY, deal_of, late_state, random_match

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


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_golden_records(key: str) -> None:
    played = [Record.loads(text).game for text in RECORDS.values()]
    assert len({game.seats for game in played if game.key == key}) > 1


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


def test_many_empty_lines_before_many_tags_are_read_in_time() -> None:
    names = ["".join(letters) for letters in product("ABCDEFGHIJ", repeat=4)]
    text = '[Game "sevens"]' + "\n" * 100_000 + "\n".join(f'[{name} ""]' for name in names)
    began = process_time()
    _, tags, _ = read_header(text)
    assert list(tags) == names
    assert process_time() - began < 2  # each line once: looking back at each tag took a minute


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


def cut(ply: str) -> list[str]:
    """The word of a chance ply as a record shows it, and its cards or what hides them."""
    word, _, cards = ply.partition(":")
    return [word, *(cards[at : at + 2] for at in range(0, len(cards), 2))]


def test_a_seat_sees_the_card_turned_up_and_what_it_drew_and_took() -> None:
    game = Rummy500(seats=2)
    deal = deal_of(
        "2c 3c 7h 8h 5s 6s Td Jd Ks Ac",
        "2d 3d 7s 8s 5h 6h Tc Jc Kh Ad",
        then="9h 4c 4d Qc",
        game=game,
    )
    own = ["2c", "3c", "7h", "8h", "5s", "6s", "Td", "Jd", "Ks", "Ac"]
    other = ["2d", "3d", "7s", "8s", "5h", "6h", "Tc", "Jc", "Kh", "Ad"]
    # Seat 0 draws 4c; seat 1 draws 4d and discards 8s; seat 0 takes 9h with all that lies on it.
    plies = (deal, "+", "-4c", "+", "-8s", "+9h", "7h8h9h")
    record = Record(game, plies)

    def places(seat: int | None) -> list[str]:
        word, *cards = cut(record.seen_by(seat)[0])
        assert (word, len(cards)) == ("deal", 52)
        return cards

    zero, one, nobody = places(0), places(1), places(None)
    assert zero[0:20:2] == own
    assert one[1:20:2] == other
    assert set(zero[1:20:2] + one[0:20:2] + nobody[:20]) == {HIDDEN}
    # After the hands: the card turned up, then the stock. What was taken from the pile lay open
    # before and tells nothing of the deal, so seat 0 does not learn where seat 1 had its 8s.
    assert zero[20:] == ["9h", "4c", *[HIDDEN] * 30]
    assert one[20:] == ["9h", HIDDEN, "4d", *[HIDDEN] * 29]
    assert nobody[20:] == ["9h", *[HIDDEN] * 31]
    assert record.seen_by(0)[1:] == record.seen_by(None)[1:] == plies[1:]


def test_a_seat_sees_the_cards_that_it_drew_of_a_stock_and_nobody_else_does() -> None:
    game = PisYedili(seats=2)
    deal = deal_of("2d 4d 6d 8d Td Qd Kh", "3c 5c 9c Tc Qc Kc As", then="3h 6s 2c 5d", game=game)
    record = Record(game, (deal, "+", "+", "+", "2c", "3c"))
    zero = cut(record.seen_by(0)[0])[1:]
    assert zero[:14:2] == ["2d", "4d", "6d", "8d", "Td", "Qd", "Kh"]
    assert zero[14:] == ["3h", "6s", "2c", *[HIDDEN] * 35]
    # Seat 1 saw 2c when it was played, not where it came from.
    assert cut(record.seen_by(1)[0])[15:] == [HIDDEN] * 38
    assert cut(record.seen_by(None)[0])[1:] == [HIDDEN] * 52


def test_a_chain_is_taken_of_two_stocks_and_each_shows_its_part() -> None:
    game = PisYedili.from_options("seats=7 decks=1 per_seven=2 stock_out=recycle")
    hands = ["7c 2d 2h 2s 3d 3h 3s", "7d 4d 4h 4s 5d 5h 5s", "2c 6d 6h 6s 8d 8h 8s"]
    hands += ["3c 9d 9h 9s Td Th Ts", "4c Jd Jh Js Qd Qh Qs", "5c Kd Kh Ks Ad Ah As"]
    hands += ["6c 7h 7s 8c 9c Tc Jc"]
    deal = deal_of(*hands, then="Qc Kc Ac", game=game)
    # Seat 2 takes two of the three cards in the stock, seat 0 the last one and one of the next.
    moves = "7c 7d + 9d Qd Kd Jc=h 2h 4h 6h 9h Qh Kh 7h + shuffle:Kd7c7d9dQdJc2h4h6h9hQhKh"
    plies = [deal, *moves.split()]
    record = Record(game, tuple(plies))
    assert [*record.states()][-1].table.turn == 1

    def stocks(seat: int | None) -> tuple[list[str], list[str]]:
        seen = record.seen_by(seat)
        assert seen[1:-1] == tuple(plies[1:-1])
        return cut(seen[0])[50:], cut(seen[-1])

    hidden = ["shuffle", *[HIDDEN] * 12]
    assert stocks(0) == ([HIDDEN, HIDDEN, "Ac"], ["shuffle", "Kd", *[HIDDEN] * 11])
    assert stocks(2) == (["Qc", "Kc", HIDDEN], hidden)
    assert stocks(1) == stocks(None) == ([HIDDEN] * 3, hidden)


@pytest.mark.parametrize(("key", "options"), EVERY[::2])
def test_a_seat_knows_what_it_was_dealt_and_what_chance_gave_it_since(
    key: str, options: str
) -> None:
    game = GAMES[key].from_options(options)
    plies = random_match(game, Random(3))
    record = Record(game, tuple(plies))
    states = list(record.states())
    for seat in (None, 0, game.seats - 1):
        seen = record.seen_by(seat)
        assert len(seen) == len(plies)
        known: list[str] = []
        shown: list[str] = []
        for ply, showing, before, after in zip(plies, seen, states, states[1:], strict=False):
            if is_chance(ply):
                word, *cards = cut(showing)
                assert word == cut(ply)[0]
                assert all(a in (HIDDEN, b) for a, b in zip(cards, cut(ply)[1:], strict=True))
                shown += [card for card in cards if card != HIDDEN]
            else:
                assert showing == ply
            came = 0 if seat is None else after.hands[seat]
            if not ply.startswith("deal:"):
                came &= ~before.hands[seat or 0]
            if not is_chance(ply):
                came &= ~before.table.face_up
            if key == "rummy-500" and is_chance(ply):
                came |= after.table.face_up
            known += [NAME[card] for card in each(came)]
        assert sorted(shown) == sorted(known)


@pytest.mark.parametrize(("key", "options"), EVERY[::3])
def test_what_a_seat_sees_does_not_depend_on_hidden_cards(key: str, options: str) -> None:
    """Two hidden cards of a deal or new stock change places: where that is legal nobody sees it."""
    game, rng = GAMES[key].from_options(options), Random(options)
    plies = random_match(game, rng)[: rng.randint(5, 60)]
    chances = [number for number, ply in enumerate(plies) if is_chance(ply)]
    same = 0
    for seat in (None, *range(game.seats)):
        seen = Record(game, tuple(plies)).seen_by(seat)
        for _ in range(12):
            number = rng.choice(chances)
            word, *cards = cut(plies[number])
            hidden = [at for at, card in enumerate(cut(seen[number])[1:]) if card == HIDDEN]
            one, two = rng.sample(hidden, 2)
            cards[one], cards[two] = cards[two], cards[one]
            changed = [*plies]
            changed[number] = f"{word}:{''.join(cards)}"
            try:
                other = Record(game, tuple(changed)).seen_by(seat)
            except IllegalMove:
                continue  # somebody else could not have played like that
            assert other == seen
            same += 1
    assert same


def test_the_result_of_a_live_match_is_a_star() -> None:
    game = Sevens()
    state = late_state(game, ["Kc", "Kd", "Kh", "Ks"], 0)
    assert result(state) == "*"
    assert (
        result(game.apply(state, game.legal_moves(state.table, state.hands[0])[0])) == "0 13 13 13"
    )
