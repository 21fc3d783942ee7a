"""The ways of the planned trip: posts and moves of each leg, what they miss and what they cost."""

from __future__ import annotations

from ekiben.bots.tokyo.distances import find_leg
from ekiben.bots.tokyo.lattice_search import SPUR, post_of
from ekiben.bots.tokyo.planner_state import HERE, LEG_ROW, WAY_LENGTH, PlannerState
from ekiben.bots.tokyo.position_features import read_position, train_at
from ekiben.bots.tokyo.track_survey import lift_planned_track, survey_track
from ekiben.bots.tokyo.trip import drop_trip
from ekiben.bots.tokyo.trip_legs import lay_way
from ekiben.core.compiled import compiled
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.path_search import OVER_FERRY_PAID
from ekiben.games.tokyo.state import EMPTY, PLACE, State

BUILT_ONLY = 16  # added to a direction: a link to be built but not travelled


# ---- finding them
@compiled
def trip_city(b: Board, p: PlannerState, k: int) -> int:
    """The city of a stop of the planned trip."""
    return int(b.goal[p.trip_job[k]] if p.trip_delivers[k] else b.origin[p.trip_job[k]])


@compiled
def find_ways(b: Board, s: State, p: PlannerState, seat: int) -> None:
    """Find the way of each leg left, on the track of those before it; drop a trip without."""
    read_position(b, s, p, seat)
    survey_track(b, s, p, seat)
    start, size = EMPTY if s.asked == PLACE else HERE, 0
    for k in range(p.trip_next, p.trip_length):
        size = find_way(b, s, p, seat, k, start, size)
        if size == EMPTY:
            drop_trip(p)
            break
        start = trip_city(b, p, k)
    lift_planned_track(b, p, seat)
    p.ways_known = int(p.trip_length > 0)
    p.ways_from = p.trip_next


@compiled
def find_way(b: Board, s: State, p: PlannerState, seat: int, k: int, start: int, size: int) -> int:
    """Add the way of a leg; how long all are now, or EMPTY."""
    there = trip_city(b, p, k)
    p.way_tolls[k] = 0.0
    if start != EMPTY and start != there:
        if not find_leg(b, p, seat, start, train_at(b, s, seat), there):
            return EMPTY
        p.way_tolls[k] = p.tolls[LEG_ROW, there]
        size = write_way(b, p, p.end_place[there], size)
        if size == EMPTY:
            return EMPTY
        lay_way(b, p, seat, p.end_place[there])
    p.way_end[k] = size
    return size


@compiled
def write_way(b: Board, p: PlannerState, end: int, size: int) -> int:
    """Write posts and moves from the start to a place, spurs too; EMPTY if there is no room."""
    length = way_length(b, p, end)
    if size + length > WAY_LENGTH:
        return EMPTY
    place, n = end, size + length
    while p.came_from[place] != EMPTY:
        before = int(p.came_from[place])
        place = before // 16
        if before % 16 == SPUR:
            n = write_spur(b, p, post_of(place), n)
        else:
            n -= 1
            p.way_post[n] = post_of(place)
            p.way_move[n] = before % 16
    return size + length


@compiled
def way_length(b: Board, p: PlannerState, place: int) -> int:
    length = 0
    while p.came_from[place] != EMPTY:
        before = int(p.came_from[place])
        place = before // 16
        length += spur_length(b, p, post_of(place)) if before % 16 == SPUR else 1
    return length


@compiled
def spur_length(b: Board, p: PlannerState, post: int) -> int:
    length = 0
    while p.spur_move[post] != EMPTY:
        post = b.next_post[post, p.spur_move[post]]
        length += 1
    return length


@compiled
def write_spur(b: Board, p: PlannerState, post: int, n: int) -> int:
    while p.spur_move[post] != EMPTY:
        n -= 1
        p.way_post[n] = post
        p.way_move[n] = BUILT_ONLY + p.spur_move[post]
        post = b.next_post[post, p.spur_move[post]]
    return n


@compiled
def way_start(p: PlannerState, k: int) -> int:
    """Where the way of a leg begins; the ways were found from the stop `ways_from` on."""
    return int(p.way_end[k - 1]) if k > 0 and k > p.ways_from else 0


# ---- money
@compiled
def leg_cost(b: Board, s: State, p: PlannerState, k: int) -> int:
    """What is still to be built for a leg."""
    total = 0
    for n in range(way_start(p, k), p.way_end[k]):
        if is_missing(b, s, p, n):
            total += int(b.cost[way_link(b, p, n)])
        elif p.way_move[n] == OVER_FERRY_PAID:
            total += int(b.ferry_cost[b.ferry_at[p.way_post[n]]])
    return total


@compiled
def way_link(b: Board, p: PlannerState, n: int) -> int:
    """The link of a move of the ways, EMPTY for a crossing."""
    move = p.way_move[n] % BUILT_ONLY
    return int(b.link_at[p.way_post[n], move]) if move < 8 else EMPTY


@compiled
def is_missing(b: Board, s: State, p: PlannerState, n: int) -> bool:
    """Whether a link of the ways is still to be built."""
    link = way_link(b, p, n)
    return link != EMPTY and s.track[link] == 0 and not b.inside[link]


@compiled
def spare_money(b: Board, s: State, p: PlannerState, seat: int) -> float:
    """Money that the planned trip does not need."""
    cash = least = 1.0 * s.money[seat]
    for k in range(p.trip_next, p.trip_length):
        cash -= leg_cost(b, s, p, k) + p.way_tolls[k]
        least = min(least, cash)
        if p.trip_delivers[k]:
            cash += b.reward[p.trip_job[k]]
    return least
