"""The kernels of a search with a network: its prior and beliefs, and its values of moves."""

from __future__ import annotations

import math

from ekiben.bots.learned.forward import (
    BELIEF_HEAD,
    POLICY_HEAD,
    VALUE_HEAD,
    logit,
    run_trunk,
)
from ekiben.bots.routes.kernels import board_at, state_at
from ekiben.bots.routes.learned import choose_learned
from ekiben.bots.routes.search import GAME, ROOT, WORLD, margin
from ekiben.bots.routes.ticket_beliefs import SWAPS, redeal_at
from ekiben.core.arrays import Array, Array2, FloatArray
from ekiben.core.compiled import compiled
from ekiben.core.kernels import Records, copy_state
from ekiben.games.routes.board import Board
from ekiben.games.routes.pieces import fewest_trains
from ekiben.games.routes.redeal import redeal
from ekiben.games.routes.redeal_state import Redeal
from ekiben.games.routes.state import PIECES, TICKETS_ASKED, TURN, State
from ekiben.games.routes.turn import apply, is_over, legal
from ekiben.observations.columns import Bytes
from ekiben.observations.routes.observation import observe

CERTAIN = 1_000_000  # what a game that is won is worth
DOUBLING = 1.4426950408889634  # of the odds, in logits: 1 / log(2)
MOST_FIT = 30  # doublings
HALVINGS = 10  # how often an exponent is halved until it is small


# ---- before the search
@compiled
def ask_network(
    boards: Records,
    states: Records,
    works: Records,
    shapes: Array2,
    weights: Array,
    scales: FloatArray,
    observation: Bytes,
    scratch: Array,
    actions: Array,
    stream: Array,
    active: Array,
    prior: FloatArray,
) -> int:
    """Write the prior of all legal actions and how tickets suit seats; return how many actions."""
    b, s, shape = board_at(boards, 0), state_at(states, ROOT), shapes[0]
    observe(b, s, s.seat, observation, scratch)
    run_trunk(shape, weights, scales, observation, stream, active)
    write_beliefs(b, s, redeal_at(works, 0), shape, weights, scales, active)
    count = int(legal(b, s, actions))
    for n in range(count):
        prior[n] = logit(shape, weights, scales, active, POLICY_HEAD, actions[n])
    return count


@compiled
def write_beliefs(
    b: Board,
    s: State,
    g: Redeal,
    shape: Array,
    weights: Array,
    scales: FloatArray,
    active: Array,
) -> None:
    """Set `fit` to the odds that each of the others holds a ticket; swap until all is mixed."""
    g.swaps = SWAPS * b.tickets
    for step in range(1, s.seats):
        seat = (s.seat + step) % s.seats
        for ticket in range(b.tickets):
            row = (step - 1) * b.tickets + ticket
            odds = logit(shape, weights, scales, active, BELIEF_HEAD, row) * DOUBLING
            doublings = min(max(odds, float(-MOST_FIT)), float(MOST_FIT))
            g.fit[seat, ticket] = math.floor(doublings + 0.5)


# ---- the search
@compiled
def value_moves(
    boards: Records,
    states: Records,
    works: Records,
    shapes: Array2,
    weights: Array,
    scales: FloatArray,
    observation: Bytes,
    scratch: Array,
    actions: Array,
    stream: Array,
    active: Array,
    moves: Array,
    ahead: int,
    words: Array,
    offset: int,
    values: Array2,
) -> None:
    """Write what the seat's game is worth after every move, in as many worlds as there are columns.

    The network plays until this turn and as many as `ahead` are over, and then says who will win.
    Each world has luck of its own, `offset` on. In a view that contradicts itself all moves are
    worth the same.
    """
    b, g, shape = board_at(boards, 0), redeal_at(works, 0), shapes[0]
    seat = int(state_at(states, ROOT).seat)
    last = int(state_at(states, ROOT).turns) + 1 + ahead
    for world in range(values.shape[1]):
        copy_state(states, ROOT, states, WORLD)
        w = state_at(states, WORLD)
        known = redeal(b, w, g, seat, words, offset + world)
        for other in range(seat if known and w.setting_up else 0):
            w.seat = other
            chosen = choose_learned(
                b, w, shape, weights, scales, observation, scratch, actions, stream, active
            )
            note_choice(b, w, chosen)
        w.seat = seat
        for n in range(len(moves) if known else 0):
            copy_state(states, WORLD, states, GAME)
            s = state_at(states, GAME)
            apply(b, s, moves[n])
            while not is_settled(s, last):
                chosen = choose_learned(
                    b, s, shape, weights, scales, observation, scratch, actions, stream, active
                )
                apply(b, s, chosen)
            if is_over(s):
                values[n, world] = final_value(s, seat)
            else:
                observe(b, s, s.seat, observation, scratch)
                run_trunk(shape, weights, scales, observation, stream, active)
                values[n, world] = network_value(s, seat, shape, weights, scales, active)


@compiled
def note_choice(b: Board, s: State, action: int) -> None:
    """Note what the seat to act has chosen together with the others."""
    if s.asked == TICKETS_ASKED:
        s.choice[s.seat] = action - b.keep_tickets
    elif s.asked == PIECES:
        s.choice[s.seat] = action - b.take + fewest_trains(b)


@compiled
def is_settled(s: State, last: int) -> bool:
    """Whether the game is over, or a turn begins after so many."""
    return is_over(s) or (s.asked == TURN and not s.setting_up and s.turns >= last)


@compiled
def final_value(s: State, seat: int) -> int:
    """What a game that is over is worth: half for the best score shared."""
    ahead = margin(s, seat)
    return CERTAIN if ahead > 0 else CERTAIN // 2 if ahead == 0 else 0


@compiled
def network_value(
    s: State, seat: int, shape: Array, weights: Array, scales: FloatArray, active: Array
) -> int:
    """The seat's share of the win, as the network sees it from the seat to act."""
    step = (seat - s.seat) % s.seats
    own = logit(shape, weights, scales, active, VALUE_HEAD, step)
    most = own
    for other in range(s.seats):
        most = max(most, logit(shape, weights, scales, active, VALUE_HEAD, other))
    total = 0.0
    for other in range(s.seats):
        total += power(logit(shape, weights, scales, active, VALUE_HEAD, other) - most)
    return math.floor(CERTAIN * power(own - most) / total)


@compiled
def power(x: float) -> float:
    """e to the power of x, which is not above 0; only by arithmetic that is the same everywhere."""
    found = max(1.0 + x / (1 << HALVINGS), 0.0)
    for _ in range(HALVINGS):
        found = found * found
    return found


KERNELS = (ask_network, value_moves)
