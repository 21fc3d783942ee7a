"""The ledger of Tokyo Railways: what luck and choices were worth, with everything known.

Nothing but the cups' order is hidden, and that is luck to come, so a position has the value that
all can see. What a seat did is compared with what the planner would have done, in the same worlds;
what is left is what luck turned up: a job or a happening.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

import numpy as np

from ekiben.analysis.exact import LedgerWriter, in_parts
from ekiben.analysis.family import Arrays, Effort, Task
from ekiben.analysis.history import History
from ekiben.analysis.review import Ledger, LuckKind, Outlook
from ekiben.analysis.tokyo.calls import Floats, Part
from ekiben.analysis.tokyo.course import LOSING, TurnPart, whole_course
from ekiben.analysis.tokyo.curve import Curve
from ekiben.analysis.tokyo.look_ahead import WAITS
from ekiben.analysis.tokyo.outlooks import Outlooks, final_outlook
from ekiben.analysis.tokyo.race import Race, odds
from ekiben.analysis.tokyo.turns_to_win import turns_to_win
from ekiben.core.kernel_calls import KernelWork

BEGINS = 2  # the pass that first compares what was done
WORLDS = 2  # of a part in it; then ever twice as many
LAST = 4  # the pass after which nothing more is compared
MADE, PLANNED = 0, 1


class TokyoLedgerStudy:
    """The value of every position, and what each part of a turn was worth."""

    def __init__(self, history: History, effort: Effort) -> None:
        self.history = history
        self.effort = effort
        self.course = whole_course(history)
        self.curve = Curve(self.course)
        self.outlooks = Outlooks(self.curve, effort)
        count, seats = len(self.course.parts), self.course.seats
        self.worlds = np.zeros(count, np.int64)
        # turns to win after what was done, and after what was planned: summed over worlds
        self.sums = np.zeros((count, 2, seats), np.float64)

    playouts = 0  # none: turns to win are told by a formula

    # ---- looking
    def tasks(self, number: int) -> Sequence[Task]:
        looking = self.curve.tasks(number)
        if not BEGINS <= number <= LAST:
            return looking
        worlds = WORLDS * 2 ** max(0, number - BEGINS - 1)
        parts = [n for n in range(len(self.course.parts)) if self.is_compared(n)]
        return [*looking, *(partial(self.compare, n, worlds) for n in parts)]

    def is_compared(self, n: int) -> bool:
        """Which job to lose is left out: luck takes it."""
        return self.course.parts[n].kind != LOSING

    def compare(self, n: int, count: int) -> KernelWork[None]:
        """Look at where a part leads, and at where the planner's would, in the same worlds."""
        made: Part = self.course.actions(self.course.parts[n])
        planned = (yield from self.curve.list_parts(n))[0]
        if made == planned or (self.worlds[n] and not self.course.parts[n].reveals):
            return
        count = count if self.course.parts[n].reveals else 1
        first, seats = int(self.worlds[n]), range(self.course.seats)
        worlds = [self.course.world(n, self.luck(n, k)) for k in range(first, first + count)]
        looked = self.curve.calls.try_parts(np.concatenate(worlds), [made, planned], seats)
        yield [looked.call]
        rows, part = looked.rows, self.course.parts[n]
        turns = turns_to_win(rows) + next_turns(rows, part.seat, len(seats))
        self.worlds[n] += count
        self.sums[n] += turns.reshape(count, 2, len(seats)).sum(axis=0)

    def luck(self, n: int, number: int) -> int:
        return random.Random(f"{self.effort.seed} ledger {n} {number}").getrandbits(64)

    # ---- what came of it
    def ledger(self) -> Ledger | None:
        if not self.curve.is_there or not self.worlds.any():
            return None
        race, _ = self.outlooks.race()
        values = self.curve.calibrated(odds(race).chances, race)
        writer = LedgerWriter(self.course.seats)
        value = values[0]
        writer.move(in_parts(value), 0, "deal", None)
        for n, part in enumerate(self.course.parts):
            value = value + self.worth(n, race)
            writer.move(in_parts(value), part.last, "choice", part.seat)
            if part.reveals or n + 1 == len(values):
                last = n + 1 == len(values)
                value = np.array(self.history.shares) if last else values[n + 1]
                writer.move(in_parts(value), part.last, kind_of(part), part.seat)
        return writer.ledger(self.by_action())

    def worth(self, n: int, race: Race) -> Floats:
        """What a part moved all seats' chances by, compared with the planner's."""
        if not self.worlds[n]:
            return np.zeros(self.course.seats)
        means = self.sums[n] / int(self.worlds[n])
        rows = np.array([n, n])
        chances = self.curve.calibrated(odds(race.at(rows, means)).chances, race, rows)
        return np.asarray(chances[MADE] - chances[PLANNED])

    def by_action(self) -> list[Outlook]:
        """The outlook after each number of actions: that of the part it lies in."""
        found = [
            *self.outlooks.outlooks(),
            (len(self.history), final_outlook(self.history.ranking)),
        ]
        ends = [at for at, _ in found[1:]] + [len(self.history) + 1]
        return [
            outlook for (at, outlook), end in zip(found, ends, strict=True) for _ in range(end - at)
        ]

    # ---- keeping
    def dump(self) -> Arrays:
        return {**self.outlooks.dump(), "worlds": self.worlds, "sums": self.sums}

    def load(self, arrays: Arrays) -> None:
        self.outlooks.load(arrays)
        self.worlds = np.array(arrays["worlds"])
        self.sums = np.array(arrays["sums"])


def kind_of(part: TurnPart) -> LuckKind:
    return "happening" if part.happens else "jobs"


def next_turns(rows: Floats, seat: int, seats: int) -> Floats:
    """1 in the rows of the seat if its turn is over: its turns are counted from the next then."""
    return np.where(np.arange(len(rows)) % seats == seat, rows[:, WAITS], 0.0)
