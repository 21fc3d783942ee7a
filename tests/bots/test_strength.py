"""How well the re-created bots do, beside what is published of them: two seats, America, every deal
in both seatings.
"""

from functools import cache

import pytest

import ekiben
from ekiben import bots
from ekiben.bots.routes import kernels
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.duel import duel

pytestmark = pytest.mark.skipif(
    not BUILDS.can_compile(), reason="thousands of games take machine code"
)
SEED = 1_000_000


@cache
def against(one, other, games):
    return duel(ekiben.load("america"), [bots.make(one), bots.make(other)], games, SEED)


def share(one, other, games=2_000):
    """The part of the games that the first one wins."""
    return float(against(one, other, games).wins()[:, 0].mean())


def mean(found, number, player=0):
    return float(found.statistic(number)[:, player].mean())


# W. Parker's bots: the published share, and how far a re-creation may be from it
PUBLISHED = [
    ("racer", "greedy", 0.70, 0.04),
    ("wary", "greedy", 0.54, 0.03),
    ("collector", "greedy", 0.28, 0.03),
]
# and what other re-creations of the four styles came out at, which depends on how a description is
# read
STYLES = [
    ("step", "greedy", 0.57, 0.06),
    ("greedy", "path", 0.64, 0.06),
    ("step", "path", 0.75, 0.07),
    ("racer", "step", 0.60, 0.07),
]


@pytest.mark.parametrize(("one", "other", "expected", "tolerance"), PUBLISHED + STYLES)
def test_shares_are_as_published(one, other, expected, tolerance):
    assert abs(share(one, other) - expected) <= tolerance + 0.01


@pytest.mark.deep
@pytest.mark.parametrize(("one", "other", "expected", "tolerance"), PUBLISHED)
def test_shares_are_as_published_in_many_games(one, other, expected, tolerance):
    assert abs(share(one, other, 20_000) - expected) <= tolerance


@pytest.mark.parametrize("games", [2_000, pytest.param(20_000, marks=pytest.mark.deep)])
def test_greedy_against_itself_scores_as_published(games):
    found = against("greedy", "greedy", games)
    assert abs(found.scores.mean() - 112) <= 3
    assert abs(found.statistic(kernels.TURNS).mean() - 42) <= 1.5


def test_racer_races_as_published():
    found = against("racer", "greedy", 2_000)
    assert abs(found.scores[:, 0].mean() - 94) <= 3
    assert abs(mean(found, kernels.TURNS) - 34.8) <= 1
    assert abs(mean(found, kernels.ROUTE_POINTS) - 109) <= 2
    assert mean(found, kernels.ENDED) >= 0.96


@pytest.mark.parametrize("other", ["greedy", "step", "path", "collector"])
def test_junkie_beats_those_who_work_for_tickets_alone(other):
    assert share("junkie", other) >= 0.68
