"""Environments for learners.

PettingZoo (`zoo`), Gymnasium (`gym`), OpenSpiel (`spiel`), and `BatchEnv`: many games in one array.

Importing this registers the ids of whatever of those is installed:

>>> import gymnasium, ekiben.envs
>>> env = gymnasium.make("ekiben/London-v0", opponents="random")
"""

from __future__ import annotations

import contextlib
import importlib

from ekiben.core.extras import MissingExtra
from ekiben.core.game import Game
from ekiben.envs.batch import BatchEnv
from ekiben.observations.columns import Feature
from ekiben.observations.encoding import OBSERVATION, Block, Encoding, Statics, encoding

__all__ = ["BatchEnv", "Block", "Encoding", "Feature", "encoding", "statics"]


def statics(game: Game) -> Statics:
    """What a board never changes, block by block: lengths, colours, ticket values, names."""
    return OBSERVATION.of(game).statics(game)


for module in ("gym", "zoo"):
    with contextlib.suppress(MissingExtra):
        importlib.import_module(f"ekiben.envs.{module}").register()
