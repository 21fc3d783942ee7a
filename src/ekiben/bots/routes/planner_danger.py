"""How likely an opponent claims a route next, by its known cards and its hand size."""

from __future__ import annotations

from ekiben.core.compiled import compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.cards import unseen
from ekiben.games.routes.state import EMPTY, State

NEAR = 3.0  # spaces short of a route at which another is no danger yet


@compiled
def claim_danger(b: Board, s: State, route: int) -> float:
    """From 0 to 1: how close the closest opponent seems to be to claiming the route."""
    most = 0.0
    for seat in range(s.seats):
        if seat != s.seat and s.pieces[seat, b.way[route]] >= b.length[route]:
            most = max(most, 1.0 + (payable_spaces(b, s, seat, route) - b.length[route]) / NEAR)
    return min(1.0, most)


@compiled
def payable_spaces(b: Board, s: State, seat: int, route: int) -> float:
    """Spaces of the route that an opponent can probably pay."""
    way, best = int(b.way[route]), 0.0
    first = int(b.colour[route])
    last = first
    if first == EMPTY:
        first, last = 0, int(b.colours) - 1
    for colour in range(first, last + 1):
        best = max(best, expected_cards(b, s, seat, b.first_kind[way] + colour))
    return best + expected_cards(b, s, seat, b.wild)


@compiled
def expected_cards(b: Board, s: State, seat: int, kind: int) -> float:
    """Cards of a kind that an opponent is known to hold, and its share of the unknown ones."""
    deck = b.deck_of[kind]
    hidden, pool = int(s.hand_size[seat, deck]), int(s.deck_size[deck])
    for other in range(b.kinds):
        if b.deck_of[other] == deck:
            hidden -= int(s.seen[seat, other])
    for other in range(s.seats):
        if other != s.seat:
            pool += int(s.hand_size[other, deck])
    return float(s.seen[seat, kind]) + hidden * unseen(b, s, s.seat, kind) / max(1.0, float(pool))
