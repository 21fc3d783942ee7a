"""A position as the planner takes it in before it looks for trips: money, time, train and jobs."""

from __future__ import annotations

from ekiben.bots.tokyo.lattice_search import TRACK_FOOTHOLD
from ekiben.bots.tokyo.planner_state import (
    EARLY_JOIN,
    EARLY_LOAN,
    EARLY_PACE,
    EARLY_SPENT,
    JOIN_VALUE,
    LATE,
    LOAN_PRICE,
    MOST_TILES,
    PACE,
    RATE,
    SLOW_PACE,
    SPENT,
    PlannerState,
)
from ekiben.bots.tokyo.track_survey import set_prices
from ekiben.core.compiled import compiled, lowest
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.jobs import JOB_WORDS
from ekiben.games.tokyo.sizes import WORD
from ekiben.games.tokyo.state import BUILD, EMPTY, MOVE, SEASON, State
from ekiben.games.tokyo.track import fee_of

(
    LAG,  # part of a turn until building
    IN_SEASON,
    VICTORY,  # G to win with
    SPENT_NOW,  # part of a G built that counts as spent
    SPEED,
    ROOM,  # jobs that the train can carry
    START_CASH,
    TURNS_LEFT,
    EACH_TURN,  # G that can be built in a turn
    LOAN_AMOUNT,
    CITIES_LACKING,
    PACE_NOW,  # G that a train should earn for each point of movement
    JOIN_NOW,  # G that a trip is worth more for each big city it joins
    LOAN_NOW,  # G that a loan counts against a trip
) = range(14)
EARLY = 20.0  # turns before the end from which the early amounts fade
SLOWEST, FASTEST = 27.0, 45.0  # trains
CITY_COST = 25  # G that joining a big city costs, as a rule


@compiled
def turns_left(b: Board, s: State, p: PlannerState, seat: int) -> float:
    """About how many turns it will take to win."""
    missing = (
        b.win_money[s.seats] + CITY_COST * max(0, b.connections - s.joined[seat]) - s.score[seat]
    )
    return max(0.0, missing / (p.weights[RATE] * s.speed[seat]))


@compiled
def pending_rewards(b: Board, s: State, seat: int) -> int:
    """Rewards of jobs delivered in this move."""
    total = 0
    if s.in_turn == seat:
        for word in range(JOB_WORDS):
            jobs = int(s.delivered[word])
            while jobs:
                total += int(b.reward[word * WORD + lowest(jobs)])
                jobs &= jobs - 1
    return total


@compiled
def is_too_dear(b: Board, s: State, seat: int, link: int) -> bool:
    """Whether a link could be built in this turn but for the money."""
    cost = int(b.cost[link]) + fee_of(b, s, seat, link)
    return s.money[seat] < cost <= b.each_turn - s.spent and not b.bars[link] & s.kinds


@compiled
def in_season(b: Board, s: State, p: PlannerState, seat: int) -> float:
    """For how many turns more seasonal jobs lie on the map."""
    if s.asked == MOVE:
        return p.features[LAG]
    tile = s.force[seat]
    return 1.0 if s.asked == BUILD and tile != EMPTY and b.kind[tile] == SEASON else 0.0


@compiled
def read_position(b: Board, s: State, p: PlannerState, seat: int) -> None:
    """Fill in the features of a position, and its prices."""
    moving = s.asked == MOVE and not s.still
    left = turns_left(b, s, p, seat)
    share = max(0.0, 1.0 - left / p.weights[LATE]) if p.weights[LATE] > 0.0 else 0.0
    p.features[TURNS_LEFT] = left
    p.features[SPENT_NOW] = p.weights[SPENT] + (1.0 - p.weights[SPENT]) * share
    p.features[LAG] = s.left / s.speed[seat] if moving else 0.0
    p.features[IN_SEASON] = in_season(b, s, p, seat)
    p.features[VICTORY] = 1.0 * (b.win_money[s.seats] + b.repay_cost * s.loans[seat])
    p.features[CITIES_LACKING] = 1.0 * max(0, b.connections - s.joined[seat])
    p.features[SPEED] = 1.0 * s.speed[seat]
    p.features[ROOM] = 1.0 * s.load[seat]
    p.features[START_CASH] = 1.0 * (s.money[seat] + pending_rewards(b, s, seat))
    p.features[EACH_TURN] = 1.0 * b.each_turn
    p.features[LOAN_AMOUNT] = 1.0 * b.loan
    add_early_amounts(p, min(1.0, left / EARLY))
    set_prices(b, s, p, seat, p.features[SPENT_NOW])


@compiled
def add_early_amounts(p: PlannerState, early: float) -> None:
    """Weigh time, track, cities and loans by how much of the game is still to come."""
    slow = (FASTEST - p.features[SPEED]) / (FASTEST - SLOWEST)
    p.features[SPENT_NOW] += p.weights[EARLY_SPENT] * early
    p.features[PACE_NOW] = (
        p.weights[PACE] + p.weights[EARLY_PACE] * early + p.weights[SLOW_PACE] * slow
    )
    p.features[JOIN_NOW] = p.weights[JOIN_VALUE] + p.weights[EARLY_JOIN] * early
    p.features[LOAN_NOW] = p.weights[LOAN_PRICE] + p.weights[EARLY_LOAN] * early


@compiled
def list_jobs(b: Board, s: State, p: PlannerState, seat: int) -> None:
    """Number the jobs on the train, then those on the map; note big cities still to be joined."""
    p.job_count = p.carried_count = 0
    for word in range(JOB_WORDS):
        add_jobs(b, p, word, int(s.carried[seat, word]))
    p.carried_count = p.job_count
    for word in range(JOB_WORDS):
        add_jobs(b, p, word, int(s.on_map[word]))
    for city in range(b.cities):
        p.unjoined[city] = p.is_big[city] = 0
    for big in range(b.bigs):
        p.is_big[b.city_at[b.big_post[big, 0]]] = 1
        p.unjoined[b.city_at[b.big_post[big, 0]]] = int(
            s.joined[seat] < b.connections and is_untouched(b, p, big)
        )


@compiled
def is_untouched(b: Board, p: PlannerState, big: int) -> bool:
    """Whether the seat's track does not touch a big city yet."""
    for n in range(b.big_size[big]):
        if p.foothold[b.big_post[big, n]] == TRACK_FOOTHOLD:
            return False
    return True


@compiled
def add_jobs(b: Board, p: PlannerState, word: int, jobs: int) -> None:
    while jobs and p.job_count < MOST_TILES:
        job = word * WORD + lowest(jobs)
        jobs &= jobs - 1
        n = p.job_count
        p.job_tile[n] = job
        p.job_reward[n] = b.reward[job]
        p.job_season[n] = b.season[job]
        p.job_origin[n] = b.origin[job]
        p.job_goal[n] = b.goal[job]
        p.job_count = n + 1


@compiled
def train_at(b: Board, s: State, seat: int) -> int:
    """Where the train is, or will come ashore."""
    post = int(s.train[seat])
    return int(b.over_at[post]) if s.aboard[seat] else post
