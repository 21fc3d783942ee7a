"""From the globe to the sheet: a conic projection, and a warp that follows the nudged cities."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ekiben.draw.curves import Point

Placing = Callable[
    [Point], Point
]  # (longitude, latitude) or a point of the sheet -> a point of the sheet


def conic(places: Sequence[Point]) -> Placing:
    """The equidistant conic that suits the places; near the equator, a plain cylinder."""
    latitudes, longitudes = [place[1] for place in places], [place[0] for place in places]
    low, high = math.radians(min(latitudes)), math.radians(max(latitudes))
    first, second = low + (high - low) / 6, high - (high - low) / 6 + 1e-6
    middle = (min(longitudes) + max(longitudes)) / 2
    cone = (math.cos(first) - math.cos(second)) / (second - first)
    if abs(cone) < 0.02:
        return lambda place: (
            math.radians(place[0] - middle) * math.cos(first),
            -math.radians(place[1]),
        )
    return _cone(cone, math.cos(first) / cone + first, middle)


def _cone(cone: float, apex: float, middle: float) -> Placing:
    def placed(place: Point) -> Point:
        radius, turn = apex - math.radians(place[1]), cone * math.radians(place[0] - middle)
        return radius * math.sin(turn), radius * math.cos(turn)

    return placed


def make_warp(before: Sequence[Point], after: Sequence[Point]) -> Placing:
    """Move any point as its neighbours moved: an affine map fitted for each point."""
    pairs = list(zip(before, after, strict=True))

    def moved(point: Point) -> Point:
        weights = [1 / (math.dist(point, old) ** 2 + 1e-12) for old, _ in pairs]
        return fit_affine(point, weights, pairs)

    return moved


def fit_affine(point: Point, weights: list[float], pairs: list[tuple[Point, Point]]) -> Point:
    """The affine map that carries the weighed pairs best, at one point."""
    total = sum(weights)
    old = centre(weights, [pair[0] for pair in pairs], total)
    new = centre(weights, [pair[1] for pair in pairs], total)
    xx = xy = yy = ax = ay = bx = by = 0.0
    for weight, ((px, py), (qx, qy)) in zip(weights, pairs, strict=True):
        x, y, u, v = px - old[0], py - old[1], qx - new[0], qy - new[1]
        xx, xy, yy = xx + weight * x * x, xy + weight * x * y, yy + weight * y * y
        ax, ay, bx, by = (
            ax + weight * x * u,
            ay + weight * y * u,
            bx + weight * x * v,
            by + weight * y * v,
        )
    return solve((point[0] - old[0], point[1] - old[1]), (xx, xy, yy), (ax, ay, bx, by), new)


def solve(
    step: Point,
    spread: tuple[float, float, float],
    shift: tuple[float, float, float, float],
    new: Point,
) -> Point:
    (xx, xy, yy), (ax, ay, bx, by) = spread, shift
    area = xx * yy - xy * xy
    if area <= 1e-12 * (xx + yy) ** 2:
        return new[0] + step[0], new[1] + step[1]
    s, t = (step[0] * yy - step[1] * xy) / area, (step[1] * xx - step[0] * xy) / area
    return new[0] + s * ax + t * ay, new[1] + s * bx + t * by


def centre(weights: list[float], points: list[Point], total: float) -> Point:
    return (
        sum(weight * point[0] for weight, point in zip(weights, points, strict=True)) / total,
        sum(weight * point[1] for weight, point in zip(weights, points, strict=True)) / total,
    )
