"""Tokyo's boards and positions for a program: trains, money and jobs by name."""

from __future__ import annotations

from typing import Any

from ekiben.bots.pipe_messages import things
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.games.tokyo.cups import has

PARTS = ("cities", "ports", "ferries", "jobs", "seasons", "tiles")


def board_message(game: Game) -> dict[str, object]:
    board = game.board
    return {
        **things(game, PARTS),
        "rows": board.rows,
        "columns": board.columns,
        "terrain": board.terrain,
        "between": board.between,
        "numbers": board.figures.to_json(),
    }


def position_message(game: Game, view: View) -> dict[str, object]:
    """Trains, money and jobs by name; lists are by seat. Track is the view's own."""
    return {
        "trains": trains(game, view),
        "money": view.money.tolist(),
        "loans": view.loans.tolist(),
        "scores": view.score.tolist(),
        "joined": view.joined.tolist(),
        "carried": [jobs(game, row) for row in view.carried],
        "waiting": jobs(game, view.on_map),
        "left": view.left,
        "spent": view.spent,
        "turns": view.turns,
    }


def trains(game: Game, view: View) -> list[dict[str, object]]:
    """Where each seat's train is, and what it can do."""
    columns = (view[name].tolist() for name in ("train", "aboard", "speed", "load"))
    return [
        {
            "post": None if post < 0 else game.board.post(post),
            "aboard": bool(aboard),
            "speed": speed,
            "load": load,
        }
        for post, aboard, speed, load in zip(*columns, strict=True)
    ]


def jobs(game: Game, tiles: Any) -> list[str]:
    return [job.id for job in game.board.jobs if has(tiles, job.number)]
