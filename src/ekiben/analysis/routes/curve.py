"""The curve of a seat: how every position looked to it, from games played on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from ekiben.analysis.family import Arrays, Effort, Task
from ekiben.analysis.history import SeatHistory
from ekiben.analysis.review import Outlook
from ekiben.analysis.routes.play_on import Root, player_of
from ekiben.analysis.routes.playouts import PLAN
from ekiben.analysis.smoothing import smooth_outlooks, walk_steps
from ekiben.analysis.tally import Tallies
from ekiben.core.kernel_calls import KernelWork
from ekiben.games.routes.game import route_game
from ekiben.games.routes.imagine import state_from
from ekiben.games.routes.state import State

DECISIONS = 400_000  # that the first pass plays on, all positions together
MOST, FEWEST = 512, 12  # playouts of a position in the first pass
QUESTIONS = ("turn", "tickets", "pieces")  # positions of others that are looked at


class Curve:
    """The positions that a seat's curve goes through, and what has been added up of each."""

    def __init__(self, history: SeatHistory, effort: Effort) -> None:
        self.history = history
        self.effort = effort
        self.player = player_of(route_game(history.game))
        self.positions = [at for at in range(len(history)) if self.is_looked_at(at)]
        self.tallies = Tallies(len(self.positions), history.seats)

    def is_looked_at(self, at: int) -> bool:
        """Turns from their beginning; what others do in the midst of them is left out."""
        step = self.history.steps[at]
        return step.asked == "turn" or (
            step.asked in QUESTIONS and (step.seat == self.history.seat or self.is_set_up(at))
        )

    def is_set_up(self, at: int) -> bool:
        return bool(self.history.views[at].setting_up)

    # ---- playing on
    def tasks(self, number: int) -> Sequence[Task]:
        worlds, stride = self.plan(number)
        rows = range(0, len(self.positions), stride)
        return [partial(self.play_on, row, worlds) for row in rows]

    def plan(self, number: int) -> tuple[int, int]:
        """Playouts of each position, and of how many positions one is looked at."""
        ahead = sum(len(self.history) - at for at in self.positions)
        budget = DECISIONS * self.effort.part * 2 ** (max(2, number) - 2)
        worlds = int(min(MOST, budget / max(1, ahead)))
        if worlds >= FEWEST:
            return worlds, 1
        return FEWEST, -(-FEWEST // max(1, worlds)) if number == 1 else 1

    def play_on(self, row: int, count: int) -> KernelWork[None]:
        first = int(self.tallies.games[row])
        root = self.root(self.positions[row])
        played = yield from self.player.play(root, (PLAN,), range(first, first + count))
        self.tallies.add(row, played.endings[0])

    def root(self, at: int) -> Root:
        """A position as the seat saw it."""
        seat = self.history.seat
        luck = f"{self.effort.seed} curve {seat} {at}"
        return Root(state_from(self.history.views[at]), seat, luck)

    # ---- what came of it
    @property
    def playouts(self) -> int:
        return int(self.tallies.games.sum())

    def outlooks(self) -> list[tuple[int, Outlook]]:
        """Positions with how they looked; the last is the end."""
        rows = np.flatnonzero(self.tallies.games)
        positions = [self.positions[row] for row in rows]
        steps = walk_steps(positions, len(self.history), self.history.seats)
        found = smooth_outlooks(self.tallies, rows, steps)
        return [*zip(positions, found, strict=True), (len(self.history), self.end())]

    def end(self) -> Outlook:
        """The last position, which is open to all."""
        return self.player.final_outlook(State.unpack(self.history.end.packed()))

    def dump(self) -> Arrays:
        return {"curve.games": self.tallies.games, "curve.sums": self.tallies.sums}

    def load(self, arrays: Arrays) -> None:
        self.tallies.games = np.asarray(arrays["curve.games"])
        self.tallies.sums = np.asarray(arrays["curve.sums"])
