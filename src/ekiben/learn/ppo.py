"""Learning from a rollout: the policy by PPO or by copying the teacher, the critic by returns."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from ekiben.learn.config import Config
from ekiben.learn.network import Critic, CriticCall, Player, PlayerCall, legal
from ekiben.learn.rollout import Rollout

VALUE, BELIEF = 0.3, 0.1  # what the player's own judgements count beside its choices
LONGEST_STEP = 1.0  # the norm that gradients are cut to


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

    def learn(self, rollout: Rollout, done: float, warm: float = 1.0) -> dict[str, float]:
        """One update; `done` is the part of copying, or of playing, that lies behind.

        The player's steps are `warm` times as long as they are then.
        """
        config, imitating, slow = self.config, rollout.league.imitating, 1 - 0.9 * done
        rate = config.copy_rate if imitating else config.rate
        size = config.copy_minibatch if imitating else config.minibatch
        entropy = 0.0 if imitating else config.entropy * (1 - 0.8 * done)
        self.optimiser.param_groups[0]["lr"] = warm * slow * rate
        self.critic_optimiser.param_groups[0]["lr"] = slow * config.rate
        returns, advantages = rollout.returns()
        chosen = (rollout.choices if imitating else rollout.learns).flatten().nonzero()[:, 0]
        own = advantages.flatten()[chosen]
        advantages = (advantages - own.mean()) / (own.std() + 1e-6)
        wins = rollout.by_observer(returns[:, :, 0]).clamp(0, 1)
        wins = wins / wins.sum(2, keepdim=True).clamp(min=1e-3)
        totals: dict[str, Tensor] = {}
        for _ in range(config.epochs):
            for at in minibatches(chosen, size):
                losses = self.losses(rollout, at, advantages, wins, entropy)
                self.step(self.optimiser, self.player, losses["loss"])
                totals |= {name: loss.detach() for name, loss in losses.items()}
        everything = torch.arange(rollout.actions.numel(), device=chosen.device)
        for at in minibatches(everything, config.minibatch):
            totals["critic"] = self.learn_values(rollout, returns, at)
        return {name: float(total) for name, total in totals.items()}

    def losses(
        self, rollout: Rollout, at: Tensor, advantages: Tensor, wins: Tensor, entropy: float
    ) -> dict[str, Tensor]:
        """What a part of the choices says of the player, term by term and in all."""
        logits, value, belief = self.fast_player(pick(rollout.observations, at))
        chances = torch.log_softmax(legal(logits, pick(rollout.masks, at)), 1)
        spread = -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
        found = {"value": F.cross_entropy(value, pick(wins, at)), "entropy": spread}
        tickets = pick(rollout.tickets, at)[:, 1:].flatten(1).float()
        guessed = belief[:, : tickets.shape[1]]
        found["belief"] = F.binary_cross_entropy_with_logits(guessed, tickets)
        if rollout.league.imitating:
            labels = pick(rollout.labels, at)
            found["policy"] = F.nll_loss(chances, labels)
            found["agreement"] = (chances.argmax(1) == labels).float().mean()
        else:
            change = chances.gather(1, pick(rollout.actions, at)[:, None])[:, 0]
            change = change - pick(rollout.chances, at)
            ratio, own, clip = change.exp(), pick(advantages, at), self.config.clip
            found["policy"] = -torch.min(ratio * own, ratio.clamp(1 - clip, 1 + clip) * own).mean()
            found["moved"] = -change.mean()
        judged = VALUE * found["value"] + BELIEF * found["belief"]
        return {**found, "loss": found["policy"] + judged - entropy * spread}

    def learn_values(self, rollout: Rollout, returns: Tensor, at: Tensor) -> Tensor:
        """A step of the critic towards the returns, each seat's in turn order."""
        found = self.fast_critic(pick(rollout.observations, at), pick(rollout.secrets, at))
        order = pick(rollout.orders, at)[:, None].expand(-1, 2, -1)
        wanted = pick(returns, at).gather(2, order)
        loss = F.mse_loss(found.view_as(wanted), wanted)
        self.step(self.critic_optimiser, self.critic, loss)
        return loss.detach()

    def step(self, optimiser: torch.optim.Optimizer, network: nn.Module, loss: Tensor) -> None:
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), LONGEST_STEP)
        optimiser.step()


def pick(rows: Tensor, at: Tensor) -> Tensor:
    """Some rows of all steps and games, by number."""
    return rows.flatten(0, 1)[at]


def minibatches(chosen: Tensor, size: int) -> Iterator[Tensor]:
    """The choices in a new order, in equal parts."""
    size = min(size, len(chosen))
    mixed = chosen[torch.randperm(len(chosen), device=chosen.device)]
    for first in range(0, len(mixed) - size + 1, size):
        yield mixed[first : first + size]


def optimiser_of(network: nn.Module, config: Config) -> torch.optim.Optimizer:
    weights = list(network.parameters())
    return torch.optim.AdamW(
        weights, config.rate, eps=1e-5, weight_decay=1e-4, fused=weights[0].is_cuda
    )
