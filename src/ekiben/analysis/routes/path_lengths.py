"""How far apart cities are for each seat: its own routes are free, others' are closed to it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ekiben.bots.routes.policy_state import SPACE, SPACES
from ekiben.bots.routes.policy_tables import board_tables
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.sizes import WORD
from ekiben.games.routes.state import State

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
FAR = 1_000.0  # spaces: there is no way


def path_lengths(game: RouteGame, s: State) -> Floats:
    """Spaces still to be claimed for each seat and ticket; FAR where no way is left."""
    open_routes = np.stack(
        [route_set(game, s.free) & ~route_set(game, s.blocked[seat]) for seat in range(s.seats)]
    )
    own = owned_routes(game, s)
    prices = np.where(own, 0.0, np.where(open_routes, route_prices(game), FAR))
    return between_ticket_cities(game, shortest(game, prices))


def owned_routes(game: RouteGame, s: State) -> Bools:
    """Which routes each seat has."""
    return np.stack([route_set(game, s.owned[seat]) for seat in range(s.seats)])


@lru_cache(maxsize=16)
def first_lengths(game: RouteGame) -> Floats:
    """Spaces of each ticket's shortest way on the empty board."""
    whole = between_ticket_cities(game, shortest(game, route_prices(game)[None, :]))
    return np.asarray(whole[0])


@lru_cache(maxsize=16)
def route_prices(game: RouteGame) -> Floats:
    """Spaces of each route; tunnels and ferries cost a little more."""
    routes = len(game.board.routes)
    return np.asarray(board_tables(game).price[SPACES][:routes], np.float64) / SPACE


def route_set(game: RouteGame, words: npt.ArrayLike) -> Bools:
    """A set of routes as one truth value for each."""
    numbers = np.arange(len(game.board.routes), dtype=np.int64)
    return np.asarray((np.asarray(words)[numbers // WORD] >> (numbers % WORD)) & 1 == 1)


def shortest(game: RouteGame, prices: Floats) -> Floats:
    """Lengths of the shortest ways between all cities, for each row of prices of routes."""
    a, z = route_ends(game)
    size = len(game.board.cities)
    lengths = np.full((len(prices), size, size), FAR, np.float64)
    for row, found in zip(prices, lengths, strict=True):
        np.minimum.at(found, (a, z), row)
        np.minimum.at(found, (z, a), row)
    for city in range(size):
        lengths[:, city, city] = 0.0
    for city in range(size):
        np.minimum(lengths, lengths[:, :, city, None] + lengths[:, None, city, :], out=lengths)
    return np.asarray(np.minimum(lengths, FAR))


@lru_cache(maxsize=16)
def route_ends(game: RouteGame) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    routes = game.board.routes
    return (
        np.array([route.a for route in routes], np.int64),
        np.array([route.z for route in routes], np.int64),
    )


@lru_cache(maxsize=16)
def ticket_ends(game: RouteGame) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    tickets = game.board.tickets
    return (
        np.array([ticket.a for ticket in tickets], np.int64),
        np.array([ticket.z for ticket in tickets], np.int64),
    )


def between_ticket_cities(game: RouteGame, lengths: Floats) -> Floats:
    a, z = ticket_ends(game)
    return lengths[:, a, z]
