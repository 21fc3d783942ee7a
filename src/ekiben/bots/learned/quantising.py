"""From float layers, as a trainer makes them, to a network of whole numbers, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ekiben.bots.learned.forward import (
    MOST_STREAM,
    MOST_WEIGHT,
    NORM_UNIT,
    most_active,
)
from ekiben.bots.learned.network import Network, find_problem, shape_of
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.observations.encoding import encoding

Floats = npt.NDArray[np.float64]
Layers = Mapping[str, npt.NDArray[np.float32]]
EPSILON = 1e-5  # of the norm
ROOM = 4.0  # how many times larger than in the sample numbers may become
CUTS = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)  # parts of a row's largest weight, of which one is 127
HEADS = ("policy", "value", "belief")


@dataclass(frozen=True)
class Calibration:
    """What a sample of observations shows: how large numbers become, and which inputs count."""

    stream: float
    hidden: list[float]  # by block
    input_power: Floats  # the mean square of each input
    norm_power: list[Floats]  # of each normalised number, by block, then before the heads
    hidden_power: list[Floats]


def quantise(layers: Layers, observations: npt.NDArray[np.uint8], game: Game) -> Network:
    """The network of whole numbers that comes nearest to the layers on these observations.

    Layers are named as in `forward_floats`; `input.weight` multiplies observations that have been
    multiplied with `encoding(game).scale`.
    """
    network = quantise_layers(
        layers, observations, encoding(game).scale, game=game.name, board=game.digest
    )
    network.check_fits(game)
    return network


def quantise_layers(
    layers: Layers,
    observations: npt.NDArray[np.uint8],
    scale: npt.NDArray[np.float32],
    *,
    game: str = "",
    board: str = "",
) -> Network:
    """The same for observations with any scale."""
    made = Parts(calibrate(layers, observations, scale), width=len(layers["input.bias"]))
    made.add_inputs(layers, scale.astype(np.float64))
    for block in range(block_count(layers)):
        made.add_block(layers, block)
    for head in HEADS:
        made.add_head(layers, head)
    network = Network(
        game,
        board,
        shape_of(sizes_of(layers)),
        np.concatenate(made.weights),
        np.concatenate(made.scales),
    )
    problem = find_problem(network)
    if problem:
        raise EkibenError(f"these layers make no network that can be used: {problem}")
    return network


class Parts:
    """Weights and scales of the layers so far, in the order of `forward`."""

    def __init__(self, seen: Calibration, width: int) -> None:
        self.seen = seen
        self.unit = ROOM * seen.stream / MOST_STREAM  # of the residual stream
        self.weights: list[npt.NDArray[np.int8]] = []
        self.scales: list[Floats] = [np.array([EPSILON * (width / self.unit) ** 2], np.float64)]

    def add(
        self, whole: npt.NDArray[np.int8], factors: Floats, biases: npt.NDArray[np.floating]
    ) -> None:
        self.weights.append(whole.ravel())
        self.scales += [factors, biases.astype(np.float64)]

    def add_inputs(self, layers: Layers, scale: Floats) -> None:
        """The first layer, by input; most inputs are at most 127 then."""
        factors = np.maximum(np.round(MOST_WEIGHT * scale), 1)
        self.scales.append(factors)
        weights = layers["input.weight"] * (scale / factors)
        whole, step = round_weights(weights, self.seen.input_power * (factors / scale) ** 2)
        self.add(whole.T, step / self.unit, layers["input.bias"] / self.unit)

    def add_block(self, layers: Layers, block: int) -> None:
        name, hidden = f"block.{block}", len(layers[f"block.{block}.a.bias"])
        top = max(ROOM / 2 * self.seen.hidden[block], 1e-6) / most_active(hidden)
        whole, step = round_weights(layers[f"{name}.a.weight"], self.seen.norm_power[block])
        self.add(whole, step / NORM_UNIT / top, layers[f"{name}.a.bias"] / top)
        whole, step = round_weights(layers[f"{name}.b.weight"], self.seen.hidden_power[block])
        self.add(whole, step * top / self.unit, layers[f"{name}.b.bias"] / self.unit)

    def add_head(self, layers: Layers, head: str) -> None:
        whole, step = round_weights(layers[f"{head}.weight"], self.seen.norm_power[-1])
        self.add(whole, step / NORM_UNIT, layers[f"{head}.bias"])


def block_count(layers: Layers) -> int:
    return sum(name.endswith(".a.weight") for name in layers)


def sizes_of(layers: Layers) -> dict[str, int]:
    """The sizes by name, as `network.SIZES` has them."""
    width, inputs = layers["input.weight"].shape
    return {
        "inputs": inputs,
        "width": width,
        "hidden": len(layers["block.0.a.bias"]),
        "blocks": block_count(layers),
        "actions": len(layers["policy.bias"]),
        "values": len(layers["value.bias"]),
        "beliefs": len(layers["belief.bias"]),
    }


# ---- weights
def round_weights(
    weights: npt.NDArray[np.floating], power: Floats
) -> tuple[npt.NDArray[np.int8], Floats]:
    """Whole numbers and each row's step; of several steps the one with the smallest error."""
    rows = weights.astype(np.float64)
    largest = np.maximum(np.abs(rows).max(axis=1), 1e-30)
    counts = power + 1e-3 * power.mean() + 1e-12
    best, error = largest / MOST_WEIGHT, np.full(len(rows), np.inf, np.float64)
    for cut in CUTS:
        step = cut * largest / MOST_WEIGHT
        missed = (rows - whole_numbers(rows, step) * step[:, None]) ** 2 @ counts
        best = np.where(missed < error, step, best)
        error = np.minimum(missed, error)
    return whole_numbers(rows, best).astype(np.int8), best


def whole_numbers(rows: Floats, step: Floats) -> Floats:
    found: Floats = np.clip(np.round(rows / step[:, None]), -MOST_WEIGHT, MOST_WEIGHT)
    return found


# ---- back
def float_layers(
    network: Network, scale: npt.NDArray[np.float32]
) -> dict[str, npt.NDArray[np.float32]]:
    """The layers that a network of whole numbers stands for, for a trainer to go on from.

    `scale` is that of the observations, `encoding(game).scale`. A file does not keep how large the
    numbers inside a block were: its two layers come back with weights of equal size.
    """
    width, hidden, inputs = (network.size(name) for name in ("width", "hidden", "inputs"))
    unit = width * float(np.sqrt(EPSILON / network.scales[0]))  # of the residual stream
    factors = network.scales[1 : 1 + inputs]
    rest = Unpacked(network.weights, network.scales[1 + inputs :])
    first, bias = rest.take(width, inputs, by_input=True)
    layers = {"input.weight": first * unit * factors / scale, "input.bias": bias * unit}
    for block in range(network.size("blocks")):
        name = f"block.{block}"
        inner, inner_bias = rest.take(hidden, width)
        outer, bias = rest.take(width, hidden)
        sizes = float(inner.std()) * NORM_UNIT, float(outer.std()) * unit
        part = (sizes[1] / sizes[0]) ** 0.5 if min(sizes) > 0 else 1.0
        layers[f"{name}.a.weight"] = inner * NORM_UNIT * part
        layers[f"{name}.a.bias"] = inner_bias * part
        layers[f"{name}.b.weight"], layers[f"{name}.b.bias"] = outer * unit / part, bias * unit
    for head, size in zip(HEADS, ("actions", "values", "beliefs"), strict=True):
        weight, layers[f"{head}.bias"] = rest.take(network.size(size), width)
        layers[f"{head}.weight"] = weight * NORM_UNIT
    return {name: layer.astype(np.float32) for name, layer in layers.items()}


@dataclass
class Unpacked:
    """Weights and scales from which one layer after the other is taken."""

    weights: npt.NDArray[np.int8]
    scales: Floats

    def take(self, rows: int, columns: int, by_input: bool = False) -> tuple[Floats, Floats]:
        """The next layer, its weights multiplied with their steps, and its biases."""
        whole, self.weights = np.split(self.weights, [rows * columns])
        steps, biases, self.scales = np.split(self.scales, [rows, 2 * rows])
        table = whole.reshape(columns, rows).T if by_input else whole.reshape(rows, columns)
        return table * steps[:, None], biases


# ---- the float network
@dataclass(frozen=True)
class FloatOutputs:
    """What the float layers make of observations, a row for each."""

    policy: Floats
    value: Floats
    belief: Floats


def forward_floats(
    layers: Layers, observations: npt.NDArray[np.uint8], scale: npt.NDArray[np.float32]
) -> FloatOutputs:
    """Run the float layers: what the network of whole numbers should come near to."""
    x = linear(layers, "input", observations.astype(np.float64) * scale)
    for block in range(block_count(layers)):
        x = x + linear(layers, f"block.{block}.b", hidden_of(layers, block, x))
    h = norm(x)
    return FloatOutputs(*(linear(layers, head, h) for head in HEADS))


def calibrate(
    layers: Layers, observations: npt.NDArray[np.uint8], scale: npt.NDArray[np.float32]
) -> Calibration:
    """Run the float layers and note how large everything becomes."""
    inputs = observations.astype(np.float64) * scale
    x = linear(layers, "input", inputs)
    stream, hidden, norms, powers = np.abs(x).max(), [], [], []
    for block in range(block_count(layers)):
        norms.append(mean_square(norm(x)))
        active = hidden_of(layers, block, x)
        hidden.append(float(active.max()))
        powers.append(mean_square(active))
        x = x + linear(layers, f"block.{block}.b", active)
        stream = max(stream, np.abs(x).max())
    norms.append(mean_square(norm(x)))
    return Calibration(max(float(stream), 1e-3), hidden, mean_square(inputs), norms, powers)


def linear(layers: Layers, name: str, x: Floats) -> Floats:
    found: Floats = x @ layers[f"{name}.weight"].astype(np.float64).T + layers[f"{name}.bias"]
    return found


def hidden_of(layers: Layers, block: int, x: Floats) -> Floats:
    return np.maximum(linear(layers, f"block.{block}.a", norm(x)), 0.0)


def norm(x: Floats) -> Floats:
    centred = x - x.mean(axis=-1, keepdims=True)
    found: Floats = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON)
    return found


def mean_square(x: Floats) -> Floats:
    found: Floats = (x**2).mean(axis=0)
    return found
