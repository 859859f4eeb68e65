"""Matches and positions for the tests of the bots."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from games.bots.levels import LEVELS
from games.engine import GAMES, position
from games.engine.chance import shuffle
from games.engine.game import CHANCE, NOBODY, Game, Move, Observation, State, observe
from games.engine.record import Record

SEVENS = [
    *[f"seats={seats}" for seats in range(2, 9)],
    "preset=international target=12",
    "preset=international seats=6 target=12",
    "preset=chips rounds=2",
    "preset=chips seats=3 fine_forced=2 rounds=2",
    "preset=chips seats=2 rounds=1",
    "preset=short32",
    "preset=short32 seats=8 scoring=cards_100 target=8",
    "start=holder_7H scoring=pips rounds=2",
    "deck=36 center_rank=9 ace=high",
]
PIS_YEDILI = [
    *[f"seats={seats} rounds=1" for seats in range(2, 9)],
    "",
    "preset=turkish rounds=2",
    "preset=turkish seats=8 rounds=1",
    "jack_suit=different after_penalty=may_play per_seven=2 rounds=2",
    "ace=must_again voluntary_draw=false draw_limit=3 rounds=2",
    "ace=must_again stock_out=recycle after_penalty=may_play rounds=1",
    "seats=2 two_player_ten=skip stock_out_score=difference rounds=2",
    "stock_out_trigger=on_empty stock_out_score=all_own rounds=2",
    "seats=7 decks=1 stock_out=recycle draw_limit=1 rounds=1",
    "seats=2 decks=2 opening=first_lap_clubs mult_seven=1 mult_jack=5 rounds=2",
    "seats=3 stock_out=recycle jack_suit=different rounds=1",
]
# Every game with its options as they are tested.
ALL = [("sevens", options) for options in SEVENS] + [
    ("pis-yedili", options) for options in PIS_YEDILI
]


class Decision(NamedTuple):
    """A seat to move: the truth, what it sees, the plies so far (all open), and what it chose."""

    state: State[Any]
    seen: Observation[Any]
    plies: tuple[str, ...]
    move: Move

    def heard(self, game: Game[Any]) -> tuple[str, ...]:
        """The plies as the seat may see them."""
        return Record(game, self.plies).seen_by(self.seen.seat)


def bot_move(
    level: str,
    game: Game[Any],
    seen: Observation[Any],
    plies: Sequence[str],
    rng: Random,
    playouts: int = 30,
) -> Move:
    """The move of a level's bot with a small budget."""
    return LEVELS[level][game.key].bot.choose(game, seen, plies, rng, playouts)


def match(
    game: Game[Any], levels: Sequence[str], rng: Random, playouts: int = 30
) -> Iterator[Decision]:
    """Play a match, each seat with its level and a small budget."""
    state, plies = game.start(), list[str]()
    while state.table.turn != NOBODY:
        turn = state.table.turn
        if turn == CHANCE:
            move = shuffle(game, state, rng)
        else:
            seen = observe(game, state, turn)
            # A bot that looked at the other hands in the deal would be caught by the blind test.
            move = bot_move(levels[turn], game, seen, plies, rng, playouts)
            yield Decision(state, seen, tuple(plies), move)
        plies.append(move)
        state = game.apply(state, move)


def winners(
    game: Game[Any], levels: Sequence[str], rng: Random, playouts: int = 30
) -> tuple[int, ...]:
    """The seats that win such a match."""
    *_, last = match(game, levels, rng, playouts)
    return game.winners(game.apply(last.state, last.move).table)


def game_of(key: str, options: str = "") -> Game[Any]:
    return GAMES[key].from_options(options)


def seen_in(
    layout: str, hand: str, options: str = "", sizes: Sequence[int] = ()
) -> tuple[Any, Observation[Any]]:
    """A position of Sevens as seat 0 sees it."""
    return placed("sevens", f"layout: {layout}\nhand: {hand}", options, sizes)


def placed(
    key: str, lines: str, options: str = "", sizes: Sequence[int] = ()
) -> tuple[Any, Observation[Any]]:
    """A position as seat 0 sees it. Unless said the others hold what is left, about equally."""
    spot = position.loads(f'[Game "{key}"]\n[Options "{options}"]\n\n{lines}\n')
    hidden = (spot.game.pack & ~(spot.table.face_up | spot.hand)).bit_count()
    others = spot.game.seats - 1
    rest = sizes or [(hidden + at) // others for at in range(others)]
    counts = (spot.hand.bit_count(), *rest)
    return spot.game, Observation(spot.table, 0, spot.hand, counts, tuple(spot.legal_moves()))
