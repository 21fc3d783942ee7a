"""Search by games played on: the doors that list the moves, and play each of them on in the same guessed worlds."""

from __future__ import annotations

from typing import Any

import numpy as np

from ekiben.bots.routes.act import act
from ekiben.bots.routes.doors import atlas_at, board_of, memory_at, state_at
from ekiben.bots.routes.guess import guess, work_at
from ekiben.bots.routes.memory import SPACES
from ekiben.bots.routes.search_moves import find_moves
from ekiben.bots.routes.ways import spread
from ekiben.core.compiled import bit, compiled, two_bodies
from ekiben.games.routes.claim import in_set
from ekiben.games.routes.pieces import fewest_trains
from ekiben.games.routes.sizes import WORDS
from ekiben.games.routes.state import EMPTY, LAYOUT, PIECES, TICKETS_ASKED
from ekiben.games.routes.turn import apply, is_over

ROOT, WORLD, GAME, PLACES = range(4)    # states: what the seat knows, with a guess at the rest, and played on
SIZE, KEPT = LAYOUT.size, LAYOUT.kept


def _native_copy(states, i, j):  # type: ignore[no-untyped-def]
    words = states.view(np.int64)
    for word in range(KEPT // 8):
        words[j * SIZE // 8 + word] = words[i * SIZE // 8 + word]


@two_bodies(_native_copy)
def copy_within(states: Any, i: int, j: int) -> None:
    """The game without its work space."""
    states[j] = states[i].copy()


# ---- before the search
@compiled
def list_moves(boards: Any, atlases: Any, memories: Any, states: Any, works: Any, policies: Any, moves: Any, room: Any,
               belief: int) -> int:
    """The moves in the first state, and how well tickets suit the seats; how many moves."""
    b, s, m = board_of(boards), state_at(states, ROOT), memory_at(memories, 0)
    suit(b, atlas_at(atlases, 0), s, m, work_at(works, 0), belief)
    return find_moves(b, atlases, s, m, policies, moves, room)


@compiled
def suit(b: Any, a: Any, s: Any, m: Any, g: Any, belief: int) -> None:
    """A ticket suits a seat by the part of its way that the seat has claimed."""
    everything_open(b, a, m)
    for ticket in range(b.tickets):
        g.whole[ticket] = way_left(b, m, ticket)
    for seat in range(s.seats):
        open_to(b, a, s, m, seat)
        for ticket in range(b.tickets):
            left, whole = way_left(b, m, ticket), int(g.whole[ticket])
            g.fit[seat, ticket] = belief * max(0, whole - left) // max(1, whole) if left != EMPTY else 0


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
    return int(m.spent[goal]) if spread(b, m, bit(b.ticket_a[ticket]), bit(goal)) != EMPTY else EMPTY


# ---- the search
@compiled
def try_moves(boards: Any, atlases: Any, memories: Any, states: Any, works: Any, policies: Any, models: Any, moves: Any, first: int,
              last: int, words: Any, offset: int, margins: Any) -> None:
    """Plays every move on in the worlds `first` to `last - 1`, each with luck of its own, `offset` on, and writes by how
    much the seat wins. In a world for which no guess was found all moves are worth the same."""
    b, m, g = board_of(boards), memory_at(memories, 0), work_at(works, 0)
    seat = int(state_at(states, ROOT).seat)
    for world in range(first, last):
        copy_within(states, ROOT, WORLD)
        model = int(models[(offset + world) % len(models)])
        known = guess(b, state_at(states, WORLD), g, words, offset + world)
        if known:
            guess_choices(b, atlas_at(atlases, model), state_at(states, WORLD), m, policies[model], seat)
        for n in range(len(moves) if known else 0):
            copy_within(states, WORLD, GAME)
            s = state_at(states, GAME)
            apply(b, s, moves[n])
            play_on(b, atlases, s, m, policies, seat, model)
            margins[n, world] = margin(s, seat)


@compiled
def guess_choices(b: Any, a: Any, s: Any, m: Any, which: int, seat: int) -> None:
    """What the seats before have chosen, of choices made together: what the policy would."""
    for other in range(seat if s.setting_up else 0):
        s.seat = other
        if s.asked == TICKETS_ASKED:
            s.choice[other] = act(which, b, a, s, m) - b.keep_tickets
        elif s.asked == PIECES:
            s.choice[other] = act(which, b, a, s, m) - b.take + fewest_trains(b)
    s.seat = seat


@compiled
def play_on(b: Any, atlases: Any, s: Any, m: Any, policies: Any, seat: int, model: int) -> None:
    """To the end: the first policy in the seat, the model in all others."""
    while not is_over(s):
        player = 0 if s.seat == seat else model
        apply(b, s, act(policies[player], b, atlas_at(atlases, player), s, m))


@compiled
def margin(s: Any, seat: int) -> int:
    """Points ahead of the best of the others."""
    best = EMPTY
    for other in range(s.seats):
        if other != seat and (best == EMPTY or s.score[other] > s.score[best]):
            best = other
    return int(s.score[seat] - s.score[best])


@compiled
def guess_one(boards: Any, states: Any, works: Any, words: Any, number: int) -> bool:
    """Deals in the first state what the seat to act does not know."""
    return guess(board_of(boards), state_at(states, 0), work_at(works, 0), words, number)


DOORS = (list_moves, try_moves, guess_one)
