"""The networks of the box: a file for each game that has one."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import NamedTuple

from ekiben.bots.family import table_sizes
from ekiben.bots.learned.network import Network, read_about
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game

FOLDER = Path(__file__).with_name("weights")


class MadeFor(NamedTuple):
    """What a network is for: a game, its board by digest, and sizes of tables (None: all)."""

    game: str
    board: str
    seats: tuple[int, ...] | None = None


ELSEWHERE: dict[str, MadeFor] = {}  # networks that come later, by game


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
    return bool(network_seats(game))


def network_seats(game: Game) -> tuple[int, ...]:
    """The sizes of tables that the box's network for this very board is meant for."""
    path = box_file(game)
    known = [ELSEWHERE.get(game.name), made_for(path, stamp_of(path)) if path.exists() else None]
    fitting = [one for one in known if one and one[:2] == (game.name, game.digest)]
    return (fitting[0].seats or table_sizes(game)) if fitting else ()


def network_here(game: Game) -> Network | None:
    """The box's network for this very board; None where there is none, or it is yet to come."""
    return network_for(game) if has_network(game) and box_file(game).exists() else None


def stamp_of(path: Path) -> int:
    """When the file was written, so that one that is written anew is read anew."""
    return path.stat().st_mtime_ns if path.exists() else 0


@functools.lru_cache(maxsize=16)
def made_for(path: Path, stamp: int) -> MadeFor:
    """What a file says it was made for."""
    about = read_about(path)
    return MadeFor(about["game"], about["board"], about["seats"])


@functools.lru_cache(maxsize=16)
def read_network(path: Path, stamp: int) -> Network:
    return Network.load(path)
