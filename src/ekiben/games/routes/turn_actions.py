"""A turn's own question: which of the game's actions to take. RT-2.1, RT-2.2."""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.compiled import bit, compiled, count, nth, write_members
from ekiben.games.routes.board import Board
from ekiben.games.routes.buildings import choose_city, sites
from ekiben.games.routes.claim import choose_route, find_claims, in_set
from ekiben.games.routes.draw import count_draws, draw, is_draw, list_draws, nth_draw
from ekiben.games.routes.event_codes import PASSED, emit
from ekiben.games.routes.pieces import exchange, exchangeable
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import SHIP, TRAIN, State
from ekiben.games.routes.tickets import draw_tickets


@compiled
def count_turn_actions(b: Board, s: State) -> int:
    """RT-2.1: draws, routes, tickets, buildings, exchanges, or a pass when there is nothing else.

    Leaves what `find_turn_actions` does, for `nth_turn_action`.
    """
    return max(1, find_turn_actions(b, s))


@compiled
def find_turn_actions(b: Board, s: State) -> int:
    """How many there are but for a pass.

    Leaves in `claims` the routes that the seat can claim and in `sites` the cities where it can
    build.
    """
    n = count_draws(b, s) + int(s.ticket_left > 0) + find_claims(b, s)
    if b.stations + b.harbours > 0:
        s.sites = sites(b, s)
        n += count(s.sites) + exchangeable(b, s, TRAIN) + exchangeable(b, s, SHIP)
    return n


@compiled
def nth_turn_action(b: Board, s: State, n: int) -> int:
    """The n-th action: draws, routes, tickets, buildings, exchanges; else a pass (RT-2.2)."""
    draws = count_draws(b, s)
    if n < draws:
        return nth_draw(b, s, n)
    n -= draws
    for word in range(WORDS):
        routes = s.claims[word]
        if n < count(routes):
            return b.claim + word * WORD + nth(routes, n)
        n -= count(routes)
    if s.ticket_left > 0:
        if n == 0:
            return b.ask_tickets
        n -= 1
    return nth_special_action(b, s, n) if b.stations + b.harbours > 0 else b.pass_turn


@compiled
def nth_special_action(b: Board, s: State, n: int) -> int:
    """The n-th of buildings and exchanges, and a pass after them."""
    if n < count(s.sites):
        return b.build + nth(s.sites, n)
    n -= count(s.sites)
    if n < exchangeable(b, s, TRAIN):
        return b.exchange + n
    n -= exchangeable(b, s, TRAIN)
    return b.exchange_ships + n if n < exchangeable(b, s, SHIP) else b.pass_turn


@compiled
def list_turn_actions(b: Board, s: State, out: Array) -> int:
    """Write every action, in the order of `nth_turn_action`, going through each set once."""
    ways = count_turn_actions(b, s)
    n = list_draws(b, s, out)
    for word in range(WORDS):
        n = write_members(s.claims[word], b.claim + word * WORD, out, n)
    if s.ticket_left > 0:
        out[n] = b.ask_tickets
        n += 1
    if b.stations + b.harbours > 0:
        return list_special_actions(b, s, ways, out, n)
    if n == 0:
        out[n] = b.pass_turn
    return ways


@compiled
def list_special_actions(b: Board, s: State, ways: int, out: Array, first: int) -> int:
    """Write buildings and exchanges from place `first` on, or a pass, up to so many in all."""
    for n in range(write_members(s.sites, b.build, out, first), ways):
        out[n] = nth_special_action(b, s, n - first)
    return ways


@compiled
def is_turn_action(b: Board, s: State, action: int) -> bool:
    """Whether it is one of them, by asking the set that it would be in."""
    n = find_turn_actions(b, s)
    if action < b.claim:
        return is_draw(b, s, action)
    if action < b.ask_tickets:
        return in_set(s.claims, action - b.claim)
    if action == b.ask_tickets:
        return s.ticket_left > 0
    if action < b.exchange:
        return s.sites & bit(action - b.build) != 0
    if action < b.exchange_ships:
        return action - b.exchange < exchangeable(b, s, TRAIN)
    if action < b.pass_turn:
        return action - b.exchange_ships < exchangeable(b, s, SHIP)
    return action == b.pass_turn and n == 0


@compiled
def act(b: Board, s: State, action: int) -> bool:
    """RT-2.1: take one of the game's actions. True: the turn is over."""
    if action < b.claim:
        return draw(b, s, action)
    if action < b.ask_tickets:
        choose_route(b, s, action - b.claim)
        return False
    if action == b.ask_tickets:
        draw_tickets(b, s)
        return False
    if action < b.exchange:
        choose_city(b, s, action - b.build)
        return False
    if action < b.exchange_ships:
        exchange(b, s, TRAIN, action - b.exchange + 1)
    elif action < b.pass_turn:
        exchange(b, s, SHIP, action - b.exchange_ships + 1)
    else:
        emit(s, PASSED, s.seat, 0, 0)
    return True
