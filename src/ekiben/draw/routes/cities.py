"""Cities and their names, and what seats have built in them."""

from __future__ import annotations

from ekiben.draw.curves import Point
from ekiben.draw.measures import MEASURES
from ekiben.draw.ornaments import ANCHOR
from ekiben.draw.routes.labels import Label, height
from ekiben.draw.routes.position import Position
from ekiben.draw.routes.schematic import Schematic
from ekiben.draw.routes.spaces import Space
from ekiben.draw.routes.tracks import use_upright
from ekiben.draw.style import (
    COLOURS,
    INDIGO,
    INK,
    LAND,
    QUIET,
    RAISED,
    SEA,
    SEATS,
    bold_text,
    circle,
    group,
    language_of,
    path,
    text,
)
from ekiben.games.routes.board_file import BoardFile, City

HOUSE = "M-9.5 9.5V-3.5L0-11.5L9.5-3.5V9.5Z"
QUAY = (
    "M0-9.5A9.5 9.5 0 1 1 0 9.5A9.5 9.5 0 1 1 0-9.5ZM0-9.5V-13M-4-13H4M-12.5 3Q-11 11.5 0 13.5Q11 "
    "11.5 12.5 3"
)


def cities(
    board: BoardFile, plan: Schematic, position: Position, language: str, prefix: str
) -> str:
    """Rings, buildings, names."""
    rings = "".join(ring(board, city, plan.cities[city.number]) for city in board.cities)
    return (
        group(rings, stroke=INK, fill=RAISED)
        + buildings(plan, position, prefix)
        + labels(plan, language)
    )


def ring(board: BoardFile, city: City, at: Point) -> str:
    """A city's ring: an anchor for a port, a buoy for a junction, points of its district."""
    if city.junction:
        return circle(*at, 5.0, fill=SEA, stroke=INDIGO, stroke_width=2.2) + circle(
            *at, 1.5, fill=INDIGO, stroke="none"
        )
    if city.port:
        anchor = path(
            ANCHOR,
            transform=f"translate({at[0]:g} {at[1]:g})",
            fill="none",
            stroke=INDIGO,
            stroke_width=1.5,
        )
        return circle(*at, MEASURES.city + 1, stroke=INDIGO, stroke_width=2) + anchor
    if city.district:
        return seat_number(board, city, at)
    return circle(*at, MEASURES.city, stroke_width=2.2) + circle(*at, 2.1, fill=INK, stroke="none")


def seat_number(board: BoardFile, city: City, at: Point) -> str:
    district = board.figures.districts[city.district]
    colour = COLOURS.get(district.colour or "grey", INK)
    points = bold_text(str(district.points), at[0], at[1] + 3.2, 9, fill=RAISED, stroke="none")
    return circle(*at, MEASURES.city + 0.5, fill=colour, stroke_width=1.8) + points


def buildings(plan: Schematic, position: Position, prefix: str) -> str:
    """Stations as little houses, harbours as quays, each in its seat's colour with its number."""
    parts = [
        building(HOUSE, plan.cities[city], seat, prefix, 1.5)
        for city, seat in sorted(position.stations.items())
    ]
    parts += [
        building(QUAY, plan.cities[city], seat, prefix, 0.0)
        for city, seat in sorted(position.harbours.items())
    ]
    return "".join(parts)


def building(shape: str, at: Point, seat: int, prefix: str, down: float) -> str:
    both = path(shape, stroke=INK, stroke_width=5.2) + path(
        shape, stroke=SEATS[seat], fill=SEATS[seat], stroke_width=2.6
    )
    body = group(
        both,
        fill="none",
        transform=f"translate({at[0]:g} {at[1]:g})",
        stroke_linejoin="round",
        stroke_linecap="round",
    )
    return group(
        body, use_upright(f"{prefix}-seat{seat}", Space(at[0], at[1] + down, 0)), data_seat=seat
    )


def labels(plan: Schematic, language: str) -> str:
    """Names like a station sign: the reader's language large, the other small under it."""
    found = [one for one in plan.labels[language] if one]
    dry = [one for one in found if plan.land.dry((one.box.x, one.box.y))]
    wet = [one for one in found if one not in dry]
    return halo_text(dry, LAND) + halo_text(wet, SEA)


def halo_text(row: list[Label], ground: str) -> str:
    halo = dict(stroke=ground, stroke_linejoin="round", paint_order="stroke")
    return group(
        "".join(label_line(one.large, one, MEASURES.large * 0.85) for one in row),
        font_size=MEASURES.large,
        font_weight=700,
        fill=INK,
        stroke_width=3.4,
        **halo,
    ) + group(
        "".join(
            label_line(one.small, one, MEASURES.large + MEASURES.small * 0.92)
            for one in row
            if one.small
        ),
        font_size=MEASURES.small,
        font_weight=500,
        fill=QUIET,
        stroke_width=2.6,
        **halo,
    )


def label_line(words: str, one: Label, down: float) -> str:
    anchor = None if one.anchor == "start" else one.anchor
    return text(
        words,
        one.x,
        one.y - height(one.small) / 2 + down,
        text_anchor=anchor,
        xml__lang=language_of(words),
    )
