"""A planner at the table: it follows its trip, builds for it, buys trains and joins big cities."""

from __future__ import annotations

from ekiben.bots.tokyo.beam_search import is_planned
from ekiben.bots.tokyo.joining_cities import BY_WEIGHTS, NEVER, choose_join
from ekiben.bots.tokyo.lockout import find_fair_sites, hold_open
from ekiben.bots.tokyo.planner_state import (
    CUSHION,
    DEFENDS,
    LOAD_CUSHION,
    LOANS_HELD,
    REPLAN,
    UPGRADE_FIRST,
    UPGRADES,
    PlannerState,
)
from ekiben.bots.tokyo.position_features import is_too_dear, turns_left
from ekiben.bots.tokyo.trip import drop_done_stops, drop_trip, plan_trip
from ekiben.bots.tokyo.trip_ways import (
    BUILT_ONLY,
    find_ways,
    is_missing,
    leg_cost,
    spare_money,
    trip_city,
    way_link,
    way_start,
)
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.happenings import may_build
from ekiben.games.tokyo.jobs import (
    JOB_WORDS,
    LOADS,
    UNLOADS,
    has_room,
    job_options,
    jobs_to,
    nth_job,
)
from ekiben.games.tokyo.loans import BORROW, REPAY, purse
from ekiben.games.tokyo.path_search import OVER_FERRY
from ekiben.games.tokyo.sizes import WORD
from ekiben.games.tokyo.state import BOTH, EMPTY, FASTER, LARGER, LOSE, MOVE, PLACE, State
from ekiben.games.tokyo.track import is_site
from ekiben.games.tokyo.trains import can_board, can_step, can_upgrade

PATIENCE = 64 * 12  # moments after which a trip is dropped, 64 a turn


@compiled
def decide(b: Board, s: State, p: PlannerState) -> int:
    """The planner's action for the seat to act."""
    seat = s.seat
    if s.asked == LOSE:
        return choose_loss(b, s, p, seat)
    if needs_trip(s, p, seat):
        p.planned_at = moment(s)
        plan_trip(b, s, p, seat)
    if not p.ways_known and p.trip_length > 0:
        find_ways(b, s, p, seat)
    if s.asked == PLACE:
        return choose_place(b, s, p)
    if s.asked == MOVE:
        p.upgrade_now = p.join_now = BY_WEIGHTS
        return choose_move(b, s, p, seat)
    return choose_build(b, s, p, seat)


@compiled
def needs_trip(s: State, p: PlannerState, seat: int) -> bool:
    """Whether to plan: no trip is left, or it is time to plan again."""
    if p.planned_at + PATIENCE * s.seats < moment(s):
        drop_trip(p)
    return (not drop_done_stops(s, p, seat) and p.planned_at != moment(s)) or is_replan_due(s, p)


@compiled
def is_replan_due(s: State, p: PlannerState) -> bool:
    """Whether to plan anew at the start of a move, or of building too, despite a trip."""
    return (
        p.weights[REPLAN] >= (1.0 if s.asked == MOVE else 2.0)
        and (p.planned_at - 1) // 8 != (moment(s) - 1) // 8
    )


@compiled
def moment(s: State) -> int:
    """The moment of a game, for planning once at each: turn, question, deliveries."""
    brought = 0
    for word in range(JOB_WORDS):
        brought += int(s.delivered[word] != 0)
    return int(1 + (s.turns * 8 + s.asked) * 8 + brought)


# ---- moving
@compiled
def choose_place(b: Board, s: State, p: PlannerState) -> int:
    """Start at the first stop, where the way onwards begins."""
    post = EMPTY
    if p.trip_length > 0:
        city = trip_city(b, p, 0)
        for n in range(b.places):
            if b.city_at[b.place_post[n]] == city and (
                post == EMPTY or begins_at(p, b.place_post[n])
            ):
                post = n
    return int(b.place + max(0, post))


@compiled
def begins_at(p: PlannerState, post: int) -> bool:
    return p.ways_known > 0 and p.way_end[p.trip_length - 1] > 0 and p.way_post[0] == post


@compiled
def choose_move(b: Board, s: State, p: PlannerState, seat: int) -> int:
    """Unload, load, or go on along the way."""
    if job_options(b, s, UNLOADS) > 0:
        return int(b.unload + nth_job(b, s, UNLOADS, 0))
    if p.trip_next >= p.trip_length:
        return int(b.stop)
    if (
        not p.trip_delivers[p.trip_next]
        and b.city_at[s.train[seat]] == trip_city(b, p, p.trip_next)
        and not s.aboard[seat]
    ):
        return int(
            b.load + p.trip_job[p.trip_next] if can_load(b, s, p.trip_job[p.trip_next]) else b.stop
        )
    return step_on_way(b, s, p, seat)


@compiled
def can_load(b: Board, s: State, job: int) -> bool:
    return has_room(s) and jobs_to(b, s, LOADS, job // WORD) & bit(job % WORD) > 0


@compiled
def step_on_way(b: Board, s: State, p: PlannerState, seat: int) -> int:
    """Step towards the next stop as far as track goes; find the way again if it was left."""
    n = index_on_way(p, s.train[seat])
    if n == EMPTY and not s.aboard[seat]:
        find_ways(b, s, p, seat)
        n = index_on_way(p, s.train[seat]) if p.trip_length > 0 else EMPTY
    if n == EMPTY:
        return int(b.stop)
    if p.way_move[n] >= OVER_FERRY:
        return int(b.board if can_board(b, s) else b.stop)
    return int(b.step + p.way_move[n] if can_step(b, s, p.way_move[n]) else b.stop)


@compiled
def index_on_way(p: PlannerState, post: int) -> int:
    """The index of a post in the way to the next stop, or EMPTY."""
    for n in range(way_start(p, p.trip_next), p.way_end[p.trip_next]):
        if p.way_post[n] == post and p.way_move[n] < BUILT_ONLY:
            return n
    return EMPTY


# ---- building
@compiled
def choose_build(b: Board, s: State, p: PlannerState, seat: int) -> int:
    """Defend a city, repay, buy a train, build for the trip or join cities, one at a time."""
    action = hold_open(b, s, seat) if p.weights[DEFENDS] > 0.0 else EMPTY
    if action == EMPTY and purse(b, s) & REPAY and spare_money(b, s, p, seat) >= b.repay_cost:
        action = int(b.repay)
    if action == EMPTY:
        action = choose_upgrade(b, s, p, seat)
    if action == EMPTY and not s.upgraded and may_build(b, s, seat):
        action = build_trip(b, s, p, seat)
        if action == EMPTY:
            action = choose_join(b, s, p, seat)
    return int(b.done) if action == EMPTY else action


@compiled
def choose_upgrade(b: Board, s: State, p: PlannerState, seat: int) -> int:
    """Buy a train as ordered; else when it pays before the end and the next leg can wait."""
    if p.upgrade_now > 0:
        return int(b.upgrade + p.upgrade_now - 1) if can_upgrade(b, s, p.upgrade_now - 1) else EMPTY
    left = turns_left(b, s, p, seat)
    if p.upgrade_now == NEVER or left < p.weights[UPGRADES]:
        return EMPTY
    if (
        left < p.weights[UPGRADE_FIRST]
        and p.trip_next < p.trip_length
        and leg_cost(b, s, p, p.trip_next) > 0
    ):
        return EMPTY
    return best_train(b, s, p, spare_money(b, s, p, seat))


@compiled
def best_train(b: Board, s: State, p: PlannerState, most: float) -> int:
    if can_upgrade(b, s, BOTH) and most >= b.upgrade_cost[BOTH] + p.weights[CUSHION]:
        return int(b.upgrade + BOTH)
    if can_upgrade(b, s, FASTER) and most >= b.upgrade_cost[FASTER] + p.weights[CUSHION]:
        return int(b.upgrade + FASTER)
    if can_upgrade(b, s, LARGER) and most >= b.upgrade_cost[LARGER] + p.weights[LOAD_CUSHION]:
        return int(b.upgrade + LARGER)
    return EMPTY


@compiled
def build_trip(b: Board, s: State, p: PlannerState, seat: int) -> int:
    """Build the first leg that misses a link; borrow for it unless a reward comes first."""
    rewarded = False
    for k in range(p.trip_next, p.trip_length):
        if leg_cost(b, s, p, k) > 0:
            found = next_link(b, s, p, k)
            return borrow_for(b, s, p, seat, k) if found == EMPTY and not rewarded else found
        rewarded = rewarded or p.trip_delivers[k] > 0
    return EMPTY


@compiled
def next_link(b: Board, s: State, p: PlannerState, k: int) -> int:
    if find_fair_sites(b, s) > 0:
        for n in range(way_start(p, k), p.way_end[k]):
            if is_missing(b, s, p, n) and is_site(b, s, way_link(b, p, n)):
                return int(b.build + way_link(b, p, n))
    return EMPTY


@compiled
def borrow_for(b: Board, s: State, p: PlannerState, seat: int, k: int) -> int:
    """Borrow where nothing but money is missing."""
    if purse(b, s) & BORROW and s.loans[seat] < p.weights[LOANS_HELD]:
        for n in range(way_start(p, k), p.way_end[k]):
            if is_missing(b, s, p, n) and is_too_dear(b, s, seat, way_link(b, p, n)):
                return int(b.borrow)
    return EMPTY


# ---- losing
@compiled
def choose_loss(b: Board, s: State, p: PlannerState, seat: int) -> int:
    """Lose the job that brings least, of those not planned if there are any."""
    best, least = EMPTY, 0
    for word in range(JOB_WORDS):
        jobs = int(s.carried[seat, word])
        while jobs:
            job = word * WORD + lowest(jobs)
            jobs &= jobs - 1
            price = int(b.reward[job]) + (10000 if is_planned(p, job) else 0)
            if best == EMPTY or price < least:
                best, least = job, price
    return int(b.lose + best)
