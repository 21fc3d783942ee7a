"""The atlas of a board: made once, for every bot with its own figures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from ekiben.bots.routes.policy_state import HOPS, LONG, POLICY_TABLES, SPACE, SPACES
from ekiben.core.compiled import bit
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.payment import rest_after
from ekiben.games.routes.state import SHIP, TRAIN

TUNNEL_EXTRA = 0.6  # cards that a tunnel costs on top, as a rule
WILD_EXTRA = 1  # how much dearer a wild is than another card
SHORT, SHORT_EXTRA = (
    3,
    1,
)  # routes under this length are dearer by so many spaces where long ones are liked


def policy_tables(game: RouteGame, weights: Sequence[float] = ()) -> npt.NDArray[Any]:
    """An array of one ATLAS record."""
    made = board_tables(game).copy()
    made[0]["weights"][: len(weights)] = weights
    return made


@lru_cache(maxsize=16)
def board_tables(game: RouteGame) -> npt.NDArray[Any]:
    b: Any = game.plain_board
    made = np.zeros(1, POLICY_TABLES)
    t = made[0]
    t["supply"] = b.in_play or b.pieces[TRAIN]
    t["advised"] = game.board.numbers["pieces"].get("advised", 0)
    t["second_pays"] = [
        -rest_after(SimpleNamespace(owed=0, owed_way=way), 1) for way in (TRAIN, SHIP)
    ]
    for route in range(b.routes):
        t["points"][route] = b.points[b.length[route]]
        t["bonus"][route] = district_bonus(b, route)
        t["price"][SPACES, route] = route_price(t, b, route, 0.0)
        t["price"][HOPS, route] = SPACE + int(b.length[route])
        t["price"][LONG, route] = route_price(
            t, b, route, SHORT_EXTRA if b.length[route] < SHORT else 0.0
        )
    return made


def district_bonus(b: Any, route: int) -> float:
    ends, bonus = bit(b.a[route]) | bit(b.z[route]), 0.0
    for cities, points in zip(b.district.tolist(), b.district_points.tolist(), strict=True):
        if cities & ends == ends:
            bonus += points / (cities.bit_count() - 1)
    return bonus


def route_price(t: Any, b: Any, route: int, extra: float) -> int:
    """In SPACEs; of ways of equal length the one that scores more is cheaper."""
    spaces = b.length[route] + TUNNEL_EXTRA * b.tunnel[route] + WILD_EXTRA * b.ferry[route] + extra
    return int(SPACE * spaces - t["points"][route] - 2 * t["bonus"][route])
