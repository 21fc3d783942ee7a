"""Rows of the bench: stepping many games with observations and masks."""

from __future__ import annotations

from collections.abc import Iterator

import envs
from figures import Figure, row

import ekiben


@row("observations")
def steps() -> Iterator[Figure]:
    for name in ekiben.games():
        seen = envs.batch(name, "uint8")
        blind = envs.batch(name, None, masks=None)
        what = f"steps with uint8 observations and masks, {name}, 2 seats"
        yield Figure(what, seen, "rate", "steps")
        yield Figure(f"{what}: to steps without", seen / blind, "ratio")
