"""Is A better than B? A sequential test over blocks: it goes on only until the answer is clear.

The generalised sequential probability ratio test: a block's result is the mean of A's wins over all
seatings of a deal (with two seats and no ties 0, ½ or 1). The likelihood of the results seen so far
is compared under the best distributions whose means are what `low` and `high` Elo would give.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ekiben.core.errors import EkibenError

FAINT = 1e-3  # weight of the results 0 and 1 where they have not been seen: all means are possible


@dataclass(frozen=True)
class Test:
    """The question: is A worth `low` Elo, or `high`?

    `alpha` and `beta` bound the chances of a wrong answer either way.
    """

    __test__ = False  # not one of pytest's

    low: float = 0.0
    high: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05
    seats: int = 2

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise EkibenError(
                "Elo bounds are two numbers, the lower one first, "
                f"not {self.low:g} and {self.high:g}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise EkibenError(
                "alpha and beta are chances between 0 and 0.5, "
                f"not {self.alpha:g} and {self.beta:g}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """At or below the first the answer is no, at or above the second yes."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, results: Mapping[float, float]) -> float:
        """The log-likelihood ratio of block results, counted by value."""
        counts = {0.0: FAINT, 1.0: FAINT}
        for value, count in results.items():
            counts[value] = max(counts.get(value, 0.0), count)
        low, high = (fit(counts, expected_share(elo, self.seats)) for elo in (self.low, self.high))
        return sum(count * math.log(high[value] / low[value]) for value, count in counts.items())

    def answer(self, ratio: float) -> str | None:
        no, yes = self.bounds
        return "yes" if ratio >= yes else "no" if ratio <= no else None

    def follow(self, results: Iterable[float]) -> Verdict:
        """Follow the test block after block, up to the first that makes the answer clear."""
        counts: Counter[float] = Counter()
        verdict = Verdict(self, counts, 0.0, None)
        for result in results:
            counts[round(result, 9)] += 1
            ratio = self.ratio(counts)
            verdict = Verdict(self, counts, ratio, self.answer(ratio))
            if verdict.answer:
                break
        return verdict


@dataclass(frozen=True)
class Verdict:
    """How the test stands; the answer is None while it is open."""

    test: Test
    counts: Counter[float]
    ratio: float
    answer: str | None

    @property
    def blocks(self) -> int:
        return self.counts.total()

    @property
    def mean(self) -> float:
        return (
            sum(value * count for value, count in self.counts.items()) / self.blocks
            if self.blocks
            else float("nan")
        )

    def elo(self) -> tuple[float, float, float]:
        """The estimate and its 95 % interval, from the spread of the blocks.

        It is of the games played: stopping at a clear moment makes the difference look somewhat
        too large.
        """
        spread = sum(
            count * (value - self.mean) ** 2 for value, count in self.counts.items()
        ) / max(1, self.blocks - 1)
        error = 1.96 * math.sqrt(spread / self.blocks) if self.blocks else float("nan")
        mean, seats = self.mean, self.test.seats
        return elo(mean, seats), elo(mean - error, seats), elo(mean + error, seats)


def expected_share(elo: float, seats: int = 2) -> float:
    """The win share of a bot so much better than the others at its table."""
    return 1 / (1 + (seats - 1) * 10 ** (-elo / 400))


def elo(share: float, seats: int = 2) -> float:
    """The other way round; infinite for all or nothing."""
    if not 0 < share < 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share * (seats - 1) / (1 - share))


def fit(counts: Mapping[float, float], mean: float) -> dict[float, float]:
    """Of all distributions over these values with this mean, the one that fits the counts best."""
    total = sum(counts.values())
    lowest, highest = -1 / (max(counts) - mean), 1 / (mean - min(counts))
    for _ in range(64):
        middle = (lowest + highest) / 2
        pull = sum(
            count * (value - mean) / (1 + middle * (value - mean))
            for value, count in counts.items()
        )
        lowest, highest = (middle, highest) if pull > 0 else (lowest, middle)
    return {value: count / total / (1 + middle * (value - mean)) for value, count in counts.items()}
