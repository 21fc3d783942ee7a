"""Reads and checks a board file: a map, its cities, jobs and figures, as people write it."""

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
from ekiben.games.tokyo.figures import Figures, Names, read_figures
from ekiben.games.tokyo.lattice import BIG_CLASSES, post_name
from ekiben.games.tokyo.map_check import Table


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
    """The whole file; two of them are never equal, so that caches can be keyed by it."""

    family: ClassVar[Family] = TOKYO
    clauses: ClassVar[str] = "KT"  # the page of the rules
    file: str
    game: str
    names: Names
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
    figures: Figures
    picture: dict[str, Any]
    digest: str

    @property
    def subtitles(self) -> Names:
        """What a picture says below the title."""
        return self.figures.scenario.names

    def city(self, number: int) -> City:
        return self.cities[number]

    def name(self, city: int, language: str = "en") -> str:
        names = self.cities[city].names
        return names.get(language, names["en"])

    def post(self, number: int) -> str:
        return post_name(number, self.columns)


def read(path: Path, changes: Path | None = None) -> BoardFile:
    """Read and check a board file; a BoardError names every fault and its place.

    `changes` is a file with only what differs, as an older version of a board is kept.
    """
    return read_once(read_file(path), path.name, b"" if changes is None else read_file(changes))


@lru_cache(maxsize=16)
def read_once(content: bytes, file: str, changes: bytes = b"") -> BoardFile:
    """Read the same content once, so that all games on a file share the tables built from it."""
    return board_from(merge(parse_toml(content, file), parse_toml(changes, file)), file)


def merge(data: Table, changes: Table) -> Table:
    """Replace some values of the tables, tables within tables one by one."""
    tables = {
        key: merge(data.get(key, {}), value)
        for key, value in changes.items()
        if isinstance(value, dict)
    }
    return data | changes | tables


def board_from(data: Table, file: str) -> BoardFile:
    """Make a BoardFile of the file's tables."""
    found = faults(data)
    if found:
        raise BoardError(file, found)
    columns = len(data["map"]["terrain"][0])
    cities, seasons = read_cities(data, columns), read_seasons(data)
    return BoardFile(
        file=file,
        game=data["game"],
        names=data["names"],
        seats=(data["seats"][0], data["seats"][1]),
        rows=len(data["map"]["terrain"]),
        columns=columns,
        terrain=tuple(data["map"]["terrain"]),
        between={line: tuple(rows) for line, rows in data["map"].items() if line != "terrain"},
        cities=cities,
        ports=read_ports(data, columns),
        ferries=read_ferries(data, columns),
        jobs=read_jobs(data, cities, seasons),
        seasons=seasons,
        tiles=read_tiles(data, seasons),
        figures=read_figures(data),
        picture=data.get("picture", {}),
        digest=digest(data),
    )


def post_at(post: list[int], columns: int) -> int:
    """The number of a post written as [row, column]."""
    return post[0] * columns + post[1]


def names_in(row: Table) -> Names:
    return {"en": row["en"], "ja": row["ja"]}


def read_cities(data: Table, columns: int) -> tuple[City, ...]:
    return tuple(
        City(
            number=number,
            id=name,
            names=names_in(row),
            kind=row["class"],
            posts=tuple(post_at(post, columns) for post in row["posts"]),
            lat=row["lat"],
            lon=row["lon"],
        )
        for number, (name, row) in enumerate(data["cities"].items())
    )


def read_ports(data: Table, columns: int) -> tuple[Port, ...]:
    return tuple(
        Port(
            id=name,
            names=names_in(row),
            post=post_at(row["post"], columns),
            lat=row["lat"],
            lon=row["lon"],
        )
        for name, row in data.get("ports", {}).items()
    )


def read_ferries(data: Table, columns: int) -> tuple[Ferry, ...]:
    return tuple(
        Ferry(
            number=number,
            id=name,
            names=names_in(row),
            a=post_at(row["posts"][0], columns),
            z=post_at(row["posts"][1], columns),
            cost=row["cost"],
        )
        for number, (name, row) in enumerate(data.get("ferries", {}).items())
    )


def read_seasons(data: Table) -> tuple[Season, ...]:
    return tuple(
        Season(
            number=number,
            id=name,
            names=names_in(row),
            mark=row["mark"],
            colour=row["colour"],
        )
        for number, (name, row) in enumerate(data.get("seasons", {}).items())
    )


def read_jobs(
    data: Table, cities: tuple[City, ...], seasons: tuple[Season, ...]
) -> tuple[Job, ...]:
    """Big-city jobs, then those of other cities, then season by season, numbered in this order."""
    city = {city.id: city.number for city in cities}
    rows = [("a", -1, row) for row in data["jobs"]["big"]]
    rows += [("b", -1, row) for row in data["jobs"]["other"]]
    rows += [
        ("", season.number, row) for season in seasons for row in data["seasons"][season.id]["jobs"]
    ]
    return tuple(
        Job(
            number=number,
            id=row["id"],
            cup=cup,
            origin=city[row["from"]],
            goal=city[row["to"]],
            reward=row["reward"],
            season=season,
        )
        for number, (cup, season, row) in enumerate(rows)
    )


def read_tiles(data: Table, seasons: tuple[Season, ...]) -> tuple[Tile, ...]:
    """A tile is named by its kind, or its season; `/2` is the second of its name."""
    tiles: list[Tile] = []
    for kind, row in data["happenings"].items():
        by_season = [(season.id, season.number) for season in seasons]
        for name, season in by_season if kind == "season" else [(kind, -1)]:
            for copy in range(1, row["count"] + 1):
                id = name if copy == 1 else f"{name}/{copy}"
                tiles.append(Tile(len(tiles), id, kind, names_in(row), season))
    return tuple(tiles)


def digest(data: Table) -> str:
    """The digest of all that the rules read; records name it, so as to find their board again."""
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
