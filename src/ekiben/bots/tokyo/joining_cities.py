"""The big cities that a seat's network lacks, and the track that would join the next of them."""

from __future__ import annotations

from ekiben.bots.tokyo.lattice_search import (
    NO_TOLLS,
    TOLL,
    UNREACHED,
    clear_search,
    post_of,
    search,
    start_at,
)
from ekiben.bots.tokyo.lockout import find_fair_sites, flood, is_reached
from ekiben.bots.tokyo.planner_state import (
    CUSHION,
    EARLY_CITIES,
    LEG_ROW,
    NEAR,
    SPARE,
    WAY_LENGTH,
    PlannerState,
)
from ekiben.bots.tokyo.position_features import CITY_COST, read_position, turns_left
from ekiben.bots.tokyo.track_survey import survey_track
from ekiben.bots.tokyo.trip_ways import spare_money
from ekiben.core.compiled import bit, compiled, count
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.state import EMPTY, State
from ekiben.games.tokyo.track import is_site

# orders about buying a train, or joining, in this turn; else to do so
NEVER, BY_WEIGHTS = -1, 0


@compiled
def choose_join(b: Board, s: State, p: PlannerState, seat: int) -> int:
    """Build a link towards the next big city, with money to spare; EMPTY when there is none."""
    if not wants_to_join(b, s, p, seat):
        return EMPTY
    if p.join_turn != s.turns + 1 or not is_join_unfinished(s, p):
        p.join_turn = s.turns + 1
        find_join_links(b, s, p, seat)
    if find_fair_sites(b, s) > 0:
        for n in range(p.join_length):
            if s.track[p.join_link[n]] == 0 and is_site(b, s, p.join_link[n]):
                return int(b.build + p.join_link[n])
    return EMPTY


@compiled
def is_join_unfinished(s: State, p: PlannerState) -> bool:
    for n in range(p.join_length):
        if s.track[p.join_link[n]] == 0:
            return True
    return False


@compiled
def wants_to_join(b: Board, s: State, p: PlannerState, seat: int) -> bool:
    """As ordered; else in time for the end, and before with money to spare."""
    missing = b.connections - s.joined[seat]
    if missing <= 0 or p.join_now != BY_WEIGHTS:
        return missing > 0 and p.join_now > BY_WEIGHTS
    if s.loans[seat] > 0:
        return False
    near = turns_left(b, s, p, seat) <= missing * CITY_COST / b.each_turn + p.weights[NEAR]
    return spare_money(b, s, p, seat) >= (
        p.weights[CUSHION] if near or s.joined[seat] < p.weights[EARLY_CITIES] else p.weights[SPARE]
    )


@compiled
def find_join_links(b: Board, s: State, p: PlannerState, seat: int) -> None:
    """Find the links to the big city that is cheapest to join to the best network."""
    p.join_length = 0
    cities = best_network(b, s, seat)
    read_position(b, s, p, seat)
    survey_track(b, s, p, seat)
    toll = int(p.prices[TOLL])
    p.prices[TOLL] = NO_TOLLS
    clear_search(b, p, LEG_ROW)
    for post in range(b.posts):
        if is_reached(b, s, post):
            start_at(p, post)
    search(b, p, seat, LEG_ROW, EMPTY)
    p.prices[TOLL] = toll
    nearest = EMPTY
    for big in range(b.bigs):
        city = b.city_at[b.big_post[big, 0]]
        is_nearer = nearest == EMPTY or p.cost[LEG_ROW, city] < p.cost[LEG_ROW, nearest]
        if is_nearer and not cities & bit(big) and p.movement[LEG_ROW, city] != UNREACHED:
            nearest = city
    if nearest != EMPTY:
        record_links(b, s, p, p.end_place[nearest])


@compiled
def best_network(b: Board, s: State, seat: int) -> int:
    """The big cities of the seat's best network; leaves its posts in `reached`."""
    best, cities = 0, 0
    for big in range(b.bigs):
        found = flood(b, s, seat, big)
        if count(found) > count(cities):
            best, cities = big, found
    flood(b, s, seat, best)
    return cities | bit(best)


@compiled
def record_links(b: Board, s: State, p: PlannerState, place: int) -> None:
    """Remember what is to be built on the way to a place, from its start."""
    while p.came_from[place] != EMPTY:
        move, place = p.came_from[place] % 16, p.came_from[place] // 16
        if move < 8:
            link = b.link_at[post_of(place), move]
            if s.track[link] == 0 and not b.inside[link] and p.join_length < WAY_LENGTH:
                p.join_link[p.join_length] = link
                p.join_length += 1
