"""Ideas played on: every idea to the end of the same imagined games, the worse ones dropped on the
way, until it is clear which is best.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ekiben.bots.tokyo.planner import Desk
from ekiben.core.batch import in_parallel
from ekiben.core.layout import View
from ekiben.games.tokyo.game import TokyoGame

LEAST = 6  # games below which no gain counts as sure
ROUNDS = (
    (0.35, 0.5),
    (0.65, 0.0),
)  # after these parts of the games only this part of the challengers stays, one at least


@dataclass
class Idea:
    """Something to do: what is in mind then, and how many turns it took to win in each game played
    on.
    """

    kept: Any
    took: list[float] = field(default_factory=list)

    def gain_over(self, other: Idea) -> tuple[float, float]:
        """Turns saved on average, and the standard error of that."""
        saved = np.array(other.took) - np.array(self.took)
        return float(saved.mean()), float(saved.std(ddof=1) / len(saved) ** 0.5)

    def mean(self) -> float:
        return sum(self.took) / len(self.took)


@dataclass
class Trial:
    """One choice of a seat. `done` tells which part of the work is done, from the number of games
    played and of those that come next; `luck` deals the imagined games; `ahead` is how many turns
    they are played for.
    """

    game: TokyoGame
    view: View
    keys: dict[str, float]
    luck: Callable[[], int]
    done: Callable[[int, int], float]
    threads: int
    ahead: int

    def best(self, ideas: list[Idea], s: Any, sure: float) -> Idea:
        """The first, unless another saves turns for sure."""
        self.seat, self.played, left = int(s.seat), 0, ideas
        if self.done(0, len(ideas)) < 1.0:
            self.prepare(s)
        for part, share in ROUNDS:
            self.play(left, part)
            left = better(left, share)
        self.play(left, 1.0)
        return surely_better(left, sure)

    def prepare(self, s: Any) -> None:
        self.desks = [Desk(self.game, self.keys) for _ in range(self.threads)]
        self.desks[0].call("know_all", s)
        self.tables = self.desks[0].tables()

    def play(self, ideas: list[Idea], part: float) -> None:
        """Games with all these ideas, until this part of the work is done."""
        while len(ideas) > 1 and self.done(self.played, len(ideas)) < part:
            for idea, took in zip(ideas, self.turns(ideas, self.world()).tolist(), strict=True):
                idea.took.append(took)
            self.played += len(ideas)

    def world(self) -> Any:
        s = self.game.redeal(self.view, self.luck())
        s.logs_events = 0
        return s

    def turns(self, ideas: list[Idea], world: Any) -> npt.NDArray[np.float64]:
        """How many turns each idea takes in a world; the threads share the ideas."""
        took = np.zeros(len(ideas))

        def play(first: int, last: int) -> None:
            desk = self.desks.pop()
            for n in range(first, last):
                desk.recall(ideas[n].kept, self.tables)
                took[n] = desk.call("play_on", world.copy(), self.seat, self.ahead)
            self.desks.append(desk)

        in_parallel(play, len(ideas), self.threads)
        return took


def better(ideas: list[Idea], share: float) -> list[Idea]:
    """The first, and the best of its challengers; the first alone where nothing was played."""
    others = sorted(ideas[1:], key=Idea.mean) if ideas[0].took else []
    return ideas[:1] + others[: max(1, int(len(others) * share))]


def surely_better(ideas: list[Idea], sure: float) -> Idea:
    best, most = ideas[0], 0.0
    for idea in ideas[1:] if len(ideas[0].took) >= LEAST else ():
        mean, error = idea.gain_over(ideas[0])
        if mean - sure * error > most:
            best, most = idea, mean - sure * error
    return best
