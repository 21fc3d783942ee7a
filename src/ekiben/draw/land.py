"""Coasts, lakes, rivers and names of a map, as SVG path data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ekiben.draw.curves import Point, pair
from ekiben.draw.warp import Placing

AREAS = ("land", "inlet", "island", "lake", "park")  # an inlet is sea within the land
LINES = ("river", "stream", "border")  # a stream is a river drawn broad


@dataclass(frozen=True)
class Shape:
    """An area (closed) or a line of the map, as SVG path data and as points."""

    kind: str
    path: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Lettering:
    """The name of a sea or a land."""

    names: dict[str, str]
    x: float
    y: float
    size: float
    turn: float
    water: bool


@dataclass(frozen=True)
class Land:
    shapes: tuple[Shape, ...] = ()
    letterings: tuple[Lettering, ...] = ()
    peaks: tuple[Point, ...] = ()

    def dry(self, point: Point) -> bool:
        """Is the point on land? Without any coast everything is."""
        on = {
            kind: any(inside(point, shape.points) for shape in self.shapes if shape.kind == kind)
            for kind in AREAS
        }
        mainland = on["land"] or not any(shape.kind == "land" for shape in self.shapes)
        return on["island"] or (mainland and not on["inlet"] and not on["lake"])

    def path(self, *kinds: str) -> str:
        """The path data of all shapes of some kinds."""
        return "".join(shape.path for shape in self.shapes if shape.kind in kinds)


def shape(kind: str, line: list[list[float]], place: Placing) -> Shape:
    points = tuple(round_point(place((x, y))) for x, y in line)
    return Shape(kind, closed_path(points) if kind in AREAS else open_path(points), points)


def lettering(row: dict[str, Any]) -> Lettering:
    """A name stands at a place of the sheet, not of the globe."""
    names = {key: row[key] for key in ("en", "ja")}
    x, y = row["at"]
    return Lettering(
        names, float(x), float(y), row.get("size", 15), row.get("turn", 0), row.get("water", True)
    )


def round_point(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def closed_path(points: Sequence[Point]) -> str:
    """A soft outline: every point pulls the line, which runs through the middles between them."""
    around = [*points, points[0]]
    middles = [middle(before, after) for before, after in pairwise(around)]
    curves = bent_line(middles[0], around[1:], [*middles[1:], middles[0]])
    return f"M{pair(middles[0])}{curves}Z"


def open_path(points: Sequence[Point]) -> str:
    inner = [middle(before, after) for before, after in pairwise(points[1:-1])]
    if len(points) < 3:
        return f"M{pair(points[0])}L{pair(points[-1])}"
    curves = bent_line(points[0], points[1:-1], [*inner, points[-1]])
    return f"M{pair(points[0])}{curves}"


def bent_line(start: Point, bends: Sequence[Point], ends: Sequence[Point]) -> str:
    """A line on from `start` whose parts are each pulled to a bend; straight parts are joined."""
    parts: list[str] = []
    line_from: Point | None = None  # where the straight part began that ends here
    here = start
    for bend, to in zip(bends, ends, strict=True):
        straight = is_between(here, bend, to)
        if straight and line_from is not None and is_between(line_from, here, to):
            parts[-1] = f"L{pair(to)}"
        else:
            parts.append(f"L{pair(to)}" if straight else f"Q{pair(bend)} {pair(to)}")
            line_from = here if straight else None
        here = to
    return "".join(parts)


def is_between(one: Point, point: Point, other: Point) -> bool:
    """Whether a point lies on the straight line between two others, exactly."""
    (ax, ay), (x, y), (zx, zy) = one, point, other
    within = (x - ax) * (zx - x) + (y - ay) * (zy - y) >= 0
    return (x - ax) * (zy - ay) == (y - ay) * (zx - ax) and within


def middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def inside(point: Point, outline: Sequence[Point]) -> bool:
    """Counts the sides to the right of the point."""
    x, y, found = point[0], point[1], False
    for (ax, ay), (zx, zy) in pairwise([*outline, outline[0]]):
        if (ay > y) != (zy > y) and x < (zx - ax) * (y - ay) / (zy - ay) + ax:
            found = not found
    return found
