"""The study of a seat: its curve and its choices; the cups' order is all that it does not know."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.analysis.family import Arrays, Effort, Task
from ekiben.analysis.history import SeatHistory
from ekiben.analysis.review import Moment, SeatReview
from ekiben.analysis.summary import accuracy
from ekiben.analysis.tokyo.choices import Choices
from ekiben.analysis.tokyo.course import course_seen
from ekiben.analysis.tokyo.curve import Curve
from ekiben.analysis.tokyo.outlooks import Outlooks, final_outlook


class TokyoSeatStudy:
    """A game of Tokyo Railways as one seat could have judged it."""

    def __init__(self, history: SeatHistory, effort: Effort) -> None:
        self.history = history
        self.outlooks = Outlooks(Curve(course_seen(history)), effort)
        self.choices = Choices(self.outlooks, history.seat, effort)
        self.parts = (self.outlooks, self.choices)

    def tasks(self, number: int) -> Sequence[Task]:
        return [task for part in self.parts for task in part.tasks(number)]

    @property
    def playouts(self) -> int:
        return self.outlooks.playouts + self.choices.playouts

    def review(self) -> SeatReview:
        choices = self.choices.choices()
        end = (len(self.history), final_outlook(self.history.ranking))
        return SeatReview(
            seat=self.history.seat,
            moments=tuple(Moment(*found) for found in [*self.outlooks.outlooks(), end]),
            choices=choices,
            accuracy=accuracy(choices),
        )

    # ---- keeping
    def dump(self) -> Arrays:
        return {name: array for part in self.parts for name, array in part.dump().items()}

    def load(self, arrays: Arrays) -> None:
        for part in self.parts:
            part.load(arrays)
