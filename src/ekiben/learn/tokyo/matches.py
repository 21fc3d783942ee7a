"""Whole games between planners, one for each seat, as one kernel."""

from __future__ import annotations

from typing import cast

import numpy as np

from ekiben.bots.tokyo.acting import decide
from ekiben.bots.tokyo.kernels import estimate_turns
from ekiben.bots.tokyo.planner_state import PLANNER, Planners, PlannerState
from ekiben.core.arrays import Buffer, FloatArray
from ekiben.core.compiled import compiled, compiled_as
from ekiben.core.kernels import Boards, States
from ekiben.games.tokyo.path_search import board_in, state_in
from ekiben.games.tokyo.state import OVER
from ekiben.games.tokyo.turn import apply


def _compiled_planner(planners: Buffer, n: int) -> np.void:
    record: np.void = planners.view(PLANNER)[n]
    return record


@compiled_as(_compiled_planner)
def planner_at(planners: Planners, n: int) -> PlannerState:
    return cast(PlannerState, planners[n])


@compiled
def play_game(boards: Boards, states: States, planners: Planners, behind: FloatArray) -> int:
    """Play a game to its end, a planner for each seat; the winner, or -1.

    `behind` is left with the turns that each seat would have needed more, by a rough estimate.
    """
    b, s = board_in(boards), state_in(states)
    while s.asked != OVER:
        apply(b, s, decide(b, s, planner_at(planners, s.seat)))
    for seat in range(s.seats):
        behind[seat] = 0.0 if seat == s.winner else estimate_turns(b, s, seat)
    return int(s.winner)


KERNELS = (play_game,)
