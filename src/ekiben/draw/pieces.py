"""The seats' pieces: their shapes, colours, patterns and numbers."""

from __future__ import annotations

from ekiben.draw.measures import MEASURES
from ekiben.draw.style import INK, RAISED, SEATS, bold_text, circle, group, path

LONG, HIGH = MEASURES.length, MEASURES.height
DARK_PATTERN = frozenset({5, 7, 8})  # seats of light colours: their patterns are in ink
CAR = (LONG + 1.6, HIGH + 2.2)  # a piece is a little larger than its space


def outline(kind: str, long: float, high: float, corner: float = 3.4) -> str:
    """The outline of a space: rounded on land, like a hull with two blunt ends on water."""
    x, y, c = long / 2, high / 2, corner
    if kind == "ship":
        return (
            f"M{-x:g} 0C{-x:g} {-y * 1.1:g} {-x * 0.6:g} {-y:g} 0 {-y:g}S{x:g} {-y * 1.1:g} {x:g} 0"
            f"S{x * 0.6:g} {y:g} 0 {y:g}S{-x:g} {y * 1.1:g} {-x:g} 0Z"
        )
    return (
        f"M{c - x:g} {-y:g}H{x - c:g}Q{x:g} {-y:g} {x:g} {c - y:g}V{y - c:g}Q{x:g} {y:g} "
        f"{x - c:g} {y:g}"
        f"H{c - x:g}Q{-x:g} {y:g} {-x:g} {y - c:g}V{c - y:g}Q{-x:g} {-y:g} {c - x:g} {-y:g}Z"
    )


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
        path(shape, fill=SEATS[seat], stroke=INK, stroke_width=1.7),
        pattern(seat),
        fittings(kind),
        id_=f"{prefix}-{kind}{seat}",
    )


def hull(long: float, high: float) -> str:
    """A ship: a round stern and a pointed bow."""
    x, y = long / 2, high / 2
    return (
        f"M{-x:g} {-y * 0.5:g}Q{-x:g} {-y:g} {6 - x:g} {-y:g}H{x - 12:g}Q{x - 4:g} "
        f"{-y * 0.8:g} {x + 1:g} 0"
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
        bold_text(str(seat + 1), 0, 3.5, 9.8),
        id_=f"{prefix}-seat{seat}",
    )
