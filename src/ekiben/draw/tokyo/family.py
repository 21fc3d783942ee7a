"""Tokyo's pictures, as the registry of families finds them."""

from __future__ import annotations

from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.draw.family import Painter
from ekiben.draw.tokyo.cover import cover
from ekiben.draw.tokyo.picture import svg
from ekiben.draw.tokyo.position import situation
from ekiben.games.tokyo.board_file import BoardFile


def board_svg(board: BoardFile, language: str, title: str | None, prefix: str | None) -> str:
    return svg(board, language=language, title=title, prefix=prefix)


def match_svg(match: Match, seat: int | None, language: str) -> str:
    """Everything is public, so every seat sees the same."""
    return svg(match.game.board, situation(match), language)


def cover_svg(game: Game, language: str) -> str:
    return cover(game.new(game.seats[0], 0), language)


PAINTER = Painter(board=board_svg, match=match_svg, cover=cover_svg)
