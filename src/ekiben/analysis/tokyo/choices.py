"""The choices of a seat: parts of its turns, compared with the best trips.

All are looked at in the same worlds. Their turns to win come from the formula; where that leaves a
doubt, the best and the one made are played on, again in the same worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from ekiben.analysis.family import Arrays, Effort, Task
from ekiben.analysis.labels import label_of
from ekiben.analysis.review import Alternative, Choice, Explanation
from ekiben.analysis.tokyo.calls import Part
from ekiben.analysis.tokyo.course import LOSING
from ekiben.analysis.tokyo.explanations import PartComparison, explain
from ekiben.analysis.tokyo.kernels import DELIVERED
from ekiben.analysis.tokyo.outlooks import Outlooks
from ekiben.analysis.tokyo.race import Race
from ekiben.analysis.tokyo.trials import FEWEST, PartTrial, Trials
from ekiben.core.kernel_calls import KernelWork

BEGINS = 2  # the pass that first looks at choices
AT_STAKE = 0.8  # turns that must be at stake for a choice to be played on in that pass
PLAYOUTS = 240  # games of the next pass, all choices together; then ever twice as many
TOLD = 4  # alternatives besides the choice made


class Choices:
    """All choices of a seat."""

    def __init__(self, outlooks: Outlooks, seat: int, effort: Effort) -> None:
        self.outlooks = outlooks
        self.curve = outlooks.curve
        self.course = self.curve.course
        self.seat = seat
        self.effort = effort
        self.trials = Trials(self.curve, f"{effort.seed} choice")

    # ---- trying
    def tasks(self, number: int) -> Sequence[Task]:
        if number < BEGINS:
            return []
        if number == BEGINS:
            own = [n for n in range(len(self.course.parts)) if self.is_own(n)]
            return [partial(self.look, n) for n in own]
        games = PLAYOUTS * self.effort.part * 2 ** (number - BEGINS - 1)
        chosen = self.trials.open_ones(games)
        return [partial(self.trials.play_on, n, *what) for n, what in chosen.items()]

    def is_own(self, n: int) -> bool:
        part = self.course.parts[n]
        return part.seat == self.seat and part.kind != LOSING

    def look(self, n: int) -> KernelWork[None]:
        """List what could be done in a part, look at it, and play a clear gain on at once."""
        yield from self.trials.look(n, (yield from self.curve.list_parts(n)))
        trial = self.trials.found[n]
        if trial.at_stake() > AT_STAKE:
            yield from self.trials.play_on(n, trial.contenders(), FEWEST)

    @property
    def playouts(self) -> int:
        return self.trials.playouts

    # ---- what came of it
    def choices(self) -> tuple[Choice, ...]:
        found = self.trials.found
        tried = {n: found[n] for n in sorted(found) if len(found[n].parts) > 1}
        if not tried or not self.curve.is_there:
            return ()
        race, _ = self.outlooks.race()
        return tuple(self.choice(n, trial, race) for n, trial in tried.items())

    def choice(self, n: int, trial: PartTrial, race: Race) -> Choice:
        gains, errors = trial.gains()
        turns = float(trial.looked[0].mean()) - gains
        chances = self.trials.chances(n, race, turns)[:, self.seat]
        better, worse = (
            self.trials.chances(n, race, turns + sign * errors)[:, self.seat] for sign in (-1, 1)
        )
        doubts = (better - worse) / 2
        order = sorted(range(len(gains)), key=lambda k: (-gains[k], k))
        loss, error = float(chances[order[0]] - chances[0]), float(doubts[order[0]])
        return Choice(
            at=self.course.parts[n].first,
            actions=self.texts(trial.parts[0]),
            chance=float(chances[0]),
            loss=loss,
            error=error,
            label=label_of(loss, error),
            alternatives=tuple(
                Alternative(
                    actions=self.texts(trial.parts[k]),
                    chance=float(chances[k]),
                    gain=float(chances[k] - chances[0]),
                    error=float(doubts[k]),
                )
                for k in told(order)
            ),
            explanations=self.explanations(trial, order[0], float(turns[0])),
        )

    def explanations(self, trial: PartTrial, best: int, made: float) -> tuple[Explanation, ...]:
        if best == 0:
            return ()
        gains, _ = trial.gains()
        both = ~np.isnan(trial.played[:, best])
        found = trial.counts[both][:, (0, best)].astype(np.float64)
        found[:, :, DELIVERED] += [self.delivered(trial.parts[k]) for k in (0, best)]
        turns = made, made - float(gains[best])
        return explain(PartComparison(turns, (found[:, 0], found[:, 1])))

    def delivered(self, part: Part) -> int:
        """How many jobs are delivered in the part itself."""
        b = self.course.game.plain_board
        return sum(b.unload <= action < b.put_back for action in part)

    def texts(self, part: Part) -> tuple[str, ...]:
        return tuple(str(self.course.game.action(action)) for action in part)

    # ---- keeping
    def dump(self) -> Arrays:
        return self.trials.dump()

    def load(self, arrays: Arrays) -> None:
        self.trials.load(arrays)


def told(order: Sequence[int]) -> list[int]:
    """The best few, and the one made."""
    few = list(order[: TOLD + 1])
    return few if 0 in few else [*few[:TOLD], 0]
