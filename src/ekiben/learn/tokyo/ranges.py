"""The weights that are learned: where each starts, how far it is varied, and its bounds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ekiben.bots.tokyo.dispatcher import Dispatcher
from ekiben.bots.tokyo.weights import Weights

Floats = npt.NDArray[np.float64]
START = Dispatcher().weights


class Range(NamedTuple):
    name: str
    start: float
    step: float
    low: float
    high: float


RANGES = (
    Range("move_price", 1.0, 0.2, 0.4, 2.0),
    Range("spent", 0.75, 0.12, 0.2, 1.3),
    Range("stick", 1.15, 0.08, 1.0, 1.6),
    Range("rate", 0.8, 0.15, 0.3, 1.5),
    Range("cushion", 10.0, 6.0, 0.0, 40.0),
    Range("late", 16.0, 5.0, 2.0, 40.0),
    Range("load_cushion", 50.0, 25.0, 0.0, 150.0),
    Range("loan_price", 5.0, 4.0, 0.0, 30.0),
    Range("most_loans", 2.0, 1.0, 0.0, 5.0),
    Range("spare", 100.0, 40.0, 10.0, 300.0),
    Range("near", 5.0, 3.0, -3.0, 15.0),
    Range("upgrades", 12.0, 4.0, 0.0, 25.0),
    Range("join_value", 28.0, 9.0, 0.0, 70.0),
    Range("pace", 0.95, 0.15, 0.4, 1.8),
    Range("city_reserve", 20.0, 8.0, 0.0, 50.0),
    Range("early_cities", 4.0, 1.0, 0.0, 6.0),
    Range("early_pace", 0.0, 0.2, -0.8, 0.8),
    Range("early_spent", 0.0, 0.12, -0.5, 0.5),
    Range("early_join", 0.0, 9.0, -40.0, 40.0),
    Range("early_loan", 0.0, 6.0, -20.0, 30.0),
    Range("slow_pace", 0.0, 0.2, -0.8, 0.8),
    Range("job_value", 0.0, 4.0, -20.0, 20.0),
    Range("long_trip", 0.0, 0.4, -2.0, 3.0),
    Range("rivals", 0.0, 0.15, -0.3, 1.0),
    Range("end_big", 0.0, 5.0, -25.0, 25.0),
    Range("follow", 0.0, 0.2, -0.4, 1.0),
    Range("toll_price", 0.0, 0.5, -0.8, 2.5),
    Range("upgrade_first", 35.0, 10.0, 5.0, 50.0),
    Range("rivals_late", 0.0, 0.4, -1.5, 3.0),
    Range("rivals_afar", 0.0, 0.5, -0.5, 4.0),
    Range("rivals_full", 0.0, 0.5, -0.5, 4.0),
    Range("deny", 0.0, 0.1, -0.4, 0.6),
)
LOW = np.array([(one.low - one.start) / one.step for one in RANGES], np.float64)
HIGH = np.array([(one.high - one.start) / one.step for one in RANGES], np.float64)


def weights_at(point: Floats) -> Weights:
    """The weights at a point, which is in steps from the start."""
    values = zip(RANGES, point.tolist(), strict=True)
    return START._replace(**{one.name: one.start + one.step * at for one, at in values})


def point_of(weights: Weights) -> Floats:
    """Where weights are, in steps from the start; within bounds."""
    values = weights._asdict()
    steps = np.array([(values[one.name] - one.start) / one.step for one in RANGES], np.float64)
    point: Floats = np.clip(steps, LOW, HIGH)
    return point


START_POINT = point_of(START)
