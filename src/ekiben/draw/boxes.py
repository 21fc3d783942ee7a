"""Boxes that stand for what is drawn: how far apart two of them are, and how wide a text is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ekiben.draw.curves import Point


@dataclass(frozen=True)
class Box:
    """A rectangle around a centre, turned along a unit vector."""

    x: float
    y: float
    width: float
    height: float
    ux: float = 1.0
    uy: float = 0.0

    @property
    def reach(self) -> float:
        return math.hypot(self.width, self.height) / 2

    def corners(self) -> tuple[Point, ...]:
        w, h = self.width / 2, self.height / 2
        return tuple(
            (self.x + self.ux * a - self.uy * b, self.y + self.uy * a + self.ux * b)
            for a, b in ((-w, -h), (w, -h), (w, h), (-w, h))
        )


def apart(one: Box, other: Box) -> float:
    """The clear distance of two boxes along the best of four axes; below zero they overlap."""
    dx, dy = other.x - one.x, other.y - one.y
    cosine = abs(one.ux * other.ux + one.uy * other.uy)
    sine = abs(one.ux * other.uy - one.uy * other.ux)
    return max(_along(one, other, dx, dy, cosine, sine), _along(other, one, dx, dy, cosine, sine))


def _along(own: Box, other: Box, dx: float, dy: float, cosine: float, sine: float) -> float:
    width, height = other.width / 2, other.height / 2
    return max(
        abs(dx * own.ux + dy * own.uy) - own.width / 2 - width * cosine - height * sine,
        abs(dy * own.ux - dx * own.uy) - own.height / 2 - width * sine - height * cosine,
    )


def near(one: Box, other: Box, margin: float) -> bool:
    """A quick look: may the two come closer than the margin?"""
    reach = one.reach + other.reach + margin
    return abs(one.x - other.x) < reach and abs(one.y - other.y) < reach


def from_point(box: Box, point: Point) -> float:
    """The distance of a point to the box; below zero it is inside."""
    dx, dy = point[0] - box.x, point[1] - box.y
    along = abs(dx * box.ux + dy * box.uy) - box.width / 2
    across = abs(dy * box.ux - dx * box.uy) - box.height / 2
    return (
        max(along, across)
        if along < 0 and across < 0
        else math.hypot(max(along, 0), max(across, 0))
    )


NARROW, WIDE = frozenset("iljtfrI.,:;'’!|()- "), frozenset("mwMW&@%")


def letter_width(letter: str) -> float:
    """The width of one letter as a share of the type size: by its class, on the wide side."""
    if ord(letter) > 0x2E7F:
        return 1.0
    if letter in NARROW:
        return 0.36
    if letter in WIDE:
        return 0.9
    return 0.7 if letter.isupper() else 0.58


def text_width(text: str, size: float) -> float:
    return size * sum(map(letter_width, text))


def shorten(text: str, size: float, room: float) -> str:
    """The text, cut with an ellipsis where it would be wider than the room."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"
