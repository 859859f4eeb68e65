"""What one seat may know, and the only door for texts from outside."""

# ruff: noqa: PT017 (what is fuzzed may be refused or not)

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import GAMES
from games.engine.cards import NAME, each, read_cards
from games.engine.game import (
    CHANCE,
    DEAL,
    NOBODY,
    IllegalMove,
    InvalidMove,
    PositionError,
    Reason,
    State,
    observe,
    parse,
)
from games.engine.position import loads
from games.engine.record import Record, RecordError
from games.engine.sevens import Sevens, SevensTable
from tests.engine.playing import OPTIONS, random_match

KEYS = {
    "first_card", "row_closed", "not_next", "already_down", "not_in_hand", "must_play",
    "all_passed", "not_your_turn", "match_over", "not_chance", "wrong_deal",
}  # fmt: skip
GAME = Sevens.from_options("preset=chips rounds=2")
PLIES = random_match(GAME, Random(1))
STATES = list(Record(GAME, tuple(PLIES)).states())
TOKENS = ["7d", "--", "x", "12.", "deal:", "deal:7d", PLIES[0], "#", "[", '[Game "sevens"]', "\n"]


def test_the_games_are_listed_by_key() -> None:
    assert {key: game.key for key, game in GAMES.items()} == {"sevens": "sevens"}


def test_a_spectator_has_no_hand_and_no_moves() -> None:
    seen = observe(GAME, STATES[1], None)
    assert (seen.seat, seen.hand, seen.moves) == (None, 0, ())
    assert seen.sizes == (13, 13, 13, 13)


@pytest.mark.parametrize("seat", [-1, -2, 4])
def test_only_a_seat_of_the_table_can_look(seat: int) -> None:
    for state in STATES[:2]:
        with pytest.raises(ValueError, match=f"There is no seat {seat}: the seats are 0 to 3"):
            observe(GAME, state, seat)


def test_what_a_seat_sees_and_is_told_does_not_depend_on_hidden_cards() -> None:
    for state in STATES:
        turn = state.table.turn
        if turn < 0:
            continue
        others = [seat for seat in range(4) if seat != turn]
        cards = [card for seat in others for card in each(state.hands[seat])]
        Random(1).shuffle(cards)
        hands = list(state.hands)
        for seat in others:
            size = hands[seat].bit_count()
            hands[seat] = sum(cards[:size])
            del cards[:size]
        swapped: State[SevensTable] = State(state.table, tuple(hands), ())
        assert observe(GAME, swapped, turn) == observe(GAME, state, turn)
        for text in (*NAME.values(), "--"):
            assert answer(swapped, text) == answer(state, text)


def answer(state: State[SevensTable], text: str) -> str:
    try:
        return parse(GAME, state, text)
    except IllegalMove as error:
        return str(error)


def test_every_refusal_has_a_known_key_and_names_no_hidden_card() -> None:
    for options in OPTIONS[::3]:
        game, rng = Sevens.from_options(options), Random(2)
        state = game.start()
        for ply in random_match(game, rng):
            open_cards = state.table.face_up | state.table.takes
            for text in rng.sample([*NAME.values(), "--"], 5):
                try:
                    parse(game, state, text)
                except IllegalMove as error:
                    key, cards = error.reason
                    asked = read_cards(text.replace("--", ""))
                    assert key in KEYS
                    assert all(card & open_cards or card in asked for card in cards)
            state = game.apply(state, ply)


def test_an_illegal_move_keeps_its_reason_when_it_is_pickled() -> None:
    error = pickle.loads(pickle.dumps(IllegalMove("Cannot.", Reason("not_next", (1,)))))
    assert (str(error), error.reason) == ("Cannot.", Reason("not_next", (1,)))


# Whatever comes from outside


@given(st.integers(0, len(STATES) - 1), st.text() | st.sampled_from(TOKENS))
def test_a_text_is_a_legal_move_or_refused(at: int, text: str) -> None:
    state = STATES[at]
    try:
        move = parse(GAME, state, text)
    except InvalidMove as error:
        assert str(error).isprintable()
    except IllegalMove as error:
        assert error.reason.key in KEYS
        assert (state.table.turn == NOBODY) == (error.reason.key == "match_over")
    else:
        assert state.table.turn == CHANCE if move.startswith(DEAL) else state.table.turn >= 0
        GAME.apply(state, move)


broken = st.lists(st.text(max_size=9) | st.sampled_from([*TOKENS, *PLIES]), max_size=30)


@given(st.sampled_from(["", '[Game "sevens"]\n', Record(GAME).dumps()]), broken)
def test_a_text_is_a_record_or_refused_by_ply_and_move(header: str, words: list[str]) -> None:
    try:
        record = Record.loads(header + " ".join(words))
    except RecordError as error:
        assert str(error).isprintable()
        return
    states: list[object] = []
    try:
        states.extend(record.states())
    except (InvalidMove, IllegalMove) as error:
        assert str(error).startswith(f"Ply {len(states) - 1}, ")
        assert str(error).isprintable()
    else:
        assert len(states) == len(record.plies) + 1
        assert Record.loads(record.dumps()).plies == record.plies


lines = st.lists(
    st.builds(
        "{}: {}".format,
        st.sampled_from(["layout", "hand", "passed", "legal", "suit"]),
        st.text(max_size=9) | st.lists(st.sampled_from([*NAME.values(), "--"])).map(" ".join),
    )
    | st.text(max_size=9),
    max_size=5,
)


@given(st.sampled_from(["", '[Game "sevens"]\n\n', Record(GAME).dumps()]), lines)
def test_a_text_is_a_position_with_moves_or_refused(header: str, body: list[str]) -> None:
    try:
        position = loads(header + "\n".join(body))
    except (RecordError, PositionError) as error:
        assert str(error).isprintable()
    else:
        assert position.legal_moves()


options = st.lists(
    st.text(max_size=9)
    | st.builds(
        "{}={}".format,
        st.sampled_from([*Sevens().options(), "preset", "players", "deals"]),
        st.sampled_from(
            ["2", "32", "36", "9", "-1", "high", "chips", "pips", "voluntary_fined", "cards_100"]
        )
        | st.text(max_size=9),
    ),
    max_size=6,
)


@given(options)
def test_a_text_is_options_or_refused(words: list[str]) -> None:
    try:
        game = Sevens.from_options(" ".join(words))
    except ValueError as error:
        assert type(error).__name__ == "OptionError"
        assert str(error).isprintable()
    else:
        written = " ".join(f"{name}={value}" for name, value in game.options().items())
        assert Sevens.from_options(written) == game
