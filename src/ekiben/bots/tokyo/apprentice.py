"""The apprentice: the job that is least trouble, whatever better ones there are."""

from __future__ import annotations

import random
from math import inf

from ekiben.bots.tokyo.planner_bot import CautiousBot
from ekiben.bots.tokyo.planner_state import HERE
from ekiben.bots.tokyo.weights import Weights
from ekiben.core.layout import View
from ekiben.games.tokyo.state import PLACE, State

WEIGHTS = Weights(
    move_price=0.5,
    spent=1.0,
    load_cushion=inf,
    jobs_considered=48.0,
    beam_width=60.0,
    most_jobs=1.0,
    near=-inf,
    upgrades=0.0,
    early_cities=0.0,
    join_value=0.0,
    replan=0.0,
    defends=0.0,
)
BORROWS = 2  # loans that it takes for a trip without a second thought


class Apprentice(CautiousBot):
    """Brings one job at a time, the nearest that pays for its track.

    `purse`: G it keeps when it buys a train; `idle`: G to spare before it joins cities; `fancy`:
    how many G and spaces further it goes for a job that it happens to like, and `pay`: for each G
    that a job brings.
    """

    name = "apprentice"

    def __init__(
        self, seed: int = 0, purse: int = 100, idle: int = 150, fancy: int = 10, pay: float = 0.15
    ) -> None:
        super().__init__(seed, WEIGHTS._replace(cushion=float(purse), spare=float(idle)))
        self.fancy = fancy
        self.pay = pay

    def find_trip(self, s: State, view: View) -> bool:
        if self.planner.weights.most_loans < BORROWS:
            self.planner.reweigh(self.weights._replace(most_loans=float(BORROWS)))
        count = self.planner.find_candidates(s, self.in_time)
        if count:
            trip = min(range(count), key=lambda n: self.trouble(s, n))
            self.planner.call("adopt_trip", s, trip)
        return count > 0

    def trouble(self, s: State, n: int) -> tuple[bool, bool, float, int]:
        """A trip with what is on the train comes first, then one that pays, then a near one."""
        get = self.planner.get
        stops = [int(stop) for stop in get("finalist_stop")[n][: get("finalist_length")[n]]]
        jobs = {stop // 2 for stop in stops}
        here, way, cost = None if s.asked == PLACE else HERE, 0, 0
        for stop in stops:
            there = int(get("job_goal" if stop % 2 else "job_origin")[stop // 2])
            if here not in (None, there):
                way += int(get("movement")[here, there])
                cost += int(get("cost")[here, there])
            here = there
        reward = sum(int(get("job_reward")[job]) for job in jobs)
        fetched = {job for job in jobs if job >= get("carried_count")}
        tile = int(get("job_tile")[min(jobs)])
        return (
            bool(fetched),
            reward <= cost,
            way + cost - self.pay * reward + self.liking(tile),
            tile,
        )

    def liking(self, tile: int) -> float:
        """Some jobs please it more than others, whatever they pay."""
        return self.fancy * random.Random(f"{self.seed} {tile}").random()
