"""The networks of the box: a file for each game that has one."""

from __future__ import annotations

import functools
from pathlib import Path

from ekiben.bots.learned.network import Network, read_about
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game

FOLDER = Path(__file__).with_name("weights")
ELSEWHERE: dict[str, str] = {}  # games whose networks come later, with the digests of their boards


def box_file(game: Game) -> Path:
    """Where the box keeps the network of a game, if it has one."""
    return FOLDER / f"{Path(game.name).name}.npz"


def network_for(game: Game, weights: str = "") -> Network:
    """The network of a file, or the box's; an error if there is none or it fits another game."""
    path = Path(weights) if weights else box_file(game)
    if not weights and not has_network(game):
        raise EkibenError(
            f"the box has no network for this board ({game.name}); "
            "give a file of your own: learned:weights=FILE"
        )
    network = read_network(path, stamp_of(path))
    network.check_fits(game, path)
    return network


def has_network(game: Game) -> bool:
    """Whether the box has a network for this very board, or can get it."""
    if ELSEWHERE.get(game.name) == game.digest:
        return True
    path = box_file(game)
    return path.exists() and made_for(path, stamp_of(path)) == (game.name, game.digest)


def network_here(game: Game) -> Network | None:
    """The box's network for this very board; None where there is none, or it is yet to come."""
    return network_for(game) if has_network(game) and box_file(game).exists() else None


def stamp_of(path: Path) -> int:
    """When the file was written, so that one that is written anew is read anew."""
    return path.stat().st_mtime_ns if path.exists() else 0


@functools.lru_cache(maxsize=16)
def made_for(path: Path, stamp: int) -> tuple[str, str]:
    """The game and the board that a file says it was made for."""
    about = read_about(path)
    return about["game"], about["board"]


@functools.lru_cache(maxsize=16)
def read_network(path: Path, stamp: int) -> Network:
    return Network.load(path)
