"""What a family of games brings for the coach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ekiben.coach.reason import Reason, Value
from ekiben.core.action import Action
from ekiben.core.families import Part
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.texts.wording import Words


@dataclass(frozen=True)
class Suggestion:
    """An action in notation, and sentences about it: why now, then what it is part of.

    `targets` are what to point at where that is more than the action, as in lessons.
    """

    action: str
    reasons: list[Reason]
    targets: tuple[str, ...] = ()


@dataclass(frozen=True)
class Coach:
    """How a family's coach thinks and speaks; all of it from a seat's view alone."""

    texts: str  # the table of its texts
    explain: Callable[[Game, View, Action], Reason]  # of any legal action
    remarks: Callable[[Game, View], list[Reason]]  # what matters now, the most important first
    value: Callable[[Words, str, Value], object]  # a value of a reason, by its name, in words
    # its own plan, where a turn is many small actions; None: ask a bot, and explain what it chose
    suggest: Callable[[Game, View], Suggestion] | None = None


COACH = Part[Coach]("coach")
