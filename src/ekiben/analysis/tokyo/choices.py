"""The choices of a seat: parts of its turns, compared with the best trips.

All are looked at in the same worlds. Their turns to win come from the formula; where that leaves a
doubt, the best and the one made are played on, again in the same worlds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from ekiben.analysis.family import Arrays, Effort, Task
from ekiben.analysis.labels import label_of
from ekiben.analysis.review import Alternative, Choice, Explanation
from ekiben.analysis.tokyo.calls import Floats, Ints, Part
from ekiben.analysis.tokyo.course import LOSING
from ekiben.analysis.tokyo.curve import Curve
from ekiben.analysis.tokyo.explanations import PartComparison, explain
from ekiben.analysis.tokyo.kernels import COUNTS, DELIVERED
from ekiben.analysis.tokyo.look_ahead import WAITS
from ekiben.analysis.tokyo.outlooks import Outlooks
from ekiben.analysis.tokyo.race import Race, odds
from ekiben.analysis.tokyo.turns_to_win import turns_to_win
from ekiben.core.arrays import Buffer
from ekiben.core.kernel_calls import KernelWork

BEGINS = 2  # the pass that first looks at choices
WORLDS = 4  # in which parts are looked at where luck decides at their end
PLAYOUTS = 200  # games of the next pass, all choices together; then ever twice as many
FEWEST = 2  # worlds that a choice is played on in
UNSURE = 0.35  # turns: how far the formula is off when it compares two parts
USUAL = 0.8  # turns that parts worth a look usually differ by
NOISE = 2.5  # turns that games played on from two parts usually differ by, by luck
CONTENDERS = 3  # played on, the one made included
TOLD = 4  # alternatives besides the choice made


@dataclass
class PartTrial:
    """What a seat could do in a part of a turn, the one made first, and how long it takes to win.

    `looked` has turns to win by part and world; `played` those of games played on, by world and
    part, NaN where a part was left out.
    """

    parts: list[Part]
    looked: Floats
    played: Floats
    counts: Ints = field(default_factory=lambda: np.zeros((0, COUNTS), np.int64))

    def gains(self) -> tuple[Floats, Floats]:
        """Turns that each part saves compared with the one made, and the standard errors."""
        saved = self.looked[:1] - self.looked
        mean, worlds = saved.mean(axis=1), saved.shape[1]
        variance = UNSURE**2 + (saved.var(axis=1, ddof=1) / worlds if worlds > 1 else 0.0 * mean)
        for n in range(1, len(self.parts)):
            seen = self.played[:, 0] - self.played[:, n]
            seen = seen[~np.isnan(seen)]
            if len(seen):
                noise = pooled_variance(seen) / len(seen)
                weight = variance[n] / (variance[n] + noise)
                mean[n] += weight * (seen.mean() - mean[n])
                variance[n] *= 1.0 - weight
        sure = USUAL**2 / (USUAL**2 + variance)
        mean, variance = mean * sure, variance * sure
        mean[0] = variance[0] = 0.0
        return mean, np.sqrt(variance)

    def contenders(self) -> list[int]:
        """The part made and those most likely to be better, if any is at all."""
        gains, errors = self.gains()
        order = sorted(range(1, len(gains)), key=lambda n: -(gains[n] + errors[n]))
        return [0, *(n for n in order if gains[n] + errors[n] > 0)][:CONTENDERS]


def pooled_variance(seen: Floats) -> float:
    """Of differences between games, drawn to the usual one when there are few."""
    spread = float(((seen - seen.mean()) ** 2).sum())
    return (spread + 4 * NOISE**2) / (len(seen) + 3)


class Choices:
    """All choices of a seat."""

    def __init__(self, outlooks: Outlooks, seat: int, effort: Effort) -> None:
        self.outlooks = outlooks
        self.curve: Curve = outlooks.curve
        self.course = self.curve.course
        self.seat = seat
        self.effort = effort
        self.trials: dict[int, PartTrial] = {}

    # ---- trying
    def tasks(self, number: int) -> Sequence[Task]:
        if number < BEGINS:
            return []
        own = [n for n, part in enumerate(self.course.parts) if self.is_own(n)]
        if number == BEGINS:
            return [partial(self.look, n) for n in own]
        return self.playing_tasks(number)

    def is_own(self, n: int) -> bool:
        part = self.course.parts[n]
        return part.seat == self.seat and part.kind != LOSING

    def look(self, n: int) -> KernelWork[None]:
        """List what could be done in a part, and look at where each leads."""
        made = self.course.actions(self.course.parts[n])
        listed = yield from self.curve.list_parts(n)
        parts = [made, *(part for part in listed if part != made)]
        count = WORLDS if self.course.parts[n].reveals else 1
        worlds = np.concatenate([self.world(n, number) for number in range(count)])
        looked = self.curve.calls.try_parts(worlds, parts, [self.seat])
        yield [looked.call]
        turns = turns_to_win(looked.rows) + looked.rows[:, WAITS]
        self.trials[n] = distinct(parts, turns.reshape(count, len(parts)).T)

    def world(self, n: int, number: int) -> Buffer:
        luck = random.Random(f"{self.effort.seed} choice {n} {number}").getrandbits(64)
        return self.course.world(n, luck)

    def playing_tasks(self, number: int) -> list[Task]:
        """Play on where there is doubt, the more so the more there is to lose."""
        budget = PLAYOUTS * self.effort.part * 2 ** (number - BEGINS - 1)
        open_ones = {n: trial.contenders() for n, trial in self.trials.items()}
        open_ones = {n: some for n, some in open_ones.items() if len(some) > 1}
        order = sorted(open_ones, key=lambda n: -self.most_to_gain(n))
        games = sum(len(some) for some in open_ones.values())
        worlds = max(FEWEST, int(budget / max(1, games)))
        tasks = list[Task]()
        for n in order:
            if budget >= worlds * len(open_ones[n]):
                budget -= worlds * len(open_ones[n])
                tasks.append(partial(self.play_on, n, open_ones[n], worlds))
        return tasks

    def most_to_gain(self, n: int) -> float:
        gains, errors = self.trials[n].gains()
        return float((gains + errors).max())

    def play_on(self, n: int, some: Sequence[int], count: int) -> KernelWork[None]:
        """Play some parts on in further worlds."""
        trial = self.trials[n]
        first = len(trial.played)
        worlds = [self.world(n, number) for number in range(first, first + count)]
        parts = [trial.parts[one] for one in some]
        played = self.curve.calls.play_parts(np.concatenate(worlds), parts, self.seat)
        yield [played.call]
        rows = np.full((count, len(trial.parts)), np.nan)
        rows[:, some] = played.turns.reshape(count, len(some))
        trial.played = np.concatenate([trial.played, rows])
        counts = np.zeros((count, len(trial.parts), COUNTS), np.int64)
        counts[:, some] = played.counts.reshape(count, len(some), COUNTS)
        trial.counts = np.concatenate([trial.counts, counts.reshape(-1, COUNTS)])

    @property
    def playouts(self) -> int:
        return sum(int((~np.isnan(trial.played)).sum()) for trial in self.trials.values())

    # ---- what came of it
    def choices(self) -> tuple[Choice, ...]:
        tried = {n: trial for n, trial in sorted(self.trials.items()) if len(trial.parts) > 1}
        if not tried or not self.curve.is_there:
            return ()
        race, _ = self.outlooks.race()
        return tuple(self.choice(n, trial, race) for n, trial in tried.items())

    def choice(self, n: int, trial: PartTrial, race: Race) -> Choice:
        gains, errors = trial.gains()
        made = float(trial.looked[0].mean())
        chances = self.chances(n, race, made - gains)
        slopes = (
            self.chances(n, race, made - gains - errors)
            - self.chances(n, race, made - gains + errors)
        ) / 2
        order = sorted(range(len(gains)), key=lambda k: (-gains[k], k))
        loss, error = float(chances[order[0]] - chances[0]), float(slopes[order[0]])
        told = order[: TOLD + 1] if 0 in order[: TOLD + 1] else [*order[:TOLD], 0]
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
                    error=float(slopes[k]),
                )
                for k in told
            ),
            explanations=self.explanations(trial, order[0], made, float(gains[order[0]])),
        )

    def explanations(
        self, trial: PartTrial, best: int, made: float, gain: float
    ) -> tuple[Explanation, ...]:
        if best == 0:
            return ()
        both = ~np.isnan(trial.played[:, best])
        counts = trial.counts.reshape(len(trial.played), len(trial.parts), COUNTS)[both]
        found = counts[:, (0, best)].astype(np.float64)
        found[:, :, DELIVERED] += [self.delivered(trial.parts[k]) for k in (0, best)]
        return explain(PartComparison((made, made - gain), (found[:, 0], found[:, 1])))

    def delivered(self, part: Part) -> int:
        """How many jobs are delivered in the part itself."""
        b = self.course.game.plain_board
        return sum(b.unload <= action < b.put_back for action in part)

    def chances(self, n: int, race: Race, turns: Floats) -> Floats:
        """The seat's chance to win by its turns to win, with the others as they stand."""
        rows = np.full(len(turns), n)
        means = race.means[rows].copy()
        means[:, self.seat] = turns
        found = odds(race.at(rows, means)).chances
        return np.asarray(self.curve.calibrated(found, race, rows)[:, self.seat])

    def texts(self, part: Part) -> tuple[str, ...]:
        return tuple(str(self.course.game.action(action)) for action in part)

    # ---- keeping
    def dump(self) -> Arrays:
        return {
            f"choice.{n}.{name}": array
            for n, trial in self.trials.items()
            for name, array in (
                ("actions", np.concatenate([np.array(part, np.int64) for part in trial.parts])),
                ("lengths", np.array([len(part) for part in trial.parts], np.int64)),
                ("looked", trial.looked),
                ("played", trial.played),
                ("counts", trial.counts),
            )
        }

    def load(self, arrays: Arrays) -> None:
        for name in arrays:
            if name.startswith("choice.") and name.endswith(".lengths"):
                n = int(name.split(".")[1])
                actions = arrays[f"choice.{n}.actions"].tolist()
                ends = np.cumsum(arrays[name]).tolist()
                parts = [
                    tuple(actions[end - length : end])
                    for end, length in zip(ends, arrays[name].tolist(), strict=True)
                ]
                rest = (
                    np.array(arrays[f"choice.{n}.{one}"]) for one in ("looked", "played", "counts")
                )
                self.trials[n] = PartTrial(parts, *rest)


def distinct(parts: Sequence[Part], turns: Floats) -> PartTrial:
    """Leave out what leads to the same as an earlier part in every world."""
    kept: dict[tuple[float, ...], int] = {}
    for n, row in enumerate(turns.round(6).tolist()):
        kept.setdefault(tuple(row), n)
    chosen = list(kept.values())
    few = [parts[n] for n in chosen]
    return PartTrial(few, turns[chosen], np.zeros((0, len(few)), np.float64))
