"""The courier: one job at a time, the one that brings most a turn."""

from __future__ import annotations

from ekiben.bots.tokyo.driver import Driver
from ekiben.bots.tokyo.features import Choices, Sight
from ekiben.bots.tokyo.trips import Taste
from ekiben.core.action import Action

CUSHION = 20  # G kept when money is spent on something else than the trip


class Courier(Driver):
    """Keeps to a job until it is brought; borrows only when it cannot go on otherwise. `idle`: G to
    spare before it joins cities.
    """

    taste = Taste(jobs=1)

    def __init__(self, seed: int = 0, idle: int = 100) -> None:
        super().__init__(seed)
        self.idle = idle

    def upgrade(self, sight: Sight, choices: Choices, legs: list[list[int]]) -> Action | None:
        """A faster train, when nothing has to be built."""
        if any(legs):
            return None
        action = choices.by_id.get(self.atlas.b.upgrade)
        return action if self.spare(sight) >= int(self.atlas.b.upgrade_cost[0]) + CUSHION else None

    def may_join(self, sight: Sight) -> bool:
        return self.spare(sight) >= self.idle
