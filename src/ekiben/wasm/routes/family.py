"""The route games' part of the npm package, as the registry of families finds it."""

from __future__ import annotations

import numpy as np

from ekiben.bots.routes.players import Planner
from ekiben.bots.routes.policy_state import PolicyState
from ekiben.core.game import Game
from ekiben.games.routes.imagine import state_from
from ekiben.wasm.package.family import PackageFamily, PlannerCall


def planner(game: Game) -> PlannerCall:
    bot = Planner()
    bot.sit(game)
    return PlannerCall(
        kernel="routebots_choose_one",
        arguments=("board", "tables", "memory", "state", bot.number),
        tables=bot.tables.packed(),
        memory_start=np.zeros(0, np.uint8),
        memory_size=PolicyState.size,
        kept=0,
    )


def names(game: Game) -> dict[str, list[str]]:
    """What numbers in a view stand for."""
    return {
        "kinds": list(game.board.kinds),
        "cities": [city.id for city in game.board.cities],
        "routes": [route.id for route in game.board.routes],
        "tickets": [ticket.id for ticket in game.board.tickets],
    }


PACKAGE = PackageFamily(state_from, planner, names)
