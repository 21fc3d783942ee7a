"""Claiming a route: RT-4."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.core.arrays import Array
from ekiben.core.compiled import bit, compiled, count, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.event_codes import CHOSE_ROUTE, CLAIMED, emit
from ekiben.games.routes.payment import all_colours, owe
from ekiben.games.routes.sizes import LONGEST, WORD
from ekiben.games.routes.state import EMPTY, PAYMENT, SHIP, TRAIN, State


# ---- sets of routes, a word at a time: each condition for itself, so that a refusal can name the
# one that fails
@compiled
def in_set(routes: Array | Sequence[int], route: int) -> bool:
    return routes[route // WORD] & bit(route % WORD) != 0


@compiled
def mark(routes: Array, route: int) -> None:
    routes[route // WORD] |= bit(route % WORD)


@compiled
def clear(routes: Array, route: int) -> None:
    routes[route // WORD] &= ~bit(route % WORD)


@compiled
def reachable(b: Board, s: State, word: int) -> int:
    """RT-4.6: routes for which the seat to act has pieces enough, of the right kind."""
    trains = b.upto[TRAIN, min(int(s.pieces[s.seat, TRAIN]), LONGEST), word]
    return trains | b.upto[SHIP, min(int(s.pieces[s.seat, SHIP]), LONGEST), word]


@compiled
def open_routes(b: Board, s: State, word: int) -> int:
    """RT-4.4, RT-4.7, RT-4.8: free, and not the twin of an own one."""
    return s.free[word] & ~s.blocked[s.seat, word]


@compiled
def longest_payable(cards: int, wilds: int) -> int:
    """The longest route that cards of one colour pay for, wilds filling up; 0 for wilds alone."""
    return min(cards + wilds, LONGEST) if cards > 0 else 0


@compiled
def payable(b: Board, s: State) -> tuple[int, int]:
    """RT-4.1 to RT-4.3, EU-3.1, GL-4.1 to GL-4.4: routes the seat has cards for, as words."""
    hand, wilds = s.hand[s.seat], int(s.hand[s.seat, b.wild])
    alone = min(wilds, LONGEST)
    low, high = (
        b.upto[TRAIN, alone, 0] | b.upto[SHIP, alone, 0],
        b.upto[TRAIN, alone, 1] | b.upto[SHIP, alone, 1],
    )
    todo = all_colours(b)
    while todo:
        colour = lowest(todo)
        todo &= todo - 1
        cards = int(hand[colour])
        if b.decks > 1:
            cards += int(hand[b.second_kind[TRAIN] + colour])
            ships = longest_payable(
                int(hand[b.first_kind[SHIP] + colour])
                + 2 * int(hand[b.second_kind[SHIP] + colour]),
                wilds,
            )
            low |= b.payable[SHIP, colour, ships, 0]
            high |= b.payable[SHIP, colour, ships, 1]
        length = longest_payable(cards, wilds)
        low |= b.payable[TRAIN, colour, length, 0]
        high |= b.payable[TRAIN, colour, length, 1]
    return low & b.ferry_upto[alone, 0], high & b.ferry_upto[alone, 1]


@compiled
def find_claims(b: Board, s: State) -> int:
    """Leave in `claims` the routes that the seat to act can claim; how many they are."""
    low, high = payable(b, s)
    low &= open_routes(b, s, 0) & reachable(b, s, 0)
    high &= open_routes(b, s, 1) & reachable(b, s, 1)
    s.claims[0] = low
    s.claims[1] = high
    return count(low) + count(high)


@compiled
def choose_route(b: Board, s: State, route: int) -> None:
    """Name the route; how it is paid for is the next question."""
    s.route = route
    s.asked = PAYMENT
    owe(s, b.way[route], b.colour[route], b.length[route], b.ferry[route])
    emit(s, CHOSE_ROUTE, s.seat, route, 0)


@compiled
def take_route(b: Board, s: State) -> None:
    """RT-4.1, RT-4.5, RT-4.7, RT-4.8: pieces on the route, points, twins closed."""
    route, length = s.route, int(b.length[s.route])
    s.route = EMPTY
    clear(s.free, route)
    mark(s.owned[s.seat], route)
    s.pieces[s.seat, b.way[route]] -= length
    s.score[s.seat] += b.points[length]
    if b.twin[route] != EMPTY:
        mark(s.blocked[s.seat], b.twin[route])
        if s.seats <= b.closing:
            clear(s.free, b.twin[route])
    emit(s, CLAIMED, s.seat, route, b.points[length])
