"""The route games' pictures, as the registry of families finds them."""

from __future__ import annotations

from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.draw.family import Painter
from ekiben.draw.routes.picture import svg
from ekiben.draw.routes.position import position
from ekiben.draw.style import without_details
from ekiben.games.routes.board_file import BoardFile


def board_svg(board: BoardFile, language: str, title: str | None, prefix: str | None) -> str:
    return svg(board, language=language, title=title, prefix=prefix)


def match_svg(match: Match, seat: int | None, language: str) -> str:
    return svg(match.game.board, position(match, seat), language)


def cover_svg(game: Game, language: str) -> str:
    return without_details(svg(game.board, language=language))


PAINTER = Painter(board=board_svg, match=match_svg, cover=cover_svg)
