"""A beam search for trips: jobs to be loaded and delivered one after the other."""

from __future__ import annotations

from ekiben.bots.tokyo.distances import ensure_row, fill_row, fill_row_here, refresh_rows
from ekiben.bots.tokyo.planner_state import (
    BEAM_WIDTH,
    FINALISTS,
    JOBS_CONSIDERED,
    MOST_FINALISTS,
    MOST_JOBS,
    MOST_STOPS,
    NODES,
    PlannerState,
)
from ekiben.bots.tokyo.position_features import ROOM, list_jobs, read_position, train_at
from ekiben.bots.tokyo.track_survey import survey_track
from ekiben.bots.tokyo.trip_nodes import (
    CARRIED,
    CITY,
    FETCHED,
    IMPOSSIBLE,
    LENGTH,
    WIN_BONUS,
    estimate,
    extend_node,
    start_node,
    worth,
)
from ekiben.bots.tokyo.trip_scores import note_rivals, score
from ekiben.core.compiled import bit, compiled, count
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.path_search import pop, push
from ekiben.games.tokyo.state import EMPTY, PLACE, State


# ---- the jobs worth fetching
@compiled
def is_planned(p: PlannerState, job: int) -> bool:
    """Whether the planned trip has to do with a job."""
    for k in range(p.trip_next, p.trip_length):
        if p.trip_job[k] == job:
            return True
    return False


@compiled
def rate_alone(b: Board, s: State, p: PlannerState, seat: int, job: int) -> None:
    """Rate a job on the map by what it is worth alone."""
    ensure_row(b, p, seat, p.job_origin[job])
    start_node(s, p, 0)
    p.node[0, 0, CARRIED] = 0
    p.worth_alone[job] = IMPOSSIBLE
    if extend_node(p, 0, 0, 0, 2 * job) and extend_node(p, 1, 0, 1, 2 * job + 1):
        p.worth_alone[job] = worth(p, 0, 1) + (WIN_BONUS if is_planned(p, p.job_tile[job]) else 0.0)


@compiled
def keep_best_jobs(p: PlannerState) -> None:
    """Keep only the best of the jobs on the map, in the order of their worth."""
    kept = min(p.job_count, p.carried_count + int(p.weights[JOBS_CONSIDERED]))
    for n in range(p.carried_count, kept):
        best = n
        for job in range(n + 1, p.job_count):
            if p.worth_alone[job] > p.worth_alone[best]:
                best = job
        swap_jobs(p, n, best)
        if p.worth_alone[n] == IMPOSSIBLE:
            kept = n
            break
    p.job_count = kept


@compiled
def swap_jobs(p: PlannerState, n: int, k: int) -> None:
    p.job_tile[n], p.job_tile[k] = p.job_tile[k], p.job_tile[n]
    p.job_origin[n], p.job_origin[k] = p.job_origin[k], p.job_origin[n]
    p.job_goal[n], p.job_goal[k] = p.job_goal[k], p.job_goal[n]
    p.job_reward[n], p.job_reward[k] = p.job_reward[k], p.job_reward[n]
    p.job_season[n], p.job_season[k] = p.job_season[k], p.job_season[n]
    p.worth_alone[n], p.worth_alone[k] = p.worth_alone[k], p.worth_alone[n]


@compiled
def fill_rows_of(b: Board, p: PlannerState, seat: int, job: int) -> None:
    """Work out the distances from both ends of a job."""
    if job >= p.carried_count:
        fill_row(b, p, seat, p.job_origin[job])
    fill_row(b, p, seat, p.job_goal[job])


# ---- the beam
@compiled
def prepare_search(b: Board, s: State, p: PlannerState, seat: int) -> int:
    """Take in the position; tell how many jobs there are."""
    read_position(b, s, p, seat)
    survey_track(b, s, p, seat)
    refresh_rows(b, p, seat)
    list_jobs(b, s, p, seat)
    note_rivals(b, s, p, seat)
    if s.asked != PLACE:
        fill_row_here(b, p, seat, train_at(b, s, seat))
    return int(p.job_count)


@compiled
def find_finalists(b: Board, s: State, p: PlannerState, seat: int) -> int:
    """Fill the finalists with the best trips; tell how many there are."""
    prepare_search(b, s, p, seat)
    for job in range(p.carried_count, p.job_count):
        rate_alone(b, s, p, seat, job)
    keep_best_jobs(p)
    for job in range(p.job_count):
        fill_rows_of(b, p, seat, job)
    search_beam(b, s, p)
    return int(p.finalist_count)


@compiled
def search_beam(b: Board, s: State, p: PlannerState) -> None:
    """Search trips level by level, a stop more in each."""
    p.finalist_count = 0
    start_node(s, p, 0)
    p.beam[0] = 0
    size, pool = 1, 0
    for _ in range(min(MOST_STOPS, 2 * int(p.weights[MOST_JOBS]) + p.carried_count)):
        size = expand_level(b, s, p, pool, size)
        pool = 1 - pool


@compiled
def expand_level(b: Board, s: State, p: PlannerState, pool: int, size: int) -> int:
    """Write all nodes with one stop more, and tell how many stay in the beam."""
    made = 0
    for n in range(size):
        i = int(p.beam[n] % NODES)
        for job in range(p.job_count):
            stop = next_stop(p, pool, i, job)
            if stop != EMPTY and made < NODES and extend_node(p, pool, i, made, stop):
                if stop % 2:
                    keep_finalist(p, 1 - pool, made)
                made += 1
    return prune(p, 1 - pool, made)


@compiled
def next_stop(p: PlannerState, pool: int, i: int, job: int) -> int:
    """What could be done next with a job, or EMPTY."""
    carried, fetched = p.node[pool, i, CARRIED], p.node[pool, i, FETCHED]
    if carried & bit(job):
        return 2 * job + 1 if p.node[pool, i, CITY] != EMPTY else EMPTY
    if (
        job < p.carried_count
        or fetched & bit(job)
        or count(carried) >= p.features[ROOM]
        or count(fetched) >= p.weights[MOST_JOBS]
    ):
        return EMPTY
    return 2 * job


@compiled
def prune(p: PlannerState, pool: int, made: int) -> int:
    """Keep the nodes with the best estimates; tell how many."""
    size, width = 0, int(p.weights[BEAM_WIDTH])
    for i in range(made):
        key = (int(1024.0 * min(1.0e6, max(-1.0e6, estimate(p, pool, i)))) + (1 << 31)) * NODES + i
        if size < width:
            size = push(p.beam, size, key)
        elif key > p.beam[0]:
            size = push(p.beam, pop(p.beam, size), key)
    return size


@compiled
def keep_finalist(p: PlannerState, pool: int, i: int) -> None:
    """Put a trip among the finalists, when it is good enough."""
    value, most = score(p, pool, i), min(MOST_FINALISTS, int(p.weights[FINALISTS]))
    place = p.finalist_count
    if place >= most:
        place = 0
        for n in range(1, most):
            if p.finalist_worth[n] < p.finalist_worth[place]:
                place = n
        if p.finalist_worth[place] >= value:
            return
    p.finalist_worth[place] = value
    p.finalist_length[place] = p.node[pool, i, LENGTH]
    for n in range(p.node[pool, i, LENGTH]):
        p.finalist_stop[place, n] = p.node_stop[pool, i, n]
    p.finalist_count = max(p.finalist_count, place + 1)
