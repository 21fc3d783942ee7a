"""Networks of a seat's routes: complete tickets (RT-7.1), the longest route (RT-7.2)."""

from __future__ import annotations

from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import EMPTY, State

NEVER = 99  # longer than any route


@compiled
def root(s: State, city: int) -> int:
    """The city that stands for a city's network in `joined`."""
    while s.joined[city] != city:
        city = int(s.joined[city])
    return int(city)


@compiled
def link(s: State, a: int, z: int) -> int:
    """Joins two networks; the city that no longer stands for its own (EMPTY: they were one)."""
    a, z = root(s, a), root(s, z)
    if a == z:
        return EMPTY
    s.joined[max(a, z)] = min(a, z)
    return max(a, z)


@compiled
def unlink(s: State, city: int) -> None:
    """Takes back the latest link."""
    if city != EMPTY:
        s.joined[city] = city


@compiled
def join(b: Board, s: State, seat: int) -> None:
    """Writes the networks of a seat's routes into `joined`: for every city its lowest one."""
    for city in range(b.cities):
        s.joined[city] = city
    for word in range(WORDS):
        routes = s.owned[seat, word]
        while routes:
            route = word * WORD + lowest(routes)
            routes &= routes - 1
            link(s, b.a[route], b.z[route])
    for city in range(b.cities):  # a lower city comes first, so it has been through this already
        s.joined[city] = s.joined[s.joined[city]]


@compiled
def reaches(b: Board, s: State, seat: int, city: int) -> bool:
    """Whether a route of the seat ends in this city."""
    found = 0
    for word in range(WORDS):
        found |= b.at_city[city, word] & s.owned[seat, word]
    return found != 0


@compiled
def is_complete(b: Board, s: State, ticket: int) -> bool:
    """RT-7.1, for the seat whose networks were joined."""
    return root(s, b.ticket_a[ticket]) == root(s, b.ticket_z[ticket])


@compiled
def complete_tickets(b: Board, s: State, tickets: int) -> int:
    """Those of a set of tickets that are complete, for the seat whose networks were joined."""
    done = 0
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        if is_complete(b, s, ticket):
            done |= bit(ticket)
    return done


@compiled
def value_of(b: Board, tickets: int) -> int:
    """The values of a set of tickets together."""
    value = 0
    while tickets:
        value += int(b.ticket_points[lowest(tickets)])
        tickets &= tickets - 1
    return value


@compiled
def ticket_points(b: Board, tickets: int, done: int) -> int:
    """RT-7.1: complete tickets add their value, the others subtract it."""
    return 2 * value_of(b, done) - value_of(b, tickets)


# ---- the longest route: RT-7.2
@compiled
def other_end(b: Board, route: int, city: int) -> int:
    return int(b.a[route]) + int(b.z[route]) - city


@compiled
def trail_from(b: Board, s: State, city: int, bound: int, best: int) -> int:
    """The longest trail from this city, depth first, if longer than `best`.

    The search goes through the routes in `left`. It ends at the bound, that trail in `trail`.
    """
    low, high = int(s.left[0]), int(s.left[1])
    low_on = high_on = -1  # routes that have not been tried from this city
    length = depth = 0
    while True:
        low_here = b.at_city[city, 0] & low & low_on
        high_here = b.at_city[city, 1] & high & high_on
        if low_here | high_here:
            route = lowest(low_here) if low_here else WORD + lowest(high_here)
            s.trail[depth] = route
            depth += 1
            length += int(b.length[route])
            low_on = high_on = -1
            if length > best:
                best = length
                s.trail_size = depth
                if best >= bound:
                    return best
        elif depth > 0:
            depth -= 1
            route = int(s.trail[depth])
            length -= int(b.length[route])
            low_on = -2 * bit(route) if route < WORD else 0
            high_on = -1 if route < WORD else -2 * bit(route - WORD)
        else:
            return best
        low ^= bit(route) if route < WORD else 0
        high ^= 0 if route < WORD else bit(route - WORD)
        city = other_end(b, route, city)


@compiled
def measure(b: Board, s: State, seat: int) -> int:
    """Write each network's spaces and number of odd cities, at the city that stands for it.

    Returns the set of all cities with an odd number of routes.
    """
    odd = 0
    for city in range(b.cities):
        s.whole[city] = 0
        s.odds[city] = 0
        s.shortest[city] = NEVER
    for word in range(WORDS):
        routes = s.owned[seat, word]
        while routes:
            route = word * WORD + lowest(routes)
            routes &= routes - 1
            a, z, length = int(b.a[route]), int(b.z[route]), int(b.length[route])
            s.whole[s.joined[a]] += length
            s.shortest[a] = min(int(s.shortest[a]), length)
            s.shortest[z] = min(int(s.shortest[z]), length)
            odd ^= bit(a) ^ bit(z)
    todo = odd
    while todo:
        s.odds[s.joined[lowest(todo)]] += 1
        todo &= todo - 1
    return odd


@compiled
def unusable_spaces(s: State, odd: int) -> int:
    """Spaces that no trail of a network with these odd cities can use.

    At every odd city but two a route stays out, and one route serves two cities at most.
    """
    total = most = second = 0
    while odd:
        length = int(s.shortest[lowest(odd)])
        odd &= odd - 1
        total += length
        second = max(second, min(most, length))
        most = max(most, length)
    return (total - most - second + 1) // 2


@compiled
def cities_in(s: State, cities: int, network: int) -> int:
    """Those of a set of cities that lie in a network."""
    found = 0
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        found |= bit(city) if s.joined[city] == network else 0
    return found


@compiled
def longest_among(b: Board, s: State, seat: int, odd: int, bound: int, best: int) -> int:
    """The longest trail that begins at one of these cities, if longer than `best`.

    They are all odd cities of a network, more than two. A longest trail has one at either end: one
    can be left out.
    """
    for word in range(WORDS):
        s.left[word] = s.owned[seat, word]
    while best < bound and odd & (odd - 1):
        best = trail_from(b, s, lowest(odd), bound, best)
        odd &= odd - 1
    return best


@compiled
def longest_route(b: Board, s: State, seat: int) -> int:
    """RT-7.2: the length of the seat's longest unbroken chain, its networks being joined.

    A network with at most two odd cities is one chain as a whole.
    """
    odd, best = measure(b, s, seat), 0
    for city in range(b.cities):
        if s.odds[city] <= 2:
            best = max(best, int(s.whole[city]))
    for city in range(b.cities):
        if s.odds[city] > 2 and s.whole[city] > best:
            ends = cities_in(s, odd, city)
            bound = int(s.whole[city]) - unusable_spaces(s, ends)
            best = longest_among(b, s, seat, ends, bound, best)
    return best


def longest_chain(b: Board, s: State, seat: int) -> set[int]:
    """The routes of a longest chain, as many spaces long as `longest` says."""
    join(b, s, seat)
    odd = measure(b, s, seat)
    for city in range(b.cities):
        if s.whole[city] >= s.longest[seat] > 0:
            if s.odds[city] <= 2:
                return {
                    route
                    for route in range(b.routes)
                    if owns(s, seat, route) and root(s, b.a[route]) == city
                }
            length, ends = int(s.longest[seat]), cities_in(s, odd, city)
            if longest_among(b, s, seat, ends, length, length - 1) == length:
                return {int(route) for route in s.trail[: s.trail_size]}
    return set()


def owns(s: State, seat: int, route: int) -> bool:
    return bool(s.owned[seat, route // WORD] & bit(route % WORD))
