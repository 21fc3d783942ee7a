"""A network as a file has it: quantised layers, and the game that they were made for."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from ekiben.bots.learned.forward import (
    ACTIONS,
    BELIEFS,
    BLOCKS,
    HIDDEN,
    INPUTS,
    MOST_INPUT,
    MOST_WEIGHT,
    ROWS,
    SCALES_AT,
    SHAPE,
    VALUES,
    WEIGHTS_AT,
    WIDTH,
)
from ekiben.core.errors import EkibenError, listed, quoted, whole
from ekiben.core.game import Game
from ekiben.observations.encoding import encoding

FORMAT = 1
SEATS = 5  # rows of the values: seats in turn order from the observer
MOST_INPUTS = ((1 << 31) - 1) // (MOST_INPUT * MOST_WEIGHT)  # more could overflow a sum
MOST_WIDTH = 1024
SIZES = {
    "inputs": INPUTS,
    "width": WIDTH,
    "hidden": HIDDEN,
    "blocks": BLOCKS,
    "actions": ACTIONS,
    "values": VALUES,
    "beliefs": BELIEFS,
}
MEMBERS = ("about", "weights", "scales")
Source = str | Path | BinaryIO
Shape = npt.NDArray[np.int64]
Weights = npt.NDArray[np.int8]
Scales = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Network:
    """Layers for `forward`; `board` is the digest of the board that they were trained on.

    `seats` are the sizes of tables that it is meant for, None where it is for all of the board's.
    """

    game: str
    board: str
    shape: Shape
    weights: Weights
    scales: Scales
    seats: tuple[int, ...] | None = None

    def size(self, name: str) -> int:
        """One of SIZES, by name."""
        return int(self.shape[SIZES[name]])

    def save(self, path: str | Path) -> None:
        """Write the file; the same network makes the same bytes."""
        about: dict[str, object] = {"format": FORMAT, "game": self.game, "board": self.board}
        about |= {name: self.size(name) for name in SIZES}
        if self.seats is not None:
            about["seats"] = list(self.seats)
        text = np.frombuffer(json.dumps(about).encode(), np.uint8)
        with Path(path).open("wb") as file:
            np.savez_compressed(file, about=text, weights=self.weights, scales=self.scales)

    @classmethod
    def load(cls, path: Source) -> Network:
        """Read a file; one that is damaged is an error that says what is wrong."""
        members = read_members(path)
        about = parse_about(path, members["about"])
        shape = shape_of({name: about[name] for name in SIZES})
        network = cls(
            about["game"],
            about["board"],
            shape,
            members["weights"],
            members["scales"],
            about["seats"],
        )
        problem = find_problem(network)
        if problem:
            raise EkibenError(f"{name_of(path)} holds no network that can be used: {problem}")
        return network

    def check_fits(self, game: Game, path: Source = "this network") -> None:
        """An error unless the network was made for this game and board."""
        if self.game != game.name or self.board != game.digest:
            raise EkibenError(
                f"{name_of(path)} was trained for {self.game} (board {self.board[:12]}), "
                f"not for {game.name} (board {game.digest[:12]})"
            )
        needed = {"inputs": encoding(game).size, "actions": game.action_count}
        for name, count in needed.items():
            if self.size(name) != count:
                raise EkibenError(
                    f"{name_of(path)} has {self.size(name)} {name}; {game.name} has {count}: "
                    "it was trained with another version of Ekiben"
                )
        least, most = game.seats
        if any(not least <= one <= most for one in self.seats or ()):
            raise EkibenError(
                f"{name_of(path)} is meant for tables of {listed(self.seats or ())} seats; "
                f"{game.name} has {least} to {most}"
            )


def name_of(path: Source) -> str:
    return str(path) if isinstance(path, str | Path) else str(getattr(path, "name", "the file"))


# ---- sizes
def shape_of(sizes: dict[str, int]) -> Shape:
    """The row of sizes of a network that begins at the front of its arrays."""
    shape = np.zeros(SHAPE, np.int64)
    for name, place in SIZES.items():
        shape[place] = sizes[name]
    return shape


def weight_count(shape: Shape) -> int:
    """How many weights a network of these sizes has."""
    inputs, width, hidden, blocks, *heads = shape[:WEIGHTS_AT].tolist()
    return int(width * (inputs + 2 * hidden * blocks + sum(heads)))


def scale_count(shape: Shape) -> int:
    """How many scales a network of these sizes has."""
    inputs, width, hidden, blocks, *heads = shape[:WEIGHTS_AT].tolist()
    return int(1 + inputs + 2 * (width + blocks * (hidden + width) + sum(heads)))


# ---- reading
def read_members(path: Source, names: Sequence[str] = MEMBERS) -> dict[str, npt.NDArray[Any]]:
    """The arrays of the file by name."""
    try:
        content = Path(path).read_bytes() if isinstance(path, str | Path) else path.read()
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            return {name: file[name] for name in names}
    except FileNotFoundError:
        raise EkibenError(f"no file of a network at {name_of(path)}") from None
    except KeyError as missing:
        raise EkibenError(f"{name_of(path)} is no file of a network: {missing.args[0]}") from None
    except (OSError, ValueError, EOFError, TypeError, zipfile.BadZipFile, zlib.error) as e:
        raise EkibenError(f"{name_of(path)} is damaged or no file of a network: {e}") from None


def read_about(path: Source) -> dict[str, Any]:
    """What a file says of its network: the game, the board, the tables, and all sizes."""
    return parse_about(path, read_members(path, ["about"])["about"])


def parse_about(path: Source, text: npt.NDArray[Any]) -> dict[str, Any]:
    try:
        about = json.loads(text.tobytes())
        version = about["format"]
        if version != FORMAT:
            raise EkibenError(
                f"{name_of(path)} has format {version}, and this Ekiben reads {FORMAT}"
            )
        found = {name: int(about[name]) for name in SIZES}
        seats = parse_seats(about["seats"]) if "seats" in about else None
        return {"game": str(about["game"]), "board": str(about["board"]), "seats": seats, **found}
    except (ValueError, KeyError, TypeError) as e:
        raise EkibenError(f"{name_of(path)} does not say what it was made for: {e}") from None


def parse_seats(found: object) -> tuple[int, ...]:
    """The sizes of tables that a file names, each once, the smallest first."""
    sizes = found if isinstance(found, list) else []
    if not sizes or any((whole(one) or 0) < 1 for one in sizes) or sizes != sorted({*sizes}):
        raise ValueError(f"seats should be numbers of seats such as [2, 3], not {quoted(found)}")
    return tuple(sizes)


def find_problem(network: Network) -> str:
    """Why `forward` must not run this network; empty if it may."""
    sizes = {name: network.size(name) for name in SIZES}
    limits = {"inputs": MOST_INPUTS, "width": MOST_WIDTH, "hidden": MOST_WIDTH}
    for name, size in sizes.items():
        least = 0 if name in ("blocks", "beliefs") else 1
        if not least <= size <= limits.get(name, 1 << 16):
            return f"{size} {name}"
    return find_array_problem(network)


def find_array_problem(network: Network) -> str:
    expected: dict[str, tuple[npt.NDArray[Any], type, int]] = {
        "weights": (network.weights, np.int8, weight_count(network.shape)),
        "scales": (network.scales, np.float64, scale_count(network.shape)),
    }
    for name, (array, kind, count) in expected.items():
        if array.dtype != kind or array.shape != (count,):
            return f"its {name} are {array.dtype} {array.shape}, not {np.dtype(kind)} ({count},)"
    if network.weights.min() < -MOST_WEIGHT:
        return f"a weight is below {-MOST_WEIGHT}"
    if not np.isfinite(network.scales).all() or network.scales[0] <= 0:
        return "a scale is no usable number"
    factors = network.scales[1 : 1 + network.size("inputs")]
    return "" if (factors >= 0).all() else "an input's factor is negative"


# ---- several networks
def weights_to_run(network: Network) -> Weights:
    """The weights as `forward` reads them: the second layer of each block input by input."""
    width, hidden, inputs = (network.size(name) for name in ("width", "hidden", "inputs"))
    found = network.weights.copy()
    for block in range(network.size("blocks")):
        first = width * (inputs + (2 * block + 1) * hidden)
        layer = slice(first, first + width * hidden)
        found[layer] = network.weights[layer].reshape(width, hidden).T.ravel()
    return found


@dataclass(frozen=True, eq=False)
class Networks:
    """Networks one behind the other, as kernels take them: a row of `shapes` for each."""

    shapes: npt.NDArray[np.int64]
    weights: Weights
    scales: Scales

    @classmethod
    def of(cls, networks: list[Network]) -> Networks:
        """All of them; without any, arrays that no kernel reads."""
        shapes = np.zeros((max(len(networks), 1), SHAPE), np.int64)
        weights = scales = 0
        for row, network in zip(shapes, networks, strict=False):
            row[:] = network.shape
            row[WEIGHTS_AT] = weights
            row[SCALES_AT] = scales
            weights += len(network.weights)
            scales += len(network.scales)
        return cls(
            shapes,
            np.concatenate([np.zeros(0, np.int8), *map(weights_to_run, networks)]),
            np.concatenate([np.zeros(0, np.float64), *(one.scales for one in networks)]),
        )

    def stream(self) -> npt.NDArray[np.int32]:
        """Work space for the residual stream, sums, and rows to add."""
        return np.zeros(2 * self.shapes[:, WIDTH].max() + 2 * ROWS, np.int32)

    def active(self) -> npt.NDArray[np.int16]:
        """Work space for the inputs, then for the activations."""
        inside = self.shapes[:, WIDTH] + self.shapes[:, HIDDEN]
        return np.zeros(max(inside.max(), self.shapes[:, INPUTS].max()), np.int16)

    def observation(self) -> npt.NDArray[np.uint8]:
        return np.zeros(self.shapes[:, INPUTS].max(), np.uint8)
