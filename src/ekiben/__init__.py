"""Ekiben: railway board games, to play and to study.

>>> import ekiben
>>> game = ekiben.load("america")
>>> match = game.new(seats=2, seed=7)
>>> match.play(match.legal()[0])  # doctest: +ELLIPSIS
[...]
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ekiben import games as _catalogue
from ekiben.core.action import Action
from ekiben.core.batch import Batch
from ekiben.core.errors import BoardError, EkibenError, Illegal, RecordError, Refusal, quoted
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.core.match import Match, Script
from ekiben.core.record import Record
from ekiben.core.record import replay as replay_line

__version__ = "0.1.0"
__all__ = [
    "Action",
    "Batch",
    "BoardError",
    "EkibenError",
    "Game",
    "Illegal",
    "Match",
    "Record",
    "RecordError",
    "Refusal",
    "Script",
    "View",
    "games",
    "load",
    "replay",
]


def games() -> tuple[str, ...]:
    """The names of all games."""
    return _catalogue.NAMES


def load(name: str | Path, **options: Any) -> Game:
    """Load a game by name or from a board file, with options by name.

    A wrong name or option raises an error that lists the right ones.
    """
    if not isinstance(name, str | Path):
        raise EkibenError(
            f"a game is loaded by its name ({', '.join(games())}) or its board file, not "
            f"{quoted(name)}"
        )
    return _painted(_catalogue.load(str(name), options))


def replay(line: str | Record, board: str | Path | None = None) -> Match:
    """The match of a record's line again; for a board of your own, give its file."""

    def loaded(name: str, rules: int, options: Mapping[str, Any]) -> Game:
        if board is not None:
            return _painted(_catalogue.load(str(board), options, rules))
        return _painted(_catalogue.load_recorded(name, rules, options))

    if not isinstance(line, str | Record):
        raise RecordError(f"not a record: a record is a text, one line of JSON, not {quoted(line)}")
    if board is not None and not isinstance(board, str | Path):
        raise EkibenError(f"a board is given by its file, not {quoted(board)}")
    return replay_line(str(line), loaded)


def _painted(game: Game) -> Game:
    """Let a game draw its boards and matches; the engine itself knows no pictures."""

    def paint(shown: Match | Game, seat: int | None, language: str) -> str:
        from ekiben.draw import board_svg, match_svg

        return (
            board_svg(shown.board, language)
            if isinstance(shown, Game)
            else match_svg(shown, seat, language)
        )

    game.painter = paint
    return game
