"""Trials: parts of a turn looked at by the formula, and played on, all in the same worlds."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ekiben.analysis.family import Arrays
from ekiben.analysis.tokyo.calls import Floats, Ints, Part
from ekiben.analysis.tokyo.curve import Curve
from ekiben.analysis.tokyo.kernels import COUNTS
from ekiben.analysis.tokyo.look_ahead import WAITS
from ekiben.analysis.tokyo.race import Race, odds
from ekiben.analysis.tokyo.turns_to_win import turns_to_win
from ekiben.core.arrays import Buffer
from ekiben.core.kernel_calls import KernelWork

WORLDS = 4  # in which parts are looked at where luck decides at their end
UNSURE = 1.3  # turns: how far the formula is off when it compares two parts
USUAL = 0.8  # turns that parts worth a look usually differ by
NOISE = 2.0  # turns that games played on from two parts usually differ by, by luck
FEWEST = 2  # worlds that a trial is played on in
CONTENDERS = 3  # played on, the part made included


@dataclass
class PartTrial:
    """What a seat could do in a part of a turn, the one made first, and how long it takes to win.

    `looked` has turns to win by part and world; `played` those of games played on, by world and
    part, NaN where a part was left out.
    """

    parts: list[Part]
    looked: Floats
    played: Floats
    counts: Ints  # what `kernels.py` counts, by world and part

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

    def at_stake(self) -> float:
        """Turns that the best part may save."""
        gains, errors = self.gains()
        return float((gains + errors).max())

    def add(self, some: Sequence[int], turns: Floats, counts: Ints) -> None:
        """Add games played on with some of the parts, by world and part."""
        rows = np.full((len(turns), len(self.parts)), np.nan, np.float64)
        rows[:, some] = turns
        more = np.zeros((len(turns), len(self.parts), COUNTS), np.int64)
        more[:, some] = counts
        self.played = np.concatenate([self.played, rows])
        self.counts = np.concatenate([self.counts, more])

    # ---- keeping
    def dump(self) -> Arrays:
        return {
            "actions": np.concatenate([np.array(part, np.int64) for part in self.parts]),
            "lengths": np.array([len(part) for part in self.parts], np.int64),
            "looked": self.looked,
            "played": self.played,
            "counts": self.counts,
        }

    @classmethod
    def loaded(cls, arrays: Arrays) -> PartTrial:
        actions, lengths = arrays["actions"].tolist(), arrays["lengths"].tolist()
        ends = np.cumsum(lengths).tolist()
        parts = [tuple(actions[end - n : end]) for n, end in zip(lengths, ends, strict=True)]
        return cls(parts, *(arrays[name].copy() for name in ("looked", "played", "counts")))


def pooled_variance(seen: Floats) -> float:
    """Of differences between games, drawn to the usual one when there are few."""
    spread = float(((seen - seen.mean()) ** 2).sum())
    return (spread + 4 * NOISE**2) / (len(seen) + 3)


class Trials:
    """The trials of some parts of a game, by the number of the part."""

    def __init__(self, curve: Curve, luck: str) -> None:
        self.curve = curve
        self.course = curve.course
        self.luck = luck
        self.found: dict[int, PartTrial] = {}

    # ---- trying
    def look(self, n: int, others: Iterable[Part]) -> KernelWork[None]:
        """Look at where a part led, and at where others would have led."""
        part = self.course.parts[n]
        parts = list(dict.fromkeys([self.course.actions(part), *others]))
        count = WORLDS if part.reveals else 1
        worlds = np.concatenate([self.world(n, number) for number in range(count)])
        looked = self.curve.calls.try_parts(worlds, parts, [part.seat])
        yield [looked.call]
        turns = turns_to_win(looked.rows) + looked.rows[:, WAITS]
        self.found[n] = distinct(parts, turns.reshape(count, len(parts)).T)

    def world(self, n: int, number: int) -> Buffer:
        return self.course.world(n, random.Random(f"{self.luck} {n} {number}").getrandbits(64))

    def play_on(self, n: int, some: Sequence[int], count: int) -> KernelWork[None]:
        """Play some of the parts on in further worlds."""
        trial = self.found[n]
        first = len(trial.played)
        worlds = [self.world(n, number) for number in range(first, first + count)]
        parts = [trial.parts[one] for one in some]
        seat = self.course.parts[n].seat
        played = self.curve.calls.play_parts(np.concatenate(worlds), parts, seat)
        yield [played.call]
        trial.add(some, played.turns.reshape(count, -1), played.counts.reshape(count, -1, COUNTS))

    def open_ones(self, games: float) -> dict[int, tuple[list[int], int]]:
        """What to play on with so many games: parts and worlds, where most is at stake."""
        doubtful = {n: trial.contenders() for n, trial in self.found.items()}
        doubtful = {n: some for n, some in doubtful.items() if len(some) > 1}
        worlds = max(FEWEST, int(games / max(1, sum(map(len, doubtful.values())))))
        chosen: dict[int, tuple[list[int], int]] = {}
        for n in sorted(doubtful, key=lambda n: -self.found[n].at_stake()):
            games -= worlds * len(doubtful[n])
            if games < 0:
                break
            chosen[n] = doubtful[n], worlds
        return chosen

    @property
    def playouts(self) -> int:
        return sum(int((~np.isnan(trial.played)).sum()) for trial in self.found.values())

    # ---- what came of it
    def chances(self, n: int, race: Race, turns: Floats) -> Floats:
        """All seats' chances by the turns to win of the part's seat, the others as they stand."""
        rows = np.full(len(turns), n, np.int64)
        means = race.means[rows].copy()
        means[:, self.course.parts[n].seat] = turns
        return self.curve.calibrated(odds(race.at(rows, means)).chances, race, rows)

    # ---- keeping
    def dump(self) -> Arrays:
        return {
            f"trial.{n}.{name}": array
            for n, trial in self.found.items()
            for name, array in trial.dump().items()
        }

    def load(self, arrays: Arrays) -> None:
        kept: dict[int, dict[str, np.ndarray]] = {}
        for name, array in arrays.items():
            if name.startswith("trial."):
                _, n, part = name.split(".")
                kept.setdefault(int(n), {})[part] = array
        self.found = {n: PartTrial.loaded(kept[n]) for n in sorted(kept)}


def distinct(parts: Sequence[Part], turns: Floats) -> PartTrial:
    """Leave out what leads to the same as an earlier part in every world."""
    kept: dict[tuple[float, ...], int] = {}
    for n, row in enumerate(turns.round(6).tolist()):
        kept.setdefault(tuple(row), n)
    chosen = list(kept.values())
    few = [parts[n] for n in chosen]
    none = np.zeros((0, len(few)), np.float64)
    return PartTrial(few, turns[chosen], none, np.zeros((0, len(few), COUNTS), np.int64))
