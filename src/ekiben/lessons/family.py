"""What a family of games brings for lessons: the names that a lesson file may use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ekiben.core.families import Part
from ekiben.core.game import Game

Names = Mapping[str, frozenset[str]]  # of things to point at, by what stands before the colon


@dataclass(frozen=True)
class LessonNames:
    """The kinds of event, and what can be pointed at on a board: `city` -> all ids of cities."""

    events: tuple[str, ...]
    targets: Callable[[Game], Names]


LESSON_NAMES = Part[LessonNames]("lesson_names")
