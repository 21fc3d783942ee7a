"""The trip in mind: chosen, kept as long as it can be done, and its ways."""

from __future__ import annotations

from typing import Any

from ekiben.bots.tokyo.beam_search import assess, lay_way, seek
from ekiben.bots.tokyo.distances import ASIDE, SPUR, find_leg, survey, take_up
from ekiben.bots.tokyo.planner_state import ASIDE_ROW, HERE, PACE, STALE, STICK, WAY
from ekiben.bots.tokyo.position_features import BAD, take_stock, train_at
from ekiben.core.compiled import compiled
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.path_search import OVER_FERRY_PAID
from ekiben.games.tokyo.state import EMPTY, PLACE

A_STICK = 100.0  # G that twice the worth stands for where trips are weighed by the pace


# ---- what is left to do
@compiled
def is_done(s: Any, m: Any, seat: int, k: int) -> bool:
    """A job to fetch is on the train; one to bring is not any more."""
    return has(s.carried[seat], m.trip_job[k]) != (m.trip_brings[k] > 0)


@compiled
def can_be_done(s: Any, m: Any, seat: int) -> bool:
    """Whether all that is to be fetched is still there."""
    for k in range(m.trip_next, m.trip_stops):
        if (
            not m.trip_brings[k]
            and not has(s.carried[seat], m.trip_job[k])
            and not has(s.on_map, m.trip_job[k])
        ):
            return False
    return True


@compiled
def tidy(s: Any, m: Any, seat: int) -> bool:
    """Drops what is done, and a trip that cannot be done any more. Whether one is left."""
    if not can_be_done(s, m, seat):
        drop(m)
    while m.trip_next < m.trip_stops and is_done(s, m, seat, m.trip_next):
        m.trip_next += 1
    return m.trip_next < m.trip_stops


@compiled
def drop(m: Any) -> None:
    m.trip_next = m.trip_stops = m.ways_known = 0


# ---- chosen
@compiled
def think(b: Any, s: Any, m: Any, seat: int) -> None:
    """The best trip of all."""
    found = seek(b, s, m, seat)
    for n in range(found):
        m.final_worth[n] = assess(b, s, m, seat, n)
    settle_on(b, s, m, seat)


@compiled
def settle_on(b: Any, s: Any, m: Any, seat: int) -> None:
    """Takes the best finalist; keeps to the trip in mind unless that is better by a factor."""
    best, kept = best_final(m), recall(m, m.final)
    if kept != EMPTY:
        m.final_worth[kept] = assess(b, s, m, seat, kept)
        if m.final_worth[kept] > BAD and (
            best == EMPTY or not is_better(m, m.final_worth[best], m.final_worth[kept])
        ):
            if m.keys[STALE] == 0.0:
                m.ways_known = 0
            return
    adopt(m, best)


@compiled
def is_better(m: Any, new: float, old: float) -> bool:
    if m.keys[PACE] > 0.0:
        return new > old + A_STICK * (m.keys[STICK] - 1.0)
    return new > max(old * m.keys[STICK], old)


@compiled
def best_final(m: Any) -> int:
    best = EMPTY
    for n in range(m.final):
        if m.final_worth[n] > BAD and (best == EMPTY or m.final_worth[n] > m.final_worth[best]):
            best = n
    return best


@compiled
def recall(m: Any, place: int) -> int:
    """Puts the trip in mind behind the finalists; its place, or EMPTY."""
    stops = 0
    m.final_stops[place], m.final_worth[place] = 0, BAD
    for k in range(m.trip_next, m.trip_stops):
        job = number_of(m, m.trip_job[k])
        if job == EMPTY:
            return EMPTY
        m.final_stop[place, stops] = 2 * job + m.trip_brings[k]
        stops += 1
    m.final_stops[place] = stops
    return place if stops else EMPTY


@compiled
def number_of(m: Any, tile: int) -> int:
    for job in range(m.jobs):
        if m.job[job] == tile:
            return job
    return EMPTY


@compiled
def adopt(m: Any, n: int) -> None:
    """Takes a finalist as the trip in mind; none when EMPTY."""
    drop(m)
    if n != EMPTY:
        for k in range(m.final_stops[n]):
            m.trip_job[k], m.trip_brings[k] = m.job[m.final_stop[n, k] // 2], m.final_stop[n, k] % 2
        m.trip_stops = m.final_stops[n]


# ---- its ways
@compiled
def trip_city(b: Any, m: Any, k: int) -> int:
    return int(b.goal[m.trip_job[k]] if m.trip_brings[k] else b.origin[m.trip_job[k]])


@compiled
def find_ways(b: Any, s: Any, m: Any, seat: int) -> None:
    """The way of each leg that is left, each with the track of those before it; drops a trip that
    has none.
    """
    take_stock(b, s, m, seat)
    survey(b, s, m, seat)
    near, size = EMPTY if s.asked == PLACE else HERE, 0
    for k in range(m.trip_next, m.trip_stops):
        size = find_way(b, s, m, seat, k, near, size)
        if size == EMPTY:
            drop(m)
            break
        near = trip_city(b, m, k)
    take_up(b, m, seat)
    m.ways_known, m.ways_from = int(m.trip_stops > 0), m.trip_next


@compiled
def find_way(b: Any, s: Any, m: Any, seat: int, k: int, near: int, size: int) -> int:
    """Adds the way of a leg; how long all are now, or EMPTY."""
    there = trip_city(b, m, k)
    m.way_tolls[k] = 0.0
    if near != EMPTY and near != there:
        if not find_leg(b, m, seat, near, train_at(b, s, seat), there):
            return EMPTY
        m.way_tolls[k] = m.tolls[ASIDE_ROW, there]
        size = write_way(b, m, m.ends[there], size)
        if size == EMPTY:
            return EMPTY
        lay_way(b, m, seat, m.ends[there])
    m.way_ends[k] = size
    return size


@compiled
def write_way(b: Any, m: Any, end: int, size: int) -> int:
    """Posts and moves from the start to a place, spurs included; EMPTY when there is no room."""
    length = way_length(b, m, end)
    if size + length > WAY:
        return EMPTY
    place, n = end, size + length
    while m.before[place] != EMPTY:
        before = int(m.before[place])
        place = before // 16
        if before % 16 == SPUR:
            n = write_spur(b, m, place // 3, n)
        else:
            n -= 1
            m.way_post[n], m.way_move[n] = place // 3, before % 16
    return size + length


@compiled
def way_length(b: Any, m: Any, place: int) -> int:
    length = 0
    while m.before[place] != EMPTY:
        before = int(m.before[place])
        place = before // 16
        length += spur_length(b, m, place // 3) if before % 16 == SPUR else 1
    return length


@compiled
def spur_length(b: Any, m: Any, post: int) -> int:
    length = 0
    while m.spur_move[post] != EMPTY:
        post = b.next_post[post, m.spur_move[post]]
        length += 1
    return length


@compiled
def write_spur(b: Any, m: Any, post: int, n: int) -> int:
    while m.spur_move[post] != EMPTY:
        n -= 1
        m.way_post[n], m.way_move[n] = post, ASIDE + m.spur_move[post]
        post = b.next_post[post, m.spur_move[post]]
    return n


@compiled
def way_start(m: Any, k: int) -> int:
    """Where the way of a leg begins; the ways are those from the next stop on, which may have moved
    on since.
    """
    return int(m.way_ends[k - 1]) if k > 0 and k > m.ways_from else 0


# ---- money
@compiled
def leg_cost(b: Any, s: Any, m: Any, k: int) -> int:
    """What is still to be built for a leg."""
    total = 0
    for n in range(way_start(m, k), m.way_ends[k]):
        if is_missing(b, s, m, n):
            total += int(b.cost[way_link(b, m, n)])
        elif m.way_move[n] == OVER_FERRY_PAID:
            total += int(b.ferry_cost[b.ferry_at[m.way_post[n]]])
    return total


@compiled
def way_link(b: Any, m: Any, n: int) -> int:
    """The link of a move of the ways, EMPTY for a crossing."""
    move = m.way_move[n] % ASIDE
    return int(b.link_at[m.way_post[n], move]) if move < 8 else EMPTY


@compiled
def is_missing(b: Any, s: Any, m: Any, n: int) -> bool:
    """Whether a link of the ways is still to be built."""
    link = way_link(b, m, n)
    return link != EMPTY and s.track[link] == 0 and not b.inside[link]


@compiled
def spare(b: Any, s: Any, m: Any, seat: int) -> float:
    """Money that the trip in mind does not need."""
    cash = least = 1.0 * s.money[seat]
    for k in range(m.trip_next, m.trip_stops):
        cash -= leg_cost(b, s, m, k) + m.way_tolls[k]
        least = min(least, cash)
        if m.trip_brings[k]:
            cash += b.reward[m.trip_job[k]]
    return least
