"""The drifter: brings any job it can, whichever takes its fancy."""

from __future__ import annotations

from math import inf

from ekiben.bots.tokyo.planner_bot import CautiousBot
from ekiben.bots.tokyo.weights import Weights
from ekiben.core.layout import View
from ekiben.games.tokyo.state import State

WEIGHTS = Weights(
    move_price=0.5,
    spent=1.0,
    jobs_considered=48.0,
    beam_width=60.0,
    most_jobs=1.0,
    spare=inf,
    near=-inf,
    upgrades=inf,
    early_cities=0.0,
    join_value=0.0,
    replan=0.0,
    defends=0.0,
)  # buys no train, joins no city on purpose, and lets others close cities


class Drifter(CautiousBot):
    """Draws a job by lot and brings it, building what is needed; never joins cities on purpose."""

    name = "drifter"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, WEIGHTS)

    def find_trip(self, s: State, view: View) -> bool:
        count = self.planner.find_candidates(s, self.in_time)
        if count:
            self.planner.call("adopt_trip", s, self.luck(view).randrange(count))
        return count > 0
