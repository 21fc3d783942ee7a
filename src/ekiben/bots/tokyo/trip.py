"""The planned trip: chosen among the finalists, and kept as long as it can be done."""

from __future__ import annotations

from ekiben.bots.tokyo.beam_search import find_finalists
from ekiben.bots.tokyo.planner_state import STALE, STICK, PlannerState
from ekiben.bots.tokyo.trip_legs import assess
from ekiben.bots.tokyo.trip_nodes import IMPOSSIBLE
from ekiben.core.compiled import compiled
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.state import EMPTY, State

STICK_UNIT = 100.0  # G by which a new trip must be better, for each 1 that `stick` is above 1


# ---- what is left to do
@compiled
def is_done(s: State, p: PlannerState, seat: int, k: int) -> bool:
    """Whether a job to load is on the train, or one to deliver is not any more."""
    return has(s.carried[seat], p.trip_job[k]) != (p.trip_delivers[k] > 0)


@compiled
def can_be_done(s: State, p: PlannerState, seat: int) -> bool:
    """Whether all jobs to load are still there."""
    for k in range(p.trip_next, p.trip_length):
        if (
            not p.trip_delivers[k]
            and not has(s.carried[seat], p.trip_job[k])
            and not has(s.on_map, p.trip_job[k])
        ):
            return False
    return True


@compiled
def drop_done_stops(s: State, p: PlannerState, seat: int) -> bool:
    """Drop what is done, and a trip that cannot be done any more; tell whether one is left."""
    if not can_be_done(s, p, seat):
        drop_trip(p)
    while p.trip_next < p.trip_length and is_done(s, p, seat, p.trip_next):
        p.trip_next += 1
    return p.trip_next < p.trip_length


@compiled
def drop_trip(p: PlannerState) -> None:
    p.trip_next = p.trip_length = p.ways_known = 0


# ---- the choice
@compiled
def plan_trip(b: Board, s: State, p: PlannerState, seat: int) -> None:
    """Plan the best trip of all."""
    found = find_finalists(b, s, p, seat)
    for n in range(found):
        p.finalist_worth[n] = assess(b, s, p, seat, n)
    settle(b, s, p, seat)


@compiled
def settle(b: Board, s: State, p: PlannerState, seat: int) -> None:
    """Adopt the best finalist; keep the planned trip unless the best is clearly better."""
    best, kept = best_finalist(p), add_planned_trip(p, p.finalist_count)
    if kept != EMPTY:
        p.finalist_worth[kept] = assess(b, s, p, seat, kept)
        if p.finalist_worth[kept] > IMPOSSIBLE and (
            best == EMPTY or not is_better(p, p.finalist_worth[best], p.finalist_worth[kept])
        ):
            if p.weights[STALE] == 0.0:
                p.ways_known = 0
            return
    adopt(p, best)


@compiled
def is_better(p: PlannerState, new: float, old: float) -> bool:
    return new > old + STICK_UNIT * (p.weights[STICK] - 1.0)


@compiled
def best_finalist(p: PlannerState) -> int:
    best = EMPTY
    for n in range(p.finalist_count):
        if p.finalist_worth[n] > IMPOSSIBLE and (
            best == EMPTY or p.finalist_worth[n] > p.finalist_worth[best]
        ):
            best = n
    return best


@compiled
def add_planned_trip(p: PlannerState, place: int) -> int:
    """Put the planned trip behind the finalists; its place, or EMPTY."""
    stops = 0
    p.finalist_length[place] = 0
    p.finalist_worth[place] = IMPOSSIBLE
    for k in range(p.trip_next, p.trip_length):
        job = job_number(p, p.trip_job[k])
        if job == EMPTY:
            return EMPTY
        p.finalist_stop[place, stops] = 2 * job + p.trip_delivers[k]
        stops += 1
    p.finalist_length[place] = stops
    return place if stops else EMPTY


@compiled
def job_number(p: PlannerState, tile: int) -> int:
    for job in range(p.job_count):
        if p.job_tile[job] == tile:
            return job
    return EMPTY


@compiled
def adopt(p: PlannerState, n: int) -> None:
    """Plan a finalist; no trip when EMPTY."""
    drop_trip(p)
    if n != EMPTY:
        for k in range(p.finalist_length[n]):
            p.trip_job[k] = p.job_tile[p.finalist_stop[n, k] // 2]
            p.trip_delivers[k] = p.finalist_stop[n, k] % 2
        p.trip_length = p.finalist_length[n]
