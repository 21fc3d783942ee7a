"""The track as a planner sees it: prices of links, footholds, spurs, and planned links."""

from __future__ import annotations

from ekiben.bots.tokyo.lattice_search import (
    BUILD,
    CITY_FOOTHOLD,
    FERRY,
    MOVE,
    NO_FOOTHOLD,
    TOLL,
    TOLLED,
    TOLLED_LINK,
    TRACK_FOOTHOLD,
    UNIT,
    UNREACHED,
    clear_search,
    dequeue,
    enqueue,
)
from ekiben.bots.tokyo.planner_state import BUCKETS, LEG_ROW, MOVE_PRICE, PRICES, PlannerState
from ekiben.core.arrays import Array
from ekiben.core.compiled import compiled
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.lattice import OWN
from ekiben.games.tokyo.networks import touches
from ekiben.games.tokyo.state import EMPTY, State
from ekiben.games.tokyo.track import is_for_others

LONG_SPUR = 60  # G at which a spur is long enough


@compiled
def set_prices(b: Board, s: State, p: PlannerState, seat: int, spent: float) -> None:
    """Set the prices that a seat finds its ways by; `spent`: the part of a G built that counts."""
    speed, fee = int(s.speed[seat]), b.track_fee * UNIT
    p.prices[MOVE] = int(p.weights[MOVE_PRICE] * UNIT)
    p.prices[BUILD] = max(1, int(spent * UNIT))
    p.prices[TOLL] = fee * 6 // 10
    p.prices[TOLLED] = fee // speed
    p.prices[FERRY] = speed * 9 // 10


@compiled
def survey_track(b: Board, s: State, p: PlannerState, seat: int) -> None:
    """Take in the track and the seat's footholds, unless nothing has changed."""
    if (
        p.surveyed_for == seat + 1
        and p.laid_count == 0
        and are_same_prices(p.surveyed_prices, p.prices)
        and is_same_track(b, s.track, p.track)
    ):
        return
    p.surveyed_for = seat + 1
    copy_prices(p.prices, p.surveyed_prices)
    for link in range(4 * b.posts):
        p.track[link] = s.track[link]
    for post in range(b.posts):
        city = b.city_at[post]
        if city != EMPTY:
            p.city_post[city] = post
        p.foothold[post] = (
            TRACK_FOOTHOLD
            if touches(b, s, seat, post)
            else NO_FOOTHOLD
            if b.big_at[post] == EMPTY
            else CITY_FOOTHOLD
        )
        for direction in range(8):
            price_link(b, p, seat, post, direction)
    leave_to_others(b, s, p, seat)
    p.laid_count = 0
    find_spurs(b, p, seat)


@compiled
def are_same_prices(one: Array, other: Array) -> bool:
    for n in range(PRICES):
        if one[n] != other[n]:
            return False
    return True


@compiled
def copy_prices(one: Array, other: Array) -> None:
    for n in range(PRICES):
        other[n] = one[n]


@compiled
def is_same_track(b: Board, one: Array, other: Array) -> bool:
    for link in range(4 * b.posts):
        if one[link] != other[link]:
            return False
    return True


@compiled
def price_link(b: Board, p: PlannerState, seat: int, post: int, direction: int) -> None:
    """Price a link in one direction: TOLLED_LINK on others' track, UNREACHED where none is."""
    link = b.link_at[post, direction]
    price = UNREACHED
    if link != EMPTY:
        price = p.prices[MOVE] * b.run[link]
        if not b.inside[link] and p.track[link] != seat + 1:
            price = (
                min(BUCKETS - 1, price + p.prices[BUILD] * b.cost[link])
                if p.track[link] == 0
                else TOLLED_LINK
            )
    p.link_price[post, direction] = price


@compiled
def leave_to_others(b: Board, s: State, p: PlannerState, seat: int) -> None:
    """Close the last link into a city that another seat is not in yet."""
    for big in range(b.bigs):
        if is_for_others(b, s, seat, big):
            for n in range(b.big_size[big]):
                post = b.big_post[big, n]
                for direction in range(8):
                    link = b.link_at[post, direction]
                    if link != EMPTY and p.track[link] == 0 and not b.inside[link]:
                        p.link_price[post, direction] = p.link_price[
                            b.next_post[post, direction], (direction + 4) % 8
                        ] = UNREACHED


@compiled
def find_spurs(b: Board, p: PlannerState, seat: int) -> None:
    """Find what it costs to build from each post to the nearest foothold, and the first link."""
    clear_search(b, p, LEG_ROW)
    for post in range(b.posts):
        p.spur[post] = UNREACHED
        p.spur_move[post] = EMPTY
        if p.foothold[post] != NO_FOOTHOLD:
            p.spur[post] = 0
            enqueue(p, post, 0)
    post = dequeue(p)
    while post != EMPTY and p.spur[post] < LONG_SPUR:
        for direction in range(8):
            link = b.link_at[post, direction]
            is_open = p.link_price[post, direction] != UNREACHED and p.track[link] == 0
            if is_open and p.spur[post] + b.cost[link] < p.spur[b.next_post[post, direction]]:
                there = b.next_post[post, direction]
                p.spur[there] = p.spur[post] + b.cost[link]
                p.spur_move[there] = (direction + 4) % 8
                enqueue(p, there, p.spur[there])
        post = dequeue(p)


# ---- planned links
@compiled
def lay_planned_link(b: Board, p: PlannerState, seat: int, link: int) -> None:
    """Treat a link as the seat's own track until `lift_planned_track`."""
    a, z, n = b.end_a[link], b.end_z[link], p.laid_count
    p.laid_link[n] = link
    p.laid_foothold[n, 0] = p.foothold[a]
    p.laid_foothold[n, 1] = p.foothold[z]
    p.foothold[a] = p.foothold[z] = TRACK_FOOTHOLD
    p.laid_count = n + 1
    set_owner(b, p, seat, link, seat + 1)


@compiled
def set_owner(b: Board, p: PlannerState, seat: int, link: int, owner: int) -> None:
    """Change who owns a link, for the planner only."""
    p.track[link] = owner
    direction = OWN[link % 4]
    price_link(b, p, seat, b.end_a[link], direction)
    price_link(b, p, seat, b.end_z[link], (direction + 4) % 8)


@compiled
def lift_planned_track(b: Board, p: PlannerState, seat: int) -> None:
    """Undo all planned links, the last one first."""
    while p.laid_count > 0:
        p.laid_count -= 1
        link = p.laid_link[p.laid_count]
        set_owner(b, p, seat, link, 0)
        p.foothold[b.end_z[link]] = p.laid_foothold[p.laid_count, 1]
        p.foothold[b.end_a[link]] = p.laid_foothold[p.laid_count, 0]
