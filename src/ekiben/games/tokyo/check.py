"""Faults of a lattice map's file, each with its place; an empty list is a good board."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ekiben.core.check import Keys, entries, is_a, keyed
from ekiben.core.errors import listed, nearest
from ekiben.games.tokyo.lattice import BETWEEN, BIG_CLASSES, CLASSES, GROUNDS, LINES
from ekiben.games.tokyo.sizes import (
    BIG,
    BIG_POSTS,
    BUDGET,
    CITIES,
    COLUMNS,
    FERRIES,
    HAPPENINGS,
    JOBS,
    LOAD,
    MOST,
    PLACES,
    ROWS,
    SEASONS,
    SEATS,
    SPEED,
)

Table = dict[str, Any]
KINDS = ("flood", "waves", "quake", "corporate-tax", "boom", "slump", "derailment", "strike", "property-tax", "snow", "interest",
         "maintenance", "fog", "season")
# table -> key -> (type, required)
KEYS: dict[str, Keys] = {
    "": {"format": (int, True), "family": (str, True), "game": (str, True), "names": (dict, True), "seats": (list, True),
         "counts": (dict, False), "scenario": (dict, True), "track": (dict, True), "trains": (dict, True), "money": (dict, True),
         "map": (dict, True), "cities": (dict, True), "ports": (dict, False), "ferries": (dict, False), "jobs": (dict, True),
         "seasons": (dict, False), "happenings": (dict, True), "picture": (dict, False)},
    "names": {"en": (str, True), "ja": (str, True)},
    "counts": {"rows": (int, False), "columns": (int, False), "cities": (int, False), "big_cities": (int, False), "jobs": (int, False),
               "seasonal": (int, False), "happenings": (int, False)},
    "scenario": {"id": (str, True), "names": (dict, True), "start_money": (int, True), "start_train": (str, True),
                 "connections": (int, True), "win_money": (list, True), "short_money": (int, True), "start_jobs": (list, True),
                 "limit_big": (list, True), "limit_other": (int, True), "boom": (list, True), "quiet_turns": (int, True)},
    "track": {"straight": (int, True), "diagonal": (int, True), "river": (int, True), "coast": (int, True), "each_turn": (int, True),
              "ends": (dict, True)},
    "trains": {"list": (list, True), "straight": (int, True), "diagonal": (int, True), "upgrade": (dict, True),
               "speed_limits": (list, True)},
    "money": {"track_fee": (int, True), "loan": (int, True), "repay": (int, True), "debts": (list, True), "interest": (int, True),
              "relief": (int, True), "corporate_tax": (dict, True), "property_tax": (list, True), "maintenance": (dict, True)},
    "map": {"terrain": (list, True), **{line: (list, True) for line in LINES}},
    "jobs": {"big": (list, True), "other": (list, True)},
}
INNER: dict[tuple[str, str], Keys] = {
    ("scenario", "names"): KEYS["names"],
    ("track", "ends"): {ground: (int, True) for ground in GROUNDS.values()},
    ("trains", "upgrade"): {"speed": (int, True), "load": (int, True), "both": (int, True)},
    ("money", "corporate_tax"): {"each": (int, True), "amounts": (list, True)},
}
PLACE: Keys = {"en": (str, True), "ja": (str, True), "lat": ((int, float), True), "lon": ((int, float), True)}
ROWS_OF: dict[str, Keys] = {
    "cities": {**PLACE, "class": (str, True), "posts": (list, True)},
    "ports": {**PLACE, "post": (list, True)},
    "ferries": {"en": (str, True), "ja": (str, True), "ends": (list, True), "posts": (list, True), "cost": (int, True)},
    "seasons": {"en": (str, True), "ja": (str, True), "mark": (str, True), "colour": (str, True), "jobs": (list, True)},
    "happenings": {"en": (str, True), "ja": (str, True), "count": (int, True)},
}
JOB: Keys = {"id": (str, True), "from": (str, True), "to": (str, True), "reward": (int, True)}
ITEMS: dict[str, type] = {"seats": int, "win_money": int, "start_jobs": int, "limit_big": int, "boom": int, "list": str,
                          "speed_limits": int, "debts": int, "amounts": int, "property_tax": int, "terrain": str, "posts": list,
                          "post": int, "ends": str, "big": dict, "other": dict, "jobs": dict, **{line: str for line in LINES}}
KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
TRAIN = re.compile(r"(\d{1,3})-(\d)")


def faults(data: Table) -> list[str]:
    """Shape first; what the figures mean is looked at only when the shape is right, the map before what lies on it."""
    return list(shape(data)) or list(meaning(data)) or list(lying(data))


# ---- shape
def shape(data: Table) -> Iterator[str]:
    yield from keyed(data, KEYS[""], "", ITEMS)
    for table, keys in KEYS.items():
        if table and isinstance(data.get(table), dict):
            yield from keyed(data[table], keys, table, ITEMS)
    for (table, key), keys in INNER.items():
        if isinstance(data.get(table), dict) and isinstance(data[table].get(key), dict):
            yield from keyed(data[table][key], keys, f"{table}.{key}", ITEMS)
    for table, keys in ROWS_OF.items():
        for name, row in entries(data.get(table)):
            yield from keyed(row, keys, f"{table}.{name}", ITEMS)
    for place, rows in job_lists(data):
        for number, row in enumerate(rows if isinstance(rows, list) else []):
            yield from keyed(row, JOB, f"{place}[{number}]", ITEMS)


def job_lists(data: Table) -> Iterator[tuple[str, Any]]:
    for cup, rows in entries(data.get("jobs")):
        yield f"jobs.{cup}", rows
    for name, row in entries(data.get("seasons")):
        yield f"seasons.{name}.jobs", row.get("jobs") if isinstance(row, dict) else None


# ---- figures and the map
def meaning(data: Table) -> Iterator[str]:
    yield from heading(data)
    yield from scenario(data)
    yield from track(data["track"])
    yield from trains(data)
    yield from money(data["money"], data["trains"])
    yield from ground(data["map"])


def heading(data: Table) -> Iterator[str]:
    if data["format"] != 1:
        yield f"format {data['format']} is unknown: this version reads format 1"
    if data["family"] != "tokyo":
        yield f"family {data['family']!r} is unknown: 'tokyo'"
    for place, name in (("game", data["game"]), ("scenario.id", data["scenario"]["id"])):
        if not KEBAB.fullmatch(name):
            yield f"{place} {name!r} should be lower-case words joined by '-'"
    seats = data["seats"]
    if len(seats) != 2 or not 1 < seats[0] <= seats[1] <= SEATS:
        yield f"seats should be [fewest, most] between 2 and {SEATS}, not {seats}"


def within(place: str, values: list[int], low: int = 0, high: int = MOST) -> Iterator[str]:
    if not all(low <= value <= high for value in values):
        yield f"{place} should be {low} to {high}, not {listed(values)}"


def scenario(data: Table) -> Iterator[str]:
    own, seats = data["scenario"], data["seats"]
    if len(seats) == 2 and len(own["win_money"]) != seats[1] - seats[0] + 1:
        yield f"scenario.win_money should have one figure for each number of seats from {seats[0]} to {seats[1]}"
    for key in ("start_jobs", "boom"):
        if len(own[key]) != 2:
            yield f"scenario.{key} should have two figures: for big cities, for others"
    if not 1 <= len(own["limit_big"]) <= BIG + 1:
        yield f"scenario.limit_big should have 1 to {BIG + 1} figures: by the highest connection count, from 0 on"
    for key in ("start_money", "short_money", "limit_other", "quiet_turns", "connections"):
        yield from within(f"scenario.{key}", [own[key]])
    for key in ("win_money", "start_jobs", "limit_big", "boom"):
        yield from within(f"scenario.{key}", own[key])
    if own["start_train"] not in data["trains"]["list"]:
        yield f"scenario.start_train {own['start_train']!r} is not in trains.list ({listed(data['trains']['list'])})"


def track(own: Table) -> Iterator[str]:
    yield from within("track: straight and diagonal", [own["straight"], own["diagonal"]], 1, BUDGET)
    yield from within("track: river and coast", [own["river"], own["coast"]], 0, BUDGET)
    yield from within("track.each_turn", [own["each_turn"]], 0, BUDGET)
    yield from within("track.ends", list(own["ends"].values()), 0, BUDGET)


def trains(data: Table) -> Iterator[str]:
    own = data["trains"]
    for train in own["list"]:
        found = TRAIN.fullmatch(train)
        if found is None or not 0 < int(found[1]) < SPEED or not 0 < int(found[2]) < LOAD:
            yield f"trains.list: {train!r} should be a speed below {SPEED}, '-', and a load below {LOAD}, like '27-2'"
        elif found[1] not in data["money"]["maintenance"]:
            yield f"money.maintenance has no row for trains of speed {found[1]}"
    if len(set(own["list"])) != len(own["list"]):
        yield "trains.list: a train is there twice"
    if not 0 < len(own["speed_limits"]) <= BIG + 1:
        yield f"trains.speed_limits should have 1 to {BIG + 1} figures: by the connection count, from 0 on"
    yield from within("trains: straight and diagonal", [own["straight"], own["diagonal"]], 1, SPEED)
    yield from within("trains.upgrade", list(own["upgrade"].values()))
    yield from within("trains.speed_limits", own["speed_limits"], 0, SPEED)


def money(own: Table, of_trains: Table) -> Iterator[str]:
    yield from within("money: track_fee, interest and relief", [own[key] for key in ("track_fee", "interest", "relief")])
    yield from within("money.loan", [own["loan"]], 1)
    if not own["loan"] < own["repay"] <= MOST:
        yield f"money.repay should be more than a loan and at most {MOST}, not {own['repay']}"
    yield from within("money.debts", own["debts"], 0, 50)
    if not own["debts"] or own["debts"][0] != 0:
        yield "money.debts should begin with 0"
    yield from within("money.corporate_tax.each", [own["corporate_tax"]["each"]], 1)
    taxes = {"corporate_tax.amounts": (own["corporate_tax"]["amounts"], 16), "property_tax": (own["property_tax"], BIG + 1)}
    for key, (values, most) in taxes.items():
        yield from within(f"money.{key}", values)
        if not 1 <= len(values) <= most:
            yield f"money.{key} should have 1 to {most} figures"
    loads = [int(train[-1]) for train in of_trains["list"] if TRAIN.fullmatch(train)]
    for speed, row in own["maintenance"].items():
        if not speed.isdigit() or not 0 < int(speed) < SPEED:
            yield f"money.maintenance.{speed}: a key should be a speed"
        if not isinstance(row, list) or not all(is_a(item, int) and 0 <= item <= MOST for item in row):
            yield f"money.maintenance.{speed} should be a list of whole numbers, 0 to {MOST}: for loads 2, 3, …"
        elif not max(loads, default=0) <= len(row) + 1 < LOAD:
            yield f"money.maintenance.{speed} should have one figure for each load from 2 to {max(loads, default=2)}"
    if any(load < 2 for load in loads):
        yield "trains.list: a load is at least 2"


def ground(own: Table) -> Iterator[str]:
    rows, columns = len(own["terrain"]), len(own["terrain"][0]) if own["terrain"] else 0
    if not 2 <= rows <= ROWS or not 2 <= columns <= COLUMNS:
        yield f"map.terrain: {rows} rows of {columns} posts; there should be 2 to {ROWS} rows of 2 to {COLUMNS}"
        return
    sizes = {"terrain": (rows, columns), "east": (rows, columns - 1), "south": (rows - 1, columns),
             "south_east": (rows - 1, columns - 1), "south_west": (rows - 1, columns - 1)}
    for key, (high, wide) in sizes.items():
        if len(own[key]) != high:
            yield f"map.{key}: {len(own[key])} rows, there should be {high}"
        for number, row in enumerate(own[key]):
            if len(row) != wide:
                yield f"map.{key}[{number}]: {len(row)} characters, there should be {wide}"
            known = GROUNDS if key == "terrain" else BETWEEN
            strange = sorted(set(row) - set(known))
            if strange:
                yield f"map.{key}[{number}]: unknown {listed(map(repr, strange))}; known: {listed(map(repr, known))}"


# ---- what lies on the map
def lying(data: Table) -> Iterator[str]:
    yield from cities(data)
    yield from ferries(data)
    yield from jobs(data)
    yield from happenings(data)
    for table, count in data.get("counts", {}).items():
        if count != counted(data, table):
            yield f"counts.{table} says {count}, but the file has {counted(data, table)}"


def counted(data: Table, table: str) -> int:
    terrain, seasons = data["map"]["terrain"], data.get("seasons", {})
    each = {"rows": len(terrain), "columns": len(terrain[0]), "cities": len(data["cities"]),
            "big_cities": sum(row["class"] in BIG_CLASSES for row in data["cities"].values()),
            "jobs": len(data["jobs"]["big"]) + len(data["jobs"]["other"]), "seasonal": sum(len(row["jobs"]) for row in seasons.values()),
            "happenings": happening_tiles(data)}
    return each[table]


def happening_tiles(data: Table) -> int:
    seasons = len(data.get("seasons", {}))
    return sum(row["count"] * (seasons if kind == "season" else 1) for kind, row in data["happenings"].items())


def on_map(post: object, terrain: list[str]) -> bool:
    return (isinstance(post, list) and len(post) == 2 and all(is_a(item, int) for item in post)
            and 0 <= post[0] < len(terrain) and 0 <= post[1] < len(terrain[0]))


def lies_on(place: str, post: Any, terrain: list[str], kind: str) -> Iterator[str]:
    if not on_map(post, terrain):
        yield f"{place}: {post} is no post of the map ([row, column])"
    elif GROUNDS[terrain[post[0]][post[1]]] != kind:
        yield f"{place}: the map shows {GROUNDS[terrain[post[0]][post[1]]]} at {post}, not {kind}"


def cities(data: Table) -> Iterator[str]:
    rows, terrain = data["cities"], data["map"]["terrain"]
    big = [row for row in rows.values() if row["class"] in BIG_CLASSES]
    if len(rows) > CITIES or not 1 <= len(big) <= BIG:
        yield f"cities: {len(rows)} with {len(big)} big ones; there should be at most {CITIES}, 1 to {BIG} of them big"
    if data["scenario"]["connections"] > len(big):
        yield f"scenario.connections: {data['scenario']['connections']} big cities to join, but the map has {len(big)}"
    for name, row in rows.items():
        yield from city(name, row, terrain)
    if sum(len(row["posts"]) for row in rows.values()) > PLACES or all(row["class"] == "exit" for row in rows.values()):
        yield f"cities: a train should find a place to start, and they should have at most {PLACES} posts"
    for name, row in data.get("ports", {}).items():
        yield from lies_on(f"ports.{name}", row["post"], terrain, "port")
        yield from coordinates(f"ports.{name}", row)
    named = Counter(tuple(post) for row in rows.values() for post in row["posts"] if on_map(post, terrain))
    named.update(tuple(row["post"]) for row in data.get("ports", {}).values() if on_map(row["post"], terrain))
    for post, times in named.items():
        if times > 1:
            yield f"cities: post {list(post)} belongs to {times} places"
    for r, line in enumerate(terrain):
        for c, mark in enumerate(line):
            if GROUNDS[mark] in (*CLASSES, "port") and (r, c) not in named:
                yield f"map.terrain: {GROUNDS[mark]} at [{r}, {c}], but no city or port lies there"


def city(name: str, row: Table, terrain: list[str]) -> Iterator[str]:
    if not KEBAB.fullmatch(name):
        yield f"cities.{name}: a name should be lower-case words joined by '-'"
    if row["class"] not in CLASSES:
        yield f"cities.{name}: unknown class {row['class']!r}.{nearest(row['class'], CLASSES)} Classes: {listed(CLASSES)}"
        return
    if not 1 <= len(row["posts"]) <= (BIG_POSTS if row["class"] in BIG_CLASSES else 1):
        yield f"cities.{name}: {len(row['posts'])} posts; a big city has 1 to {BIG_POSTS}, any other 1"
    for post in row["posts"]:
        yield from lies_on(f"cities.{name}", post, terrain, row["class"])
    yield from coordinates(f"cities.{name}", row)


def coordinates(place: str, row: Table) -> Iterator[str]:
    if not (math.isfinite(row["lat"]) and math.isfinite(row["lon"])):
        yield f"{place}: lat and lon should be numbers"


def ferries(data: Table) -> Iterator[str]:
    rows, terrain = data.get("ferries", {}), data["map"]["terrain"]
    places = {name: row["posts"] for name, row in data["cities"].items()}
    places |= {name: [row["post"]] for name, row in data.get("ports", {}).items()}
    if len(rows) > FERRIES:
        yield f"ferries: {len(rows)} are too many, at most {FERRIES}"
    for name, row in rows.items():
        if len(row["ends"]) != 2 or len(row["posts"]) != 2:
            yield f"ferries.{name}: ends and posts should be two each"
            continue
        yield from within(f"ferries.{name}.cost", [row["cost"]])
        for end, post in zip(row["ends"], row["posts"], strict=True):
            if end not in places:
                yield f"ferries.{name}: unknown city or port {end!r}.{nearest(end, places)}"
            elif not on_map(post, terrain) or post not in places[end]:
                yield f"ferries.{name}: {post} is no post of {end}"
    for post, times in Counter(str(post) for row in rows.values() for post in row["posts"]).items():
        if times > 1:
            yield f"ferries: {times} ends at {post}; a post has one ferry at most"


def jobs(data: Table) -> Iterator[str]:
    cities, total = data["cities"], 0
    ids = Counter(row["id"] for _, rows in job_lists(data) for row in rows)
    for place, rows in job_lists(data):
        total += len(rows)
        for number, row in enumerate(rows):
            yield from job(f"{place}[{number}] ({row['id']})", row, cities, place)
    for name, times in ids.items():
        if times > 1:
            yield f"jobs: the id {name!r} is there {times} times"
    if total > JOBS:
        yield f"jobs: {total} are too many, at most {JOBS} with those of the seasons"
    for cup, number in zip(("big", "other"), data["scenario"]["start_jobs"], strict=True):
        if len(data["jobs"][cup]) < number:
            yield f"jobs.{cup}: {len(data['jobs'][cup])} are too few to put {number} on the map at the start"


def job(place: str, row: Table, cities: Table, kind: str) -> Iterator[str]:
    if not KEBAB.fullmatch(row["id"]):
        yield f"{place}: an id should be lower-case letters and figures"
    for key in ("from", "to"):
        if row[key] not in cities:
            yield f"{place}: unknown city {row[key]!r}.{nearest(row[key], cities)}"
            return
    if row["from"] == row["to"]:
        yield f"{place}: from and to are the same city"
    origin = cities[row["from"]]["class"]
    if origin == "exit":
        yield f"{place}: no job starts at an exit"
    elif (kind, origin in BIG_CLASSES) in (("jobs.big", False), ("jobs.other", True)):
        yield f"{place}: a job from {row['from']} ({origin}) belongs to the other cup"
    if not 0 < row["reward"] <= MOST:
        yield f"{place}: reward {row['reward']} should be 1 to {MOST}"


def happenings(data: Table) -> Iterator[str]:
    for kind, row in data["happenings"].items():
        if kind not in KINDS:
            yield f"happenings.{kind}: unknown kind.{nearest(kind, KINDS)} Kinds: {listed(KINDS)}"
        yield from within(f"happenings.{kind}.count", [row["count"]], 0, HAPPENINGS)
    if happening_tiles(data) > HAPPENINGS or len(data.get("seasons", {})) > SEASONS:
        yield f"happenings: {happening_tiles(data)} tiles, {len(data.get('seasons', {}))} seasons; at most {HAPPENINGS} and {SEASONS}"
    for name in data.get("seasons", {}):
        if not KEBAB.fullmatch(name) or name in KINDS:
            yield f"seasons.{name}: a name should be lower-case words joined by '-', and no kind of happening"
