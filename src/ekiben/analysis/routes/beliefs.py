"""What a seat could think of the others: their tickets and cards, and how they surprised it."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.analysis.family import Arrays, Effort, Task
from ekiben.analysis.history import SeatHistory
from ekiben.analysis.review import Belief, Surprise


class Beliefs:
    """Sampled worlds of every position, counted."""

    def __init__(self, history: SeatHistory, effort: Effort) -> None:
        self.history = history
        self.effort = effort

    def tasks(self, number: int) -> Sequence[Task]:
        """What is to be done in this pass, as for a `Study`."""
        return []

    def at(self, at: int) -> tuple[Belief, ...]:
        """What the seat could think in a position."""
        return ()

    def surprises(self) -> tuple[Surprise, ...]:
        return ()

    def dump(self) -> Arrays:
        return {}

    def load(self, arrays: Arrays) -> None:
        """Go on from what `dump` has returned."""
