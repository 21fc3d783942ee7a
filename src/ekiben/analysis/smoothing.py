"""A curve from few playouts, its noise smoothed away as far as it is noise.

A chance to win is a fair game: from position to position it moves by surprise, and over a whole
game by so much that one seat has won. That says how far neighbours may differ (a random walk), the
number of playouts how far each can be trusted. With many playouts nothing is changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ekiben.analysis.review import Outlook
from ekiben.analysis.tally import Floats, Ints, Tallies


@dataclass(frozen=True)
class Smoothed:
    """Values by position, and the standard error of each position's."""

    values: Floats
    errors: Floats


def smooth_outlooks(tallies: Tallies, rows: Ints, steps: Floats) -> list[Outlook]:
    """How the positions of some rows looked, smoothed."""
    if not len(rows):
        return []
    errors = np.stack([tallies.errors(int(row)) for row in rows])
    means = np.stack([tallies.means(int(row)) for row in rows])
    found = smooth(means, np.sqrt((errors**2).mean(axis=1)), steps)
    return [
        tallies.outlook_from(int(row), *pair)
        for row, *pair in zip(rows, found.values, found.errors, strict=True)
    ]


def walk_steps(positions: Sequence[int], actions: int, seats: int) -> Floats:
    """How far chances move from each position to the next, as variances: all add up to a win's."""
    equal = 1 / seats
    places = np.array(positions, np.float64)
    return np.diff(places, prepend=0.0) * equal * (1 - equal) / actions


def smooth(values: Floats, errors: Floats, steps: Floats) -> Smoothed:
    """Smooth the first axis: `steps` are the variances of the walk up to each position.

    A position learns from those before it alone: what came later nobody knew then.
    """
    found, variances = values.copy(), errors**2
    for n in range(1, len(values)):
        foreseen = variances[n - 1] + steps[n]  # from the positions before
        weight = foreseen / (foreseen + errors[n] ** 2) if foreseen else 0.0
        found[n] = found[n - 1] + weight * (values[n] - found[n - 1])
        variances[n] = weight * errors[n] ** 2
    return Smoothed(found, np.sqrt(variances))
