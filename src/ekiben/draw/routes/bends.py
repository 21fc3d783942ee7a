"""Bends for routes that have none in the file: the calmest arc that runs into nothing."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.draw.boxes import Box, apart, from_point, near
from ekiben.draw.curves import Curve, Point
from ekiben.draw.measures import MEASURES
from ekiben.draw.routes.spaces import (
    box,
    clearances,
    leads,
    line_of,
    place_spaces,
    row,
    wanted_length,
)
from ekiben.games.routes.board_file import BoardFile, Route

TRIES = (0.0, 0.05, -0.05, 0.1, -0.1, 0.15, -0.15, 0.21, -0.21, 0.28, -0.28, 0.36, -0.36)
SWEEPS = 3


class Bender:
    """Looks for the bends of a board, one route after the other, until a sweep changes nothing."""

    def __init__(self, board: BoardFile, cities: Sequence[Point]) -> None:
        self.board = board
        self.cities = cities
        self.clear = clearances(board)
        self.bends = {route.number: float(route.picture.get("bend", 0.0)) for route in leads(board)}
        self.rows = {
            route.number: self.spaces(route, self.bends[route.number]) for route in leads(board)
        }

    def found(self) -> dict[int, float]:
        """The bend of every route that is not a second twin."""
        free = [route for route in leads(self.board) if not route.picture.keys() & {"bend", "via"}]
        for _ in range(SWEEPS):
            changed = [self.improve(route) for route in free]
            if not any(changed):
                break
        return self.bends

    def spaces(self, route: Route, bend: float) -> list[Box]:
        """The spaces of a route or of a pair."""
        line = line_of(route, self.cities, bend)
        sides = (0.0,) if route.twin < 0 else (MEASURES.offset, -MEASURES.offset)
        places = row(line, route, self.clear)
        return [
            box(place, MEASURES.length)
            for side in sides
            for place in place_spaces(line, places, side)
        ]

    def improve(self, route: Route) -> bool:
        before = self.bends[route.number]
        others = self.around(route)
        best = min(
            TRIES, key=lambda bend: (round(self.cost(route, bend, others), 3), TRIES.index(bend))
        )
        self.bends[route.number], self.rows[route.number] = best, self.spaces(route, best)
        return best != before

    def around(self, route: Route) -> list[Box]:
        """The spaces of other routes that an arc of this one might reach."""
        (ax, ay), (zx, zy) = self.cities[route.a], self.cities[route.z]
        wide, high = abs(ax - zx), abs(ay - zy)
        reach = Box((ax + zx) / 2, (ay + zy) / 2, wide + max(wide, high), high + max(wide, high))
        return [
            one
            for number, spaces in self.rows.items()
            if number != route.number
            for one in spaces
            if apart(reach, one) < 0
        ]

    def cost(self, route: Route, bend: float, others: list[Box]) -> float:
        """Overlaps weigh most, then spaces that do not fit, then the bend itself."""
        lack = wanted_length(route, self.clear) - line_of(route, self.cities, bend).length
        cost = 40 * bend * bend + 0.5 * max(0.0, lack)
        for own in self.spaces(route, bend):
            cost += sum(
                max(0.0, 2.5 - apart(own, other)) for other in others if near(own, other, 2.5)
            )
            cost += 2 * sum(
                max(0.0, MEASURES.city + 3 - from_point(own, at))
                for at in self.cities
                if abs(at[0] - own.x) < 40 and abs(at[1] - own.y) < 40
            )
        return cost


def bends(board: BoardFile, cities: Sequence[Point]) -> dict[int, float]:
    """The bend of each pair's first route: the file's, else the best that is found."""
    given = all(route.picture.keys() & {"bend", "via"} for route in leads(board))
    if given:
        return {route.number: float(route.picture.get("bend", 0.0)) for route in leads(board)}
    return Bender(board, cities).found()


def lines(board: BoardFile, cities: Sequence[Point]) -> dict[int, Curve]:
    """The middle line of each pair's first route."""
    found = bends(board, cities)
    return {route.number: line_of(route, cities, found[route.number]) for route in leads(board)}
