"""Tokyo's scenes and plans, as the registry of families finds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ekiben.core.game import Game
from ekiben.core.layout import GameState, View
from ekiben.games.tokyo.game import tokyo_game
from ekiben.server.scenes.family import Planner, Scenes, Standing
from ekiben.server.scenes.plan_messages import Answer, Ask
from ekiben.server.scenes.tokyo import board_facts, plans
from ekiben.server.scenes.tokyo import scene as scenes
from ekiben.server.scenes.tokyo.board_facts import TokyoFacts
from ekiben.server.scenes.tokyo.scene import TokyoScene


def facts(game: Game) -> TokyoFacts:
    return board_facts.facts(tokyo_game(game))


def scene(
    game: Game, view: View, names: Sequence[str], hints: Mapping[str, Any] | None, language: str
) -> TokyoScene:
    """Without hints: how far off jobs are is asked for as a plan."""
    return scenes.scene(tokyo_game(game), view, names, language)


def answer(game: Game, view: View, ask: Ask) -> Answer:
    return plans.answer(tokyo_game(game), view, ask)


def compile_in_background(game: Game) -> None:
    plans.compile_in_background(tokyo_game(game))


def standings_now(game: Game, state: GameState) -> list[Standing]:
    """Here every state ranks the seats."""
    return [
        Standing(game.standing(state, seat), int(state.score[seat])) for seat in range(state.seats)
    ]


SCENES = Scenes(
    facts=facts,
    scene=scene,
    messages=(TokyoFacts, TokyoScene),
    standings_now=standings_now,
)
PLANNER = Planner(
    answer=answer, compile_in_background=compile_in_background, is_ready=plans.READY.is_set
)
