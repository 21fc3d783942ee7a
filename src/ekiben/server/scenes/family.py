"""What a family of games brings for the browser: its scenes, and plans where it has any."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from ekiben.core.families import Part
from ekiben.core.game import Game
from ekiben.core.layout import GameState, View
from ekiben.server.scenes.plan_messages import Answer, Ask


class Standing(NamedTuple):
    """How a seat stands: what ranks it, the most important first, and its score."""

    rank: tuple[int, ...]
    score: int


@dataclass(frozen=True)
class Scenes:
    """How a family's boards and views become what a browser draws."""

    facts: Callable[[Game], msgspec.Struct]  # all of a board that never changes
    # from a view alone: the players' names, the game's hints where they are there, the language
    scene: Callable[[Game, View, Sequence[str], Mapping[str, Any] | None, str], msgspec.Struct]
    messages: tuple[type[msgspec.Struct], ...]  # the types of both
    standings_now: Callable[[Game, GameState], list[Standing]]  # if the game were over now


@dataclass(frozen=True)
class Planner:
    """The plans that a seat may ask for."""

    answer: Callable[[Game, View, Ask], Answer]  # from the view alone
    compile_in_background: Callable[[Game], None]
    is_ready: Callable[[], bool]  # whether the searches are there as machine code


SCENES = Part[Scenes]("scenes")
PLANNER = Part[Planner]("planner")
