"""Calls of the reviews' kernels on positions of a game, each with the arrays that it writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ekiben.analysis.tokyo.builds import BUILDS, MOST_ACTIONS
from ekiben.analysis.tokyo.kernels import COUNTS, WORK_STATES
from ekiben.analysis.tokyo.look_ahead import FIGURES
from ekiben.analysis.tokyo.turn_parts import MOST_PLANS, PLAN_SIZE
from ekiben.bots.tokyo.dispatcher import Dispatcher
from ekiben.bots.tokyo.planner import KEPT, reweighed
from ekiben.bots.tokyo.planner_state import PlannerState
from ekiben.bots.tokyo.strategist import WEIGHTS, playout_weights
from ekiben.bots.tokyo.weights import Weights
from ekiben.core.arrays import Buffer
from ekiben.core.kernel_calls import Argument, Constant, KernelCall, WorkSpace
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.state import State

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Part = tuple[int, ...]  # actions
AHEAD = 60  # turns that a game is played on for
QUICK = playout_weights(WEIGHTS)
LOOKING = QUICK._replace(replan=0.0, stale=0.0)
LISTING = Dispatcher().weights._replace(replan=0.0)


@dataclass(frozen=True, eq=False)
class Looked:
    """A call, and the figures of the seats that it will have written, a row for each."""

    call: KernelCall
    rows: Floats


@dataclass(frozen=True, eq=False)
class Listed:
    """A call that returns how many parts it has written."""

    call: KernelCall
    actions: Ints
    lengths: Ints

    def parts(self, count: int) -> list[Part]:
        return [tuple(map(int, self.actions[n, : self.lengths[n]])) for n in range(count)]


@dataclass(frozen=True, eq=False)
class PlayedOn:
    """A call, and for each part in each world the turns to win, and what was counted."""

    call: KernelCall
    turns: Floats
    counts: Ints


class ReviewCalls:
    """Makes the calls for one game."""

    def __init__(self, game: TokyoGame) -> None:
        self.game = game

    @cached_property
    def boards(self) -> Constant:
        return Constant(self.game.boards)

    def look(self, states: Buffer, seats: Sequence[int]) -> Looked:
        """Look at positions, each from the side of one seat."""
        rows = np.zeros((len(seats), FIGURES), np.float64)
        return Looked(self.call("look_at_positions", states, LOOKING, whole(seats), rows), rows)

    def list_parts(self, state: Buffer) -> Listed:
        """List the parts of a turn that are worth a look."""
        plans = np.zeros((MOST_PLANS, PLAN_SIZE), np.int64)
        actions = np.zeros((MOST_PLANS, MOST_ACTIONS), np.int64)
        lengths = np.zeros(MOST_PLANS, np.int64)
        call = self.call("list_parts", state, LISTING, plans, actions, lengths)
        return Listed(call, actions, lengths)

    def try_parts(
        self, worlds: Buffer, parts: Sequence[Sequence[int]], seats: Sequence[int]
    ) -> Looked:
        """Look at all parts in the first world, then in the next; all seats of each."""
        count = len(worlds) // State.size * len(parts) * len(seats)
        rows, actions, lengths = np.zeros((count, FIGURES), np.float64), *in_arrays(parts)
        call = self.call("try_parts", worlds, LOOKING, actions, lengths, whole(seats), rows)
        return Looked(call, rows)

    def play_parts(self, worlds: Buffer, parts: Sequence[Sequence[int]], seat: int) -> PlayedOn:
        """Play all parts on in the first world, then in the next, until a seat wins."""
        count, (actions, lengths) = len(worlds) // State.size * len(parts), in_arrays(parts)
        turns, counts = np.zeros(count, np.float64), np.zeros((count, COUNTS), np.int64)
        call = self.call("play_parts", worlds, QUICK, actions, lengths, seat, AHEAD, turns, counts)
        return PlayedOn(call, turns, counts)

    def call(self, kernel: str, states: Buffer, weights: Weights, *more: Argument) -> KernelCall:
        """A call with work space of its own, and a planner without a trip."""
        planner = WorkSpace(PlannerState.size, (no_trip(weights),))
        work = WorkSpace(WORK_STATES * State.size)
        given = WorkSpace(len(states), (states,))
        return KernelCall(BUILDS, kernel, (self.boards, given, work, planner, *more))


def no_trip(weights: Weights) -> Buffer:
    return reweighed(PlannerState().packed()[:KEPT], weights)


def whole(numbers: Sequence[int]) -> Ints:
    return np.array(numbers, np.int64)


def in_arrays(parts: Sequence[Sequence[int]]) -> tuple[Ints, Ints]:
    """Parts as kernels take them: actions, and how many there are in each."""
    actions = np.zeros((len(parts), max(1, *map(len, parts))), np.int64)
    for n, part in enumerate(parts):
        actions[n, : len(part)] = part
    return actions, whole([len(part) for part in parts])
