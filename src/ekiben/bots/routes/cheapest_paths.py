"""The cheapest way between cities, over the routes and prices in the memory."""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.policy_state import FAR
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.network import other_end
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import EMPTY


@compiled
def cheapest(b: Any, m: Any, start: int, goal: int) -> bool:
    """Leaves in `way` the routes of the cheapest way, from the goal back to the start; whether
    there is one.
    """
    m.way_size = 0
    if spread(b, m, bit(start), bit(goal)) == EMPTY:
        return False
    walk_back(b, m, goal)
    return True


@compiled
def spread(b: Any, m: Any, starts: int, goals: int) -> int:
    """From a set of cities to the nearest of another set; EMPTY when none can be reached. Leaves in
    `spent` and `came` how far the cities nearer than that are, and over which route.
    """
    for city in range(b.cities):
        m.spent[city] = 0 if starts & bit(city) else FAR
        m.came[city] = EMPTY
    edge = int(starts)
    while edge:
        city = nearest(m, edge)
        if goals & bit(city):
            return city
        edge = (edge & ~bit(city)) | go_on(b, m, city)
    return EMPTY


@compiled
def nearest(m: Any, cities: int) -> int:
    best = lowest(cities)
    cities &= cities - 1
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        if m.spent[city] < m.spent[best]:
            best = city
    return best


@compiled
def go_on(b: Any, m: Any, city: int) -> int:
    """Over every route at a city; the set of cities that are nearer that way."""
    found, here = 0, int(m.spent[city])
    for word in range(WORDS):
        routes = b.at_city[city, word] & m.usable[word]
        while routes:
            route = word * WORD + lowest(routes)
            routes &= routes - 1
            there, total = other_end(b, route, city), here + int(m.price[route])
            if total < m.spent[there]:
                m.spent[there] = total
                m.came[there] = route
                found |= bit(there)
    return found


@compiled
def walk_back(b: Any, m: Any, city: int) -> None:
    while m.came[city] != EMPTY:
        route = int(m.came[city])
        m.way[m.way_size] = route
        m.way_size += 1
        city = other_end(b, route, city)
