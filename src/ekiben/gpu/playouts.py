"""Random games to the end, all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ekiben.core.chance import seed_words, validate_seed
from ekiben.core.game import validate_count, validate_seeds
from ekiben.gpu.cuda_types import DeviceArray
from ekiben.gpu.device import blocks, cuda_kernels_of, required

AT_ONCE = 262_144  # games in flight: more get in each other's way

if TYPE_CHECKING:
    from ekiben.core.game import Game


def playouts(game: Game, count: int, seats: int = 2, seed: int = 0) -> npt.NDArray[np.int64]:
    """Scores of random games; game i has seed + i. The same as `game.playouts`, bit for bit."""
    scores, _ = play_out(
        game, validate_count(count, 0), game.validate_seats(seats), validate_seeds(seed, count)
    )
    return scores.copy_to_host()


def play_out(game: Game, count: int, seats: int, seed: int) -> tuple[DeviceArray, DeviceArray]:
    """Scores and numbers of decisions, on the device."""
    cuda, kernels = required(), cuda_kernels_of(game)
    scores = cuda.device_array((count, seats), np.int64)
    lengths = cuda.device_array(count, np.int64)
    boards = cuda.to_device(game.boards.view(np.uint8))
    words = cuda.to_device(np.array(seed_words(validate_seed(seed)), np.int64))
    for first in range(0, count, AT_ONCE):
        launch = kernels.play_out[blocks(min(AT_ONCE, count - first))]
        launch(boards, seats, words, first, scores, lengths)
    return scores, lengths
