"""Choices of a network in the route games: observe for the seat to act, and take the best action.

An observation holds what the seat may know and nothing else, so a network cannot see more either.
"""

from __future__ import annotations

from ekiben.bots.learned.forward import best_action, run_trunk
from ekiben.core.arrays import Array, FloatArray
from ekiben.core.compiled import compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.state import State
from ekiben.games.routes.turn import legal
from ekiben.observations.columns import Bytes
from ekiben.observations.routes.networks import WORK
from ekiben.observations.routes.observation import observe_again


@compiled
def choose_learned(
    b: Board,
    s: State,
    shape: Array,
    weights: Array,
    scales: FloatArray,
    observation: Bytes,
    scratch: Array,
    actions: Array,
    stream: Array,
    active: Array,
) -> int:
    """The action that a network thinks best for the seat to act.

    `scratch` keeps what was found for the choice before, which is mostly in the same game.
    """
    count = int(legal(b, s, actions))
    if count <= 1:
        return int(actions[0])
    observe_again(b, s, s.seat, observation, scratch, scratch[WORK:])
    run_trunk(shape, weights, scales, observation, stream, active)
    return best_action(shape, weights, scales, active, actions, count)
