"""The kernels between Python and the rules: a board, an array of states, an index.

Written once over names that a family of games brings along (its rules, and how its states lie in an
array), and built twice: interpreted, `states` is a list of plain states; compiled, one array of
bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ekiben.core.chance import chooser, next_choice, set_seed
from ekiben.core.compiled import compiled, compiled_as

# what a family brings along
BOARD: Any = None
STATE: Any = None
SIZE = KEPT = 0
new_plain: Any = None
apply: Any = None
deal: Any = None
is_legal: Any = None
is_over: Any = None
legal: Any = None
options: Any = None
pick: Any = None
prepare: Any = None


def _compiled_board(boards):  # type: ignore[no-untyped-def]
    return boards.view(BOARD)[0]


@compiled_as(_compiled_board)
def board_of(boards: Any) -> Any:
    return boards[0]


def _compiled_state(states, i):  # type: ignore[no-untyped-def]
    return states.view(STATE)[i]


@compiled_as(_compiled_state)
def state_at(states: Any, i: int) -> Any:
    return states[i]


def _compiled_fresh(states, i):  # type: ignore[no-untyped-def]
    words = states.view(np.int64)[i * SIZE // 8 : (i + 1) * SIZE // 8]
    for word in range(SIZE // 8):
        words[word] = 0
    return states.view(STATE)[i]


@compiled_as(_compiled_fresh)
def fresh_at(states: Any, i: int) -> Any:
    states[i] = new_plain()
    return states[i]


def _compiled_copy(source, i, target, j):  # type: ignore[no-untyped-def]
    there = source.view(np.int64)[i * SIZE // 8 : (i * SIZE + KEPT) // 8]
    here = target.view(np.int64)[j * SIZE // 8 : (j * SIZE + KEPT) // 8]
    for word in range(KEPT // 8):
        here[word] = there[word]


@compiled_as(_compiled_copy)
def copy_state(source: Any, i: int, target: Any, j: int) -> None:
    """The game without its work space."""
    target[j] = source[i].copy()


# ---- one game
@compiled
def start(
    b: Any, states: Any, i: int, seats: int, words: Any, offset: int, logs_events: int
) -> Any:
    """A new game in place i, with the seed `words + offset`."""
    s = fresh_at(states, i)
    s.logs_events = logs_events
    set_seed(s, words, offset)
    prepare(b, s, seats)
    deal(b, s)
    return s


@compiled
def legal_one(boards: Any, states: Any, i: int, out: Any) -> int:
    return legal(board_of(boards), state_at(states, i), out)


# ---- many games
@compiled
def start_many(
    boards: Any, states: Any, first: int, last: int, seats: int, words: Any, logs_events: int
) -> None:
    for i in range(first, last):
        start(board_of(boards), states, i, seats, words, i, logs_events)


@compiled
def apply_many(
    boards: Any, states: Any, actions: Any, first: int, last: int, checking: bool, playing: bool
) -> int:
    """Plays one action in each game that is not over, when all are legal; else the first game whose
    action is not, and nothing is played. Checking and playing can be asked for apart; -1 when
    nothing was found wrong.
    """
    b = board_of(boards)
    if checking:
        for i in range(first, last):
            s = state_at(states, i)
            if not is_over(s) and not is_legal(b, s, actions[i]):
                return i
    if playing:
        for i in range(first, last):
            s = state_at(states, i)
            if not is_over(s):
                apply(b, s, actions[i])
    return -1


@compiled
def mask_many(boards: Any, states: Any, masks: Any, first: int, last: int, out: Any) -> None:
    b = board_of(boards)
    for i in range(first, last):
        s = state_at(states, i)
        for n in range(masks.shape[1]):
            masks[i, n] = 0
        if not is_over(s):
            for n in range(legal(b, s, out)):
                masks[i, out[n]] = 1


@compiled
def copy_one(source: Any, i: int, target: Any, j: int) -> None:
    copy_state(source, i, target, j)


@compiled
def copy_many(source: Any, target: Any, first: int, last: int) -> None:
    for i in range(first, last):
        copy_state(source, i, target, i)


# ---- random play
@compiled
def playout(b: Any, s: Any, word: int) -> int:
    """Plays uniformly random legal actions to the end; how many decisions it took."""
    decisions = 0
    while not is_over(s):
        word = next_choice(word)
        apply(b, s, pick(b, s, (word * options(b, s)) >> 32))
        decisions += 1
    return decisions


@compiled
def choose_many(boards: Any, states: Any, words: Any, actions: Any, first: int, last: int) -> None:
    """Writes a random legal action for each game that is not over, each as likely as the others;
    `words` hold the generators of the games' random players.
    """
    b = board_of(boards)
    for i in range(first, last):
        s = state_at(states, i)
        if not is_over(s):
            words[i] = next_choice(words[i])
            actions[i] = pick(b, s, (words[i] * options(b, s)) >> 32)


@compiled
def playouts_many(
    boards: Any,
    states: Any,
    place: int,
    source: Any,
    first: int,
    last: int,
    seats: int,
    words: Any,
    scores: Any,
    lengths: Any,
) -> None:
    """Random games `first` to `last - 1`, one after the other in one place: new ones, or, when a
    source is given, all from its first state, with other choices.
    """
    b = board_of(boards)
    for i in range(first, last):
        if len(source) == 0:
            start(b, states, place, seats, words, i, 0)
        else:
            copy_state(source, 0, states, place)
        s = state_at(states, place)
        lengths[i] = playout(b, s, chooser(s, i if len(source) else 0))
        for seat in range(seats):
            scores[i, seat] = s.score[seat]


KERNELS = (
    legal_one,
    start_many,
    apply_many,
    mask_many,
    copy_one,
    copy_many,
    choose_many,
    playouts_many,
)
