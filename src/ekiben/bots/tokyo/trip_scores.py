"""What a finished trip is worth besides its money and time: the terms that only learning weighs."""

from __future__ import annotations

from ekiben.bots.tokyo.lattice_search import UNREACHED
from ekiben.bots.tokyo.planner_state import (
    DENY,
    END_BIG,
    FOLLOW,
    HERE,
    JOB_VALUE,
    LONG_TRIP,
    RIVALS,
    RIVALS_AFAR,
    RIVALS_FULL,
    RIVALS_LATE,
    PlannerState,
)
from ekiben.bots.tokyo.position_features import SPEED, SPENT_NOW
from ekiben.bots.tokyo.trip_nodes import (
    CITY,
    DENIED,
    FETCHED,
    LENGTH,
    RISK,
    TURNS,
    net_worth,
    worth,
)
from ekiben.core.compiled import bit, compiled, count
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.jobs import JOB_WORDS
from ekiben.games.tokyo.networks import touches
from ekiben.games.tokyo.state import EMPTY, State

NO_RIVAL = 1.0e6  # turns
STRAIGHT, DIAGONAL = 2, 1  # movement for a row or column, and more for both at once


# ---- the position
@compiled
def note_rivals(b: Board, s: State, p: PlannerState, seat: int) -> None:
    """Note for each city how many turns the nearest other train takes there, as the crow flies."""
    if p.weights[RIVALS] != 0.0 or p.weights[DENY] != 0.0:
        for city in range(b.cities):
            p.rival_turns[city] = NO_RIVAL
            for other in range(s.seats):
                if other != seat and s.train[other] != EMPTY:
                    turns = turns_of_rival(b, s, p, other, p.city_post[city])
                    p.rival_turns[city] = min(p.rival_turns[city], turns)


@compiled
def turns_of_rival(b: Board, s: State, p: PlannerState, other: int, post: int) -> float:
    """How many turns another train may take to a city and have room for a job there."""
    turns = crow_flight(b, s.train[other], post) / s.speed[other] + p.weights[RIVALS_LATE]
    if b.big_at[post] == EMPTY and not touches(b, s, other, post):
        turns += p.weights[RIVALS_AFAR]
    return turns + (p.weights[RIVALS_FULL] if is_full(s, other) else 0.0)


@compiled
def is_full(s: State, seat: int) -> bool:
    jobs = 0
    for word in range(JOB_WORDS):
        jobs += count(int(s.carried[seat, word]))
    return jobs >= s.load[seat]


@compiled
def crow_flight(b: Board, post: int, there: int) -> int:
    """Points of movement between two posts over open ground."""
    rows = abs(post // b.columns - there // b.columns)
    columns = abs(post % b.columns - there % b.columns)
    return int(STRAIGHT * max(rows, columns) + DIAGONAL * min(rows, columns))


# ---- a trip
@compiled
def score(p: PlannerState, pool: int, i: int) -> float:
    """The worth of a trip, and what else counts for it by the learned weights."""
    turns, end = p.node_amount[pool, i, TURNS], p.node[pool, i, CITY]
    brought = p.node[pool, i, LENGTH] - count(p.node[pool, i, FETCHED])
    more = p.weights[JOB_VALUE] * brought - p.weights[LONG_TRIP] * turns * turns
    more -= p.weights[RIVALS] * p.node_amount[pool, i, RISK]
    more += p.weights[DENY] * p.node_amount[pool, i, DENIED]
    if end < HERE:
        more += p.weights[END_BIG] * p.is_big[end]
        if p.weights[FOLLOW] != 0.0:
            more += p.weights[FOLLOW] * follow_up(p, pool, i)
    return worth(p, pool, i) + more


@compiled
def follow_up(p: PlannerState, pool: int, i: int) -> float:
    """What the best job left on the map is worth alone from the end of a trip, 0 at least."""
    best, end = 0.0, p.node[pool, i, CITY]
    for job in range(p.carried_count, p.job_count):
        if not p.node[pool, i, FETCHED] & bit(job):
            best = max(best, worth_from(p, end, job))
    return best


@compiled
def worth_from(p: PlannerState, city: int, job: int) -> float:
    """What a job is worth alone to a train in a city; 0 where it cannot come there."""
    origin, goal = p.job_origin[job], p.job_goal[job]
    movement = cost = 0
    if city != origin:
        movement, cost = p.movement[city, origin], p.cost[city, origin]
    if movement == UNREACHED or p.movement[origin, goal] == UNREACHED:
        return 0.0
    movement += p.movement[origin, goal]
    cost += p.cost[origin, goal]
    gain = p.job_reward[job] - p.features[SPENT_NOW] * cost
    return net_worth(p, gain, movement / p.features[SPEED])
