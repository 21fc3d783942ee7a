"""Guided first games: lesson files, how far a learner is, and a checker that plays them through.

A lesson is a TOML file over an ordinary table: a deal, steps with what the coach says and when a
step is done, and remarks for moments that come when they come. See the manual's page on lessons.
"""

from __future__ import annotations

import functools
from pathlib import Path

from ekiben.core.errors import EkibenError, listed, nearest
from ekiben.lessons.lesson import Lesson
from ekiben.lessons.reader import read

__all__ = ["Lesson", "find", "load", "names", "read"]
FOLDER = Path(__file__).parent


@functools.cache
def names() -> tuple[str, ...]:
    """The lessons of the box; each has the name of its game."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def find(name: str) -> Lesson | None:
    """The lesson of a game, or None if there is none."""
    return load(name) if name in names() else None


@functools.cache
def load(name: str) -> Lesson:
    """A lesson of the box by its name."""
    if name not in names():
        raise EkibenError(f"no lesson {name!r}.{nearest(name, names())} Lessons: {listed(names())}")
    return read(FOLDER / f"{name}.toml")
