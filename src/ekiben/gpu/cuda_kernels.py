"""CUDA kernels, one thread for each game: each calls other kernels for its own game only."""

from __future__ import annotations

from typing import Any

import numpy as np

from ekiben.core.arrays import Array, Array2, Buffer
from ekiben.core.chance import chooser, next_choice
from ekiben.core.compiled import LEFT_OPEN, AnyFunction, compiled
from ekiben.core.kernels import (
    Masks,
    apply_many,
    board_of,
    choose_many,
    mask_many,
    start,
    start_many,
    state_at,
)
from ekiben.core.rules import Rules
from ekiben.envs.kernels import ObserveAgain, bits_many, looking, restart_many
from ekiben.gpu.cuda_types import Cuda

# left open, see `build` in device.py
cuda: Cuda = LEFT_OPEN
rules: Rules[Any, Any] = LEFT_OPEN  # over the records of whatever rule set it is
SIZE_IN_WORDS: int = LEFT_OPEN  # of a state
WORK: int = LEFT_OPEN  # words of work space for observing
is_quick: AnyFunction = LEFT_OPEN  # whether an observation takes little time
observe_again: ObserveAgain = LEFT_OPEN
choose_in_each: AnyFunction = LEFT_OPEN  # of the family's policies
POLICY_WORDS: int = LEFT_OPEN  # words of work space for one of them
ALL = 0xFFFFFFFF  # threads of a warp
TILE = 64  # games, and columns, that a block of as many threads turns to rows at a time
APART = TILE + 1  # bytes from one row of a tile to the next, so that banks of memory differ


@compiled
def play_out(
    boards: Buffer, seats: int, words: Array, first: int, scores: Array2, lengths: Array
) -> None:
    """Play a random game to the end, from game `first` on.

    Its state is the thread's own memory, which the card interleaves, so that neighbours read
    together; and neighbours wait for each other at every turn (question 0), and with counting the
    points until all their games have ended, so that they run the same code.
    """
    i = cuda.grid(1) + first
    if i < lengths.size:
        scratch = cuda.local.array(SIZE_IN_WORDS, np.int64)
        b = board_of(boards)
        s = start(b, scratch.view(np.uint8), 0, seats, words, i, 0)
        word, decisions, ended = chooser(s, 0), 0, False
        while cuda.any_sync(ALL, not ended):
            goes_on = not ended
            while goes_on:
                word = next_choice(word)
                ended = rules.advance(b, s, rules.choose(b, s, word))
                decisions += 1
                goes_on = s.asked != 0 and not ended
        rules.finish(b, s)
        lengths[i] = decisions
        for seat in range(seats):
            scores[i, seat] = s.score[seat]


@compiled
def begin(boards: Buffer, states: Buffer, seats: Array, words: Array) -> None:
    i = cuda.grid(1)
    if i < seats.size:
        start_many(boards, states, i, i + 1, seats[i], words, 0)


@compiled
def play(boards: Buffer, states: Buffer, actions: Array, wrong: Array) -> None:
    """Play legal actions; `wrong` gets -1, or the game's number where its action is not legal."""
    i = cuda.grid(1)
    if i < wrong.size:
        wrong[i] = apply_many(boards, states, actions, i, i + 1, True, True)


@compiled
def choose(boards: Buffer, states: Buffer, luck: Array, actions: Array) -> None:
    i = cuda.grid(1)
    if i < actions.size:
        choose_many(boards, states, luck, actions, i, i + 1)


@compiled
def mask(boards: Buffer, states: Buffer, masks: Masks, ids: Array2) -> None:
    """Write which actions are legal; `ids` is work space, a row for each thread."""
    i = cuda.grid(1)
    for game in range(i, masks.shape[0], ids.shape[0]):
        mask_many(boards, states, masks, game, game + 1, ids[i])


@compiled
def mask_bits(boards: Buffer, states: Buffer, masks: Buffer, ids: Array2) -> None:
    """Write which actions are legal, eight to a byte; `ids` is work space."""
    i = cuda.grid(1)
    for game in range(i, masks.shape[0], ids.shape[0]):
        bits_many(boards, states, masks, game, game + 1, ids[i])


@compiled
def sort_games(
    boards: Buffer, states: Buffer, who: Array, kept: Array2, order: Array, counts: Array
) -> None:
    """Write the games that are quick to observe first, the others from the end.

    The threads of a warp wait for each other, so that a few slow ones would hold up all of them.
    """
    i = cuda.grid(1)
    if i < order.size:
        s = state_at(states, i)
        if is_quick(s, looking(s, who[i]), kept[:, i]):
            order[cuda.atomic.add(counts, 0, 1)] = i
        else:
            order[order.size - 1 - cuda.atomic.add(counts, 1, 1)] = i


@compiled
def look(
    boards: Buffer,
    states: Buffer,
    who: Array,
    kept: Array2,
    order: Array,
    counts: Array,
    columns: Buffer,
) -> None:
    """Observe the games in their order; `counts` is cleared for the next time.

    Games lie side by side in `columns` and `kept`, so that threads write beside their neighbours.
    """
    thread = cuda.grid(1)
    if thread < 2:
        counts[thread] = 0
    if thread < order.size:
        i = order[thread]
        s = state_at(states, i)
        scratch = cuda.local.array(WORK, np.int64)
        observe_again(board_of(boards), s, looking(s, who[i]), columns[:, i], scratch, kept[:, i])


@compiled
def turn_to_rows(boards: Buffer, states: Buffer, columns: Buffer, rows: Buffer) -> None:
    """Copy columns to rows, a tile in each block of threads: read and written side by side."""
    tile = cuda.shared.array((TILE, APART), np.uint8)
    tiles = -(-rows.shape[0] // TILE)
    game = cuda.blockIdx.x % tiles * TILE
    column = cuda.blockIdx.x // tiles * TILE
    thread = cuda.threadIdx.x
    for n in range(min(TILE, rows.shape[1] - column)):
        if game + thread < rows.shape[0]:
            tile[n, thread] = columns[column + n, game + thread]
    cuda.syncthreads()
    for n in range(min(TILE, rows.shape[0] - game)):
        if column + thread < rows.shape[1]:
            rows[game + n, column + thread] = tile[thread, n]


@compiled
def restart(
    boards: Buffer, states: Buffer, seats: Array, words: Array, episodes: Array, seeds: Array2
) -> None:
    """Start games that are over anew; `seeds` is work space, a row for each game."""
    i = cuda.grid(1)
    if i < episodes.size:
        restart_many(boards, states, seats, words, episodes, episodes.size, seeds[i], i, i + 1)


@compiled
def tell(boards: Buffer, states: Buffer, scores: Array2, seat: Array) -> None:
    """Write the points of every seat, and whose choice it is: -1 where the game is over."""
    i = cuda.grid(1)
    if i < seat.size:
        s = state_at(states, i)
        seat[i] = -1 if rules.is_over(s) else s.seat
        for other in range(scores.shape[1]):
            scores[i, other] = s.score[other]


@compiled
def sort_choices(
    boards: Buffer, states: Buffer, policies: Array, order: Array2, counts: Array
) -> None:
    """Write the games in which a policy is to choose, a row for each question that is open.

    So the threads of a warp answer the same question by the same code, and none of them is idle.
    """
    i = cuda.grid(1)
    if i < policies.size and policies[i] >= 0:
        asked = state_at(states, i).asked
        order[asked, cuda.atomic.add(counts, asked, 1)] = i


@compiled
def choose_by_policy(
    boards: Buffer,
    states: Buffer,
    tables: Buffer,
    policies: Array,
    order: Array2,
    counts: Array,
    next_counts: Array,
    actions: Array,
) -> None:
    """Write the action of each game's policy; its work space is the thread's own memory.

    `order` and `counts` say which games; `next_counts` is cleared for the next time.
    """
    n, asked = cuda.grid(1), 0
    if n < next_counts.size:
        next_counts[n] = 0
    while asked < counts.size and n >= counts[asked]:
        n -= counts[asked]
        asked += 1
    if asked < counts.size:
        i = order[asked, n]
        work = cuda.local.array(POLICY_WORDS, np.int64)
        choose_in_each(boards, tables, work.view(np.uint8), 0, states, policies, actions, i, i + 1)


KERNELS = (
    play_out,
    begin,
    play,
    choose,
    mask,
    mask_bits,
    sort_games,
    look,
    turn_to_rows,
    restart,
    tell,
)
POLICY_KERNELS = (sort_choices, choose_by_policy)
