"""A board as a clean plan: where cities, names, routes and every single space lie on the sheet."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from ekiben.draw.curves import Point
from ekiben.draw.land import Land
from ekiben.draw.measures import MEASURES
from ekiben.draw.routes.bends import lines
from ekiben.draw.routes.city_layout import lay_out_cities
from ekiben.draw.routes.labels import LANGUAGES, Label, Placer, label, stored_offset
from ekiben.draw.routes.land import land
from ekiben.draw.routes.spaces import RouteShape, boxes, clearances, lead_of, shape_route
from ekiben.games.routes.board_file import BoardFile

_known: dict[str, Schematic] = {}
SPOTS = ("title", "points", "districts")
KEPT = 32  # plans kept, since making one without stored places takes seconds


@dataclass(frozen=True)
class Schematic:
    """All of a board's geometry; routes and cities by their numbers, labels by language."""

    size: tuple[float, float]
    cities: tuple[Point, ...]
    labels: dict[str, tuple[Label | None, ...]]
    routes: tuple[RouteShape, ...]
    land: Land
    spots: dict[str, Point]

    def to_json(self) -> str:
        """The plan for other programs, as one JSON text."""
        return json.dumps(self.plain(), ensure_ascii=False, separators=(",", ":"))

    def plain(self) -> dict[str, object]:
        return {
            "size": self.size,
            "space": (MEASURES.length, MEASURES.height),
            "city": MEASURES.city,
            "cities": self.cities,
            "labels": {
                language: [plain_label(one) for one in row] for language, row in self.labels.items()
            },
            "routes": [
                {
                    "path": route.path,
                    "length": route.length,
                    "spaces": [(place.x, place.y, place.angle) for place in route.spaces],
                }
                for route in self.routes
            ],
            "land": [{"kind": shape.kind, "path": shape.path} for shape in self.land.shapes],
            "names": [
                {
                    "names": one.names,
                    "at": (one.x, one.y),
                    "size": one.size,
                    "turn": one.turn,
                    "water": one.water,
                }
                for one in self.land.letterings
            ],
            "peaks": self.land.peaks,
            "spots": self.spots,
        }


def plain_label(one: Label | None) -> dict[str, object] | None:
    return (
        None
        if one is None
        else {
            "at": (one.x, one.y),
            "anchor": one.anchor,
            "large": one.large,
            "small": one.small,
            "width": one.width,
        }
    )


def schematic(board: BoardFile) -> Schematic:
    """The plan of a board: as its file says, and worked out where it says nothing."""
    key = hashlib.sha256(
        repr((board.digest, board.cities, board.routes, board.picture)).encode()
    ).hexdigest()
    if key not in _known:
        while len(_known) >= KEPT:
            _known.pop(next(iter(_known)))
        _known[key] = make_plan(board)
    return _known[key]


def make_plan(board: BoardFile) -> Schematic:
    cities, size = places(board)
    middles, clear = lines(board, cities), clearances(board)
    routes = tuple(
        shape_route(route, middles[lead_of(board, route).number], clear) for route in board.routes
    )
    return Schematic(
        size,
        cities,
        place_labels(board, cities, routes, size),
        routes,
        land(board, cities),
        spots(board),
    )


def places(board: BoardFile) -> tuple[tuple[Point, ...], tuple[float, float]]:
    """Positions and the sheet's size from the file; without all of them, from the map."""
    given = [city.picture.get("at") for city in board.cities]
    if "size" in board.picture and all(given):
        wide, high = board.picture["size"]
        return tuple((float(at[0]), float(at[1])) for at in given if at), (float(wide), float(high))
    found, size = lay_out_cities(board)
    return tuple(
        (float(at[0]), float(at[1])) if at else spot for at, spot in zip(given, found, strict=True)
    ), size


def place_labels(
    board: BoardFile,
    cities: Sequence[Point],
    routes: Sequence[RouteShape],
    size: tuple[float, float],
) -> dict[str, tuple[Label | None, ...]]:
    """Junctions have no label; all others as stored or as placed."""
    offsets = {city.number: offset for city in board.cities if (offset := stored_offset(city))}
    if len(offsets) < sum(not city.junction for city in board.cities):
        offsets = Placer(
            board, cities, [one for route in routes for one in boxes(route)], size
        ).placed()
    return {
        language: tuple(
            label(city, cities[city.number], offsets[city.number], language)
            if not city.junction
            else None
            for city in board.cities
        )
        for language in LANGUAGES
    }


def spots(board: BoardFile) -> dict[str, Point]:
    """Places that the file keeps free for the title and the tables of points and districts."""
    return {
        name: (float(at[0]), float(at[1]))
        for name, at in board.picture.get("spots", {}).items()
        if name in SPOTS
    }
