"""What a family of games brings for bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ekiben.bots.bot import Bot
from ekiben.core.families import Part
from ekiben.core.game import Game
from ekiben.core.layout import View


@dataclass(frozen=True)
class ExpertKeys:
    """The keys of the spec `expert`; a family uses those that mean something in its games."""

    seed: int
    rollouts: int
    seconds: float
    sure: float
    belief: int
    policy: str
    models: int


@dataclass(frozen=True)
class BotFamily:
    """The bots of a family, and how programs are told of its boards and positions."""

    bots: Mapping[str, type[Bot]]  # by name, in the order they are listed
    levels: Mapping[str, str]  # the spec of each level, the easiest first
    usual: str  # who takes a seat that nobody was named for
    expert: Callable[[ExpertKeys], Bot]  # the strongest bot; wrong keys are an error here
    board_message: Callable[[Game], dict[str, Any]]
    position_message: Callable[[Game, View], dict[str, Any]]


BOT_FAMILY = Part[BotFamily]("bots")
