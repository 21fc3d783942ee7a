"""The kernels: one thread a game. Each calls the kernels of the rules or of the observations for its
own game only; their names, and `cuda`, are brought along when they are built.
"""

from __future__ import annotations

from typing import Any

import numpy as np

# what a family brings along
SIZE_IN_WORDS = ROOM = 0
cuda: Any = None
board_of: Any = None
state_at: Any = None
is_over: Any = None
start: Any = None
chooser: Any = None
next_choice: Any = None
options: Any = None
pick: Any = None
apply: Any = None
start_many: Any = None
apply_many: Any = None
mask_many: Any = None
choose_many: Any = None
observe_many: Any = None
bits_many: Any = None
restart_many: Any = None


def play_out(boards: Any, seats: int, words: Any, first: int, scores: Any, lengths: Any) -> None:
    """A random game to the end, from game `first` on. Its state is the thread's own memory, which
    the card interleaves, so that neighbours read together; and neighbours wait for each other at
    every turn (question 0), so that they run the same code.
    """
    i = cuda.grid(1) + first
    if i < lengths.size:
        room = cuda.local.array(SIZE_IN_WORDS, np.int64)
        b = board_of(boards)
        s = start(b, room.view(np.uint8), 0, seats, words, i, 0)
        word, decisions = chooser(s, 0), 0
        while not is_over(s):
            while s.asked != 0 and not is_over(s):
                word = next_choice(word)
                apply(b, s, pick(b, s, (word * options(b, s)) >> 32))
                decisions += 1
            cuda.syncwarp()
            if s.asked == 0:
                word = next_choice(word)
                apply(b, s, pick(b, s, (word * options(b, s)) >> 32))
                decisions += 1
        lengths[i] = decisions
        for seat in range(seats):
            scores[i, seat] = s.score[seat]


def begin(boards: Any, states: Any, count: int, seats: int, words: Any) -> None:
    i = cuda.grid(1)
    if i < count:
        start_many(boards, states, i, i + 1, seats, words, 0)


def play(boards: Any, states: Any, actions: Any, wrong: Any) -> None:
    """`wrong` gets -1, or the game's own number where its action is not legal and was not played."""
    i = cuda.grid(1)
    if i < wrong.size:
        wrong[i] = apply_many(boards, states, actions, i, i + 1, True, True)


def choose(boards: Any, states: Any, luck: Any, actions: Any) -> None:
    i = cuda.grid(1)
    if i < actions.size:
        choose_many(boards, states, luck, actions, i, i + 1)


def mask(boards: Any, states: Any, masks: Any, ids: Any) -> None:
    """`ids` is work space, a row a thread."""
    i = cuda.grid(1)
    for game in range(i, masks.shape[0], ids.shape[0]):
        mask_many(boards, states, masks, game, game + 1, ids[i])


def mask_bits(boards: Any, states: Any, masks: Any, ids: Any) -> None:
    i = cuda.grid(1)
    for game in range(i, masks.shape[0], ids.shape[0]):
        bits_many(boards, states, masks, game, game + 1, ids[i])


def look(boards: Any, states: Any, who: Any, out: Any) -> None:
    i = cuda.grid(1)
    if i < out.shape[0]:
        room = cuda.local.array(ROOM, np.int64)
        observe_many(boards, states, who, room, out, i, i + 1)


def restart(boards: Any, states: Any, seats: int, words: Any, episodes: Any, seeds: Any) -> None:
    """`seeds` is work space, a row a game."""
    i = cuda.grid(1)
    if i < episodes.size:
        restart_many(boards, states, seats, words, episodes, episodes.size, seeds[i], i, i + 1)


def tell(boards: Any, states: Any, scores: Any, seat: Any) -> None:
    """Points of every seat, and whose choice it is: -1 where the game is over."""
    i = cuda.grid(1)
    if i < seat.size:
        s = state_at(states, i)
        seat[i] = -1 if is_over(s) else s.seat
        for other in range(scores.shape[1]):
            scores[i, other] = s.score[other]


KERNELS = (play_out, begin, play, choose, mask, mask_bits, look, restart, tell)
