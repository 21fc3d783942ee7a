"""Turns to win by a formula: those of the best trip, and what it takes to earn the rest.

A trip that earns enough ends the game; whatever is missing after it takes another. The weights, the
spread and the error are fitted by `bench/tokyo_turns.py` to positions played on.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ekiben.analysis.tokyo.look_ahead import (
    CITIES,
    ENDED,
    LINKS,
    LOAD,
    MISSING,
    SPEED,
    TRIP_JOINS,
    TRIP_PAY,
    TRIP_TURNS,
)

Floats = npt.NDArray[np.float64]
WEIGHTS = {
    "one": -0.846,
    "trip": 0.686,  # turns of the best trip
    "rest": 0.809,  # what is missing then, in what a train of this speed goes in a turn
    "cities": 0.048,  # big cities that are still to be joined then
    "again": 7.005,  # whether another trip is needed, and what makes it shorter
    "load": -0.837,
    "links": -0.024,
    "speed": 0.103,
}
SMOOTH = 1.5  # taxes and fees blur whether a trip earns enough, by so many G for each of speed
LEAST = -0.4  # turns: a win in this turn is all but sure


def turns_to_win(rows: Floats) -> Floats:
    """The mean number of turns until each seat wins."""
    turns = terms(rows) @ np.array(list(WEIGHTS.values()), np.float64)
    return np.asarray(np.where(rows[:, ENDED] == 1.0, LEAST, np.maximum(turns, LEAST)), np.float64)


def terms(rows: Floats) -> Floats:
    """What the formula adds up, a row for each position."""
    speed = np.maximum(rows[:, SPEED], 1.0)  # a game that is over has no figures
    rest = SMOOTH * np.logaddexp(0.0, (rows[:, MISSING] - rows[:, TRIP_PAY]) / speed / SMOOTH)
    again = 1.0 - np.exp(-rest)
    return np.stack(
        [
            np.ones(len(rows)),
            rows[:, TRIP_TURNS],
            rest,
            np.maximum(0.0, rows[:, CITIES] - rows[:, TRIP_JOINS]),
            again,
            again * rows[:, LOAD],
            again * rows[:, LINKS],
            again * rows[:, SPEED],
        ],
        axis=1,
    )


def luck_spread(turns: Floats) -> Floats:
    """How far luck spreads turns to win: their standard deviation."""
    return np.asarray(0.4 + 0.6 * np.sqrt(np.maximum(turns, 0.0)), np.float64)


def formula_error(turns: Floats) -> Floats:
    """The standard error of the formula's mean."""
    return np.asarray(0.8 + 0.17 * np.sqrt(np.maximum(turns, 0.0)), np.float64)
