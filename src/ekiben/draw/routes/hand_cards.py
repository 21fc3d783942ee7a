"""Cards and tickets as people hold them, drawn as the browser draws them."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.draw.boxes import shorten, text_width
from ekiben.draw.curves import Point, pair
from ekiben.draw.routes.symbols import SYMBOLS, looks, symbol_ink
from ekiben.draw.style import (
    COLOURS,
    INDIGO,
    INK,
    QUIET,
    RAISED,
    VERMILION,
    bold_text,
    circle,
    group,
    path,
    rect,
)
from ekiben.games.routes.board_file import BoardFile, Ticket

SIZE = (60.0, 84.0)  # of a card, before it is scaled
STEP = 68.0  # from one card of a row to the next
TICKET = (
    "M5 1H45L59 15V79Q59 83 55 83H5Q1 83 1 79V5Q1 1 5 1Z"
    "M10 13.5A4.5 4.5 0 1 0 19 13.5A4.5 4.5 0 1 0 10 13.5Z"
)
HULL = "M-21 9H21Q19 19 12 20H-12Q-19 19-21 9ZM0 9V5"
ANCHOR = "M0-5V5M-4.5 1.5Q0 7 4.5 1.5M-2-2.5H2"
RAILS = "M-8 13L-4-13M8 13L4-13M-7 8H7M-6 1H6M-5-6H5"


def row(board: BoardFile, kinds: Sequence[str | None], at: Point, scale: float, prefix: str) -> str:
    """Cards side by side, the first one's corner at a place; a card without a kind is face down."""
    cards = "".join(
        group(hand_card(board, kind, prefix), transform=f"translate({index * STEP:g} 0)")
        for index, kind in enumerate(kinds)
    )
    return group(cards, transform=f"translate({pair(at)})scale({scale:g})")


def row_width(count: int, scale: float) -> float:
    return (count * STEP - STEP + SIZE[0]) * scale


def hand_card(board: BoardFile, kind: str | None, prefix: str) -> str:
    """A card ticket with its colour and symbol, and what else its kind has."""
    if kind is None:
        return back()
    colour, _, mark = kind.partition("-")
    look = "wild" if colour == "wild" else looks(board)[colour]
    line = INK if look in ("white", "yellow", "wild") else RAISED
    fill = RAISED if look == "wild" else COLOURS[look]
    return group(
        paper(fill),
        path("M6 25H54M6 77H54", stroke=line, stroke_width=1.1, stroke_dasharray="1 2.4"),
        rainbow() if look == "wild" else "",
        face(look, mark, line, prefix),
        badge(mark),
        data_card=kind,
    )


def paper(fill: str) -> str:
    shadow = path(TICKET, fill=INK, fill_opacity=0.18, transform="translate(1.5 2.5)")
    return shadow + path(
        TICKET,
        fill=fill,
        fill_rule="evenodd",
        stroke=INK,
        stroke_width=1.2,
        stroke_linejoin="round",
    )


def back() -> str:
    """A card of the deck: rails on indigo."""
    lines = path("M8 26H52M8 30H52M8 72H52M8 76H52", stroke=RAISED, stroke_opacity=0.7)
    rails = path(
        RAILS,
        fill="none",
        stroke=RAISED,
        stroke_width=2.4,
        stroke_linecap="round",
        transform="translate(30 51)",
    )
    return group(paper(INDIGO), lines, rails, data_card="back")


def rainbow() -> str:
    names = ("red", "orange", "yellow", "green", "blue", "purple")
    return "".join(rect(6 + 8 * at, 71, 8, 5, fill=COLOURS[name]) for at, name in enumerate(names))


def face(look: str, mark: str, line: str, prefix: str) -> str:
    """The symbol, on its ship where the card has one."""
    afloat = mark in ("ship", "double")
    hull = path(HULL, fill="none", stroke=line, stroke_width=1.7, stroke_linejoin="round")
    scale, down = (2.3, -7.0) if afloat else (3.0, 0.0)
    sign = (
        f'<use href="#{prefix}-wild" transform="scale(2.6)"/>'
        if look == "wild"
        else path(SYMBOLS[look], fill=symbol_ink(look), transform=f"scale({scale:g})")
    )
    raised = group(sign, transform=f"translate(0 {down:g})") if down else sign
    return group(hull if afloat else "", raised, transform="translate(30 49)")


def badge(mark: str) -> str:
    """What a card has besides: two ships, or the harbour symbol, which single ships have too."""
    if mark not in ("double", "harbour", "ship"):
        return ""
    inside = (
        bold_text("×2", 0, 4, 10.5)
        if mark == "double"
        else path(ANCHOR, fill="none", stroke=INK, stroke_width=1.5)
    )
    disc = circle(0, 0, 8, fill=RAISED, stroke=INK)
    return group(
        disc, inside, transform="translate(47 67)", data_mark=mark.replace("ship", "harbour")
    )


def ticket_label(board: BoardFile, ticket: Ticket, at: Point, language: str) -> str:
    """A ticket as a luggage label: its two cities, and its value in a round stamp."""
    wide = 190.0
    a, z = (shorten(board.name(city, language), 13, wide - 70) for city in (ticket.a, ticket.z))
    shape = f"M12 0H{wide - 4:g}Q{wide:g} 0 {wide:g} 4V48Q{wide:g} 52 {wide - 4:g} 52H12L0 40V12Z"
    return group(
        path(shape, fill=INK, fill_opacity=0.2, transform="translate(1.5 2.5)"),
        path(shape, fill=RAISED, stroke=INK, stroke_width=1.2),
        circle(12, 26, 3.4, fill="none", stroke=INK, stroke_width=1.2),
        bold_text(a, 24, 21, 13, text_anchor="start"),
        bold_text(z, 24, 40, 13, text_anchor="start"),
        stamp(str(ticket.points), wide - 26, 26),
        transform=f"translate({pair(at)})",
        data_ticket=ticket.id,
    )


def stamp(words: str, x: float, y: float, size: float = 15.0) -> str:
    """Points in a vermilion stamp."""
    rings = circle(x, y, 18, stroke_width=2) + circle(x, y, 15, stroke_width=0.8)
    wide = text_width(words, size)
    fitting = min(size, size * 25 / wide)
    return group(
        group(rings, fill=RAISED, stroke=VERMILION),
        bold_text(words, x, y + fitting * 0.36, fitting, fill=VERMILION),
    )


def arrow(x: float, y: float, long: float = 26.0) -> str:
    """From what is paid to what comes of it."""
    return path(
        f"M{x:g} {y:g}h{long:g}m-8-7l8 7l-8 7",
        fill="none",
        stroke=QUIET,
        stroke_width=2.6,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
