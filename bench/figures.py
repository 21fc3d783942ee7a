"""What the bench measures: figures, and the functions that make them.

One more row of `make bench` is one more function marked with `@row`, in a module of `run.PARTS`.
It returns figures, or raises `Skipped` where this machine cannot measure them.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

import numpy as np

Kind = Literal["ratio", "rate", "seconds", "bytes"]
ROUNDS = 5
SIZES = {  # the largest unit first; whatever is smaller than all is told in the last
    "bytes": ((2**20, "MiB"), (2**10, "KiB"), (1, "bytes")),
    "seconds": ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")),
}


class Skipped(Exception):
    """Why a row cannot be measured here."""


class Figure(NamedTuple):
    """A measured value: of a ratio or a rate more is better, of seconds and bytes less.

    `goal` is what it should reach on two quiet cores.
    """

    name: str
    value: float
    kind: Kind
    unit: str = ""  # of a rate: what is counted, by the second
    goal: float | None = None

    @property
    def more_is_better(self) -> bool:
        return self.kind in ("ratio", "rate")

    @property
    def reached(self) -> bool:
        assert self.goal is not None
        return self.value >= self.goal if self.more_is_better else self.value <= self.goal


class Row(NamedTuple):
    part: str
    measure: Callable[[], Iterable[Figure]]


ROWS: list[Row] = []


def row(part: str) -> Callable[[Callable[[], Iterable[Figure]]], Callable[[], Iterable[Figure]]]:
    """Mark a function as a row of a part of the bench."""

    def add(measure: Callable[[], Iterable[Figure]]) -> Callable[[], Iterable[Figure]]:
        ROWS.append(Row(part, measure))
        return measure

    return add


# ---- how fast the machine is at the moment
def calibrate() -> float:
    """Seconds of a fixed piece of work, to tell a slower program from a busier machine."""
    return statistics.median(fixed_work() for _ in range(ROUNDS))


def fixed_work() -> float:
    start = time.perf_counter()
    total = 0
    for number in range(150_000):
        total += number % 7
    values = np.arange(200_000, dtype=np.int64) * 7919 % 100_003
    values.sort()
    return time.perf_counter() - start


# ---- in words
def shown(figure: Figure) -> str:
    return in_words(figure.value, figure)


def shown_goal(figure: Figure) -> str:
    if figure.goal is None:
        return ""
    sign = "≥" if figure.more_is_better else "≤"
    return f"{sign} {in_words(figure.goal, figure)}: {'yes' if figure.reached else 'no'}"


def in_words(value: float, figure: Figure) -> str:
    if figure.kind == "ratio":
        return f"{value:.2f} {figure.unit}".strip()
    if figure.kind == "rate":
        return f"{value:,.0f} {figure.unit}/s"
    sizes = SIZES[figure.kind]
    size, unit = next((one for one in sizes if value >= one[0]), sizes[-1])
    return f"{value / size:,.1f} {unit}"
