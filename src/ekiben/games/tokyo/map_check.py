"""Finds the faults of a map and of what lies on it, each with its place."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ekiben.core.errors import counted, listed, nearest
from ekiben.core.toml_files import FAULTY, NeedsFaulty, all_of, entries, is_a
from ekiben.games.tokyo.lattice import BETWEEN, BIG_CLASSES, CLASSES, GROUNDS
from ekiben.games.tokyo.sizes import (
    BIG,
    BIG_POSTS,
    CITIES,
    COLUMNS,
    FERRIES,
    HAPPENINGS,
    JOBS,
    MOST,
    PLACES,
    ROWS,
    SEASONS,
)
from ekiben.games.tokyo.state import KINDS

Table = dict[str, Any]
KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def within(place: str, values: list[int], low: int = 0, high: int = MOST) -> Iterator[str]:
    if not all(low <= value <= high for value in values):
        yield f"{place} should be {low} to {high}, not {listed(values)}"


def job_lists(data: Table) -> Iterator[tuple[str, Any]]:
    for cup, rows in entries(data.get("jobs")):
        yield f"jobs.{cup}", rows
    for name, row in entries(data.get("seasons")):
        yield (
            f"seasons.{name}.jobs",
            row["jobs"] if isinstance(row, dict) and "jobs" in row else FAULTY,
        )


@dataclass(frozen=True)
class Ground:
    """The terrain as far as it is right: rows with faults are FAULTY."""

    rows: list[Any]
    columns: int


def map_checks(data: Table) -> list[Iterator[str]]:
    """The map, and what lies on it; `land` is FAULTY where nothing can be said of that."""
    land: Any = FAULTY
    with suppress(NeedsFaulty):
        land = sound_ground(data["map"]["terrain"])
    on_land = (places, ports, shared_posts, ferries)
    others = (cities, start, ferry_posts, jobs, job_ids, start_jobs, happenings, tiles, counts)
    return [
        ground(data["map"]),
        *(check(data, land) for check in on_land),
        *(check(data) for check in others),
    ]


def sound_ground(terrain: list[str]) -> Any:
    if not terrain or not 2 <= len(terrain) <= ROWS or not 2 <= len(terrain[0]) <= COLUMNS:
        return FAULTY
    columns = len(terrain[0])
    return Ground(
        [row if len(row) == columns and set(row) <= set(GROUNDS) else FAULTY for row in terrain],
        columns,
    )


def ground(own: Table) -> Iterator[str]:
    rows, columns = len(own["terrain"]), len(own["terrain"][0]) if own["terrain"] else 0
    if not 2 <= rows <= ROWS or not 2 <= columns <= COLUMNS:
        yield (
            f"map.terrain: {counted(rows, 'row')} of {counted(columns, 'post')}; there should be 2 "
            f"to {ROWS} rows of 2 to {COLUMNS}"
        )
        return
    sizes = {
        "terrain": (rows, columns),
        "east": (rows, columns - 1),
        "south": (rows - 1, columns),
        "south_east": (rows - 1, columns - 1),
        "south_west": (rows - 1, columns - 1),
    }
    yield from all_of(*(drawn(key, own[key], high, wide) for key, (high, wide) in sizes.items()))


def drawn(key: str, rows: list[str], high: int, wide: int) -> Iterator[str]:
    if len(rows) != high:
        yield f"map.{key}: {counted(len(rows), 'row')}, there should be {high}"
    known = GROUNDS if key == "terrain" else BETWEEN
    for number, row in enumerate(rows):
        if len(row) != wide:
            yield f"map.{key}[{number}]: {counted(len(row), 'character')}, there should be {wide}"
        strange = sorted(set(row) - set(known))
        if strange:
            yield (
                f"map.{key}[{number}]: unknown {listed(map(repr, strange))}; known: "
                f"{listed(map(repr, known))}"
            )


def counts(data: Table) -> Iterator[str]:
    yield from all_of(
        *(count(data, table, number) for table, number in data.get("counts", {}).items())
    )


def count(data: Table, table: str, number: int) -> Iterator[str]:
    if number != table_size(data, table):
        yield f"counts.{table} says {number}, but the file has {table_size(data, table)}"


def table_size(data: Table, table: str) -> int:
    if table in ("rows", "columns"):
        terrain = data["map"]["terrain"]
        return len(terrain) if table == "rows" else len(terrain[0]) if terrain else 0
    if table == "cities":
        return len(data["cities"])
    if table == "big_cities":
        return sum(row["class"] in BIG_CLASSES for row in data["cities"].values())
    if table == "jobs":
        return len(data["jobs"]["big"]) + len(data["jobs"]["other"])
    return (
        happening_tiles(data)
        if table == "happenings"
        else sum(len(row["jobs"]) for row in data.get("seasons", {}).values())
    )


def happening_tiles(data: Table) -> int:
    seasons = len(data.get("seasons", {}))
    return sum(
        row["count"] * (seasons if kind == "season" else 1)
        for kind, row in data["happenings"].items()
    )


# ---- posts
def on_map(post: object, land: Ground) -> bool:
    return (
        isinstance(post, list)
        and len(post) == 2
        and all(is_a(item, int) for item in post)
        and 0 <= post[0] < len(land.rows)
        and 0 <= post[1] < land.columns
    )


def lies_on(place: str, post: Any, land: Ground, kind: str) -> Iterator[str]:
    if not on_map(post, land):
        yield f"{place}: {post} is no post of the map ([row, column])"
    elif GROUNDS[land.rows[post[0]][post[1]]] != kind:
        yield f"{place}: the map shows {GROUNDS[land.rows[post[0]][post[1]]]} at {post}, not {kind}"


def coordinates(place: str, row: Table) -> Iterator[str]:
    if not (math.isfinite(row["lat"]) and math.isfinite(row["lon"])):
        yield f"{place}: lat and lon should be numbers"


# ---- cities and ports
def cities(data: Table) -> Iterator[str]:
    rows = data["cities"]
    big = [row for row in rows.values() if row["class"] in BIG_CLASSES]
    if len(rows) > CITIES or not 1 <= len(big) <= BIG:
        yield (
            f"cities: {len(rows)} with {len(big)} big ones; there should be at most {CITIES}, 1 to "
            f"{BIG} of them big"
        )
    if data["scenario"]["connections"] > len(big):
        yield (
            f"scenario.connections: {data['scenario']['connections']} big cities to join, but the "
            f"map has {len(big)}"
        )


def places(data: Table, land: Ground) -> Iterator[str]:
    for name, row in data["cities"].items():
        yield from all_of(
            city_name(name),
            city(name, row),
            *city_posts(name, row, land),
            coordinates(f"cities.{name}", row),
        )


def city_name(name: str) -> Iterator[str]:
    if not KEBAB.fullmatch(name):
        yield f"cities.{name}: a name should be lower-case words joined by '-'"


def city(name: str, row: Table) -> Iterator[str]:
    if row["class"] not in CLASSES:
        yield (
            f"cities.{name}: unknown class {row['class']!r}.{nearest(row['class'], CLASSES)} "
            f"Classes: {listed(CLASSES)}"
        )
    elif not 1 <= len(row["posts"]) <= (BIG_POSTS if row["class"] in BIG_CLASSES else 1):
        yield (
            f"cities.{name}: {counted(len(row['posts']), 'post')}; a big city has 1 to "
            f"{BIG_POSTS}, any other 1"
        )


def city_posts(name: str, row: Table, land: Ground) -> list[Iterator[str]]:
    """Of a class that is unknown nothing can be said."""
    with suppress(NeedsFaulty):
        if row["class"] in CLASSES:
            return [lies_on(f"cities.{name}", post, land, row["class"]) for post in row["posts"]]
    return []


def start(data: Table) -> Iterator[str]:
    rows = data["cities"].values()
    if sum(len(row["posts"]) for row in rows) > PLACES or all(
        row["class"] == "exit" for row in rows
    ):
        yield (
            f"cities: a train should find a place to start, and they should have at most {PLACES} "
            "posts"
        )


def ports(data: Table, land: Ground) -> Iterator[str]:
    for name, row in data.get("ports", {}).items():
        yield from all_of(port(name, row, land), coordinates(f"ports.{name}", row))


def port(name: str, row: Table, land: Ground) -> Iterator[str]:
    yield from lies_on(f"ports.{name}", row["post"], land, "port")


def shared_posts(data: Table, land: Ground) -> Iterator[str]:
    rows = data["cities"]
    named = Counter(
        tuple(post) for row in rows.values() for post in row["posts"] if on_map(post, land)
    )
    named.update(
        tuple(row["post"]) for row in data.get("ports", {}).values() if on_map(row["post"], land)
    )
    for post, times in named.items():
        if times > 1:
            yield f"cities: post {list(post)} belongs to {times} places"
    yield from all_of(*(nameless(r, line, named) for r, line in enumerate(land.rows)))


def nameless(r: int, line: str, named: Counter[tuple[Any, ...]]) -> Iterator[str]:
    for c, mark in enumerate(line):
        if GROUNDS[mark] in (*CLASSES, "port") and (r, c) not in named:
            yield f"map.terrain: {GROUNDS[mark]} at [{r}, {c}], but no city or port lies there"


# ---- ferries
def ferries(data: Table, land: Ground) -> Iterator[str]:
    rows = data.get("ferries", {})
    if len(rows) > FERRIES:
        yield f"ferries: {len(rows)} are too many, at most {FERRIES}"
    for name, row in rows.items():
        yield from all_of(ferry_cost(name, row), ferry_ends(name, row, data, land))


def ferry_cost(name: str, row: Table) -> Iterator[str]:
    yield from within(f"ferries.{name}.cost", [row["cost"]])


def ferry_ends(name: str, row: Table, data: Table, land: Ground) -> Iterator[str]:
    if len(row["ends"]) != 2 or len(row["posts"]) != 2:
        yield f"ferries.{name}: ends and posts should be two each"
        return
    yield from all_of(
        *(
            ferry_end(name, end, post, data, land)
            for end, post in zip(row["ends"], row["posts"], strict=True)
        )
    )


def ferry_end(name: str, end: str, post: Any, data: Table, land: Ground) -> Iterator[str]:
    cities, ports = data["cities"], data.get("ports", {})
    if end not in cities and end not in ports:
        yield f"ferries.{name}: unknown city or port {end!r}.{nearest(end, [*cities, *ports])}"
    elif not on_map(post, land) or post not in (
        cities[end]["posts"] if end in cities else [ports[end]["post"]]
    ):
        yield f"ferries.{name}: {post} is no post of {end}"


def ferry_posts(data: Table) -> Iterator[str]:
    for post, times in Counter(
        str(post) for row in data.get("ferries", {}).values() for post in row["posts"]
    ).items():
        if times > 1:
            yield f"ferries: {times} ends at {post}; a post has one ferry at most"


# ---- jobs
def jobs(data: Table) -> Iterator[str]:
    for place, rows in job_lists(data):
        yield from all_of(job_list(place, rows, data["cities"]))


def job_list(place: str, rows: list[Table], cities: Table) -> Iterator[str]:
    for number, row in enumerate(rows):
        spot = f"{place}[{number}]{job_mark(row)}"
        yield from all_of(job_id(spot, row), job_way(spot, row, cities, place), reward(spot, row))


def job_mark(row: Table) -> str:
    with suppress(NeedsFaulty):
        return f" ({row['id']})"
    return ""


def job_ids(data: Table) -> Iterator[str]:
    lists = [rows for _, rows in job_lists(data)]
    if sum(map(len, lists)) > JOBS:
        yield f"jobs: {sum(map(len, lists))} are too many, at most {JOBS} with those of the seasons"
    for name, times in Counter(row["id"] for rows in lists for row in rows).items():
        if times > 1:
            yield f"jobs: the id {name!r} is there {times} times"


def start_jobs(data: Table) -> Iterator[str]:
    for cup, number in zip(("big", "other"), data["scenario"]["start_jobs"], strict=False):
        if len(data["jobs"][cup]) < number:
            yield (
                f"jobs.{cup}: {len(data['jobs'][cup])} are too few to put {number} on the map at "
                "the start"
            )


def job_id(place: str, row: Table) -> Iterator[str]:
    if not KEBAB.fullmatch(str(row["id"])):
        yield f"{place}: an id should be lower-case letters and figures"


def job_way(place: str, row: Table, cities: Table, kind: str) -> Iterator[str]:
    yield from all_of(*(job_city(place, row[key], cities) for key in ("from", "to")))
    if row["from"] == row["to"]:
        yield f"{place}: from and to are the same city"
    origin = cities[row["from"]]["class"] if row["from"] in cities else ""
    if origin == "exit":
        yield f"{place}: no job starts at an exit"
    elif origin and (kind, origin in BIG_CLASSES) in (("jobs.big", False), ("jobs.other", True)):
        yield f"{place}: a job from {row['from']} ({origin}) belongs to the other cup"


def job_city(place: str, name: str, cities: Table) -> Iterator[str]:
    if name not in cities:
        yield f"{place}: unknown city {name!r}.{nearest(name, cities)}"


def reward(place: str, row: Table) -> Iterator[str]:
    if not 0 < row["reward"] <= MOST:
        yield f"{place}: reward {row['reward']} should be 1 to {MOST}"


# ---- happenings
def happenings(data: Table) -> Iterator[str]:
    for kind, row in data["happenings"].items():
        yield from all_of(happening_kind(kind), happening_count(kind, row))
    for name in data.get("seasons", {}):
        if not KEBAB.fullmatch(name) or name in KINDS:
            yield (
                f"seasons.{name}: a name should be lower-case words joined by '-', and no kind of "
                "happening"
            )


def happening_kind(kind: str) -> Iterator[str]:
    if kind not in KINDS:
        yield f"happenings.{kind}: unknown kind.{nearest(kind, KINDS)} Kinds: {listed(KINDS)}"


def happening_count(kind: str, row: Table) -> Iterator[str]:
    yield from within(f"happenings.{kind}.count", [row["count"]], 0, HAPPENINGS)


def tiles(data: Table) -> Iterator[str]:
    if happening_tiles(data) > HAPPENINGS or len(data.get("seasons", {})) > SEASONS:
        yield (
            f"happenings: {counted(happening_tiles(data), 'tile')}, "
            f"{counted(len(data.get('seasons', {})), 'season')}; at most {HAPPENINGS} and "
            f"{SEASONS}"
        )
