"""Small pictures of our own: the seal, the locomotive with its train, the compass."""

from __future__ import annotations

from ekiben.draw.curves import star
from ekiben.draw.measures import MEASURES
from ekiben.draw.style import (
    INK,
    PAPER,
    RAISED,
    SEA_NAME,
    SERIF,
    VERMILION,
    bold_text,
    circle,
    group,
    path,
    rect,
)
from ekiben.texts import say

# The two signs of the name as plain strokes, so that no font is needed.
EKI = (
    "M4 3V23M4 3H18M11 3V23M4 9.6H18M4 16.2H18M4 23H19V34Q19 37 15 36.6M3 28L1.6 35M7.4 28.6"
    "L8 33M11.4 28.4L12.2 32.4"
    "M15 28L16 31.4M24.6 4H37.6V16.4H24.6M24.6 4V17Q24.6 30 20.6 37M29.6 16.4Q32 30 39 37"
)
BEN = "M19.5 2Q14 9 8.6 14.2L30 12.6M25 7.4L32.4 16.4M3 23H37.6M13.8 17V23Q13.8 33 6 38M27 17V38.6"

BOILER = (
    "M10-25H42V-10H10Q7-10 7-13V-22Q7-25 10-25ZM14-25L12.6-36H22.4L21-25ZM27-25Q27-31 "
    "31-31T35-25ZM42-35H63V-8H42Z"
    "M39-37.5H66V-34H39ZM5-11H64V-7H5ZM9-8L1 0H11L13-7Z"
)
SMOKE = ((20.0, -43.0, 4.6), (28.0, -48.0, 6.0), (38.0, -51.5, 7.2), (51.0, -53.5, 8.4))
WAGON = 58.0  # from one wagon to the next


def seal(x: float, y: float, height: float) -> str:
    """A standing seal with its top left corner at a place."""
    scale = height / 100
    strokes = path(EKI, transform="translate(8.5 8)") + path(BEN, transform="translate(8.5 53)")
    edge = rect(3.2, 3.2, 50.6, 93.6, rx=4.6, fill="none", stroke=RAISED, stroke_width=1.3)
    return group(
        rect(0, 0, 57, 100, rx=7, fill=VERMILION),
        edge,
        group(
            strokes,
            fill="none",
            stroke=RAISED,
            stroke_width=3.1,
            stroke_linecap="square",
            stroke_linejoin="round",
        ),
        transform=f"translate({x:g} {y:g})scale({scale:g})",
    )


def train(x: float, y: float, seats: list[int], kind: str, prefix: str) -> str:
    """A locomotive and a wagon for every seat, standing on a line at y, its front at x."""
    wagons = "".join(
        wagon(74 + WAGON * place, seat, kind, prefix) for place, seat in enumerate(seats)
    )
    return group(locomotive(), wagons, transform=f"translate({x:g} {y:g})")


def locomotive() -> str:
    puffs = "".join(circle(*puff, fill=RAISED, stroke=INK, stroke_width=0.9) for puff in SMOKE)
    wheels = "".join(
        wheel(x, radius) for x, radius in ((17.0, 3.8), (29.0, 5.8), (42.5, 5.8), (56.0, 5.8))
    )
    rod = path("M29-5.8H56", stroke=RAISED, stroke_width=1.3)
    return puffs + path(BOILER, fill=INK) + rect(46, -30, 12, 9, rx=1.5, fill=PAPER) + wheels + rod


def wheel(x: float, radius: float) -> str:
    return circle(x, -radius, radius, fill=INK, stroke=PAPER, stroke_width=1.2) + circle(
        x, -radius, radius * 0.3, fill=PAPER
    )


def wagon(x: float, seat: int, kind: str, prefix: str) -> str:
    """A piece of the seat, put on wheels."""
    middle, scale = x + 22, 44 / MEASURES.length
    body = (
        f'<use href="#{prefix}-{kind}{seat}" transform="translate({middle:g} -17)'
        f'scale({scale:.3f})"/>'
    )
    number = (
        f'<use href="#{prefix}-seat{seat}" transform="translate({middle:g} -17)scale({scale:.3f})'
        '"/>'
    )
    frame = path(f"M{x - 12:g}-8H{x + 46:g}", stroke=INK, stroke_width=2.4)
    return frame + wheel(x + 9, 4.4) + wheel(x + 35, 4.4) + body + number


def compass(x: float, y: float) -> str:
    """A compass rose, north up."""
    rings = (
        circle(0, 0, 30)
        + circle(0, 0, 26.5, stroke_width=0.6)
        + path(star(8, 22, 6), stroke_width=0.9)
    )
    return group(
        group(rings, fill="none", stroke=SEA_NAME),
        path(star(4, 38, 6.5), fill=RAISED, stroke=SEA_NAME),
        path(
            "M0-38L0 0L4.6-4.6ZM38 0L0 0L4.6 4.6ZM0 38L0 0L-4.6 4.6ZM-38 0L0 0L-4.6-4.6Z",
            fill=SEA_NAME,
        ),
        bold_text("N", 0, -43, 12, fill=SEA_NAME),
        transform=f"translate({x:g} {y:g})",
    )


ANCHOR = "M0-4.4V4M-2.6-2.2H2.6M-4.2.8Q-3.8 4 0 4.4Q3.8 4 4.2.8"


def stamp(x: float, y: float, language: str) -> str:
    """The winner's stamp, a little askew."""
    words = say("picture.won", language)
    rings = circle(0, 0, 22, stroke_width=2.2) + circle(0, 0, 18.4, stroke_width=0.8)
    return group(
        group(rings, fill="none", stroke=VERMILION),
        bold_text(words, 0, 5, 14, fill=VERMILION, font_family=SERIF),
        transform=f"translate({x:g} {y:g})rotate(-12)",
    )
