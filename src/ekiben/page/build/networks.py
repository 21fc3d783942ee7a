"""The networks of players that learned, as files that a page fetches when they are needed."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TypedDict

import ekiben
from ekiben.bots.learned.files import box_file, network_seats

NETWORKS = "networks"  # the folder; what is in it is not kept before it is used


class NetworkFile(TypedDict):
    """Where a game's network lies, the digest of its board, and the sizes of its tables."""

    file: str
    board: str
    seats: list[int]


def add_networks(folder: Path) -> dict[str, NetworkFile]:
    """Copy the networks that there are; their names tell their contents apart."""
    found: dict[str, NetworkFile] = {}
    for game in map(ekiben.load, ekiben.games()):
        seats = network_seats(game)
        if seats:
            content = box_file(game).read_bytes()
            digest = hashlib.sha256(content).hexdigest()[:12]
            name = f"{NETWORKS}/{game.name}-{digest}.npz"
            (folder / NETWORKS).mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
            found[game.name] = {"file": name, "board": game.digest, "seats": list(seats)}
    return found
