"""The kernels of the expert's search: list moves, and play each to the end in sampled worlds."""

from __future__ import annotations

from ekiben.bots.routes.kernels import board_at, policy_state_at, state_at, tables_at
from ekiben.bots.routes.policies import choose
from ekiben.bots.routes.policy_state import PolicyState, PolicyTables
from ekiben.bots.routes.search_moves import find_moves
from ekiben.bots.routes.ticket_beliefs import estimate_ticket_fit, redeal_at
from ekiben.core.arrays import Array, Array2
from ekiben.core.compiled import compiled
from ekiben.core.kernels import Records, copy_state
from ekiben.games.routes.board import Board
from ekiben.games.routes.pieces import fewest_trains
from ekiben.games.routes.redeal import redeal
from ekiben.games.routes.state import EMPTY, PIECES, TICKETS_ASKED, State
from ekiben.games.routes.turn import apply, is_over

# the states of a search: what the seat knows, a world with the rest sampled, a game played in it
ROOT, WORLD, GAME, PLACES = range(4)


# ---- before the search
@compiled
def list_moves(
    boards: Records,
    tables: Records,
    policy_states: Records,
    states: Records,
    works: Records,
    policies: Array,
    moves: Array,
    room: Array,
    belief: int,
) -> int:
    """List the moves of the first state and estimate ticket fit; return how many moves."""
    b, s, p = board_at(boards, 0), state_at(states, ROOT), policy_state_at(policy_states, 0)
    estimate_ticket_fit(b, tables_at(tables, 0), s, p, redeal_at(works, 0), belief)
    return find_moves(b, tables, s, p, policies, moves, room)


# ---- the search
@compiled
def try_moves(
    boards: Records,
    tables: Records,
    policy_states: Records,
    states: Records,
    works: Records,
    policies: Array,
    models: Array,
    moves: Array,
    first: int,
    last: int,
    words: Array,
    offset: int,
    margins: Array2,
) -> None:
    """Play every move to the end in worlds `first` to `last - 1`, and write the seat's margins.

    Each world has luck of its own, `offset` on. In a view that contradicts itself all moves are
    worth the same.
    """
    b, p, g = board_at(boards, 0), policy_state_at(policy_states, 0), redeal_at(works, 0)
    seat = int(state_at(states, ROOT).seat)
    for world in range(first, last):
        copy_state(states, ROOT, states, WORLD)
        model = int(models[(offset + world) % len(models)])
        known = redeal(b, state_at(states, WORLD), g, seat, words, offset + world)
        if known:
            sample_choices(
                b, tables_at(tables, model), state_at(states, WORLD), p, policies[model], seat
            )
        for n in range(len(moves) if known else 0):
            copy_state(states, WORLD, states, GAME)
            s = state_at(states, GAME)
            apply(b, s, moves[n])
            play_to_end(b, tables, s, p, policies, seat, model)
            margins[n, world] = margin(s, seat)


@compiled
def sample_choices(
    b: Board, t: PolicyTables, s: State, p: PolicyState, policy: int, seat: int
) -> None:
    """Guess what the seats before have chosen together: what the policy would choose."""
    for other in range(seat if s.setting_up else 0):
        s.seat = other
        if s.asked == TICKETS_ASKED:
            s.choice[other] = choose(policy, b, t, s, p) - b.keep_tickets
        elif s.asked == PIECES:
            s.choice[other] = choose(policy, b, t, s, p) - b.take + fewest_trains(b)
    s.seat = seat


@compiled
def play_to_end(
    b: Board, tables: Records, s: State, p: PolicyState, policies: Array, seat: int, model: int
) -> None:
    """Play to the end: the first policy in the seat, the model in all others."""
    while not is_over(s):
        player = 0 if s.seat == seat else model
        apply(b, s, choose(policies[player], b, tables_at(tables, player), s, p))


@compiled
def margin(s: State, seat: int) -> int:
    """Points ahead of the best of the others."""
    best = EMPTY
    for other in range(s.seats):
        if other != seat and (best == EMPTY or s.score[other] > s.score[best]):
            best = other
    return int(s.score[seat] - s.score[best])


@compiled
def sample_hidden(
    boards: Records, states: Records, works: Records, words: Array, number: int
) -> bool:
    """Deal in the first state what the seat to act does not know."""
    s = state_at(states, 0)
    return redeal(board_at(boards, 0), s, redeal_at(works, 0), s.seat, words, number)


KERNELS = (list_moves, try_moves, sample_hidden)
