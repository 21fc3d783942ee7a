"""Trial playouts: every candidate is played to the end of the same imagined games.

The worse ones are dropped on the way, until it is clear which is best.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ekiben.bots.tokyo.builds import BUILDS
from ekiben.bots.tokyo.planner import Planner, reweighed
from ekiben.bots.tokyo.planner_state import PlannerState
from ekiben.bots.tokyo.weights import Weights
from ekiben.core.arrays import Buffer
from ekiben.core.kernel_calls import Constant, KernelCall, KernelWork, WorkSpace
from ekiben.core.layout import View
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.state import State

LEAST = 6  # playouts below which no gain counts as sure
# after these parts of the playouts only this part of the challengers stays, one at least
ROUNDS = ((0.35, 0.5), (0.65, 0.0))


@dataclass
class Candidate:
    """A plan as bytes, and how many turns it took to win in each playout."""

    plan: Buffer
    turns: list[float] = field(default_factory=list)

    def gain_over(self, other: Candidate) -> tuple[float, float]:
        """Turns saved on average, and the standard error of that."""
        saved = np.array(other.turns, np.float64) - np.array(self.turns, np.float64)
        return float(saved.mean()), float(saved.std(ddof=1) / len(saved) ** 0.5)

    def mean(self) -> float:
        return sum(self.turns) / len(self.turns)


@dataclass
class TrialPlayouts:
    """The playouts for one choice of a seat.

    `done` tells which part of the work is done, from the number of playouts played and of those
    that come next; `luck` deals the imagined games; `ahead` is how many turns they are played for.
    """

    game: TokyoGame
    view: View
    weights: Weights
    luck: Callable[[], int]
    done: Callable[[int, int], float]
    ahead: int

    def best(self, candidates: list[Candidate], s: State, sure: float) -> KernelWork[Candidate]:
        """The first candidate, unless another saves turns for sure."""
        self.seat = int(s.seat)
        self.played = 0
        left = candidates
        if self.done(0, len(left)) < 1.0:
            yield from self.prepare(s)
        for part, share in ROUNDS:
            yield from self.play(left, part)
            left = drop_worse(left, share)
        yield from self.play(left, 1.0)
        return surely_best(left, sure)

    def prepare(self, s: State) -> KernelWork[None]:
        """Work out once how far the cities are from each other, for all playouts."""
        planner = Planner(self.game, self.weights)
        yield [planner.later("fill_distances", s)]
        self.distances = Constant(planner.distances())

    def play(self, candidates: list[Candidate], part: float) -> KernelWork[None]:
        """Play all candidates on until this part of the work is done."""
        while len(candidates) > 1 and self.done(self.played, len(candidates)) < part:
            turns = yield from self.turns_to_win(candidates, self.imagined_game())
            for candidate, took in zip(candidates, turns, strict=True):
                candidate.turns.append(took)
            self.played += len(candidates)

    def imagined_game(self) -> State:
        s: State = self.game.redeal(self.view, self.luck())
        s.logs_events = 0
        return s

    def turns_to_win(self, candidates: list[Candidate], s: State) -> KernelWork[list[float]]:
        """How many turns each candidate takes from a position."""
        state = s.packed()
        turns = yield [self.playout(candidate, state) for candidate in candidates]
        return [float(took) for took in turns]

    def playout(self, candidate: Candidate, state: Buffer) -> KernelCall:
        """A game that a planner with the candidate's plan plays on."""
        plan = reweighed(candidate.plan, self.weights)
        planner = WorkSpace(PlannerState.size, (plan, self.distances))
        boards, states = Constant(self.game.boards), WorkSpace(len(state), (state,))
        return KernelCall(BUILDS, "play_out", (boards, states, planner, self.seat, self.ahead))


def drop_worse(candidates: list[Candidate], share: float) -> list[Candidate]:
    """The first, and the best of its challengers, one at least; none where nothing was played."""
    others = sorted(candidates[1:], key=Candidate.mean) if candidates[0].turns else []
    return candidates[:1] + others[: max(1, int(len(others) * share))]


def surely_best(candidates: list[Candidate], sure: float) -> Candidate:
    """The first, unless another saves turns by more than `sure` standard errors."""
    best, most = candidates[0], 0.0
    for candidate in candidates[1:] if len(best.turns) >= LEAST else ():
        mean, error = candidate.gain_over(candidates[0])
        if mean - sure * error > most:
            best, most = candidate, mean - sure * error
    return best
