"""Tokyo's part of the npm package, as the registry of families finds it."""

from __future__ import annotations

import numpy as np

from ekiben.bots.tokyo.dispatcher import Dispatcher
from ekiben.bots.tokyo.planner import KEPT, Planner
from ekiben.bots.tokyo.planner_state import PlannerState
from ekiben.core.game import Game
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.imagine import state_from
from ekiben.wasm.package.family import PackageFamily, PlannerCall


def planner(game: Game) -> PlannerCall:
    """The dispatcher, which plans within the kernel and minds no clock."""
    assert isinstance(game, TokyoGame)
    return PlannerCall(
        kernel="tokyobots_choose_action",
        arguments=("board", "state", "memory"),
        tables=np.zeros(0, np.uint8),
        memory_start=Planner(game, Dispatcher().weights).kept(),
        memory_size=PlannerState.size,
        kept=KEPT,
    )


def names(game: Game) -> dict[str, list[str]]:
    """What numbers in a view stand for; event tiles are numbered on after the jobs' places."""
    return {
        "cities": [city.id for city in game.board.cities],
        "posts": [game.board.post(post) for post in range(int(game.plain_board.posts))],
        "jobs": [job.id for job in game.board.jobs],
        "happenings": [tile.id for tile in game.board.tiles],
    }


PACKAGE = PackageFamily(state_from, planner, names)
