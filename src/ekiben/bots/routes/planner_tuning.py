"""The planner's weights by board and number of seats, as `bench/tune.py` found them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from ekiben.bots.routes.planner_weights import NAMES, TABLES

FILE = Path(__file__).with_name("planner.toml")
FALLBACK = "america"  # the board whose weights one without its own gets


@cache
def weight_tables() -> dict[str, dict[str, dict[str, float]]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def tuned_weights(board: str) -> list[float]:
    """All weights of a board: for two seats, for three, for more."""
    tables = weight_tables().get(board, weight_tables()[FALLBACK])
    return [float(tables[str(seats)][name]) for seats in range(2, 2 + TABLES) for name in NAMES]
