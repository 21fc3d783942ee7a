"""What kernels take to ask networks: the networks, and work space."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ekiben.bots.learned.network import (
    SIZES,
    Network,
    Networks,
    scale_count,
    shape_of,
    weight_count,
)
from ekiben.core.arrays import zeros
from ekiben.games.routes.board import Board
from ekiben.observations.routes.observation import SCRATCH, encoding

Numbers = npt.NDArray[Any]  # kernels take numbers of any width


class NetworkArguments(NamedTuple):
    """The arguments of kernels that ask networks, in their order."""

    shapes: Numbers
    weights: Numbers
    scales: Numbers
    observation: Numbers
    scratch: Numbers
    actions: Numbers
    stream: Numbers
    active: Numbers

    @classmethod
    def of(cls, board: Board, networks: Networks) -> NetworkArguments:
        """For one thread at a time; the networks are shared."""
        return cls(
            networks.shapes,
            networks.weights,
            networks.scales,
            np.zeros(encoding(board).size, np.uint8),
            zeros(SCRATCH),
            zeros(board.actions + 1),
            networks.stream(),
            networks.active(),
        )


def empty_network() -> Network:
    """A network that knows nothing, of the smallest size."""
    shape = shape_of(dict.fromkeys(SIZES, 1))
    return Network(
        game="",
        board="",
        shape=shape,
        weights=np.zeros(weight_count(shape), np.int8),
        scales=np.ones(scale_count(shape), np.float64),
    )
