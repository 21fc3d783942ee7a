"""The ledger of Tokyo Railways: what luck and choices were worth, with everything known.

Nothing but the cups' order is hidden, and that is luck to come, so a position has the value that
all can see. What a seat did is compared with what the planner would have done, in the same worlds;
what is left is what luck turned up: a job or a happening.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from ekiben.analysis.exact import LedgerWriter, in_parts
from ekiben.analysis.family import Arrays, Effort, Task
from ekiben.analysis.history import History
from ekiben.analysis.review import Ledger, LuckKind, Outlook
from ekiben.analysis.tokyo.calls import Floats
from ekiben.analysis.tokyo.course import LOSING, TurnPart, whole_course
from ekiben.analysis.tokyo.curve import Curve
from ekiben.analysis.tokyo.outlooks import Outlooks, final_outlook
from ekiben.analysis.tokyo.race import Race, odds
from ekiben.analysis.tokyo.trials import Trials
from ekiben.core.kernel_calls import KernelWork

BEGINS = 2  # the pass that first compares what was done
PLAYOUTS = 160  # games of the next pass, all parts together; then ever twice as many


class TokyoLedgerStudy:
    """The value of every position, and what each part of a turn was worth."""

    def __init__(self, history: History, effort: Effort) -> None:
        self.history = history
        self.effort = effort
        self.course = whole_course(history)
        self.curve = Curve(self.course)
        self.outlooks = Outlooks(self.curve, effort)
        self.trials = Trials(self.curve, f"{effort.seed} ledger")

    @property
    def playouts(self) -> int:
        return self.trials.playouts

    # ---- looking
    def tasks(self, number: int) -> Sequence[Task]:
        if number <= BEGINS:
            return [*self.curve.tasks(number), *(self.comparisons() if number == BEGINS else ())]
        chosen = self.trials.open_ones(PLAYOUTS * 2 ** (number - BEGINS - 1))
        return [partial(self.trials.play_on, n, *what) for n, what in chosen.items()]

    def comparisons(self) -> list[Task]:
        parts = range(len(self.course.parts))
        return [partial(self.compare, n) for n in parts if self.is_compared(n)]

    def is_compared(self, n: int) -> bool:
        """Which job to lose is left out: luck takes it."""
        return self.course.parts[n].kind != LOSING

    def compare(self, n: int) -> KernelWork[None]:
        """Look at where a part led, and at where the planner's would have led."""
        planned = (yield from self.curve.list_parts(n))[0]
        if planned != self.course.actions(self.course.parts[n]):
            yield from self.trials.look(n, [planned])

    # ---- what came of it
    def ledger(self) -> Ledger | None:
        if not self.curve.is_there or not self.trials.found:
            return None
        race, _ = self.outlooks.race()
        values = self.curve.calibrated(odds(race).chances, race)
        writer = LedgerWriter(self.course.seats)
        value = values[0]
        writer.move(in_parts(value), 0, "deal", None)
        for n, part in enumerate(self.course.parts):
            value = value + self.worth(n, race)
            writer.move(in_parts(value), part.last, "choice", part.seat)
            is_last = n + 1 == len(values)
            if part.reveals or is_last:
                value = np.array(self.history.shares, np.float64) if is_last else values[n + 1]
                writer.move(in_parts(value), part.last, kind_of(part), part.seat)
        return writer.ledger(self.by_action())

    def worth(self, n: int, race: Race) -> Floats:
        """What a part moved all seats' chances by, compared with the planner's."""
        trial = self.trials.found.get(n)
        if trial is None or len(trial.parts) == 1:
            return np.zeros(self.course.seats)
        gains, _ = trial.gains()
        made, planned = self.trials.chances(n, race, float(trial.looked[0].mean()) - gains)
        return np.asarray(made - planned)

    def by_action(self) -> list[Outlook]:
        """The outlook after each number of actions: that of the part it lies in."""
        end = len(self.history), final_outlook(self.history.ranking)
        found = [*self.outlooks.outlooks(), end]
        ends = [*(at for at, _ in found[1:]), len(self.history) + 1]
        return [
            outlook for (at, outlook), end in zip(found, ends, strict=True) for _ in range(end - at)
        ]

    # ---- keeping
    def dump(self) -> Arrays:
        return {**self.outlooks.dump(), **self.trials.dump()}

    def load(self, arrays: Arrays) -> None:
        self.outlooks.load(arrays)
        self.trials.load(arrays)


def kind_of(part: TurnPart) -> LuckKind:
    return "happening" if part.happens else "jobs"
