"""The study of a seat: its curve, its choices, and what it could think of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ekiben.analysis.calibration import calibration
from ekiben.analysis.family import Arrays, Effort, Task
from ekiben.analysis.history import SeatHistory
from ekiben.analysis.review import Moment, Outlook, SeatReview
from ekiben.analysis.routes.beliefs import Beliefs
from ekiben.analysis.routes.choices import Choices
from ekiben.analysis.routes.curve import Curve
from ekiben.analysis.routes.progress import progress
from ekiben.analysis.summary import accuracy
from ekiben.games.routes.game import route_game
from ekiben.games.routes.imagine import state_from


class RouteSeatStudy:
    """A route game as one seat could have judged it."""

    def __init__(self, history: SeatHistory, effort: Effort) -> None:
        self.history = history
        self.curve = Curve(history, effort)
        self.choices = Choices(history, effort)
        self.beliefs = Beliefs(history, effort)
        self.parts = (self.curve, self.choices, self.beliefs)

    def tasks(self, number: int) -> Sequence[Task]:
        return [task for part in self.parts for task in part.tasks(number)]

    @property
    def playouts(self) -> int:
        return self.curve.playouts + self.choices.playouts

    def review(self) -> SeatReview:
        choices = self.choices.choices()
        return SeatReview(
            seat=self.history.seat,
            moments=tuple(self.moment(*found) for found in self.curve.outlooks()),
            choices=choices,
            surprises=self.beliefs.surprises(),
            accuracy=accuracy(choices),
        )

    def moment(self, at: int, outlook: Outlook) -> Moment:
        return Moment(at, self.calibrated(at, outlook), self.beliefs.at(at))

    def calibrated(self, at: int, outlook: Outlook) -> Outlook:
        if not outlook.playouts:
            return outlook
        found = calibration(self.history.game.name, self.history.seats)
        far = progress(route_game(self.history.game), state_from(self.history.views[at]))
        chances = found.chances(outlook.chances, outlook.playouts, far, self.history.seat)
        return replace(outlook, chances=chances)

    # ---- keeping
    def dump(self) -> Arrays:
        return {name: array for part in self.parts for name, array in part.dump().items()}

    def load(self, arrays: Arrays) -> None:
        for part in self.parts:
            part.load(arrays)
