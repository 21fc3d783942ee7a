"""Who is first: what ranks the seats, and how a shared first place counts.

A family's rule `write_standing` writes some numbers about a seat. Which of them rank the seats on a
board, and in which order, is its game's `ranked_by`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

STANDING = 4  # room for the numbers about a seat
COLUMN, SIGN = range(2)  # of each row of `ranked_by`: which number; 1 if more is better, -1 if less
Ints = npt.NDArray[np.int64]


def in_order(standings: Ints, ranked_by: Ints) -> Ints:
    """What ranks seats, the most important first; more is better. The last axis is the numbers."""
    return np.asarray(standings[..., ranked_by[:, COLUMN]] * ranked_by[:, SIGN])


def rank_seats(standings: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Seats, best first; those with equal standings share a place."""
    places = sorted(set(standings), reverse=True)
    return [
        [seat for seat, standing in enumerate(standings) if standing == place] for place in places
    ]


def win_share(winners: Collection[int], seat: int) -> float:
    """A seat's share of a win: all of it, an equal part when several are first, or nothing."""
    return 1 / len(winners) if seat in winners else 0.0
