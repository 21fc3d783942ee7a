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
    mark_legal,
    start,
    start_many,
    state_at,
)
from ekiben.core.rules import Rules
from ekiben.envs.kernels import Bytes, ObserveAgain, looking, mark_bits, restart_many
from ekiben.gpu.cuda_types import Cuda

# left open, see `build` in device.py
cuda: Cuda = LEFT_OPEN
rules: Rules[Any, Any] = LEFT_OPEN  # over the records of whatever rule set it is
SIZE_IN_WORDS: int = LEFT_OPEN  # of a state
WORK: int = LEFT_OPEN  # words of work space for observing
# the family's parts of `observe_again`
is_up_to_date: AnyFunction = LEFT_OPEN
update: AnyFunction = LEFT_OPEN
write: ObserveAgain = LEFT_OPEN
choose_in_each: AnyFunction = LEFT_OPEN  # of the family's policies
POLICY_WORDS: int = LEFT_OPEN  # words of work space for one of them
ALL = 0xFFFFFFFF  # threads of a warp
TILE = 64  # games, and columns, that a block of as many threads works on at a time
WORDS = TILE // 4  # of a column in a tile, each the bytes of four games
APART = WORDS + 1  # words from one column to the next, so that banks of memory differ


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
    """Write which actions are legal; `ids` is work space, a column for each thread."""
    thread = cuda.grid(1)
    for i in range(thread, masks.shape[0] + cuda.threadIdx.x, ids.shape[1]):
        clear_rows(masks, i - cuda.threadIdx.x)
        if i < masks.shape[0]:
            mark_legal(boards, states, i, masks, ids[:, thread])


@compiled
def mask_bits(boards: Buffer, states: Buffer, masks: Bytes, ids: Array2) -> None:
    """Write which actions are legal, eight to a byte; `ids` is work space."""
    thread = cuda.grid(1)
    for i in range(thread, masks.shape[0] + cuda.threadIdx.x, ids.shape[1]):
        clear_rows(masks, i - cuda.threadIdx.x)
        if i < masks.shape[0]:
            mark_bits(boards, states, i, masks, ids[:, thread])


@compiled
def clear_rows(masks: Masks | Bytes, first: int) -> None:
    """Clear the rows of a block's games, from the first on: threads write side by side."""
    for row in range(first, min(first + TILE, masks.shape[0])):
        for column in range(cuda.threadIdx.x, masks.shape[1], TILE):
            masks[row, column] = 0
    cuda.syncthreads()


@compiled
def find_outdated(
    boards: Buffer, states: Buffer, who: Array, kept: Array2, order: Array, counts: Array
) -> None:
    """Write the games of which something that is kept is outdated.

    The threads of a warp wait for each other, so that a few such games would hold up all of them.
    """
    i = cuda.grid(1)
    if i < order.size:
        s = state_at(states, i)
        if not is_up_to_date(s, looking(s, who[i]), kept[:, i]):
            order[cuda.atomic.add(counts, 0, 1)] = i


@compiled
def update_kept(
    boards: Buffer,
    states: Buffer,
    who: Array,
    kept: Array2,
    order: Array,
    counts: Array,
    scratch: Array2,
) -> None:
    """Find anew what is outdated, in the games of which something is.

    Each thread has a row of work space: the searches of neighbours go different ways, so that
    nothing is gained where the card interleaves their memory.
    """
    thread = cuda.grid(1)
    for n in range(thread, counts[0], scratch.shape[0]):
        i = order[n]
        s = state_at(states, i)
        update(board_of(boards), s, looking(s, who[i]), scratch[thread], kept[:, i])


@compiled
def look(
    boards: Buffer, states: Buffer, who: Array, kept: Array2, counts: Array, columns: Buffer
) -> None:
    """Observe the games; `counts` is cleared for the next time.

    Games lie side by side in `columns` and `kept`, so that threads write beside their neighbours.
    """
    i = cuda.grid(1)
    if i == 0:
        counts[0] = 0
    if i < who.size:
        s = state_at(states, i)
        scratch = cuda.local.array(WORK, np.int64)
        write(board_of(boards), s, looking(s, who[i]), columns[:, i], scratch, kept[:, i])


@compiled
def turn_to_rows(boards: Buffer, states: Buffer, words: Array2, rows: Bytes) -> None:
    """Copy columns to rows, a tile in each block of threads: read and written side by side.

    `words` are the bytes of the columns, four games in each. They go on to the end of the last
    tile, so that all words of a tile are asked for before the first has come.
    """
    tile = cuda.shared.array((TILE, APART), np.uint32)
    tiles = -(-rows.shape[0] // TILE)
    across = cuda.blockIdx.x % tiles
    column = cuda.blockIdx.x // tiles * TILE
    thread = cuda.threadIdx.x
    for n in range(WORDS):
        place = n * TILE + thread
        tile[place // WORDS, place % WORDS] = words[
            column + place // WORDS, across * WORDS + place % WORDS
        ]
    cuda.syncthreads()
    if column + thread < rows.shape[1]:
        for n in range(min(TILE, rows.shape[0] - across * TILE)):
            word = tile[thread, n // 4]
            rows[across * TILE + n, column + thread] = word >> 8 * (n % 4) & 255


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
    find_outdated,
    update_kept,
    look,
    turn_to_rows,
    restart,
    tell,
)
POLICY_KERNELS = (sort_choices, choose_by_policy)
