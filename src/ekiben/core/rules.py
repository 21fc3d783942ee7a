"""What a family of games brings along: its rules, its records, and where they are written."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ekiben.core.arrays import Array
from ekiben.core.layout import GameBoard, GameState

Board = TypeVar("Board", contravariant=True)
State = TypeVar("State", contravariant=True)


class Rules(Protocol[Board, State]):
    """The rules that kernels call: marked functions of one module."""

    def prepare(self, b: Board, s: State, seats: int, /) -> None:
        """Set up an empty state for so many seats; nothing is dealt yet."""

    def deal(self, b: Board, s: State, /) -> None:
        """Deal, and ask the first question."""

    def is_over(self, s: State, /) -> bool:
        """Whether the game is over."""

    def options(self, b: Board, s: State, /) -> int:
        """Count the actions that the seat to act can choose from."""

    def pick(self, b: Board, s: State, n: int, /) -> int:
        """The n-th of the actions that were just counted."""

    def choose(self, b: Board, s: State, word: int, /) -> int:
        """The action that a random word of 32 bits falls on, each as likely as the others."""

    def legal(self, b: Board, s: State, out: Array, /) -> int:
        """Write the legal actions in the order of `pick`; return how many."""

    def is_legal(self, b: Board, s: State, action: int, /) -> bool:
        """Whether the action is among the legal ones."""

    def apply(self, b: Board, s: State, action: int, /) -> None:
        """Carry out a legal action."""

    def advance(self, b: Board, s: State, action: int, /) -> bool:
        """Carry out a legal action but for what is counted at the end. True: that is due."""

    def finish(self, b: Board, s: State, /) -> None:
        """Count what is due at the end of the game."""

    def write_standing(self, b: Board, s: State, seat: int, out: Array, /) -> None:
        """Write the numbers that can rank a seat."""


RULES = (
    "prepare",
    "deal",
    "is_over",
    "options",
    "pick",
    "choose",
    "legal",
    "is_legal",
    "apply",
    "advance",
    "finish",
    "write_standing",
)


@dataclass(frozen=True)
class RuleSet:
    """Rules that several boards share, and the classes of their records.

    `home` is where this object can be imported from, `sample` builds some board to try the kernels
    on.
    """

    home: str
    state: type[GameState]
    board: type[GameBoard]
    rules: Rules[Any, Any]  # over these two classes, which differ from rule set to rule set
    sample: Callable[[], GameBoard]
    extra_sources: tuple[Path, ...] = ()  # besides those of the rules

    def names(self) -> dict[str, object]:
        """What the module of kernels leaves open."""
        return {
            "rules": {name: getattr(self.rules, name) for name in RULES},
            "BOARD": self.board.dtype,
            "STATE": self.state.dtype,
            "SIZE": self.state.size,
            "KEPT": self.state.size_without_scratch,
            "new_state": self.state,
        }

    def sources(self) -> list[Path]:
        """All files that the machine code depends on."""
        rules = Path(inspect.getfile(self.rules.apply)).parent
        return [
            *self.extra_sources,
            *sorted(rules.glob("*.py")),
            *sorted(Path(__file__).parent.glob("*.py")),
        ]
