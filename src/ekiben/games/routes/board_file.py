"""A route game's board as people write it: a TOML file, read, checked, and named."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from ekiben.core.errors import BoardError
from ekiben.core.families import Family
from ekiben.core.toml_files import parse_toml, read_file
from ekiben.games.families import ROUTES
from ekiben.games.routes.board_check import faults
from ekiben.games.routes.figures import CardFigures, Figures, read_figures
from ekiben.games.routes.map_check import Table

Names = dict[str, str]


@dataclass(frozen=True)
class City:
    number: int
    id: str
    names: Names
    lat: float
    lon: float
    port: bool = False
    junction: bool = False
    district: int = 0
    picture: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Route:
    number: int
    id: str
    a: int
    z: int
    length: int
    colour: str
    kind: str
    tunnel: bool = False
    ferry: int = 0
    twin: int = -1
    picture: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Ticket:
    number: int
    id: str
    a: int
    z: int
    points: int
    long: bool = False


@dataclass(frozen=True, eq=False)
class BoardFile:
    """The whole file; two of them are never equal, so that caches can be keyed by it."""

    family: ClassVar[Family] = ROUTES
    file: str
    game: str
    names: Names
    clauses: str
    seats: tuple[int, int]
    ties: tuple[str, ...]
    pieces: tuple[str, ...]
    colours: tuple[str, ...]
    kinds: tuple[str, ...]
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    figures: Figures
    picture: dict[str, Any]
    digest: str

    @property
    def subtitles(self) -> Names:
        """What a picture says below the title."""
        return self.names

    @property
    def decks(self) -> int:
        return len(self.figures.cards.market)

    def city(self, number: int) -> City:
        return self.cities[number]

    def name(self, city: int, language: str = "en") -> str:
        names = self.cities[city].names
        return names.get(language, names["en"])


PICTURE = {"at", "label", "bend", "via"}  # keys of cities and routes that only the picture reads


def read(path: Path) -> BoardFile:
    """Read and check a board file; a BoardError names every fault and its place."""
    return read_once(read_file(path), path.name)


@lru_cache(maxsize=16)
def read_once(content: bytes, file: str) -> BoardFile:
    """Read the same content once, so that all games on a file share the tables built from it."""
    return board_from(parse_toml(content, file), file)


def board_from(data: Table, file: str) -> BoardFile:
    """Make a BoardFile of the file's tables; a BoardError names their faults."""
    found = faults(data)
    if found:
        raise BoardError(file, found)
    cities, figures = read_cities(data), read_figures(data)
    number = {city.id: city.number for city in cities}
    return BoardFile(
        file=file,
        game=data["game"],
        names=data["names"],
        clauses=data["clauses"],
        seats=(data["seats"][0], data["seats"][1]),
        ties=tuple(data.get("ties", [])),
        pieces=piece_names(data),
        colours=tuple(data["cards"]["colours"]),
        kinds=kind_names(data["cards"]["colours"], figures.cards),
        cities=cities,
        routes=read_routes(data, number),
        tickets=read_tickets(data, number),
        figures=figures,
        picture=data.get("picture", {}),
        digest=digest(data),
    )


def read_cities(data: Table) -> tuple[City, ...]:
    return tuple(
        City(
            number=number,
            id=name,
            names={key: row[key] for key in ("en", "ja")},
            lat=row["lat"],
            lon=row["lon"],
            port=row.get("port", False),
            junction=row.get("junction", False),
            district=row.get("district", 0),
            picture=picture_keys(row),
        )
        for number, (name, row) in enumerate(data["cities"].items())
    )


def read_routes(data: Table, number: dict[str, int]) -> tuple[Route, ...]:
    """Two routes of a kind between the same cities are twins; `/2` ends the second one's name."""
    rows, routes = data["routes"]["list"], []
    first: dict[str, int] = {}
    land = piece_names(data)[0]
    for index, row in enumerate(rows):
        kind = row.get("kind", land)
        name = ("~" if kind == "ship" else "-").join(sorted(row["between"]))
        twin = first.setdefault(name, index)
        a, z = row["between"]
        routes.append(
            Route(
                number=index,
                id=name if twin == index else name + "/2",
                a=number[a],
                z=number[z],
                length=row["length"],
                colour=row["colour"],
                kind=kind,
                tunnel=row.get("tunnel", False),
                ferry=row.get("ferry", 0),
                twin=-1 if twin == index else twin,
                picture=picture_keys(row),
            )
        )
    second = {route.twin: route.number for route in routes if route.twin >= 0}
    return tuple(replace(route, twin=second.get(route.number, route.twin)) for route in routes)


def read_tickets(data: Table, number: dict[str, int]) -> tuple[Ticket, ...]:
    """Tickets keep the file's order, the long ones last: their numbers are the rules' numbers."""
    rows = sorted(data["tickets"]["list"], key=lambda row: row.get("long", False))
    return tuple(
        Ticket(
            number=index,
            id="-".join(sorted(row["between"])),
            a=number[row["between"][0]],
            z=number[row["between"][1]],
            points=row["points"],
            long=row.get("long", False),
        )
        for index, row in enumerate(rows)
    )


def picture_keys(row: Table) -> Table:
    return {key: row[key] for key in PICTURE if key in row}


def piece_names(data: Table) -> tuple[str, ...]:
    return tuple(name for name in ("train", "bus", "ship") if name in data["pieces"])


def kind_names(colours: Sequence[str], cards: CardFigures) -> tuple[str, ...]:
    """Kinds of card: plain colours, with a harbour, single ships, double ships, the wild."""
    endings = [f"-{name}" if name else "" for name in cards.per_colour]
    return (*(colour + ending for ending in endings for colour in colours), "wild")


def digest(data: Table) -> str:
    """Of all that the rules read; a record names it, to be replayed on the same board."""
    rules = {
        name: value for name, value in data.items() if name not in {"picture", "names", "counts"}
    }
    rules["cities"] = {
        name: {
            key: value
            for key, value in row.items()
            if key not in PICTURE | {"en", "ja", "lat", "lon"}
        }
        for name, row in data["cities"].items()
    }
    rules["routes"] = {
        **data["routes"],
        "list": [
            {key: value for key, value in row.items() if key not in PICTURE}
            for row in data["routes"]["list"]
        ],
    }
    return hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:16]
