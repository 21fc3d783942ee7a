"""Why a choice was worse than another: derived from what the games played on brought."""

from __future__ import annotations

from dataclasses import dataclass

from ekiben.analysis.review import Explanation
from ekiben.analysis.tally import Ints
from ekiben.core.action import Action
from ekiben.core.layout import View
from ekiben.games.routes.game import RouteGame


@dataclass(frozen=True)
class Tried:
    """An action that was played on, and what the seat's measures add up to (`measures.py`)."""

    action: Action
    measures: Ints


@dataclass(frozen=True)
class Comparison:
    """A choice made and a better one, both played on from what the seat knew."""

    game: RouteGame
    view: View
    made: Tried
    better: Tried
    loss: float  # of the chance to win
    error: float


def explain(comparison: Comparison) -> tuple[Explanation, ...]:
    """The differences that are no chance, the weightiest first."""
    return ()
