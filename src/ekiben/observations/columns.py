"""The columns of a block, declared once: a class of named columns gives features and offsets.

    class Seats(Columns):
        present: int = column(1, "somebody sits there")
        theirs: int = column(1, "is another's", labels=("theirs 1", "theirs 2"))

    SEATS = offsets(Seats)      # SEATS.theirs is where its first column lies in a row

No offset is counted by hand, and the type checker knows every name.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, cast

import numpy as np
import numpy.typing as npt

from ekiben.core.compiled import compiled, compiled_as, lowest
from ekiben.core.layout import GameState

MOST = 255
Bytes = npt.NDArray[np.uint8]
C = TypeVar("C", bound="Columns")


@dataclass(frozen=True)
class Feature:
    """One column; `most` becomes 1.0 in `float32` (larger numbers become more)."""

    name: str
    most: int
    meaning: str


@dataclass(frozen=True)
class Declared:
    """One column, or several side by side that are named by labels."""

    most: int
    meaning: str
    labels: tuple[str, ...]


def column(most: int, meaning: str, labels: Iterable[str] = ()) -> Any:
    """Declare a column, or one for each label; Any, so that it can be annotated as an int."""
    return Declared(most, meaning, tuple(labels))


class Columns:
    """Columns in their order. The name of an attribute is the feature's name with blanks."""

    features: ClassVar[tuple[Feature, ...]]
    places: ClassVar[dict[str, int]]

    def __init_subclass__(cls) -> None:
        features: list[Feature] = []
        cls.places = {}
        for name, declared in vars(cls).items():
            if isinstance(declared, Declared):
                cls.places[name] = len(features)
                labels = declared.labels or (name.replace("_", " "),)
                features += [Feature(label, declared.most, declared.meaning) for label in labels]
        cls.features = tuple(features)


def offsets(columns: type[C]) -> C:
    """The offset of every column in its row: a named tuple, which compiled code can read."""
    return cast(C, namedtuple(columns.__name__, columns.places)(**columns.places))


@compiled
def put(out: Bytes, place: int, value: int) -> None:
    """Write a number, cut to what a byte holds."""
    out[place] = min(max(value, 0), MOST)


def _compiled_put_eight(out: Bytes, place: int, word: int) -> None:
    at = np.uint64(place)  # no number from the end: then the eight become one where they can
    out[at] = np.uint8(word)
    out[at + np.uint64(1)] = np.uint8(word >> 8)
    out[at + np.uint64(2)] = np.uint8(word >> 16)
    out[at + np.uint64(3)] = np.uint8(word >> 24)
    out[at + np.uint64(4)] = np.uint8(word >> 32)
    out[at + np.uint64(5)] = np.uint8(word >> 40)
    out[at + np.uint64(6)] = np.uint8(word >> 48)
    out[at + np.uint64(7)] = np.uint8(word >> 56)


@compiled_as(_compiled_put_eight)
def put_eight(out: Bytes, place: int, word: int) -> None:
    """Write eight bytes, the lowest of the word first."""
    for byte in range(8):
        out[place + byte] = word >> 8 * byte & MOST


@compiled
def clear(part: Bytes) -> None:
    for place in range(len(part)):
        part[place] = 0


@compiled
def count_up(rows: int, out: Bytes, column: int, width: int) -> None:
    """Add one to a column in each row of a set."""
    while rows:
        out[column + lowest(rows) * width] += 1
        rows &= rows - 1


@compiled
def steps_to(s: GameState, seat: int, other: int) -> int:
    """How many seats another one sits after this one."""
    return int((other - seat + s.seats) % s.seats)
