"""The route games' scenes, as the registry of families finds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.games.routes.game import route_game
from ekiben.server.scenes.family import Scenes
from ekiben.server.scenes.routes import board_facts
from ekiben.server.scenes.routes import scene as scenes
from ekiben.server.scenes.routes.board_facts import RouteFacts
from ekiben.server.scenes.routes.ending import standings_now
from ekiben.server.scenes.routes.scene import RouteScene


def facts(game: Game) -> RouteFacts:
    return board_facts.facts(route_game(game))


def scene(
    game: Game, view: View, names: Sequence[str], hints: Mapping[str, Any] | None, language: str
) -> RouteScene:
    known = game.hints(view) if hints is None else hints
    return scenes.scene(route_game(game), view, names, known, language)


SCENES = Scenes(
    facts=facts,
    scene=scene,
    messages=(RouteFacts, RouteScene),
    standings_now=standings_now,
)
