"""Many games at once as tensors, on a graphics card or on the processor, with mixed tables."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import torch
from torch import Tensor

from ekiben import gpu
from ekiben.bots import make
from ekiben.bots.family import BOT_FAMILY
from ekiben.core.batch import in_parallel
from ekiben.core.chance import seed_words
from ekiben.core.game import Game
from ekiben.envs.builds import observation_kernels
from ekiben.observations.encoding import encoding, scratch

Fields = dict[str, tuple[int, int, torch.dtype]]  # where a field of a state begins, its bytes, type
TYPES = {"int16": torch.int16, "int32": torch.int32, "int64": torch.int64, "int8": torch.int8}


class PolicyChooser(Protocol):
    """A bot of the box that chooses where a number in `policies` is not below 0."""

    number: int

    def choose(self, policies: Tensor, actions: Tensor) -> None: ...


class Games(Protocol):
    """Games that start again when they end; every tensor is written in place by `step`."""

    game: Game
    count: int
    device: torch.device
    seats: Tensor  # of each game
    observations: Tensor  # of the seat to act, uint8
    masks: Tensor  # its legal actions, uint8
    scores: Tensor  # after the latest step, final where a game has just ended
    ended: Tensor  # which games the latest step ended
    states: Tensor  # a row of bytes for each game

    def step(self, actions: Tensor) -> None: ...
    def policy(self, bot: str) -> PolicyChooser: ...


class CardGames:
    """Games on a graphics card."""

    def __init__(self, game: Game, seats: list[int], seed: int) -> None:
        self.game, self.count, self.device = game, len(seats), torch.device("cuda")
        self.batch = gpu.DeviceBatch(game, self.count, seats, seed)
        self.seats = self.tensor(self.batch.seats_of_each)
        self.observations = self.tensor(self.batch.observations)
        self.masks = self.tensor(self.batch.masks)
        self.scores = self.tensor(self.batch.scores)
        self.states = self.tensor(self.batch.states).view(self.count, -1)
        self.seat = self.tensor(self.batch.seat)
        self.ended = torch.zeros(self.count, dtype=torch.bool, device=self.device)

    def tensor(self, array: object) -> Tensor:
        return torch.as_tensor(array, device=self.device)

    def step(self, actions: Tensor) -> None:
        self.batch.step(actions, checked=False)
        torch.lt(self.seat, 0, out=self.ended)

    def policy(self, bot: str) -> PolicyChooser:
        return self.batch.policy(bot)


class ProcessorGames:
    """Games on the processor's cores: for small boards, and to try things out."""

    def __init__(self, game: Game, seats: list[int], seed: int) -> None:
        self.game, self.count, self.device = game, len(seats), torch.device("cpu")
        self.kernels = game.builds.fastest()
        self.boards = game.boards
        size = game.rule_set.state.size
        self.bytes = np.zeros(self.count * size, np.uint8)
        self.states = torch.from_numpy(self.bytes.reshape(self.count, size))
        self.seats = torch.tensor(seats)
        self.words = np.array(seed_words(seed), np.int64)
        self.episodes = np.zeros(self.count, np.int64)
        self.observations = torch.zeros((self.count, encoding(game).size), dtype=torch.uint8)
        self.masks = torch.zeros((self.count, game.action_count), dtype=torch.uint8)
        self.scores = torch.zeros((self.count, max(seats)), dtype=torch.int64)
        self.ended = torch.zeros(self.count, dtype=torch.bool)
        for i, number in enumerate(seats):
            self.kernels.start_many(self.boards, self.bytes, i, i + 1, number, self.words, 0)
        in_parallel(self.look, self.count, share=self.count)

    def step(self, actions: Tensor) -> None:
        ids = actions.numpy()
        in_parallel(lambda first, last: self.play(ids, first, last), self.count, share=self.count)

    def play(self, ids: np.ndarray[tuple[int], np.dtype[np.int64]], first: int, last: int) -> None:
        self.kernels.apply_many(self.boards, self.bytes, ids, first, last, False, True)
        fields = self.bytes.view(self.game.rule_set.state.dtype)[first:last]
        over = fields["asked"] == len(self.game.asked_names) - 1
        self.scores.numpy()[first:last] = fields["score"][:, : self.scores.shape[1]]
        self.ended.numpy()[first:last] = over
        for i in (first + np.flatnonzero(over)).tolist():
            observation_kernels(self.game).restart_many(
                self.boards,
                self.bytes,
                int(self.seats[i]),
                self.words,
                self.episodes,
                self.count,
                np.zeros(4, np.int64),
                i,
                i + 1,
            )
        self.look(first, last)

    def look(self, first: int, last: int) -> None:
        who = np.full(self.count, -1, np.int64)
        room = np.zeros(self.game.action_count + 1, np.int64)
        observation_kernels(self.game).observe_many(
            self.boards, self.bytes, who, scratch(self.game), self.observations.numpy(), first, last
        )
        masks = self.masks.numpy().view(np.bool_)
        self.kernels.mask_many(self.boards, self.bytes, masks, first, last, room)

    def policy(self, bot: str) -> PolicyChooser:
        return ProcessorPolicy(self, bot)


class ProcessorPolicy:
    """A policy of the box on the processor's cores."""

    def __init__(self, games: ProcessorGames, bot: str) -> None:
        self.games = games
        kernel = BOT_FAMILY.of(games.game).policy_kernel
        assert kernel is not None, f"{games.game.name} has no policies"
        self.kernel = kernel
        self.number, self.tables = kernel.tables_of(games.game, make(bot))

    def choose(self, policies: Tensor, actions: Tensor) -> None:
        games, found = self.games, self.kernel.builds.fastest().choose_in_each

        def part(first: int, last: int) -> None:
            work = np.zeros(self.kernel.work_size, np.uint8)
            tables, numbers, out = self.tables, policies.numpy(), actions.numpy()
            found(games.boards, tables, work, 0, games.bytes, numbers, out, first, last)

        in_parallel(part, games.count, share=games.count)


def make_games(game: Game, seats: list[int], seed: int) -> Games:
    """Games on the card where there is one, else on the processor."""
    on_card = gpu.missing() is None and torch.cuda.is_available()
    return CardGames(game, seats, seed) if on_card else ProcessorGames(game, seats, seed)


class StateReader:
    """Fields of the states of many games, as tensors."""

    def __init__(self, games: Games) -> None:
        self.states = games.states
        self.layout = games.game.rule_set.state.dtype

    def has(self, name: str) -> bool:
        return name in (self.layout.names or ())

    def read(self, name: str) -> Tensor:
        """A field of all states, with the field's own axes behind the games'."""
        assert self.layout.fields is not None
        kind, place = self.layout.fields[name][:2]
        part = self.states[:, place : place + kind.itemsize].contiguous()
        return part.view(TYPES[kind.base.name]).view(len(part), *kind.shape)
