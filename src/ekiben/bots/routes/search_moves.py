"""The moves worth trying: what several policies would do, and what is near at hand.

The first move is that of the expert's own policy.
"""

from __future__ import annotations

from ekiben.bots.routes.features import next_route
from ekiben.bots.routes.kernels import tables_at
from ekiben.bots.routes.planner import propose
from ekiben.bots.routes.policies import PLANNER, choose
from ekiben.bots.routes.policy_state import PolicyState, PolicyTables
from ekiben.core.arrays import Array
from ekiben.core.compiled import compiled, lowest
from ekiben.core.kernels import Records
from ekiben.games.routes.board import Board
from ekiben.games.routes.claim import find_claims
from ekiben.games.routes.draw import blind_decks, market_kinds
from ekiben.games.routes.pieces import fewest_trains, most_trains
from ekiben.games.routes.state import EMPTY, PIECES, TURN, State
from ekiben.games.routes.turn import legal

MOVES = 16  # at most
CLAIMS = 4  # of the most points
PIECE_STEP = 3  # trains more or fewer


@compiled
def find_moves(
    b: Board, tables: Records, s: State, p: PolicyState, policies: Array, moves: Array, room: Array
) -> int:
    """Write the moves and return how many; `room` is for a list of all legal actions."""
    found = 0
    for n in range(len(policies)):
        found = policy_moves(b, tables_at(tables, n), s, p, policies[n], moves, found)
    if s.asked == TURN:
        return turn_moves(b, s, moves, found)
    if s.asked == PIECES:
        return piece_moves(b, moves, found)
    for n in range(legal(b, s, room)):
        found = add_move(moves, found, room[n])
    return found


@compiled
def policy_moves(
    b: Board, t: PolicyTables, s: State, p: PolicyState, policy: int, moves: Array, found: int
) -> int:
    """Add what a policy would do; for a turn the planner has several proposals."""
    found = add_move(moves, found, choose(policy, b, t, s, p))
    if policy == PLANNER and s.asked == TURN:
        for n in range(propose(b, t, s, p)):
            found = add_move(moves, found, p.proposed[n])
    return found


@compiled
def add_move(moves: Array, found: int, action: int) -> int:
    """Add a move that is not there yet, while there is room."""
    if found == MOVES or is_move(moves, found, action):
        return found
    moves[found] = action
    return found + 1


@compiled
def turn_moves(b: Board, s: State, moves: Array, found: int) -> int:
    """Add drawing tickets, the longest routes, and every card that can be drawn."""
    if s.ticket_left > 0 and s.last_turns == 0:
        found = add_move(moves, found, b.ask_tickets)
    found = claim_moves(b, s, moves, found)
    todo = blind_decks(b, s)
    while todo:
        found = add_move(moves, found, b.blind + lowest(todo))
        todo &= todo - 1
    todo = market_kinds(b, s)
    while todo:
        found = add_move(moves, found, b.draw + lowest(todo))
        todo &= todo - 1
    return found


@compiled
def claim_moves(b: Board, s: State, moves: Array, found: int) -> int:
    find_claims(b, s)
    for _ in range(CLAIMS):
        best, route = EMPTY, next_route(s.claims, 0)
        while route < b.routes:
            if not is_move(moves, found, b.claim + route) and (
                best == EMPTY or b.length[route] > b.length[best]
            ):
                best = route
            route = next_route(s.claims, route + 1)
        if best == EMPTY:
            return found
        found = add_move(moves, found, b.claim + best)
    return found


@compiled
def is_move(moves: Array, found: int, action: int) -> bool:
    for n in range(found):
        if moves[n] == action:
            return True
    return False


@compiled
def piece_moves(b: Board, moves: Array, found: int) -> int:
    """Add some trains more and some fewer than the first move takes."""
    own, last = int(moves[0] - b.take), int(most_trains(b) - fewest_trains(b))
    for step in range(1, MOVES):
        for n in (own - PIECE_STEP * step, own + PIECE_STEP * step):
            if n >= 0 and n <= last:
                found = add_move(moves, found, b.take + n)
    return found
