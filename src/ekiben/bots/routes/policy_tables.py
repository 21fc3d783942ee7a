"""The tables of a board for policies: computed once, then given each bot's weights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ekiben.bots.routes.policy_state import HOPS, LONG, SPACE, SPACES, PolicyTables
from ekiben.core.compiled import bit
from ekiben.games.routes.board import Board
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.payment import rest_after
from ekiben.games.routes.state import SHIP, TRAIN, State

TUNNEL_EXTRA = 0.6  # cards that a tunnel usually costs on top
WILD_EXTRA = 1  # how much dearer a wild is than another card
SHORT = 3  # routes below this length are dearer where long ones are preferred
SHORT_EXTRA = 1  # by so many spaces


def policy_tables(game: RouteGame, weights: Sequence[float] = ()) -> PolicyTables:
    """The board's tables with a bot's weights."""
    tables = board_tables(game).copy()
    tables.weights[: len(weights)] = weights
    return tables


@lru_cache(maxsize=16)
def board_tables(game: RouteGame) -> PolicyTables:
    b: Board = game.plain_board
    t = PolicyTables()
    t.supply = b.in_play or int(b.pieces[TRAIN])
    t.advised = game.board.figures.pieces.advised
    for way in (TRAIN, SHIP):
        t.second_pays[way] = spaces_of_second_kind(way)
    for route in range(b.routes):
        t.points[route] = b.points[b.length[route]]
        t.bonus[route] = district_bonus(b, route)
        set_prices(b, t, route)
    return t


def spaces_of_second_kind(way: int) -> int:
    """Spaces that one card of the second kind pays, as the rules of payment count them."""
    s = State()
    s.owed_way = way
    return -int(rest_after(s, 1))


def district_bonus(b: Board, route: int) -> float:
    """The route's share of the points of districts that both its cities belong to."""
    ends, bonus = bit(b.a[route]) | bit(b.z[route]), 0.0
    for cities, points in zip(b.district.tolist(), b.district_points.tolist(), strict=True):
        if cities & ends == ends:
            bonus += points / (cities.bit_count() - 1)
    return bonus


def set_prices(b: Board, t: PolicyTables, route: int) -> None:
    short = b.length[route] < SHORT
    t.price[SPACES, route] = route_price(b, t, route, 0.0)
    t.price[HOPS, route] = SPACE + int(b.length[route])
    t.price[LONG, route] = route_price(b, t, route, SHORT_EXTRA if short else 0.0)


def route_price(b: Board, t: PolicyTables, route: int, extra: float) -> int:
    """The price in SPACEs; of paths of equal length the one that scores more is cheaper."""
    spaces = b.length[route] + TUNNEL_EXTRA * b.tunnel[route] + WILD_EXTRA * b.ferry[route] + extra
    return int(SPACE * spaces - t.points[route] - 2 * t.bonus[route])
