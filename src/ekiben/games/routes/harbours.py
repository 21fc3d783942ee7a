"""Harbours: GL-5."""

from __future__ import annotations

from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.network import is_complete, reaches
from ekiben.games.routes.payment import all_colours, owe
from ekiben.games.routes.state import EMPTY, HARBOUR, State


@compiled
def can_pay_harbour(b: Board, s: State) -> bool:
    """GL-5.2: two train and two ship cards of one colour, all with the symbol; wilds stand in."""
    hand, most = s.hand[s.seat], 0
    todo = all_colours(b)
    while todo:
        colour = lowest(todo)
        todo &= todo - 1
        trains = min(int(hand[b.first_kind[HARBOUR] + colour]), b.harbour_cost)
        ships = min(int(hand[b.second_kind[HARBOUR] + colour]), b.harbour_cost)
        most = max(most, trains + ships)
    return most + int(hand[b.wild]) >= 2 * b.harbour_cost


@compiled
def harbour_sites(b: Board, s: State) -> int:
    """GL-5.1 to GL-5.3: port cities without one that a route of the seat reaches."""
    if s.built[s.seat] >= b.harbours or not can_pay_harbour(b, s):
        return 0
    found, todo = 0, b.ports & ~s.built_up
    while todo:
        city = lowest(todo)
        todo &= todo - 1
        found |= bit(city) if reaches(b, s, s.seat, city) else 0
    return found


@compiled
def owe_harbour(b: Board, s: State) -> None:
    owe(s, HARBOUR, EMPTY, 2 * b.harbour_cost, 0)


@compiled
def tickets_naming(b: Board, s: State, seat: int, city: int) -> int:
    """GL-5.4: the seat's complete tickets that name this city."""
    named, todo = 0, int(s.tickets[seat])
    while todo:
        ticket = lowest(todo)
        todo &= todo - 1
        if (b.ticket_a[ticket] == city or b.ticket_z[ticket] == city) and is_complete(b, s, ticket):
            named += 1
    return named


@compiled
def harbour_score(b: Board, s: State, seat: int, n: int) -> int:
    """GL-5.4: what the seat's n-th harbour scores."""
    named = min(3, tickets_naming(b, s, seat, s.building[seat, n]))
    return b.harbour_scores[named - 1] if named > 0 else 0


@compiled
def harbour_points(b: Board, s: State, seat: int) -> int:
    """GL-5.4, GL-5.5: all harbours together, those not built too."""
    points = (b.harbours - int(s.built[seat])) * b.unbuilt
    for n in range(s.built[seat]):
        points += harbour_score(b, s, seat, n)
    return points
