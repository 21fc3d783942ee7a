"""What a family of games brings for texts: how its events, values and results are put in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ekiben.core.families import Part
from ekiben.texts.wording import Words

if TYPE_CHECKING:
    from ekiben.core.game import Event, Game
    from ekiben.core.layout import GameState


@dataclass(frozen=True)
class Result:
    """Who has won: the seats in the first place, those with the most points, and the points."""

    first: list[int]
    best: list[int]
    names: str  # of the first place
    score: int


@dataclass(frozen=True)
class Wording:
    """How a family's events and results are said."""

    sentence: Callable[[Words, Event], str]
    # a value of an event by its field's name, in the form for so many
    value: Callable[[Words, str, object, int | None], object]
    # events with one for each move, naming its events in `parts`, and none that needs no words
    join_moves: Callable[[list[Event]], list[Event]]
    verdict: Callable[[Game, GameState, Words, Result], str]  # of a plain state that is over


WORDING = Part[Wording]("wording")
