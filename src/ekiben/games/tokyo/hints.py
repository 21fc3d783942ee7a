"""What a display may tell a seat, from its view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ekiben.core.layout import View

if TYPE_CHECKING:
    from ekiben.games.tokyo.game import TokyoGame


def hints(game: TokyoGame, view: View) -> dict[str, Any]:
    return {}
