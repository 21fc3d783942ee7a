"""A lesson as data: the deal, the steps, and what the coach says."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ekiben.core.game import Game
from ekiben.games import load
from ekiben.lessons.conditions import ALWAYS, Condition

Texts = Mapping[str, str]  # by language


@dataclass(frozen=True)
class Bubble:
    """One thing that the coach says, and what it points at: the first target that is there.

    With `when` it is left out unless the condition holds.
    """

    texts: Texts
    point: tuple[str, ...] = ()
    when: Condition = ALWAYS


@dataclass(frozen=True)
class Step:
    """One thing to do. `tries` are notations in order of preference; `*` stands for the rest.

    `instead` is said in place of `says` after the learner has done something else.
    """

    id: str
    until: Condition
    says: tuple[Bubble, ...]
    tries: tuple[str, ...] = ()
    instead: tuple[Bubble, ...] = ()


@dataclass(frozen=True)
class Aside:
    """A remark made once, when its condition first holds, whatever step that falls in."""

    id: str
    when: Condition
    says: tuple[Bubble, ...]


@dataclass(frozen=True)
class Lesson:
    """A guided game: `opponents` are levels of bots, in the order of the other seats.

    `otherwise` is tried where no try of the step is legal; `finish` is said after the last step.
    """

    name: str
    game: str
    seed: int
    opponents: tuple[str, ...]
    title: Texts
    minutes: int
    steps: tuple[Step, ...]
    finish: tuple[Bubble, ...]
    asides: tuple[Aside, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    seat: int = 0
    otherwise: tuple[str, ...] = ()
    file: str = ""

    @property
    def seats(self) -> int:
        return len(self.opponents) + 1

    @property
    def levels(self) -> list[str | None]:
        """By seat the level of the bot there; None is the learner's."""
        others = list(self.opponents)
        return [None if seat == self.seat else others.pop(0) for seat in range(self.seats)]

    @functools.cached_property
    def salt(self) -> str:
        """Where the bots' own luck comes from: the same for everybody, so that the story holds."""
        return hashlib.sha256(f"lesson {self.name} {self.seed:x}".encode()).hexdigest()

    @functools.cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """All conditions in the lesson, with those within them."""
        said = [self.finish, *(step.says for step in self.steps)]
        said += [*(step.instead for step in self.steps), *(aside.says for aside in self.asides)]
        found = [step.until for step in self.steps] + [aside.when for aside in self.asides]
        found += [bubble.when for bubbles in said for bubble in bubbles]
        return tuple(part for one in found for part in one.parts())

    @functools.cached_property
    def events(self) -> frozenset[str]:
        """The kinds of event that conditions speak of."""
        return frozenset(part.event for part in self.conditions if part.event is not None)

    def load_game(self) -> Game:
        return load(self.game, self.options)
