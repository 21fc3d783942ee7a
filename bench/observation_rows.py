"""Rows of the bench: stepping many games with observations and masks."""

from __future__ import annotations

from collections.abc import Iterator

import envs
from figures import Figure, Skipped, row

import ekiben
from ekiben.core.batch import cores

GOALS = {"america": 700_000.0}  # steps a second of one core


@row("observations")
def steps() -> Iterator[Figure]:
    for name in ekiben.games():
        seen = envs.batch(name, "uint8")
        blind = envs.batch(name, None, masks=None)
        what = f"steps with uint8 observations and masks, {name}, 2 seats"
        yield Figure(what, seen, "rate", "steps", goal=GOALS.get(name))
        yield Figure(f"{what}: to steps without", seen / blind, "ratio")


@row("observations")
def all_cores() -> Iterator[Figure]:
    if cores() < 2:
        raise Skipped("one core, so nothing to compare it with")
    what = f"steps with observations, america, {cores()} cores against one"
    yield Figure(what, envs.scaling("america"), "ratio", goal=0.9 * cores())
