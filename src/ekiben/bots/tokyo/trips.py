"""Trips: jobs to be fetched and brought one after the other, with what they cost, bring and take in
turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from heapq import nlargest
from math import ceil, inf
from typing import NamedTuple

from ekiben.bots.tokyo.features import LOAD, Atlas, Sight, Stop
from ekiben.bots.tokyo.spread import Chart, Charts, unbuilt
from ekiben.games.tokyo.state import BUILD, EMPTY, MOVE, PLACE, SEASON

VICTORY = 1000.0  # G that winning is worth, the sooner the more
PAUSE = 0.4  # turns a trip takes besides its way: what is lost at its ends


@dataclass(frozen=True)
class Trip:
    """Stops in their order; `worth` is G a turn, `least` the least cash on the way, `credit` what
    may be borrowed for it.
    """

    stops: tuple[Stop, ...] = ()
    worth: float = -inf
    turns: float = 0.0
    gain: float = 0.0
    least: int = 0
    credit: int = 0


class Leaf(NamedTuple):
    """A trip as far as it is thought of."""

    city: int  # EMPTY: where the train stands
    carried: tuple[int, ...]
    stops: tuple[Stop, ...]
    turns: float
    cash: float
    least: float
    cost: int
    tolls: float
    reward: int
    legs: frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Taste:
    """How a bot looks for trips: how many jobs to fetch in one, among how many, how many thoughts
    it follows at a time; what part of a G built it counts as spent; how many trips it looks at leg
    by leg in the end.
    """

    jobs: int = 1
    among: int = 40
    width: int = 60
    spent: float = 1.0
    finalists: int = 3


class Planner:
    """Finds trips in one position."""

    def __init__(
        self,
        atlas: Atlas,
        sight: Sight,
        charts: Charts,
        taste: Taste,
        in_time: Callable[[], bool] = lambda: True,
    ) -> None:
        self.atlas, self.sight, self.charts, self.taste, self.in_time = (
            atlas,
            sight,
            charts,
            taste,
            in_time,
        )
        self.each_turn = int(atlas.b.each_turn)
        moving = sight.asked == MOVE and not sight.s.still
        self.lag = sight.left / sight.speed if moving else 0.0
        self.in_season = self.lag if moving else float(self.drew_season())
        joined = sight.joined >= sight.goal_joined
        self.victory = sight.goal_money + int(atlas.b.repay_cost) * sight.loans if joined else inf
        self.here = None if sight.asked == PLACE else charts.at(sight.post)

    def drew_season(self) -> bool:
        tile = int(self.sight.s.force[self.sight.seat])
        return (
            self.sight.asked == BUILD and tile != EMPTY and int(self.atlas.b.kind[tile]) == SEASON
        )

    # ---- one stop more
    def chart(self, city: int) -> Chart | None:
        return self.charts.of(city) if city != EMPTY else self.here

    def start(self) -> Leaf:
        cash = self.sight.money + self.sight.coming
        return Leaf(EMPTY, tuple(self.sight.carried), (), 0.0, cash, cash, 0, 0.0, 0, frozenset())

    def further(self, leaf: Leaf, stop: Stop, credit: int) -> Leaf | None:
        return self.by_chart(self.chart(leaf.city), leaf, stop, credit)

    def by_chart(self, chart: Chart | None, leaf: Leaf, stop: Stop, credit: int) -> Leaf | None:
        """The trip with one stop more; None when it cannot be paid, or comes too late."""
        city = stop.city
        if chart is None:
            run, cost, tolls = 0, 0, 0.0
        elif not chart.reached[city]:
            return None
        else:
            run, cost, tolls = chart.run[city], chart.cost[city], chart.tolls[city]
        leg = (leaf.city, city) if leaf.city < city else (city, leaf.city)
        cost = 0 if leg in leaf.legs else cost
        cash = leaf.cash - cost - tolls
        if (cost and cash < -credit) or (chart is None and city not in self.atlas.places):
            return None
        return self.arrived(leaf, stop, (run, cost, tolls, cash), leg)

    def arrived(
        self, leaf: Leaf, stop: Stop, way: tuple[int, int, float, float], leg: tuple[int, int]
    ) -> Leaf | None:
        run, cost, tolls, cash = way
        total, takes = leaf.cost + cost, run / self.sight.speed
        turns = leaf.turns + takes
        if cost:
            turns = max(turns, self.lag + ceil(total / self.each_turn) - 1 + takes)
        if stop.what == LOAD:
            if self.atlas.season[stop.job] != EMPTY and turns > self.in_season:
                return None
            carried, reward = (*leaf.carried, stop.job), 0
        else:
            carried, reward = (
                tuple(job for job in leaf.carried if job != stop.job),
                self.atlas.reward[stop.job],
            )
        return Leaf(
            stop.city,
            carried,
            (*leaf.stops, stop),
            turns,
            cash + reward,
            min(leaf.least, cash),
            total,
            leaf.tolls + tolls,
            leaf.reward + reward,
            leaf.legs | {leg},
        )

    # ---- what it is worth
    def worth(self, leaf: Leaf, credit: int = 0) -> float:
        gain = leaf.reward - self.taste.spent * leaf.cost - leaf.tolls
        return (VICTORY if leaf.cash >= self.victory else 0) / max(
            1, ceil(leaf.turns - self.lag + 1)
        ) + gain / (leaf.turns + PAUSE)

    def promise(self, leaf: Leaf) -> float:
        """What it would be worth if all on the train could be brought as easily as the furthest of
        them.
        """
        if not leaf.carried:
            return self.worth(leaf)
        chart = self.chart(leaf.city)
        goals = [self.atlas.goal[job] for job in leaf.carried]
        if chart is None:
            return self.worth(leaf)
        run = max(chart.run[goal] if chart.reached[goal] else 999 for goal in goals)
        cost = max(chart.cost[goal] for goal in goals)
        reward = leaf.reward + sum(self.atlas.reward[job] for job in leaf.carried)
        return (reward - self.taste.spent * (leaf.cost + cost) - leaf.tolls) / (
            leaf.turns + run / self.sight.speed + PAUSE
        )

    def trip(self, leaf: Leaf, credit: int) -> Trip:
        gain = leaf.reward - leaf.cost - leaf.tolls
        return Trip(leaf.stops, self.worth(leaf, credit), leaf.turns, gain, int(leaf.least), credit)

    # ---- search
    def trips(self, credit: int = 0) -> Iterator[Trip]:
        """All trips that end with a job brought, as far as the search follows them; out of time,
        those with one job.
        """
        leaves, fetch = [self.start()], self.candidates(credit)
        for stops in range(2 * self.taste.jobs + len(self.sight.carried)):
            if stops >= 2 and not self.in_time():
                return
            leaves = [
                further
                for leaf in leaves
                for stop in self.next_stops(leaf, fetch)
                if (further := self.further(leaf, stop, credit)) is not None
            ]
            yield from (self.trip(leaf, credit) for leaf in leaves if leaf.stops[-1].what != LOAD)
            leaves = sorted(leaves, key=self.promise, reverse=True)[: self.taste.width]

    def next_stops(self, leaf: Leaf, fetch: list[Stop]) -> Iterator[Stop]:
        yield from (self.atlas.bring(job) for job in leaf.carried)
        fetched = {stop.job for stop in leaf.stops if stop.what == LOAD}
        if len(leaf.carried) < self.sight.load and len(fetched) < self.taste.jobs:
            yield from (stop for stop in fetch if stop.job not in fetched)

    def candidates(self, credit: int) -> list[Stop]:
        """Jobs worth fetching, the best first by what each is worth alone; only some of them when
        there is no time.
        """
        empty = self.start()._replace(carried=())
        rated: list[tuple[float, int]] = []
        for job in self.sight.on_map:
            if self.in_time() or not rated:
                rated.append((self.alone(empty, job, credit), job))
        rated = sorted(pair for pair in rated if pair[0] < inf)
        return [self.atlas.pick_up(job) for _, job in rated[: self.taste.among]]

    def alone(self, leaf: Leaf, job: int, credit: int) -> float:
        """Less is better."""
        loaded = self.further(leaf, self.atlas.pick_up(job), max(credit, 100))
        brought = (
            self.further(loaded, self.atlas.bring(job), max(credit, 100))
            if loaded is not None
            else None
        )
        return -self.worth(brought) if brought is not None else inf

    def best(self, credits: Iterable[int]) -> Trip:
        """The best trip with the least credit that allows any."""
        for credit in credits:
            few = nlargest(self.taste.finalists, self.trips(credit), key=lambda trip: trip.worth)
            if few:
                return max(
                    (self.again(trip) if self.in_time() else trip for trip in few),
                    key=lambda trip: trip.worth,
                )
        return Trip()

    def again(self, trip: Trip) -> Trip:
        """A trip as it looks now, with each leg's track there for the next."""
        leaf: Leaf | None = self.start() if trip.stops else None
        charts, chart = self.charts, self.here
        for stop in trip.stops:
            leaf = self.by_chart(chart, leaf, stop, trip.credit) if leaf is not None else None
            if leaf is None:
                return Trip()
            if chart is not None:
                charts = charts.with_track(unbuilt(self.atlas.b, charts.s, chart.moves(stop.city)))
            chart = charts.of(stop.city)
        return self.trip(leaf, trip.credit) if leaf is not None else Trip()


def still_to_do(trip: Trip, sight: Sight) -> Trip:
    """A trip without what is done; an empty one when it cannot be done any more."""
    to_load = {
        stop.job for stop in trip.stops if stop.what == LOAD and stop.job not in sight.carried
    }
    if not to_load <= set(sight.on_map):
        return Trip()
    ready = to_load | set(sight.carried)
    stops = tuple(
        stop
        for stop in trip.stops
        if (stop.job in to_load if stop.what == LOAD else stop.job in ready)
    )
    return replace(trip, stops=stops) if stops else Trip()
