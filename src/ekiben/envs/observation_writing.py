"""What the observations of all families share: how a number is written, and where other seats sit."""

from __future__ import annotations

from typing import Any

from ekiben.core.compiled import compiled

MOST = 255


@compiled
def put(out: Any, place: int, value: int) -> None:
    out[place] = min(max(value, 0), MOST)


@compiled
def turned_round(s: Any, seat: int, other: int) -> int:
    """Where another seat sits as seen from this one."""
    return int((other - seat + s.seats) % s.seats)
