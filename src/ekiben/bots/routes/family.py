"""The route games' bots, as the registry of families finds them."""

from __future__ import annotations

from ekiben.bots.bot import Bot
from ekiben.bots.expert import Expert
from ekiben.bots.family import BotFamily, ExpertKeys, PolicyKernel, PolicyTables
from ekiben.bots.learned.bot import Learned
from ekiben.bots.learned.files import network_seats
from ekiben.bots.routes import kernels
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.duel import CompiledRouteGames, seat_policy
from ekiben.bots.routes.expert import RouteExpert
from ekiben.bots.routes.learned_player import RouteLearned
from ekiben.bots.routes.network_expert import NetworkExpert
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
from ekiben.bots.routes.policies import only
from ekiben.bots.routes.policy_state import PolicyState
from ekiben.core.game import Game
from ekiben.games.routes.game import RouteGame


def expert(keys: ExpertKeys) -> Bot:
    return NetworkExpert(
        seed=keys.seed,
        rollouts=keys.rollouts,
        seconds=keys.seconds,
        sure=keys.sure,
        belief=keys.belief,
        policy=keys.policy,
        models=keys.models,
    )


def tables_of(game: Game, bot: Bot) -> PolicyTables:
    assert isinstance(game, RouteGame)
    policy = seat_policy(game, bot)
    return PolicyTables(policy.number, policy.tables.packed())


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
        "searcher": RouteExpert,
        "learned": Learned,
        "expert": Expert,
    },
    levels={
        "beginner": "novice",
        "easy": "step",
        "medium": "junkie",
        "hard": "planner",
        "master": "learned",
        "expert": "expert",
    },
    usual="greedy",
    expert=expert,
    board_message=board_message,
    position_message=position_message,
    compiled_games=CompiledRouteGames(),
    policy_kernel=PolicyKernel(
        builds=BUILDS,
        choose_in_each=kernels.choose_in_each,
        work_size=PolicyState.size,
        tables_of=tables_of,
        names_for=lambda number: {kernels: {"choose": only(number)}},
    ),
    learned=RouteLearned,
    learned_seats=network_seats,
)
