"""A piece of a route board, cut out around what it is about: the rest of the map steps back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ekiben.draw.curves import Point
from ekiben.draw.routes.cities import buildings, halo_text, ring
from ekiben.draw.routes.labels import Label
from ekiben.draw.routes.position import Position
from ekiben.draw.routes.scenery import scenery
from ekiben.draw.routes.schematic import Schematic, schematic
from ekiben.draw.routes.tracks import borrowings, claimed_route, gallery, journeys, open_route
from ekiben.draw.style import (
    INK,
    LAND,
    RAISED,
    SEA,
    VERMILION,
    Value,
    group,
    path,
    rect,
    tag,
)
from ekiben.games.routes.board_file import BoardFile, Route

MARGIN = 46.0  # around what is shown
FADED = 0.42
ROUND = 8.0  # corners of the picture


@dataclass(frozen=True)
class SheetArea:
    """A part of the sheet."""

    left: float
    top: float
    width: float
    height: float

    def has(self, point: Point, margin: float = 0.0) -> bool:
        across, down = point[0] - self.left, point[1] - self.top
        return -margin <= across <= self.width + margin and -margin <= down <= self.height + margin

    def holds(self, label: Label) -> bool:
        """Whether a label is wholly inside."""
        return all(self.has(corner) for corner in label.box.corners())


def name_ends(plan: Schematic, city: int, language: str) -> list[Point]:
    """Both ends of a city's name, closer in: most of the margin around them is not needed."""
    found = plan.labels[language][city]
    if found is None:
        return []
    inner, left, right = MARGIN - 10, found.box.x - found.width / 2, found.box.x + found.width / 2
    return [(left + inner, found.box.y), (right - inner, found.box.y)]


def area_around(points: Iterable[Point], plan: Schematic, shape: Point, least: float) -> SheetArea:
    """The part that holds all points, in the shape of the picture, within the sheet."""
    known = list(points)
    left, right = min(x for x, _ in known) - MARGIN, max(x for x, _ in known) + MARGIN
    top, low = min(y for _, y in known) - MARGIN, max(y for _, y in known) + MARGIN
    width = max(right - left, (low - top) * shape[0] / shape[1], least)
    height = width * shape[1] / shape[0]
    x, y = (left + right - width) / 2, (top + low - height) / 2
    return SheetArea(inside(x, width, plan.size[0]), inside(y, height, plan.size[1]), width, height)


def inside(start: float, long: float, sheet: float) -> float:
    """Moved onto the sheet, as far as that goes."""
    return max(0.0, min(start, sheet - long)) if long < sheet else (sheet - long) / 2


def crop(
    board: BoardFile,
    position: Position,
    about: Sequence[Route],
    size: Point,
    language: str,
    prefix: str,
    least: float = 330.0,
    closed: Route | None = None,
) -> str:
    """The map around some routes, in a frame of this size; a closed one is crossed out."""
    plan = schematic(board)
    points = [plan.cities[city] for route in about for city in (route.a, route.z)]
    points += [(place.x, place.y) for route in about for place in plan.routes[route.number].spaces]
    points += [end for city in ends(about) for end in name_ends(plan, city, language)]
    view = area_around(points, plan, size, least)
    scale = size[0] / view.width
    clip = tag("clipPath", rect(0, 0, *size, rx=ROUND), id_=f"{prefix}-crop")
    drawn = group(
        the_map(board, reduced(plan, view), position, about, view, language, prefix),
        crossed(plan, closed) if closed else "",
        transform=f"scale({scale:.4f})translate({-view.left:.1f} {-view.top:.1f})",
    )
    edge = rect(0, 0, *size, rx=ROUND, fill="none", stroke=INK, stroke_width=1.4)
    return tag("defs", clip) + group(drawn, clip_path=f"url(#{prefix}-crop)") + edge


def crossed(plan: Schematic, route: Route) -> str:
    """A cross on every space."""
    crosses = "".join(
        f"M{place.x - 5:g} {place.y - 5:g}l10 10m0-10l-10 10"
        for place in plan.routes[route.number].spaces
    )
    style: dict[str, Value] = {"fill": "none", "stroke_linecap": "round"}
    return path(crosses, stroke=RAISED, stroke_width=5.4, **style) + path(
        crosses, stroke=VERMILION, stroke_width=3, data_closed=route.id, **style
    )


def reduced(plan: Schematic, view: SheetArea) -> Schematic:
    """The plan without shapes, names and peaks that lie wholly elsewhere."""
    land = replace(
        plan.land,
        shapes=tuple(one for one in plan.land.shapes if touches(one.points, view)),
        letterings=(),
        peaks=tuple(peak for peak in plan.land.peaks if view.has(peak, 12)),
    )
    return replace(plan, land=land)


def touches(points: Sequence[Point], view: SheetArea) -> bool:
    """Whether the box around the points meets the view."""
    return (
        min(x for x, _ in points) < view.left + view.width + 40
        and max(x for x, _ in points) > view.left - 40
        and min(y for _, y in points) < view.top + view.height + 40
        and max(y for _, y in points) > view.top - 40
    )


def the_map(
    board: BoardFile,
    plan: Schematic,
    position: Position,
    about: Sequence[Route],
    view: SheetArea,
    language: str,
    prefix: str,
) -> str:
    """Ground, other routes faint, those it is about, cities, names."""
    shown = {route.number for route in about}
    seen = [route for route in board.routes if in_view(plan, route, view)]
    others = [route for route in seen if route.number not in shown]
    return "\n".join(
        [
            scenery(board, plan, language, prefix),
            group(routes(board, plan, position, others, language, prefix), opacity=FADED),
            journeys(plan, position),
            routes(board, plan, position, about, language, prefix),
            borrowings(board, plan, position, prefix),
            places(board, plan, about, view),
            buildings(plan, position, prefix),
            names(plan, about, view, language),
        ]
    )


def in_view(plan: Schematic, route: Route, view: SheetArea) -> bool:
    return any(view.has((place.x, place.y), 24) for place in plan.routes[route.number].spaces)


def routes(
    board: BoardFile,
    plan: Schematic,
    position: Position,
    some: Sequence[Route],
    language: str,
    prefix: str,
) -> str:
    tunnels = "".join(gallery(plan.routes[route.number]) for route in some if route.tunnel)
    free = "".join(
        open_route(board, route, plan.routes[route.number], language, prefix)
        for route in some
        if route.number not in position.owners
    )
    claimed = "".join(
        claimed_route(board, route, plan.routes[route.number], position, language, prefix)
        for route in some
        if route.number in position.owners
    )
    return tunnels + group(free, stroke=INK, stroke_width=0.8) + claimed


def ends(about: Sequence[Route]) -> set[int]:
    return {city for route in about for city in (route.a, route.z)}


def places(board: BoardFile, plan: Schematic, about: Sequence[Route], view: SheetArea) -> str:
    """Rings of cities; those of the story in full."""
    rings = {
        one.number: ring(board, one, plan.cities[one.number])
        for one in board.cities
        if view.has(plan.cities[one.number], 12)
    }
    near = "".join(drawn for city, drawn in rings.items() if city in ends(about))
    far = "".join(drawn for city, drawn in rings.items() if city not in ends(about))
    style: dict[str, Value] = {"stroke": INK, "fill": RAISED}
    return group(far, opacity=0.6, **style) + group(near, **style)


def names(plan: Schematic, about: Sequence[Route], view: SheetArea, language: str) -> str:
    """Names of the cities it is about, and of others as far as there is room for them."""
    found = plan.labels[language]
    near = [found[city] for city in sorted(ends(about))]
    far = [
        one for city, one in enumerate(found) if one and city not in ends(about) and view.holds(one)
    ]
    return group(lettered(plan, far), opacity=0.55) + lettered(plan, [one for one in near if one])


def lettered(plan: Schematic, row: list[Label]) -> str:
    """Large names only: a picture this small has no room for both languages."""
    plain = [replace(one, small="") for one in row]
    dry = [one for one in plain if plan.land.dry((one.box.x, one.box.y))]
    wet = [one for one in plain if one not in dry]
    return halo_text(dry, LAND) + halo_text(wet, SEA)
