"""What lies under the routes: sea and land, lakes, rivers, mountains, their names, and the washes of districts."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ekiben.draw.boxes import Box, apart, from_point, text_width
from ekiben.draw.curves import Point, pair
from ekiben.draw.land import Lettering
from ekiben.draw.schematic import Schematic
from ekiben.draw.spaces import boxes
from ekiben.draw.style import (
    BORDER,
    COAST,
    COLOURS,
    LAND,
    LAND_NAME,
    PEAK,
    RIVER,
    SEA,
    SEA_NAME,
    WAVE,
    group,
    language_of,
    path,
    rect,
    tag,
    text,
)
from ekiben.games.routes.board import Board

WAVES = ((22, 1.0), (14, 1.1), (7, 1.2))        # lines along the coast: how far out (twice), and how thick


def scenery(plan: Schematic, language: str, prefix: str) -> str:
    """The ground of the whole sheet."""
    wide, high = plan.size
    if not any(shape.kind == "land" for shape in plan.land.shapes):
        return rect(0, 0, wide, high, fill=LAND)
    kinds = {kind: "".join(shape.path for shape in plan.land.shapes if shape.kind == kind)
             for kind in ("land", "island", "lake", "river", "border", "park")}
    coast = path(kinds["land"] + kinds["island"], id_=f"{prefix}-coast")
    return (rect(0, 0, wide, high, fill=SEA) + tag("defs", coast) + waves(prefix) +
            ground(kinds, prefix) + peaks(plan, language) + letterings(plan, language))


def waves(prefix: str) -> str:
    """Lines along the coast, as engravers drew the sea: wide strokes, each covered by one a little narrower."""
    strokes = "".join(used(prefix, WAVE, wide) + used(prefix, SEA, wide - 2 * thick) for wide, thick in WAVES)
    return group(strokes, fill="none", stroke_linejoin="round")


def used(prefix: str, colour: str, wide: float) -> str:
    return tag("use", href=f"#{prefix}-coast", stroke=colour, stroke_width=float(wide))


def ground(kinds: dict[str, str], prefix: str) -> str:
    """Land over the waves, then what is on it."""
    line = dict(fill="none", stroke_linecap="round", stroke_linejoin="round")
    parts = [tag("use", href=f"#{prefix}-coast", fill=LAND, stroke=COAST, stroke_width=0.9)]
    parts += [path(kinds["park"], fill=COLOURS["green"], fill_opacity=0.16)] if kinds["park"] else []
    parts += [path(kinds["river"], stroke=RIVER, stroke_width=1.6, **line)] if kinds["river"] else []
    parts += [path(kinds["lake"], fill=SEA, stroke=COAST, stroke_width=0.8)] if kinds["lake"] else []
    parts += [path(kinds["border"], stroke=BORDER, stroke_width=1.3, stroke_dasharray="7 3 1.5 3", **line)] if kinds["border"] else []
    return "".join(parts)


def peaks(plan: Schematic, language: str) -> str:
    """Small mountains, only where they touch nothing else."""
    spaces = [one for route in plan.routes for one in boxes(route)]
    labels = [one.box for row in plan.labels.values() for one in row if one]
    taken = spaces + labels + [lettering_box(one, tongue) for one in plan.land.letterings for tongue in one.names]
    free = [peak for peak in plan.land.peaks if all(apart(Box(peak[0], peak[1], 18, 13), one) > 1 for one in taken)
            and all(math.dist(peak, city) > 20 for city in plan.cities)]
    hills = "".join(f"M{pair((x - 8, y + 5))}L{pair((x, y - 6))}L{pair((x + 8, y + 5))}M{pair((x + 1, y - 3))}L{pair((x + 4, y + 4))}"
                    f"M{pair((x - 1, y - 3))}L{pair((x + .5, y + 1))}" for x, y in free)
    return path(hills, fill="none", stroke=PEAK, stroke_width=1.1, stroke_linecap="round", stroke_linejoin="round") if hills else ""


def lettering_box(one: Lettering, language: str) -> Box:
    turn = math.radians(one.turn)
    wide = text_width(one.names[language], one.size) + len(one.names[language]) * spacing(one)
    return Box(one.x, one.y, wide, one.size, math.cos(turn), math.sin(turn))


def spacing(one: Lettering) -> float:
    return one.size * 0.22


def letterings(plan: Schematic, language: str) -> str:
    return "".join(named(one, language) for one in plan.land.letterings)


def named(one: Lettering, language: str) -> str:
    """A wide-set name; Latin ones slant, as on old charts."""
    words = one.names[language]
    turn = f"rotate({one.turn:g} {pair((one.x, one.y))})" if one.turn else None
    return text(words, one.x, one.y + one.size * 0.35, font_size=one.size, letter_spacing=round(spacing(one), 1), text_anchor="middle",
                fill=SEA_NAME if one.water else LAND_NAME, font_style="italic" if language_of(words) == "en" else None,
                transform=turn, fill_opacity=0.9)


def districts(board: Board, plan: Schematic) -> str:
    """A faint wash around the cities of each district."""
    numbers = sorted({city.district for city in board.cities if city.district})
    return "".join(wash(board, plan, number) for number in numbers)


def wash(board: Board, plan: Schematic, district: int) -> str:
    colour = board.numbers.get("districts", {}).get(str(district), {}).get("colour", "grey")
    cells = [cell(plan.cities[city.number], others(board, plan, district)) for city in board.cities if city.district == district]
    areas = "".join("M" + "L".join(pair(point) for point in one) + "Z" for one in cells if one)
    return group(path(areas, fill=COLOURS.get(colour, colour), stroke=COLOURS.get(colour, colour), stroke_width=10, stroke_linejoin="round"),
                 opacity=0.17)


def others(board: Board, plan: Schematic, district: int) -> list[Point]:
    return [plan.cities[city.number] for city in board.cities if city.district != district]


def cell(city: Point, rivals: Sequence[Point], reach: float = 104.0) -> list[Point]:
    """The places around a city that are nearer to it than to any rival."""
    turns = [2 * math.pi * step / 28 for step in range(28)]
    outline = [(city[0] + reach * math.cos(turn), city[1] + reach * math.sin(turn)) for turn in turns]
    for rival in rivals:
        outline = cut(outline, city, rival)
    return outline


def cut(outline: list[Point], city: Point, rival: Point) -> list[Point]:
    """Keeps what lies on the city's side of the line half way, with a strip left free for both."""
    ux, uy = rival[0] - city[0], rival[1] - city[1]
    long = math.hypot(ux, uy)
    limit = ((city[0] + rival[0]) / 2 * ux + (city[1] + rival[1]) / 2 * uy) / long - 8
    depth = [(x * ux + y * uy) / long - limit for x, y in outline]
    kept: list[Point] = []
    for index, point in enumerate(outline):
        following, after = outline[(index + 1) % len(outline)], depth[(index + 1) % len(outline)]
        if depth[index] <= 0:
            kept.append(point)
        if (depth[index] < 0 < after) or (after < 0 < depth[index]):
            share = depth[index] / (depth[index] - after)
            kept.append((point[0] + (following[0] - point[0]) * share, point[1] + (following[1] - point[1]) * share))
    return kept


__all__ = ["districts", "from_point", "lettering_box", "scenery"]
