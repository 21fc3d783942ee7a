"""What a run keeps on disk, and players that come back from there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from ekiben.bots.learned.files import network_for
from ekiben.bots.learned.network import Network
from ekiben.bots.learned.quantising import float_layers
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.learn.config import Config
from ekiben.learn.network import SEATS, Player
from ekiben.observations.encoding import encoding


def write_checkpoint(path: Path, parts: dict[str, Any]) -> None:
    """Write beside the path, then move into place, so that a kill leaves the one before."""
    beside = path.with_suffix(".part")
    torch.save(parts, beside)
    beside.replace(path)


def read_checkpoint(path: Path) -> dict[str, Any]:
    """A checkpoint's parts, on whatever device there is."""
    try:
        device = "cuda" if torch.cuda.is_available() else "cpu"
        return torch.load(path, map_location=device, weights_only=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise EkibenError(f"cannot read the checkpoint {path}: {error}") from None


def load_player(path: str, game: Game, config: Config) -> Player:
    """A player of any size: a checkpoint's, a small file's, or with "box" the box's own."""
    if path == "box" or path.endswith(".npz"):
        return player_of_network(network_for(game, "" if path == "box" else path), game, config)
    found = read_checkpoint(Path(path))
    other = found["settings"]["game"]
    if other != config.game:
        raise EkibenError(f"{path} has a player of {other}, not of {config.game}")
    return player_of_checkpoint(found, game)


def player_of_checkpoint(found: dict[str, Any], game: Game) -> Player:
    """The player as it was trained; of the settings then, only its sizes matter."""
    tickets = len(found["player"]["belief.weight"]) // (SEATS - 1)
    sizes = {name: found["settings"][name] for name in ("game", "width", "hidden", "blocks")}
    player = Player(game, Config(**sizes), tickets)
    player.load_state_dict(found["player"])
    return player


def player_of_network(network: Network, game: Game, config: Config) -> Player:
    """A player from a small file, as large as its network is."""
    width, hidden, blocks = (network.size(name) for name in ("width", "hidden", "blocks"))
    config = replace(config, width=width, hidden=hidden, blocks=blocks)
    player = Player(game, config, network.size("beliefs") // (SEATS - 1))
    weights = player.state_dict()  # the norms' own are folded into the file's layers
    for name, layer in float_layers(network, encoding(game).scale).items():
        whole = name.replace("input.", "trunk.input.").replace("block.", "trunk.blocks.")
        weights[whole] = torch.from_numpy(layer)
    player.load_state_dict(weights)
    return player
