"""Run a network on many observations at once, with NumPy: the same numbers as `forward`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ekiben.bots.learned.forward import (
    MOST_ACTIVE,
    MOST_INPUT,
    MOST_STREAM,
    NORM_UNIT,
    most_active,
)
from ekiben.bots.learned.network import Network

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Outputs:
    """What a network says of observations, a row for each."""

    policy: Floats
    value: Floats
    belief: Floats


class Layers:
    """Reads the layers of a network one after the other; float64 holds all their sums exactly."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.weight = 0
        self.scale = 1

    def take_factors(self, count: int) -> Floats:
        self.scale += count
        return self.network.scales[self.scale - count : self.scale]

    def take_weights(self, rows: int, columns: int) -> Floats:
        self.weight += rows * columns
        found = self.network.weights[self.weight - rows * columns : self.weight]
        return found.reshape(rows, columns).astype(np.float64)

    def apply(self, x: Floats, rows: int) -> Floats:
        """The next layer, output by output: sums times factor plus bias."""
        sums = x @ self.take_weights(rows, x.shape[1]).T
        return sums * self.take_factors(rows) + self.take_factors(rows)


def evaluate_many(network: Network, observations: npt.NDArray[np.uint8]) -> Outputs:
    """Policy, value and belief logits of every observation."""
    layers = Layers(network)
    width, hidden = network.size("width"), network.size("hidden")
    inputs = np.minimum(
        np.trunc(observations * layers.take_factors(network.size("inputs"))), MOST_INPUT
    )
    sums = inputs @ layers.take_weights(network.size("inputs"), width)
    first = sums * layers.take_factors(width) + layers.take_factors(width)
    x = rounded(first, MOST_STREAM)
    for _ in range(network.size("blocks")):
        active = layers.apply(normalised(network, x), hidden)
        active = np.maximum(rounded(active, most_active(hidden)), 0)
        moved = rounded(layers.apply(active, width), MOST_STREAM)
        x = np.clip(x + moved, -MOST_STREAM, MOST_STREAM)
    h = normalised(network, x)
    return Outputs(*(layers.apply(h, network.size(name)) for name in HEADS))


HEADS = ("actions", "values", "beliefs")


def rounded(x: Floats, most: int) -> Floats:
    found: Floats = np.floor(np.clip(x, -most, most) + 0.5)
    return found


def normalised(network: Network, stream: Floats) -> Floats:
    x = stream.astype(np.int64)
    width, total = x.shape[1], x.sum(axis=1, keepdims=True)
    spread = width * (x * x).sum(axis=1, keepdims=True) - total * total
    factor = NORM_UNIT / square_roots(spread.astype(np.float64) + network.scales[0])
    return rounded((width * x - total).astype(np.float64) * factor, MOST_ACTIVE)


def square_roots(values: Floats) -> Floats:
    """The same steps as `forward.square_root`."""
    roots = np.maximum(values, 1.0)
    lower = 0.5 * (roots + values / roots)
    while (lower < roots).any():
        roots = np.where(lower < roots, lower, roots)
        lower = 0.5 * (roots + values / roots)
    return roots
