"""Positions of cities for a board that gives none: from the map, eased apart to fit the spaces."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ekiben.draw.curves import Point
from ekiben.draw.routes.spaces import clearances, leads, wanted_length
from ekiben.draw.warp import conic
from ekiben.games.routes.board_file import BoardFile, Route

ROUNDS = 160
SPREAD = 1.15  # the scale, of that at which half of the routes have their length
ROOM = 62.0  # cities keep this far apart
BERTH = 26.0  # and this far from routes that are not theirs
RIM = 70.0  # around the outermost cities, for their names
Spot = list[float]


def lay_out_cities(board: BoardFile) -> tuple[tuple[Point, ...], tuple[float, float]]:
    """Where the cities stand, and the size of the sheet."""
    routes = leads(board)
    clear = clearances(board)
    lengths = [wanted_length(route, clear) for route in routes]
    home = scale_map([(city.lon, city.lat) for city in board.cities], routes, lengths)
    spots = [list(place) for place in home]
    for done in range(ROUNDS):
        push(spots, home, routes, lengths, 0.5 * (1 - done / ROUNDS) + 0.05)
    return fit_sheet(spots)


def scale_map(places: Sequence[Point], routes: list[Route], lengths: list[float]) -> list[Point]:
    """The map at a scale that gives a usual route a little more than its length."""
    project = conic(places)
    flat = [project(place) for place in places]
    spans = [max(math.dist(flat[route.a], flat[route.z]), 1e-6) for route in routes]
    scale = SPREAD * median_of(length / span for length, span in zip(lengths, spans, strict=True))
    return [
        (x * scale + 0.1 * index, y * scale + 0.07 * index) for index, (x, y) in enumerate(flat)
    ]


def median_of(numbers: Iterable[float]) -> float:
    """The one in the middle, or the mean of the two there."""
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def push(
    spots: list[Spot], home: list[Point], routes: list[Route], lengths: list[float], strength: float
) -> None:
    """One round: pull each city a little home, routes towards their length, and cities apart."""
    moves = [
        [(old[0] - spot[0]) * 0.04, (old[1] - spot[1]) * 0.04]
        for spot, old in zip(spots, home, strict=True)
    ]
    for route, length in zip(routes, lengths, strict=True):
        stretch(spots, moves, route, length)
        for city in range(len(spots)):
            if city not in (route.a, route.z):
                sidestep(spots, moves, route, city)
    for one in range(len(spots)):
        for other in range(one):
            part(spots, moves, one, other)
    for spot, move in zip(spots, moves, strict=True):
        spot[0] += move[0] * strength
        spot[1] += move[1] * strength


def stretch(spots: list[Spot], moves: list[Spot], route: Route, length: float) -> None:
    """Routes too short grow; far too long ones shrink. A bend may hide a tenth of the length."""
    distance, (ux, uy) = offset_between(spots[route.a], spots[route.z])
    lack = max(0.9 * length - distance, 0.0) - 0.4 * max(distance - 1.3 * length, 0.0)
    shift(moves, route.a, route.z, ux * lack, uy * lack)


def part(spots: list[Spot], moves: list[Spot], one: int, other: int) -> None:
    distance, (ux, uy) = offset_between(spots[one], spots[other])
    if distance < ROOM:
        shift(moves, one, other, ux * (ROOM - distance), uy * (ROOM - distance))


def sidestep(spots: list[Spot], moves: list[Spot], route: Route, city: int) -> None:
    """A city that stands in the way of a route moves aside, the route a little the other way."""
    (ax, ay), (zx, zy), (x, y) = spots[route.a], spots[route.z], spots[city]
    if (
        x < min(ax, zx) - BERTH
        or x > max(ax, zx) + BERTH
        or y < min(ay, zy) - BERTH
        or y > max(ay, zy) + BERTH
    ):
        return
    span = max((zx - ax) ** 2 + (zy - ay) ** 2, 1e-9)
    share = min(max(((x - ax) * (zx - ax) + (y - ay) * (zy - ay)) / span, 0.0), 1.0)
    distance, (ux, uy) = offset_between(
        [ax + (zx - ax) * share, ay + (zy - ay) * share], spots[city]
    )
    if distance < BERTH and 0.05 < share < 0.95:
        lack = BERTH - distance
        moves[city][0] += ux * lack
        moves[city][1] += uy * lack


def offset_between(one: Spot, other: Spot) -> tuple[float, Point]:
    dx, dy = other[0] - one[0], other[1] - one[1]
    distance = max(math.hypot(dx, dy), 1e-9)
    return distance, (dx / distance, dy / distance)


def shift(moves: list[Spot], one: int, other: int, dx: float, dy: float) -> None:
    moves[one][0] -= dx / 2
    moves[one][1] -= dy / 2
    moves[other][0] += dx / 2
    moves[other][1] += dy / 2


def fit_sheet(spots: list[Spot]) -> tuple[tuple[Point, ...], tuple[float, float]]:
    """The sheet around the cities, never narrower than its lettering needs."""
    left, top = min(spot[0] for spot in spots), min(spot[1] for spot in spots)
    wide, high = (
        max(spot[0] for spot in spots) - left + 2 * RIM,
        max(spot[1] for spot in spots) - top + 2 * RIM,
    )
    size = (float(max(math.ceil(wide), 640)), float(max(math.ceil(high), 420)))
    dx, dy = RIM - left + (size[0] - wide) / 2, RIM - top + (size[1] - high) / 2
    return tuple((round(x + dx, 1), round(y + dy, 1)) for x, y in spots), size
