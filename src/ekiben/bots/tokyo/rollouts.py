"""Kernels to the planner: a thought in steps, a choice, and a game played on by one seat alone, to
see how long it takes to win.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.tokyo.acting import decide, moment
from ekiben.bots.tokyo.beam_search import (
    assess,
    follow_thoughts,
    keep_best_jobs,
    know_ends,
    look,
    rate,
)
from ekiben.bots.tokyo.distances import know, open_tables, survey
from ekiben.bots.tokyo.planner_state import mind_at
from ekiben.bots.tokyo.position_features import take_stock
from ekiben.bots.tokyo.trip import adopt, settle_on, tidy
from ekiben.core.compiled import compiled, lowest
from ekiben.games.tokyo.jobs import JOB_WORDS, LOSES, nth_job
from ekiben.games.tokyo.path_search import board_in, state_in
from ekiben.games.tokyo.sizes import WORD
from ekiben.games.tokyo.state import BUILD, MOVE, OVER, PLACE
from ekiben.games.tokyo.turn import apply


# ---- a thought, step by step, so that the clock can be looked at in between
@compiled
def look_at(boards: Any, states: Any, minds: Any) -> int:
    """Takes in the position; how many jobs are in sight, those on the train first."""
    b, s, m = board_in(boards), state_in(states), mind_at(minds, 0)
    tidy(s, m, s.seat)
    m.thought = moment(s)
    return look(b, s, m, s.seat)


@compiled
def rate_job(boards: Any, states: Any, minds: Any, job: int) -> int:
    b, s, m = board_in(boards), state_in(states), mind_at(minds, 0)
    if job >= m.carried:
        rate(b, s, m, s.seat, job)
    return 0


@compiled
def keep_jobs(boards: Any, states: Any, minds: Any, rated: int) -> int:
    """Only the best of those rated stay in sight; how many these are."""
    m = mind_at(minds, 0)
    m.jobs = rated
    keep_best_jobs(m)
    return int(m.jobs)


@compiled
def know_job(boards: Any, states: Any, minds: Any, job: int) -> int:
    b, s, m = board_in(boards), state_in(states), mind_at(minds, 0)
    know_ends(b, m, s.seat, job)
    return 0


@compiled
def find_trips(boards: Any, states: Any, minds: Any) -> int:
    m = mind_at(minds, 0)
    follow_thoughts(board_in(boards), state_in(states), m)
    return int(m.final)


@compiled
def assess_trip(boards: Any, states: Any, minds: Any, n: int) -> int:
    b, s, m = board_in(boards), state_in(states), mind_at(minds, 0)
    m.final_worth[n] = assess(b, s, m, s.seat, n)
    return 0


@compiled
def settle_trip(boards: Any, states: Any, minds: Any) -> int:
    b, s, m = board_in(boards), state_in(states), mind_at(minds, 0)
    settle_on(b, s, m, s.seat)
    return 0


@compiled
def adopt_trip(boards: Any, states: Any, minds: Any, n: int) -> int:
    """Takes the n-th of the trips that were found."""
    adopt(mind_at(minds, 0), n)
    return 0


@compiled
def know_all(boards: Any, states: Any, minds: Any) -> int:
    """Fills the tables."""
    b, s, m = board_in(boards), state_in(states), mind_at(minds, 0)
    take_stock(b, s, m, s.seat)
    survey(b, s, m, s.seat)
    open_tables(b, m, s.seat)
    for city in range(b.cities):
        know(b, m, s.seat, city)
    return 0


# ---- a choice
@compiled
def decide_one(boards: Any, states: Any, minds: Any) -> int:
    return decide(board_in(boards), state_in(states), mind_at(minds, 0))


# ---- a game played on
@compiled
def idle(b: Any, s: Any) -> int:
    """What a seat does that only waits."""
    if s.asked == MOVE:
        return int(b.stop)
    if s.asked == BUILD:
        return int(b.done)
    return int(b.place) if s.asked == PLACE else int(b.lose + nth_job(b, s, LOSES, 0))


@compiled
def play_on(boards: Any, states: Any, minds: Any, seat: int, turns: int) -> float:
    """Plays on for so many turns, the other seats waiting; how many turns the seat takes to win,
    guessed where it has not by then.
    """
    b, s, m = board_in(boards), state_in(states), mind_at(minds, 0)
    start = s.turns
    while s.asked != OVER and s.turns - start < turns * s.seats:
        action = decide(b, s, m) if s.seat == seat else idle(b, s)
        apply(b, s, action)
    used = (s.turns - start) / s.seats
    return used if s.winner == seat else used + guess(b, s, seat)


@compiled
def guess(b: Any, s: Any, seat: int) -> float:
    """How many turns more a seat takes to win: a straight line through games that the planner
    played alone.
    """
    speed, links = 1.0 * s.speed[seat], 0
    for link in range(4 * b.posts):
        links += int(s.track[link] == seat + 1)
    missing, cities = b.win_money[s.seats] - s.score[seat], max(0, b.connections - s.joined[seat])
    turns = (
        2.14
        + (1.07 * missing - 0.49 * on_train(b, s, seat)) / speed
        + 0.29 * cities
        + 0.152 * speed
        - 0.56 * s.load[seat]
    )
    return max(0.5, turns - 0.038 * links)


@compiled
def on_train(b: Any, s: Any, seat: int) -> int:
    """What the jobs on a train will bring."""
    total = 0
    for word in range(JOB_WORDS):
        jobs = int(s.carried[seat, word])
        while jobs:
            total += int(b.reward[word * WORD + lowest(jobs)])
            jobs &= jobs - 1
    return total


KERNELS = (
    look_at,
    rate_job,
    keep_jobs,
    know_job,
    find_trips,
    assess_trip,
    settle_trip,
    adopt_trip,
    know_all,
    decide_one,
    play_on,
)
