"""A planner's desk: a mind at work on positions, at either speed, and its thoughts step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ekiben.bots.tokyo.builds import BUILDS
from ekiben.bots.tokyo.planner_state import KEYS, MIND, TABLED, PlannerState
from ekiben.games.tokyo.game import TokyoGame


class Desk:
    """Has the speed that the planner has when it is made; a plain mind is an object, a compiled one
    bytes.
    """

    def __init__(self, game: TokyoGame, keys: dict[str, float], kept: Any = None) -> None:
        self.game, self.keys = game, keys
        self.kernels = BUILDS.compiled or BUILDS.interpreted
        self.compiled = bool(self.kernels.compiled)
        self.recall(
            PlannerState().packed()[: PlannerState.size_without_scratch] if kept is None else kept
        )

    # ---- what is in mind
    def recall(self, kept: Any, tables: Any = None) -> None:
        """Has in mind what another desk had, as bytes, and its tables; its keys are its own."""
        if not hasattr(self, "mind") or not self.compiled:
            self.mind = PlannerState()
        packed = self.mind.buffer
        if tables is not None:
            packed[PlannerState.size_without_scratch : TABLED] = tables
        packed[: PlannerState.size_without_scratch] = kept
        self.record: Any = packed.view(MIND)[0]
        self.record["keys"][: len(KEYS)] = [self.keys[name] for name in KEYS]
        self.mind = self.mind if self.compiled else PlannerState.unpack(packed)
        self.minds: Any = packed if self.compiled else [self.mind]

    def kept(self) -> Any:
        """What is in mind, as bytes."""
        packed = self.mind.buffer if self.compiled else self.mind.packed()
        return packed[: PlannerState.size_without_scratch].copy()

    def tables(self) -> Any:
        """How far the cities are from each other, as bytes; of a compiled desk."""
        return self.mind.buffer[PlannerState.size_without_scratch : TABLED].copy()

    def get(self, name: str) -> Any:
        return self.record[name] if self.compiled else getattr(self.mind, name)

    def order(self, name: str, value: int) -> None:
        if self.compiled:
            self.record[name] = value
        else:
            setattr(self.mind, name, value)

    # ---- at work
    def call(self, kernel: str, s: Any, *more: Any) -> Any:
        """Goes through a kernel with a plain state, which is changed only by a plain desk."""
        boards, states = (
            (self.game.boards, s.packed()) if self.compiled else ([self.game.plain_board], [s])
        )
        return getattr(self.kernels, kernel)(boards, states, self.minds, *more)

    def think(self, s: Any, in_time: Callable[[], bool]) -> None:
        """A trip for the seat to act, the best that was found in time."""
        rated = self.as_many("rate_job", s, self.call("look_at", s), in_time)
        self.as_many("know_job", s, self.call("keep_jobs", s, rated), in_time)
        self.as_many("assess_trip", s, self.call("find_trips", s), in_time)
        self.call("settle_trip", s)

    def as_many(self, kernel: str, s: Any, count: int, in_time: Callable[[], bool]) -> int:
        """Goes through a kernel once for each of these, the first in any case; how often it did."""
        for n in range(count):
            if n and not in_time():
                return n
            self.call(kernel, s, n)
        return int(count)
