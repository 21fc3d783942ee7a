"""What a game is worth to its seats, the same for all interfaces."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.core.compiled import compiled
from ekiben.core.errors import EkibenError, listed

REWARDS = (
    "place",
    "score",
)  # by the place at the end; or every change of the points all can see, as it comes


def checked_reward(reward: str) -> str:
    if reward not in REWARDS:
        raise EkibenError(f"no reward {reward!r}: it is one of {listed(REWARDS)}")
    return reward


def by_place(ranking: Sequence[Sequence[int]]) -> list[float]:
    """Rewards by place: 1 for the first, -1 for the last, evenly in between; the sum is 0.

    Seats that share places get their mean.
    """
    seats = sum(map(len, ranking))
    rewards, better = [0.0] * seats, 0
    for group in ranking:
        for seat in group:
            rewards[seat] = place_reward(better, len(group), seats)
        better += len(group)
    return rewards


@compiled
def place_reward(better: int, equal: int, seats: int) -> float:
    """What a seat gets when so many seats are better and so many, itself included, are equal."""
    return 1 - (2 * better + equal - 1) / (seats - 1)
