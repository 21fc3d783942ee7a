"""Thousands of games that live on the card, stepped by arrays that live there too."""

from __future__ import annotations

from typing import Any

import numpy as np

from ekiben.core.chance import checked_seed, seed_words
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.envs.observation import encoding
from ekiben.gpu.device import blocks, programs, required

THREADS = 16_384  # that list legal actions at a time, each with its own work space


class DeviceBatch:
    """Game i begins as `game.new(seats, seed + i)`; the n-th game after it in the same place has
    the seed `seed + i + n * count`.

    `observations`, `masks`, `rewards`, `scores` and `seat` are arrays on the device and are written
    in place; PyTorch, CuPy and JAX take them without a copy (`torch.as_tensor(batch.observations,
    device="cuda")`), and their arrays can be given as actions.
    """

    def __init__(
        self, game: Game, count: int, seats: int = 2, seed: int = 0, masks: str = "bytes"
    ) -> None:
        cuda = required()
        if masks not in ("bytes", "bits"):
            raise EkibenError(f"masks are 'bytes' or 'bits', not {masks!r}")
        self.game, self.count, self.seats, self.bits = (
            game,
            count,
            game.checked_seats(seats),
            masks == "bits",
        )
        self.made, self.cuda, self.encoding = programs(game), cuda, encoding(game)
        self.boards = cuda.to_device(game.boards.view(np.uint8))
        self.states = cuda.device_array(count * game.rule_set.state.size, np.uint8)
        self.words = cuda.to_device(np.array(seed_words(checked_seed(seed)), np.int64))
        self.luck = cuda.to_device(np.arange(count, dtype=np.int64) * 0x9E3779B1 % 0xFFFFFFFF + 1)
        self.room()
        self.begin()

    def room(self) -> None:
        cuda, count, actions = self.cuda, self.count, self.game.action_count
        self.observations = cuda.to_device(np.zeros((count, self.encoding.size), np.uint8))
        self.masks = cuda.to_device(
            np.zeros((count, -(-actions // 8) if self.bits else actions), np.uint8)
        )
        self.scores, self.seat = (
            cuda.device_array((count, self.seats), np.int64),
            cuda.device_array(count, np.int64),
        )
        self.wrong, self.actions = (
            cuda.device_array(count, np.int64),
            cuda.device_array(count, np.int64),
        )
        self.episodes = cuda.to_device(np.zeros(count, np.int64))
        self.who = cuda.to_device(np.full(count, -1, np.int64))
        self.ids = cuda.device_array((min(count, THREADS), actions + 1), np.int64)
        self.seeds = cuda.device_array((count, 4), np.int64)

    def run(self, kernel: Any, *arguments: Any, threads: int | None = None) -> None:
        kernel[blocks(threads or self.count)](self.boards, self.states, *arguments)

    def begin(self) -> None:
        self.run(self.made.begin, self.count, self.seats, self.words)
        self.look()

    def step(self, actions: Any, checked: bool = True) -> None:
        """Plays one action in each game; games that are over begin anew, then observations and
        masks are written.

        An illegal action raises when `checked` (which waits for the card) and is not played; the
        other games go on.
        """
        self.run(self.made.play, self.cuda.as_cuda_array(actions), self.wrong)
        self.run(self.made.tell, self.scores, self.seat)
        if checked:
            self.refuse()
        self.run(self.made.restart, self.seats, self.words, self.episodes, self.seeds)
        self.look()

    def refuse(self) -> None:
        wrong = self.wrong.copy_to_host()
        if (wrong >= 0).any():
            raise EkibenError(
                f"game {int(wrong.max())}: the action is not legal there, and was not played"
            )

    def look(self) -> None:
        """Writes what the seat to act in each game sees, and what it may do."""
        self.run(self.made.look, self.who, self.observations)
        self.run(
            self.made.mask_bits if self.bits else self.made.mask,
            self.masks,
            self.ids,
            threads=self.ids.shape[0],
        )

    def random(self) -> Any:
        """A random legal action for each game, on the device."""
        self.run(self.made.choose, self.luck, self.actions)
        return self.actions
