"""Pictures of boards and matches as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ekiben.draw.family import ILLUSTRATE, PAINTER, Board, Illustration

if TYPE_CHECKING:
    from ekiben.core.game import Game
    from ekiben.core.match import Match

__all__ = ["board_svg", "cover_svg", "illustration", "match_svg"]


def board_svg(
    board: Board, language: str = "en", title: str | None = None, prefix: str | None = None
) -> str:
    """The empty board; `prefix` begins all ids, for several pictures on one page."""
    return PAINTER.of(board).board(board, language, title, prefix)


def match_svg(match: Match, seat: int | None = None, language: str = "en") -> str:
    """The position as all see it; with a seat, its own tickets are marked."""
    return PAINTER.of(match.game).match(match, seat, language)


def cover_svg(game: Game, language: str = "en") -> str:
    """The picture that stands for a game in a list."""
    return PAINTER.of(game).cover(game, language)


def illustration(board: Board, name: str, language: str = "en") -> Illustration:
    """A picture for the board's how-to-play card, by its name in the texts."""
    return ILLUSTRATE.of(board)(board, name, language)
