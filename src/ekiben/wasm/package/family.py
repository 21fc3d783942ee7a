"""What a family of games brings for the npm package: its planner, its names, a blank state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ekiben.core.arrays import Buffer
from ekiben.core.families import Part
from ekiben.core.game import Game
from ekiben.core.layout import GameState, View


@dataclass(frozen=True)
class PlannerCall:
    """The kernel that chooses, and what it is called with.

    `arguments` are ints, or "board", "tables", "memory" and "state". The memory begins with the
    bytes of `memory_start`; its first `kept` bytes are the seat's own from choice to choice, the
    rest is work space.
    """

    kernel: str
    arguments: tuple[str | int, ...]
    tables: Buffer
    memory_start: Buffer
    memory_size: int
    kept: int


@dataclass(frozen=True)
class PackageFamily:
    """A family's part; `state_from` makes a state of a view, with blanks for what is hidden."""

    state_from: Callable[[View], GameState]
    planner: Callable[[Game], PlannerCall]
    names: Callable[[Game], Mapping[str, list[str]]]


PACKAGE = Part[PackageFamily]("package")
