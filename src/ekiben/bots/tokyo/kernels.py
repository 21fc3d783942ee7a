"""Kernels of the planner: planning in steps, a choice, and a game played on by one seat alone."""

from __future__ import annotations

from ekiben.bots.tokyo.acting import decide, moment, needs_trip
from ekiben.bots.tokyo.beam_search import (
    fill_rows_of,
    keep_best_jobs,
    prepare_search,
    rate_alone,
    search_beam,
)
from ekiben.bots.tokyo.distances import fill_row, refresh_rows
from ekiben.bots.tokyo.planner_state import Planners, planner_in
from ekiben.bots.tokyo.position_features import read_position
from ekiben.bots.tokyo.track_survey import survey_track
from ekiben.bots.tokyo.trip import adopt, drop_done_stops, settle
from ekiben.bots.tokyo.trip_legs import assess
from ekiben.core.compiled import compiled, lowest
from ekiben.core.kernels import Boards, States
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.jobs import JOB_WORDS, LOSES, nth_job
from ekiben.games.tokyo.path_search import board_in, state_in
from ekiben.games.tokyo.sizes import WORD
from ekiben.games.tokyo.state import BUILD, MOVE, OVER, PLACE, State
from ekiben.games.tokyo.turn import apply


# ---- planning, step by step, so that the clock can be looked at in between
@compiled
def start_planning(boards: Boards, states: States, planners: Planners) -> int:
    """Take in the position; how many jobs there are, those on the train first."""
    b, s, p = board_in(boards), state_in(states), planner_in(planners)
    drop_done_stops(s, p, s.seat)
    p.planned_at = moment(s)
    return prepare_search(b, s, p, s.seat)


@compiled
def rate_job(boards: Boards, states: States, planners: Planners, job: int) -> int:
    b, s, p = board_in(boards), state_in(states), planner_in(planners)
    if job >= p.carried_count:
        rate_alone(b, s, p, s.seat, job)
    return 0


@compiled
def keep_best(boards: Boards, states: States, planners: Planners, rated: int) -> int:
    """Keep the best of the jobs rated so far; how many these are."""
    p = planner_in(planners)
    p.job_count = rated
    keep_best_jobs(p)
    return int(p.job_count)


@compiled
def know_job(boards: Boards, states: States, planners: Planners, job: int) -> int:
    """Work out the distances from both ends of a job."""
    b, s, p = board_in(boards), state_in(states), planner_in(planners)
    fill_rows_of(b, p, s.seat, job)
    return 0


@compiled
def find_trips(boards: Boards, states: States, planners: Planners) -> int:
    """Search for trips; how many finalists there are."""
    p = planner_in(planners)
    search_beam(board_in(boards), state_in(states), p)
    return int(p.finalist_count)


@compiled
def assess_trip(boards: Boards, states: States, planners: Planners, n: int) -> int:
    b, s, p = board_in(boards), state_in(states), planner_in(planners)
    p.finalist_worth[n] = assess(b, s, p, s.seat, n)
    return 0


@compiled
def settle_trip(boards: Boards, states: States, planners: Planners) -> int:
    b, s, p = board_in(boards), state_in(states), planner_in(planners)
    settle(b, s, p, s.seat)
    return 0


@compiled
def adopt_trip(boards: Boards, states: States, planners: Planners, n: int) -> int:
    """Plan the n-th finalist."""
    adopt(planner_in(planners), n)
    return 0


@compiled
def wants_trip(boards: Boards, states: States, planners: Planners) -> int:
    """Whether to plan."""
    s = state_in(states)
    return int(needs_trip(s, planner_in(planners), s.seat))


@compiled
def keep_trip(boards: Boards, states: States, planners: Planners) -> int:
    """Assess the planned trip again; how many stops are left, 0 when it was dropped."""
    b, s, p = board_in(boards), state_in(states), planner_in(planners)
    if not drop_done_stops(s, p, s.seat):
        return 0
    p.planned_at = moment(s)
    prepare_search(b, s, p, s.seat)
    p.finalist_count = 0
    settle(b, s, p, s.seat)
    return int(p.trip_length - p.trip_next)


@compiled
def fill_distances(boards: Boards, states: States, planners: Planners) -> int:
    """Work out the distances between all cities."""
    b, s, p = board_in(boards), state_in(states), planner_in(planners)
    read_position(b, s, p, s.seat)
    survey_track(b, s, p, s.seat)
    refresh_rows(b, p, s.seat)
    for city in range(b.cities):
        fill_row(b, p, s.seat, city)
    return 0


# ---- a choice
@compiled
def choose_action(boards: Boards, states: States, planners: Planners) -> int:
    return decide(board_in(boards), state_in(states), planner_in(planners))


# ---- a game played on
@compiled
def waiting_action(b: Board, s: State) -> int:
    """What a seat does that only waits."""
    if s.asked == MOVE:
        return int(b.stop)
    if s.asked == BUILD:
        return int(b.done)
    return int(b.place) if s.asked == PLACE else int(b.lose + nth_job(b, s, LOSES, 0))


@compiled
def play_out(boards: Boards, states: States, planners: Planners, seat: int, turns: int) -> float:
    """Play on for so many turns, the others waiting; the turns to win, or an estimate."""
    b, s, p = board_in(boards), state_in(states), planner_in(planners)
    start = s.turns
    while s.asked != OVER and s.turns - start < turns * s.seats:
        action = decide(b, s, p) if s.seat == seat else waiting_action(b, s)
        apply(b, s, action)
    used = (s.turns - start) / s.seats
    return used if s.winner == seat else used + estimate_turns(b, s, seat)


@compiled
def estimate_turns(b: Board, s: State, seat: int) -> float:
    """How many turns more a seat takes to win: a straight line fitted to games alone."""
    speed, links = 1.0 * s.speed[seat], 0
    for link in range(4 * b.posts):
        links += int(s.track[link] == seat + 1)
    missing, cities = b.win_money[s.seats] - s.score[seat], max(0, b.connections - s.joined[seat])
    turns = (
        2.14
        + (1.07 * missing - 0.49 * rewards_on_train(b, s, seat)) / speed
        + 0.29 * cities
        + 0.152 * speed
        - 0.56 * s.load[seat]
    )
    return max(0.5, turns - 0.038 * links)


@compiled
def rewards_on_train(b: Board, s: State, seat: int) -> int:
    """What the jobs on a train will bring."""
    total = 0
    for word in range(JOB_WORDS):
        jobs = int(s.carried[seat, word])
        while jobs:
            total += int(b.reward[word * WORD + lowest(jobs)])
            jobs &= jobs - 1
    return total


KERNELS = (
    start_planning,
    rate_job,
    keep_best,
    know_job,
    find_trips,
    assess_trip,
    settle_trip,
    adopt_trip,
    wants_trip,
    keep_trip,
    fill_distances,
    choose_action,
    play_out,
)
