"""Districts: LD-5."""

from __future__ import annotations

from ekiben.core.compiled import compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.network import root
from ekiben.games.routes.state import State


@compiled
def joins_district(b: Board, s: State, district: int) -> bool:
    """LD-5.1: whether all its places lie in one network of the seat, its networks being joined."""
    todo = b.district[district]
    network = root(s, lowest(todo))
    while todo:
        if root(s, lowest(todo)) != network:
            return False
        todo &= todo - 1
    return True


@compiled
def district_points(b: Board, s: State) -> int:
    """LD-5.1, LD-5.2: every district that is joined scores its number."""
    points = 0
    for district in range(b.districts):
        if joins_district(b, s, district):
            points += int(b.district_points[district])
    return points
