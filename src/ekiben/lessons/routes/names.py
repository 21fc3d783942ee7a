"""The names that lessons of the route games may use."""

from __future__ import annotations

from ekiben.core.game import Game
from ekiben.games.routes.event_codes import EVENT_KINDS
from ekiben.lessons.family import LessonNames, Names


def targets(game: Game) -> Names:
    board = game.board
    return {
        "card": frozenset(board.kinds),
        "city": frozenset(city.id for city in board.cities),
        "route": frozenset(route.id for route in board.routes),
        "ticket": frozenset(ticket.id for ticket in board.tickets),
    }


NAMES = LessonNames(EVENT_KINDS.names, targets)
