"""The shapes that a route picture draws once and uses many times: spaces, symbols, pieces."""

from __future__ import annotations

import math

from ekiben.draw.curves import pair, star
from ekiben.draw.pieces import HIGH, LONG, badge, outline, piece
from ekiben.draw.style import (
    COLOURS,
    DARK_SYMBOL,
    INK,
    RAISED,
    circle,
    group,
    path,
    tag,
)
from ekiben.games.routes.board_file import BoardFile

SYMBOLS = {
    "purple": "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1-4 0Z",
    "blue": "M0-5.2L4.5 4H-4.5Z",
    "orange": "M0-5.4L4.4 0L0 5.4L-4.4 0Z",
    "white": (
        "M-4.4 0A4.4 4.4 0 1 1 4.4 0A4.4 4.4 0 1 1-4.4 0ZM-2.6 0A2.6 2.6 0 1 0 2.6 0A2.6 2.6 0 1 "
        "0-2.6 0Z"
    ),
    "green": "M-3.8-3.8H3.8V3.8H-3.8Z",
    "yellow": star(5, 5.3, 2.2),
    "black": "M-1.6-4.8H1.6V-1.6H4.8V1.6H1.6V4.8H-1.6V1.6H-4.8V-1.6H-1.6Z",
    "red": "M0 5.2L4.5-4H-4.5Z",
    "pink": "M0 4.7L-4.2.4C-6.2-2-3.6-5.6-.9-4Q-.3-3.6 0-2.9Q.3-3.6.9-4C3.6-5.6 6.2-2 4.2.4Z",
}


def looks(board: BoardFile) -> dict[str, str]:
    """The look of each of a board's colours: its own, or one left over for an unknown name."""
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
