"""Run a network on an observation, in exact integer arithmetic.

Weights are 8-bit, activations 16-bit, sums 32-bit whole numbers; between them there is only
float64 arithmetic on one number at a time. So every build and every machine gets the same numbers.

The networks of a game lie one behind the other in one array of weights and one of scales; a row of
`shapes` tells the sizes of each and where it begins. Scales are, in this order: the norm's epsilon,
what each input is multiplied with, and for each layer the factor of every output, then its bias.

The first layer and the second of each block lie input by input, since most of their inputs are
zero; the others output by output. `stream` has the residual stream, as many sums, and room for
what `add_rows` takes.
"""

from __future__ import annotations

import math

import numpy as np

from ekiben.core.arrays import Array, FloatArray
from ekiben.core.compiled import compiled, compiled_as
from ekiben.observations.columns import Bytes

(
    INPUTS,
    WIDTH,
    HIDDEN,
    BLOCKS,
    ACTIONS,
    VALUES,
    BELIEFS,
    WEIGHTS_AT,
    SCALES_AT,
    SHAPE,
) = range(10)
POLICY_HEAD, VALUE_HEAD, BELIEF_HEAD = range(3)
NORM_UNIT = 1024  # of a normalised number that is 1
MOST_INPUT = 4064  # an input is cut here: 32 times what usually is its most
MOST_STREAM = 1 << 21  # the residual stream is cut here
MOST_ACTIVE = 32767
MOST_WEIGHT = 127
ROWS = 4  # of a layer that are added at once


# ---- sums: NumPy where they are interpreted, loops that the compiler vectorises otherwise
def dot_loop(weights: Array, at: int, values: Array, start: int, size: int) -> np.int32:
    """The sum of the products of a row of weights and as many values."""
    row = weights[at : at + size]
    column = values[start : start + size]
    total = np.int32(0)
    for i in range(size):
        total = np.int32(total + np.int32(row[i]) * np.int32(column[i]))
    return total


@compiled_as(dot_loop)
def dot(weights: Array, at: int, values: Array, start: int, size: int) -> int:
    """The sum of the products of a row of weights and as many values."""
    row = np.asarray(weights[at : at + size]).astype(np.int64)
    return int(row @ np.asarray(values[start : start + size]).astype(np.int64))


def add_rows_loop(sums: Array, weights: Array, at: int, size: int, chosen: Array) -> None:
    """Add some rows of weights, each so many times, to as many sums.

    `chosen` has the ROWS numbers of the rows, then how many times each is added.
    """
    total = sums[:size]
    row_0 = weights[at + chosen[0] * size :][:size]
    row_1 = weights[at + chosen[1] * size :][:size]
    row_2 = weights[at + chosen[2] * size :][:size]
    row_3 = weights[at + chosen[3] * size :][:size]
    times_0, times_1, times_2, times_3 = chosen[4], chosen[5], chosen[6], chosen[7]
    for i in range(size):
        found = np.int32(total[i] + np.int32(np.int32(row_0[i]) * times_0))
        found = np.int32(found + np.int32(np.int32(row_1[i]) * times_1))
        found = np.int32(found + np.int32(np.int32(row_2[i]) * times_2))
        total[i] = np.int32(found + np.int32(np.int32(row_3[i]) * times_3))


@compiled_as(add_rows_loop)
def add_rows(sums: Array, weights: Array, at: int, size: int, chosen: Array) -> None:
    """Add some rows of weights, each so many times, to as many sums."""
    for row, times in zip(chosen[:ROWS], chosen[ROWS : 2 * ROWS], strict=True):
        part = np.asarray(weights[at + row * size :])[:size]
        np.asarray(sums)[:size] += part.astype(np.int32) * np.int32(times)


# ---- layers
@compiled
def rounded(value: float, most: int) -> int:
    """The nearest whole number, halves upwards, cut to `most` on either side."""
    return math.floor(min(max(value, float(-most)), float(most)) + 0.5)


@compiled
def square_root(value: float) -> float:
    """Newton's, from above until it falls no more: WebAssembly has no function for it."""
    root = max(value, 1.0)
    lower = 0.5 * (root + value / root)
    while lower < root:
        root = lower
        lower = 0.5 * (root + value / root)
    return root


@compiled
def add_products(
    weights: Array,
    at: int,
    values: Array,
    count: int,
    sums: Array,
    size: int,
    chosen: Array,
) -> None:
    """Add what so many values make of a layer that lies input by input; zeros cost nothing."""
    found = 0
    for place in range(count):
        if values[place]:
            chosen[found] = place
            chosen[ROWS + found] = values[place]
            found += 1
            if found == ROWS:
                add_rows(sums, weights, at, size, chosen)
                found = 0
    if found:
        for rest in range(found, ROWS):
            chosen[rest] = chosen[0]
            chosen[ROWS + rest] = 0
        add_rows(sums, weights, at, size, chosen)


@compiled
def read_inputs(
    shape: Array,
    weights: Array,
    scales: FloatArray,
    observation: Bytes,
    stream: Array,
    active: Array,
) -> None:
    """The first layer."""
    inputs, width = int(shape[INPUTS]), int(shape[WIDTH])
    factors = int(shape[SCALES_AT]) + 1
    for i in range(width):
        stream[i] = 0
    for place in range(inputs):
        active[place] = min(int(observation[place] * scales[factors + place]), MOST_INPUT)
    chosen = stream[2 * width :]
    add_products(weights, int(shape[WEIGHTS_AT]), active, inputs, stream, width, chosen)
    scale = factors + inputs
    for i in range(width):
        stream[i] = rounded(stream[i] * scales[scale + i] + scales[scale + width + i], MOST_STREAM)


@compiled
def normalise(shape: Array, scales: FloatArray, stream: Array, active: Array) -> None:
    """Write the stream with mean 0 and variance 1 into the first of the active numbers."""
    width = int(shape[WIDTH])
    total, squares = 0, 0
    for i in range(width):
        total += int(stream[i])
        squares += int(stream[i]) * int(stream[i])
    spread = float(width * squares - total * total) + scales[shape[SCALES_AT]]
    factor = NORM_UNIT / square_root(spread)
    for i in range(width):
        active[i] = rounded(float(width * int(stream[i]) - total) * factor, MOST_ACTIVE)


@compiled
def add_block(
    shape: Array,
    weights: Array,
    scales: FloatArray,
    block: int,
    stream: Array,
    active: Array,
) -> None:
    """Add what a block makes of the normalised stream to the stream."""
    width, hidden = int(shape[WIDTH]), int(shape[HIDDEN])
    at = block_weights(shape, block)
    scale = block_scales(shape, block)
    most = most_active(hidden)
    for j in range(hidden):
        value = dot(weights, at + j * width, active, 0, width) * scales[scale + j]
        active[width + j] = max(rounded(value + scales[scale + hidden + j], most), 0)
    scale += 2 * hidden
    sums = stream[width:]
    for i in range(width):
        sums[i] = 0
    add_products(
        weights, at + hidden * width, active[width:], hidden, sums, width, stream[2 * width :]
    )
    for i in range(width):
        moved = rounded(sums[i] * scales[scale + i] + scales[scale + width + i], MOST_STREAM)
        stream[i] = min(max(int(stream[i]) + moved, -MOST_STREAM), MOST_STREAM)


@compiled
def most_active(hidden: int) -> int:
    """The largest activation with which no sum of so many products can overflow."""
    return min(MOST_ACTIVE, ((1 << 31) - 1) // (MOST_WEIGHT * hidden))


# ---- where things lie
@compiled
def block_weights(shape: Array, block: int) -> int:
    """Where the weights of a block begin; of the one after the last: where the heads' begin."""
    width = int(shape[WIDTH])
    first = int(shape[WEIGHTS_AT]) + int(shape[INPUTS]) * width
    return first + 2 * block * width * int(shape[HIDDEN])


@compiled
def block_scales(shape: Array, block: int) -> int:
    """Where the scales of a block begin; of the one after the last: where the heads' begin."""
    width = int(shape[WIDTH])
    first = int(shape[SCALES_AT]) + 1 + int(shape[INPUTS]) + 2 * width
    return first + 2 * block * (width + int(shape[HIDDEN]))


@compiled
def rows_before(shape: Array, head: int) -> int:
    """How many outputs the heads before this one have."""
    rows = 0
    for before in range(head):
        rows += int(shape[ACTIONS + before])
    return rows


# ---- the network
@compiled
def run_trunk(
    shape: Array,
    weights: Array,
    scales: FloatArray,
    observation: Bytes,
    stream: Array,
    active: Array,
) -> None:
    """All but the heads: `active` then begins with what they read."""
    read_inputs(shape, weights, scales, observation, stream, active)
    for block in range(shape[BLOCKS]):
        normalise(shape, scales, stream, active)
        add_block(shape, weights, scales, block, stream, active)
    normalise(shape, scales, stream, active)


@compiled
def logit(
    shape: Array, weights: Array, scales: FloatArray, active: Array, head: int, row: int
) -> float:
    """One output of a head, after `run_trunk`."""
    width, before = int(shape[WIDTH]), rows_before(shape, head)
    at = block_weights(shape, shape[BLOCKS]) + (before + row) * width
    scale = block_scales(shape, shape[BLOCKS]) + 2 * before + row
    bias = scales[scale + int(shape[ACTIONS + head])]
    return dot(weights, at, active, 0, width) * scales[scale] + bias


@compiled
def write_head(
    shape: Array, weights: Array, scales: FloatArray, active: Array, head: int, out: FloatArray
) -> None:
    """All outputs of a head."""
    for row in range(shape[ACTIONS + head]):
        out[row] = logit(shape, weights, scales, active, head, row)


@compiled
def best_action(
    shape: Array, weights: Array, scales: FloatArray, active: Array, actions: Array, count: int
) -> int:
    """The action with the largest logit among the first of a list; of equals the lowest."""
    best = int(actions[0])
    most = logit(shape, weights, scales, active, POLICY_HEAD, best)
    for n in range(1, count):
        action = int(actions[n])
        value = logit(shape, weights, scales, active, POLICY_HEAD, action)
        if value > most or (value == most and action < best):
            best, most = action, value
    return best
