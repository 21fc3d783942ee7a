"""The ground of a Tokyo map: sea, land, hills, mountains, lakes, rivers, coasts, posts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ekiben.draw.curves import Point, pair
from ekiben.draw.land import Land, Shape, bent_line, closed_path, middle
from ekiben.draw.sea import ground
from ekiben.draw.style import COAST, SEA, SEA_NAME, group, path, tag
from ekiben.draw.tokyo.contours import areas, at, lines, size
from ekiben.games.tokyo.board_file import BoardFile

HILL, MOUNTAIN, HATCH, RIDGE, STREAM, POST = (
    "#E4D9BC",
    "#D8C9A4",
    "#C9B98F",
    "#9C8A61",
    "#6F9DB2",
    "#A89E86",
)
PEAK = "l6.5-10.5l6.5 10.5m-5.4-7l2.6 5.6m-4.4-5.4l1.2 3"


def base_of(board: BoardFile) -> Sequence[str]:
    """The ground as it is under the cities; without it a city stands on a plain."""
    found = board.picture.get("base")
    plain = str.maketrans("1234PX", "......")
    return tuple(found) if found else tuple(row.translate(plain) for row in board.terrain)


def scene(board: BoardFile) -> Land:
    """Land, waters and lines in the words of the other maps."""
    base = tuple(base_of(board))
    dry = areas(base, ".^Ao123456789PX")
    shapes = [shape("land", outline) for outline in dry] if any("~" in row for row in base) else []
    shapes += [shape("lake", outline) for outline in areas(base, "o")]
    shapes += [Shape("river", flowing(line), tuple(line)) for line in lines(board, "r")]
    shapes += [Shape("creek", flowing(line), tuple(line)) for line in lines(board, "c")]
    return Land(tuple(shapes))


def shape(kind: str, outline: Sequence[Point]) -> Shape:
    return Shape(kind, closed_path(outline), tuple(outline))


def flowing(points: Sequence[Point]) -> str:
    """A line rounded at its bends; it crosses every link in the link's own middle."""
    middles = [middle(before, after) for before, after in pairwise(points)]
    bends = bent_line(middles[0], points[1:-1], middles[1:])
    return f"M{pair(points[0])}L{pair(middles[0])}{bends}L{pair(points[-1])}"


def terrain(board: BoardFile, prefix: str) -> str:
    """All that lies under track and cities."""
    base, land = base_of(board), scene(board)
    return (
        ground(land, size(board), prefix)
        + heights(tuple(base), prefix)
        + waters(land)
        + posts(base)
    )


def heights(base: tuple[str, ...], prefix: str) -> str:
    """Hills as a soft hatching, which runs on under mountains; mountains as a darker wash."""
    raised, high = area(base, "^A"), area(base, "A")
    return (
        (
            path(raised, fill=HILL, fill_rule="evenodd")
            + path(raised, fill=f"url(#{prefix}-hatch)", fill_rule="evenodd")
            + path(high, fill=MOUNTAIN, fill_rule="evenodd", fill_opacity=0.85)
        )
        if raised
        else ""
    )


def area(base: tuple[str, ...], marks: str) -> str:
    return "".join(closed_path(outline) for outline in areas(base, marks))


def hatching(prefix: str) -> str:
    """The pattern of the hills."""
    strokes = path("M-1 3L3-1M-1 9L9-1M5 9L9 5", stroke=HATCH, stroke_width=0.8, fill="none")
    return tag(
        "pattern", strokes, id_=f"{prefix}-hatch", width=8, height=8, patternUnits="userSpaceOnUse"
    )


def waters(land: Land) -> str:
    """Lakes, rivers, and the coast where it runs between two posts on land: a narrow creek."""
    rivers, creeks, lakes = land.path("river"), land.path("creek"), land.path("lake")
    strokes = [
        path(creeks, stroke=COAST, stroke_width=6.2),
        path(creeks, stroke=SEA, stroke_width=4.6),
        path(rivers, stroke=SEA, stroke_width=5.4),
        path(rivers, stroke=STREAM, stroke_width=2.2),
    ]
    return group(*strokes, fill="none", stroke_linecap="round", stroke_linejoin="round") + (
        path(lakes, fill=SEA, stroke=COAST, stroke_width=0.8) if lakes else ""
    )


def posts(base: Sequence[str]) -> str:
    """A peak, a rise, or a dot at every post: what the ground is can be read post by post."""
    places = {
        sign: [
            at(row, column)
            for row, line in enumerate(base)
            for column, mark in enumerate(line)
            if mark in marks
        ]
        for sign, marks in (("peak", "A"), ("rise", "^"), ("dot", "."), ("wet", "~o"))
    }
    peaks = "".join(f"M{pair((x - 6.5, y + 5))}{PEAK}" for x, y in places["peak"])
    rises = "".join(f"M{pair((x - 4.5, y + 2))}q4.5-6.4 9 0" for x, y in places["rise"])
    strokes = group(
        path(peaks, stroke=RIDGE, stroke_width=1.1),
        path(rises, stroke=RIDGE, stroke_width=1.2),
        path(dots(places["dot"]), stroke=POST, stroke_width=2.6),
        path(dots(places["wet"]), stroke=SEA_NAME, stroke_width=1.6, stroke_opacity=0.45),
    )
    return group(strokes, fill="none", stroke_linecap="round", stroke_linejoin="round")


def dots(places: Sequence[Point]) -> str:
    return "".join(f"M{pair(place)}h0" for place in places)
