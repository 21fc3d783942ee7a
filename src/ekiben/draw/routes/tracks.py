"""Routes on the sheet: open spaces, tunnels, ferries, and the pieces of their owners."""

from __future__ import annotations

import math

from ekiben.draw.curves import Curve, arc, number, pair
from ekiben.draw.measures import MEASURES
from ekiben.draw.routes.position import Position
from ekiben.draw.routes.schematic import Schematic
from ekiben.draw.routes.spaces import RouteShape, Space
from ekiben.draw.routes.symbols import SYMBOLS, looks, symbol_ink
from ekiben.draw.style import (
    COLOURS,
    INDIGO,
    INK,
    MOUTH,
    RAISED,
    SEATS,
    STONE,
    circle,
    escape_text,
    group,
    path,
    tag,
)
from ekiben.games.routes.board_file import BoardFile, Route
from ekiben.texts import UnknownText, say

DASH = 13  # a dash and its gap, of one who borrows a route


def tracks(
    board: BoardFile, plan: Schematic, position: Position, language: str, prefix: str
) -> str:
    """All routes: first what lies beneath them, then open ones, then pieces."""
    claimed = [route for route in board.routes if route.number in position.owners]
    free = [route for route in board.routes if route.number not in position.owners]
    tunnels = "".join(gallery(plan.routes[route.number]) for route in board.routes if route.tunnel)
    spaces = "".join(
        open_route(board, route, plan.routes[route.number], language, prefix) for route in free
    )
    pieces = "".join(
        claimed_route(board, route, plan.routes[route.number], position, language, prefix)
        for route in claimed
    )
    return (
        underlines(plan, position)
        + tunnels
        + group(spaces, stroke=INK, stroke_width=0.8)
        + pieces
        + borrowings(board, plan, position, prefix)
    )


def use_along(name: str, place: Space, stretch: float = 1.0) -> str:
    """A shape along the route; shortened where the spaces of the route are."""
    scale = f"scale({stretch:.2f} 1)" if abs(stretch - 1) > 0.005 else ""
    return (
        f'<use href="#{name}" transform="translate({pair((place.x, place.y))})'
        f'rotate({number(place.angle)}){scale}"/>'
    )


def use_upright(name: str, place: Space) -> str:
    return f'<use href="#{name}" x="{number(place.x)}" y="{number(place.y)}"/>'


def hover_text(board: BoardFile, route: Route, language: str, **more: object) -> str:
    """What a reader of the picture is told of a route."""
    key = "picture.claimed" if more else "picture.route"
    words = say(
        key,
        language,
        a=board.name(route.a, language),
        z=board.name(route.z, language),
        length=route.length,
        colour=colour_name(route.colour, language),
        **more,
    )
    return tag("title", escape_text(words))


def colour_name(colour: str, language: str) -> str:
    """In the language; a board's own colour as the board calls it."""
    try:
        return say(f"colours.{colour}", language)
    except UnknownText:
        return colour


def open_route(
    board: BoardFile, route: Route, shape: RouteShape, language: str, prefix: str
) -> str:
    """The spaces of a route that is free: body along the line, symbol upright."""
    name, stretch = (
        f"{prefix}-{'ship' if route.kind == 'ship' else 'space'}",
        shape.length / MEASURES.length,
    )
    bodies = "".join(use_along(name, place, stretch) for place in shape.spaces)
    look = looks(board)[route.colour]
    signs = marks(route, shape, look, prefix)
    return group(
        hover_text(board, route, language), bodies, signs, fill=COLOURS[look], data_route=route.id
    )


def marks(route: Route, shape: RouteShape, look: str, prefix: str) -> str:
    """The colour's symbol on every space, and the wild's on those of a ferry that need one."""
    wilds = set(middle(route.length, route.ferry))
    stars = "".join(
        use_upright(f"{prefix}-wild", place)
        for index, place in enumerate(shape.spaces)
        if index in wilds
    )
    signs = (
        "".join(
            use_upright(f"{prefix}-{look}", place)
            for index, place in enumerate(shape.spaces)
            if index not in wilds
        )
        if look in SYMBOLS
        else ""
    )
    return group(signs, fill=symbol_ink(look), stroke="none") + group(stars, stroke="none")


def middle(length: int, count: int) -> range:
    """The spaces in the middle of a row."""
    first = (length - count) // 2
    return range(first, first + count)


def claimed_route(
    board: BoardFile,
    route: Route,
    shape: RouteShape,
    position: Position,
    language: str,
    prefix: str,
) -> str:
    """Pieces of the owner, each with its seat's number."""
    seat, stretch = position.owners[route.number], shape.length / MEASURES.length
    bodies = "".join(
        use_along(f"{prefix}-{route.kind}{seat}", place, stretch) for place in shape.spaces
    )
    badges = "".join(use_upright(f"{prefix}-seat{seat}", place) for place in shape.spaces)
    return group(
        hover_text(board, route, language, name=position.name(seat)),
        bodies,
        badges,
        data_route=route.id,
        data_seat=seat,
    )


def gallery(shape: RouteShape) -> str:
    """A tunnel: a broken edge of stone on both sides, a dark mouth at either end."""
    start, end = shape.run[0] - 1.5, shape.run[1] + 1.5
    line = shape.curve.part(start, end).path()
    wide = MEASURES.height + 6.5
    return (
        path(line, fill="none", stroke=STONE, stroke_width=wide, stroke_dasharray="4.5 2.2")
        + path(line, fill="none", stroke=RAISED, stroke_width=wide - 3.4)
        + mouth(shape.curve, start, -1, wide)
        + mouth(shape.curve, end, 1, wide)
    )


def mouth(line: Curve, walked: float, way: int, wide: float) -> str:
    (x, y), (ux, uy) = line.at(walked), line.heading(walked, 1.0)
    angle = math.degrees(math.atan2(uy * way, ux * way))
    half = wide / 2
    return path(
        f"M-1-{half:g}Q4.6-{half:g} 4.6 0T-1 {half:g}Z",
        fill=MOUTH,
        transform=f"translate({pair((x, y))})rotate({number(angle)})",
    )


def underlines(plan: Schematic, position: Position) -> str:
    """A band under every route of a seat's longest way."""
    bands = [
        (plan.routes[route].path, seat)
        for seat, routes in sorted(position.longest.items())
        for route in sorted(routes)
    ]
    wide = MEASURES.height + 12
    return group(
        "".join(path(line, stroke=INK, stroke_width=wide + 1.6) for line, _ in bands)
        + "".join(path(line, stroke=SEATS[seat], stroke_width=wide) for line, seat in bands)
        + "".join(path(line, stroke=RAISED, stroke_width=wide - 5) for line, _ in bands),
        fill="none",
        stroke_linecap="round",
    )


def borrowings(board: BoardFile, plan: Schematic, position: Position, prefix: str) -> str:
    """A broken line beside a borrowed route, with the number of every seat that uses it."""
    parts = []
    for route, seats in sorted(position.borrowed.items()):
        shape, side = plan.routes[route], -1 if 0 <= board.routes[route].twin < route else 1
        line = shape.curve.part(*shape.run).aside(side * (MEASURES.height / 2 + 5))
        parts += [
            path(line.path(), stroke=INK, stroke_width=5.4),
            path(line.path(), stroke=RAISED, stroke_width=4),
        ]
        parts += [
            borrowing(line, seat, place, len(seats), prefix)
            for place, seat in enumerate(sorted(seats))
        ]
    return group("".join(parts), fill="none", stroke_linecap="round")


def borrowing(line: Curve, seat: int, place: int, seats: int, prefix: str) -> str:
    """The dashes of one seat, between those of the others, and its number."""
    x, y = line.at(line.length * (place + 1) / (seats + 1))
    dashes = path(
        line.path(),
        stroke=SEATS[seat],
        stroke_width=4,
        stroke_dasharray=f"8 {DASH * seats - 8}",
        stroke_dashoffset=-DASH * place,
        stroke_linecap="butt",
    )
    return dashes + use_upright(f"{prefix}-seat{seat}", Space(round(x, 1), round(y, 1), 0))


def journeys(plan: Schematic, position: Position) -> str:
    """Tickets to point out: dotted lines between ringed cities, under the routes."""
    parts = []
    for a, z in position.highlight_tickets:
        line = arc(plan.cities[a], plan.cities[z], 0.08).path()
        parts += [
            path(line, stroke=RAISED, stroke_width=5.0, stroke_opacity=0.8),
            path(line, stroke=INDIGO, stroke_width=2.6, stroke_dasharray="0 6.5"),
        ]
        parts += [
            circle(*plan.cities[city], MEASURES.city + 4.5, stroke=INDIGO, stroke_width=2.4)
            for city in (a, z)
        ]
    return group("".join(parts), fill="none", stroke_linecap="round")
