"""What public plies rule out, and hands drawn from what is left."""

from collections.abc import Iterator, Sequence
from random import Random

from games.engine.cards import NAMED, Cards, each
from games.engine.chance import determinize
from games.engine.game import DEAL, PASS, Observation
from games.engine.sevens import Sevens, SevensTable

from .rows import rows_of


def excluded(
    game: Sevens, seen: Observation[SevensTable], plies: Sequence[str]
) -> tuple[Cards, ...]:
    """For each seat the hidden cards that its passes in this deal show it cannot hold.

    ``plies`` are the plies of the match as the seat saw them. A forced pass means that none of
    the cards that fitted then was in the hand; where one may pass for other reasons it means
    nothing.
    """
    barred = [0] * game.seats
    starts = [number for number, ply in enumerate(plies) if ply.startswith(DEAL)]
    # Chips are the one scoring with passes at will.
    if game.scoring == "chips" or not starts:
        return tuple(barred)
    played = plies[starts[-1] + 1 :]
    opens, takes = rows_of(game).opens, rows_of(game).first
    # Every ply since the deal handed the turn on by one seat.
    seat = (seen.table.turn - len(played)) % game.seats
    for ply in played:
        if ply == PASS:
            barred[seat] |= takes
        else:
            takes = takes ^ NAMED[ply] | opens[NAMED[ply]]
        seat = (seat + 1) % game.seats
    hidden = game.pack & ~(seen.table.face_up | seen.hand | sum(seen.table.shown))
    return tuple([bar & hidden if at != seen.seat else 0 for at, bar in enumerate(barred)])


def deals(
    game: Sevens, seen: Observation[SevensTable], barred: Sequence[Cards], rng: Random
) -> Iterator[list[Cards]]:
    """Endless guesses at the hands by seat that fit the observation and hold nothing barred.

    In the long run all such deals come up equally often: after the first, each guess mixes the
    one before by giving out the cards of two hidden hands at random again, for as many pairs as
    there are hidden hands (Gibbs sampling).
    """
    hands = list(determinize(game, seen, rng, barred).hands)
    fixed = list(seen.table.shown)
    hidden = [seat for seat in range(game.seats) if seat != seen.seat]
    while True:
        yield hands[:]
        for one, other in zip(hidden, hidden[1:] + hidden[:1], strict=True):
            if one != other:
                _mix(hands, one, other, fixed, barred, rng)


def _mix(
    hands: list[Cards],
    one: int,
    other: int,
    fixed: Sequence[Cards],
    barred: Sequence[Cards],
    rng: Random,
) -> None:
    """Give the cards of two hands out again: every way that fits is equally likely."""
    both = hands[one] | hands[other]
    mine = fixed[one] | both & barred[other]
    free = both & ~(mine | fixed[other] | barred[one])
    wanted = hands[one].bit_count() - mine.bit_count()
    left = free.bit_count()
    for card in each(free):
        if rng.random() * left < wanted:
            mine |= card
            wanted -= 1
        left -= 1
    hands[one], hands[other] = mine, both ^ mine
