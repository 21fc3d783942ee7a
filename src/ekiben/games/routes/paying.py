"""What a payment buys: a route, a tunnel's first cards, a station or a harbour."""

from __future__ import annotations

from ekiben.core.compiled import compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.buildings import pay_building
from ekiben.games.routes.claim import take_route
from ekiben.games.routes.payment import pay_cards
from ekiben.games.routes.state import EMPTY, State
from ekiben.games.routes.tunnels import lay_out, settle


@compiled
def pay(b: Board, s: State, action: int) -> bool:
    """Pay for what was chosen. True: the turn is over."""
    if s.city != EMPTY:
        pay_building(b, s, action - b.pay)
        return True
    paid = pay_route(b, s, action - b.pay)
    if paid:
        settle(b, s)
        take_route(b, s)
    return paid


@compiled
def pay_route(b: Board, s: State, payment: int) -> bool:
    """RT-4.1; a tunnel has its own way (EU-4). False: a tunnel's extra is asked for first."""
    if b.tunnel[s.route]:
        return lay_out(b, s, payment)
    pay_cards(b, s, payment)
    return True
