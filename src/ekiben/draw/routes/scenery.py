"""What lies under the routes: sea, land, lakes, rivers, mountains, names, districts."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ekiben.draw.boxes import Box, apart, text_width
from ekiben.draw.curves import Point, pair
from ekiben.draw.land import Land, Lettering
from ekiben.draw.routes.schematic import Schematic
from ekiben.draw.routes.spaces import boxes
from ekiben.draw.sea import ground
from ekiben.draw.style import (
    BORDER,
    COAST,
    COLOURS,
    LAND_NAME,
    PARK,
    PEAK,
    RIVER,
    SEA,
    SEA_NAME,
    WAVE,
    Value,
    group,
    language_of,
    path,
    text,
)
from ekiben.games.routes.board_file import BoardFile


def scenery(board: BoardFile, plan: Schematic, language: str, prefix: str) -> str:
    """The ground of the whole sheet."""
    return (
        ground(plan.land, plan.size, prefix)
        + districts(board, plan)
        + inland(plan.land)
        + peaks(plan)
        + letterings(plan, language)
    )


def inland(land: Land) -> str:
    """Parks, waters and borders."""
    lines = [
        draw_shapes(land, "river", stroke=RIVER, stroke_width=1.6),
        draw_shapes(land, "stream", stroke=COAST, stroke_width=25.6),
        draw_shapes(land, "stream", stroke=SEA, stroke_width=24),
        draw_shapes(land, "stream", stroke=WAVE, stroke_width=14),
        draw_shapes(land, "stream", stroke=SEA, stroke_width=12.2),
        draw_shapes(land, "border", stroke=BORDER, stroke_width=1.3, stroke_dasharray="7 3 1.5 3"),
    ]
    return (
        draw_shapes(land, "park", fill=PARK)
        + group(*lines, fill="none", stroke_linecap="round", stroke_linejoin="round")
        + draw_shapes(land, "lake", fill=SEA, stroke=COAST, stroke_width=0.8)
    )


def draw_shapes(land: Land, kind: str, **attributes: Value) -> str:
    shape = land.path(kind)
    return path(shape, **attributes) if shape else ""


def peaks(plan: Schematic) -> str:
    hills = clear_peaks(plan)
    return (
        path(hills, fill="none", stroke=PEAK, stroke_width=1.1, stroke_linecap="round")
        if hills
        else ""
    )


def clear_peaks(plan: Schematic) -> str:
    """Small mountains, only where they touch nothing else, as path data."""
    spaces = [one for route in plan.routes for one in boxes(route)]
    labels = [one.box for row in plan.labels.values() for one in row if one]
    taken = (
        spaces
        + labels
        + [lettering_box(one, tongue) for one in plan.land.letterings for tongue in one.names]
    )
    free = [
        peak
        for peak in plan.land.peaks
        if all(apart(Box(peak[0], peak[1], 18, 13), one) > 1 for one in taken)
        and all(math.dist(peak, city) > 20 for city in plan.cities)
    ]
    return "".join(f"M{pair((x - 8, y + 5))}l8-11l8 11m-7-8l3 7m-5-7l1.5 4" for x, y in free)


def lettering_box(one: Lettering, language: str) -> Box:
    turn = math.radians(one.turn)
    wide = text_width(one.names[language], one.size) + len(one.names[language]) * spacing(one)
    return Box(one.x, one.y, wide, one.size, math.cos(turn), math.sin(turn))


def spacing(one: Lettering) -> float:
    return one.size * 0.22


def letterings(plan: Schematic, language: str) -> str:
    return "".join(draw_lettering(one, language) for one in plan.land.letterings)


def draw_lettering(one: Lettering, language: str) -> str:
    """A wide-set name; Latin ones slant, as on old charts."""
    words, set_wide = one.names[language], round(spacing(one), 1)
    turn = f"rotate({one.turn:g} {pair((one.x, one.y))})" if one.turn else None
    return text(
        words,
        one.x,
        one.y + one.size * 0.35,
        font_size=one.size,
        letter_spacing=set_wide,
        text_anchor="middle",
        fill=SEA_NAME if one.water else LAND_NAME,
        font_style="italic" if language_of(words) == "en" else None,
        transform=turn,
        fill_opacity=0.9,
    )


def districts(board: BoardFile, plan: Schematic) -> str:
    """A faint wash over each district: what is nearer to its cities than to any other."""
    numbers = sorted({city.district for city in board.cities if city.district})
    return "".join(wash(board, plan, number) for number in numbers)


def wash(board: BoardFile, plan: Schematic, district: int) -> str:
    colour = board.figures.districts[district].colour
    areas = "".join(
        "M" + "L".join(pair(point) for point in one) + "Z" for one in cells(board, plan, district)
    )
    tint = COLOURS.get(colour, COLOURS["grey"])
    return group(
        path(areas, fill=tint, stroke=tint, stroke_width=8, stroke_linejoin="round"), opacity=0.15
    )


def cells(board: BoardFile, plan: Schematic, district: int) -> list[list[Point]]:
    """The outlines of a district, one around each of its cities."""
    rivals = [plan.cities[city.number] for city in board.cities if city.district != district]
    found = [
        cell(plan.cities[city.number], rivals, plan.size)
        for city in board.cities
        if city.district == district
    ]
    return [one for one in found if one]


def cell(city: Point, rivals: Sequence[Point], size: tuple[float, float]) -> list[Point]:
    """The part of the sheet that is nearer to a city than to any rival."""
    outline = [(-9.0, -9.0), (size[0] + 9, -9.0), (size[0] + 9, size[1] + 9), (-9.0, size[1] + 9)]
    for rival in rivals:
        outline = cut(outline, city, rival)
    return outline


def cut(outline: list[Point], city: Point, rival: Point) -> list[Point]:
    """Keeps what lies on the city's side of the line half way, with a strip left free for both."""
    ux, uy = rival[0] - city[0], rival[1] - city[1]
    long = math.hypot(ux, uy)
    limit = ((city[0] + rival[0]) / 2 * ux + (city[1] + rival[1]) / 2 * uy) / long - 5.5
    depth = [(x * ux + y * uy) / long - limit for x, y in outline]
    kept: list[Point] = []
    for index, point in enumerate(outline):
        following, after = outline[(index + 1) % len(outline)], depth[(index + 1) % len(outline)]
        if depth[index] <= 0:
            kept.append(point)
        if (depth[index] < 0 < after) or (after < 0 < depth[index]):
            share = depth[index] / (depth[index] - after)
            kept.append(
                (
                    point[0] + (following[0] - point[0]) * share,
                    point[1] + (following[1] - point[1]) * share,
                )
            )
    return kept
