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

Floats = npt.NDArray[np.float64]


class Trial(Protocol):
    """The choices of a seat, each of which can be played on in any number of deals."""

    actions: list[tuple[str, ...]]  # of each choice
    likely: list[int]  # the choices worth a first look
    trips: list[Trip | None]

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

    player: str  # the spec of the bots whose games are looked through
    kinds: Callable[[Game], Sequence[str]]
    suits: Callable[[Match, str], bool]  # whether a position may become a puzzle of this kind
    trial: Callable[[Match, int], Trial]  # of the seat to act, with luck of this seed
    kind_of: Callable[[Match, Trial, Sequence[int]], str]  # from the choices, best first
    chosen: Callable[[Trial, Match, Solver, int], int | None]  # what a solver chooses
    solvers: Callable[[Game], Sequence[Solver]]
    least: float


PUZZLE_FAMILY = Part[PuzzleFamily]("puzzles")
