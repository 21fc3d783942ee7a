"""The courier: one job at a time, the one that brings most."""

from __future__ import annotations

from math import inf

from ekiben.bots.tokyo.planner_bot import CautiousBot
from ekiben.bots.tokyo.weights import Weights
from ekiben.core.layout import View
from ekiben.games.tokyo.state import State

WEIGHTS = Weights(
    move_price=0.5,
    spent=1.0,
    cushion=20.0,
    load_cushion=inf,
    jobs_considered=40.0,
    beam_width=60.0,
    most_jobs=1.0,
    finalists=3.0,
    near=-inf,
    upgrades=0.0,
    early_cities=0.0,
    join_value=0.0,
    replan=0.0,
)


class Courier(CautiousBot):
    """Keeps to a job until it is brought. `idle`: G to spare before it joins cities."""

    name = "courier"

    def __init__(self, seed: int = 0, idle: int = 100) -> None:
        super().__init__(seed, WEIGHTS._replace(spare=float(idle)))

    def find_trip(self, s: State, view: View) -> bool:
        return self.planner.find_trip(s, self.in_time) > 0
