"""Shares, means and intervals.

The block is the deal: its games are resampled together, since the same cards made them alike.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
SAMPLES, LEVEL = 1000, 0.95


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95 % interval, which one block alone cannot give."""

    value: float
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, value: float, samples: Array) -> Estimate:
        known = samples[np.isfinite(samples)]
        if len(known) == 0:
            return cls(value)
        low, high = np.quantile(known, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        return cls(value, float(low), float(high))

    def to_json(self) -> dict[str, float | None]:
        return {
            "value": round_figure(self.value),
            "low": round_figure(self.low),
            "high": round_figure(self.high),
        }


def milliseconds(seconds: float) -> str:
    """The time of a choice; clocks and machines are not exact enough for less than one."""
    return "< 1" if seconds < 0.001 else f"{seconds * 1000:.3g}"


def round_figure(value: float | None) -> float | None:
    return None if value is None or value != value else round(value, 4)


def block_samples(blocks: int, samples: int = SAMPLES, seed: int = 0) -> Array:
    """How often each block is in each bootstrap sample; none where there is only one block."""
    if blocks < 2:
        return np.zeros((0, blocks))
    return (
        np.random.default_rng(seed)
        .multinomial(blocks, np.full(blocks, 1 / blocks, np.float64), size=samples)
        .astype(float)
    )


def ratio(sums: Array, counts: Array, samples: Array) -> Estimate:
    """A mean over blocks that need not have equally many games: sums and counts by block."""
    total = float(counts.sum())
    if not total:
        return Estimate(float("nan"))
    drawn = samples @ counts
    with np.errstate(invalid="ignore", divide="ignore"):
        return Estimate.of(
            float(sums.sum()) / total, np.where(drawn > 0, samples @ sums / drawn, np.nan)
        )


def share(sums: Array, counts: Array, samples: Array) -> Estimate:
    """A mean of wins.

    Where all or nothing was won resampling sees no spread: the interval is then what so many blocks
    can exclude.
    """
    found, blocks = ratio(sums, counts, samples), int((counts > 0).sum())
    if found.value not in (0.0, 1.0):
        return found
    excluded = 1 - ((1 - LEVEL) / 2) ** (1 / blocks)
    return (
        Estimate(found.value, 0.0, excluded)
        if found.value == 0
        else Estimate(found.value, 1 - excluded, 1.0)
    )


def count_cycles(ahead: Sequence[Sequence[float | None]]) -> tuple[int, int]:
    """Threes of bots that beat one another in a ring, and threes that have all met."""
    rings = met = 0
    for a, b, c in itertools.combinations(range(len(ahead)), 3):
        shares = (ahead[a][b], ahead[b][c], ahead[c][a])
        if all(share is not None for share in shares):
            met += 1
            rings += all(share > 0.5 for share in shares if share is not None) or all(
                share < 0.5 for share in shares if share is not None
            )
    return rings, met
