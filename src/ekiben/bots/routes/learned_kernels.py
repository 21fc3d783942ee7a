"""The kernels between Python and networks that play the route games."""

from __future__ import annotations

from ekiben.bots.learned.forward import (
    BELIEF_HEAD,
    POLICY_HEAD,
    VALUE_HEAD,
    logit,
    run_trunk,
    write_head,
)
from ekiben.bots.routes.kernels import board_at, state_at
from ekiben.bots.routes.learned import choose_learned
from ekiben.core.arrays import Array, Array2, FloatArray
from ekiben.core.compiled import compiled
from ekiben.core.kernels import Records
from ekiben.games.routes.turn import legal
from ekiben.observations.columns import Bytes
from ekiben.observations.routes.observation import observe


@compiled
def learned_one(
    boards: Records,
    states: Records,
    shapes: Array2,
    weights: Array,
    scales: FloatArray,
    observation: Bytes,
    scratch: Array,
    actions: Array,
    stream: Array,
    active: Array,
) -> int:
    """The action of the first network in the first state."""
    return choose_learned(
        board_at(boards, 0),
        state_at(states, 0),
        shapes[0],
        weights,
        scales,
        observation,
        scratch,
        actions,
        stream,
        active,
    )


@compiled
def evaluate_one(
    boards: Records,
    states: Records,
    shapes: Array2,
    weights: Array,
    scales: FloatArray,
    observation: Bytes,
    scratch: Array,
    actions: Array,
    stream: Array,
    active: Array,
    policy: FloatArray,
    values: FloatArray,
    beliefs: FloatArray,
) -> int:
    """All logits of the first network in the first state; `policy` in the order of `actions`."""
    b, s, shape = board_at(boards, 0), state_at(states, 0), shapes[0]
    observe(b, s, s.seat, observation, scratch)
    run_trunk(shape, weights, scales, observation, stream, active)
    count = int(legal(b, s, actions))
    for n in range(count):
        policy[n] = logit(shape, weights, scales, active, POLICY_HEAD, actions[n])
    write_head(shape, weights, scales, active, VALUE_HEAD, values)
    write_head(shape, weights, scales, active, BELIEF_HEAD, beliefs)
    return count


KERNELS = (learned_one, evaluate_one)
