"""Ekiben for researchers: PettingZoo (`zoo`), Gymnasium (`gym`), OpenSpiel (`spiel`), and `BatchEnv`, thousands of games in one array.

Importing this registers the ids of whatever of those is installed:

>>> import gymnasium, ekiben.envs
>>> env = gymnasium.make("ekiben/London-v0", opponents="random")
"""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any

from ekiben.core.game import Game
from ekiben.envs.batch import BatchEnv
from ekiben.envs.features import Block, Encoding, Feature, encoding, sight

__all__ = ["BatchEnv", "Block", "Encoding", "Feature", "encoding", "statics"]

INTERFACES = {"gymnasium": "gym", "pettingzoo": "zoo"}


def statics(game: Game) -> dict[str, Any]:
    """What a board never changes, by the blocks of its observations: lengths, colours, ticket values, the rows' names."""
    found: dict[str, Any] = sight(game).statics(game)
    return found


for package, module in INTERFACES.items():
    if find_spec(package) is not None:
        importlib.import_module(f"ekiben.envs.{module}").register()
