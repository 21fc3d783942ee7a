"""What others' claims tell of their tickets: how well each ticket suits each seat."""

from __future__ import annotations

from collections.abc import Callable

from ekiben.bots.routes.cheapest_paths import find_nearest
from ekiben.bots.routes.policy_state import SPACES, PolicyState, PolicyTables
from ekiben.core.compiled import accessor, bit, compiled
from ekiben.core.kernels import Records
from ekiben.games.routes.board import Board
from ekiben.games.routes.claim import in_set
from ekiben.games.routes.redeal_state import Redeal
from ekiben.games.routes.sizes import WORDS
from ekiben.games.routes.state import EMPTY, State

SWAPS = 3  # for each ticket that could be anywhere
redeal_at: Callable[[Records, int], Redeal] = accessor("redeal_at", Redeal.dtype)


@compiled
def estimate_ticket_fit(
    b: Board, t: PolicyTables, s: State, p: PolicyState, g: Redeal, belief: int
) -> None:
    """Set `fit`: a ticket suits a seat by the part of its path that the seat has claimed."""
    g.swaps = SWAPS
    price_all_routes(b, t, p)
    for ticket in range(b.tickets):
        whole = path_cost(b, p, ticket)
        for seat in range(s.seats):
            g.fit[seat, ticket] = whole
    for seat in range(s.seats):
        price_routes_of(b, t, s, p, seat)
        for ticket in range(b.tickets):
            left, whole = path_cost(b, p, ticket), int(g.fit[seat, ticket])
            g.fit[seat, ticket] = (
                belief * max(0, whole - left) // max(1, whole) if left != EMPTY else 0
            )


@compiled
def price_all_routes(b: Board, t: PolicyTables, p: PolicyState) -> None:
    for word in range(WORDS):
        p.usable[word] = b.all_routes[word]
    for route in range(b.routes):
        p.price[route] = t.price[SPACES, route]


@compiled
def price_routes_of(b: Board, t: PolicyTables, s: State, p: PolicyState, seat: int) -> None:
    for word in range(WORDS):
        p.usable[word] = s.owned[seat, word] | (s.free[word] & ~s.blocked[seat, word])
    for route in range(b.routes):
        p.price[route] = 0 if in_set(s.owned[seat], route) else t.price[SPACES, route]


@compiled
def path_cost(b: Board, p: PolicyState, ticket: int) -> int:
    """The cost of the cheapest path between a ticket's cities; EMPTY when there is none."""
    goal = int(b.ticket_z[ticket])
    return (
        int(p.distance[goal])
        if find_nearest(b, p, bit(b.ticket_a[ticket]), bit(goal)) != EMPTY
        else EMPTY
    )
