"""What never changes on a route board, for the browser: the picture's plan as numbers and paths."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal, cast

import msgspec

from ekiben.draw.curves import Curve, pair
from ekiben.draw.land import Lettering
from ekiben.draw.measures import MEASURES
from ekiben.draw.routes.labels import Label
from ekiben.draw.routes.scenery import cells, clear_peaks
from ekiben.draw.routes.schematic import Schematic, schematic
from ekiben.draw.routes.spaces import RouteShape
from ekiben.draw.routes.symbols import looks
from ekiben.draw.routes.tracks import middle
from ekiben.games.routes.board_file import BoardFile, City, Route
from ekiben.games.routes.game import RouteGame

Names = dict[str, str]
Place = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
Piece = Literal["train", "bus", "ship"]
Form = Literal["plain", "harbour", "ship", "double", "wild"]
Building = Literal["", "station", "harbour"]
FORMS = ("harbour", "ship", "double")


class Area(msgspec.Struct):
    """Coasts, lakes, rivers, parks: path data of all of a kind."""

    kind: str
    path: str


class MapName(msgspec.Struct):
    """The name of a sea or a land."""

    names: Names
    at: Place
    size: float
    turn: float
    water: bool


class CityLabel(msgspec.Struct):
    """Where a city's name stands, its two lines' middle at y; `dry` says whether on land."""

    at: Place
    anchor: Anchor
    width: float
    dry: bool


class CityFacts(msgspec.Struct):
    id: str
    names: Names
    at: Place
    labels: dict[str, CityLabel | None]
    port: bool
    junction: bool
    district: int


class Mouth(msgspec.Struct):
    """An end of a tunnel."""

    at: Place
    turn: float


class RouteLine(msgspec.Struct, omit_defaults=True):
    """A route: cities and twin by number (-1: none), `look` its colour, `spaces` x, y, turn."""

    id: str
    a: int
    z: int
    length: int
    colour: str
    look: str
    kind: Piece
    twin: int
    spaces: list[tuple[float, float, float]]
    space: float  # the length of a space
    path: str
    beside: str  # a line beside it, for who borrows it
    ferry: list[int] = []  # the spaces that need a wild
    tunnel: str = ""  # the line of its gallery
    mouths: list[Mouth] = []


class TicketFacts(msgspec.Struct):
    id: str
    a: int
    z: int
    points: int
    long: bool


class KindFacts(msgspec.Struct):
    """A kind of card; `form` is plain, harbour, ship, double or wild."""

    id: str
    colour: str
    look: str
    form: Form
    deck: int


class DistrictFacts(msgspec.Struct):
    number: int
    points: int
    look: str
    path: str


class RouteFacts(msgspec.Struct):
    """The board; everything refers to its lists by number."""

    family: Literal["routes"]
    game: str
    clauses: str  # the page of the rules whose words are used
    names: Names
    size: Place
    land: list[Area]
    peaks: str
    map_names: list[MapName]
    spots: dict[str, Place]
    cities: list[CityFacts]
    routes: list[RouteLine]
    tickets: list[TicketFacts]
    kinds: list[KindFacts]
    districts: list[DistrictFacts]
    decks: list[str]
    pieces: list[Piece]
    building: Building  # station, harbour, or nothing
    points: list[int]  # by length, from 1 on
    in_play: int
    advised: int


@lru_cache(maxsize=32)
def facts(game: RouteGame) -> RouteFacts:
    board, plan = game.board, schematic(game.board)
    look, b = looks(board), game.plain_board
    return RouteFacts(
        "routes",
        board.game,
        board.clauses,
        board.names,
        plan.size,
        areas(plan),
        clear_peaks(plan),
        [map_name(one) for one in plan.land.letterings],
        plan.spots,
        [city_facts(plan, city) for city in board.cities],
        [
            route_line(route, plan.routes[route.number], look[route.colour])
            for route in board.routes
        ],
        [TicketFacts(one.id, one.a, one.z, one.points, one.long) for one in board.tickets],
        [kind_facts(kind, look, int(b.deck_of[number])) for number, kind in enumerate(board.kinds)],
        districts(board, plan),
        list(game.deck_names),
        cast(list[Piece], list(board.pieces)),
        "station" if b.stations else "harbour" if b.harbours else "",
        [int(points) for points in board.figures.routes.points],
        int(b.in_play),
        board.figures.pieces.advised,
    )


def areas(plan: Schematic) -> list[Area]:
    kinds = dict.fromkeys(shape.kind for shape in plan.land.shapes)
    return [Area(kind, plan.land.path(kind)) for kind in kinds]


def map_name(one: Lettering) -> MapName:
    return MapName(one.names, (one.x, one.y), one.size, one.turn, one.water)


def city_facts(plan: Schematic, city: City) -> CityFacts:
    labels = {language: city_label(plan, row[city.number]) for language, row in plan.labels.items()}
    return CityFacts(
        city.id,
        city.names,
        plan.cities[city.number],
        labels,
        city.port,
        city.junction,
        city.district,
    )


def city_label(plan: Schematic, one: Label | None) -> CityLabel | None:
    if one is None:
        return None
    return CityLabel(
        (one.x, one.y), cast(Anchor, one.anchor), one.width, plan.land.dry((one.box.x, one.box.y))
    )


def route_line(route: Route, shape: RouteShape, look: str) -> RouteLine:
    spaces = [(place.x, place.y, place.angle) for place in shape.spaces]
    line = RouteLine(
        route.id,
        route.a,
        route.z,
        route.length,
        route.colour,
        look,
        cast(Piece, route.kind),
        route.twin,
        spaces,
        shape.length,
        shape.path,
        beside(route, shape),
    )
    if route.ferry:
        line.ferry = list(middle(route.length, route.ferry))
    if route.tunnel:
        start, end = shape.run[0] - 1.5, shape.run[1] + 1.5
        line.tunnel = shape.curve.part(start, end).path()
        line.mouths = [mouth(shape.curve, start, -1), mouth(shape.curve, end, 1)]
    return line


def beside(route: Route, shape: RouteShape) -> str:
    """Away from its twin, as in the pictures."""
    side = -1 if 0 <= route.twin < route.number else 1
    return shape.curve.part(*shape.run).aside(side * (MEASURES.height / 2 + 5)).path()


def mouth(line: Curve, walked: float, way: int) -> Mouth:
    (x, y), (ux, uy) = line.at(walked), line.heading(walked, 1.0)
    return Mouth((round(x, 1), round(y, 1)), round(math.degrees(math.atan2(uy * way, ux * way)), 1))


def kind_facts(kind: str, look: dict[str, str], deck: int) -> KindFacts:
    colour, _, form = kind.partition("-")
    made = cast(Form, form) if form in FORMS else "wild" if kind == "wild" else "plain"
    return KindFacts(kind, colour, look.get(colour, colour), made, deck)


def districts(board: BoardFile, plan: Schematic) -> list[DistrictFacts]:
    rows = board.figures.districts
    return [
        DistrictFacts(
            number,
            row.points,
            row.colour or "grey",
            outline_of(board, plan, number),
        )
        for number, row in rows.items()
    ]


def outline_of(board: BoardFile, plan: Schematic, district: int) -> str:
    return "".join(
        "M" + "L".join(pair(point) for point in cell) + "Z" for cell in cells(board, plan, district)
    )


@lru_cache(64)
def numbers(game: RouteGame) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """Of tickets, routes and cities, by their names."""
    board = game.board
    return (
        {ticket.id: ticket.number for ticket in board.tickets},
        {route.id: route.number for route in board.routes},
        {city.id: city.number for city in board.cities},
    )
