"""Trips: jobs to be fetched and brought one after the other. A beam of thoughts follows them; the
best are looked at leg by leg.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.tokyo.distances import (
    KNOWN,
    SPUR,
    UNREACHED,
    find_leg,
    know,
    know_here,
    know_roughly,
    lay_in_mind,
    open_tables,
    survey,
    take_up,
)
from ekiben.bots.tokyo.planner_state import (
    AMONG,
    ASIDE_ROW,
    CITY_PRICE,
    FINAL,
    FINALISTS,
    HERE,
    JOBS_WANTED,
    JOIN,
    LOAN,
    LOANS,
    PACE,
    POOL,
    STOPS,
    WAY,
    WIDTH,
)
from ekiben.bots.tokyo.position_features import (
    A_LOAN,
    BAD,
    EACH_TURN,
    IN_SEASON,
    LACKING,
    LAG,
    PRIZE,
    ROOM,
    SPEED,
    SPENT_NOW,
    START_CASH,
    VICTORY,
    look_around,
    take_stock,
    train_at,
)
from ekiben.core.compiled import bit, compiled, count, lowest
from ekiben.games.tokyo.path_search import OVER_FERRY, pop, push
from ekiben.games.tokyo.state import EMPTY, PLACE

CITY, CARRIED, FETCHED, LENGTH, COST, REWARD = range(6)  # of a leaf, whole numbers
TURNS, CASH, LEAST, TOLLS, JOINED = range(5)  # and others


# ---- one stop more
@compiled
def whole(number: float) -> int:
    """The next whole number from there."""
    return -int(-number // 1.0)


@compiled
def begin(s: Any, m: Any, pool: int) -> None:
    """A leaf with no stop yet."""
    m.leaf[pool, 0, CITY] = EMPTY if s.asked == PLACE else HERE
    m.leaf[pool, 0, CARRIED] = bit(m.carried) - 1
    m.leaf[pool, 0, FETCHED] = m.leaf[pool, 0, LENGTH] = m.leaf[pool, 0, COST] = m.leaf[
        pool, 0, REWARD
    ] = 0
    m.leaf_num[pool, 0, TURNS] = m.leaf_num[pool, 0, TOLLS] = m.leaf_num[pool, 0, JOINED] = 0.0
    m.leaf_num[pool, 0, CASH] = m.leaf_num[pool, 0, LEAST] = m.figures[START_CASH]


@compiled
def went(m: Any, pool: int, i: int, city: int) -> bool:
    """Whether a leaf goes this leg already: its track is there then."""
    here, before = m.leaf[pool, i, CITY], HERE
    for n in range(m.leaf[pool, i, LENGTH]):
        there = stop_city(m, m.leaf_stop[pool, i, n])
        if (before == here and there == city) or (before == city and there == here):
            return True
        before = there
    return False


@compiled
def stop_city(m: Any, stop: int) -> int:
    return int(m.goal[stop // 2] if stop % 2 else m.origin[stop // 2])


@compiled
def extend(m: Any, pool: int, i: int, j: int, stop: int, run: int, cost: int, tolls: float) -> bool:
    """Makes leaf j of the other pool: leaf i with one stop more. False when it cannot be paid, or
    comes too late.
    """
    job, other, takes = stop // 2, 1 - pool, run / m.figures[SPEED]
    cash = m.leaf_num[pool, i, CASH] - cost - tolls
    total = m.leaf[pool, i, COST] + cost
    turns = m.leaf_num[pool, i, TURNS] + takes
    if cost > 0:
        if cash < -m.figures[A_LOAN] * m.keys[LOANS]:
            return False
        turns = max(turns, m.figures[LAG] + whole(total / m.figures[EACH_TURN]) - 1 + takes)
    if stop % 2 == 0 and m.season[job] != EMPTY and turns > m.figures[IN_SEASON]:
        return False
    write(m, pool, i, j, stop, total)
    m.leaf_num[other, j, TURNS], m.leaf_num[other, j, CASH] = (
        turns,
        cash + (m.reward[job] if stop % 2 else 0),
    )
    m.leaf_num[other, j, LEAST] = min(m.leaf_num[pool, i, LEAST], cash)
    m.leaf_num[other, j, TOLLS] = m.leaf_num[pool, i, TOLLS] + tolls
    m.leaf_num[other, j, JOINED] = m.leaf_num[pool, i, JOINED] + (
        1 if cost > 0 and joins(m, pool, i, stop_city(m, stop)) else 0
    )
    return True


@compiled
def joins(m: Any, pool: int, i: int, city: int) -> bool:
    """Whether a leaf comes to a big city for the first time, which was not joined before."""
    if not m.fresh[city]:
        return False
    for n in range(m.leaf[pool, i, LENGTH]):
        if stop_city(m, m.leaf_stop[pool, i, n]) == city:
            return False
    return True


@compiled
def write(m: Any, pool: int, i: int, j: int, stop: int, total: int) -> None:
    """The whole numbers of a leaf with one stop more."""
    job, other, n = stop // 2, 1 - pool, m.leaf[pool, i, LENGTH]
    for k in range(n):
        m.leaf_stop[other, j, k] = m.leaf_stop[pool, i, k]
    m.leaf_stop[other, j, n] = stop
    brought = stop % 2
    m.leaf[other, j, CITY], m.leaf[other, j, LENGTH], m.leaf[other, j, COST] = (
        stop_city(m, stop),
        n + 1,
        total,
    )
    m.leaf[other, j, CARRIED] = m.leaf[pool, i, CARRIED] ^ bit(job)
    m.leaf[other, j, FETCHED] = m.leaf[pool, i, FETCHED] | (0 if brought else bit(job))
    m.leaf[other, j, REWARD] = m.leaf[pool, i, REWARD] + (m.reward[job] if brought else 0)


@compiled
def further(m: Any, pool: int, i: int, j: int, stop: int) -> bool:
    """One stop more, by the tables."""
    city, there = m.leaf[pool, i, CITY], stop_city(m, stop)
    if city == EMPTY:
        return extend(m, pool, i, j, stop, 0, 0, 0.0)
    if city == there:
        return extend(m, pool, i, j, stop, 0, 0, 0.0)
    if m.run[city, there] == UNREACHED:
        return False
    cost = 0 if went(m, pool, i, there) else m.cost[city, there]
    return extend(m, pool, i, j, stop, m.run[city, there], cost, m.tolls[city, there])


# ---- what it is worth
@compiled
def price_of_loans(m: Any, least: float) -> float:
    return m.keys[LOAN] * whole(max(0.0, -least) / m.figures[A_LOAN])


@compiled
def worth(m: Any, pool: int, i: int) -> float:
    """G above the pace at which a train should earn; winning with it counts most."""
    turns, cash = m.leaf_num[pool, i, TURNS], m.leaf_num[pool, i, CASH]
    gain = (
        m.leaf[pool, i, REWARD]
        - m.figures[SPENT_NOW] * m.leaf[pool, i, COST]
        - m.leaf_num[pool, i, TOLLS]
    )
    gain += m.keys[JOIN] * m.leaf_num[pool, i, JOINED] - price_of_loans(
        m, m.leaf_num[pool, i, LEAST]
    )
    lacking = max(0.0, m.figures[LACKING] - m.leaf_num[pool, i, JOINED])
    prize = (
        PRIZE / max(1, whole(turns - m.figures[LAG] + 1.0))
        if cash >= m.figures[VICTORY] + m.keys[CITY_PRICE] * lacking
        else 0.0
    )
    return prize + pay(m, gain, turns)


@compiled
def pay(m: Any, gain: float, turns: float) -> float:
    return gain - m.keys[PACE] * m.figures[SPEED] * turns


@compiled
def promise(m: Any, pool: int, i: int) -> float:
    """What it would be worth if all on the train could be brought as easily as the furthest of
    them.
    """
    carried, city = int(m.leaf[pool, i, CARRIED]), m.leaf[pool, i, CITY]
    run = cost = reward = 0
    while carried:
        job = lowest(carried)
        carried &= carried - 1
        there = m.goal[job]
        run, cost = (
            max(run, 0 if there == city else m.run[city, there]),
            max(cost, 0 if there == city else m.cost[city, there]),
        )
        reward += m.reward[job]
    gain = (
        reward
        + m.leaf[pool, i, REWARD]
        - m.figures[SPENT_NOW] * (m.leaf[pool, i, COST] + cost)
        - m.leaf_num[pool, i, TOLLS]
    )
    gain += m.keys[JOIN] * m.leaf_num[pool, i, JOINED]
    return pay(m, gain, m.leaf_num[pool, i, TURNS] + run / m.figures[SPEED])


# ---- the jobs worth fetching
@compiled
def in_mind(m: Any, job: int) -> bool:
    """Whether the trip in mind has to do with a job."""
    for k in range(m.trip_next, m.trip_stops):
        if m.trip_job[k] == job:
            return True
    return False


@compiled
def rate(b: Any, s: Any, m: Any, seat: int, job: int) -> None:
    """What a job on the map is worth alone."""
    know_roughly(b, m, seat, m.origin[job])
    begin(s, m, 0)
    m.leaf[0, 0, CARRIED] = 0
    m.alone[job] = BAD
    if further(m, 0, 0, 0, 2 * job) and further(m, 1, 0, 1, 2 * job + 1):
        m.alone[job] = worth(m, 0, 1) + (PRIZE if in_mind(m, m.job[job]) else 0.0)


@compiled
def keep_best_jobs(m: Any) -> None:
    """Only the best of the jobs on the map stay in sight, in the order of their worth."""
    kept = min(m.jobs, m.carried + int(m.keys[AMONG]))
    for n in range(m.carried, kept):
        best = n
        for job in range(n + 1, m.jobs):
            if m.alone[job] > m.alone[best]:
                best = job
        swap_jobs(m, n, best)
        if m.alone[n] == BAD:
            kept = n
            break
    m.jobs = kept


@compiled
def swap_jobs(m: Any, n: int, k: int) -> None:
    m.job[n], m.job[k] = m.job[k], m.job[n]
    m.origin[n], m.origin[k] = m.origin[k], m.origin[n]
    m.goal[n], m.goal[k] = m.goal[k], m.goal[n]
    m.reward[n], m.reward[k] = m.reward[k], m.reward[n]
    m.season[n], m.season[k] = m.season[k], m.season[n]
    m.alone[n], m.alone[k] = m.alone[k], m.alone[n]


@compiled
def know_ends(b: Any, m: Any, seat: int, job: int) -> None:
    if job >= m.carried:
        know(b, m, seat, m.origin[job])
    know(b, m, seat, m.goal[job])


# ---- the beam
@compiled
def look(b: Any, s: Any, m: Any, seat: int) -> int:
    """Takes in the position; how many jobs are in sight."""
    take_stock(b, s, m, seat)
    survey(b, s, m, seat)
    open_tables(b, m, seat)
    look_around(b, s, m, seat)
    if s.asked != PLACE:
        know_here(b, m, seat, train_at(b, s, seat))
    return int(m.jobs)


@compiled
def seek(b: Any, s: Any, m: Any, seat: int) -> int:
    """Fills the finalists with the best trips; tells how many there are."""
    look(b, s, m, seat)
    for job in range(m.carried, m.jobs):
        rate(b, s, m, seat, job)
    keep_best_jobs(m)
    for job in range(m.jobs):
        know_ends(b, m, seat, job)
    follow_thoughts(b, s, m)
    return int(m.final)


@compiled
def follow_thoughts(b: Any, s: Any, m: Any) -> None:
    m.final = 0
    begin(s, m, 0)
    m.heap[0] = 0
    size, pool = 1, 0
    for _ in range(min(STOPS, 2 * int(m.keys[JOBS_WANTED]) + m.carried)):
        size = next_level(b, s, m, pool, size)
        pool = 1 - pool


@compiled
def next_level(b: Any, s: Any, m: Any, pool: int, size: int) -> int:
    """All leaves with one stop more; those that promise most stay, their places in `heap`. How many
    these are.
    """
    made = 0
    for n in range(size):
        i = int(m.heap[n] % POOL)
        for job in range(m.jobs):
            stop = next_stop(m, pool, i, job)
            if stop != EMPTY and made < POOL and further(m, pool, i, made, stop):
                if stop % 2:
                    keep_final(m, 1 - pool, made)
                made += 1
    return keep_promising(m, 1 - pool, made)


@compiled
def next_stop(m: Any, pool: int, i: int, job: int) -> int:
    """What could be done next with a job, or EMPTY."""
    carried, fetched = m.leaf[pool, i, CARRIED], m.leaf[pool, i, FETCHED]
    if carried & bit(job):
        return 2 * job + 1 if m.leaf[pool, i, CITY] != EMPTY else EMPTY
    if (
        job < m.carried
        or fetched & bit(job)
        or count(carried) >= m.figures[ROOM]
        or count(fetched) >= m.keys[JOBS_WANTED]
    ):
        return EMPTY
    return 2 * job


@compiled
def keep_promising(m: Any, pool: int, made: int) -> int:
    size, width = 0, int(m.keys[WIDTH])
    for i in range(made):
        key = (int(1024.0 * min(1.0e6, max(-1.0e6, promise(m, pool, i)))) + (1 << 31)) * POOL + i
        if size < width:
            size = push(m.heap, size, key)
        elif key > m.heap[0]:
            size = push(m.heap, pop(m.heap, size), key)
    return size


@compiled
def keep_final(m: Any, pool: int, i: int) -> None:
    """Among the finalists, when it is good enough."""
    value, most = worth(m, pool, i), min(FINAL, int(m.keys[FINALISTS]))
    place = m.final
    if place >= most:
        place = 0
        for n in range(1, most):
            if m.final_worth[n] < m.final_worth[place]:
                place = n
        if m.final_worth[place] >= value:
            return
    m.final_worth[place], m.final_stops[place] = value, m.leaf[pool, i, LENGTH]
    for n in range(m.leaf[pool, i, LENGTH]):
        m.final_stop[place, n] = m.leaf_stop[pool, i, n]
    m.final = max(m.final, place + 1)


# ---- leg by leg
@compiled
def assess(b: Any, s: Any, m: Any, seat: int, n: int) -> float:
    """A finalist with each leg's track there for the next."""
    begin(s, m, 0)
    pool, near = 0, EMPTY if s.asked == PLACE else HERE
    for k in range(m.final_stops[n]):
        stop = int(m.final_stop[n, k])
        if not leg(b, s, m, seat, near, stop, pool):
            take_up(b, m, seat)
            return BAD
        pool, near = 1 - pool, stop_city(m, stop)
    take_up(b, m, seat)
    return worth(m, pool, 0)


@compiled
def leg(b: Any, s: Any, m: Any, seat: int, near: int, stop: int, pool: int) -> bool:
    """Goes one leg, and lays its track in mind."""
    there = stop_city(m, stop)
    if near == EMPTY or near == there:
        return extend(m, pool, 0, 0, stop, 0, 0, 0.0)
    if (
        m.laid == 0
        and (near == HERE or m.known[near] == KNOWN)
        and m.run[near, there] != UNREACHED
        and m.cost[near, there] == 0
    ):
        return extend(m, pool, 0, 0, stop, m.run[near, there], 0, m.tolls[near, there])
    if not find_leg(b, m, seat, near, train_at(b, s, seat), there):
        return False
    lay_way(b, m, seat, m.ends[there])
    return extend(
        m,
        pool,
        0,
        0,
        stop,
        m.run[ASIDE_ROW, there],
        m.cost[ASIDE_ROW, there],
        m.tolls[ASIDE_ROW, there],
    )


@compiled
def lay_way(b: Any, m: Any, seat: int, place: int) -> None:
    """Lays in mind what is missing on the way to a place."""
    while m.before[place] != EMPTY:
        move, place = m.before[place] % 16, m.before[place] // 16
        if move < OVER_FERRY:
            lay_link(b, m, seat, place // 3, move)
        elif move == SPUR:
            lay_spur(b, m, seat, place // 3)


@compiled
def lay_link(b: Any, m: Any, seat: int, post: int, direction: int) -> None:
    link = b.link_at[post, direction]
    if m.track[link] == 0 and not b.inside[link] and m.laid < WAY:
        lay_in_mind(b, m, seat, link)


@compiled
def lay_spur(b: Any, m: Any, seat: int, post: int) -> None:
    while m.spur_move[post] != EMPTY:
        lay_link(b, m, seat, post, m.spur_move[post])
        post = b.next_post[post, m.spur_move[post]]
