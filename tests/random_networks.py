"""Small networks that have learned nothing, for tests."""

from __future__ import annotations

import numpy as np

from ekiben.bots.learned.network import Network
from ekiben.bots.learned.quantising import quantise
from ekiben.core.game import Game
from ekiben.observations.encoding import encoding

SEATS = 5


def random_layers(
    sizes: tuple[int, int, int], *, width: int, hidden: int, blocks: int, seed: int
) -> dict[str, np.ndarray]:
    """Float layers for so many inputs, actions and beliefs."""
    inputs, actions, beliefs = sizes
    luck = np.random.default_rng(seed)
    shapes = {"input": (width, inputs)}
    for block in range(blocks):
        shapes[f"block.{block}.a"] = (hidden, width)
        shapes[f"block.{block}.b"] = (width, hidden)
    shapes |= {"policy": (actions, width), "value": (SEATS, width), "belief": (beliefs, width)}
    layers = {}
    for name, (rows, columns) in shapes.items():
        weights = luck.normal(0, columns**-0.5, (rows, columns))
        layers[f"{name}.weight"] = weights.astype(np.float32)
        layers[f"{name}.bias"] = luck.normal(0, 0.1, rows).astype(np.float32)
    return layers


def game_layers(
    game: Game, *, width: int = 16, hidden: int = 24, blocks: int = 2, seed: int = 1
) -> dict[str, np.ndarray]:
    sizes = encoding(game).size, game.action_count, 4 * len(game.board.tickets)
    return random_layers(sizes, width=width, hidden=hidden, blocks=blocks, seed=seed)


def random_observations(game: Game, count: int, seed: int = 1) -> np.ndarray:
    """Observations that no position gives, in the range of each number, most of them zero."""
    luck = np.random.default_rng(seed)
    size = encoding(game).size
    most = np.minimum(np.round(1 / encoding(game).scale), 255)
    found = luck.random((count, size)) * (most + 1) * (luck.random((count, size)) < 0.2)
    return found.astype(np.uint8)


def random_network(game: Game, seed: int = 1, **sizes: int) -> Network:
    layers = game_layers(game, seed=seed, **sizes)
    return quantise(layers, random_observations(game, 32), game)
