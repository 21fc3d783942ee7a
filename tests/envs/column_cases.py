"""Cases of columns: one change to a blank position, and the columns that it must change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

NEXT = 1  # the seat after the one that looks
Change = Callable[..., None]  # of a board and a state


def nothing(b, s) -> None:
    """Leave the position as it is."""


@dataclass(frozen=True)
class Case:
    """A change, the column it is about ("block feature") with its rows, and those that go along."""

    column: str
    rows: tuple[int, ...]
    change: Change
    along: tuple[str, ...] = ()
    before: Change = nothing
    game: str = "america"

    def __str__(self) -> str:
        return f"{self.game} {self.column}"


def put(name: str, value: int, *place: int) -> Change:
    """Write a field of the state, or one item of it."""

    def change(b, s):
        if place:
            getattr(s, name)[place] = value
        else:
            setattr(s, name, value)

    return change


def together(*changes: Change) -> Change:
    def change(b, s):
        for each in changes:
            each(b, s)

    return change
