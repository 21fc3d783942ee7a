"""What a family of games brings for puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ekiben.core.families import Part
from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.puzzles.puzzle import Trip

# at most so many choices are played on in so many further deals
Rounds = Sequence[tuple[int, int]]
EVERY = 1_000_000  # choices: all there are
Floats = npt.NDArray[np.float64]


class Trial(Protocol):
    """The choices of a seat, each of which can be played on in any number of deals."""

    count: int  # of choices
    likely: Sequence[int]  # the choices worth a first look

    def actions(self, choice: int) -> tuple[str, ...]:
        """What the seat does, in notation."""
        ...

    def trip(self, choice: int) -> Trip | None:
        """The trip that a choice is, where choices are trips."""
        ...

    def values(self, choices: Sequence[int], first: int, last: int) -> Floats:
        """What each choice is worth in deals `first` to `last - 1`, a row a choice."""
        ...


@dataclass(frozen=True)
class Solver:
    """A bot that is asked for its choice, with as many seeds, and how strong it is."""

    name: str
    spec: str
    rating: int
    seeds: int = 1


@dataclass(frozen=True)
class PuzzleFamily:
    """How a family's positions are found and judged; `least` is the smallest gap of a puzzle."""

    prepare: Callable[[], object]  # compiles what is compiled
    player: str  # the spec of the bots whose games are looked through
    kinds: Callable[[Game], Sequence[str]]
    suits: Callable[[Match, str], bool]  # whether a position may become a puzzle of this kind
    early: Callable[[str], float]  # the part of these positions that hardly ever make puzzles
    trial: Callable[[Match, int], Trial]  # of the seat to act, with luck of this seed
    kind_of: Callable[[Match, Trial, Sequence[int]], str]  # from the choices, best first
    chosen: Callable[[Trial, Match, Solver, int], int | None]  # what a solver chooses
    solvers: Callable[[Game], Sequence[Solver]]
    least: float
    screening: Rounds  # for a first look
    judging: Rounds
    choices: int = 2  # a position with fewer is no puzzle


PUZZLE_FAMILY = Part[PuzzleFamily]("puzzles")
