"""Who plays and how it stands: a narrow strip during the game, luggage labels when it is over."""

from __future__ import annotations

from ekiben.draw.boxes import shorten
from ekiben.draw.ornaments import stamp
from ekiben.draw.routes.position import Position
from ekiben.draw.routes.spaces import Space
from ekiben.draw.routes.tracks import use_along, use_upright
from ekiben.draw.style import (
    COLOURS,
    INK,
    QUIET,
    RAISED,
    SERIF,
    VERMILION,
    Value,
    bold_text,
    circle,
    group,
    path,
    rect,
)
from ekiben.games.routes.board_file import BoardFile

STRIP, LABELS = 44.0, 92.0  # heights


def strip(board: BoardFile, position: Position, wide: float, prefix: str) -> str:
    """One cell a seat: piece, name, pieces left, score."""
    each = wide / max(position.seats, 1)
    return "".join(
        cell(board, position, seat, each * seat, each, prefix) for seat in range(position.seats)
    )


def cell(
    board: BoardFile, position: Position, seat: int, x: float, wide: float, prefix: str
) -> str:
    """The seat whose turn it is has a vermilion rim."""
    turn = position.seat == seat
    name = shorten(position.name(seat), 14, wide - 122 - 38 * len(position.left(seat)))
    rim: dict[str, Value] = (
        {"stroke": VERMILION, "stroke_width": 2.4} if turn else {"stroke": INK, "stroke_width": 0.9}
    )
    return (
        rect(x + 3, 5, wide - 6, STRIP - 10, rx=5, fill=RAISED, **rim)
        + icon(board, seat, x + 30, STRIP / 2, prefix)
        + bold_text(name, x + 56, 27, 14, text_anchor="start")
        + stock(position, seat, x + wide - 60, prefix)
        + bold_text(score(position, seat), x + wide - 15, 28, 17, text_anchor="end")
    )


def stock(position: Position, seat: int, x: float, prefix: str) -> str:
    """The pieces left: a small space or hull, and how many."""
    parts = []
    for place, count in enumerate(reversed(position.left(seat))):
        right = x - 42 * place
        kind = "ship" if len(position.left(seat)) == 2 and place == 0 else "space"
        shape = f'<use href="#{prefix}-{kind}" transform="translate({right - 24:g} 22)scale(.42)"/>'
        parts.append(
            group(shape, fill=COLOURS["grey"], stroke=INK, stroke_width=1.6)
            + bold_text(
                str(count), right, 26.5, 11.5, font_weight=500, text_anchor="end", fill=QUIET
            )
        )
    return "".join(parts)


def icon(board: BoardFile, seat: int, x: float, y: float, prefix: str) -> str:
    here = Space(x, y, 0)
    return use_along(f"{prefix}-{board.pieces[0]}{seat}", here) + use_upright(
        f"{prefix}-seat{seat}", here
    )


def score(position: Position, seat: int) -> str:
    return str(position.scores[seat]) if seat < len(position.scores) else ""


def labels(board: BoardFile, position: Position, wide: float, language: str, prefix: str) -> str:
    """Luggage labels, the best first."""
    each = min(wide / max(position.seats, 1), 330)
    start = (wide - each * position.seats) / 2
    return "".join(
        label(board, position, seat, start + each * place, each, language, prefix)
        for place, seat in enumerate(position.ranking())
    )


def label(
    board: BoardFile,
    position: Position,
    seat: int,
    x: float,
    wide: float,
    language: str,
    prefix: str,
) -> str:
    name = shorten(position.name(seat), 15, wide - 100)
    left, right, top, low = x + 7, x + wide - 7, 8.0, LABELS - 6
    shape = (
        f"M{left + 16:g} {top:g}H{right:g}V{low:g}H{left + 16:g}L{left:g} {low - 16:g}"
        f"V{top + 16:g}Z"
    )
    return (
        path(shape, fill=RAISED, stroke=INK, stroke_width=1.3)
        + circle(left + 13, (top + low) / 2, 4.2, fill="none", stroke=INK, stroke_width=1.3)
        + icon(board, seat, left + 48, top + 24, prefix)
        + bold_text(name, left + 74, top + 29.5, 15, text_anchor="start")
        + bold_text(
            score(position, seat), left + 30, low - 12, 34, text_anchor="start", font_family=SERIF
        )
        + (stamp(right - 34, low - 30, language) if seat in position.best() else "")
    )
