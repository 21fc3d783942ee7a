"""Games between planners with given weights, as the training plays them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

import ekiben
from ekiben.bots.tokyo.planner_state import PlannerState
from ekiben.bots.tokyo.weights import Weights
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.state import State
from ekiben.learn.tokyo.builds import BUILDS


class Played(NamedTuple):
    """How a game ended."""

    winner: int  # -1: nobody
    first: int  # the seat that began
    behind: tuple[float, ...]  # turns that each seat would have needed more
    turns: int


@cache
def loaded() -> TokyoGame:
    """The game, compiled."""
    game = ekiben.load("tokyo")
    assert isinstance(game, TokyoGame)
    game.builds.fastest()
    BUILDS.fastest()
    return game


def play(weights: Sequence[Weights], seed: int) -> Played:
    """Play one game, a planner with its weights for each seat."""
    game = loaded()
    packed = game.new(seats=len(weights), seed=seed).position.packed().copy()
    state = packed.view(State.dtype)[0]
    state["logs_events"] = 0
    planners = np.zeros(len(weights) * PlannerState.size, np.uint8)
    for record, own in zip(planners.view(PlannerState.dtype), weights, strict=True):
        record["weights"][: len(own)] = own
    behind = np.zeros(len(weights))
    winner = BUILDS.fastest().play_game(game.boards, packed, planners, behind)
    return Played(int(winner), int(state["first"]), tuple(behind.tolist()), int(state["turns"]))
