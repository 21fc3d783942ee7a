"""Shares with their intervals by Wilson, which are sound for few cases and extreme shares."""

from __future__ import annotations

import math
from dataclasses import dataclass

Z = 1.959964  # 95 %


@dataclass(frozen=True)
class Share:
    """A part of a number of cases, and the range that holds the true part in 19 cases of 20."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half of the range."""
        return (self.high - self.low) / 2


def wilson(hits: float, cases: int) -> Share | None:
    """The share of hits, which may be fractions where wins are shared; None without a case."""
    if cases <= 0:
        return None
    share = hits / cases
    width = 1 + Z * Z / cases
    middle = (share + Z * Z / (2 * cases)) / width
    half = Z * math.sqrt(share * (1 - share) / cases + Z * Z / (4 * cases * cases)) / width
    return Share(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))
