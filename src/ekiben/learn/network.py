"""The player's network, which sees what its seat sees, and the critic, which sees everything."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from ekiben.core.game import Game
from ekiben.learn.config import Config
from ekiben.observations.encoding import encoding

PlayerCall = Callable[[Tensor], tuple[Tensor, Tensor, Tensor]]
ChoiceCall = Callable[[Tensor, Tensor, Tensor], tuple[Tensor, Tensor]]
CriticCall = Callable[[Tensor, Tensor], Tensor]
SEATS = 5  # of which values and beliefs tell, in turn order after the observer
IMPOSSIBLE = -1e9
PROCESSOR_HAS_BFLOAT16 = torch.ops.mkldnn._is_mkldnn_bf16_supported()


def zeroed(layer: nn.Linear) -> nn.Linear:
    """A layer that begins with zeros, whatever goes in."""
    nn.init.zeros_(layer.weight)
    nn.init.zeros_(layer.bias)
    return layer


class Block(nn.Module):
    """A residual block; it begins as no change at all."""

    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.a = nn.Linear(width, hidden)
        self.b = zeroed(nn.Linear(hidden, width))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.b(F.relu(self.a(self.norm(x))))


class Trunk(nn.Module):
    """Numbers in, a summary of the position out.

    Observations stay bytes as long as they can: it is the weights that are scaled.
    """

    scale: Tensor

    def __init__(self, game: Game, more: int, width: int, hidden: int, blocks: int) -> None:
        super().__init__()
        seen = encoding(game)
        scale = torch.cat([torch.tensor(seen.scale), torch.ones(more)])
        self.register_buffer("scale", scale, persistent=False)
        self.input = nn.Linear(seen.size + more, width)
        self.blocks = nn.ModuleList(Block(width, hidden) for _ in range(blocks))
        self.norm = nn.LayerNorm(width)

    def forward(self, x: Tensor) -> Tensor:
        x = F.linear(x, self.input.weight * self.scale, self.input.bias)
        for block in self.blocks:
            x = block(x)
        return self.norm(x)


class Player(nn.Module):
    """Chooses, judges every seat's chance to win, and guesses the others' tickets."""

    def __init__(self, game: Game, config: Config, tickets: int) -> None:
        super().__init__()
        self.sizes = f"width={config.width}, hidden={config.hidden}, blocks={config.blocks}"
        self.trunk = Trunk(game, 0, config.width, config.hidden, config.blocks)
        self.policy = nn.Linear(config.width, game.action_count)
        self.value = zeroed(nn.Linear(config.width, SEATS))
        self.belief = nn.Linear(config.width, (SEATS - 1) * tickets)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.zeros_(self.policy.bias)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of all actions, of every seat's win, and of the tickets that others hold."""
        with half_precision(observations):
            x = self.trunk(observations.to(precision(observations)))
            found = self.policy(x), self.value(x), self.belief(x)
        return found[0].float(), found[1].float(), found[2].float()

    def choose(
        self, observations: Tensor, masks: Tensor, sharpness: Tensor
    ) -> tuple[Tensor, Tensor]:
        """An action each, as likely as its logit says, and the logarithm of how likely."""
        logits = legal(sharpness * self(observations)[0], masks)
        actions = sample(logits)
        return actions, torch.log_softmax(logits, 1).gather(1, actions[:, None])[:, 0]

    @torch.no_grad()
    def sharpen(self, sharpness: float) -> None:
        """Multiply all logits of actions."""
        self.policy.weight *= sharpness
        self.policy.bias *= sharpness


class Critic(nn.Module):
    """What every seat will get, seen with all that is hidden and with who plays each seat."""

    def __init__(self, game: Game, config: Config, hidden: int, outputs: int) -> None:
        super().__init__()
        self.trunk = Trunk(game, hidden, config.critic_width, config.critic_width, 2)
        self.value = zeroed(nn.Linear(config.critic_width, outputs))

    def forward(self, observations: Tensor, hidden: Tensor) -> Tensor:
        with half_precision(observations):
            kind = precision(observations)
            seen = torch.cat([observations.to(kind), hidden.to(kind)], 1)
            return self.value(self.trunk(seen)).float()


def precision(like: Tensor) -> torch.dtype:
    """bfloat16 on a card and on processors that multiply it; it has every byte exactly."""
    return torch.bfloat16 if like.is_cuda or PROCESSOR_HAS_BFLOAT16 else torch.float32


def half_precision(like: Tensor) -> torch.autocast:
    return torch.autocast(like.device.type, torch.bfloat16, precision(like) is torch.bfloat16)


def legal(logits: Tensor, masks: Tensor) -> Tensor:
    """The logits with those of illegal actions far below all others."""
    return logits.masked_fill(masks == 0, IMPOSSIBLE)


def best(logits: Tensor, masks: Tensor) -> Tensor:
    """The legal action with the highest logit."""
    return legal(logits, masks).argmax(1)


def sample(logits: Tensor) -> Tensor:
    """An action each, as likely as its logit says."""
    noise = torch.rand_like(logits).clamp_(1e-20, 1 - 1e-7)
    return (logits - torch.log(-torch.log(noise))).argmax(1)
