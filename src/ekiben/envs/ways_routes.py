"""The exact quantities of a seat's network that an observation holds: networks, shortest ways. Work space is the state's own."""

from __future__ import annotations

from typing import Any

from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.network import join, other_end, root
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import EMPTY

FAR = 255


@compiled
def touched(b: Any, s: Any, seat: int) -> int:
    """The set of cities that the seat's routes reach."""
    cities = 0
    for word in range(WORDS):
        routes = s.owned[seat, word]
        while routes:
            route = word * WORD + lowest(routes)
            routes &= routes - 1
            cities |= bit(b.a[route]) | bit(b.z[route])
    return cities


@compiled
def widest(b: Any, s: Any, seat: int) -> int:
    """The spaces of the seat's largest network."""
    join(b, s, seat)
    for city in range(b.cities):
        s.whole[city] = 0
    best = 0
    for word in range(WORDS):
        routes = s.owned[seat, word]
        while routes:
            route = word * WORD + lowest(routes)
            routes &= routes - 1
            network = root(s, b.a[route])
            s.whole[network] += b.length[route]
            best = max(best, int(s.whole[network]))
    return best


@compiled
def nearest_of(s: Any, todo: int) -> int:
    """The city of the set that lies nearest, the first of several."""
    nearest, shortest = EMPTY, FAR + 1
    while todo:
        city = lowest(todo)
        todo &= todo - 1
        far = int(s.shortest[city])
        if far < shortest:
            nearest, shortest = city, far
    return nearest


@compiled
def measure_way(b: Any, s: Any, seat: int, start: int, goal: int) -> int:
    """The fewest spaces still to claim from one city to another, own routes being free; FAR when there is no way. Leaves in
    `trail` the route by which each city was reached."""
    for city in range(b.cities):
        s.shortest[city] = FAR
    s.shortest[start] = 0
    s.trail[start] = EMPTY
    todo = bit(start)
    while todo:
        city = nearest_of(s, todo)
        if city == goal:
            return int(s.shortest[city])
        todo = (todo & ~bit(city)) | spread(b, s, seat, city)
    return FAR


@compiled
def spread(b: Any, s: Any, seat: int, city: int) -> int:
    """The set of neighbours that are nearer by way of this city."""
    nearer, here = 0, int(s.shortest[city])
    for word in range(WORDS):
        own = s.owned[seat, word] & b.at_city[city, word]
        routes = own | (s.free[word] & ~s.blocked[seat, word] & b.at_city[city, word])
        while routes:
            member = routes & -routes
            route = word * WORD + lowest(routes)
            routes ^= member
            far = here if own & member else here + int(b.length[route])
            there = other_end(b, route, city)
            if far < s.shortest[there]:
                s.shortest[there] = far
                s.trail[there] = route
                nearer |= bit(there)
    return nearer


@compiled
def mark_way(b: Any, s: Any, seat: int, start: int, goal: int, out: Any, first: int, row: int) -> None:
    """Counts up the routes still to claim on the way that was measured just before."""
    city = goal
    while city != start:
        route = int(s.trail[city])
        if not s.owned[seat, route // WORD] & bit(route % WORD):
            out[first + route * row] += 1
        city = other_end(b, route, city)
