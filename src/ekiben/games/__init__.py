"""The catalogue: which games there are, and loading one by name or from a board file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ekiben.core.errors import EkibenError, RecordError, listed, nearest
from ekiben.core.game import Game
from ekiben.games.routes import game as routes
from ekiben.games.routes.rules import VERSION

BOARDS = Path(__file__).parent / "boards"
NAMES = ("america", "europe", "great-lakes", "london")


def load(name: str, options: Mapping[str, Any], rules: int | None = None) -> Game:
    """A game by its name, or from a path that ends in .toml."""
    path = BOARDS / f"{name}.toml" if name in NAMES else Path(name)
    if name not in NAMES and path.suffix != ".toml":
        raise EkibenError(f"no game {name!r}.{nearest(name, NAMES)} Games: {listed(NAMES)}; or give a board file, ./my-board.toml")
    return routes.load(path, options, rules if rules is not None else VERSION)


def load_recorded(name: str, rules: int, options: Mapping[str, Any]) -> Game:
    """The game of a record; a board of one's own is loaded by its file instead."""
    if name not in NAMES:
        raise RecordError(f"the record is of {name!r}, which is not in the catalogue ({listed(NAMES)}): give its board file")
    try:
        return load(name, options, rules)
    except EkibenError as error:
        raise RecordError(f"the record cannot be replayed: {error}") from error
