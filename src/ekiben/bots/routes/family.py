"""The route games' bots, as the registry of families finds them."""

from __future__ import annotations

from ekiben.bots.bot import Bot
from ekiben.bots.expert import Expert
from ekiben.bots.family import BotFamily, ExpertKeys
from ekiben.bots.routes.duel import CompiledRouteGames
from ekiben.bots.routes.expert import RouteExpert
from ekiben.bots.routes.pipe_messages import board_message, position_message
from ekiben.bots.routes.players import (
    Collector,
    Greedy,
    Junkie,
    Novice,
    Path,
    Planner,
    Racer,
    Step,
    Wary,
)


def expert(keys: ExpertKeys) -> Bot:
    return RouteExpert(
        seed=keys.seed,
        rollouts=keys.rollouts,
        seconds=keys.seconds,
        sure=keys.sure,
        belief=keys.belief,
        policy=keys.policy,
        models=keys.models,
    )


BOTS = BotFamily(
    bots={
        "greedy": Greedy,
        "racer": Racer,
        "junkie": Junkie,
        "step": Step,
        "path": Path,
        "wary": Wary,
        "collector": Collector,
        "novice": Novice,
        "planner": Planner,
        "expert": Expert,
    },
    levels={
        "beginner": "novice",
        "easy": "step",
        "medium": "junkie",
        "hard": "planner",
        "expert": "expert",
    },
    usual="greedy",
    expert=expert,
    board_message=board_message,
    position_message=position_message,
    compiled_games=CompiledRouteGames(),
)
