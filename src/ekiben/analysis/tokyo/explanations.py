"""Why a part of a turn was worse than another: from what the games played on differ in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ekiben.analysis.review import Evidence, Explanation
from ekiben.analysis.tokyo.calls import Floats
from ekiben.analysis.tokyo.kernels import BUILT, DELIVERED, FEES, PAY, TRAINS

MOST = 2  # sentences about a choice
LEAST_TURNS = 0.3  # by which the win comes later
FEWEST = 6  # games played on, below which nothing else is said
SURE = 2.0  # standard errors between two means
# what money is spent on: the sentence's key, and whether spending less of it may be the mistake
SPENDING = (
    (BUILT, "track", False),
    (FEES, "fees", False),
    (TRAINS, "upgrades", True),
)
LEAST_MONEY = 4.0  # G
LEAST_PAY = 1.0  # G for a delivery
MEASURES = {
    "turns": "turns-to-win",
    "track": "track-cost",
    "fees": "fees-paid",
    "upgrades": "upgrades-cost",
    "pay": "pay-for-a-delivery",
}


@dataclass(frozen=True)
class PartComparison:
    """The part made and a better one: turns to win, and what games played on from both counted.

    `counts` has what `kernels.py` counts, by game; the part made is first.
    """

    turns: tuple[float, float]
    counts: tuple[Floats, Floats]

    @property
    def games(self) -> int:
        return len(self.counts[0])

    def amounts(self, count: int) -> tuple[Floats, Floats]:
        made, better = self.counts
        return made[:, count], better[:, count]


@dataclass(frozen=True)
class Finding:
    """A sentence, and how many standard errors it rests on."""

    explanation: Explanation
    sure: float


def explain(comparison: PartComparison) -> tuple[Explanation, ...]:
    """Say how much later the win comes, and what differs most clearly on the way to it."""
    made, better = comparison.turns
    if made - better < LEAST_TURNS:
        return ()
    first = sentence("turns", made, better, comparison.games)
    others = sorted(differences(comparison), key=lambda finding: -finding.sure)
    return (first, *(finding.explanation for finding in others))[:MOST]


def differences(comparison: PartComparison) -> Iterator[Finding]:
    """What differs for sure in the games played on."""
    if comparison.games < FEWEST:
        return
    for count, key, either in SPENDING:
        made, better = comparison.amounts(count)
        if either or made.mean() > better.mean():
            yield from difference(key, made, better, LEAST_MONEY)
    made, better = (
        pay / np.maximum(delivered, 1.0)
        for pay, delivered in zip(
            comparison.amounts(PAY), comparison.amounts(DELIVERED), strict=True
        )
    )
    if made.mean() < better.mean():
        yield from difference("pay", made, better, LEAST_PAY)


def difference(key: str, made: Floats, better: Floats, least: float) -> Iterator[Finding]:
    """The sentence about a figure, if it differs by so much and not by chance."""
    change = made - better
    error = float(change.std(ddof=1)) / len(change) ** 0.5
    if abs(change.mean()) >= max(least, SURE * error):
        found = sentence(key, float(made.mean()), float(better.mean()), len(change))
        yield Finding(found, abs(float(change.mean())) / max(error, 1e-9))


def sentence(key: str, played: float, better: float, games: int) -> Explanation:
    values = {"played": told(played, better), "better": told(better, played)}
    evidence = Evidence(MEASURES[key], round(played, 4), round(better, 4), games)
    return Explanation(f"tokyo.{key}", values, (evidence,))


def told(value: float, other: float) -> float | int:
    """A mean as it is said: with a digit behind the point where whole numbers would be equal."""
    return round(value, 1) if round(value) == round(other) else round(value)
