"""Learning from a rollout: the policy by PPO or by copying the teacher, the critic by returns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from ekiben.learn.config import Config
from ekiben.learn.network import Critic, CriticCall, Player, PlayerCall, legal
from ekiben.learn.rollout import Rollout

VALUE, BELIEF = 0.3, 0.1  # what the player's own judgements count beside its choices
LONGEST_STEP = 1.0  # the norm that gradients are cut to


@dataclass
class Sample:
    """Choices of the learner, all in one row of tensors."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor
    advantages: Tensor
    wins: Tensor  # every seat's share of the win, as it is expected, from the observer on
    tickets: Tensor


class Learner:
    """The two networks and how they change."""

    def __init__(self, config: Config, player: Player, critic: Critic) -> None:
        self.config = config
        self.player = player
        self.critic = critic
        on_card = next(player.parameters()).is_cuda
        self.optimiser = optimiser_of(player, config)
        self.critic_optimiser = optimiser_of(critic, config)
        self.fast_player: PlayerCall = torch.compile(player, dynamic=False) if on_card else player
        self.fast_critic: CriticCall = torch.compile(critic, dynamic=False) if on_card else critic

    def learn(
        self, rollout: Rollout, done: float, imitating: bool, warm: float = 1.0
    ) -> dict[str, float]:
        """One update; `done` is the part of copying, or of playing, that lies behind.

        Steps are `warm` times as long as they are then.
        """
        returns, advantages = rollout.returns()
        config, slow = self.config, warm * (1 - 0.9 * done)
        set_rate(self.optimiser, slow * (config.copy_rate if imitating else config.rate))
        set_rate(self.critic_optimiser, slow * config.rate)
        size = config.copy_minibatch if imitating else config.minibatch
        chosen = rollout.learns.flatten().nonzero()[:, 0]
        if imitating:
            many = rollout.masks.sum(2, dtype=torch.int32).flatten() > 1
            chosen = many.nonzero()[:, 0]
        own = advantages.flatten()[chosen]
        advantages = (advantages - own.mean()) / (own.std() + 1e-6)
        labels = rollout.labels.flatten() if imitating else None
        wins = rollout.by_observer(returns[:, :, 0]).clamp(0, 1).flatten(0, 1)
        entropy = self.config.entropy * (1 - 0.8 * done)
        totals: dict[str, Tensor] = {}
        for _ in range(self.config.epochs):
            for at in minibatches(chosen, size):
                one = self.sample(rollout, at, advantages.flatten()[at], wins[at])
                losses = self.losses(one, None if labels is None else labels[at], entropy)
                self.step(self.optimiser, self.player, losses["loss"])
                totals = {**totals, **{name: loss.detach() for name, loss in losses.items()}}
        for at in minibatches(torch.arange(len(wins), device=wins.device), self.config.minibatch):
            totals["critic"] = self.learn_values(rollout, returns, at)
        return {name: float(total) for name, total in totals.items()}

    def sample(self, rollout: Rollout, at: Tensor, advantages: Tensor, wins: Tensor) -> Sample:
        tickets = rollout.tickets.flatten(0, 1)[at, 1:].flatten(1).float()
        return Sample(
            rollout.observations.flatten(0, 1)[at],
            rollout.masks.flatten(0, 1)[at],
            rollout.actions.flatten()[at],
            rollout.chances.flatten()[at],
            advantages,
            wins,
            tickets,
        )

    def losses(self, one: Sample, labels: Tensor | None, entropy: float) -> dict[str, Tensor]:
        logits, value, belief = self.fast_player(one.observations)
        chances = torch.log_softmax(legal(logits, one.masks), 1)
        found = {"value": win_loss(value, one.wins)}
        if belief.shape[1]:
            guessed = belief[:, : one.tickets.shape[1]]
            found["belief"] = F.binary_cross_entropy_with_logits(guessed, one.tickets)
        spread = -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
        if labels is not None:
            found["policy"] = F.nll_loss(chances, labels)
            found["agreement"] = (chances.argmax(1) == labels).float().mean()
            entropy = 0.0
        else:
            ratio = (chances.gather(1, one.actions[:, None])[:, 0] - one.chances).exp()
            cut = ratio.clamp(1 - self.config.clip, 1 + self.config.clip)
            found["policy"] = -torch.min(ratio * one.advantages, cut * one.advantages).mean()
            found["moved"] = (one.chances - chances.gather(1, one.actions[:, None])[:, 0]).mean()
        judged = VALUE * found["value"] + BELIEF * found.get("belief", 0.0)
        found["entropy"] = spread
        return {**found, "loss": found["policy"] + judged - entropy * spread}

    def learn_values(self, rollout: Rollout, returns: Tensor, at: Tensor) -> Tensor:
        found = self.fast_critic(
            rollout.observations.flatten(0, 1)[at], rollout.secrets.flatten(0, 1)[at]
        )
        order = rollout.orders.flatten(0, 1)[at][:, None].expand(-1, 2, -1)
        wanted = returns.flatten(0, 1)[at].gather(2, order)
        loss = F.mse_loss(found.view_as(wanted), wanted)
        self.step(self.critic_optimiser, self.critic, loss)
        return loss.detach()

    def step(self, optimiser: torch.optim.Optimizer, network: nn.Module, loss: Tensor) -> None:
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), LONGEST_STEP)
        optimiser.step()


def set_rate(optimiser: torch.optim.Optimizer, rate: float) -> None:
    for group in optimiser.param_groups:
        group["lr"] = rate


def minibatches(chosen: Tensor, size: int) -> Iterator[Tensor]:
    """The choices in a new order, in equal parts."""
    size = min(size, len(chosen))
    mixed = chosen[torch.randperm(len(chosen), device=chosen.device)]
    for first in range(0, len(mixed) - size + 1, size):
        yield mixed[first : first + size]


def optimiser_of(network: nn.Module, config: Config) -> torch.optim.Optimizer:
    return torch.optim.AdamW(network.parameters(), config.rate, eps=1e-5, weight_decay=1e-4)


def win_loss(value: Tensor, wins: Tensor) -> Tensor:
    """How far the judged chances of the seats are from what came."""
    wanted = wins / wins.sum(1, keepdim=True).clamp(min=1e-3)
    return -(wanted * torch.log_softmax(value, 1)).sum(1).mean()
