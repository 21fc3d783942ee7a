"""Who is first: seats ranked by their standings, and how a shared first place counts."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def rank_seats(standings: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Seats, best first; those with equal standings share a place."""
    places = sorted(set(standings), reverse=True)
    return [
        [seat for seat, standing in enumerate(standings) if standing == place] for place in places
    ]


def win_share(winners: Collection[int], seat: int) -> float:
    """A seat's share of a win: all of it, an equal part when several are first, or nothing."""
    return 1 / len(winners) if seat in winners else 0.0
