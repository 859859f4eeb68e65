"""The rating: where it starts, where the bots stand, what a match changes."""

from itertools import pairwise
from math import exp, sqrt

import pytest

from games import rating, strength
from games.bots.bot import CASUAL
from games.match import Level
from games.rating import Estimate

GAMES = ("sevens", "rummy-500", "pis-yedili")
BETA = 25 / 6  # openskill's: the spread of one performance


def test_who_is_new_stands_in_the_middle_and_nearly_nothing_is_sure():
    # 1500, and two standard deviations of 25/3 at 40 a unit: 666.7.
    assert (Estimate().rating, Estimate().doubt, Estimate().floor) == (1500, 667, 833)


def test_nobody_is_worth_less_than_nothing():
    assert Estimate(mu=-20, sigma=8).floor == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_bots_stand_where_the_model_expects_what_the_arena_measured(game):
    measured = {
        (d.one, d.others): d.share for d in strength.duels() if (d.game, d.seats) == (game, 4)
    }
    stand = {CASUAL: 25.0} | {level.value: mu for level, mu in rating.anchors(game, 4).items()}
    for one, others in ((CASUAL, "easy"), ("normal", "easy"), ("expert", "normal")):
        ahead = (stand[one] - stand[others]) / (sqrt(2) * BETA)
        assert exp(ahead) / (exp(ahead) + 3) == pytest.approx(measured[one, others])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_level_stands_above_the_one_before(game, seats):
    anchors = rating.anchors(game, seats)
    assert all(anchors[low] < anchors[high] for low, high in pairwise(Level))


def test_a_win_between_two_is_what_the_paper_says():
    """Weng and Lin, 2011, algorithm 4 with two teams of one, for him who wins."""
    mu, variance = 25.0, (25 / 3) ** 2 + (25 / 300) ** 2  # the model first lets knowledge age
    bot = rating.anchors("rummy-500", 2)[Level.NORMAL]
    c = sqrt(variance + 2 * BETA**2)
    likely = exp(mu / c) / (exp(mu / c) + exp(bot / c))
    after = rating.after(Estimate(), "rummy-500", "normal", 2, "won")
    assert after.mu == pytest.approx(mu + variance / c * (1 - likely), abs=1e-3)


def test_a_win_lifts_a_loss_lowers_and_each_match_makes_surer():
    won, drawn, lost = (
        rating.after(Estimate(), "sevens", "normal", 4, outcome)
        for outcome in ("won", "drawn", "lost")
    )
    assert won.mu > drawn.mu > lost.mu
    assert won.mu > 25 > lost.mu
    assert max(won.sigma, drawn.sigma, lost.sigma) < 25 / 3


def test_beating_expert_lifts_more_and_losing_to_easy_costs_more():
    after = {
        (level, outcome): rating.after(Estimate(), "pis-yedili", level, 4, outcome).mu
        for level in Level
        for outcome in ("won", "lost")
    }
    assert after["expert", "won"] > after["normal", "won"] > after["easy", "won"]
    assert after["expert", "lost"] > after["normal", "lost"] > after["easy", "lost"]


@pytest.mark.parametrize("level", Level)
def test_who_is_known_well_and_wins_as_often_as_expected_stays_where_he_is(level):
    """Else a level would be a place to farm."""
    known = Estimate(mu=30.0, sigma=0.5)
    ahead = (known.mu - rating.anchors("sevens", 4)[level]) / (sqrt(2) * BETA)
    share = exp(ahead) / (exp(ahead) + 3)
    won, lost = (
        rating.after(known, "sevens", level, 4, outcome).mu - known.mu
        for outcome in ("won", "lost")
    )
    assert share * won + (1 - share) * lost == pytest.approx(0, abs=0.05 * won)
