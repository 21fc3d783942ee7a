"""What stands for a Tokyo map in a list: its middle, with the jobs of a game's start."""

from __future__ import annotations

from dataclasses import replace

from ekiben.core.match import Match
from ekiben.draw.style import document, group, rect, tag, without_details
from ekiben.draw.tokyo.cities import cities, ferries, lettered_names
from ekiben.draw.tokyo.contours import size
from ekiben.draw.tokyo.position import Situation, situation
from ekiben.draw.tokyo.terrain import hatching, terrain
from ekiben.draw.tokyo.track import tags
from ekiben.draw.tokyo.windows import Window, cut_out, window_around
from ekiben.games.tokyo.board_file import BoardFile

SHAPE = 0.62  # height by width: no list shows more


def cover(match: Match, language: str) -> str:
    """The part of the map around its big cities; without jobs it would show little of the game."""
    board: BoardFile = match.game.board
    part = cut_out(board, middle(board))
    jobs = tuple(job for job in situation(match).jobs if part.cities[job.origin].posts)
    prefix = f"{board.game}-cover"
    clip = tag("clipPath", rect(0, 0, *size(part)), id_=f"{prefix}-sheet")
    parts = [
        tag("defs", hatching(prefix), clip),
        group(terrain(part, prefix), clip_path=f"url(#{prefix}-sheet)"),
        ferries(part),
        cities(part, language),
        lettered_names(part, language),
        tags(part, Situation(jobs=jobs), language),
    ]
    return without_details(document(parts, size(part), language))


def middle(board: BoardFile) -> Window:
    """All columns, and as many rows as a list shows."""
    posts = [post for city in board.cities if city.big for post in city.posts]
    rows = min(board.rows, round(board.columns * SHAPE))
    return replace(window_around(board, posts, rows, board.columns), left=0)
