"""From a checkpoint to the small file that plays without PyTorch, and the model card."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

import ekiben
from ekiben.bots.learned.many import evaluate_many
from ekiben.bots.learned.network import Network
from ekiben.bots.learned.quantising import quantise
from ekiben.core.game import Game
from ekiben.learn.config import make_config
from ekiben.learn.games import make_games
from ekiben.learn.network import Player, folded_layers, legal
from ekiben.learn.train import read_checkpoint

SAMPLE_SEED = 8_000_000_000  # positions that are neither learned from nor measured on
SAMPLE_GAMES, SAMPLE_STEPS = 256, 40


@dataclass(frozen=True)
class Exported:
    """A network as it plays, and how often it chooses what the trained one would."""

    network: Network
    agreement: float
    positions: int


def export(checkpoint: Path) -> Exported:
    """The network of whole numbers for a trained player."""
    found = read_checkpoint(checkpoint)
    config = make_config(found["settings"])
    game = ekiben.load(config.game)
    tickets = found["player"]["belief.weight"].shape[0] // 4
    player = Player(game, config, tickets)
    player.load_state_dict(found["player"])
    observations, masks = sample_positions(game, player)
    layers = {name: layer.numpy() for name, layer in folded_layers(player).items()}
    network = quantise(layers, observations[::4], game)
    return Exported(network, agreement(player, network, observations, masks), len(observations))


@torch.no_grad()
def sample_positions(
    game: Game, player: Player
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Observations of positions with a choice, from games that the player plays at all tables."""
    low, high = game.seats
    sizes = [low + number % (high - low + 1) for number in range(SAMPLE_GAMES)]
    games = make_games(game, sizes, SAMPLE_SEED)
    player = player.to(games.device)
    seen, masks = [], []
    for step in range(SAMPLE_STEPS * high):
        if step % high == 0:
            many = games.masks.sum(1, dtype=torch.int32) > 1
            seen.append(games.observations[many].cpu().numpy().copy())
            masks.append(games.masks[many].cpu().numpy().copy())
        games.step(legal(player(games.observations)[0], games.masks).argmax(1))
    player.cpu()
    return np.concatenate(seen), np.concatenate(masks)


@torch.no_grad()
def agreement(
    player: Player,
    network: Network,
    observations: npt.NDArray[np.uint8],
    masks: npt.NDArray[np.uint8],
) -> float:
    """The part of positions in which both choose the same action."""
    wanted = legal(player(torch.from_numpy(observations))[0], torch.from_numpy(masks)).argmax(1)
    logits = torch.from_numpy(evaluate_many(network, observations).policy)
    return float((legal(logits, torch.from_numpy(masks)).argmax(1) == wanted).float().mean())
