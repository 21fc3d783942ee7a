"""What others' claims tell of their tickets: how well each ticket suits each seat, by which guesses
at what is hidden are dealt.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.cheapest_paths import spread
from ekiben.bots.routes.policy_state import SPACES
from ekiben.core.compiled import bit, compiled, over
from ekiben.core.kernels import state_at
from ekiben.games.routes.claim import in_set
from ekiben.games.routes.redeal import Redeal
from ekiben.games.routes.sizes import WORDS
from ekiben.games.routes.state import EMPTY

SWAPS = 3  # for each ticket that could be anywhere
work_at = over(state_at, STATE=Redeal.dtype)


@compiled
def suit(b: Any, a: Any, s: Any, m: Any, g: Any, belief: int) -> None:
    """A ticket suits a seat by the part of its way that the seat has claimed."""
    g.swaps = SWAPS
    everything_open(b, a, m)
    for ticket in range(b.tickets):
        whole = way_left(b, m, ticket)
        for seat in range(s.seats):
            g.fit[seat, ticket] = whole
    for seat in range(s.seats):
        open_to(b, a, s, m, seat)
        for ticket in range(b.tickets):
            left, whole = way_left(b, m, ticket), int(g.fit[seat, ticket])
            g.fit[seat, ticket] = (
                belief * max(0, whole - left) // max(1, whole) if left != EMPTY else 0
            )


@compiled
def everything_open(b: Any, a: Any, m: Any) -> None:
    for word in range(WORDS):
        m.usable[word] = b.all_routes[word]
    for route in range(b.routes):
        m.price[route] = a.price[SPACES, route]


@compiled
def open_to(b: Any, a: Any, s: Any, m: Any, seat: int) -> None:
    for word in range(WORDS):
        m.usable[word] = s.owned[seat, word] | (s.free[word] & ~s.blocked[seat, word])
    for route in range(b.routes):
        m.price[route] = 0 if in_set(s.owned[seat], route) else a.price[SPACES, route]


@compiled
def way_left(b: Any, m: Any, ticket: int) -> int:
    """The price of the cheapest way between a ticket's cities; EMPTY when there is none."""
    goal = int(b.ticket_z[ticket])
    return (
        int(m.spent[goal]) if spread(b, m, bit(b.ticket_a[ticket]), bit(goal)) != EMPTY else EMPTY
    )
