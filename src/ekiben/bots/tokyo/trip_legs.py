"""Finalists of the search, leg by leg: each leg's track is there for the next."""

from __future__ import annotations

from ekiben.bots.tokyo.distances import KNOWN, find_leg
from ekiben.bots.tokyo.lattice_search import SPUR, UNREACHED, post_of
from ekiben.bots.tokyo.planner_state import HERE, LEG_ROW, WAY_LENGTH, PlannerState
from ekiben.bots.tokyo.position_features import train_at
from ekiben.bots.tokyo.track_survey import lay_planned_link, lift_planned_track
from ekiben.bots.tokyo.trip_nodes import IMPOSSIBLE, add_stop, start_node, stop_city
from ekiben.bots.tokyo.trip_scores import score
from ekiben.core.compiled import compiled
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.path_search import OVER_FERRY
from ekiben.games.tokyo.state import EMPTY, PLACE, State


@compiled
def assess(b: Board, s: State, p: PlannerState, seat: int, n: int) -> float:
    """What a finalist is worth with each leg's track there for the next."""
    start_node(s, p, 0)
    pool, start = 0, EMPTY if s.asked == PLACE else HERE
    for k in range(p.finalist_length[n]):
        stop = int(p.finalist_stop[n, k])
        if not add_leg(b, s, p, seat, start, stop, pool):
            lift_planned_track(b, p, seat)
            return IMPOSSIBLE
        pool, start = 1 - pool, stop_city(p, stop)
    lift_planned_track(b, p, seat)
    return score(p, pool, 0)


@compiled
def add_leg(
    b: Board, s: State, p: PlannerState, seat: int, start: int, stop: int, pool: int
) -> bool:
    """Go one leg, and lay its track as planned links."""
    there = stop_city(p, stop)
    if start == EMPTY or start == there:
        return add_stop(p, pool, 0, 0, stop, 0, 0, 0.0)
    if (
        p.laid_count == 0
        and (start == HERE or p.known[start] == KNOWN)
        and p.movement[start, there] != UNREACHED
        and p.cost[start, there] == 0
    ):
        return add_stop(p, pool, 0, 0, stop, p.movement[start, there], 0, p.tolls[start, there])
    if not find_leg(b, p, seat, start, train_at(b, s, seat), there):
        return False
    lay_way(b, p, seat, p.end_place[there])
    return add_stop(
        p,
        pool,
        0,
        0,
        stop,
        p.movement[LEG_ROW, there],
        p.cost[LEG_ROW, there],
        p.tolls[LEG_ROW, there],
    )


@compiled
def lay_way(b: Board, p: PlannerState, seat: int, place: int) -> None:
    """Lay what is missing on the way to a place as planned links."""
    while p.came_from[place] != EMPTY:
        move, place = p.came_from[place] % 16, p.came_from[place] // 16
        if move < OVER_FERRY:
            lay_link(b, p, seat, post_of(place), move)
        elif move == SPUR:
            lay_spur(b, p, seat, post_of(place))


@compiled
def lay_link(b: Board, p: PlannerState, seat: int, post: int, direction: int) -> None:
    link = b.link_at[post, direction]
    if p.track[link] == 0 and not b.inside[link] and p.laid_count < WAY_LENGTH:
        lay_planned_link(b, p, seat, link)


@compiled
def lay_spur(b: Board, p: PlannerState, seat: int, post: int) -> None:
    while p.spur_move[post] != EMPTY:
        lay_link(b, p, seat, post, p.spur_move[post])
        post = b.next_post[post, p.spur_move[post]]
