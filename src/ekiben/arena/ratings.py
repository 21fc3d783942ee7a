"""Ratings by the Plackett–Luce model of finishing orders (Bradley–Terry with two seats).

A finishing order is a row of choices: who comes first of all, who of the rest, and so on; a bot of
strength s is chosen with probability s / (sum of strengths of those left). Strengths of greatest
likelihood come from Newton's method; the rating is 400 · log10 of the strength, moved so that the
anchor has 1000. One drawn game of every bot against the anchor is added (`PRIOR`), so that a bot
that won or lost everything has a finite rating.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ekiben.arena.stats import Array

ANCHORS = ("greedy", "courier", "random")
ANCHORED_AT, SCALE = 1000.0, 400 / math.log(10)
PRIOR = 1.0
CLOSE, STEPS = 1e-10, 200
Ranking = Sequence[Sequence[int]]  # bots, best first, those that share a place together
Choice = tuple[int, tuple[int, ...]]  # who is chosen, and out of how many copies of each bot


def choose_anchor(specs: Sequence[str]) -> str:
    """The bot whose rating is 1000: the first of ANCHORS that plays, or else the first bot."""
    return next((spec for spec in ANCHORS if spec in specs), specs[0])


def finishing_orders(ranking: Ranking) -> list[list[int]]:
    """The finishing orders that a ranking with shared places stands for.

    All of them for up to three that share a place; else rotations and their mirrors, in which
    everybody comes equally often to every place.
    """
    parts = [arrangements(list(together)) for together in ranking]
    return [list(itertools.chain(*parts)) for parts in itertools.product(*parts)]


def arrangements(together: list[int]) -> list[list[int]]:
    if len(together) <= 3:
        return [list(order) for order in itertools.permutations(together)]
    turned = [together[turn:] + together[:turn] for turn in range(len(together))]
    return turned + [order[::-1] for order in turned]


def choices(order: Sequence[int], bots: int) -> Iterator[Choice]:
    """The choices of an order; its last is none, nor is one among copies of one bot."""
    left = Counter(order)
    for one in order:
        if len(+left) > 1:
            yield one, tuple(left[bot] for bot in range(bots))
        left[one] -= 1


@dataclass(frozen=True)
class Choices:
    """All choices of a tournament, equal ones together."""

    chosen: Array  # by choice: which bot
    among: Array  # by choice and bot: how many copies were left
    weights: Array  # by block and choice: how often

    @classmethod
    def of(cls, blocks: Sequence[Sequence[Ranking]], bots: int) -> Choices:
        sums: list[defaultdict[Choice, float]] = [defaultdict(float) for _ in blocks]
        for block, rankings in zip(sums, blocks, strict=True):
            for ranking in rankings:
                possible = finishing_orders(ranking)
                for choice in itertools.chain.from_iterable(
                    choices(order, bots) for order in possible
                ):
                    block[choice] += 1 / len(possible)
        known = sorted({choice for block in sums for choice in block})
        weights = np.array([[block[choice] for choice in known] for block in sums], float).reshape(
            len(blocks), len(known)
        )
        among = np.array([left for _, left in known], float).reshape(len(known), bots)
        return cls(np.array([one for one, _ in known], int), among, weights)

    def with_prior(self, against: int, weight: float = PRIOR) -> Choices:
        """Add a drawn game of every bot against one of them, as a last block of its own."""
        bots = self.among.shape[1]
        pairs = [
            (one, np.eye(bots)[bot] + np.eye(bots)[against])
            for bot in range(bots)
            if bot != against
            for one in (bot, against)
        ]
        wide = np.zeros((len(self.weights) + 1, len(self.chosen) + len(pairs)))
        wide[:-1, : len(self.chosen)] = self.weights
        wide[-1, len(self.chosen) :] = weight / 2
        return Choices(
            np.concatenate([self.chosen, [one for one, _ in pairs]]).astype(int),
            np.concatenate([self.among, *([left] for _, left in pairs)]),
            wide,
        )


def likelihood(strengths: Array, made: Choices, weights: Array) -> float:
    """The logarithm of the likelihood of log-strengths."""
    left = np.log(made.among @ np.exp(strengths))
    return float(weights @ (strengths[made.chosen] - left))


def fit_strengths(made: Choices, weights: Array, fixed: int, start: Array | None = None) -> Array:
    """Log-strengths of greatest likelihood, that of bot `fixed` being 0."""
    bots = made.among.shape[1]
    strengths = np.zeros(bots) if start is None else start.copy()
    others = [bot for bot in range(bots) if bot != fixed]
    for _ in range(STEPS):
        gradient, curvature = slopes(strengths, made, weights)
        step = np.zeros(bots)
        step[others] = np.linalg.lstsq(
            curvature[np.ix_(others, others)], gradient[others], rcond=None
        )[0]
        step *= min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-300))
        strengths = improve(strengths, step, made, weights)
        if np.abs(step).max() < CLOSE:
            break
    return strengths


def slopes(strengths: Array, made: Choices, weights: Array) -> tuple[Array, Array]:
    """The gradient of the log-likelihood, and minus its second derivative."""
    bots = len(strengths)
    parts = made.among * np.exp(strengths)
    parts /= parts.sum(axis=1, keepdims=True)
    expected = weights @ parts
    gradient = np.bincount(made.chosen, weights, bots) - expected
    return gradient, np.diag(expected) - parts.T @ (parts * weights[:, None])


def improve(strengths: Array, step: Array, made: Choices, weights: Array) -> Array:
    """The step, or a part of it where the whole would lead too far."""
    before = likelihood(strengths, made, weights)
    for halves in range(30):
        tried: Array = strengths + step / 2**halves
        if likelihood(tried, made, weights) >= before - 1e-12 * abs(before):
            return tried
    return strengths


def ratings_of(strengths: Array, against: int) -> Array:
    return np.asarray(ANCHORED_AT + SCALE * (strengths - strengths[against]))


def rating_samples(made: Choices, against: int, samples: Array) -> tuple[Array, Array]:
    """The ratings, and those of every bootstrap sample (how often each block is in it)."""
    whole = made.with_prior(against)
    best = fit_strengths(whole, whole.weights.sum(axis=0), against)
    drawn = np.concatenate([samples, np.ones((len(samples), 1))], axis=1) @ whole.weights
    return ratings_of(best, against), np.array(
        [ratings_of(fit_strengths(whole, weights, against, best), against) for weights in drawn],
        np.float64,
    )
