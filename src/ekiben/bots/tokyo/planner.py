"""A planner at work on positions, in either build, and its search for a trip step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ekiben.bots.tokyo.builds import BUILDS
from ekiben.bots.tokyo.planner_state import Planners, PlannerState
from ekiben.bots.tokyo.weights import Weights
from ekiben.core.arrays import Buffer
from ekiben.core.kernel_calls import Constant, KernelCall
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.state import State

KEPT = PlannerState.size_without_scratch
WEIGHTS_PLACE = int(dict(PlannerState.dtype.fields or {})["weights"][1])
# the first field behind the distances
DISTANCES_END = int(dict(PlannerState.dtype.fields or {})["prices"][1])


class Planner:
    """A planner's state: bytes for the compiled build, a record for the interpreted one."""

    def __init__(self, game: TokyoGame, weights: Weights, kept: Buffer | None = None) -> None:
        self.game = game
        self.weights = weights
        self.kernels = BUILDS.compiled or BUILDS.interpreted
        self.compiled = bool(self.kernels.compiled)
        self.restore(PlannerState().packed()[:KEPT] if kept is None else kept)

    # ---- its state
    def restore(self, kept: Buffer, distances: Buffer | None = None) -> None:
        """Take over what another planner had, as bytes, and its distances; keep own weights."""
        if not hasattr(self, "state") or not self.compiled:
            self.state = PlannerState()
        packed = self.state.buffer
        if distances is not None:
            packed[KEPT:DISTANCES_END] = distances
        packed[:KEPT] = kept
        self.record: np.void = packed.view(PlannerState.dtype)[0]
        self.record["weights"][: len(self.weights)] = self.weights
        self.state = self.state if self.compiled else PlannerState.unpack(packed)
        self.states: Planners = packed if self.compiled else [self.state]

    def kept(self) -> Buffer:
        """The trip it plans, as bytes."""
        packed = self.state.buffer if self.compiled else self.state.packed()
        return packed[:KEPT].copy()

    def distances(self) -> Buffer:
        """How far the cities are from each other, as bytes; of a compiled planner."""
        return self.state.buffer[KEPT:DISTANCES_END].copy()

    def get(self, name: str) -> Any:
        return self.record[name] if self.compiled else getattr(self.state, name)

    def order(self, name: str, value: int) -> None:
        if self.compiled:
            self.record[name] = value
        else:
            setattr(self.state, name, value)

    def reweigh(self, weights: Weights) -> None:
        """Go on with other weights."""
        self.weights = weights
        self.get("weights")[: len(weights)] = weights

    # ---- at work
    def call(self, kernel: str, s: State, *more: Any) -> Any:
        """Call a kernel on a state, which only an interpreted planner changes."""
        boards, states = (
            (self.game.boards, s.packed()) if self.compiled else ([self.game.plain_board], [s])
        )
        return getattr(self.kernels, kernel)(boards, states, self.states, *more)

    def later(self, kernel: str, s: State) -> KernelCall:
        """A call of a kernel on a state, for somebody else to make; of a compiled planner."""
        boards, states = Constant(self.game.boards), s.packed()
        return KernelCall(BUILDS, kernel, (boards, states, self.state.buffer))

    def find_trip(self, s: State, in_time: Callable[[], bool]) -> int:
        """Plan a trip for the seat to act, the best that was found in time; tell its stops."""
        self.call_for_each("assess_trip", s, self.find_candidates(s, in_time), in_time)
        self.call("settle_trip", s)
        return int(self.get("trip_length"))

    def find_candidates(self, s: State, in_time: Callable[[], bool]) -> int:
        """Leave the trips that seem best among the finalists; tell how many."""
        rated = self.call_for_each("rate_job", s, self.call("start_planning", s), in_time)
        self.call_for_each("know_job", s, self.call("keep_best", s, rated), in_time)
        return int(self.call("find_trips", s))

    def call_for_each(self, kernel: str, s: State, count: int, in_time: Callable[[], bool]) -> int:
        """Call a kernel for each number, at least the first; tell for how many there was time."""
        for n in range(count):
            if n and not in_time():
                return n
            self.call(kernel, s, n)
        return int(count)


def reweighed(kept: Buffer, weights: Weights) -> Buffer:
    """A planned trip, as bytes, in the hands of a planner with other weights."""
    packed = kept.copy()
    own = np.array(weights, np.float64).view(np.uint8)
    packed[WEIGHTS_PLACE : WEIGHTS_PLACE + own.size] = own
    return packed
