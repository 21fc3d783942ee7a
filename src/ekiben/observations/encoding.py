"""An observation: blocks of numbers from 0 to 255, with a row for each seat, route or ticket.

Every feature has a column. An observation holds what changes; what a board never changes (lengths,
colours, ticket values) is in `ekiben.envs.statics`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from ekiben.core.arrays import Array
from ekiben.core.families import Part
from ekiben.observations.columns import Bytes, Feature

if TYPE_CHECKING:
    from ekiben.core.game import Game

N = TypeVar("N", bound=np.generic)
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Block:
    """Rows of the same features; `start` is where it begins in the observation."""

    name: str
    rows: int
    features: tuple[Feature, ...]
    start: int

    @property
    def size(self) -> int:
        return self.rows * len(self.features)

    @property
    def shape(self) -> tuple[int, int]:
        return self.rows, len(self.features)

    def of(self, observation: npt.NDArray[N]) -> npt.NDArray[N]:
        """This block of an observation, or of many at once: a view with rows and columns."""
        return observation[..., self.start : self.start + self.size].reshape(
            *observation.shape[:-1], *self.shape
        )


class Encoding:
    """The blocks of a game's observation, in their order."""

    def __init__(self, rows: Mapping[str, int], features: Mapping[str, Sequence[Feature]]) -> None:
        self.blocks: dict[str, Block] = {}
        start = 0
        for name, columns in features.items():
            self.blocks[name] = Block(name, rows[name], tuple(columns), start)
            start += self.blocks[name].size
        self.size = start

    @cached_property
    def scale(self) -> Floats:
        """What each number is multiplied with for `float32`."""
        return np.concatenate(
            [
                np.tile([1 / feature.most for feature in block.features], block.rows)
                for block in self.blocks.values()
            ]
        ).astype(np.float32)

    def parts(self, observation: npt.NDArray[N]) -> dict[str, npt.NDArray[N]]:
        """The observation block by block."""
        return {name: block.of(observation) for name, block in self.blocks.items()}

    def column(self, observation: npt.NDArray[N], block: str, feature: str) -> npt.NDArray[N]:
        """One feature of all rows of a block."""
        names = [each.name for each in self.blocks[block].features]
        return self.blocks[block].of(observation)[..., names.index(feature)]


# what a board never changes: block -> column -> one value for each row, or a figure of the block
Statics = dict[str, dict[str, Any]]


class Observation(Protocol):
    """The module with which a family of games observes its positions."""

    __name__: str
    SCRATCH: int  # how many numbers of scratch memory `observe` needs
    WORK: int  # and `observe_again`
    KEPT: int  # how many numbers it keeps of a seat from one observation to the next
    BLOCKS: Mapping[str, tuple[Feature, ...]]  # the features of each block

    def encoding(self, b: Any) -> Encoding: ...
    def observe(self, b: Any, s: Any, seat: int, out: Bytes, scratch: Array) -> None: ...
    def observe_again(
        self, b: Any, s: Any, seat: int, out: Bytes, scratch: Array, kept: Array
    ) -> None: ...

    # `observe_again` in two parts: find what of the kept is outdated anew, and then write
    def update(self, b: Any, s: Any, seat: int, scratch: Array, kept: Array) -> None: ...
    def write(self, b: Any, s: Any, seat: int, out: Bytes, scratch: Array, kept: Array) -> None: ...
    def is_up_to_date(self, s: Any, seat: int, kept: Array) -> bool: ...  # whether the kept will do
    def statics(self, game: Any) -> Statics: ...


OBSERVATION = Part[Observation]("observation")


def encoding(game: Game) -> Encoding:
    """How a game's observations are laid out."""
    return OBSERVATION.of(game).encoding(game.plain_board)


def scratch(game: Game) -> npt.NDArray[np.int64]:
    """Memory to observe with, for one game at a time."""
    return np.zeros(OBSERVATION.of(game).SCRATCH, np.int64)


def kept(game: Game, count: int, seats: int) -> npt.NDArray[np.int64]:
    """Memory for what is kept from one observation to the next: a row a game; zeros are nothing."""
    return np.zeros((count, seats * OBSERVATION.of(game).KEPT), np.int64)
