"""What a family of games brings for reviews.

A review is made of studies: one for every seat that was asked for, one for the ledger. A study
adds up what its tasks find, pass after pass, and can tell at any time what it has found so far.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from ekiben.analysis.history import History, SeatHistory
from ekiben.analysis.review import Alternative, Ledger, SeatReview
from ekiben.analysis.tally import Floats
from ekiben.core.families import Part
from ekiben.core.kernel_calls import AnyArray, KernelWork

Arrays: TypeAlias = Mapping[str, AnyArray]  # what a study has added up, by name
Task: TypeAlias = Callable[[], KernelWork[None]]


class Study(Protocol):
    """A part of a review that is worked out pass by pass."""

    @property
    def playouts(self) -> int:
        """Games played on so far."""
        ...

    def tasks(self, number: int) -> Sequence[Task]:
        """What is to be done in pass `number`, from 1 on; no task depends on another."""
        ...

    def dump(self) -> Arrays:
        """All that has been added up."""
        ...

    def load(self, arrays: Arrays) -> None:
        """Go on from what `dump` has returned."""
        ...


class SeatStudy(Study, Protocol):
    """The game as one seat could have judged it."""

    def review(self) -> SeatReview: ...


class LedgerStudy(Study, Protocol):
    """The game with everything known."""

    def ledger(self) -> Ledger | None:
        """None: not worked out yet."""
        ...


@dataclass(frozen=True)
class Effort:
    """How a study is worked out: its luck, and its part of the usual number of playouts."""

    seed: int
    part: float = 1.0


# what the choices of a game moved of the win, by seat, with everything known: from so many playouts
# of each, in the worlds that a text names
ChoiceGains: TypeAlias = Callable[[History, int, str], KernelWork[Floats]]
# what an action is worth that a seat could have played after so many actions
Judge: TypeAlias = Callable[[SeatHistory, int, str, Effort], KernelWork[Alternative]]


@dataclass(frozen=True)
class AnalysisFamily:
    """How a family's games are reviewed."""

    prepare: Callable[[], object]  # compiles what is compiled
    seat: Callable[[SeatHistory, Effort], SeatStudy]
    ledger: Callable[[History, Effort], LedgerStudy]
    judge: Judge | None = None  # where a choice is one action
    choice_gains: ChoiceGains | None = None  # where luck can be taken out of results


ANALYSIS = Part[AnalysisFamily]("analysis")
