"""The dispatcher: trips of several jobs, with the cash checked at every stop."""

from __future__ import annotations

from math import inf

from ekiben.bots.bot import Limit
from ekiben.bots.tokyo.planner_bot import PlannerBot
from ekiben.bots.tokyo.weights import Weights
from ekiben.core.layout import View
from ekiben.games.tokyo.state import State


class Dispatcher(PlannerBot):
    """Plans anew at every turn, with the expert's weights but a narrower search; no playouts."""

    name = "dispatcher"

    def __init__(
        self,
        seed: int = 0,
        jobs: int = 3,
        among: int = 12,
        width: int = 100,
        spent: float = 0.9,
        stick: float = 1.15,
        rate: float = 0.6,
        cushion: int = 3,
        late: float = 16.0,
        finalists: int = 24,
        purse: int = 40,
        upgrades: float = 16.0,
    ) -> None:
        super().__init__(
            seed,
            Weights(
                most_jobs=jobs,
                jobs_considered=among,
                beam_width=width,
                spent=spent,
                stick=stick,
                rate=rate,
                cushion=cushion,
                late=late,
                finalists=finalists,
                load_cushion=purse,
                upgrades=upgrades,
                loans_held=inf,
            ),
        )

    def plan(self, s: State, view: View, limit: Limit, is_new: bool) -> None:
        self.planner.find_trip(s, self.in_time)
