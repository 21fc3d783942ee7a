"""Where a station or a harbour is worth building."""

from __future__ import annotations

from ekiben.bots.routes.plans import is_complete
from ekiben.bots.routes.policy_state import PolicyState
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.claim import in_set
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import EMPTY, State


@compiled
def choose_site(b: Board, s: State, p: PolicyState, sites: int) -> int:
    """A good site for a harbour at once; for a station when the tickets need nothing else."""
    if b.stations > 0:
        return station_site(b, p, sites)
    return best_harbour_site(b, s, p, sites) if sites != 0 else EMPTY


@compiled
def building_gain(b: Board, p: PolicyState, city: int) -> int:
    """Points that a station or harbour there brings at once."""
    return (
        station_gain(b, p, city)
        if b.stations > 0
        else harbour_score(b, p, city, True) - int(b.unbuilt)
    )


# ---- stations
@compiled
def station_site(b: Board, p: PolicyState, sites: int) -> int:
    """A city from which to borrow a route for the tickets, once there is nothing to claim."""
    for n in range(p.stationless_size if p.planned_size == 0 else 0):
        if sites & bit(b.a[p.stationless[n]]):
            return int(b.a[p.stationless[n]])
        if sites & bit(b.z[p.stationless[n]]):
            return int(b.z[p.stationless[n]])
    return EMPTY


@compiled
def station_gain(b: Board, p: PolicyState, city: int) -> int:
    """Points of tickets that lack nothing but one route to borrow there, less the station's own."""
    gain, todo = -int(b.unbuilt), int(p.planned_tickets)
    while todo:
        ticket = lowest(todo)
        todo &= todo - 1
        route = only_missing_route(p, ticket)
        if (
            route != EMPTY
            and lacks_station(p, route)
            and (b.a[route] == city or b.z[route] == city)
        ):
            gain += 2 * int(b.ticket_points[ticket])
    return gain


@compiled
def only_missing_route(p: PolicyState, ticket: int) -> int:
    """The one route that a ticket lacks, stations there being counted; EMPTY for none or more."""
    found = EMPTY
    for word in range(WORDS):
        routes = p.needs[ticket, word]
        while routes:
            route = word * WORD + lowest(routes)
            routes &= routes - 1
            if not in_set(p.borrowable, route) or lacks_station(p, route):
                if found != EMPTY:
                    return EMPTY
                found = route
    return found


@compiled
def lacks_station(p: PolicyState, route: int) -> bool:
    for n in range(p.stationless_size):
        if p.stationless[n] == route:
            return True
    return False


# ---- harbours
@compiled
def harbour_score(b: Board, p: PolicyState, city: int, only_done: bool) -> int:
    """What a harbour there scores with the planned tickets, or only with complete ones."""
    named, todo = 0, int(p.planned_tickets)
    while todo:
        ticket = lowest(todo)
        todo &= todo - 1
        if (b.ticket_a[ticket] == city or b.ticket_z[ticket] == city) and (
            not only_done or is_complete(p, ticket)
        ):
            named += 1
    return int(b.harbour_scores[min(named, 3) - 1]) if named > 0 else 0


@compiled
def best_harbour_site(b: Board, s: State, p: PolicyState, sites: int) -> int:
    """One of the best ports for the harbours left, if it is among the sites; else EMPTY."""
    ports, left = useful_ports(b, s, p), int(b.harbours) - int(s.built[s.seat])
    while ports != 0 and left > 0:
        best = lowest(ports)
        todo = ports
        while todo:
            city = lowest(todo)
            todo &= todo - 1
            if harbour_score(b, p, city, False) > harbour_score(b, p, best, False):
                best = city
        if sites & bit(best):
            return best
        ports &= ~bit(best)
        left -= 1
    return EMPTY


@compiled
def useful_ports(b: Board, s: State, p: PolicyState) -> int:
    """The set of ports that planned tickets name and that have no harbour."""
    named, todo = 0, int(p.planned_tickets)
    while todo:
        ticket = lowest(todo)
        todo &= todo - 1
        named |= bit(b.ticket_a[ticket]) | bit(b.ticket_z[ticket])
    return int(named & b.ports & ~s.built_up)


@compiled
def wants_harbour(b: Board, s: State, p: PolicyState) -> bool:
    return bool(s.built[s.seat] < b.harbours and useful_ports(b, s, p) != 0)
