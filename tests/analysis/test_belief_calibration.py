"""Of the tickets that others are thought to hold with 30 %, they hold about 30 %."""

import importlib
import itertools
from pathlib import Path

import numpy as np
import pytest

from ekiben.analysis.routes import opponents
from ekiben.bots.routes.builds import BUILDS

pytestmark = pytest.mark.skipif(not BUILDS.can_compile(), reason="bots' games take machine code")
BENCH = Path(__file__).parents[2] / "bench"
SEED = 6_000_000  # nothing was fitted on these games
EDGES = (0.0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)


@pytest.fixture
def bench(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    BUILDS.fastest()
    return importlib.import_module("belief_weights")


def judged(bench, name, seats, games):
    """What was thought, and what was so, in new games; and in the same without evidence."""
    found = [
        one
        for number in range(games)
        for one in bench.positions(name, seats, SEED + 1_000 * seats + number)
    ]
    chances, held = bench.told(found, opponents.weights(name))
    plain, _ = bench.told(found, np.zeros(len(opponents.weights(name))))
    return chances, held, plain


def largest_miss(chances, held, fewest):
    """The largest difference between thought and truth in a class of enough tickets."""
    misses = [0.0]
    for low, high in itertools.pairwise(EDGES):
        inside = (chances >= low) & (chances < high)
        if inside.sum() >= fewest:
            misses.append(abs(float(chances[inside].mean() - held[inside].mean())))
    return max(misses)


@pytest.mark.parametrize(("name", "seats"), [("america", 2), ("london", 3)])
def test_beliefs_are_about_right(bench, name, seats):
    chances, held, plain = judged(bench, name, seats, 4)
    assert largest_miss(chances, held, 60) < 0.2
    assert bench.bits(chances, held) < bench.bits(plain, held)


# in America tickets given 20 to 40 % are held 7 points less often, those given 40 to 60 % 7 points
# more often: 5 and 3 standard errors over 120 games, so it is the weights and not chance
BIASED = pytest.param(
    "america", marks=pytest.mark.xfail(reason="beliefs of 20 to 60 % are off by 7", strict=True)
)


@pytest.mark.deep
@pytest.mark.parametrize("name", [BIASED, "europe", "great-lakes", "london"])
def test_beliefs_are_right_over_many_games(bench, name):
    parts = [judged(bench, name, seats, 40) for seats in (2, 3, 4)]
    chances, held, plain = (np.concatenate([part[n] for part in parts]) for n in range(3))
    assert largest_miss(chances, held, 300) < 0.05
    assert bench.bits(chances, held) < 0.9 * bench.bits(plain, held)
