"""Judging choices: each is played on in the same deals, and the worse ones are dropped on the way.

Choices are compared deal by deal, so the luck of a deal hardly counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from statistics import NormalDist

import numpy as np

from ekiben.puzzles.family import Floats, Rounds, Trial
from ekiben.puzzles.puzzle import Evidence

ENOUGH = 16  # deals, to give a position up by
SURE = NormalDist().inv_cdf(0.995)  # standard errors on either side that hold 99 percent


@dataclass
class Judgement:
    """Values by choice and deal so far; a choice that was dropped has fewer deals."""

    trial: Trial
    seed: int
    rows: dict[int, Floats]
    playouts: int = 0
    left: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, trial: Trial, seed: int, choices: Sequence[int]) -> Judgement:
        return cls(trial, seed, {}, left=list(choices))

    def play(self, rounds: Rounds, scale: int = 1, hopeless: float = -inf) -> bool:
        """Play all rounds, each with `scale` times its deals.

        False, and no more is played, once the gap seems to be less than `hopeless`.
        """
        for most, deals in rounds:
            self.drop_worse(most)
            self.play_on(deals * scale)
            if self.deals >= ENOUGH and sum(self.gap()) < hopeless:
                return False
        return True

    def drop_worse(self, most: int) -> None:
        """Keep the best in order; before anything was played, the first."""
        if self.deals:
            self.left.sort(key=lambda choice: -self.rows[choice].mean())
        self.left = self.left[:most]

    def play_on(self, deals: int) -> None:
        """Play those that are left in new deals."""
        first = self.deals
        found = self.trial.values(self.left, first, first + deals)
        for choice, values in zip(self.left, found, strict=True):
            self.rows[choice] = np.concatenate([self.rows.get(choice, values[:0]), values])
        self.playouts += found.size
        self.left.sort(key=lambda choice: -self.rows[choice].mean())

    def settle(self, low: float) -> None:
        """Play whatever is not surely behind by so much in more of the deals of the best."""
        while doubtful := [
            choice for choice in self.doubtful(low) if len(self.rows[choice]) < self.deals
        ]:
            for choice in doubtful:
                row = self.rows[choice]
                last = min(self.deals, 2 * len(row))
                more = self.trial.values([choice], len(row), last)[0]
                self.rows[choice] = np.concatenate([row, more])
                self.playouts += len(more)

    # ---- what came out
    @property
    def deals(self) -> int:
        return max((len(row) for row in self.rows.values()), default=0)

    @property
    def best(self) -> int:
        return self.left[0]

    def behind(self, choice: int) -> tuple[float, float]:
        """How far a choice lies behind the best in the deals of both, and the standard error."""
        row = self.rows[choice]
        return mean_and_error(self.rows[self.best][: len(row)] - row)

    def doubtful(self, low: float) -> list[int]:
        """The choices that may, with 99 percent confidence, lie behind by less than this."""
        return [
            choice
            for choice in self.rows
            if choice != self.best
            for behind, error in [self.behind(choice)]
            if behind - SURE * error < low
        ]

    def value(self, choice: int) -> tuple[float, float]:
        """The value of a choice, and its error: the best's own, or that of lying behind it."""
        value, error = mean_and_error(self.rows[self.best])
        if choice == self.best:
            return value, error
        behind, error = self.behind(choice)
        return value - behind, error

    def order(self) -> list[int]:
        """All choices, best first: those that were dropped later before those dropped earlier."""
        others = [choice for choice in self.rows if choice != self.best]
        return [self.best, *sorted(others, key=lambda choice: self.behind(choice)[0])]

    def gap(self) -> tuple[float, float]:
        """From the best to whichever is next, and the standard error."""
        return min(self.behind(choice) for choice in self.rows if choice != self.best)

    def evidence(self) -> Evidence:
        gap, error = self.gap()
        return Evidence(
            seed=self.seed,
            playouts=self.playouts,
            deals=self.deals,
            gap=round(gap, 4),
            low=round(gap - SURE * error, 4),
            high=round(gap + SURE * error, 4),
        )


def mean_and_error(values: Floats) -> tuple[float, float]:
    if len(values) < 2:
        return float(values.mean()) if len(values) else 0.0, float("inf")
    return float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5)
