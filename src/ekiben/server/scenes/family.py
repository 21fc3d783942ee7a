"""What a family of games brings for the browser: its scenes, and plans where it has any."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import msgspec

from ekiben.core.families import Part
from ekiben.core.game import Game
from ekiben.core.layout import GameState, View
from ekiben.puzzles import Choice, Puzzle, Trip
from ekiben.server.scenes.plan_messages import Answer, Ask
from ekiben.texts.wording import Words


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


class Way(NamedTuple):
    """Where a trip goes: the posts it passes and the links it builds in its first turn.

    `later` are the posts of the stops that come after, from where the first turn ends.
    """

    posts: list[int]
    links: list[int]
    later: list[int]


@dataclass(frozen=True)
class Answers:
    """How the possible answers to a puzzle, and choices in a review, are told and drawn."""

    text: Callable[[Words, View, str], str]  # an action, by its notation, to whoever has the view
    turn: Callable[[Words, View, Sequence[str]], str]  # several actions, chosen together
    chooses_turns: bool  # whether a choice is as much of a turn as can be chosen at once
    trip: Callable[[Words, Trip], str]
    way: Callable[[Game, View, Choice], Way]  # of a trip
    # why the best choice is best, in words; the coach is asked where it knows more
    reason: Callable[[Words, Puzzle, Callable[[], str]], str]
    unit: Literal["worth", "turns"]  # of values: from 0 to 1, or turns until the win, below 0


SCENES = Part[Scenes]("scenes")
PLANNER = Part[Planner]("planner")
ANSWERS = Part[Answers]("answers")
