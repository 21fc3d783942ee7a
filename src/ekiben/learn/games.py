"""Many games at once as tensors, on a graphics card or on the processor, with mixed tables."""

from __future__ import annotations

import torch
from torch import Tensor

from ekiben import gpu
from ekiben.core.game import Game
from ekiben.envs import BatchEnv


class Games:
    """Games that start again when they end, on the card where there is one.

    `step` writes every tensor in place.
    """

    def __init__(self, game: Game, seats: list[int], seed: int) -> None:
        self.game = game
        self.count = len(seats)
        self.on_card = gpu.missing() is None and torch.cuda.is_available()
        self.device = torch.device("cuda" if self.on_card else "cpu")
        self.batch: BatchEnv | gpu.DeviceBatch = (
            gpu.DeviceBatch(game, self.count, seats, seed)
            if self.on_card
            else BatchEnv(game, self.count, seats, seed, reward="score")
        )
        self.seat = self.tensor(self.batch.seat)  # on a card: below 0 where a game has just ended
        self.seats = self.tensor(self.batch.seats_of_each)
        self.most_seats = self.batch.seats
        self.present = torch.arange(self.most_seats, device=self.device) < self.seats[:, None]
        self.observations = self.tensor(self.batch.observations)  # of the seat to act, uint8
        self.masks = self.tensor(self.batch.masks)  # its legal actions, uint8
        self.scores = self.tensor(self.batch.scores)  # final where a game has just ended
        self.states = self.tensor(self.batch.states).view(self.count, -1)  # bytes
        # which games the latest step ended
        self.ended = torch.zeros(self.count, dtype=torch.bool, device=self.device)

    def tensor(self, array: object) -> Tensor:
        """The same memory as a tensor."""
        return torch.as_tensor(array, device=self.device)

    def step(self, actions: Tensor) -> None:
        """Play one legal action in each game."""
        if isinstance(self.batch, BatchEnv):
            self.ended.copy_(self.tensor(self.batch.step(actions, checked=False)[1]))
        else:
            self.batch.step(actions, checked=False)
            torch.lt(self.seat, 0, out=self.ended)

    def field(self, name: str) -> Tensor:
        """A field of all states, with the field's own axes behind the games'."""
        kind, place = self.game.rule_set.state.dtype.fields[name][:2]  # type: ignore[index]
        part = self.states[:, place : place + kind.itemsize].contiguous()
        return part.view(getattr(torch, kind.base.name)).view(self.count, *kind.shape)


class Policy:
    """A bot of the box that chooses in some of the games."""

    def __init__(self, games: Games, bot: str) -> None:
        self.policy = games.batch.policy(bot)
        self.numbers = torch.full((games.count,), -1, device=games.device)

    def choose(self, where: Tensor, actions: Tensor) -> None:
        """Write its actions over those of the games that are marked."""
        self.numbers.fill_(-1).masked_fill_(where, self.policy.number)
        self.policy.choose(self.numbers, actions)
