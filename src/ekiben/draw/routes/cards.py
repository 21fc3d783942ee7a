"""The tables of points and districts that lie on the map as card tickets."""

from __future__ import annotations

from collections.abc import Mapping

from ekiben.draw.boxes import Box
from ekiben.draw.curves import Point
from ekiben.draw.frame import SIGN, card
from ekiben.draw.routes.position import Position
from ekiben.draw.routes.spaces import Space
from ekiben.draw.routes.tracks import use_upright
from ekiben.draw.style import COLOURS, INK, QUIET, RAISED, bold_text, circle, group, rect
from ekiben.games.routes.board_file import BoardFile
from ekiben.texts import say


def points_card(board: BoardFile, at: Point, language: str) -> str:
    """What a route of each length is worth, on a card ticket."""
    rows, size = worths(board), points_size(board)
    step = (size[0] - 50) / rows[-1][0]
    lines = "".join(
        points_row(length, points, index, size, step) for index, (length, points) in enumerate(rows)
    )
    return card(at, size, say("picture.points", language), lines)


def worths(board: BoardFile) -> list[tuple[int, int]]:
    """The lengths that score, and what."""
    return [
        (length, points) for length, points in enumerate(board.figures.routes.points, 1) if points
    ]


def points_size(board: BoardFile) -> Point:
    rows = worths(board)
    return min(12.5 * rows[-1][0], 90.0) + 50, 17.0 * len(rows) + 34


def districts_size(board: BoardFile) -> Point:
    return 146.0, 19.0 * len(board.figures.districts) + 34


def places(board: BoardFile, spots: Mapping[str, Point]) -> dict[str, Box]:
    """What the cards at a plan's spots cover."""
    sizes = {"title": lambda _: SIGN, "points": points_size, "districts": districts_size}
    return {name: Box(*at, *sizes[name](board)) for name, at in spots.items()}


def points_row(length: int, points: int, index: int, size: Point, step: float) -> str:
    x, y = 13 - size[0] / 2, 38 - size[1] / 2 + 17.0 * index
    cars = "".join(rect(x + step * one, y - 3.2, step - 2, 6.4, rx=1.8) for one in range(length))
    worth = bold_text(str(points), size[0] / 2 - 13, y + 4.2, 12, text_anchor="end")
    return group(cars, fill=COLOURS["grey"], stroke=INK, stroke_width=0.6) + worth


def districts_card(
    board: BoardFile, at: Point, position: Position, language: str, prefix: str
) -> str:
    """The districts, their points, and who has joined them up."""
    rows = sorted(board.figures.districts)
    size = districts_size(board)
    lines = (
        district_row(board, number, index, size, position, prefix)
        for index, number in enumerate(rows)
    )
    return card(at, size, say("picture.districts", language), "".join(lines))


def district_row(
    board: BoardFile, number: int, index: int, size: Point, position: Position, prefix: str
) -> str:
    """Points in the district's colour, a ring for each city, the seats that have them all."""
    x, y = 20 - size[0] / 2, 38 - size[1] / 2 + 19.0 * index
    row = board.figures.districts[number]
    cities = sum(city.district == number for city in board.cities)
    rings = "".join(
        circle(x + 18 + 8 * place, y, 2.7, fill="none", stroke=QUIET, stroke_width=1.2)
        for place in range(cities)
    )
    seats = "".join(
        use_upright(f"{prefix}-seat{seat}", Space(x + 62 + 15 * place, y, 0))
        for place, seat in enumerate(sorted(position.districts.get(number, set())))
    )
    return (
        circle(x, y, 7.6, fill=COLOURS.get(row.colour, INK), stroke=INK, stroke_width=1.2)
        + bold_text(str(row.points), x, y + 3.6, 10, fill=RAISED)
        + rings
        + seats
    )
