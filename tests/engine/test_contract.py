"""What holds for every game at every ply, whatever its rules: driven by random play."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.engine import GAMES
from games.engine.cards import NAMED, PACK
from games.engine.chance import determinize
from games.engine.game import (
    CHANCE,
    DEAL,
    NOBODY,
    SHUFFLE,
    Game,
    Observation,
    State,
    is_chance,
    observe,
    parse,
)
from games.engine.pis_yedili import PisYedili, PisYediliTable
from games.engine.record import Record, replay, result
from games.engine.rummy500 import Rummy500, Rummy500Table
from games.engine.sevens import Sevens, SevensTable
from tests.engine.playing import EVERY, OPTIONS, counted, names, random_match

RANKS, SUITS = "A23456789TJQK", "cdhs"
Place = tuple[int, ...]


# The canonical order, worked out from the texts alone


def card_place(name: str, ace: int = 0) -> Place:
    rank, suit = name
    return SUITS.index(suit), RANKS.index(rank) or ace


def sevens_place(game: Sevens, table: SevensTable, move: str) -> Place:
    if move == "--":
        return (1,)
    return (0, *card_place(move, 13 if game.ace == "high" else 0))


def rummy_place(game: Rummy500, table: Rummy500Table, move: str) -> Place:
    if move in ("+", "."):
        return (0,) if move == "+" else (9,)
    if move[0] == "+":
        return 1, names(table.pile).index(move[1:])
    if move[0] == "-":
        return (4, *card_place(move[1:]))
    cards, _, target = move.partition(">")
    if target:
        return 3, int(target.rstrip("<^"))
    is_run = cards[1] == cards[3]
    return 2, not is_run, SUITS.index(cards[1]) if is_run else RANKS.index(cards[0])


def pis_yedili_place(game: PisYedili, table: PisYediliTable, move: str) -> Place:
    if move in ("+", "--"):
        return (1,) if move == "+" else (2,)
    card, _, named = move.partition("=")
    return (0, *card_place(card), SUITS.index(named) if named else 0)


PLACES: dict[str, Callable[[Any, Any, str], Place]] = {
    "sevens": sevens_place,
    "rummy-500": rummy_place,
    "pis-yedili": pis_yedili_place,
}


# How long a match can be


def sevens_bounds(game: Sevens, table: SevensTable, dealt: SevensTable, plies: int) -> None:
    # At most 2n-2 passes lie between two cards, so a deal has an end.
    assert table.passed <= 2 * game.seats - 2
    assert plies <= game.pack.bit_count() * (2 * game.seats - 1)
    assert table.extra <= 3


def rummy_bounds(game: Rummy500, table: Rummy500Table, dealt: Rummy500Table, plies: int) -> None:
    # Each turn takes a card of the stock or lays one, unless top cards may be kept.
    keeps = game.top_card == "keep_no_discard"
    assert table.turns <= (400 if keeps else dealt.stock + 52)
    # A turn is a draw, cards that are laid, and a discard.
    assert plies <= 2 * (table.turns + 1) + 52
    assert table.round <= game.max_rounds


def pis_yedili_bounds(
    game: PisYedili, table: PisYediliTable, dealt: PisYediliTable, plies: int
) -> None:
    assert table.turns <= 400
    assert table.drawn <= game.pack.bit_count()
    assert table.extra <= 3
    assert table.deal <= game.rounds + 3


BOUNDS: dict[str, Callable[[Any, Any, Any, int], None]] = {
    "sevens": sevens_bounds,
    "rummy-500": rummy_bounds,
    "pis-yedili": pis_yedili_bounds,
}


# What a deal is worth, from the table and the names of the cards alone


def sevens_gains(game: Sevens, table: SevensTable) -> list[int] | None:
    if game.scoring == "chips":
        return None
    if game.scoring == "cards_100":
        return [len(names(hand)) for hand in table.shown]
    return [sum(RANKS.index(name[0]) + 1 for name in names(hand)) for hand in table.shown]


def rummy_gains(game: Rummy500, table: Rummy500Table) -> list[int]:
    def value(cards: int) -> int:
        plain = {"A": 15, "T": 10, "J": 10, "Q": 10, "K": 10}
        small = {rank: 5 if game.pips == "fives" else int(rank) for rank in "23456789"}
        return sum((plain | small)[name[0]] for name in names(cards))

    low_aces = {NAMED[meld[:2]] for meld in table.melds if meld[0] == "A" and meld[1] == meld[3]}
    return [
        value(laid) - sum(15 - game.ace_low_value for ace in low_aces if ace & laid) - value(hand)
        for laid, hand in zip(table.laid, table.shown, strict=True)
    ]


def pis_yedili_gains(game: PisYedili, table: PisYediliTable) -> list[int]:
    values = {"J": 25, "7": 20, "A": 15, "K": 10, "Q": 10, "T": 10}
    held = [
        sum(values.get(name[0]) or int(name[0]) for name in names(hand)) for hand in table.shown
    ]
    if 0 in table.shown:
        (top,) = names(table.top)
        times = {"7": game.mult_seven, "J": game.mult_jack}.get(top[0], 1)
        return [times * value for value in held]
    low = min(held)
    return {
        "others_full": [value if value > low else 0 for value in held],
        "difference": [value - low for value in held],
        "all_own": held,
    }[game.stock_out_score]


GAINS: dict[str, Callable[[Any, Any], list[int] | None]] = {
    "sevens": sevens_gains,
    "rummy-500": rummy_gains,
    "pis-yedili": pis_yedili_gains,
}


def check_counted(game: Game[Any], before: State[Any], state: State[Any]) -> None:
    """A deal is over: its table tells all that explains the scores."""
    table = state.table
    assert table.shown == state.hands
    gains = [now - old for now, old in zip(table.scores, before.table.scores, strict=True)]
    expected = GAINS[game.key](game, table)
    if expected is None:
        assert sum(gains) == 0
    else:
        assert gains == expected


def check_winners(game: Game[Any], table: Any) -> None:
    high = game.key == "rummy-500" or game.options().get("scoring") == "chips"
    assert game.returns(table) == tuple(score if high else -score for score in table.scores)
    best = (max if high else min)(table.scores)
    won = tuple(seat for seat, score in enumerate(table.scores) if score == best)
    assert game.winners(table) == (won if table.turn == NOBODY else ())


# Every ply


def check_state(game: Game[Any], state: State[Any], rng: Random) -> None:
    table, hands, stock = state
    parts = [*hands, *stock, table.face_up]
    assert sum(part.bit_count() for part in parts) == game.pack.bit_count()
    assert sum(parts) == game.pack
    assert all(card.bit_count() == 1 for card in stock)
    if "stock" in table._fields:
        assert table.stock == len(stock)
    assert all(shown & ~hand == 0 for shown, hand in zip(table.shown, hands, strict=True))
    assert {len(hands), len(table.shown), len(table.scores)} == {game.seats}
    assert hash(state) == hash(State(table, hands, stock))
    for seat in (None, *range(game.seats)):
        seen = observe(game, state, seat)
        check_seen(game, seen, table, 0 if seat is None else hands[seat])
        assert seen.seat == seat
        assert seen.sizes == tuple(hand.bit_count() for hand in hands)
        assert bool(seen.moves) == (seat == table.turn)
        guessed = determinize(game, seen, rng)
        assert observe(game, guessed, seat) == seen
        assert len(guessed.stock) == len(stock)


def check_seen(game: Game[Any], seen: Observation[Any], table: Any, hand: int) -> None:
    """The table and the hand as they are, but that equal cards may be exchanged."""
    if not game.pack & ~PACK:
        assert seen.table is table
        assert seen.hand == hand
        return
    assert sorted(names(seen.hand)) == sorted(names(hand))
    for name, value, truth in zip(table._fields, seen.table, table, strict=True):
        if name == "shown":
            assert [sorted(names(part)) for part in value] == [
                sorted(names(part)) for part in truth
            ]
        elif name in ("face_up", "top"):
            assert sorted(names(value)) == sorted(names(truth))
        else:
            assert value == truth


def check_moves(game: Game[Any], state: State[Any], rng: Random) -> None:
    table = state.table
    moves = game.legal_moves(table, state.hands[table.turn])
    assert moves
    assert len(set(moves)) == len(moves)
    places = [PLACES[game.key](game, table, move) for move in moves]
    assert places == sorted(places)
    for move in moves:
        assert game.read(move) == game.read(move.upper()) == game.read(move.lower()) == move
    assert parse(game, state, rng.choice(moves).upper()) in moves


def check_chance(game: Game[Any], state: State[Any], ply: str) -> None:
    assert state.table.turn == CHANCE
    word, names_ = ply[: ply.index(":") + 1], ply[ply.index(":") + 1 :]
    assert word == (DEAL if game.to_shuffle(state) == game.pack else SHUFFLE)
    assert parse(game, state, ply) == ply
    assert parse(game, state, word + names_.upper()) == ply


@pytest.mark.parametrize(("key", "options"), EVERY)
def test_every_ply_of_a_random_match_keeps_the_contract(key: str, options: str) -> None:
    game, rng = GAMES[key].from_options(options), Random(options)
    written = " ".join(f"{name}={value}" for name, value in game.options().items())
    assert GAMES[key].from_options(written) == game
    plies = random_match(game, rng)
    state, dealt, plies_of_deal = game.start(), game.start().table, 0
    for ply in plies:
        check_state(game, state, rng)
        check_winners(game, state.table)
        before = state
        if is_chance(ply):
            check_chance(game, state, ply)
        else:
            check_moves(game, state, rng)
        state = game.apply(state, ply)
        if ply.startswith(DEAL):
            dealt, plies_of_deal = state.table, 0
        else:
            plies_of_deal += 1
        BOUNDS[key](game, state.table, dealt, plies_of_deal)
        if counted(game, state):
            check_counted(game, before, state)
    check_state(game, state, rng)
    check_winners(game, state.table)
    assert state.table.turn == NOBODY
    record = Record(game, tuple(plies), {"Result": result(state)})
    assert Record.loads(record.dumps()) == record
    assert replay(game, record.plies) == state
    *_, last = Record.loads(record.dumps()).states()
    assert last == state


@pytest.mark.parametrize("key", GAMES)
def test_the_sample_has_every_value_every_preset_and_every_number_of_seats(key: str) -> None:
    kind = GAMES[key]
    played = [kind.from_options(options).options() for options in OPTIONS[key]]
    for name, values in kind.choices().items():
        assert {options[name] for options in played} >= set(values)
    assert {options["seats"] for options in played} == set(map(str, kind.SEATS))
    # The preset that only names the defaults is there by itself or as ``preset=``.
    defaults = {name for name, fields in kind.PRESETS.items() if not fields}
    assert all(
        any(f"preset={name}" in options for options in OPTIONS[key])
        for name in kind.PRESETS.keys() - defaults
    )


@pytest.mark.parametrize(
    ("key", "options", "matches"),
    [
        ("sevens", "", 300),
        ("sevens", "preset=short32 seats=3", 300),
        ("rummy-500", "max_rounds=1", 60),
        ("rummy-500", "seats=2 deal_2p=13 stock_out=discard_only max_rounds=1", 60),
        ("pis-yedili", "rounds=1", 100),
        ("pis-yedili", "preset=turkish seats=5 rounds=1", 20),
    ],
)
def test_the_cards_are_kept_in_many_matches(key: str, options: str, matches: int) -> None:
    game, rng = GAMES[key].from_options(options), Random(5)
    for _ in range(matches):
        state = game.start()
        for ply in random_match(game, rng):
            state = game.apply(state, ply)
            parts = [*state.hands, *state.stock, state.table.face_up]
            assert sum(parts) == game.pack
            assert sum(map(int.bit_count, parts)) == game.pack.bit_count()
