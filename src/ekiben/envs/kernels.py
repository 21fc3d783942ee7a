"""What Python calls of observations, and of many games that never end.

As with the rules, the kernels are written once over names that are left open, and states are lists
of records where they are interpreted, arrays of bytes where they are compiled.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ekiben.core.arrays import Array, Array2
from ekiben.core.chance import LOW
from ekiben.core.compiled import LEFT_OPEN, compiled
from ekiben.core.kernels import (
    Boards,
    States,
    apply_many,
    board_of,
    choose_many,
    legal_one,
    start_many,
    state_at,
)
from ekiben.core.layout import GameState
from ekiben.core.ranking import COLUMN, SIGN
from ekiben.core.rules import Rules
from ekiben.envs.outcome import place_reward

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]
Rewards = npt.NDArray[np.float64]


class Observe(Protocol):
    """Writes all that a seat sees into a row of bytes; `scratch` is work space."""

    def __call__(self, b: Any, s: Any, seat: int, out: Bytes, scratch: Array, /) -> None: ...


class ObserveAgain(Protocol):
    """The same, sooner: `kept` is what it has kept of the observation before."""

    def __call__(
        self, b: Any, s: Any, seat: int, out: Bytes, scratch: Array, kept: Array, /
    ) -> None: ...


# left open, see `open_names` in builds.py
rules: Rules[Any, Any] = LEFT_OPEN  # over the records of whatever rule set it is
observe: Observe = LEFT_OPEN
observe_again: ObserveAgain = LEFT_OPEN


class ObservationKernels(Protocol):
    """The kernels of observations, in one build."""

    compiled: bool

    def observe_many(
        self,
        boards: Boards,
        states: States,
        who: Array,
        scratch: Array,
        out: Bytes,
        first: int,
        last: int,
        /,
    ) -> None:
        """Write a row of bytes for each game."""

    def observe_again_many(
        self,
        boards: Boards,
        states: States,
        who: Array,
        scratch: Array,
        kept: Array2,
        out: Bytes,
        first: int,
        last: int,
        /,
    ) -> None:
        """Write a row of bytes for each game; `kept` has a row of the latest look at it."""

    def observe_again_scaled(
        self,
        boards: Boards,
        states: States,
        who: Array,
        scratch: Array,
        kept: Array2,
        row: Bytes,
        scale: Floats,
        out: Floats,
        first: int,
        last: int,
        /,
    ) -> None:
        """Write a row of floats for each game."""

    def play_many(
        self,
        boards: Boards,
        states: States,
        actions: Array,
        scores: Array2,
        gains: Floats,
        over: Bools,
        first: int,
        last: int,
        /,
    ) -> int:
        """Play legal actions; write points, gains and which games are over; return how many."""

    def reward_many(
        self,
        boards: Boards,
        states: States,
        over: Bools,
        ranked_by: Array2,
        standings: Array2,
        rewards: Rewards,
        first: int,
        last: int,
        /,
    ) -> None:
        """Write what each seat gets for its place where a game is over, and 0 elsewhere."""

    def bits_many(
        self, boards: Boards, states: States, masks: Bytes, first: int, last: int, ids: Array, /
    ) -> None:
        """Write the legal actions of each game, eight to a byte."""

    def restart_many(
        self,
        boards: Boards,
        states: States,
        seats: Array,
        words: Array,
        episodes: Array,
        count: int,
        seed: Array,
        first: int,
        last: int,
        /,
    ) -> None:
        """Start games that are over anew."""

    def random_until(
        self,
        boards: Boards,
        states: States,
        who: Array,
        words: Array,
        actions: Array,
        first: int,
        last: int,
        /,
    ) -> None:
        """Play randomly in each game until the seat it waits for is to act."""


@compiled
def looking(s: GameState, seat: int) -> int:
    """The seat that looks; below 0 it is the one to act."""
    return s.seat if seat < 0 else seat


@compiled
def observe_many(
    boards: Boards, states: States, who: Array, scratch: Array, out: Bytes, first: int, last: int
) -> None:
    """A row of bytes for each game; `scratch` is work space."""
    b = board_of(boards)
    for i in range(first, last):
        s = state_at(states, i)
        observe(b, s, looking(s, who[i]), out[i], scratch)


@compiled
def observe_again_many(
    boards: Boards,
    states: States,
    who: Array,
    scratch: Array,
    kept: Array2,
    out: Bytes,
    first: int,
    last: int,
) -> None:
    """A row of bytes for each game, which is looked at again and again: `kept` has a row of it."""
    b = board_of(boards)
    for i in range(first, last):
        s = state_at(states, i)
        observe_again(b, s, looking(s, who[i]), out[i], scratch, kept[i])


@compiled
def observe_again_scaled(
    boards: Boards,
    states: States,
    who: Array,
    scratch: Array,
    kept: Array2,
    row: Bytes,
    scale: Floats,
    out: Floats,
    first: int,
    last: int,
) -> None:
    """A row of floats for each game; `scratch` and `row` are work space."""
    b = board_of(boards)
    for i in range(first, last):
        s = state_at(states, i)
        observe_again(b, s, looking(s, who[i]), row, scratch, kept[i])
        for place in range(len(row)):
            out[i, place] = row[place] * scale[place]


@compiled
def play_many(
    boards: Boards,
    states: States,
    actions: Array,
    scores: Array2,
    gains: Floats,
    over: Bools,
    first: int,
    last: int,
) -> int:
    """Play legal actions; return how many games are over."""
    ended = 0
    for i in range(first, last):
        play_one(boards, states, i, actions, scores, gains)
        over[i] = rules.is_over(state_at(states, i))
        ended += int(over[i])
    return ended


@compiled
def play_one(
    boards: Boards, states: States, i: int, actions: Array, scores: Array2, gains: Floats
) -> None:
    """Play a legal action; write the points of all seats, and what each gained."""
    s = state_at(states, i)
    for seat in range(scores.shape[1]):
        scores[i, seat] = s.score[seat]
    apply_many(boards, states, actions, i, i + 1, False, True)
    for seat in range(scores.shape[1]):
        gains[i, seat] = s.score[seat] - scores[i, seat]
        scores[i, seat] = s.score[seat]


@compiled
def reward_many(
    boards: Boards,
    states: States,
    over: Bools,
    ranked_by: Array2,
    standings: Array2,
    rewards: Rewards,
    first: int,
    last: int,
) -> None:
    """Write what each seat gets for its place where a game is over, and 0 elsewhere.

    `ranked_by` is the game's; `standings`, a row for each seat, is work space.
    """
    b = board_of(boards)
    for i in range(first, last):
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0
        if over[i]:
            s = state_at(states, i)
            for seat in range(s.seats):
                rules.write_standing(b, s, seat, standings[seat])
            for seat in range(s.seats):
                rewards[i, seat] = reward_of(standings, ranked_by, s.seats, seat)


@compiled
def reward_of(standings: Array2, ranked_by: Array2, seats: int, seat: int) -> float:
    """What a seat gets for its place."""
    better = equal = 0
    for other in range(seats):
        difference = lead(standings[other], standings[seat], ranked_by)
        better += int(difference > 0)
        equal += int(difference == 0)
    return place_reward(better, equal, seats)


@compiled
def lead(one: Array, other: Array, ranked_by: Array2) -> int:
    """By how much one is ahead in the first number in which they differ; 0 if they are equal."""
    for n in range(len(ranked_by)):
        column = ranked_by[n, COLUMN]
        difference = (one[column] - other[column]) * ranked_by[n, SIGN]
        if difference != 0:
            return difference
    return 0


@compiled
def bits_many(
    boards: Boards, states: States, masks: Bytes, first: int, last: int, ids: Array
) -> None:
    """The legal actions of each game, eight to a byte, the lowest bit first."""
    for i in range(first, last):
        for byte in range(masks.shape[1]):
            masks[i, byte] = 0
        mark_bits(boards, states, i, masks, ids)


@compiled
def mark_bits(boards: Boards, states: States, i: int, masks: Bytes, ids: Array) -> None:
    """Set the bit of every legal action of a game, in a row of zeros; `ids` is work space."""
    if not rules.is_over(state_at(states, i)):
        for n in range(legal_one(boards, states, i, ids)):
            masks[i, ids[n] >> 3] |= 1 << (ids[n] & 7)


@compiled
def restart_many(
    boards: Boards,
    states: States,
    seats: Array,
    words: Array,
    episodes: Array,
    count: int,
    seed: Array,
    first: int,
    last: int,
) -> None:
    """Start games that are over anew.

    Place i has `seats[i]` seats, and its n-th game the seed `words + i + n * count`. `seed` is work
    space.
    """
    for i in range(first, last):
        if rules.is_over(state_at(states, i)):
            episodes[i] += 1
            carry = episodes[i] * count
            for word in range(4):
                total = words[word] + carry
                seed[word] = total & LOW
                carry = total >> 32
            start_many(boards, states, i, i + 1, seats[i], seed, 0)


@compiled
def random_until(
    boards: Boards, states: States, who: Array, words: Array, actions: Array, first: int, last: int
) -> None:
    """Play randomly in each game until the seat it waits for is to act, or it is over."""
    for i in range(first, last):
        s = state_at(states, i)
        while not rules.is_over(s) and s.seat != who[i]:
            choose_many(boards, states, words, actions, i, i + 1)
            apply_many(boards, states, actions, i, i + 1, False, True)


ONE_BY_ONE = (observe_many,)  # what a page needs; the rest is for many games in one array
KERNELS = (
    *ONE_BY_ONE,
    observe_again_many,
    observe_again_scaled,
    play_many,
    reward_many,
    bits_many,
    restart_many,
    random_until,
)
