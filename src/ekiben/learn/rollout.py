"""Games played for so many steps: what was seen, chosen and won."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import torch
from torch import Tensor

from ekiben.core.layout import OWN
from ekiben.learn.config import Config
from ekiben.learn.games import Games, StateReader
from ekiben.learn.league import KINDS, LEARNER, League
from ekiben.learn.network import SEATS, CriticCall, PlayerCall, legal, sample
from ekiben.observations.encoding import encoding


class Learner(Protocol):
    """The two networks, as they are called fastest."""

    fast_player: PlayerCall
    fast_critic: CriticCall


HAND = 12.0  # what a number of hidden cards is divided by


class Hidden:
    """What the others' seats keep hidden, and who plays there, in turn order after the actor."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.reader = StateReader(games)
        record = games.game.rule_set.state
        own = [one for one in record.fields if one.seen_by is OWN]
        self.sets = [one.name for one in own if one.type == "i8"]
        self.numbers = [one.name for one in own if one.type == "i2" and len(one.axes) == 2]
        self.members = self.set_sizes()
        self.size = games.scores.shape[1] * (
            KINDS
            + sum(int(np.prod(record.dtype[name].shape[1:], dtype=int)) for name in self.numbers)
            + self.members
        )

    def set_sizes(self) -> int:
        """How many members the seats' hidden sets can have."""
        tickets = encoding(self.games.game).blocks.get("tickets")
        return tickets.rows if tickets and self.sets else 0

    def order(self, seat: Tensor) -> Tensor:
        """The seats of each game in turn order from this one; absent ones are their own row."""
        seats, steps = (
            self.games.seats[:, None],
            torch.arange(self.games.scores.shape[1], device=seat.device),
        )
        return torch.where(steps < seats, (seat[:, None] + steps) % seats, steps)

    def tickets(self, order: Tensor) -> Tensor:
        """Which members the hidden set of each seat has, 0 or 1."""
        if not self.members:
            return torch.zeros((*order.shape, 0), device=order.device)
        held = self.reader.read(self.sets[0]).gather(1, order)
        return (held[..., None] >> torch.arange(self.members, device=order.device) & 1).float()

    def read(self, order: Tensor, players: Tensor) -> Tensor:
        """All of it as one row of numbers for each game."""
        who = torch.nn.functional.one_hot(players.gather(1, order), KINDS).float()
        parts = [who, self.tickets(order)]
        for name in self.numbers:
            rows = self.reader.read(name)
            parts.append(rows.gather(1, order[..., None].expand(-1, -1, rows.shape[2])) / HAND)
        return torch.cat(parts, 2).flatten(1)


class Rollout:
    """`collect` plays on and fills the tensors, a row for each step and game."""

    def __init__(self, games: Games, config: Config, league: League, hidden: Hidden) -> None:
        self.games, self.config, self.league, self.hidden = games, config, league, hidden
        self.seat_count = games.scores.shape[1]
        steps, count = config.steps, games.count
        size, actions = encoding(games.game).size, games.game.action_count

        def room(*shape: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros((steps, count, *shape), dtype=kind, device=games.device)

        self.observations = room(size, kind=torch.uint8)
        self.masks = room(actions, kind=torch.uint8)
        self.actions = room(kind=torch.int64)
        self.labels = room(kind=torch.int64)
        self.chances = room()  # logarithms, of the actions that were chosen
        self.orders = room(self.seat_count, kind=torch.int64)
        on_card = games.device.type == "cuda"
        self.secrets = room(hidden.size, kind=torch.bfloat16 if on_card else torch.float32)
        self.tickets = room(self.seat_count, hidden.members, kind=torch.uint8)
        self.values = room(2, self.seat_count)  # of the win and of the rest, by seat
        self.rewards = room(2, self.seat_count)
        self.live = room()
        self.choices = room(kind=torch.bool)  # there was more than one action
        self.learns = room(kind=torch.bool)  # and it was the learner's choice
        self.ended = torch.zeros((), dtype=torch.int64, device=games.device)  # games so far

    @torch.no_grad()
    def collect(self, learner: Learner) -> None:
        """Play so many steps in every game."""
        player, critic = learner.fast_player, learner.fast_critic
        self.league.draw()
        for step in range(self.config.steps):
            self.note(step, player, critic)
            self.games.step(self.actions[step])
            self.rewards[step] = self.reward()
            self.live[step] = (~self.games.ended).float()
            self.ended += self.games.ended.sum()
            self.league.seat_all(self.games.ended)
        self.last = self.judge(critic)

    def note(self, step: int, player: PlayerCall, critic: CriticCall) -> None:
        """What the seats to act see, what they choose, and what the critic thinks of it."""
        games, league = self.games, self.league
        seat = self.hidden.reader.read("seat").long()
        actor = league.actors(seat)
        self.observations[step].copy_(games.observations)
        self.masks[step].copy_(games.masks)
        logits = legal(player(games.observations)[0], games.masks)
        if league.imitating:
            league.teach(torch.ones_like(actor, dtype=torch.bool), self.labels[step])
            actions = torch.where(actor == LEARNER, sample(logits), self.labels[step])
        else:
            actions = league.answer(actor, sample(logits))
        self.actions[step] = actions
        self.chances[step] = torch.log_softmax(logits, 1).gather(1, actions[:, None])[:, 0]
        self.choices[step] = games.masks.sum(1, dtype=torch.int32) > 1
        self.learns[step] = self.choices[step] & (actor == LEARNER)
        self.values[step] = self.judge(critic, step, seat)

    def judge(
        self, critic: CriticCall, step: int | None = None, seat: Tensor | None = None
    ) -> Tensor:
        """The critic's values by seat; with a step, what it saw is kept there."""
        seat = self.hidden.reader.read("seat").long() if seat is None else seat
        order = self.hidden.order(seat)
        secrets = self.hidden.read(order, self.league.players).to(self.secrets.dtype)
        if step is not None:
            self.orders[step] = order
            self.secrets[step] = secrets
            self.tickets[step] = self.hidden.tickets(order).to(torch.uint8)
        found = critic(self.games.observations, secrets).view(-1, 2, self.seat_count)
        return torch.zeros_like(found).scatter_(2, order[:, None].expand_as(found), found)

    def reward(self) -> Tensor:
        """What each seat of a game that has just ended gets: for the win, and for the rest."""
        games = self.games
        present = torch.arange(self.seat_count, device=games.device) < games.seats[:, None]
        scores = games.scores.float().masked_fill(~present, -torch.inf)
        best = scores == scores.amax(1, keepdim=True)
        share = best / best.sum(1, keepdim=True)
        rest = self.config.place * place(scores, present) + self.config.margin * lead(scores)
        found = torch.stack([share, rest.masked_fill(~present, 0.0)], 1)
        return found * games.ended[:, None, None]

    @torch.no_grad()
    def returns(self) -> tuple[Tensor, Tensor]:
        """What came of every step for every seat, discounted by trust, and the advantages."""
        trace = self.config.trace ** (2.0 / self.games.seats)[:, None, None]
        found, ahead = torch.empty_like(self.values), torch.zeros_like(self.last)
        after = self.last
        for step in reversed(range(self.config.steps)):
            live = self.live[step][:, None, None]
            change = self.rewards[step] + live * after - self.values[step]
            ahead = change + live * trace * ahead
            found[step], after = ahead, self.values[step]
        seats = self.games.seats[:, None]
        win = self.config.win * seats / (seats - 1)  # a win is worth as much at every table
        total = win * found[:, :, 0] + found[:, :, 1]
        own = total.gather(2, self.orders[:, :, :1])[..., 0]
        return found + self.values, own

    def by_observer(self, found: Tensor) -> Tensor:
        """Numbers by seat as numbers in turn order from the observer, for five seats."""
        steps = torch.arange(self.seat_count, device=found.device)
        turned = found.gather(-1, self.orders) * (steps < self.games.seats[:, None])
        return torch.nn.functional.pad(turned, (0, SEATS - self.seat_count))


def place(scores: Tensor, present: Tensor) -> Tensor:
    """From 1 for the first place to -1 for the last; ties get the mean."""
    better = (scores[:, None, :] > scores[:, :, None]).sum(2)
    equal = (scores[:, None, :] == scores[:, :, None]).sum(2) - 1
    count = present.sum(1, keepdim=True)
    return (1 - 2 * (better + equal / 2) / (count - 1)).masked_fill(~present, 0.0)


def lead(scores: Tensor) -> Tensor:
    """Points ahead of the best of the others, in hundreds."""
    top = scores.topk(2, 1).values
    best_other = torch.where(scores == top[:, :1], top[:, 1:2], top[:, :1])
    return ((scores - best_other) / 100).clamp(-1.5, 1.5)
