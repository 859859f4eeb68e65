"""A player of Sevens that sees all hands. It exists in the arena alone, to show the ceiling."""

from collections.abc import Sequence
from random import Random

from games.engine.cards import NAMED, Cards, each
from games.engine.game import Move, State, observe
from games.engine.sevens import Sevens, SevensTable

from .sevens import worth_of
from .sevens_rows import rows_of
from .sevens_search import WIN, Deal, Favourites, Trial, race

# What a move after which it can beat three seats of sensible habits is worth more than others:
# little, for they may play otherwise.
WINNING = WIN // 5
# So many choices it looks at for a way to win; then it takes it that there is none.
CHOICES = 4000


class SevensSeeing:
    """Plays the card that wins if the others play by habit, and most often if they play blindly.

    What the others will play it does not know, only what they hold.
    """

    def choose(self, game: Sevens, state: State[SevensTable], rng: Random, playouts: int) -> Move:
        table, hands = state.table, state.hands
        seen, lines = observe(game, state, table.turn), Lines(game, state)

        def imagined() -> Deal:
            glad = {card: rng.random() for card in each(game.pack)}
            return Deal(game, table, hands, Favourites(glad))

        trials = [
            Trial(game, move, seen.hand, WINNING if lines.win_after(move) else 0)
            for move in seen.moves
        ]
        return race(trials, imagined, playouts)[0].move


class Lines:
    """The ways in which a deal may go on if all seats but the one to move play by habit."""

    def __init__(self, game: Sevens, state: State[SevensTable]) -> None:
        worth = worth_of(game)
        self._glad = {card: worth(card, hand) for hand in state.hands for card in each(hand)}
        self._me, self._hands, self._takes = state.table.turn, state.hands, state.table.takes
        self._opens, self._favourites = rows_of(game).opens, Favourites(self._glad)
        self._known: dict[tuple[Cards, ...], bool] = {}

    def win_after(self, move: Move) -> bool:
        """Whether the seat to move can win after this move, as far as it looks."""
        return self._wins(self._hands, self._takes, NAMED.get(move, 0))

    def _wins(self, before: Sequence[Cards], takes: Cards, card: Cards) -> bool:
        """Whether it wins by this card or pass, whatever choices must follow."""
        hands, me = [*before], self._me
        while True:
            hands[me] ^= card
            if not hands[me]:
                return True
            takes |= self._opens.get(card, 0)
            for seat in (*range(me + 1, len(hands)), *range(me)):
                fits = hands[seat] & takes
                if fits:
                    played = self._favourites[fits]
                    hands[seat] ^= played
                    if not hands[seat]:
                        return False
                    takes |= self._opens[played]
            fits = hands[me] & takes
            if fits & (fits - 1):
                return self._choice(tuple(hands), takes, fits)
            card = fits

    def _choice(self, hands: tuple[Cards, ...], takes: Cards, fits: Cards) -> bool:
        """Whether one of the cards that fit wins."""
        won = self._known.get(hands)
        if won is None and len(self._known) < CHOICES:
            self._known[hands] = False
            # Who plays by habit wins soonest, so that is looked at first.
            cards = sorted(each(fits), key=self._glad.__getitem__, reverse=True)
            won = self._known[hands] = any(self._wins(hands, takes, card) for card in cards)
        return won or False
