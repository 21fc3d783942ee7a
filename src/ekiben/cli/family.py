"""What a family of games brings for the terminal: its tables, its menu and its commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.table import Table

from ekiben.cli.menu import Menu
from ekiben.cli.words import Words
from ekiben.core.action import Action
from ekiben.core.families import Part
from ekiben.core.layout import View
from ekiben.core.match import Match

if TYPE_CHECKING:
    from ekiben.cli.play import Session

Board = Any  # a board file: every family has its own class
# what follows a word typed by a seat; True if the position changed
Command = Callable[["Session", int, str], bool]


@dataclass(frozen=True)
class Terminal:
    """How a family's games look at a terminal, and what can be typed there."""

    board_summary: Callable[[Words, Board], str]  # one line for a board without faults
    board_tables: Callable[[Words, Board], Iterator[RenderableType]]
    # the whole table as a seat or a spectator sees it, on a terminal so wide
    position: Callable[[Match, Words, int | None, int], Iterator[RenderableType]]
    # what a seat has, between two of its choices
    own_things: Callable[[Match, Words, View, int], Table]
    menu: Callable[[Match, Words, int], Menu]
    greet: Callable[[Session], None]
    commands: Mapping[str, Command]
    # what was typed after a verb, in notation, where the family knows better than by city names
    in_notation: Callable[[Words, str, str, Sequence[Action]], str | None]
    pace: str  # the text about turns and speed
    benched: int  # random games that `bench` plays at a time
    shows_every_question: bool = False  # the whole table at every new question of a turn


TERMINAL = Part[Terminal]("terminal")
