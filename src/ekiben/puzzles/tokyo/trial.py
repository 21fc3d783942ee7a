"""Trips of Tokyo Railways, tried by the expert's kernels.

A choice is the best trip that begins with a certain stop. It is kept to until it is done, then the
planner goes on, and the others wait: a choice is worth the fewer turns the win takes.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from ekiben.bots.tokyo.planner import Planner
from ekiben.bots.tokyo.strategist import Strategist
from ekiben.bots.tokyo.trial_playouts import Candidate, TrialPlayouts
from ekiben.bots.tokyo.trip_nodes import IMPOSSIBLE
from ekiben.core.kernel_calls import run
from ekiben.core.match import Match
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.imagine import state_from
from ekiben.games.tokyo.state import State
from ekiben.puzzles.family import Floats
from ekiben.puzzles.puzzle import Trip
from ekiben.puzzles.tokyo.trips import first_turn, trip_of

MOST = 8  # trips
MOST_JOBS = 3.0  # that are fetched in one, so that a trip can be told in a line
AHEAD = 60  # turns that a game is played on for
TOLD = "told"  # the luck by which a trip is told, the same in making and checking
FirstStop = tuple[int, int]


def always() -> bool:
    return True


class TripTrial:
    """The trips of the seat to act, each with another first stop."""

    def __init__(self, match: Match, seed: int) -> None:
        assert isinstance(match.game, TokyoGame)
        self.game, self.seed = match.game, seed
        self.seat = int(match.position.seat)
        self.view = match.view(self.seat)
        self.root: State = state_from(self.view)
        strategist = Strategist(seed)
        strategist.sit(match.game)
        self.weights = strategist.playout_weights._replace(replan=0.0)
        self.first_stops, self.plans = self.find_trips(strategist.planner)
        self.count = len(self.plans)
        self.likely: Sequence[int] = range(self.count)

    def actions(self, choice: int) -> tuple[str, ...]:
        return first_turn(self.planner(choice), self.imagined(TOLD))

    def trip(self, choice: int) -> Trip:
        return trip_of(self.planner(choice), self.imagined(TOLD))

    def find_trips(self, planner: Planner) -> tuple[list[FirstStop], list[Candidate]]:
        """The best finalist for each first stop, the best of all first."""
        planner.reweigh(planner.weights._replace(most_jobs=MOST_JOBS))
        planner.find_trip(self.root, always)
        worths, count = planner.get("finalist_worth").copy(), int(planner.get("finalist_count"))
        found: dict[FirstStop, Candidate] = {}
        for n in sorted(range(count), key=lambda n: -worths[n]):
            if worths[n] > IMPOSSIBLE and len(found) < MOST:
                planner.call("adopt_trip", self.root, n)
                found.setdefault(first_stop(planner), Candidate(planner.kept()))
        return list(found), list(found.values())

    def planner(self, choice: int) -> Planner:
        """A planner that keeps to a trip."""
        return Planner(self.game, self.weights, self.plans[choice].plan)

    def imagined(self, luck: str) -> State:
        s: State = self.game.redeal(self.view, random.Random(luck).getrandbits(64))
        s.logs_events = 0
        return s

    def values(self, choices: Sequence[int], first: int, last: int) -> Floats:
        """Minus the turns to win."""
        playouts = TrialPlayouts(
            game=self.game,
            view=self.view,
            weights=self.weights,
            luck=lambda: 0,
            done=lambda played, coming: 0.0,
            ahead=AHEAD,
        )
        playouts.seat = self.seat
        run(playouts.prepare(self.root))
        plans = [self.plans[choice] for choice in choices]
        turns = [
            run(playouts.turns_to_win(plans, self.imagined(f"{self.seed} {deal}")))
            for deal in range(first, last)
        ]
        return -np.array(turns, np.float64).T


def first_stop(planner: Planner) -> FirstStop:
    """The job of the next stop, and whether it is delivered there."""
    stop = int(planner.get("trip_next"))
    return int(planner.get("trip_job")[stop]), int(planner.get("trip_delivers")[stop])
