"""Positions to look at: games played at random, some of them in every stage."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import ekiben

GAMES = ekiben.games()
ROUTE_GAMES = GAMES[:4]
TABLES = [
    ("america", 2),
    ("america", 5),
    ("europe", 3),
    ("great-lakes", 2),
    ("great-lakes", 4),
    ("london", 4),
    ("tokyo", 2),
    ("tokyo", 5),
]


@cache
def load(name: str) -> Any:
    return ekiben.load(name)


def played(name: str, seats: int, seed: int, every: int, most: int = 400) -> Iterator[Any]:
    """A random game, stopped at every so many actions and at its end if it comes in time."""
    match, luck = load(name).new(seats, seed), random.Random(seed)
    for number in range(most):
        if match.over or number % every == 0:
            yield match
        if match.over:
            return
        legal = match.position.legal()
        match.play(luck.choice(legal))
