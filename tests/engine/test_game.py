"""What one seat may know, and the only door for texts from outside."""

# ruff: noqa: PT017 (what is fuzzed may be refused or not)

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.engine import GAMES
from games.engine.cards import NAME, PACK, SECOND, each, read_cards, spell
from games.engine.game import (
    CHANCE,
    NOBODY,
    Game,
    IllegalMove,
    InvalidMove,
    OptionError,
    PositionError,
    Reason,
    State,
    is_chance,
    observe,
    parse,
)
from games.engine.melds import MELDS
from games.engine.position import loads
from games.engine.record import Record, RecordError
from games.engine.sevens import Sevens
from tests.engine.playing import EVERY, names, random_match, random_states

# Every reason that a game can give; the site has a sentence for each.
KEYS = {
    # whoever asks at the wrong time
    "not_your_turn", "match_over", "not_chance", "wrong_deal",
    # of more than one game
    "not_in_hand", "must_play", "draw_first", "stock_empty", "does_not_fit",
    # Sevens
    "first_card", "row_closed", "not_next", "already_down", "all_passed",
    # Rummy 500
    "use_first", "kept_card", "already_drawn", "stock_left", "not_in_pile", "no_use",
    "nothing_left", "no_such_meld", "new_meld", "no_meld", "gap", "gaps", "corner", "set_rank",
    "run_suit", "taken_card", "ace_end",
    # Pis Yedili
    "seven_or_take", "club_first", "no_draw_after_ace", "can_play", "drawn_enough", "no_suit",
    "name_suit", "other_suit", "jack_on_jack", "not_named_suit",
}  # fmt: skip

# Matches whose tables have as much on them as there can be.
FULL = {
    "sevens": "preset=chips rounds=2",
    "rummy-500": "go_out=must_discard floating=true top_card=keep_no_discard "
    "dig_support=hand_only ace_low_value=1 stock_out=discard_only max_rounds=2",
    "pis-yedili": "preset=turkish seats=5 rounds=1 after_penalty=may_play",
}
PLAYED = {key: random_states(key, options) for key, options in FULL.items()}
PLIES = {key: random_match(game, Random(1)) for key, (game, _) in PLAYED.items()}

SINGLE = [*map(NAME.__getitem__, each(PACK))]
JACKS = [f"J{suit}={named}" for suit in "cdhs" for named in "cdhs"]
# Texts of which a game knows some and others not.
FORMS = [*SINGLE, *JACKS, *(f"{sign}{name}" for sign in "+-" for name in SINGLE), "+", "--", "."]


def some_texts(rng: Random, table: Any) -> Iterator[str]:
    """Moves of all games, and such of Rummy 500 as are near what lies on the table."""
    yield from rng.sample(FORMS, 20)
    yield from (f"-{name}" for name in names(getattr(table, "must", 0)))
    yield from rng.sample([*MELDS], 8)
    lying = [name for text in getattr(table, "melds", ()) for name in names(read_cards(text))]
    for _ in range(8):
        cards = sorted(rng.sample([*SINGLE, *lying], rng.randint(1, 4)))
        yield "".join(cards) + rng.choice(["", ">1", ">2", ">9", ">1<", ">1^"])


def test_the_games_are_listed_by_key() -> None:
    assert list(GAMES) == ["sevens", "rummy-500", "pis-yedili"]
    assert {key: game.key for key, game in GAMES.items()} == {key: key for key in GAMES}


@pytest.mark.parametrize("key", GAMES)
def test_ranked_tables_have_seats_that_may_play(key: str) -> None:
    kind = GAMES[key]
    assert set(kind.RANKED) <= set(kind.SEATS)
    assert list(kind.RANKED) == sorted(kind.RANKED)


@pytest.mark.parametrize(
    ("key", "seats", "sentence"),
    [
        ("sevens", 1, "Sevens is for 2 to 8 seats."),
        ("sevens", 9, "Sevens is for 2 to 8 seats."),
        ("rummy-500", 1, "Rummy-500 is for 2 to 4 seats."),
        ("rummy-500", 5, "Rummy-500 is for 2 to 4 seats."),
        ("pis-yedili", 9, "Pis-yedili is for 2 to 8 seats."),
    ],
)
def test_a_table_with_too_few_or_too_many_seats_is_refused(
    key: str, seats: int, sentence: str
) -> None:
    with pytest.raises(OptionError) as caught:
        GAMES[key](seats=seats)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(("key", "hand"), [("sevens", 13), ("rummy-500", 7), ("pis-yedili", 7)])
def test_a_spectator_has_no_hand_and_no_moves(key: str, hand: int) -> None:
    game = GAMES[key]()
    state = game.apply(game.start(), random_match(game, Random(1))[0])
    seen = observe(game, state, None)
    assert (seen.seat, seen.hand, seen.moves) == (None, 0, ())
    assert seen.sizes == (hand,) * 4


@pytest.mark.parametrize("seat", [-1, -2, 4])
def test_only_a_seat_of_the_table_can_look(seat: int) -> None:
    game, states = random_states("sevens", "")
    for state in states[:2]:
        with pytest.raises(ValueError, match=f"There is no seat {seat}: the seats are 0 to 3"):
            observe(game, state, seat)


# Hidden cards


def swapped(game: Game[Any], state: State[Any], seat: int, rng: Random) -> State[Any]:
    """The state with all cards exchanged that this seat cannot see."""
    table, hands, stock = state
    known = [hands[seat] if s == seat else shown for s, shown in enumerate(table.shown)]
    cards = [*each(game.pack & ~(table.face_up | sum(known)))]
    rng.shuffle(cards)
    for other, hand in enumerate(hands):
        for _ in range((hand & ~known[other]).bit_count()):
            known[other] |= cards.pop()
    assert len(cards) == len(stock)
    return State(table, tuple(known), tuple(cards))


def answer(game: Game[Any], state: State[Any], text: str) -> str | Reason:
    """The move that a text is, or why it is refused."""
    try:
        return parse(game, state, text)
    except InvalidMove as error:
        return str(error)
    except IllegalMove as error:
        assert str(error).isprintable()
        return error.reason


@pytest.mark.parametrize(("key", "options"), EVERY)
def test_what_a_seat_sees_and_is_told_does_not_depend_on_hidden_cards(
    key: str, options: str
) -> None:
    rng = Random(options)
    game, states = random_states(key, options)
    for state in rng.sample(states, min(15, len(states))):
        turn = state.table.turn
        for seat in range(game.seats):
            other = swapped(game, state, seat, rng)
            assert observe(game, other, seat) == observe(game, state, seat)
            if seat == turn:
                for text in some_texts(rng, state.table):
                    assert answer(game, other, text) == answer(game, state, text)


def renamed(cards: int, twins: int) -> int:
    """The cards with these of the first pack and their equals of the second exchanged."""
    stay = cards & ~(twins | twins << SECOND)
    return stay | (cards & twins) << SECOND | cards >> SECOND & twins


@pytest.mark.parametrize(
    "options",
    [options for key, options in EVERY if GAMES[key].from_options(options).pack > PACK],
)
def test_which_of_two_equal_cards_is_which_is_nothing_to_see(options: str) -> None:
    rng = Random(options)
    game, states = random_states("pis-yedili", options)
    for state in rng.sample(states, min(40, len(states))):
        twins = sum(card for card in each(PACK) if rng.random() < 0.5)
        table, hands, stock = state
        other = table._replace(
            face_up=renamed(table.face_up, twins),
            top=renamed(table.top, twins),
            shown=tuple(renamed(cards, twins) for cards in table.shown),
        )
        swapped_state = State(
            other,
            tuple(renamed(hand, twins) for hand in hands),
            tuple(renamed(card, twins) for card in stock),
        )
        for seat in (None, *range(game.seats)):
            assert observe(game, swapped_state, seat) == observe(game, state, seat)


@pytest.mark.parametrize(("key", "options"), EVERY[::2])
def test_every_refusal_has_a_known_key_and_names_no_hidden_card(key: str, options: str) -> None:
    rng = Random(options)
    game, states = random_states(key, options, seed=2)
    for state in rng.sample(states, min(30, len(states))):
        table = state.table
        # Sevens: the cards that the rows take next follow from the layout.
        visible = table.face_up | getattr(table, "takes", 0)
        if table.turn >= 0:
            visible |= state.hands[table.turn]
        for text in some_texts(rng, table):
            reason = answer(game, state, text)
            if isinstance(reason, Reason):
                assert reason.key in KEYS
                for name in names(reason.cards):
                    assert name in text or name in names(visible)


def test_the_known_keys_are_those_that_the_games_give() -> None:
    said = set()
    for file in Path(engine.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason":
                said |= {
                    word.value for word in ast.walk(node.args[0]) if isinstance(word, ast.Constant)
                }
    assert said == KEYS


def test_an_illegal_move_keeps_its_reason_when_it_is_pickled() -> None:
    error = pickle.loads(pickle.dumps(IllegalMove("Cannot.", Reason("not_next", (1,)))))
    assert (str(error), error.reason) == ("Cannot.", Reason("not_next", (1,)))


# Whatever comes from outside

KINDS = st.sampled_from([*GAMES])
TOKENS = [
    *FORMS, *MELDS, "x", "12.", "deal:", "deal:7d", "shuffle:7d", "7h8h", "6h>1", "As>1^",
    "Ad2d3d>0", *(plies[0] for plies in PLIES.values()),
    *(ply for plies in PLIES.values() for ply in plies if ply.startswith("shuffle:")),
    "#", "[", "\n", *(f'[Game "{key}"]' for key in GAMES),
]  # fmt: skip


@given(KINDS, st.integers(0, 9999), st.text() | st.sampled_from(TOKENS))
def test_a_text_is_a_legal_move_or_refused(key: str, at: int, text: str) -> None:
    game, states = PLAYED[key]
    state = states[at % len(states)]
    turn = state.table.turn
    try:
        move = parse(game, state, text)
    except InvalidMove as error:
        assert str(error).isprintable()
    except IllegalMove as error:
        assert str(error).isprintable()
        assert error.reason.key in KEYS
        assert (turn == NOBODY) == (error.reason.key == "match_over")
    else:
        assert turn == CHANCE if is_chance(move) else turn >= 0
        game.apply(state, move)


@given(st.data())
def test_a_text_is_a_record_or_refused_by_ply_and_move(data: st.DataObject) -> None:
    key = data.draw(KINDS)
    header = data.draw(
        st.sampled_from(["", f'[Game "{key}"]\n', Record(PLAYED[key][0]).dumps()]), "header"
    )
    good = PLIES[key][: data.draw(st.integers(0, 40))]
    words = data.draw(st.lists(st.text(max_size=9) | st.sampled_from(TOKENS), max_size=9))
    try:
        record = Record.loads(" ".join([header, *good, *words]))
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


def lines(value: st.SearchStrategy[str], *keys: str) -> st.SearchStrategy[str]:
    """Lines of a position with one of these keys."""
    return st.builds("{}: {}".format, st.sampled_from(keys), value)


cards = st.lists(st.sampled_from(SINGLE), max_size=9).map(" ".join)
number = st.integers(0, 30).map(str) | st.text(max_size=4)
LINES: dict[str, list[st.SearchStrategy[str]]] = {
    "sevens": [lines(cards, "layout"), lines(number, "passed")],
    "rummy-500": [
        lines(cards, "pile"),
        lines(st.lists(st.sampled_from([*MELDS]), max_size=3).map(" ".join), "melds"),
        lines(st.sampled_from(SINGLE) | cards, "must", "taken", "kept"),
        lines(st.sampled_from(["draw", "meld"]), "turn"),
        lines(number, "stock"),
    ],
    "pis-yedili": [
        lines(cards, "pile"),
        lines(st.sampled_from("cdhs") | st.text(max_size=2), "suit"),
        lines(number, "chain", "drawn", "stock"),
        lines(st.sampled_from(["yes", "no"]), "again", "opening"),
    ],
}


@given(st.data())
def test_a_text_is_a_position_with_moves_or_refused(data: st.DataObject) -> None:
    key = data.draw(KINDS)
    other = data.draw(st.sampled_from([key, key, key, *GAMES]))
    header = data.draw(
        st.sampled_from(["", *[f'[Game "{key}"]\n\n', Record(PLAYED[key][0]).dumps()] * 4])
    )
    body = data.draw(st.lists(st.one_of(LINES[other]), max_size=5, unique_by=lambda line: line[:4]))
    body += data.draw(st.lists(lines(cards, "hand", "hand", "legal"), min_size=1, max_size=2))
    body += data.draw(st.lists(st.text(max_size=9), max_size=1))
    try:
        position = loads(header + "\n".join(body))
    except (RecordError, PositionError) as error:
        assert str(error).isprintable()
    else:
        moves = position.legal_moves()
        assert moves
        for move in moves:
            assert position.game.read(move) == move


def test_a_game_tells_its_options_from_the_usual_ones() -> None:
    game = Sevens.from_options("seats=5 ace=high start=holder_7D target=100")
    assert game.varied() == {"seats": "5", "ace": "high"}
    assert Sevens().varied() == {}


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=60)
@given(data=st.data())
def test_a_text_is_options_or_refused(key: str, data: st.DataObject) -> None:
    kind = GAMES[key]
    values = sorted({value for choices in kind.choices().values() for value in choices})
    named = [*kind.choices(), "preset", "players", "deals"]
    word = st.builds(
        "{}={}".format,
        st.sampled_from(named),
        st.sampled_from([*values, *kind.PRESETS, "2", "9", "-1", "0"]) | st.text(max_size=9),
    )
    words = data.draw(st.lists(word | st.text(max_size=9), max_size=6))
    try:
        game = kind.from_options(" ".join(words))
    except OptionError as error:
        assert str(error).isprintable()
    else:
        written = " ".join(f"{name}={value}" for name, value in game.options().items())
        assert kind.from_options(written) == game
        assert spell(game.in_order(game.pack))
