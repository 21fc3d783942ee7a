"""The cheapest path between cities, over the usable routes and their prices."""

from __future__ import annotations

from ekiben.bots.routes.policy_state import FAR, PolicyState
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.network import other_end
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import EMPTY


@compiled
def find_cheapest_path(b: Board, p: PolicyState, start: int, goal: int) -> bool:
    """Set `path` to the cheapest routes from the goal back to the start; False if there is none."""
    p.path_size = 0
    if find_nearest(b, p, bit(start), bit(goal)) == EMPTY:
        return False
    trace_path(b, p, goal)
    return True


@compiled
def find_nearest(b: Board, p: PolicyState, starts: int, goals: int) -> int:
    """The nearest of some cities from a set of starts; EMPTY when none can be reached.

    Sets `distance` and `arrived_by` for all cities that are nearer.
    """
    for city in range(b.cities):
        p.distance[city] = 0 if starts & bit(city) else FAR
        p.arrived_by[city] = EMPTY
    edge = int(starts)
    while edge:
        city = closest_city(p, edge)
        if goals & bit(city):
            return city
        edge = (edge & ~bit(city)) | relax_routes(b, p, city)
    return EMPTY


@compiled
def closest_city(p: PolicyState, cities: int) -> int:
    best = lowest(cities)
    cities &= cities - 1
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        if p.distance[city] < p.distance[best]:
            best = city
    return best


@compiled
def relax_routes(b: Board, p: PolicyState, city: int) -> int:
    """Follow every route at a city; return the set of cities that are nearer that way."""
    found, here = 0, int(p.distance[city])
    for word in range(WORDS):
        routes = b.at_city[city, word] & p.usable[word]
        while routes:
            route = word * WORD + lowest(routes)
            routes &= routes - 1
            there, total = other_end(b, route, city), here + int(p.price[route])
            if total < p.distance[there]:
                p.distance[there] = total
                p.arrived_by[there] = route
                found |= bit(there)
    return found


@compiled
def trace_path(b: Board, p: PolicyState, city: int) -> None:
    while p.arrived_by[city] != EMPTY:
        route = int(p.arrived_by[city])
        p.path[p.path_size] = route
        p.path_size += 1
        city = other_end(b, route, city)
