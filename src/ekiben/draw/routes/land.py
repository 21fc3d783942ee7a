"""A route board's scenery, bent along with its cities."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.draw.curves import Point
from ekiben.draw.land import AREAS, LINES, Land, lettering, round_point, shape
from ekiben.draw.warp import Placing, conic, make_warp
from ekiben.games.routes.board_file import BoardFile


def land(board: BoardFile, cities: Sequence[Point]) -> Land:
    """All of a board's scenery; shapes are in degrees, [longitude, latitude], or in sheet units."""
    table = board.picture
    place = round_point if table.get("units") == "sheet" else placing(board, cities)
    shapes = [shape(kind, line, place) for kind in (*AREAS, *LINES) for line in table.get(kind, [])]
    return Land(
        tuple(shapes),
        tuple(lettering(row) for row in table.get("names", [])),
        tuple(round_point(place((x, y))) for x, y in table.get("peaks", [])),
    )


def placing(board: BoardFile, cities: Sequence[Point]) -> Placing:
    """From degrees to the sheet: cities are where they are, and `pins` fix further places."""
    pins = board.picture.get("pins", [])
    degrees = [(city.lon, city.lat) for city in board.cities] + [(pin[0], pin[1]) for pin in pins]
    project = conic([(city.lon, city.lat) for city in board.cities])
    bend = make_warp(
        [project(place) for place in degrees], [*cities, *((pin[2], pin[3]) for pin in pins)]
    )
    return lambda place: bend(project(place))
