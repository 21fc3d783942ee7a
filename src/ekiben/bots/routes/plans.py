"""Plans: the routes that would complete a seat's tickets."""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.cheapest_paths import cheapest
from ekiben.bots.routes.policy_state import SPACE
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.claim import in_set, mark
from ekiben.games.routes.sizes import WORDS
from ekiben.games.routes.state import SHIP, TRAIN

STATION_SPACES = 5  # what a station is worth, in spaces


@compiled
def plan(b: Any, a: Any, s: Any, m: Any, tickets: int, measure: int) -> None:
    """The cheapest way for each ticket, the most valuable first; what is planned for one is free
    for the next.
    """
    set_prices(b, a, s, m, measure)
    begin_plan(m)
    while tickets:
        ticket = most_valuable(b, tickets)
        tickets &= ~bit(ticket)
        if cheapest(b, m, b.ticket_a[ticket], b.ticket_z[ticket]) and add_way(b, s, m):
            m.served |= bit(ticket)
            note_needs(m, ticket)
        else:
            m.lost |= bit(ticket)


@compiled
def begin_plan(m: Any) -> None:
    m.planned_size = m.borrowed_size = m.unserved_size = m.served = m.lost = 0
    for word in range(WORDS):
        m.chosen[word] = 0
    for kind in range(2):
        m.spaces[kind] = 0


@compiled
def most_valuable(b: Any, tickets: int) -> int:
    best = lowest(tickets)
    tickets &= tickets - 1
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        if b.ticket_points[ticket] > b.ticket_points[best]:
            best = ticket
    return best


# ---- what each route costs the seat
@compiled
def set_prices(b: Any, a: Any, s: Any, m: Any, measure: int) -> None:
    """Own routes are free, open ones have their price if the pieces last, others' can be borrowed."""
    for word in range(WORDS):
        m.usable[word] = m.mine[word]
    for route in range(b.routes):
        cost = 0
        if in_set(m.open, route) and b.length[route] <= m.reach[b.way[route]]:
            cost = int(a.price[measure, route])
        elif in_set(m.others, route):
            cost = station_price(b, s, route)
        m.price[route] = cost
        if cost > 0:
            mark(m.usable, route)


@compiled
def station_price(b: Any, s: Any, route: int) -> int:
    """A route of others can be borrowed, from a station that is there or one still to be built; 0
    when neither.
    """
    ends = bit(b.a[route]) | bit(b.z[route])
    for n in range(s.built[s.seat]):
        if ends & bit(s.building[s.seat, n]):
            return 1
    can_build = s.built[s.seat] < b.stations and ends & ~s.built_up != 0
    return STATION_SPACES * SPACE if can_build else 0


# ---- adding a way
@compiled
def add_way(b: Any, s: Any, m: Any) -> bool:
    """Adds what costs something on the way to the plan, if pieces and stations last for it."""
    trains, ships, borrowed = (
        spaces_with(b, m, TRAIN),
        spaces_with(b, m, SHIP),
        int(m.borrowed_size),
    )
    enough = trains <= m.reach[TRAIN] and ships <= m.reach[SHIP] and trains + ships <= m.total
    if not enough or not borrow_more(b, s, m):
        drop_borrowed(b, s, m, borrowed)
        return False
    m.spaces[TRAIN] = trains
    m.spaces[SHIP] = ships
    claim_more(m)
    return True


@compiled
def spaces_with(b: Any, m: Any, kind: int) -> int:
    """Spaces of a kind of piece that the plan takes with the way."""
    spaces = int(m.spaces[kind])
    for n in range(m.way_size):
        route = m.way[n]
        if m.price[route] > 0 and b.way[route] == kind and not in_set(m.others, route):
            spaces += int(b.length[route])
    return spaces


@compiled
def borrow_more(b: Any, s: Any, m: Any) -> bool:
    """The way's routes of others too; whether there are stations for all."""
    before = m.borrowed_size
    for n in range(m.way_size):
        route = m.way[n]
        if m.price[route] > 0 and in_set(m.others, route):
            m.borrowed[m.borrowed_size] = route
            m.borrowed_size += 1
    if m.borrowed_size > before:
        serve(b, s, m)
    return bool(m.unserved_size == 0 or m.unserved_size + s.built[s.seat] <= b.stations)


@compiled
def drop_borrowed(b: Any, s: Any, m: Any, size: int) -> None:
    if m.borrowed_size > size:
        m.borrowed_size = size
        serve(b, s, m)


@compiled
def serve(b: Any, s: Any, m: Any) -> None:
    """Leaves in `unserved` the borrowed routes for which none of the seat's stations is left, one
    for each.
    """
    idle = bit(s.built[s.seat]) - 1
    m.unserved_size = 0
    for n in range(m.borrowed_size):
        ends, serving = bit(b.a[m.borrowed[n]]) | bit(b.z[m.borrowed[n]]), 0
        for station in range(s.built[s.seat]):
            if serving == 0 and idle & bit(station) and ends & bit(s.building[s.seat, station]):
                serving = bit(station)
        idle &= ~serving
        if serving == 0:
            m.unserved[m.unserved_size] = m.borrowed[n]
            m.unserved_size += 1


@compiled
def claim_more(m: Any) -> None:
    for n in range(m.way_size):
        route = int(m.way[n])
        if m.price[route] > 0:
            mark(m.chosen, route)
            if not in_set(m.others, route):
                m.planned[m.planned_size] = route
                m.planned_size += 1
            m.price[route] = 0


@compiled
def note_needs(m: Any, ticket: int) -> None:
    for word in range(WORDS):
        m.needs[ticket, word] = 0
    for n in range(m.way_size):
        if in_set(m.chosen, m.way[n]):
            mark(m.needs[ticket], m.way[n])


# ---- what a plan says of a ticket
@compiled
def is_done(m: Any, ticket: int) -> bool:
    """Whether a served ticket needs nothing more."""
    lacking = 0
    for word in range(WORDS):
        lacking |= m.needs[ticket, word]
    return bool(lacking == 0)


@compiled
def open_tickets(m: Any) -> int:
    """The set of served tickets that are not done."""
    found, todo = 0, int(m.served)
    while todo:
        ticket = lowest(todo)
        todo &= todo - 1
        if not is_done(m, ticket):
            found |= bit(ticket)
    return found


@compiled
def value_of(b: Any, tickets: int) -> int:
    """Points of a set of tickets."""
    points = 0
    while tickets:
        points += int(b.ticket_points[lowest(tickets)])
        tickets &= tickets - 1
    return points
