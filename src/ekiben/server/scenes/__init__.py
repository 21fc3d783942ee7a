"""What a browser is given to draw: the facts of a board, once, and the scene of a view, again and
again.

A scene is a pure function of a view (and of what is derived from it), so it holds nothing that the
viewer may not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.games.routes.game import RouteGame
from ekiben.games.tokyo.game import TokyoGame
from ekiben.server.scenes.routes import scene as routes
from ekiben.server.scenes.routes.scene import RouteFacts, RouteScene
from ekiben.server.scenes.tokyo import scene as tokyo
from ekiben.server.scenes.tokyo.scene import LatticeFacts, LatticeScene

Facts = RouteFacts | LatticeFacts
Scene = RouteScene | LatticeScene

__all__ = [
    "Facts",
    "LatticeFacts",
    "LatticeScene",
    "RouteFacts",
    "RouteScene",
    "Scene",
    "facts",
    "scene",
]


def facts(game: Game) -> Facts:
    """All of a board that never changes, in both languages."""
    if isinstance(game, TokyoGame):
        return tokyo.facts(game)
    assert isinstance(game, RouteGame), game
    return routes.facts(game)


def scene(
    game: Game,
    view: View,
    names: Sequence[str] = (),
    hints: Mapping[str, Any] | None = None,
    language: str = "en",
) -> Scene:
    """A view as a browser draws it; `hints` are the game's own for this view, made here when left
    out.
    """
    if isinstance(game, TokyoGame):
        return tokyo.scene(game, view, names, language)
    assert isinstance(game, RouteGame), game
    return routes.scene(game, view, names, game.hints(view) if hints is None else hints, language)
