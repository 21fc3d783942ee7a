"""Nodes of the search for trips: a trip as far as it is planned, with its money and time.

A stop is a job's number times two, plus one where it is delivered. Nodes lie in two pools, those
with a stop more in the other pool.
"""

from __future__ import annotations

from ekiben.bots.tokyo.lattice_search import UNREACHED
from ekiben.bots.tokyo.planner_state import (
    CITY_RESERVE,
    HERE,
    MOST_LOANS,
    TOLL_PRICE,
    PlannerState,
)
from ekiben.bots.tokyo.position_features import (
    CITIES_LACKING,
    EACH_TURN,
    IN_SEASON,
    JOIN_NOW,
    LAG,
    LOAN_AMOUNT,
    LOAN_NOW,
    PACE_NOW,
    SPEED,
    SPENT_NOW,
    START_CASH,
    VICTORY,
)
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.tokyo.state import EMPTY, PLACE, State

CITY, CARRIED, FETCHED, LENGTH, COST, REWARD = range(6)  # of a node, whole numbers
TURNS, CASH, LEAST, TOLLS, JOINED, RISK, DENIED = range(7)  # and other amounts
SOON = 2.0  # turns after which another train comes soon
WIN_BONUS = 1000.0  # G that winning is worth, the sooner the more
IMPOSSIBLE = -1.0e9  # worth of a trip that cannot be done


# ---- one stop more
@compiled
def ceiling(number: float) -> int:
    """The next whole number from there."""
    return -int(-number // 1.0)


@compiled
def start_node(s: State, p: PlannerState, pool: int) -> None:
    """Write a node without stops."""
    p.node[pool, 0, CITY] = EMPTY if s.asked == PLACE else HERE
    p.node[pool, 0, CARRIED] = bit(p.carried_count) - 1
    p.node[pool, 0, FETCHED] = 0
    p.node[pool, 0, LENGTH] = 0
    p.node[pool, 0, COST] = 0
    p.node[pool, 0, REWARD] = 0
    p.node_amount[pool, 0, TURNS] = 0.0
    p.node_amount[pool, 0, TOLLS] = 0.0
    p.node_amount[pool, 0, JOINED] = 0.0
    p.node_amount[pool, 0, RISK] = 0.0
    p.node_amount[pool, 0, DENIED] = 0.0
    p.node_amount[pool, 0, CASH] = p.features[START_CASH]
    p.node_amount[pool, 0, LEAST] = p.features[START_CASH]


@compiled
def repeats_leg(p: PlannerState, pool: int, i: int, city: int) -> bool:
    """Whether a node goes this leg already: then its track is there."""
    here, before = p.node[pool, i, CITY], HERE
    for n in range(p.node[pool, i, LENGTH]):
        there = stop_city(p, p.node_stop[pool, i, n])
        if (before == here and there == city) or (before == city and there == here):
            return True
        before = there
    return False


@compiled
def stop_city(p: PlannerState, stop: int) -> int:
    return int(p.job_goal[stop // 2] if stop % 2 else p.job_origin[stop // 2])


@compiled
def add_stop(
    p: PlannerState, pool: int, i: int, j: int, stop: int, movement: int, cost: int, tolls: float
) -> bool:
    """Write node j of the other pool, node i with one stop more; False if unpaid or too late."""
    job, other, takes = stop // 2, 1 - pool, movement / p.features[SPEED]
    cash = p.node_amount[pool, i, CASH] - cost - tolls
    total = p.node[pool, i, COST] + cost
    turns = p.node_amount[pool, i, TURNS] + takes
    if cost > 0:
        if cash < -p.features[LOAN_AMOUNT] * p.weights[MOST_LOANS]:
            return False
        turns = max(turns, p.features[LAG] + ceiling(total / p.features[EACH_TURN]) - 1 + takes)
    if stop % 2 == 0 and p.job_season[job] != EMPTY and turns > p.features[IN_SEASON]:
        return False
    copy_stops(p, pool, i, j, stop, total)
    p.node_amount[other, j, TURNS] = turns
    p.node_amount[other, j, CASH] = cash + (p.job_reward[job] if stop % 2 else 0)
    p.node_amount[other, j, LEAST] = min(p.node_amount[pool, i, LEAST], cash)
    p.node_amount[other, j, TOLLS] = p.node_amount[pool, i, TOLLS] + tolls
    p.node_amount[other, j, JOINED] = p.node_amount[pool, i, JOINED] + (
        1 if cost > 0 and joins_city(p, pool, i, stop_city(p, stop)) else 0
    )
    reward = 0 if stop % 2 else p.job_reward[job]
    lead = p.rival_turns[stop_city(p, stop)] - turns
    p.node_amount[other, j, RISK] = p.node_amount[pool, i, RISK] + reward * part_of(-lead)
    p.node_amount[other, j, DENIED] = p.node_amount[pool, i, DENIED] + (
        reward * part_of(1.0 - lead / SOON) if lead > 0.0 else 0.0
    )
    return True


@compiled
def part_of(number: float) -> float:
    """The number as a part of one, from none to all."""
    return max(0.0, min(1.0, number))


@compiled
def joins_city(p: PlannerState, pool: int, i: int, city: int) -> bool:
    """Whether a node comes for the first time to a big city that is still to be joined."""
    if not p.unjoined[city]:
        return False
    for n in range(p.node[pool, i, LENGTH]):
        if stop_city(p, p.node_stop[pool, i, n]) == city:
            return False
    return True


@compiled
def copy_stops(p: PlannerState, pool: int, i: int, j: int, stop: int, total: int) -> None:
    """Write the whole numbers of a node with one stop more."""
    job, other, n = stop // 2, 1 - pool, p.node[pool, i, LENGTH]
    for k in range(n):
        p.node_stop[other, j, k] = p.node_stop[pool, i, k]
    p.node_stop[other, j, n] = stop
    brought = stop % 2
    p.node[other, j, CITY] = stop_city(p, stop)
    p.node[other, j, LENGTH] = n + 1
    p.node[other, j, COST] = total
    p.node[other, j, CARRIED] = p.node[pool, i, CARRIED] ^ bit(job)
    p.node[other, j, FETCHED] = p.node[pool, i, FETCHED] | (0 if brought else bit(job))
    p.node[other, j, REWARD] = p.node[pool, i, REWARD] + (p.job_reward[job] if brought else 0)


@compiled
def extend_node(p: PlannerState, pool: int, i: int, j: int, stop: int) -> bool:
    """Add a stop by the distances between cities."""
    city, there = p.node[pool, i, CITY], stop_city(p, stop)
    if city == EMPTY:
        return add_stop(p, pool, i, j, stop, 0, 0, 0.0)
    if city == there:
        return add_stop(p, pool, i, j, stop, 0, 0, 0.0)
    if p.movement[city, there] == UNREACHED:
        return False
    cost = 0 if repeats_leg(p, pool, i, there) else p.cost[city, there]
    return add_stop(p, pool, i, j, stop, p.movement[city, there], cost, p.tolls[city, there])


# ---- what it is worth
@compiled
def price_of_loans(p: PlannerState, least: float) -> float:
    """What the loans count that a trip with so little cash needs."""
    return p.features[LOAN_NOW] * ceiling(max(0.0, -least) / p.features[LOAN_AMOUNT])


@compiled
def price_of_tolls(p: PlannerState, pool: int, i: int) -> float:
    return float((1.0 + p.weights[TOLL_PRICE]) * p.node_amount[pool, i, TOLLS])


@compiled
def worth(p: PlannerState, pool: int, i: int) -> float:
    """G above the pace at which a train should earn; winning with it counts most."""
    turns, cash = p.node_amount[pool, i, TURNS], p.node_amount[pool, i, CASH]
    gain = (
        p.node[pool, i, REWARD]
        - p.features[SPENT_NOW] * p.node[pool, i, COST]
        - price_of_tolls(p, pool, i)
    )
    gain += p.features[JOIN_NOW] * p.node_amount[pool, i, JOINED] - price_of_loans(
        p, p.node_amount[pool, i, LEAST]
    )
    lacking = max(0.0, p.features[CITIES_LACKING] - p.node_amount[pool, i, JOINED])
    prize = (
        WIN_BONUS / max(1, ceiling(turns - p.features[LAG] + 1.0))
        if cash >= p.features[VICTORY] + p.weights[CITY_RESERVE] * lacking
        else 0.0
    )
    return prize + net_worth(p, gain, turns)


@compiled
def net_worth(p: PlannerState, gain: float, turns: float) -> float:
    """A gain less what the train should earn in so many turns."""
    return gain - p.features[PACE_NOW] * p.features[SPEED] * turns


@compiled
def estimate(p: PlannerState, pool: int, i: int) -> float:
    """What a node would be worth if all on the train went as easily as the furthest job."""
    carried, city = int(p.node[pool, i, CARRIED]), p.node[pool, i, CITY]
    movement = cost = reward = 0
    while carried:
        job = lowest(carried)
        carried &= carried - 1
        there = p.job_goal[job]
        movement, cost = (
            max(movement, 0 if there == city else p.movement[city, there]),
            max(cost, 0 if there == city else p.cost[city, there]),
        )
        reward += p.job_reward[job]
    gain = (
        reward
        + p.node[pool, i, REWARD]
        - p.features[SPENT_NOW] * (p.node[pool, i, COST] + cost)
        - price_of_tolls(p, pool, i)
    )
    gain += p.features[JOIN_NOW] * p.node_amount[pool, i, JOINED]
    return net_worth(p, gain, p.node_amount[pool, i, TURNS] + movement / p.features[SPEED])
