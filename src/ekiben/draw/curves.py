"""Lines of routes: arcs from a bend, smooth lines through points; both can be walked by length."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

Point = tuple[float, float]
STEPS = 28  # pieces of the polyline that stands for an arc
STRAIGHT = 0.004  # a bend below this is a straight line


@dataclass(frozen=True)
class Curve:
    """A line as a fine polyline."""

    points: tuple[Point, ...]

    @cached_property
    def marks(self) -> tuple[float, ...]:
        """The length walked at every point."""
        total, marks = 0.0, [0.0]
        for before, after in pairwise(self.points):
            total += math.dist(before, after)
            marks.append(total)
        return tuple(marks)

    @property
    def length(self) -> float:
        return self.marks[-1]

    def at(self, walked: float) -> Point:
        """The point after a length; before the start and past the end the line goes on straight."""
        index = min(max(bisect_left(self.marks, walked), 1), len(self.points) - 1)
        (ax, ay), (zx, zy) = self.points[index - 1], self.points[index]
        share = (walked - self.marks[index - 1]) / max(
            self.marks[index] - self.marks[index - 1], 1e-9
        )
        return ax + (zx - ax) * share, ay + (zy - ay) * share

    def heading(self, walked: float, reach: float) -> Point:
        """The direction, a unit vector, of the chord that reaches equally far both ways."""
        (ax, ay), (zx, zy) = self.at(walked - reach), self.at(walked + reach)
        long = max(math.hypot(zx - ax, zy - ay), 1e-9)
        return (zx - ax) / long, (zy - ay) / long

    def aside(self, offset: float) -> Curve:
        """The parallel line, to the left of the way for a positive offset."""
        return Curve(tuple(self.beside(mark, offset) for mark in self.marks)) if offset else self

    def beside(self, walked: float, offset: float) -> Point:
        (x, y), (ux, uy) = self.at(walked), self.heading(walked, 0.5)
        return x + uy * offset, y - ux * offset

    def part(self, start: float, end: float) -> Curve:
        """The piece between two lengths."""
        inner = tuple(
            point for point, mark in zip(self.points, self.marks, strict=True) if start < mark < end
        )
        return Curve((self.at(start), *inner, self.at(end)))

    def path(self) -> str:
        """SVG path data: a line when straight, else four smooth pieces."""
        if math.dist(self.points[0], self.points[-1]) > self.length * 0.9999:
            return f"M{pair(self.points[0])}L{pair(self.points[-1])}"
        return f"M{pair(self.points[0])}" + "".join(
            self.piece(quarter / 4, (quarter + 1) / 4) for quarter in range(4)
        )

    def piece(self, start: float, end: float) -> str:
        """One cubic piece between two shares of the length."""
        from_, to, third = start * self.length, end * self.length, (end - start) * self.length / 3
        (ax, ay), (zx, zy) = self.at(from_), self.at(to)
        (ux, uy), (vx, vy) = self.heading(from_, 0.5), self.heading(to, 0.5)
        controls = (ax + ux * third, ay + uy * third), (zx - vx * third, zy - vy * third)
        return f"C{pair(controls[0])} {pair(controls[1])} {pair((zx, zy))}"


def number(value: float) -> str:
    """A coordinate with one decimal at most; minus zero is zero."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def arc(start: Point, end: Point, bend: float) -> Curve:
    """A circular arc; `bend` is its sagitta as a share of the chord, positive to the left."""
    if abs(bend) < STRAIGHT:
        return Curve((start, end))
    chord = math.dist(start, end)
    sagitta, side = abs(bend) * chord, math.copysign(1.0, bend)
    radius = (chord * chord / 4 + sagitta * sagitta) / (2 * sagitta)
    drop = side * (radius - sagitta) / max(chord, 1e-9)
    centre = (
        (start[0] + end[0]) / 2 - (end[1] - start[1]) * drop,
        (start[1] + end[1]) / 2 + (end[0] - start[0]) * drop,
    )
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    sweep = side * 2 * math.asin(min(1.0, chord / (2 * radius)))
    turns = (first + sweep * step / STEPS for step in range(STEPS + 1))
    return Curve(
        tuple(
            (centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn))
            for turn in turns
        )
    )


def through(points: list[Point]) -> Curve:
    """A smooth line through points, its slope at each weighed by the lengths on both sides."""
    if len(points) < 3:
        return Curve(tuple(points))
    spans = [max(math.dist(before, after), 1e-6) for before, after in pairwise(points)]
    slopes = slopes_at(points, spans)
    line = [
        hermite(points, slopes, spans, index, step / 10)
        for index in range(len(spans))
        for step in range(10)
    ]
    return Curve((*line, points[-1]))


def slopes_at(points: list[Point], spans: list[float]) -> list[Point]:
    """Slopes inside from both neighbours, at the ends as a parabola would have them."""
    rises = [
        ((z[0] - a[0]) / span, (z[1] - a[1]) / span)
        for (a, z), span in zip(pairwise(points), spans, strict=True)
    ]
    inner = [
        (
            (before[0] * after_span + after[0] * before_span) / (before_span + after_span),
            (before[1] * after_span + after[1] * before_span) / (before_span + after_span),
        )
        for (before, after), (before_span, after_span) in zip(
            pairwise(rises), pairwise(spans), strict=True
        )
    ]
    first = (2 * rises[0][0] - inner[0][0], 2 * rises[0][1] - inner[0][1])
    last = (2 * rises[-1][0] - inner[-1][0], 2 * rises[-1][1] - inner[-1][1])
    return [first, *inner, last]


def hermite(
    points: list[Point], slopes: list[Point], spans: list[float], index: int, t: float
) -> Point:
    """The point at share t of the piece between two neighbours."""
    weights = (
        2 * t**3 - 3 * t**2 + 1,
        (t**3 - 2 * t**2 + t) * spans[index],
        3 * t**2 - 2 * t**3,
        (t**3 - t**2) * spans[index],
    )
    four = (points[index], slopes[index], points[index + 1], slopes[index + 1])
    return (
        sum(weight * one[0] for weight, one in zip(weights, four, strict=True)),
        sum(weight * one[1] for weight, one in zip(weights, four, strict=True)),
    )


def star(points: int, outer: float, inner: float) -> str:
    """Path data of a star, one point upward."""
    turns = (math.pi * index / points - math.pi / 2 for index in range(2 * points))
    radii = (outer, inner) * points
    return (
        "M"
        + "L".join(
            pair((math.cos(turn) * radius, math.sin(turn) * radius))
            for turn, radius in zip(turns, radii, strict=True)
        )
        + "Z"
    )
