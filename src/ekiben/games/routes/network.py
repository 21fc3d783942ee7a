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
    s.joined[z] = a
    return z


@compiled
def unlink(s: State, city: int) -> None:
    """Takes back the latest link."""
    if city != EMPTY:
        s.joined[city] = city


@compiled
def join(b: Board, s: State, seat: int) -> None:
    """Writes the networks of a seat's routes into `joined`."""
    for city in range(b.cities):
        s.joined[city] = city
    for word in range(WORDS):
        routes = s.owned[seat, word]
        while routes:
            route = word * WORD + lowest(routes)
            routes &= routes - 1
            link(s, b.a[route], b.z[route])
    for city in range(b.cities):
        s.joined[city] = root(s, city)


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
def completed_points(b: Board, s: State, seat: int) -> int:
    points, todo = 0, int(s.tickets[seat])
    while todo:
        ticket = lowest(todo)
        todo &= todo - 1
        if is_complete(b, s, ticket):
            points += int(b.ticket_points[ticket])
    return points


@compiled
def completed_tickets(b: Board, s: State, seat: int) -> int:
    done, todo = 0, int(s.tickets[seat])
    while todo:
        done += int(is_complete(b, s, lowest(todo)))
        todo &= todo - 1
    return done


@compiled
def ticket_points(b: Board, s: State, seat: int) -> int:
    """RT-7.1: complete tickets add their value, the others subtract it."""
    points, todo = 2 * completed_points(b, s, seat), int(s.tickets[seat])
    while todo:
        points -= int(b.ticket_points[lowest(todo)])
        todo &= todo - 1
    return points


# ---- the longest route: RT-7.2
@compiled
def other_end(b: Board, route: int, city: int) -> int:
    return int(b.a[route]) + int(b.z[route]) - city


@compiled
def next_route(b: Board, s: State, city: int, start: int) -> int:
    """The first route at this city not used yet, from number `start` on."""
    for word in range(start // WORD, WORDS):
        routes = b.at_city[city, word] & s.left[word]
        if word == start // WORD:
            routes &= -bit(start % WORD)
        if routes:
            return word * WORD + lowest(routes)
    return EMPTY


@compiled
def keep_trail(s: State, depth: int) -> None:
    s.best_depth = depth
    for step in range(depth):
        s.best_trail[step] = s.trail[step]


@compiled
def trail_from(b: Board, s: State, city: int, bound: int, best: int) -> int:
    """The longest trail from this city, depth first, if longer than `best`.

    `left` holds the unused routes, `best_trail` keeps the trail; the search ends at the bound.
    """
    length = depth = start = 0
    while True:
        route = next_route(b, s, city, start)
        if route != EMPTY and best < bound:
            s.trail[depth] = route
            depth += 1
            s.left[route // WORD] &= ~bit(route % WORD)
            length += int(b.length[route])
            start = 0
            if length > best:
                best = length
                keep_trail(s, depth)
        elif depth > 0:
            depth -= 1
            route = int(s.trail[depth])
            s.left[route // WORD] |= bit(route % WORD)
            length -= int(b.length[route])
            start = route + 1
        else:
            return best
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
            s.whole[root(s, a)] += length
            s.shortest[a] = min(int(s.shortest[a]), length)
            s.shortest[z] = min(int(s.shortest[z]), length)
            odd ^= bit(a) ^ bit(z)
    todo = odd
    while todo:
        s.odds[root(s, lowest(todo))] += 1
        todo &= todo - 1
    return odd


@compiled
def unusable_spaces(s: State, network: int, odd: int) -> int:
    """Spaces that no trail of the network can use.

    At every odd city but two a route stays out, and one route serves two cities at most.
    """
    total = most = second = 0
    while odd:
        city = lowest(odd)
        odd &= odd - 1
        if root(s, city) == network:
            length = int(s.shortest[city])
            total += length
            second = max(second, min(most, length))
            most = max(most, length)
    return (total - most - second + 1) // 2


@compiled
def longest_in(b: Board, s: State, seat: int, network: int, odd: int, best: int) -> int:
    """The longest trail in a network with more than two odd cities, if longer than `best`."""
    bound = int(s.whole[network]) - unusable_spaces(s, network, odd)
    for word in range(WORDS):
        s.left[word] = s.owned[seat, word]
    ends = int(s.odds[network])
    while (
        ends > 1 and best < bound
    ):  # a longest trail has an odd city at either end: one can be left out
        if root(s, lowest(odd)) == network:
            best = trail_from(b, s, lowest(odd), bound, best)
            ends -= 1
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
            best = longest_in(b, s, seat, city, odd, best)
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
            if longest_in(b, s, seat, city, odd, int(s.longest[seat]) - 1) == s.longest[seat]:
                return {int(route) for route in s.best_trail[: s.best_depth]}
    return set()


def owns(s: State, seat: int, route: int) -> bool:
    return bool(s.owned[seat, route // WORD] & bit(route % WORD))
