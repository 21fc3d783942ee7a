"""Thousands of games that live on the card, stepped by arrays that live there too."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ekiben.bots import make
from ekiben.bots.family import policy_kernel
from ekiben.core.chance import seed_words, validate_seed
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.envs.batch import seats_of_each
from ekiben.gpu.cuda_kernels import TILE
from ekiben.gpu.cuda_types import CudaKernel, DeviceArray
from ekiben.gpu.device import blocks, cuda_kernels_of, policy_kernels_of, required
from ekiben.observations.encoding import OBSERVATION, encoding, kept

WORK_SPACE = 1 << 30  # bytes at most, for all threads of a kernel together


class DeviceBatch:
    """Game i begins as `game.new(seats, seed + i)`; games that end are started anew.

    `seats` is a number, or one for each game.

    The n-th game after it in the same place has the seed `seed + i + n * count`.

    `observations`, `masks`, `scores` and `seat` are arrays on the device and are written in place;
    PyTorch, CuPy and JAX take them without a copy (`torch.as_tensor(batch.observations,
    device="cuda")`), and their arrays can be given as actions.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        seats: int | Sequence[int] = 2,
        seed: int = 0,
        masks: str = "bytes",
    ) -> None:
        self.cuda = required()
        if masks not in ("bytes", "bits"):
            raise EkibenError(f"masks are 'bytes' or 'bits', not {masks!r}")
        self.game = game
        self.count = count
        each = seats_of_each(game, count, seats)
        self.seats = int(each.max())
        self.seats_of_each = self.cuda.to_device(each)
        self.bits = masks == "bits"
        self.kernels = cuda_kernels_of(game)
        self.encoding = encoding(game)
        self.allocate_games(validate_seed(seed))
        self.allocate_results()
        self.allocate_work_space()
        self.begin()

    def allocate_games(self, seed: int) -> None:
        cuda, count = self.cuda, self.count
        self.boards = cuda.to_device(self.game.boards.view(np.uint8))
        self.states = cuda.device_array(count * self.game.rule_set.state.size, np.uint8)
        self.words = cuda.to_device(np.array(seed_words(seed), np.int64))
        self.luck = cuda.to_device(np.arange(count, dtype=np.int64) * 0x9E3779B1 % 0xFFFFFFFF + 1)
        self.episodes = cuda.to_device(np.zeros(count, np.int64))

    def allocate_results(self) -> None:
        cuda, count, columns = self.cuda, self.count, self.game.action_count
        if self.bits:
            columns = -(-columns // 8)
        self.observations = cuda.to_device(np.zeros((count, self.encoding.size), np.uint8))
        self.masks = cuda.to_device(np.zeros((count, columns), np.uint8))
        self.scores = cuda.device_array((count, self.seats), np.int64)
        self.seat = cuda.device_array(count, np.int64)
        self.wrong = cuda.device_array(count, np.int64)
        self.actions = cuda.device_array(count, np.int64)

    def allocate_work_space(self) -> None:
        cuda, count = self.cuda, self.count
        self.who = cuda.to_device(np.full(count, -1, np.int64))
        ids, work = self.game.action_count + 1, OBSERVATION.of(self.game).WORK
        self.ids = cuda.device_array((ids, self.threads(ids)), np.int64)
        self.scratch = cuda.device_array((self.threads(work), work), np.int64)
        self.seeds = cuda.device_array((count, 4), np.int64)
        # what is kept and seen of the games, side by side
        self.kept = cuda.to_device(np.ascontiguousarray(kept(self.game, count, self.seats).T))
        columns, rows = -(-count // TILE) * TILE, -(-self.encoding.size // TILE) * TILE
        self.seen = cuda.device_array((rows, columns // 4), np.uint32)
        self.columns = self.seen.view(np.uint8)
        self.order = cuda.device_array(count, np.int64)
        self.counts = cuda.to_device(np.zeros(1, np.int64))

    def threads(self, words: int) -> int:
        """How many threads work at a time when each has so many words of work space."""
        return min(-(-self.count // TILE), max(1, WORK_SPACE // (8 * words * TILE))) * TILE

    def run(
        self, kernel: CudaKernel, *arguments: DeviceArray | int, threads: int | None = None
    ) -> None:
        kernel[blocks(threads or self.count)](self.boards, self.states, *arguments)

    def begin(self) -> None:
        self.run(self.kernels.begin, self.seats_of_each, self.words)
        self.look()

    def step(self, actions: object, checked: bool = True) -> None:
        """Play one action in each game, start games that are over anew, and observe them all.

        An illegal action raises when `checked` (which waits for the card) and is not played; the
        other games go on.
        """
        self.run(self.kernels.play, self.cuda.as_cuda_array(actions), self.wrong)
        self.run(self.kernels.tell, self.scores, self.seat)
        if checked:
            self.raise_if_illegal()
        self.run(self.kernels.restart, self.seats_of_each, self.words, self.episodes, self.seeds)
        self.look()

    def raise_if_illegal(self) -> None:
        wrong = self.wrong.copy_to_host()
        if (wrong >= 0).any():
            raise EkibenError(
                f"game {int(wrong.max())}: the action is not legal there, and was not played"
            )

    def look(self) -> None:
        """Write what the seat to act in each game sees, and what it may do."""
        known, kernels = (self.who, self.kept), self.kernels
        self.run(kernels.find_outdated, *known, self.order, self.counts)
        searching = *known, self.order, self.counts, self.scratch
        self.run(kernels.update_kept, *searching, threads=self.scratch.shape[0])
        self.run(kernels.look, *known, self.counts, self.columns)
        tiles = -(-self.count // TILE) * -(-self.encoding.size // TILE)
        self.run(kernels.turn_to_rows, self.seen, self.observations, threads=tiles * TILE)
        mask = kernels.mask_bits if self.bits else kernels.mask
        self.run(mask, self.masks, self.ids, threads=self.ids.shape[1])

    def policy(self, bot: str) -> DevicePolicy:
        """A policy of the box, such as `planner`, that chooses in games of this batch."""
        return DevicePolicy(self, bot)

    def random(self) -> DeviceArray:
        """A random legal action for each game, on the device."""
        self.run(self.kernels.choose, self.luck, self.actions)
        return self.actions


class DevicePolicy:
    """A bot without search that chooses on the card, the same actions as on the processor."""

    def __init__(self, batch: DeviceBatch, bot: str) -> None:
        cuda, questions = batch.cuda, len(batch.game.asked_names)
        self.batch = batch
        self.number, tables = policy_kernel(batch.game).tables_of(batch.game, make(bot))
        self.kernels = policy_kernels_of(batch.game, self.number)
        self.tables = cuda.to_device(tables)
        self.order = cuda.device_array((questions, batch.count), np.int64)
        # how many games are in each row of it, and zeros for the next time
        self.counts = [cuda.to_device(np.zeros(questions, np.int64)) for _ in range(2)]

    def choose(self, policies: object, actions: object) -> None:
        """Write an action for each game whose number in `policies` is not below 0."""
        convert, run = self.batch.cuda.as_cuda_array, self.batch.run
        policies = convert(policies)
        run(self.kernels.sort_choices, policies, self.order, self.counts[0])
        run(
            self.kernels.choose_by_policy,
            self.tables,
            policies,
            self.order,
            *self.counts,
            convert(actions),
        )
        self.counts.reverse()
