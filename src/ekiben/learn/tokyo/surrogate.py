"""A parabola for each weight, fitted to the outcomes of games between drawn weights.

The margin of a game, in turns, is what the one player's weights are worth less the other's.
"""

from __future__ import annotations

import numpy as np

from ekiben.learn.tokyo.ranges import Floats

SLOPE = 0.3  # turns for a step of a weight: how far slopes are expected to spread
BEND, BEND_SPREAD = -0.08, 0.06  # turns for the square of a step
FLAT = -0.02  # the flattest bend believed, so that an optimum is not too far


def terms(points: Floats) -> Floats:
    """What a player's worth is a sum of."""
    return np.hstack([points, points**2])


def fit(ours: Floats, theirs: Floats, first: Floats, margin: Floats) -> Floats:
    """Slopes and bends of all weights, by ridge regression."""
    size = ours.shape[1]
    x = np.hstack([terms(ours) - terms(theirs), first[:, None]])
    expected = np.concatenate([np.zeros(size, np.float64), np.full(size, BEND, np.float64), [0.0]])
    spread = np.concatenate(
        [np.full(size, SLOPE, np.float64), np.full(size, BEND_SPREAD, np.float64), [2.0]]
    )
    rest = margin - x @ expected
    noise = float(margin.var())
    found = np.linalg.solve(x.T @ x / noise + np.diag(spread**-2.0), x.T @ rest / noise)
    factors: Floats = (expected + found)[: 2 * size]
    return factors


def optimum(factors: Floats, low: Floats, high: Floats) -> Floats:
    """The point where the fitted worth is greatest, within bounds."""
    slopes, bends = np.split(factors, 2)
    return np.clip(slopes / (-2.0 * np.minimum(bends, FLAT)), low, high)
