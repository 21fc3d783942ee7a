"""Stations: EU-5. Building them, and the best routes to borrow at the end."""

from __future__ import annotations

from itertools import combinations

from ekiben.core.compiled import compiled, count, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.network import (
    complete_tickets,
    is_complete,
    join,
    link,
    root,
    unlink,
    value_of,
)
from ekiben.games.routes.payment import owe
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import CANDIDATES, EMPTY, TRAIN, State


@compiled
def most_of_a_colour(b: Board, s: State) -> int:
    """The most cards of one colour in the hand of the seat to act, wilds added."""
    most = 0
    for colour in range(b.colours):
        most = max(most, int(s.hand[s.seat, colour]))
    return most + int(s.hand[s.seat, b.wild])


@compiled
def station_sites(b: Board, s: State) -> int:
    """EU-5.1, EU-5.2: cities without a station, if the seat has one left and can pay for it."""
    if s.built[s.seat] >= b.stations or most_of_a_colour(b, s) < b.station_cost[s.built[s.seat]]:
        return 0
    return open_sites(b, s)


@compiled
def open_sites(b: Board, s: State) -> int:
    """EU-5.1: cities that have no station yet."""
    return b.all_cities & ~s.built_up


@compiled
def owe_station(b: Board, s: State) -> None:
    """EU-5.2: the first costs 1 card, the second 2 of one colour, the third 3."""
    owe(s, TRAIN, EMPTY, b.station_cost[s.built[s.seat]], 0)


# ---- borrowing: EU-5.3, EU-5.4
@compiled
def list_candidates(b: Board, s: State, seat: int, station: int) -> int:
    """Routes of others at the city that join two of the seat's networks, one for each pair."""
    city, found = int(s.building[seat, station]), 0
    for word in range(WORDS):
        routes = lent_at(b, s, seat, city, word)
        while routes:
            route = word * WORD + lowest(routes)
            routes &= routes - 1
            if found < CANDIDATES and is_new(b, s, station, found, route):
                s.candidates[station, found] = route
                found += 1
    return found


@compiled
def lent_at(b: Board, s: State, seat: int, city: int, word: int) -> int:
    """EU-5.3: routes of other players that touch a city."""
    return b.at_city[city, word] & ~s.owned[seat, word] & claimed_routes(s, word)


@compiled
def claimed_routes(s: State, word: int) -> int:
    routes = 0
    for seat in range(s.seats):
        routes |= s.owned[seat, word]
    return routes


@compiled
def is_new(b: Board, s: State, station: int, found: int, route: int) -> bool:
    """Whether the route joins two networks that no candidate before it joins."""
    a, z = root(s, b.a[route]), root(s, b.z[route])
    fresh = a != z
    for n in range(found):
        other = s.candidates[station, n]
        c, d = root(s, b.a[other]), root(s, b.z[other])
        fresh = fresh and not ((a == c and z == d) or (a == d and z == c))
    return fresh


@compiled
def gainable_tickets(b: Board, s: State, seat: int) -> int:
    """The seat's tickets that are complete only when all candidates are borrowed at once."""
    missed = s.tickets[seat] & ~complete_tickets(b, s, s.tickets[seat])
    for station in range(s.built[seat]):
        for n in range(s.candidate_count[station]):
            link(s, b.a[s.candidates[station, n]], b.z[s.candidates[station, n]])
    gained = complete_tickets(b, s, missed)
    join(b, s, seat)
    return gained


@compiled
def borrowing_value(b: Board, s: State, seat: int, tickets: int, skipped: int) -> int:
    """Points, then number, of tickets complete with the borrowed routes but the skipped one."""
    for station in range(s.built[seat]):
        s.linked[station] = EMPTY
        if station != skipped and s.borrowed[seat, station] != EMPTY:
            s.linked[station] = link(
                s, b.a[s.borrowed[seat, station]], b.z[s.borrowed[seat, station]]
            )
    done = complete_tickets(b, s, tickets)
    for station in range(s.built[seat] - 1, -1, -1):
        unlink(s, s.linked[station])
    return worth(b, done)


@compiled
def worth(b: Board, tickets: int) -> int:
    """The more points, and then the more tickets, the more it is."""
    return value_of(b, tickets) * 64 + count(tickets)


@compiled
def set_borrowed(s: State, seat: int, number: int) -> None:
    """Set the number-th choice of a candidate or none for each station, low routes first."""
    for station in range(s.built[seat] - 1, -1, -1):
        size = s.candidate_count[station] + 1
        choice = number % size
        number = number // size
        s.borrowed[seat, station] = s.candidates[station, choice] if choice + 1 < size else EMPTY


@compiled
def is_lean(b: Board, s: State, seat: int, tickets: int, value: int) -> bool:
    """EU-5.4: no station borrows a route that completes nothing more."""
    for station in range(s.built[seat]):
        if (
            s.borrowed[seat, station] != EMPTY
            and borrowing_value(b, s, seat, tickets, station) == value
        ):
            return False
    return True


@compiled
def best_choice(b: Board, s: State, seat: int, tickets: int, choices: int) -> int:
    """The first of the choices that complete most, and then its worth; as one number."""
    best, first = -1, 0
    for number in range(choices):
        set_borrowed(s, seat, number)
        value = borrowing_value(b, s, seat, tickets, EMPTY)
        if value > best:
            best, first = value, number
        if best == worth(b, tickets):
            break
    return best * choices + first


@compiled
def choose_borrowed(b: Board, s: State, seat: int, choices: int) -> None:
    """EU-5.4: for the most points, then the most tickets, then the lowest numbers."""
    tickets = gainable_tickets(b, s, seat)
    if tickets == 0:
        set_borrowed(s, seat, choices - 1)  # none
        return
    found = best_choice(b, s, seat, tickets, choices)
    best = found // choices
    for number in range(found % choices, choices):
        set_borrowed(s, seat, number)
        if borrowing_value(b, s, seat, tickets, EMPTY) == best and is_lean(
            b, s, seat, tickets, best
        ):
            return


@compiled
def borrow(b: Board, s: State, seat: int) -> None:
    """EU-5.3, EU-5.4: borrow, and leave the seat's networks joined by the borrowed routes."""
    join(b, s, seat)
    choices = 1
    for station in range(s.built[seat]):
        s.candidate_count[station] = list_candidates(b, s, seat, station)
        choices *= s.candidate_count[station] + 1
    if choices > 1:
        choose_borrowed(b, s, seat, choices)
    for station in range(s.built[seat]):
        if s.borrowed[seat, station] != EMPTY:
            link(s, b.a[s.borrowed[seat, station]], b.z[s.borrowed[seat, station]])


def borrowed_for(b: Board, s: State, seat: int, ticket: int) -> tuple[int, ...] | None:
    """The fewest borrowed routes that complete this ticket; None if not even all of them do."""
    routes = [int(route) for route in s.borrowed[seat] if route != EMPTY]
    for size in range(len(routes) + 1):
        for few in combinations(routes, size):
            join(b, s, seat)
            for route in few:
                link(s, b.a[route], b.z[route])
            if is_complete(b, s, ticket):
                return few
    return None
