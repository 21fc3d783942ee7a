"""What a browser is given to draw: the facts of a board, once, and the scene of a view.

A scene is a pure function of a view (and of what is derived from it), so it holds nothing that the
viewer may not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.server.scenes.family import SCENES

__all__ = ["facts", "scene"]


def facts(game: Game) -> msgspec.Struct:
    """All of a board that never changes, in both languages."""
    return SCENES.of(game).facts(game)


def scene(
    game: Game,
    view: View,
    names: Sequence[str] = (),
    hints: Mapping[str, Any] | None = None,
    language: str = "en",
) -> msgspec.Struct:
    """A view as a browser draws it; `hints` are the game's for this view, made if left out."""
    return SCENES.of(game).scene(game, view, names, hints, language)
