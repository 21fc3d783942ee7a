"""What a seat could think of the others: their tickets and cards, and how they surprised it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import log2

import numpy as np

from ekiben.analysis.family import Arrays, Effort, Task
from ekiben.analysis.history import SeatHistory, SeenStep
from ekiben.analysis.review import Belief, Surprise
from ekiben.analysis.routes.builds import BUILDS
from ekiben.analysis.routes.opponents import Opponents, redeal_by
from ekiben.analysis.routes.play_on import luck_words, player_of
from ekiben.analysis.routes.playouts import AS_GIVEN, CHOSEN, COLUMNS, OPTIONS
from ekiben.analysis.tally import Floats, Ints
from ekiben.core.kernel_calls import KernelCall, KernelWork
from ekiben.games.routes.game import route_game
from ekiben.games.routes.imagine import state_from

BEGINS = 2  # the pass that first looks for surprises
WORLDS = 32  # in it, for each choice of another; twice as many in every later pass
QUESTIONS = ("turn", "second-card")  # what is chosen elsewhere is hidden, or follows
PLANNED = 0.75  # the part of their choices that others make as the planner would
HITS, TRIED, CHOICES, COUNTS = range(4)  # worlds in which the planner agrees, worlds, their options


@dataclass(frozen=True)
class Thought:
    """What a seat could think in a position; at set-up and at the end nothing is to be guessed."""

    beliefs: tuple[Belief, ...]
    suits: Floats  # how each ticket suits each seat


NOTHING = Thought((), np.zeros((0, 0)))


class Beliefs:
    """The others as one seat could see them, position by position."""

    def __init__(self, history: SeatHistory, effort: Effort) -> None:
        self.history = history
        self.effort = effort
        self.game = route_game(history.game)
        self.player = player_of(self.game)
        self.asked = [at for at, step in enumerate(history.steps) if self.is_told(step)]
        self.counts = np.zeros((len(self.asked), COUNTS), np.int64)

    def is_told(self, step: SeenStep) -> bool:
        """Whether it is a choice of another that the seat sees."""
        return (
            step.seat != self.history.seat and step.asked in QUESTIONS and step.action is not None
        )

    # ---- tickets and cards
    def at(self, at: int) -> tuple[Belief, ...]:
        """What the seat could think in a position."""
        return self.thoughts[at].beliefs if at < len(self.thoughts) else ()

    @cached_property
    def thoughts(self) -> list[Thought]:
        """By position; in the midst of turns as before them."""
        opponents, found, last = Opponents(self.game, self.history.seat), list[Thought](), NOTHING
        for at, view in enumerate(self.history.views[:-1]):
            opponents.update(view)
            if self.history.steps[at].asked in QUESTIONS and not opponents.s.setting_up:
                last = Thought(opponents.now(), opponents.suits())
            found.append(last)
        return found

    # ---- surprises
    def tasks(self, number: int) -> Sequence[Task]:
        if number < BEGINS:
            return []
        worlds = WORLDS * 2 ** (number - BEGINS)
        return [partial(self.look_for_surprise, row, worlds) for row in range(len(self.asked))]

    def look_for_surprise(self, row: int, worlds: int) -> KernelWork[None]:
        """Ask the planner in worlds that fit what the seat knew before the choice."""
        at = self.asked[row]
        action = self.history.steps[at].action
        assert action is not None, "only choices that the seat sees are asked about"
        choices = np.zeros((worlds, COLUMNS), np.int64)
        yield [self.call(at, int(self.counts[row, TRIED]), choices)]
        self.counts[row, HITS] += int((choices[:, CHOSEN] == action.id).sum())
        self.counts[row, TRIED] += worlds
        self.counts[row, CHOICES] += int(choices[:, OPTIONS].sum())

    def call(self, at: int, first: int, choices: Ints) -> KernelCall:
        luck = f"{self.effort.seed} surprise {self.history.seat} {at}"
        redeal = redeal_by(self.thoughts[at].suits)
        arguments = (
            *self.player.fixed,
            *self.player.work_space(state_from(self.history.views[at]), redeal),
            self.history.seat,
            AS_GIVEN,
            luck_words(luck),
            first,
            choices,
        )
        return KernelCall(BUILDS, "choose_in_worlds", arguments, self.player.compiled)

    def surprises(self) -> tuple[Surprise, ...]:
        """How unlikely the others' choices were."""
        return tuple(
            Surprise(at, self.history.steps[at].seat, round(bits(*map(int, row)), 2))
            for at, row in zip(self.asked, self.counts, strict=True)
            if row[TRIED]
        )

    # ---- keeping
    def dump(self) -> Arrays:
        return {"surprise.counts": self.counts}

    def load(self, arrays: Arrays) -> None:
        """Go on from what `dump` has returned."""
        self.counts = np.asarray(arrays["surprise.counts"])


def bits(hits: int, tried: int, options: int) -> float:
    """The surprise of a choice, if others mostly do as the planner would, and else anything."""
    planned, anything = (hits + 0.5) / (tried + 1), tried / max(1, options)
    return -log2(PLANNED * planned + (1 - PLANNED) * anything)
