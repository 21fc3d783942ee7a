"""Networks and shortest paths of a seat, exactly; worked out again only when they change."""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.sizes import CITIES, LONGEST, TICKETS, WORD, WORDS
from ekiben.games.routes.state import State

FAR = 255
# ---- what is kept of each seat from one observation to the next, in `kept`. Everything in it is
# told by what stands beside it, so that it is right or known to be outdated; zeros are right
OWNED = 0  # the seat's routes, by which the next six are right
REACHED = OWNED + WORDS  # cities
WIDEST = REACHED + 1  # spaces of the largest network
ONCE = WIDEST + 1  # routes that one or both ends of which are reached
TWICE = ONCE + WORDS  # both
LOOPS = TWICE + WORDS  # both, by the same network
MEASURED = LOOPS + WORDS  # tickets with a way that is right for `OPEN`
OPEN = MEASURED + 1  # routes open to the seat
WAYS = OPEN + WORDS  # of each ticket: its spaces, and its routes
WAY = 1 + WORDS
KEPT = WAYS + TICKETS * WAY
# ---- work space, in `scratch`: for each city the set of its neighbours by routes of each length
# that are open to the seat; the cities of its network; the sets of cities by distance; the longest
# route that is open; how many spaces the hand pays for; on how many ways each route lies, a set for
# each binary digit; the rows of routes
STEPS = LONGEST + 1
NETWORKS = CITIES * STEPS
DISTANCES = NETWORKS + CITIES
LONGEST_OPEN = DISTANCES + FAR + STEPS
PAID = LONGEST_OPEN + 1
WAY_COUNTS = PAID + 32
PLANES = 6  # enough for all tickets
FORMER = WAY_COUNTS + PLANES * WORDS
LATTER = FORMER + WORD
WORK = LATTER + WORD


@compiled
def forget(seat: int, kept: Array) -> None:
    for place in range(seat * KEPT, seat * KEPT + WAYS):
        kept[place] = 0


# ---- networks: once for each route that the seat claims
@compiled
def survey(b: Board, s: State, seat: int, scratch: Array, kept: Array) -> None:
    """Find the seat's networks, unless it has the routes it had."""
    mine, changed = seat * KEPT, 0
    for word in range(WORDS):
        changed |= kept[mine + OWNED + word] ^ s.owned[seat, word]
    if changed:
        forget(seat, kept)
        for word in range(WORDS):
            kept[mine + OWNED + word] = s.owned[seat, word]
        kept[mine + REACHED] = join_cities(b, s, seat, scratch)
        find_networks(b, mine, scratch, kept)


@compiled
def join_cities(b: Board, s: State, seat: int, scratch: Array) -> int:
    """Write each city's network; return the set of cities that the seat's routes reach."""
    for city in range(b.cities):
        scratch[NETWORKS + city] = bit(city)
    reached = 0
    for word in range(WORDS):
        routes = s.owned[seat, word]
        while routes:
            route = word * WORD + lowest(routes)
            routes &= routes - 1
            a, z = int(b.a[route]), int(b.z[route])
            reached |= bit(a) | bit(z)
            if not scratch[NETWORKS + a] & bit(z):
                join_networks(scratch[NETWORKS + a] | scratch[NETWORKS + z], scratch)
    return reached


@compiled
def join_networks(network: int, scratch: Array) -> None:
    cities = network
    while cities:
        scratch[NETWORKS + lowest(cities)] = network
        cities &= cities - 1


@compiled
def find_networks(b: Board, mine: int, scratch: Array, kept: Array) -> None:
    """Write the widest network, and how far each route is touched by networks."""
    cities = int(kept[mine + REACHED])
    while cities:
        network = int(scratch[NETWORKS + lowest(cities)])
        cities &= ~network
        spaces = 0
        for word in range(WORDS):
            spaces += add_network(b, mine, network, word, kept)
        kept[mine + WIDEST] = max(int(kept[mine + WIDEST]), spaces)


@compiled
def add_network(b: Board, mine: int, network: int, word: int, kept: Array) -> int:
    """Add what a network touches; return the spaces of its routes in this word of the set."""
    once = twice = 0
    while network:
        routes = int(b.at_city[lowest(network), word])
        network &= network - 1
        twice |= once & routes
        once |= routes
    kept[mine + LOOPS + word] |= twice
    kept[mine + TWICE + word] |= twice | kept[mine + ONCE + word] & once
    kept[mine + ONCE + word] |= once
    return spaces_of(b, twice & int(kept[mine + OWNED + word]), word)


@compiled
def spaces_of(b: Board, routes: int, word: int) -> int:
    spaces = 0
    while routes:
        spaces += int(b.length[word * WORD + lowest(routes)])
        routes &= routes - 1
    return spaces


# ---- shortest ways of tickets: all cities of one distance at a time, as sets
@compiled
def measure_tickets(
    b: Board, s: State, seat: int, tickets: int, scratch: Array, kept: Array
) -> None:
    """Find the shortest ways of these tickets, except of those whose way is known and open."""
    mine = seat * KEPT
    drop_closed_ways(s, seat, mine, kept)
    missing = tickets & ~int(kept[mine + MEASURED])
    if missing:
        join_cities(b, s, seat, scratch)
        find_neighbours(b, mine, scratch, kept)
        kept[mine + MEASURED] |= missing
    while missing:
        ticket = lowest(missing)
        missing &= missing - 1
        start, goal = int(b.ticket_a[ticket]), int(b.ticket_z[ticket])
        far, way = (
            measure_way(start, goal, int(kept[mine + REACHED]), scratch),
            way_of(seat, ticket),
        )
        kept[way] = far
        for word in range(WORDS):
            kept[way + 1 + word] = 0
        if far < FAR:
            mark_way(b, mine, way + 1, goal, far, scratch, kept)


@compiled
def way_of(seat: int, ticket: int) -> int:
    """Where the spaces of a ticket's way are kept; its routes follow."""
    return seat * KEPT + WAYS + ticket * WAY


@compiled
def drop_closed_ways(s: State, seat: int, mine: int, kept: Array) -> None:
    """Keep the ways that are still open: a way stays the shortest while routes only close."""
    opened = closed = 0
    for word in range(WORDS):
        is_open, was_open = s.free[word] & ~s.blocked[seat, word], kept[mine + OPEN + word]
        opened |= is_open & ~was_open
        closed |= was_open & ~is_open
        kept[mine + OPEN + word] = is_open
    if opened:
        kept[mine + MEASURED] = 0
    if closed:
        tickets = int(kept[mine + MEASURED])
        while tickets:
            drop_if_closed(seat, lowest(tickets), kept)
            tickets &= tickets - 1


@compiled
def drop_if_closed(seat: int, ticket: int, kept: Array) -> None:
    for word in range(WORDS):
        if kept[way_of(seat, ticket) + 1 + word] & ~kept[seat * KEPT + OPEN + word]:
            kept[seat * KEPT + MEASURED] &= ~bit(ticket)


@compiled
def find_neighbours(b: Board, mine: int, scratch: Array, kept: Array) -> None:
    """Write each city's neighbours by open routes: once for all ways."""
    for place in range(b.cities * STEPS):
        scratch[place] = 0
    longest = 0
    for word in range(WORDS):
        routes = int(kept[mine + OPEN + word])
        while routes:
            route = word * WORD + lowest(routes)
            routes &= routes - 1
            a, z, length = int(b.a[route]), int(b.z[route]), int(b.length[route])
            scratch[a * STEPS + length] |= bit(z)
            scratch[z * STEPS + length] |= bit(a)
            longest = max(longest, length)
    scratch[LONGEST_OPEN] = longest


@compiled
def measure_way(start: int, goal: int, reached: int, scratch: Array) -> int:
    """The fewest spaces still to claim between two cities, own routes being free; FAR if none."""
    longest = int(scratch[LONGEST_OPEN])
    for step in range(longest + 1):
        scratch[DISTANCES + step] = 0
    scratch[DISTANCES] = bit(start)
    done = far = last = 0
    while far <= last and far < FAR:
        fresh = int(scratch[DISTANCES + far]) & ~done
        if fresh & reached:
            fresh = (fresh | whole_networks(fresh & reached, scratch)) & ~done
        scratch[DISTANCES + far] = fresh
        done |= fresh
        if done & bit(goal):
            return far
        scratch[DISTANCES + far + longest + 1] = 0
        if fresh:
            spread(fresh, far, longest, scratch)
            last = far + longest
        far += 1
    return FAR


@compiled
def whole_networks(cities: int, scratch: Array) -> int:
    """All that hangs together with these cities."""
    found = 0
    while cities:
        network = int(scratch[NETWORKS + lowest(cities)])
        found |= network
        cities &= ~network
    return found


@compiled
def spread(cities: int, far: int, longest: int, scratch: Array) -> None:
    """Puts the neighbours of these cities where they lie."""
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        for length in range(1, longest + 1):
            scratch[DISTANCES + far + length] |= scratch[city * STEPS + length]


@compiled
def mark_way(
    b: Board, mine: int, way: int, goal: int, far: int, scratch: Array, kept: Array
) -> None:
    """Keep the routes still to claim on the path measured just before, from its goal."""
    city = goal
    while far > 0:
        step = step_back(city, far, scratch)
        here, length = step // STEPS, step % STEPS
        city = lowest(int(scratch[step] & scratch[DISTANCES + far - length]))
        route = open_route(b, mine, here, city, length, kept)
        kept[way + route // WORD] |= bit(route % WORD)
        far -= length


@compiled
def step_back(city: int, far: int, scratch: Array) -> int:
    """Where in `scratch` the neighbours are by which this city's network was reached."""
    cities = int(scratch[NETWORKS + city])
    while cities:
        here = lowest(cities)
        cities &= cities - 1
        for length in range(1, min(far, scratch[LONGEST_OPEN]) + 1):
            if scratch[here * STEPS + length] & scratch[DISTANCES + far - length]:
                return here * STEPS + length
    return 0


@compiled
def open_route(b: Board, mine: int, a: int, z: int, length: int, kept: Array) -> int:
    """The first route between two cities of this length that is open to the seat."""
    for word in range(WORDS):
        routes = int(b.at_city[a, word] & b.at_city[z, word] & kept[mine + OPEN + word])
        while routes:
            route = word * WORD + lowest(routes)
            if b.length[route] == length:
                return route
            routes &= routes - 1
    return 0


@compiled
def count_ways(seat: int, tickets: int, scratch: Array, kept: Array) -> None:
    """Count the ways of these tickets that each route lies on."""
    for place in range(PLANES * WORDS):
        scratch[WAY_COUNTS + place] = 0
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        for word in range(WORDS):
            carry = int(kept[way_of(seat, ticket) + 1 + word])
            for plane in range(WAY_COUNTS + word * PLANES, WAY_COUNTS + (word + 1) * PLANES):
                count = int(scratch[plane])
                scratch[plane] = count ^ carry
                carry &= count


# ---- whether all of it is right
@compiled
def is_current(s: State, seat: int, tickets: int, kept: Array) -> bool:
    """Whether nothing is to be found anew for the seat with these tickets."""
    changed = 0
    for other in range(s.seats):
        for word in range(WORDS):
            changed |= int(kept[other * KEPT + OWNED + word] ^ s.owned[other, word])
    for word in range(WORDS):
        is_open = int(s.free[word] & ~s.blocked[seat, word])
        changed |= is_open & ~int(kept[seat * KEPT + OPEN + word])
        changed |= routes_of_ways(seat, tickets, word, kept) & ~is_open
    return changed == 0 and not tickets & ~int(kept[seat * KEPT + MEASURED])


@compiled
def routes_of_ways(seat: int, tickets: int, word: int, kept: Array) -> int:
    routes = 0
    while tickets:
        routes |= int(kept[way_of(seat, lowest(tickets)) + 1 + word])
        tickets &= tickets - 1
    return routes
