"""How fast the bots imagine deals, in microseconds and in calibration units (see engine.py).

    python3 tests/bench/search.py [GAME[:OPTIONS] …]       such as "rummy-500:seats=2"

A line of JSON for each game:

* ``playout``: a deal played to its end from the cards as they were dealt, every seat by habit, as
  a search does it, with nothing around it; ``ply`` is a play or a pass in Sevens, a turn in
  Rummy 500, and not counted in Pis Yedili;
* ``early`` and ``late``: what Expert does for each of its playouts, the drawing of imagined cards
  included, at the first choices of a deal and after the first third of its plies, when passes and
  plays have told of hands.

Peers and targets: search in Sevens 10,000 a second; playouts of Pis Yedili four times those of
OpenSpiel's crazy_eights driven from Python, of Rummy 500 five times those of its gin_rummy.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from games.bots.levels import EXPERTS, choose
from games.bots.pis_yedili_playout import play_out, ranked, short_of, spot_of
from games.bots.rummy500 import PLAIN, habits_of
from games.bots.rummy500_play import Play
from games.bots.sevens import worth_of
from games.bots.sevens_search import Deal, Favourites, Plan
from games.engine import GAMES
from games.engine.cards import NAMED, each
from games.engine.chance import shuffle
from games.engine.game import CHANCE, NOBODY, Game, Observation, State, observe
from games.engine.record import seen_by
from tests.bench.engine import best, calibrate

DEALS, SPOTS, ROUNDS = 10, 5, 12
# A position with what its seat heard of the match.
Asked = tuple[Observation[Any], tuple[str, ...]]


# One playout, and how many plies it had if that is counted.
Playout = Callable[[], int]


def sevens(game: Any, state: State[Any]) -> Playout:
    hand, worth = state.hands[state.table.turn], worth_of(game)
    glad = {card: worth(card, held) for held in state.hands for card in each(held)}
    card, plan = NAMED[game.legal_moves(state.table, hand)[0]], Plan(game, hand)

    def playout() -> int:
        deal = Deal(game, state.table, state.hands, Favourites(glad))
        return len(deal.play_out(card, plan).line)

    return playout


def rummy500(game: Any, state: State[Any]) -> Playout:
    habits = [habits_of(game, PLAIN)] * game.seats

    def playout() -> int:
        play = Play(game, habits, state)
        play.on(1000)
        return play.turns

    return playout


def pis_yedili(game: Any, state: State[Any]) -> Playout:
    short, rng = short_of(game), Random(1)
    spot, hands = spot_of(short, state.table), [ranked(short, hand) for hand in state.hands]
    stock = [short.of[card] for card in state.stock]

    def playout() -> int:
        play_out(short, spot, [*hands], stock, 0, -1, rng)
        return 0

    return playout


KERNELS: dict[str, Callable[[Any, State[Any]], Playout]] = {
    "sevens": sevens,
    "rummy-500": rummy500,
    "pis-yedili": pis_yedili,
}


def asked(game: Game[Any], rng: Random, share: float) -> Asked:
    """A choice among three moves or more in a deal of Normals, after this share of its plies."""
    while True:
        state, plies = game.start(), list[str]()
        spots = list[tuple[State[Any], int]]()
        while state.table.turn != NOBODY and not (state.table.turn == CHANCE and len(plies) > 1):
            turn = state.table.turn
            if turn == CHANCE:
                move = shuffle(game, state, rng)
            else:
                spots.append((state, len(plies)))
                move = choose("normal", game, observe(game, state, turn), (), rng)
            plies.append(move)
            state = game.apply(state, move)
        for before, number in spots[int(share * len(spots)) :]:
            seen = observe(game, before, before.table.turn)
            if len(seen.moves) > 2:
                return seen, seen_by(game, plies[:number], seen.seat)


def measure(key: str, options: str) -> dict[str, object]:
    game, rng = GAMES[key].from_options(options), Random(1)
    start = game.start()
    dealt = [game.apply(start, shuffle(game, start, rng)) for _ in range(DEALS)]
    spots = {
        name: [asked(game, rng, share) for _ in range(SPOTS)]
        for name, share in (("early", 0.0), ("late", 1 / 3))
    }
    expert, budget, _ = EXPERTS[key]

    kernels = [KERNELS[key](game, state) for state in dealt]

    def playouts() -> int:
        for playout in kernels:
            playout()
        return DEALS

    def plies() -> int:
        return sum([playout() for playout in kernels])

    def thought(name: str) -> Callable[[], int]:
        def think() -> int:
            done = 0
            for seen, heard in spots[name]:
                thoughts = expert.think(game, seen, heard, rng, budget)
                done += sum([thought.playouts for thought in thoughts])
            return done

        return think

    units = {"cu": calibrate, "playout": playouts}
    units |= {name: thought(name) for name in spots}
    if plies():
        units["ply"] = plies
    seconds = best(units, ROUNDS)
    cu = seconds.pop("cu")
    line: dict[str, object] = {"game": key, "options": options, "cu_ns": round(cu * 1e9, 1)}
    for name, value in seconds.items():
        line |= {f"{name}_per_s": round(1 / value), f"{name}_cu": round(value / cu, 1)}
    return line


if __name__ == "__main__":
    for words in sys.argv[1:] or [*KERNELS, "rummy-500:seats=2"]:
        key, _, options = words.partition(":")
        print(json.dumps(measure(key, options)), flush=True)
