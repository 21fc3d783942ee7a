"""How far a route game has come, from what everybody sees."""

from __future__ import annotations

from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.state import TRAIN, State


def progress(game: RouteGame, s: State) -> float:
    """From 0 at the start to 1 when somebody has so few pieces that the last round begins."""
    b = game.plain_board
    if s.setting_up:
        return 0.0
    whole = int(b.in_play) or int(b.pieces[TRAIN])
    fewest = min(int(s.pieces[seat].sum()) for seat in range(s.seats))
    return 1.0 - max(0, fewest - int(b.end_limit)) / (whole - int(b.end_limit))
