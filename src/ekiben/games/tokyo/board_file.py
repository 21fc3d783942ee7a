"""A lattice map as people write it: a TOML file, read, checked, and named."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from ekiben.core.errors import BoardError
from ekiben.core.families import Family
from ekiben.core.toml_files import parse_toml, read_file
from ekiben.games.families import TOKYO
from ekiben.games.tokyo.board_check import faults
from ekiben.games.tokyo.lattice import BIG_CLASSES, post_name

Names = dict[str, str]


@dataclass(frozen=True)
class City:
    number: int
    id: str
    names: Names
    kind: str  # mega, large, medium, small, exit
    posts: tuple[int, ...]
    lat: float
    lon: float

    @property
    def big(self) -> bool:
        return self.kind in BIG_CLASSES


@dataclass(frozen=True)
class Port:
    id: str
    names: Names
    post: int
    lat: float
    lon: float


@dataclass(frozen=True)
class Ferry:
    number: int
    id: str
    names: Names
    a: int  # posts
    z: int
    cost: int


@dataclass(frozen=True)
class Job:
    number: int
    id: str
    cup: str  # "a", "b", or "" for a seasonal one
    origin: int  # cities
    goal: int
    reward: int
    season: int = -1


@dataclass(frozen=True)
class Tile:
    """An event tile."""

    number: int  # among the event tiles
    id: str
    kind: str
    names: Names
    season: int = -1


@dataclass(frozen=True)
class Season:
    number: int
    id: str
    names: Names
    mark: str
    colour: str


@dataclass(frozen=True, eq=False)
class BoardFile:
    """The whole file, equal to itself only; `numbers` keeps the tables of figures as they stand in
    it.
    """

    family: ClassVar[Family] = TOKYO
    file: str
    game: str
    names: Names
    scenario: str
    seats: tuple[int, int]
    rows: int
    columns: int
    terrain: tuple[str, ...]
    between: dict[str, tuple[str, ...]]  # by direction of the link, see `lattice.LINES`
    cities: tuple[City, ...]
    ports: tuple[Port, ...]
    ferries: tuple[Ferry, ...]
    jobs: tuple[Job, ...]
    seasons: tuple[Season, ...]
    tiles: tuple[Tile, ...]
    numbers: dict[str, Any]
    picture: dict[str, Any]
    digest: str

    def city(self, number: int) -> City:
        return self.cities[number]

    def name(self, city: int, language: str = "en") -> str:
        names = self.cities[city].names
        return names.get(language, names["en"])

    def post(self, number: int) -> str:
        return post_name(number, self.columns)


FIGURES = ("scenario", "track", "trains", "money")


def read(path: Path, changes: Path | None = None) -> BoardFile:
    """Reads and checks a board file; a BoardError names every fault and its place. `changes` is a
    file of what differs.
    """
    return read_once(read_file(path), path.name, b"" if changes is None else read_file(changes))


@lru_cache(maxsize=16)
def read_once(content: bytes, file: str, changes: bytes = b"") -> BoardFile:
    """One BoardFile for all games on the same file, so that they share the tables made of it."""
    return made(merged(parse_toml(content, file), parse_toml(changes, file)), file)


def merged(data: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The tables with some values replaced, tables within tables one by one."""
    tables = {
        key: merged(data.get(key, {}), value)
        for key, value in changes.items()
        if isinstance(value, dict)
    }
    return data | changes | tables


def made(data: dict[str, Any], file: str) -> BoardFile:
    """A BoardFile from the file's tables."""
    found = faults(data)
    if found:
        raise BoardError(file, found)
    columns = len(data["map"]["terrain"][0])
    cities, seasons = read_cities(data, columns), read_seasons(data)
    return BoardFile(
        file,
        data["game"],
        data["names"],
        data["scenario"]["id"],
        (data["seats"][0], data["seats"][1]),
        len(data["map"]["terrain"]),
        columns,
        tuple(data["map"]["terrain"]),
        {line: tuple(rows) for line, rows in data["map"].items() if line != "terrain"},
        cities,
        read_ports(data, columns),
        read_ferries(data, columns),
        read_jobs(data, cities, seasons),
        seasons,
        read_tiles(data, seasons),
        {name: data[name] for name in FIGURES},
        data.get("picture", {}),
        digest(data),
    )


def numbered(post: list[int], columns: int) -> int:
    return post[0] * columns + post[1]


def named(row: dict[str, Any]) -> Names:
    return {"en": row["en"], "ja": row["ja"]}


def read_cities(data: dict[str, Any], columns: int) -> tuple[City, ...]:
    return tuple(
        City(
            number,
            name,
            named(row),
            row["class"],
            tuple(numbered(post, columns) for post in row["posts"]),
            row["lat"],
            row["lon"],
        )
        for number, (name, row) in enumerate(data["cities"].items())
    )


def read_ports(data: dict[str, Any], columns: int) -> tuple[Port, ...]:
    return tuple(
        Port(name, named(row), numbered(row["post"], columns), row["lat"], row["lon"])
        for name, row in data.get("ports", {}).items()
    )


def read_ferries(data: dict[str, Any], columns: int) -> tuple[Ferry, ...]:
    return tuple(
        Ferry(
            number,
            name,
            named(row),
            numbered(row["posts"][0], columns),
            numbered(row["posts"][1], columns),
            row["cost"],
        )
        for number, (name, row) in enumerate(data.get("ferries", {}).items())
    )


def read_seasons(data: dict[str, Any]) -> tuple[Season, ...]:
    return tuple(
        Season(number, name, named(row), row["mark"], row["colour"])
        for number, (name, row) in enumerate(data.get("seasons", {}).items())
    )


def read_jobs(
    data: dict[str, Any], cities: tuple[City, ...], seasons: tuple[Season, ...]
) -> tuple[Job, ...]:
    """Big-city jobs, then those of other cities, then season by season: their numbers are the
    rules' numbers.
    """
    known = {city.id: city.number for city in cities}
    rows = [("a", -1, row) for row in data["jobs"]["big"]] + [
        ("b", -1, row) for row in data["jobs"]["other"]
    ]
    rows += [
        ("", season.number, row) for season in seasons for row in data["seasons"][season.id]["jobs"]
    ]
    return tuple(
        Job(number, row["id"], cup, known[row["from"]], known[row["to"]], row["reward"], season)
        for number, (cup, season, row) in enumerate(rows)
    )


def read_tiles(data: dict[str, Any], seasons: tuple[Season, ...]) -> tuple[Tile, ...]:
    """A tile is named by its kind, or its season; `/2` is the second of its name."""
    rows: list[tuple[str, str, Names, int]] = []
    for kind, row in data["happenings"].items():
        names = (
            [(season.id, season.number) for season in seasons] if kind == "season" else [(kind, -1)]
        )
        for name, season in names:
            rows += [
                (name if copy == 1 else f"{name}/{copy}", kind, named(row), season)
                for copy in range(1, row["count"] + 1)
            ]
    return tuple(Tile(number, *row) for number, row in enumerate(rows))


def digest(data: dict[str, Any]) -> str:
    """Of all that the rules read: a record names it, so that it is replayed on the board it was
    played on.
    """
    rules = {
        name: value for name, value in data.items() if name not in {"picture", "names", "counts"}
    }
    rules["scenario"] = {key: value for key, value in data["scenario"].items() if key != "names"}
    for table in ("cities", "ports", "ferries", "seasons", "happenings"):
        rules[table] = {
            name: {key: value for key, value in row.items() if key not in WORDS}
            for name, row in data.get(table, {}).items()
        }
    return hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:16]


WORDS = {"en", "ja", "lat", "lon", "mark", "colour"}
