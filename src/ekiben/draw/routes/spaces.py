"""Spaces laid one by one along a line, and which lines the routes of a board take."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ekiben.draw.boxes import Box
from ekiben.draw.curves import Curve, Point, arc, through
from ekiben.draw.measures import MEASURES
from ekiben.games.routes.board_file import BoardFile, Route


@dataclass(frozen=True)
class Space:
    """The middle of a space and its turn in degrees, never upside down."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True)
class RouteShape:
    """A route on the sheet: its line from city to city, and its spaces, all of one length."""

    path: str
    spaces: tuple[Space, ...]
    length: float
    curve: Curve
    run: tuple[float, float]


def clearances(board: BoardFile) -> tuple[float, ...]:
    """How far from each city the first spaces begin: further where many tracks meet."""
    tracks = [0] * len(board.cities)
    for route in board.routes:
        tracks[route.a] += 1
        tracks[route.z] += 1
    return tuple(max(MEASURES.clear, MEASURES.crowd * count) for count in tracks)


def wanted_length(route: Route, clear: Sequence[float]) -> float:
    """The length of line that a route asks for, from city to city."""
    return MEASURES.row(route.length) + clear[route.a] + clear[route.z]


@dataclass(frozen=True)
class Row:
    """Spaces in equal steps along a line: where they begin, how long and how far apart they are."""

    start: float
    length: float
    gap: float
    count: int

    def middles(self) -> list[float]:
        return [
            self.start + self.length / 2 + index * (self.length + self.gap)
            for index in range(self.count)
        ]

    @property
    def end(self) -> float:
        return self.start + self.count * self.length + (self.count - 1) * self.gap


def row(line: Curve, route: Route, clear: Sequence[float]) -> Row:
    """Share the rest of a line among gaps and ends; too short a line shortens all."""
    slack, count = line.length - wanted_length(route, clear), route.length
    share = max(slack / (count + 1), -MEASURES.give)
    short = max(0.0, share * (count + 1) - slack)
    length = max(MEASURES.length - short / count, MEASURES.height)
    return Row(clear[route.a] + share, length, MEASURES.gap + share, count)


def place_spaces(line: Curve, places: Row, offset: float = 0.0) -> tuple[Space, ...]:
    return tuple(space(line, middle, places.length, offset) for middle in places.middles())


def space(line: Curve, middle: float, length: float, offset: float) -> Space:
    (x, y), (ux, uy) = line.at(middle), line.heading(middle, length / 2)
    angle = math.degrees(math.atan2(uy, ux))
    angle = angle - 180 if angle > 90 else angle + 180 if angle <= -90 else angle
    return Space(round(x + uy * offset, 1), round(y - ux * offset, 1), round(angle, 1))


def box(place: Space, length: float, height: float = MEASURES.height) -> Box:
    turn = math.radians(place.angle)
    return Box(place.x, place.y, length, height, math.cos(turn), math.sin(turn))


def boxes(shape: RouteShape) -> list[Box]:
    return [box(place, shape.length) for place in shape.spaces]


def leads(board: BoardFile) -> list[Route]:
    """Every route but second twins, which go where their pair goes."""
    return [route for route in board.routes if not 0 <= route.twin < route.number]


def lead_of(board: BoardFile, route: Route) -> Route:
    return board.routes[route.twin] if 0 <= route.twin < route.number else route


def line_of(route: Route, cities: Sequence[Point], bend: float) -> Curve:
    """Through the file's points if it has any, else an arc."""
    start, end = cities[route.a], cities[route.z]
    if "via" in route.picture:
        return through([start, *((x, y) for x, y in route.picture["via"]), end])
    return arc(start, end, bend)


def shape_route(route: Route, line: Curve, clear: Sequence[float]) -> RouteShape:
    """A route along its pair's middle line: beside it where there are two."""
    offset = (
        0.0
        if route.twin < 0
        else MEASURES.offset
        if route.twin > route.number
        else -MEASURES.offset
    )
    places, own = row(line, route, clear), line.aside(offset)
    stretch = own.length / line.length
    run = (places.start * stretch, places.end * stretch)
    return RouteShape(
        own.path(), place_spaces(line, places, offset), round(places.length, 1), own, run
    )
