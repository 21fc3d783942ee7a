"""Trips: jobs to load and deliver one after the other, with what they cost, bring and take.

The planner of the bots finds and measures them. It works on a state made of the view, so a trip
depends on nothing that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from ekiben.bots.tokyo.builds import BUILDS, RULE_SET
from ekiben.bots.tokyo.dispatcher import Dispatcher
from ekiben.bots.tokyo.planner import Planner
from ekiben.bots.tokyo.planner_state import PlannerState
from ekiben.bots.tokyo.position_features import LAG, LOAN_AMOUNT
from ekiben.bots.tokyo.trip_nodes import COST, LEAST, REWARD, TOLLS, TURNS, ceiling
from ekiben.bots.tokyo.trip_ways import is_missing, way_link, way_start
from ekiben.core.layout import View
from ekiben.core.machine_code import is_cached
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.imagine import state_from
from ekiben.games.tokyo.lattice import link_name
from ekiben.games.tokyo.state import LOSE, State

WEIGHTS = Dispatcher(jobs=2).weights  # trips that can be told in a sentence


@dataclass(frozen=True)
class Stop:
    """A job loaded at its origin, or delivered at its goal; jobs and cities by id."""

    job: str
    city: str
    delivers: bool


@dataclass(frozen=True)
class Trip:
    """Stops in order, and what they come to if nothing happens on the way."""

    stops: tuple[Stop, ...]
    pay: int  # rewards
    cost: int  # of track still to be built
    fees: int  # for the track of others
    loans: int  # that it takes
    turns: int  # of the seat, this one included
    legs: tuple[tuple[str, ...], ...]  # for each stop the links to be built on the way to it

    @property
    def links(self) -> tuple[str, ...]:
        """All that is to be built, in notation."""
        return tuple(link for leg in self.legs for link in leg)

    @property
    def delivered(self) -> tuple[str, ...]:
        return tuple(stop.job for stop in self.stops if stop.delivers)

    @property
    def loaded(self) -> tuple[str, ...]:
        return tuple(stop.job for stop in self.stops if not stop.delivers)

    def until_delivery(self, job: str | None = None) -> tuple[Stop, ...]:
        """The stops up to the delivery of a job, by default the first delivery."""
        ends = [n for n, one in enumerate(self.stops) if one.delivers and job in (None, one.job)]
        return self.stops[: ends[0] + 1] if ends else self.stops


@dataclass(frozen=True)
class Plan:
    """What the seat to act should do now, in notation, and the trip it belongs to, if any."""

    action: str
    trip: Trip | None
    first: Trip | None  # as far as its first delivery; where to place the train, its first job's


# ---- planning
def plan(game: TokyoGame, view: View) -> Plan:
    """The plan for the viewer, who is to act."""
    planner = new_planner(game)
    if state_from(view).asked != LOSE:
        planner.find_trip(state_from(view), lambda: True)
    stops = stops_of(game, planner)
    action = game.action(int(planner.call("choose_action", state_from(view)))).text
    trip = measure(game, view, stops) if stops else None
    if trip is None:
        return Plan(action, None, None)
    if action.split()[0] in ("step", "board", "stop"):
        action, trip = load_before_leaving(game, view, action, trip)
    places = game.asked_names[view.asked] == "place"
    first = measure(game, view, trip.until_delivery(trip.stops[0].job if places else None))
    return Plan(action, trip, first)


# ---- what waits where the train stands
def load_before_leaving(game: TokyoGame, view: View, action: str, trip: Trip) -> tuple[str, Trip]:
    """Load a job of the trip now, where the planner would come back for it, if that is no worse."""
    legal = {game.action(id).text for id in game.legal_ids(state_from(view))}
    for one in trip.stops:
        order = (one, *(other for other in trip.stops if other != one))
        if f"load {one.job}" in legal and not one.delivers and has_room_for(game, view, order):
            sooner = measure(game, view, order)
            if sooner and sooner.turns <= trip.turns and sooner.cost <= trip.cost:
                return f"load {one.job}", sooner
    return action, trip


def has_room_for(game: TokyoGame, view: View, stops: Sequence[Stop]) -> bool:
    """Whether the train can carry all that is on it at any stop."""
    seat = int(view.viewer or 0)
    aboard = sum(has(view.carried[seat], job.number) for job in game.board.jobs)
    changes = accumulate((-1 if one.delivers else 1 for one in stops), initial=aboard)
    return max(changes) <= int(view.load[seat])


def new_planner(game: TokyoGame) -> Planner:
    """A planner without a trip, as machine code where that is at hand."""
    is_there = game.builds.compiled is not None or is_cached(RULE_SET)
    if is_there and BUILDS.can_compile() and not BUILDS.is_asked_for:
        BUILDS.fastest()
    return Planner(game, WEIGHTS)


def stops_of(game: TokyoGame, planner: Planner) -> list[Stop]:
    """The stops of a planner's trip that are still to come."""
    jobs, delivers = planner.get("trip_job"), planner.get("trip_delivers")
    left = range(int(planner.get("trip_next")), int(planner.get("trip_length")))
    return [stop(game, int(jobs[k]), bool(delivers[k])) for k in left]


def stop(game: TokyoGame, number: int, delivers: bool) -> Stop:
    job = game.board.jobs[number]
    city = game.board.cities[job.goal if delivers else job.origin]
    return Stop(job.id, city.id, delivers)


# ---- measuring
def measure(game: TokyoGame, view: View, stops: Sequence[Stop]) -> Trip | None:
    """What a trip comes to for the viewer, who is to act; None if it cannot be done."""
    planner = new_planner(game)
    give_trip(game, planner, stops)
    if not planner.call("keep_trip", state_from(view)):
        return None
    p = record_of(planner)
    end = len(stops) % 2, 0  # the pool of the last node: nodes go from one pool to the other
    amounts = p.node_amount[end]
    planner.call("choose_action", state_from(view))
    return Trip(
        stops=tuple(stops),
        pay=int(p.node[end][REWARD]),
        cost=int(p.node[end][COST]),
        fees=round(float(amounts[TOLLS])),
        loans=ceiling(max(0.0, -float(amounts[LEAST])) / p.features[LOAN_AMOUNT]),
        turns=max(1, ceiling(float(amounts[TURNS]) - p.features[LAG] + 1.0)),
        legs=missing_links(game, state_from(view), record_of(planner)),
    )


def give_trip(game: TokyoGame, planner: Planner, stops: Sequence[Stop]) -> None:
    """Let the planner follow these stops."""
    numbers = {job.id: job.number for job in game.board.jobs}
    for k, one in enumerate(stops):
        planner.get("trip_job")[k] = numbers[one.job]
        planner.get("trip_delivers")[k] = int(one.delivers)
    planner.order("trip_length", len(stops))


def record_of(planner: Planner) -> PlannerState:
    """The planner's state as a record, whichever build it runs in."""
    return PlannerState.unpack(planner.state.buffer) if planner.compiled else planner.state


def missing_links(game: TokyoGame, s: State, p: PlannerState) -> tuple[tuple[str, ...], ...]:
    """What each leg of the planned trip lacks, besides what the legs before it lack as well."""
    b, seen, legs = game.plain_board, set[int](), []
    for k in range(p.trip_next, p.trip_length):
        way = range(way_start(p, k), p.way_end[k])
        links = dict.fromkeys(way_link(b, p, n) for n in way if is_missing(b, s, p, n))
        legs.append(tuple(link_name(link, b.columns) for link in links if link not in seen))
        seen.update(links)
    return tuple(legs)
