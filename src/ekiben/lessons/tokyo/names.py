"""The names that lessons of Tokyo Railways may use."""

from __future__ import annotations

from ekiben.core.game import Game
from ekiben.games.tokyo.event_codes import EVENT_KINDS
from ekiben.lessons.family import LessonNames, Names


def targets(game: Game) -> Names:
    board = game.board
    cities = frozenset(city.id for city in board.cities)
    return {
        "city": cities,
        "to": cities,
        "job": frozenset(job.id for job in board.jobs),
        "post": frozenset(board.post(post) for post in range(board.rows * board.columns)),
    }


NAMES = LessonNames(EVENT_KINDS.names, targets)
