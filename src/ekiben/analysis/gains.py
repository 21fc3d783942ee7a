"""Gains as far as they can be believed.

Of many alternatives some look better than they are. Most are about as good as the choice made, few
much better or worse: from that, a measured gain and its error follow the gain to be expected.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, sqrt

# parts of all alternatives, and how far their chances are spread around that of the choice made
USUAL: tuple[tuple[float, float], ...] = ((0.8, 0.03), (0.2, 0.2))
TINY = 1e-9  # an error of nothing


@dataclass(frozen=True)
class Gain:
    """By how much an alternative is better than the choice made, and the standard error."""

    mean: float
    error: float


def believable(measured: Gain) -> Gain:
    """The gain to be expected, from the one that was measured."""
    noise = max(TINY, measured.error**2)
    weights = [part * density(measured.mean, spread**2 + noise) for part, spread in USUAL]
    whole = sum(weights) or 1.0
    mean = square = 0.0
    for weight, (_, spread) in zip(weights, USUAL, strict=True):
        kept = spread**2 / (spread**2 + noise)
        mean += weight / whole * kept * measured.mean
        square += weight / whole * (kept * noise + (kept * measured.mean) ** 2)
    return Gain(mean, sqrt(max(0.0, square - mean**2)))


def believed_part(measured: Gain) -> float:
    """The part of a measured gain that is believed."""
    return believable(measured).mean / measured.mean if measured.mean else 0.0


def density(value: float, variance: float) -> float:
    """Of the normal distribution around 0, but for a factor."""
    return exp(-(value**2) / (2 * variance)) / sqrt(variance)
