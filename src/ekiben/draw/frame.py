"""What stands around and beside the map: the frame, the title's station sign, the tables of points
and districts.
"""

from __future__ import annotations

from collections.abc import Mapping

from ekiben.draw.boxes import Box, text_width
from ekiben.draw.curves import Point
from ekiben.draw.routes.position import Position
from ekiben.draw.routes.spaces import Space
from ekiben.draw.routes.tracks import upright
from ekiben.draw.style import (
    COLOURS,
    INDIGO,
    INK,
    PAPER,
    QUIET,
    RAISED,
    VERMILION,
    circle,
    group,
    lettered,
    path,
    rect,
)
from ekiben.games.routes.board_file import BoardFile
from ekiben.games.tokyo.board_file import BoardFile as Lattice
from ekiben.texts import say

SIGN = (236.0, 108.0)


def frame(wide: float, high: float) -> str:
    """Around the map runs the line that Japanese maps use for a railway: black with white dashes."""
    around = 2 * (wide + high)
    dash = round(around / (2 * round(around / 34)), 3)
    return (
        rect(0, 0, wide, high, fill="none", stroke=INK, stroke_width=6.4)
        + rect(
            0,
            0,
            wide,
            high,
            fill="none",
            stroke=PAPER,
            stroke_width=3.8,
            stroke_dasharray=f"{dash:g}",
        )
        + rect(-6, -6, wide + 12, high + 12, fill="none", stroke=INK, stroke_width=0.8)
    )


def titles(board: BoardFile | Lattice, language: str, title: str | None) -> tuple[str, str]:
    """The name large and the name small; where both languages have one name, the scenario's
    instead.
    """
    other = board.names["ja" if language == "en" else "en"]
    if other == board.names[language]:
        other = board.numbers.get("scenario", {}).get("names", board.names)[language]
    return title or board.names[language], other


def sign(
    board: BoardFile | Lattice, at: Point, language: str, title: str | None, counted: str
) -> str:
    """The title as a station's name board: the name, the other language, and a band with a mark."""
    (large, small), (wide, high) = titles(board, language, title), SIGN
    size = min(34.0, 34 * 190 / text_width(large, 34))
    players = say("picture.players", language, least=board.seats[0], most=board.seats[1])
    plate = dict(width=wide, height=high, rx=5)
    return group(
        rect(2 - wide / 2, 3 - high / 2, **plate, fill=INK, fill_opacity=0.18),
        rect(-wide / 2, -high / 2, **plate, fill=RAISED, stroke=INK, stroke_width=1.6),
        lettered(large, 0, -9, size),
        lettered(small, 0, 10.5, 13, font_weight=500, letter_spacing=1.5, fill=QUIET),
        rect(0.8 - wide / 2, 19, wide - 1.6, 11, fill=INDIGO),
        rect(-8, 16.5, 16, 16, fill=VERMILION, stroke=RAISED, stroke_width=2),
        lettered(players, 14 - wide / 2, 46, 11, font_weight=400, text_anchor="start"),
        lettered(counted, wide / 2 - 14, 46, 11, font_weight=400, text_anchor="end"),
        transform=f"translate({at[0]:g} {at[1]:g})",
    )


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
        (length, points)
        for length, points in enumerate(board.numbers["routes"]["points"], 1)
        if points
    ]


def points_size(board: BoardFile) -> Point:
    rows = worths(board)
    return min(12.5 * rows[-1][0], 90.0) + 50, 17.0 * len(rows) + 34


def districts_size(board: BoardFile) -> Point:
    return 146.0, 19.0 * len(board.numbers["districts"]) + 34


def places(board: BoardFile, spots: Mapping[str, Point]) -> dict[str, Box]:
    """What the cards at a plan's spots cover."""
    sizes = {"title": lambda _: SIGN, "points": points_size, "districts": districts_size}
    return {name: Box(*at, *sizes[name](board)) for name, at in spots.items()}


def card(at: Point, size: Point, heading: str, inside: str) -> str:
    """A card ticket with four clipped corners."""
    x, y, cut = size[0] / 2, size[1] / 2, 6
    shape = (
        f"M{cut - x:g} {-y:g}H{x - cut:g}L{x:g} {cut - y:g}V{y - cut:g}L{x - cut:g} {y:g}H{cut - x:g}L{-x:g} {y - cut:g}"
        f"V{cut - y:g}Z"
    )
    shadow = path(shape, fill=INK, fill_opacity=0.18, transform="translate(2 3)")
    return group(
        shadow,
        path(shape, fill=RAISED, stroke=INK, stroke_width=1.2),
        lettered(heading, 0, 19 - y, 12),
        inside,
        transform=f"translate({at[0]:g} {at[1]:g})",
    )


def points_row(length: int, points: int, index: int, size: Point, step: float) -> str:
    x, y = 13 - size[0] / 2, 38 - size[1] / 2 + 17.0 * index
    cars = "".join(rect(x + step * one, y - 3.2, step - 2, 6.4, rx=1.8) for one in range(length))
    worth = lettered(str(points), size[0] / 2 - 13, y + 4.2, 12, text_anchor="end")
    return group(cars, fill=COLOURS["grey"], stroke=INK, stroke_width=0.6) + worth


def districts_card(
    board: BoardFile, at: Point, position: Position, language: str, prefix: str
) -> str:
    """The districts, their points, and who has joined them up."""
    rows = sorted(board.numbers["districts"].items(), key=lambda row: int(row[0]))
    size = districts_size(board)
    lines = (
        district_row(board, int(name), index, size, position, prefix)
        for index, (name, _) in enumerate(rows)
    )
    return card(at, size, say("picture.districts", language), "".join(lines))


def district_row(
    board: BoardFile, number: int, index: int, size: Point, position: Position, prefix: str
) -> str:
    """Points in the district's colour, a ring for each of its cities, the seats that have them all."""
    x, y = 20 - size[0] / 2, 38 - size[1] / 2 + 19.0 * index
    row = board.numbers["districts"][str(number)]
    cities = sum(city.district == number for city in board.cities)
    rings = "".join(
        circle(x + 18 + 8 * place, y, 2.7, fill="none", stroke=QUIET, stroke_width=1.2)
        for place in range(cities)
    )
    seats = "".join(
        upright(f"{prefix}-seat{seat}", Space(x + 62 + 15 * place, y, 0))
        for place, seat in enumerate(sorted(position.districts.get(number, set())))
    )
    return (
        circle(
            x, y, 7.6, fill=COLOURS.get(row.get("colour", ""), INK), stroke=INK, stroke_width=1.2
        )
        + lettered(str(row["points"]), x, y + 3.6, 10, fill=RAISED)
        + rings
        + seats
    )
