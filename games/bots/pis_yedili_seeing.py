"""A player of Pis Yedili that sees all cards: the ceiling that others are measured against."""

from random import Random

from games.engine.chance import shuffle
from games.engine.game import CHANCE, Move, Observation, State
from games.engine.pis_yedili import PisYedili, PisYediliTable

from .pis_yedili import Beginner, PisYediliHabits
from .pis_yedili_search import Chances


class PisYediliSeeing:
    """Plays each of its moves out with the true hands and the true stock.

    How the others play it does not know: in each playout every one of them is a beginner or a seat
    of habits, as likely as not, and the same after each of its moves.
    """

    def choose(
        self, game: PisYedili, state: State[PisYediliTable], rng: Random, playouts: int
    ) -> Move:
        """The move after which the match is won most often."""
        seat = state.table.turn
        moves = game.legal_moves(state.table, state.hands[seat])
        if len(moves) == 1:
            return moves[0]
        chances, totals = Chances(game, state.table), dict.fromkeys(moves, 0)
        for _ in range(max(1, playouts // len(moves))):
            wild = [other != seat and rng.random() < 0.5 for other in range(game.seats)]
            for move in moves:
                totals[move] += chances.after(_gains(game, state, move, wild, rng))
        return max(moves, key=totals.__getitem__)


def _gains(
    game: PisYedili, state: State[PisYediliTable], move: Move, wild: list[bool], rng: Random
) -> tuple[int, ...]:
    """What the deal adds to the scores; ``wild``: by seat whether it plays as a beginner does."""
    beginner, habits = Beginner(), PisYediliHabits()
    state = game.apply(state, move)
    while state.table.finish is None:
        table = state.table
        turn = table.turn
        if turn == CHANCE:
            state = game.apply(state, shuffle(game, state, rng))
            continue
        hand = state.hands[turn]
        seen = Observation(table, turn, hand, (), tuple(game.legal_moves(table, hand)))
        bot = beginner if wild[turn] else habits
        state = game.apply(state, bot.choose(game, seen, (), rng, 0))
    return state.table.finish.gains
