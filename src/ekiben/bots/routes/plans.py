"""Plans: the routes that would complete a seat's tickets."""

from __future__ import annotations

from ekiben.bots.routes.cheapest_paths import find_cheapest_path
from ekiben.bots.routes.policy_state import SPACE, PolicyState, PolicyTables
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.claim import in_set, mark
from ekiben.games.routes.sizes import WORDS
from ekiben.games.routes.state import SHIP, TRAIN, State

STATION_SPACES = 5  # what a station is worth, in spaces


@compiled
def make_plan(
    b: Board, t: PolicyTables, s: State, p: PolicyState, tickets: int, measure: int
) -> None:
    """Plan the cheapest path of each ticket, the most valuable first; planned routes are free."""
    set_prices(b, t, s, p, measure)
    clear_plan(p)
    while tickets:
        ticket = most_valuable_ticket(b, tickets)
        tickets &= ~bit(ticket)
        if find_cheapest_path(b, p, b.ticket_a[ticket], b.ticket_z[ticket]) and add_path(b, s, p):
            p.planned_tickets |= bit(ticket)
            record_needs(p, ticket)
        else:
            p.lost_tickets |= bit(ticket)


@compiled
def clear_plan(p: PolicyState) -> None:
    p.planned_size = p.borrowed_size = p.stationless_size = p.planned_tickets = p.lost_tickets = 0
    for word in range(WORDS):
        p.plan_set[word] = 0
    for kind in range(2):
        p.plan_spaces[kind] = 0


@compiled
def most_valuable_ticket(b: Board, tickets: int) -> int:
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
def set_prices(b: Board, t: PolicyTables, s: State, p: PolicyState, measure: int) -> None:
    """Set prices: own routes are free, open ones need pieces, others' can be borrowed."""
    for word in range(WORDS):
        p.usable[word] = p.owned[word]
    for route in range(b.routes):
        cost = 0
        if in_set(p.open, route) and b.length[route] <= p.available[b.way[route]]:
            cost = int(t.price[measure, route])
        elif in_set(p.borrowable, route):
            cost = station_price(b, s, route)
        p.price[route] = cost
        if cost > 0:
            mark(p.usable, route)


@compiled
def station_price(b: Board, s: State, route: int) -> int:
    """The price of borrowing from a station, there or still to be built; 0 when neither can be."""
    ends = bit(b.a[route]) | bit(b.z[route])
    for n in range(s.built[s.seat]):
        if ends & bit(s.building[s.seat, n]):
            return 1
    can_build = s.built[s.seat] < b.stations and ends & ~s.built_up != 0
    return STATION_SPACES * SPACE if can_build else 0


# ---- adding a path
@compiled
def add_path(b: Board, s: State, p: PolicyState) -> bool:
    """Add to the plan what costs something on the path, if pieces and stations last for it."""
    trains = spaces_with_path(b, p, TRAIN)
    ships = spaces_with_path(b, p, SHIP)
    borrowed = int(p.borrowed_size)
    enough = (
        trains <= p.available[TRAIN]
        and ships <= p.available[SHIP]
        and trains + ships <= p.total_pieces
    )
    if not enough or not borrow_path_routes(b, s, p):
        drop_borrowed(b, s, p, borrowed)
        return False
    p.plan_spaces[TRAIN] = trains
    p.plan_spaces[SHIP] = ships
    plan_path_routes(p)
    return True


@compiled
def spaces_with_path(b: Board, p: PolicyState, kind: int) -> int:
    """Spaces of a kind of piece that the plan takes with the path."""
    spaces = int(p.plan_spaces[kind])
    for n in range(p.path_size):
        route = p.path[n]
        if p.price[route] > 0 and b.way[route] == kind and not in_set(p.borrowable, route):
            spaces += int(b.length[route])
    return spaces


@compiled
def borrow_path_routes(b: Board, s: State, p: PolicyState) -> bool:
    """Borrow the path's routes of others; False when there are too few stations."""
    before = p.borrowed_size
    for n in range(p.path_size):
        route = p.path[n]
        if p.price[route] > 0 and in_set(p.borrowable, route):
            p.borrowed[p.borrowed_size] = route
            p.borrowed_size += 1
    if p.borrowed_size > before:
        assign_stations(b, s, p)
    return bool(p.stationless_size == 0 or p.stationless_size + s.built[s.seat] <= b.stations)


@compiled
def drop_borrowed(b: Board, s: State, p: PolicyState, size: int) -> None:
    if p.borrowed_size > size:
        p.borrowed_size = size
        assign_stations(b, s, p)


@compiled
def assign_stations(b: Board, s: State, p: PolicyState) -> None:
    """Set `stationless`: borrowed routes for which none of the seat's stations is left."""
    idle = bit(s.built[s.seat]) - 1
    p.stationless_size = 0
    for n in range(p.borrowed_size):
        ends, serving = bit(b.a[p.borrowed[n]]) | bit(b.z[p.borrowed[n]]), 0
        for station in range(s.built[s.seat]):
            if serving == 0 and idle & bit(station) and ends & bit(s.building[s.seat, station]):
                serving = bit(station)
        idle &= ~serving
        if serving == 0:
            p.stationless[p.stationless_size] = p.borrowed[n]
            p.stationless_size += 1


@compiled
def plan_path_routes(p: PolicyState) -> None:
    for n in range(p.path_size):
        route = int(p.path[n])
        if p.price[route] > 0:
            mark(p.plan_set, route)
            if not in_set(p.borrowable, route):
                p.planned[p.planned_size] = route
                p.planned_size += 1
            p.price[route] = 0


@compiled
def record_needs(p: PolicyState, ticket: int) -> None:
    for word in range(WORDS):
        p.needs[ticket, word] = 0
    for n in range(p.path_size):
        if in_set(p.plan_set, p.path[n]):
            mark(p.needs[ticket], p.path[n])


# ---- what a plan says of a ticket
@compiled
def is_complete(p: PolicyState, ticket: int) -> bool:
    """Whether a planned ticket needs nothing more."""
    lacking = 0
    for word in range(WORDS):
        lacking |= p.needs[ticket, word]
    return bool(lacking == 0)


@compiled
def unfinished_tickets(p: PolicyState) -> int:
    """The set of planned tickets that still need routes."""
    found, todo = 0, int(p.planned_tickets)
    while todo:
        ticket = lowest(todo)
        todo &= todo - 1
        if not is_complete(p, ticket):
            found |= bit(ticket)
    return found


@compiled
def ticket_points(b: Board, tickets: int) -> int:
    """Points of a set of tickets."""
    points = 0
    while tickets:
        points += int(b.ticket_points[lowest(tickets)])
        tickets &= tickets - 1
    return points
