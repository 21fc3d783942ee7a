"""How hard a puzzle is: the rating at which the solvers did as well as they did.

The solvers are bots of known strength. As with players of chess, a puzzle's rating R is the one at
which a solver of rating r finds it with the chance 1 / (1 + 10 ** ((R - r) / 400)), all solvers
together as often as they did. Half a solver at 1500 that finds every second puzzle keeps the rating
finite. A puzzle with more plausible choices is harder, one with a wider gap easier.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2

from ekiben.puzzles.family import Solver
from ekiben.puzzles.puzzle import Choice

LOWEST, HIGHEST = 800, 2200
MIDDLE = Solver("middle", "", 1500)
MIDDLE_WEIGHT = 0.5
NEAR = 3.0  # a choice is plausible if it is behind by no more than so many times the gap
USUAL_CHOICES = 3
PER_DOUBLING = 40.0  # points for twice as many plausible choices
WIDE = 2.5  # times the least gap: as wide as most gaps are
PER_WIDTH = 60.0  # points for a gap that is narrower or wider by the factor 2
MOST = 150.0  # that choices and gap can make together


def rate(
    found: Mapping[str, float], solvers: Sequence[Solver], choices: Sequence[Choice], least: float
) -> int:
    """The rating from how often each solver found the best choice, and from the choices."""
    low, high = 0.0, 4000.0
    while high - low > 1:
        middle = (low + high) / 2
        if expected(middle, solvers) > sum(found.values()) + MIDDLE_WEIGHT / 2:
            low = middle
        else:
            high = middle
    rating = low + max(-MOST, min(MOST, adjustment(choices, least)))
    return round(max(LOWEST, min(HIGHEST, rating)))


def expected(rating: float, solvers: Sequence[Solver]) -> float:
    """How many solvers find a puzzle of this rating."""
    return sum(chance(rating, solver) for solver in solvers) + MIDDLE_WEIGHT * chance(
        rating, MIDDLE
    )


def chance(rating: float, solver: Solver) -> float:
    return float(1 / (1 + 10 ** ((rating - solver.rating) / 400)))


def adjustment(choices: Sequence[Choice], least: float) -> float:
    """Points for many plausible choices and a narrow gap."""
    gap = max(choices[0].value - choices[1].value, least / 2)
    plausible = sum(choices[0].value - choice.value <= NEAR * gap for choice in choices)
    return PER_DOUBLING * log2(plausible / USUAL_CHOICES) - PER_WIDTH * log2(gap / (WIDE * least))
