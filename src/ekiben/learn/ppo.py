"""Learning from a rollout: the policy by PPO or by copying the teacher, the critic by returns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from ekiben.learn.config import Config
from ekiben.learn.network import ChoiceCall, Critic, CriticCall, Player, legal
from ekiben.learn.rollout import Rollout

VALUE, BELIEF = 0.3, 0.1  # what the player's own judgements count beside its choices
LONGEST_STEP = 1.0  # the norm that gradients are cut to
Function = TypeVar("Function", bound=Callable[..., Any])


class Choices(NamedTuple):
    """Some choices of a rollout, a row each."""

    observations: Tensor
    masks: Tensor
    labels: Tensor  # the teacher's actions
    actions: Tensor  # what was chosen instead,
    chances: Tensor  # and the logarithm of how likely that was
    advantages: Tensor
    wins: Tensor
    tickets: Tensor  # of the others


class Learner:
    """The two networks and how they change."""

    def __init__(self, config: Config, player: Player, critic: Critic) -> None:
        self.config = config
        self.player = player
        self.critic = critic
        on_card = next(player.parameters()).is_cuda
        self.optimiser = optimiser_of(player, config)
        self.critic_optimiser = optimiser_of(critic, config)
        self.fast_choose: ChoiceCall = compiled(player.choose, on_card)
        self.fast_critic: CriticCall = compiled(critic, on_card)
        self.fast_losses = compiled(self.losses, on_card)

    def learn(self, rollout: Rollout, done: float, warm: float = 1.0) -> dict[str, float]:
        """One update; `done` is the part of copying, or of playing, that lies behind.

        The player's steps are `warm` times as long as they are then; at 0 the critic learns alone.
        """
        slow = 1 - 0.9 * done
        self.optimiser.param_groups[0]["lr"] = warm * slow * self.player_rate(rollout)
        self.critic_optimiser.param_groups[0]["lr"] = slow * self.config.rate
        returns, advantages = rollout.returns()
        found = self.learn_choices(rollout, returns, advantages, done) if warm else {}
        everything = torch.arange(rollout.actions.numel(), device=returns.device)
        for at in minibatches(everything, self.config.minibatch):
            found["critic"] = self.learn_values(rollout, returns, at)
        return {name: float(loss) for name, loss in found.items()}

    def player_rate(self, rollout: Rollout) -> float:
        return self.config.copy_rate if rollout.league.imitating else self.config.rate

    def learn_choices(
        self, rollout: Rollout, returns: Tensor, advantages: Tensor, done: float
    ) -> dict[str, Tensor]:
        """Steps of the player; returns the last ones' losses."""
        config, imitating = self.config, rollout.league.imitating
        size = config.copy_minibatch if imitating else config.minibatch
        entropy = torch.tensor(config.entropy * (1 - 0.8 * done), device=returns.device)
        chosen = (rollout.choices if imitating else rollout.learns).flatten().nonzero()[:, 0]
        advantages = even_out(advantages, rollout.learns, rollout.games.seats)
        wins = rollout.by_observer(returns[:, :, 0]).clamp(0, 1)
        wins = wins / wins.sum(2, keepdim=True).clamp(min=1e-3)
        found: dict[str, Tensor] = {}
        for _ in range(config.epochs):
            for at in minibatches(chosen, size):
                losses = self.fast_losses(
                    choices_of(rollout, at, advantages, wins), entropy, imitating
                )
                self.step(self.optimiser, self.player, losses["loss"])
                found = {name: loss.detach() for name, loss in losses.items()}
        return found

    def losses(self, rows: Choices, entropy: Tensor, imitating: bool) -> dict[str, Tensor]:
        """What some choices say of the player, term by term and in all."""
        logits, value, belief = self.player(rows.observations)
        chances = torch.log_softmax(legal(logits, rows.masks), 1)
        guessed = belief[:, : rows.tickets.shape[1]]
        found = {
            "value": F.cross_entropy(value, rows.wins),
            "belief": F.binary_cross_entropy_with_logits(guessed, rows.tickets),
        }
        loss = VALUE * found["value"] + BELIEF * found["belief"]
        if imitating:
            found["policy"] = F.nll_loss(chances, rows.labels)
            found["agreement"] = (chances.argmax(1) == rows.labels).float().mean()
        else:
            change = chances.gather(1, rows.actions[:, None])[:, 0] - rows.chances
            ratio, own, clip = change.exp(), rows.advantages, self.config.clip
            found["policy"] = -torch.min(ratio * own, ratio.clamp(1 - clip, 1 + clip) * own).mean()
            found["moved"] = -change.mean()
            found["entropy"] = -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
            loss = loss - entropy * found["entropy"]
        return {**found, "loss": found["policy"] + loss}

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


def choices_of(rollout: Rollout, at: Tensor, advantages: Tensor, wins: Tensor) -> Choices:
    """The choices with these numbers."""
    return Choices(
        observations=pick(rollout.observations, at),
        masks=pick(rollout.masks, at),
        labels=pick(rollout.labels, at),
        actions=pick(rollout.actions, at),
        chances=pick(rollout.chances, at),
        advantages=pick(advantages, at),
        wins=pick(wins, at),
        tickets=pick(rollout.tickets, at)[:, 1:].flatten(1).float(),
    )


def pick(rows: Tensor, at: Tensor) -> Tensor:
    """Some rows of all steps and games, by number."""
    return rows.flatten(0, 1)[at]


def even_out(advantages: Tensor, learns: Tensor, seats: Tensor) -> Tensor:
    """The learner's advantages with mean 0 and deviation 1 at every size of table.

    So a choice among five players, where one decides little, counts as much as one between two.
    """
    found = torch.zeros_like(advantages)
    for size in seats.unique():
        at = learns & (seats == size)
        own = advantages[at]
        found[at] = (own - own.mean()) / (own.std(correction=0) + 1e-6)
    return found


def minibatches(chosen: Tensor, size: int) -> Iterator[Tensor]:
    """The choices in a new order, in equal parts."""
    size = min(size, len(chosen))
    mixed = chosen[torch.randperm(len(chosen), device=chosen.device)]
    for first in range(0, len(mixed) - size + 1, size):
        yield mixed[first : first + size]


def compiled(function: Function, on_card: bool) -> Function:
    """The function as few kernels, on a card; as it is elsewhere."""
    return torch.compile(function, dynamic=False) if on_card else function


def optimiser_of(network: nn.Module, config: Config) -> torch.optim.Optimizer:
    weights = list(network.parameters())
    return torch.optim.AdamW(
        weights, config.rate, eps=1e-5, weight_decay=1e-4, fused=weights[0].is_cuda
    )
