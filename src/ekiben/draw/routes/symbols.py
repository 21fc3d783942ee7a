"""The shapes that are drawn once and used many times: spaces, symbols of the colours, pieces of the
seats.
"""

from __future__ import annotations

import math

from ekiben.draw.curves import pair
from ekiben.draw.measures import MEASURES
from ekiben.draw.style import (
    COLOURS,
    DARK_SYMBOL,
    INK,
    NINE,
    RAISED,
    circle,
    group,
    lettered,
    path,
    tag,
)
from ekiben.games.routes.board_file import BoardFile

LONG, HIGH = MEASURES.length, MEASURES.height
DARK_PATTERN = frozenset({5, 7, 8})  # seats of light colours: their patterns are in ink
CAR = (LONG + 1.6, HIGH + 2.2)  # a piece is a little larger than its space


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


SYMBOLS = {
    "purple": "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1-4 0Z",
    "blue": "M0-5.2L4.5 4H-4.5Z",
    "orange": "M0-5.4L4.4 0L0 5.4L-4.4 0Z",
    "white": "M-4.4 0A4.4 4.4 0 1 1 4.4 0A4.4 4.4 0 1 1-4.4 0ZM-2.6 0A2.6 2.6 0 1 0 2.6 0A2.6 2.6 0 1 0-2.6 0Z",
    "green": "M-3.8-3.8H3.8V3.8H-3.8Z",
    "yellow": star(5, 5.3, 2.2),
    "black": "M-1.6-4.8H1.6V-1.6H4.8V1.6H1.6V4.8H-1.6V1.6H-4.8V-1.6H-1.6Z",
    "red": "M0 5.2L4.5-4H-4.5Z",
    "pink": "M0 4.7L-4.2.4C-6.2-2-3.6-5.6-.9-4Q-.3-3.6 0-2.9Q.3-3.6.9-4C3.6-5.6 6.2-2 4.2.4Z",
}


def looks(board: BoardFile) -> dict[str, str]:
    """Whose colour and symbol each of a board's colours has: its own, and for a name not known here
    one that is left over.
    """
    spare = [name for name in SYMBOLS if name not in board.colours]
    return {colour: colour if colour in SYMBOLS else spare.pop(0) for colour in board.colours} | {
        "grey": "grey"
    }


def symbol_ink(colour: str) -> str:
    return INK if colour in DARK_SYMBOL else RAISED


def defined(prefix: str, colours: list[str], pieces: list[str], seats: int, ferries: bool) -> str:
    """The definitions a picture needs, every id with its prefix."""
    parts = [bed(prefix, "space")] + ([bed(prefix, "ship")] if "ship" in pieces else [])
    parts += [
        path(SYMBOLS[colour], id_=f"{prefix}-{colour}") for colour in colours if colour in SYMBOLS
    ]
    parts += [wild(prefix)] if ferries else []
    for seat in range(seats):
        parts += [piece(prefix, kind, seat) for kind in pieces] + [badge(prefix, seat)]
    return tag("defs", *parts)


def bed(prefix: str, kind: str) -> str:
    """An open space: a rim of paper, then the colour of whoever uses it, with a hairline."""
    rim = path(outline(kind, LONG + 3, HIGH + 3), fill=RAISED, fill_opacity=0.6, stroke="none")
    return group(rim, path(outline(kind, LONG, HIGH)), id_=f"{prefix}-{kind}")


def outline(kind: str, long: float, high: float, corner: float = 3.4) -> str:
    """The outline of a space: rounded on land, like a hull with two blunt ends on water."""
    x, y, c = long / 2, high / 2, corner
    if kind == "ship":
        return (
            f"M{-x:g} 0C{-x:g} {-y * 1.1:g} {-x * 0.6:g} {-y:g} 0 {-y:g}S{x:g} {-y * 1.1:g} {x:g} 0"
            f"S{x * 0.6:g} {y:g} 0 {y:g}S{-x:g} {y * 1.1:g} {-x:g} 0Z"
        )
    return (
        f"M{c - x:g} {-y:g}H{x - c:g}Q{x:g} {-y:g} {x:g} {c - y:g}V{y - c:g}Q{x:g} {y:g} {x - c:g} {y:g}"
        f"H{c - x:g}Q{-x:g} {y:g} {-x:g} {y - c:g}V{c - y:g}Q{-x:g} {-y:g} {c - x:g} {-y:g}Z"
    )


def wild(prefix: str) -> str:
    """The wild mark: a star in a ring of all colours."""
    names = ("red", "orange", "yellow", "green", "blue", "purple")
    ring = "".join(
        path(sector(index, len(names), 6.2), fill=COLOURS[name]) for index, name in enumerate(names)
    )
    return group(
        circle(0, 0, 6.6, fill=INK),
        ring,
        circle(0, 0, 4.5, fill=RAISED),
        path(star(8, 4.2, 1.9), fill=INK),
        id_=f"{prefix}-wild",
    )


def sector(index: int, count: int, radius: float) -> str:
    first, last = (2 * math.pi * (index + step) / count - math.pi / 2 for step in (0, 1))
    start, end = ((math.cos(turn) * radius, math.sin(turn) * radius) for turn in (first, last))
    return f"M0 0L{pair(start)}A{radius:g} {radius:g} 0 0 1 {pair(end)}Z"


def piece(prefix: str, kind: str, seat: int) -> str:
    """A seat's train, bus or ship seen from above, in its colour and pattern."""
    shape = hull(*CAR) if kind == "ship" else outline("space", *CAR)
    shadow = path(shape, fill=INK, fill_opacity=0.4, transform="translate(.8 1.6)")
    coupler = (
        path(f"M{-LONG / 2 - 2.6:g} 0H{LONG / 2 + 2.6:g}", stroke=INK, stroke_width=3.4)
        if kind == "train"
        else ""
    )
    return group(
        shadow,
        coupler,
        path(shape, fill=NINE[seat], stroke=INK, stroke_width=1.7),
        pattern(seat),
        fittings(kind),
        id_=f"{prefix}-{kind}{seat}",
    )


def hull(long: float, high: float) -> str:
    """A ship: a round stern and a pointed bow."""
    x, y = long / 2, high / 2
    return (
        f"M{-x:g} {-y * 0.5:g}Q{-x:g} {-y:g} {6 - x:g} {-y:g}H{x - 12:g}Q{x - 4:g} {-y * 0.8:g} {x + 1:g} 0"
        f"Q{x - 4:g} {y * 0.8:g} {x - 12:g} {y:g}H{6 - x:g}Q{-x:g} {y:g} {-x:g} {y * 0.5:g}Z"
    )


def fittings(kind: str) -> str:
    """What tells a bus from a train: its windscreen."""
    if kind != "bus":
        return ""
    return path(f"M{LONG / 2 - 2.2:g}-4.4V4.4", stroke=RAISED, stroke_width=2.4, fill="none")


def pattern(seat: int) -> str:
    """Stripes, dots, chevrons and so on, on both sides of the number; the first seat is plain."""
    marks = ("", stripes(), dots(), chevrons(), hatch(), rails(), bars(), crosses(), waves())[seat]
    ink, wide = (INK, 2.7) if seat == 2 else (INK if seat in DARK_PATTERN else RAISED, 1.7)
    return (
        path(marks, fill="none", stroke=ink, stroke_width=wide, stroke_linecap="round")
        if marks
        else ""
    )


def stripes() -> str:
    return "".join(f"M{x}-5.4V5.4" for x in (-14.4, -10.4, 10.4, 14.4))


def dots() -> str:
    return "".join(f"M{x} {y}h.01" for x in (-14.4, -9.6, 9.6, 14.4) for y in (-3.6, 3.6))


def chevrons() -> str:
    return "".join(f"M{x}-5L{x + 4.4:g} 0L{x} 5" for x in (-16, -11.6, 7.4, 11.8))


def hatch() -> str:
    return "".join(
        f"M{x}-4.8L{x + 7:g} 4.8M{x + 7:g}-4.8L{x} 4.8M{x - 0.4:g} 0H{x + 7.4:g}"
        for x in (-15.6, 8.6)
    )


def rails() -> str:
    return "".join(f"M{x}-3H{x + 8:g}M{x} 3H{x + 8:g}" for x in (-16.4, 8.4))


def bars() -> str:
    return "".join(f"M{x}-5V5" for x in (-15.2, -12.2, -9.2, 9.2, 12.2, 15.2))


def crosses() -> str:
    return "".join(f"M{x}-3.4L{x + 6.8:g} 3.4M{x + 6.8:g}-3.4L{x} 3.4" for x in (-15.4, 8.6))


def waves() -> str:
    return "".join(f"M{x} {y}q2-3.6 4 0t4 0" for x in (-16.4, 8.4) for y in (-2.6, 3.4))


def badge(prefix: str, seat: int) -> str:
    """The seat's number, always upright."""
    return group(
        circle(0, 0, 5.7, fill=RAISED, stroke=INK, stroke_width=0.9),
        lettered(str(seat + 1), 0, 3.5, 9.8),
        id_=f"{prefix}-seat{seat}",
    )
