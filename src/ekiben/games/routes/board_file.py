"""A route game's board as people write it: a TOML file, read, checked, and named."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from ekiben.core.errors import BoardError
from ekiben.core.families import Family
from ekiben.core.toml_files import parse_toml, read_file
from ekiben.games.families import ROUTES
from ekiben.games.routes.board_check import faults

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
    """The whole file, equal to itself only; `numbers` keeps the tables of figures as they stand in
    it.
    """

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
    numbers: dict[str, Any]
    picture: dict[str, Any]
    digest: str

    @property
    def subtitles(self) -> Names:
        """What a picture says below the title."""
        return self.names

    @property
    def decks(self) -> int:
        return len(self.numbers["cards"]["market"])

    def city(self, number: int) -> City:
        return self.cities[number]

    def name(self, city: int, language: str = "en") -> str:
        names = self.cities[city].names
        return names.get(language, names["en"])


PICTURE = {"at", "label", "bend", "via"}  # keys of cities and routes that only the picture reads


def read(path: Path) -> BoardFile:
    """Reads and checks a board file; a BoardError names every fault and its place."""
    return read_once(read_file(path), path.name)


@lru_cache(maxsize=16)
def read_once(content: bytes, file: str) -> BoardFile:
    """One BoardFile for all games on the same file, so that they share the tables made of it."""
    return made(parse_toml(content, file), file)


def made(data: dict[str, Any], file: str) -> BoardFile:
    """A BoardFile from the file's tables."""
    found = faults(data)
    if found:
        raise BoardError(file, found)
    cities = read_cities(data)
    routes = read_routes(data, {city.id: city.number for city in cities})
    tickets = read_tickets(data, {city.id: city.number for city in cities})
    return BoardFile(
        file,
        data["game"],
        data["names"],
        data["clauses"],
        (data["seats"][0], data["seats"][1]),
        tuple(data.get("ties", [])),
        piece_names(data),
        tuple(data["cards"]["colours"]),
        kind_names(data),
        cities,
        routes,
        tickets,
        figures(data),
        data.get("picture", {}),
        digest(data),
    )


def read_cities(data: dict[str, Any]) -> tuple[City, ...]:
    return tuple(
        City(
            number,
            name,
            {key: row[key] for key in ("en", "ja")},
            row["lat"],
            row["lon"],
            row.get("port", False),
            row.get("junction", False),
            row.get("district", 0),
            pictured(row),
        )
        for number, (name, row) in enumerate(data["cities"].items())
    )


def read_routes(data: dict[str, Any], number: dict[str, int]) -> tuple[Route, ...]:
    """Two routes of one kind between the same cities are twins; a name is its cities, `/2` the
    second twin.
    """
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
                index,
                name if twin == index else name + "/2",
                number[a],
                number[z],
                row["length"],
                row["colour"],
                kind,
                row.get("tunnel", False),
                row.get("ferry", 0),
                -1 if twin == index else twin,
                pictured(row),
            )
        )
    second = {route.twin: route.number for route in routes if route.twin >= 0}
    return tuple(_twinned(route, second.get(route.number, route.twin)) for route in routes)


def _twinned(route: Route, twin: int) -> Route:
    return Route(**{**route.__dict__, "twin": twin})


def read_tickets(data: dict[str, Any], number: dict[str, int]) -> tuple[Ticket, ...]:
    """Tickets keep the file's order, the long ones last: their numbers are the rules' numbers."""
    rows = sorted(data["tickets"]["list"], key=lambda row: row.get("long", False))
    return tuple(
        Ticket(
            index,
            "-".join(sorted(row["between"])),
            number[row["between"][0]],
            number[row["between"][1]],
            row["points"],
            row.get("long", False),
        )
        for index, row in enumerate(rows)
    )


def pictured(row: dict[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in PICTURE if key in row}


def piece_names(data: dict[str, Any]) -> tuple[str, ...]:
    return tuple(name for name in ("train", "bus", "ship") if name in data["pieces"])


def kind_names(data: dict[str, Any]) -> tuple[str, ...]:
    """Kinds of card: plain colours, then with a harbour, single ships, double ships, then the wild."""
    cards, kinds = data["cards"], list(data["cards"]["colours"])
    for suffix in ("harbour", "ship", "double"):
        if suffix in cards:
            kinds += [f"{colour}-{suffix}" for colour in cards["colours"]]
    return (*kinds, "wild")


def figures(data: dict[str, Any]) -> dict[str, Any]:
    """The tables of figures, without the lists."""
    tables = {name: dict(data[name]) for name in ("pieces", "cards", "routes", "tickets")}
    tables["routes"].pop("list")
    tables["tickets"].pop("list")
    return tables | {
        name: data[name] for name in ("stations", "harbours", "districts") if name in data
    }


def digest(data: dict[str, Any]) -> str:
    """Of all that the rules read: a record names it, so that it is replayed on the board it was
    played on.
    """
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
