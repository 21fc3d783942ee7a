"""What Python calls of the rules: kernels over a board and an array of states.

They are written once over names that are left open, and linked for each rule set and target. Where
they are interpreted, boards and states are lists of records; where they are compiled, arrays of
bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from ekiben.core.arrays import Array, Array2, Buffer
from ekiben.core.chance import chooser, next_choice, set_seed
from ekiben.core.compiled import LEFT_OPEN, compiled, compiled_as
from ekiben.core.layout import GameBoard, GameState
from ekiben.core.rules import Rules

Masks = npt.NDArray[np.bool_]
Records = Buffer | list[Any]  # or, interpreted, the records of some class
Boards = Records
States = Records

# left open, see RuleSet.names
rules: Rules[Any, Any] = LEFT_OPEN  # over the records of whatever rule set it is
BOARD: np.dtype[np.void] = LEFT_OPEN
STATE: np.dtype[np.void] = LEFT_OPEN
SIZE: int = LEFT_OPEN  # bytes of a state
KEPT: int = LEFT_OPEN  # bytes of a state without its work space
new_state: Callable[[], GameState] = LEFT_OPEN


class Kernels(Protocol):
    """The kernels of a rule set, in one build."""

    compiled: bool

    def legal_one(self, boards: Boards, states: States, i: int, out: Array, /) -> int:
        """Write the legal actions of game i; return how many."""

    def start_many(
        self,
        boards: Boards,
        states: States,
        first: int,
        last: int,
        seats: int,
        words: Array,
        logs_events: int,
        /,
    ) -> None:
        """Start games `first` to `last - 1`; game i has the seed `words + i`."""

    def apply_many(
        self,
        boards: Boards,
        states: States,
        actions: Array,
        first: int,
        last: int,
        checking: bool,
        playing: bool,
        /,
    ) -> int:
        """Play one action in each game that is not over; -1, or the first game it is illegal in."""

    def mask_many(
        self, boards: Boards, states: States, masks: Masks, first: int, last: int, out: Array, /
    ) -> None:
        """Write which actions are legal in each game; `out` is work space."""

    def copy_one(self, source: States, i: int, target: States, j: int, /) -> None:
        """Copy one game to another place."""

    def copy_many(self, source: States, target: States, first: int, last: int, /) -> None:
        """Copy games to the same places of another array."""

    def choose_many(
        self, boards: Boards, states: States, words: Array, actions: Array, first: int, last: int, /
    ) -> None:
        """Write a random legal action for each game that is not over."""

    def playouts_many(
        self,
        boards: Boards,
        states: States,
        place: int,
        source: States,
        first: int,
        last: int,
        seats: int,
        words: Array,
        scores: Array2,
        lengths: Array,
        /,
    ) -> None:
        """Play random games to the end, and write their scores and numbers of decisions."""


# ---- records in an array
def _compiled_board(boards: Buffer) -> np.void:
    return boards.view(BOARD)[0]


@compiled_as(_compiled_board)
def board_of(boards: Boards) -> GameBoard:
    return boards[0]


def _compiled_state(states: Buffer, i: int) -> np.void:
    return states.view(STATE)[i]


@compiled_as(_compiled_state)
def state_at(states: States, i: int) -> GameState:
    return states[i]


def _compiled_fresh(states: Buffer, i: int) -> np.void:
    words = states.view(np.int64)[i * SIZE // 8 : (i + 1) * SIZE // 8]
    for word in range(SIZE // 8):
        words[word] = 0
    return states.view(STATE)[i]


@compiled_as(_compiled_fresh)
def fresh_at(states: States, i: int) -> GameState:
    """A state that is empty."""
    cast(list[GameState], states)[i] = new_state()
    return states[i]


def _compiled_copy(source: Buffer, i: int, target: Buffer, j: int) -> None:
    there = source.view(np.int64)[i * SIZE // 8 : (i * SIZE + KEPT) // 8]
    here = target.view(np.int64)[j * SIZE // 8 : (j * SIZE + KEPT) // 8]
    for word in range(KEPT // 8):
        here[word] = there[word]


@compiled_as(_compiled_copy)
def copy_state(source: States, i: int, target: States, j: int) -> None:
    """Copy a game without its work space."""
    target[j] = source[i].copy()


# ---- one game
@compiled
def start(
    b: GameBoard, states: States, i: int, seats: int, words: Array, offset: int, logs_events: int
) -> GameState:
    """A new game in place i, with the seed `words + offset`."""
    s = fresh_at(states, i)
    s.logs_events = logs_events
    set_seed(s, words, offset)
    rules.prepare(b, s, seats)
    rules.deal(b, s)
    return s


@compiled
def legal_one(boards: Boards, states: States, i: int, out: Array) -> int:
    return rules.legal(board_of(boards), state_at(states, i), out)


# ---- many games
@compiled
def start_many(
    boards: Boards,
    states: States,
    first: int,
    last: int,
    seats: int,
    words: Array,
    logs_events: int,
) -> None:
    for i in range(first, last):
        start(board_of(boards), states, i, seats, words, i, logs_events)


@compiled
def apply_many(
    boards: Boards,
    states: States,
    actions: Array,
    first: int,
    last: int,
    checking: bool,
    playing: bool,
) -> int:
    """Play one action in each game that is not over, when all are legal.

    Returns the first game whose action is not legal, and then nothing is played, or -1. Checking
    and playing can be asked for apart.
    """
    b = board_of(boards)
    if checking:
        for i in range(first, last):
            s = state_at(states, i)
            if not rules.is_over(s) and not rules.is_legal(b, s, actions[i]):
                return i
    if playing:
        for i in range(first, last):
            s = state_at(states, i)
            if not rules.is_over(s):
                rules.apply(b, s, actions[i])
    return -1


@compiled
def mask_many(
    boards: Boards, states: States, masks: Masks, first: int, last: int, out: Array
) -> None:
    for i in range(first, last):
        for n in range(masks.shape[1]):
            masks[i, n] = 0
        mark_legal(boards, states, i, masks, out)


@compiled
def mark_legal(boards: Boards, states: States, i: int, masks: Masks, out: Array) -> None:
    """Write 1 for every legal action of a game, in a row of zeros; `out` is work space."""
    s = state_at(states, i)
    if not rules.is_over(s):
        for n in range(rules.legal(board_of(boards), s, out)):
            masks[i, out[n]] = 1


@compiled
def copy_one(source: States, i: int, target: States, j: int) -> None:
    copy_state(source, i, target, j)


@compiled
def copy_many(source: States, target: States, first: int, last: int) -> None:
    for i in range(first, last):
        copy_state(source, i, target, i)


# ---- random play
@compiled
def playout(b: GameBoard, s: GameState, word: int) -> int:
    """Play uniformly random legal actions to the end; return how many decisions it took."""
    decisions = 0
    while not rules.is_over(s):
        word = next_choice(word)
        rules.apply(b, s, rules.choose(b, s, word))
        decisions += 1
    return decisions


@compiled
def choose_many(
    boards: Boards, states: States, words: Array, actions: Array, first: int, last: int
) -> None:
    """Write a random legal action for each game that is not over, each as likely as the others.

    `words` hold the generators of the games' random players.
    """
    b = board_of(boards)
    for i in range(first, last):
        s = state_at(states, i)
        if not rules.is_over(s):
            words[i] = next_choice(words[i])
            actions[i] = rules.choose(b, s, words[i])


@compiled
def playouts_many(
    boards: Boards,
    states: States,
    place: int,
    source: States,
    first: int,
    last: int,
    seats: int,
    words: Array,
    scores: Array2,
    lengths: Array,
) -> None:
    """Play random games `first` to `last - 1`, one after the other in one place.

    They are new ones, or, when a source is given, all start from its first state and go on with
    other choices.
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
