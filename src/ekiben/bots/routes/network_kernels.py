"""The kernels of a search with a network: its prior and beliefs, and games it plays to the end."""

from __future__ import annotations

import math

from ekiben.bots.learned.forward import (
    BELIEF_HEAD,
    POLICY_HEAD,
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
from ekiben.games.routes.state import PIECES, TICKETS_ASKED, State
from ekiben.games.routes.turn import apply, is_over, legal
from ekiben.observations.columns import Bytes
from ekiben.observations.routes.observation import observe

DOUBLING = 1.4426950408889634  # of the odds, in logits: 1 / log(2)
MOST_FIT = 30  # doublings


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
def play_moves(
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
    words: Array,
    offset: int,
    margins: Array2,
) -> None:
    """Play on after every move, the network in every seat, and write the seat's margins.

    There are as many worlds as columns; each has luck of its own, `offset` on. In a view that
    contradicts itself all moves are worth the same.
    """
    b, g, shape = board_at(boards, 0), redeal_at(works, 0), shapes[0]
    seat = int(state_at(states, ROOT).seat)
    for world in range(margins.shape[1]):
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
            while not is_over(s):
                chosen = choose_learned(
                    b, s, shape, weights, scales, observation, scratch, actions, stream, active
                )
                apply(b, s, chosen)
            margins[n, world] = margin(s, seat)


@compiled
def note_choice(b: Board, s: State, action: int) -> None:
    """Note what the seat to act has chosen together with the others."""
    if s.asked == TICKETS_ASKED:
        s.choice[s.seat] = action - b.keep_tickets
    elif s.asked == PIECES:
        s.choice[s.seat] = action - b.take + fewest_trains(b)


KERNELS = (ask_network, play_moves)
