"""Networks and shortest paths of a seat, exactly."""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.envs.columns import Bytes
from ekiben.games.routes.board import Board
from ekiben.games.routes.network import join, root
from ekiben.games.routes.sizes import CITIES, LONGEST, WORD, WORDS
from ekiben.games.routes.state import State

FAR = 255


@compiled
def touched(b: Board, s: State, seat: int) -> int:
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
def widest(b: Board, s: State, seat: int) -> int:
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


# ---- shortest ways: all cities of one distance at a time, as sets. `scratch` holds, for each city,
# the set of its neighbours by routes of
# each length that are open to the seat; the seat's network by the city that stands for it; the sets
# of cities by distance; the longest
# route that is open
STEPS = LONGEST + 1
NETWORKS = CITIES * STEPS
DISTANCES = NETWORKS + CITIES
LONGEST_OPEN = DISTANCES + FAR + STEPS
SCRATCH = LONGEST_OPEN + 1


@compiled
def survey(b: Board, s: State, seat: int, scratch: Array) -> None:
    """Writes neighbours and networks, the seat's networks being joined: once for all ways."""
    for place in range(DISTANCES):
        scratch[place] = 0
    longest = 0
    for word in range(WORDS):
        routes = s.free[word] & ~s.blocked[seat, word]
        while routes:
            route = word * WORD + lowest(routes)
            routes &= routes - 1
            a, z, length = int(b.a[route]), int(b.z[route]), int(b.length[route])
            scratch[a * STEPS + length] |= bit(z)
            scratch[z * STEPS + length] |= bit(a)
            longest = max(longest, length)
    scratch[LONGEST_OPEN] = longest
    for city in range(b.cities):
        scratch[NETWORKS + root(s, city)] |= bit(city)


@compiled
def whole_networks(s: State, cities: int, scratch: Array) -> int:
    """The set with all that hangs together with it."""
    found = cities
    while cities:
        found |= scratch[NETWORKS + root(s, lowest(cities))]
        cities &= cities - 1
    return found


@compiled
def measure_way(s: State, start: int, goal: int, scratch: Array) -> int:
    """The fewest spaces still to claim between two cities, own routes being free; FAR if none."""
    for distance in range(FAR + STEPS):
        scratch[DISTANCES + distance] = 0
    scratch[DISTANCES] = bit(start)
    done = far = last = 0
    while far <= last and far < FAR:
        fresh = whole_networks(s, scratch[DISTANCES + far] & ~done, scratch) & ~done
        scratch[DISTANCES + far] |= fresh
        done |= fresh
        if done & bit(goal):
            return far
        if fresh:
            spread(fresh, far, scratch)
            last = far + int(scratch[LONGEST_OPEN])
        far += 1
    return FAR


@compiled
def spread(cities: int, far: int, scratch: Array) -> None:
    """Puts the neighbours of these cities where they lie."""
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        for length in range(1, scratch[LONGEST_OPEN] + 1):
            scratch[DISTANCES + far + length] |= scratch[city * STEPS + length]


@compiled
def mark_way(
    b: Board,
    s: State,
    seat: int,
    goal: int,
    far: int,
    scratch: Array,
    out: Bytes,
    first: int,
    row: int,
) -> None:
    """Count up the routes still to claim on the path measured just before, from its goal."""
    city = goal
    while far > 0:
        step = step_back(s, city, far, scratch)
        here, length = step // STEPS, step % STEPS
        there = lowest(scratch[step] & scratch[DISTANCES + far - length])
        out[first + open_route(b, s, seat, here, there, length) * row] += 1
        city = there
        far -= length


@compiled
def step_back(s: State, city: int, far: int, scratch: Array) -> int:
    """Where in `scratch` the neighbours are by which this city's network was reached."""
    cities = scratch[NETWORKS + root(s, city)]
    while cities:
        here = lowest(cities)
        cities &= cities - 1
        for length in range(1, min(far, LONGEST) + 1):
            if scratch[here * STEPS + length] & scratch[DISTANCES + far - length]:
                return here * STEPS + length
    return 0


@compiled
def open_route(b: Board, s: State, seat: int, a: int, z: int, length: int) -> int:
    """The first route between two cities of this length that is open to the seat."""
    for word in range(WORDS):
        routes = b.at_city[a, word] & b.at_city[z, word] & s.free[word] & ~s.blocked[seat, word]
        while routes:
            route = word * WORD + lowest(routes)
            if b.length[route] == length:
                return route
            routes &= routes - 1
    return 0
