"""The dispatcher: trips of several jobs, with the cash checked at every stop."""

from __future__ import annotations

from ekiben.bots.tokyo.planner_bot import PlannerBot
from ekiben.bots.tokyo.weights import Weights
from ekiben.core.layout import View
from ekiben.games.tokyo.state import State


class Dispatcher(PlannerBot):
    """Plan again at every turn, with a narrower search than the expert's and no playouts."""

    name = "dispatcher"

    def __init__(
        self,
        seed: int = 0,
        jobs: int = 3,
        among: int = 12,
        width: int = 100,
        spent: float = 0.75,
        stick: float = 1.15,
        rate: float = 0.8,
        cushion: int = 10,
        late: float = 16.0,
        finalists: int = 24,
        purse: int = 50,
        upgrades: float = 12.0,
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
            ),
        )

    def plan(self, s: State, view: View) -> None:
        self.planner.find_trip(s, self.in_time)
