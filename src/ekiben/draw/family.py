"""What a family of games brings for pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ekiben.core.families import Part

if TYPE_CHECKING:
    from ekiben.core.game import Game
    from ekiben.core.match import Match

Board = Any  # a board file: every family has its own class


@dataclass(frozen=True)
class Painter:
    """Draws a family's boards and matches as SVG."""

    # the empty board: language, title instead of the board's name, prefix of all ids
    board: Callable[[Board, str, str | None, str | None], str]
    match: Callable[[Match, int | None, str], str]  # as a seat or a spectator sees it
    cover: Callable[[Game, str], str]  # what stands for the game in a list


PAINTER = Part[Painter]("painter")


@dataclass(frozen=True)
class Illustration:
    """A picture for a how-to-play card, and what its caption tells of it."""

    svg: str
    values: Mapping[str, object]


# draws one by the name it has in the texts, in a language
ILLUSTRATE = Part[Callable[[Board, str, str], Illustration]]("illustrate")
