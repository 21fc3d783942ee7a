"""A planner at the table: the trip in mind followed choice by choice, track built for it, trains
bought, big cities joined.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.tokyo.beam_search import in_mind
from ekiben.bots.tokyo.distances import ASIDE
from ekiben.bots.tokyo.joining_cities import AS_RULED, NEVER, join
from ekiben.bots.tokyo.lockout import find_fair_sites, hold_open
from ekiben.bots.tokyo.planner_state import ANEW, CUSHION, LOANS, PURSE, UPGRADES
from ekiben.bots.tokyo.position_features import is_too_dear, turns_left
from ekiben.bots.tokyo.trip import (
    drop,
    find_ways,
    is_missing,
    leg_cost,
    spare,
    think,
    tidy,
    trip_city,
    way_link,
    way_start,
)
from ekiben.core.compiled import bit, compiled, lowest
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
from ekiben.games.tokyo.state import BOTH, EMPTY, FASTER, LARGER, LOSE, MOVE, PLACE
from ekiben.games.tokyo.track import is_site
from ekiben.games.tokyo.trains import can_board, can_step, can_upgrade

PATIENCE = 64 * 12  # moments after which a trip is thought over, 64 a turn


@compiled
def decide(b: Any, s: Any, m: Any) -> int:
    """The planner's action for the seat to act."""
    seat = s.seat
    if s.asked == LOSE:
        return lose(b, s, m, seat)
    if m.thought + PATIENCE * s.seats < moment(s):
        drop(m)
    if (not tidy(s, m, seat) and m.thought != moment(s)) or is_due(s, m):
        m.thought = moment(s)
        think(b, s, m, seat)
    if not m.ways_known and m.trip_stops > 0:
        find_ways(b, s, m, seat)
    if s.asked == PLACE:
        return place(b, s, m)
    if s.asked == MOVE:
        m.upgrade_now = m.join_now = AS_RULED
        return move(b, s, m, seat)
    return construct(b, s, m, seat)


@compiled
def is_due(s: Any, m: Any) -> bool:
    """Whether it thinks anew at the start of a move, or of building too, though there is a trip in
    mind.
    """
    return (
        m.keys[ANEW] >= (1.0 if s.asked == MOVE else 2.0)
        and (m.thought - 1) // 8 != (moment(s) - 1) // 8
    )


@compiled
def moment(s: Any) -> int:
    """Thinking is done once at each: a turn, a question, a number of jobs brought."""
    brought = 0
    for word in range(JOB_WORDS):
        brought += int(s.delivered[word] != 0)
    return int(1 + (s.turns * 8 + s.asked) * 8 + brought)


# ---- moving
@compiled
def place(b: Any, s: Any, m: Any) -> int:
    """At the first stop, where the way onwards begins."""
    post = EMPTY
    if m.trip_stops > 0:
        city = trip_city(b, m, 0)
        for n in range(b.places):
            if b.city_at[b.place_post[n]] == city and (
                post == EMPTY or begins_at(m, b.place_post[n])
            ):
                post = n
    return int(b.place + max(0, post))


@compiled
def begins_at(m: Any, post: int) -> bool:
    return m.ways_known > 0 and m.way_ends[m.trip_stops - 1] > 0 and m.way_post[0] == post


@compiled
def move(b: Any, s: Any, m: Any, seat: int) -> int:
    if job_options(b, s, UNLOADS) > 0:
        return int(b.unload + nth_job(b, s, UNLOADS, 0))
    if m.trip_next >= m.trip_stops:
        return int(b.stop)
    if (
        not m.trip_brings[m.trip_next]
        and b.city_at[s.train[seat]] == trip_city(b, m, m.trip_next)
        and not s.aboard[seat]
    ):
        return int(
            b.load + m.trip_job[m.trip_next] if can_load(b, s, m.trip_job[m.trip_next]) else b.stop
        )
    return drive(b, s, m, seat)


@compiled
def can_load(b: Any, s: Any, job: int) -> bool:
    return has_room(s) and jobs_to(b, s, LOADS, job // WORD) & bit(job % WORD) > 0


@compiled
def drive(b: Any, s: Any, m: Any, seat: int) -> int:
    """A step on the way to the next stop, as far as there is track; looks for the way again when it
    was left.
    """
    n = on_way(m, s.train[seat])
    if n == EMPTY and not s.aboard[seat]:
        find_ways(b, s, m, seat)
        n = on_way(m, s.train[seat]) if m.trip_stops > 0 else EMPTY
    if n == EMPTY:
        return int(b.stop)
    if m.way_move[n] >= OVER_FERRY:
        return int(b.board if can_board(b, s) else b.stop)
    return int(b.step + m.way_move[n] if can_step(b, s, m.way_move[n]) else b.stop)


@compiled
def on_way(m: Any, post: int) -> int:
    """The place of a post in the way to the next stop, or EMPTY."""
    for n in range(way_start(m, m.trip_next), m.way_ends[m.trip_next]):
        if m.way_post[n] == post and m.way_move[n] < ASIDE:
            return n
    return EMPTY


# ---- building
@compiled
def construct(b: Any, s: Any, m: Any, seat: int) -> int:
    """Keeps a city open, repays, buys a train, builds for the trip, joins big cities; one of these
    at a time.
    """
    action = hold_open(b, s, seat)
    if action == EMPTY and purse(b, s) & REPAY and spare(b, s, m, seat) >= b.repay_cost:
        action = int(b.repay)
    if action == EMPTY:
        action = buy(b, s, m, seat)
    if action == EMPTY and not s.upgraded and may_build(b, s, seat):
        action = build_on(b, s, m, seat)
        if action == EMPTY:
            action = join(b, s, m, seat)
    return int(b.done) if action == EMPTY else action


@compiled
def buy(b: Any, s: Any, m: Any, seat: int) -> int:
    """A better train, as ordered; else when it pays before the end and the next leg can wait."""
    if m.upgrade_now > 0:
        return int(b.upgrade + m.upgrade_now - 1) if can_upgrade(b, s, m.upgrade_now - 1) else EMPTY
    if m.upgrade_now == NEVER or turns_left(b, s, m, seat) < m.keys[UPGRADES]:
        return EMPTY
    if m.trip_next < m.trip_stops and leg_cost(b, s, m, m.trip_next) > 0:
        return EMPTY
    return best_train(b, s, m, spare(b, s, m, seat))


@compiled
def best_train(b: Any, s: Any, m: Any, most: float) -> int:
    if can_upgrade(b, s, BOTH) and most >= b.upgrade_cost[BOTH] + m.keys[CUSHION]:
        return int(b.upgrade + BOTH)
    if can_upgrade(b, s, FASTER) and most >= b.upgrade_cost[FASTER] + m.keys[CUSHION]:
        return int(b.upgrade + FASTER)
    if can_upgrade(b, s, LARGER) and most >= b.upgrade_cost[LARGER] + m.keys[PURSE]:
        return int(b.upgrade + LARGER)
    return EMPTY


@compiled
def build_on(b: Any, s: Any, m: Any, seat: int) -> int:
    """The next link of the first leg that misses any, on credit if need be and no reward comes
    first.
    """
    rewarded = False
    for k in range(m.trip_next, m.trip_stops):
        if leg_cost(b, s, m, k) > 0:
            found = next_link(b, s, m, k)
            return borrowed(b, s, m, seat, k) if found == EMPTY and not rewarded else found
        rewarded = rewarded or m.trip_brings[k] > 0
    return EMPTY


@compiled
def next_link(b: Any, s: Any, m: Any, k: int) -> int:
    if find_fair_sites(b, s) > 0:
        for n in range(way_start(m, k), m.way_ends[k]):
            if is_missing(b, s, m, n) and is_site(b, s, way_link(b, m, n)):
                return int(b.build + way_link(b, m, n))
    return EMPTY


@compiled
def borrowed(b: Any, s: Any, m: Any, seat: int, k: int) -> int:
    """Where nothing but money is missing."""
    if purse(b, s) & BORROW and s.loans[seat] < m.keys[LOANS]:
        for n in range(way_start(m, k), m.way_ends[k]):
            if is_missing(b, s, m, n) and is_too_dear(b, s, seat, way_link(b, m, n)):
                return int(b.borrow)
    return EMPTY


# ---- losing
@compiled
def lose(b: Any, s: Any, m: Any, seat: int) -> int:
    """The job that brings least, of those not in mind if there are any."""
    best, least = EMPTY, 0
    for word in range(JOB_WORDS):
        jobs = int(s.carried[seat, word])
        while jobs:
            job = word * WORD + lowest(jobs)
            jobs &= jobs - 1
            price = int(b.reward[job]) + (10000 if in_mind(m, job) else 0)
            if best == EMPTY or price < least:
                best, least = job, price
    return int(b.lose + best)
