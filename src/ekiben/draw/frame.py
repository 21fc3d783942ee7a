"""What stands around the map: its frame, and the title as a station sign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ekiben.draw.boxes import text_width
from ekiben.draw.curves import Point
from ekiben.draw.style import (
    INDIGO,
    INK,
    PAPER,
    QUIET,
    RAISED,
    VERMILION,
    bold_text,
    group,
    path,
    rect,
)
from ekiben.texts import say

SIGN = (236.0, 108.0)


class Titled(Protocol):
    """As much of a board as its title needs."""

    @property
    def names(self) -> Mapping[str, str]: ...
    @property
    def subtitles(self) -> Mapping[str, str]: ...
    @property
    def seats(self) -> tuple[int, int]: ...


def frame(wide: float, high: float) -> str:
    """The line that Japanese maps use for a railway, black with white dashes, around the map."""
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


def titles(board: Titled, language: str, title: str | None) -> tuple[str, str]:
    """The name large; small, the other language's, or a subtitle where both are the same."""
    other = board.names["ja" if language == "en" else "en"]
    if other == board.names[language]:
        other = board.subtitles[language]
    return title or board.names[language], other


def sign(board: Titled, at: Point, language: str, title: str | None, counted: str) -> str:
    """The title as a station's name board: the name, the other language, and a band with a mark."""
    (large, small), (wide, high) = titles(board, language, title), SIGN
    size = min(34.0, 34 * 190 / text_width(large, 34))
    players = say("picture.players", language, least=board.seats[0], most=board.seats[1])
    plate = dict(width=wide, height=high, rx=5)
    return group(
        rect(2 - wide / 2, 3 - high / 2, **plate, fill=INK, fill_opacity=0.18),
        rect(-wide / 2, -high / 2, **plate, fill=RAISED, stroke=INK, stroke_width=1.6),
        bold_text(large, 0, -9, size),
        bold_text(small, 0, 10.5, 13, font_weight=500, letter_spacing=1.5, fill=QUIET),
        rect(0.8 - wide / 2, 19, wide - 1.6, 11, fill=INDIGO),
        rect(-8, 16.5, 16, 16, fill=VERMILION, stroke=RAISED, stroke_width=2),
        bold_text(players, 14 - wide / 2, 46, 11, font_weight=400, text_anchor="start"),
        bold_text(counted, wide / 2 - 14, 46, 11, font_weight=400, text_anchor="end"),
        transform=f"translate({at[0]:g} {at[1]:g})",
    )


def card(at: Point, size: Point, heading: str, inside: str) -> str:
    """A card ticket with four clipped corners."""
    x, y, cut = size[0] / 2, size[1] / 2, 6
    shape = (
        f"M{cut - x:g} {-y:g}H{x - cut:g}L{x:g} {cut - y:g}V{y - cut:g}L{x - cut:g} {y:g}"
        f"H{cut - x:g}L{-x:g} {y - cut:g}"
        f"V{cut - y:g}Z"
    )
    shadow = path(shape, fill=INK, fill_opacity=0.18, transform="translate(2 3)")
    return group(
        shadow,
        path(shape, fill=RAISED, stroke=INK, stroke_width=1.2),
        bold_text(heading, 0, 19 - y, 12),
        inside,
        transform=f"translate({at[0]:g} {at[1]:g})",
    )
