"""How well a person plays a game: a mean and its uncertainty, by openskill's Plackett-Luce model.

A person begins as the arena's casual player, at `MU`. Bots are fixed anchors: each level stands
where the arena's results put it, as far above or below the casual player as the model needs to
expect what was measured; a table of four tells less of one player than a table of two, and how much
less differs from game to game, so each size of table has anchors of its own. The bots of a table
count as one opponent, who is as hard to beat as all of them: only who was first counts, as for the
points, and who wins as often as the model expects stays where he is, whomever he plays.
"""

from __future__ import annotations

from functools import cache
from math import log, sqrt
from typing import NamedTuple

from openskill.models import PlackettLuce

from games import strength
from games.bots.bot import CASUAL
from games.match import Level, Outcome

_MODEL = PlackettLuce()
MU, SIGMA = _MODEL.mu, _MODEL.sigma
_SPREAD = sqrt(2) * _MODEL.beta  # of what chance does to the two sides of one match
_SURE = 1e-4  # the uncertainty of an anchor; the model divides by it
MINIMUM = 10  # ranked matches of a game before the board shows a rating
MIDDLE, UNIT = 1500, 40  # of the scale that people read


class Estimate(NamedTuple):
    """Mean and standard deviation, in the model's units."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def rating(self) -> int:
        """What people read: about 1500 for a casual player."""
        return round(MIDDLE + UNIT * (self.mu - MU))

    @property
    def doubt(self) -> int:
        """Half of the interval around `rating` in which the truth is 19 times in 20."""
        return round(2 * UNIT * self.sigma)

    @property
    def floor(self) -> int:
        """What the person is worth at least, almost surely: the boards go by it. Never below 0."""
        return max(0, self.rating - self.doubt)


def after(before: Estimate, game: str, level: str, seats: int, outcome: str) -> Estimate:
    """The person's estimate after a match at a table of so many, all others bots of this level."""
    table = anchors(game, seats)[Level(level)] + _SPREAD * log(seats - 1)
    ranks = {Outcome.WON: [1, 2], Outcome.DRAWN: [1, 1], Outcome.LOST: [2, 1]}[Outcome(outcome)]
    teams = [
        [_MODEL.rating(mu=before.mu, sigma=before.sigma)],
        [_MODEL.rating(mu=table, sigma=_SURE)],
    ]
    (rated,), _ = _MODEL.rate(teams, ranks=list(map(float, ranks)))
    return Estimate(rated.mu, rated.sigma)


@cache
def anchors(game: str, seats: int) -> dict[Level, float]:
    """Where the levels stand, from what the arena measured at a table nearest to this size."""
    measured = {(d.one, d.others, d.seats): d.share for d in strength.duels() if d.game == game}
    sizes = {size for one, _, size in measured if one == CASUAL}
    size = min(sizes, key=lambda size: (abs(size - seats), -size))
    easy = MU - _ahead(measured[CASUAL, Level.EASY, size], size)
    normal = easy + _ahead(measured[Level.NORMAL, Level.EASY, size], size)
    expert = normal + _ahead(measured[Level.EXPERT, Level.NORMAL, size], size)
    return {Level.EASY: easy, Level.NORMAL: normal, Level.EXPERT: expert}


def _ahead(share: float, seats: int) -> float:
    """How far one is above equals who leave him this share of the first places."""
    return _SPREAD * log(share * (seats - 1) / (1 - share))
