"""What a family of games brings for the explorer: what is counted, and how it is read off games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ekiben.bots.bot import Bot
from ekiben.core.families import Part
from ekiben.core.game import Game
from ekiben.core.match import Match

Floats = npt.NDArray[np.float64]
Marks = npt.NDArray[np.bool_]
Column = tuple[str, str]  # a table and one of its stages


@dataclass(frozen=True)
class Table:
    """Something that is counted: its items, and the stages that each can reach with a seat.

    `bases` has for every stage the one that it is a part of, or "" for all seats: a ticket is
    offered to some seats, kept by some of those, and done by some of those.
    """

    name: str
    stages: tuple[str, ...]
    bases: tuple[str, ...]
    items: tuple[str, ...]


@dataclass(frozen=True)
class SeatFacts:
    """What seats did and what came of it: a row for every seat, of one game or of many."""

    wins: Floats  # a shared win counts in parts
    figures: Mapping[str, Floats]  # by name, such as `score`; NaN where there is none
    marks: Mapping[Column, Marks]  # a column for every item of the table

    def rows(self, chosen: Marks) -> SeatFacts:
        """Some of the seats."""
        return SeatFacts(
            self.wins[chosen],
            {name: figure[chosen] for name, figure in self.figures.items()},
            {column: marks[chosen] for column, marks in self.marks.items()},
        )


@dataclass(frozen=True)
class Played:
    """Games that were played and counted: so many, and who sat in each row of the facts."""

    games: int
    bots: Sequence[int]  # the row's bot, by its place among those that play
    facts: SeatFacts


# of a game, bots, the first seed, how many games, and how many threads or processes
PlayMany = Callable[[Game, Sequence[Bot], int, int, int], Iterator[Played]]


@dataclass(frozen=True)
class ExplorerFamily:
    """`facts` reads a match that is over; `play` is None where games are played as matches."""

    tables: Callable[[Game], Sequence[Table]]
    facts: Callable[[Match], SeatFacts]
    can_play: Callable[[Sequence[Bot]], bool]
    play: PlayMany | None = None


EXPLORER = Part[ExplorerFamily]("explorer")


def choice_table(name: str, items: Sequence[str]) -> Table:
    """A table of which every seat has one item, or none."""
    return Table(name, ("all",), ("",), tuple(items))


def choice_marks(chosen: Sequence[int | None], items: int) -> Marks:
    """Marks of seats that each chose one item, or none."""
    marks = np.zeros((len(chosen), items), np.bool_)
    for row, item in enumerate(chosen):
        if item is not None and 0 <= item < items:
            marks[row, item] = True
    return marks
