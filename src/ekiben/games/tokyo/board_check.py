"""Finds the faults of a board file, each with its place."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator

from ekiben.core.errors import listed
from ekiben.core.toml_files import Keys, all_of, check_table, check_tables, is_a
from ekiben.games.tokyo.lattice import GROUNDS, LINES
from ekiben.games.tokyo.map_check import KEBAB, Table, job_lists, map_checks, within
from ekiben.games.tokyo.sizes import BIG, BUDGET, LOAD, MOST, SEATS, SPEED

# table -> key -> (type, required)
KEYS: dict[str, Keys] = {
    "": {
        "format": (int, True),
        "family": (str, True),
        "game": (str, True),
        "names": (dict, True),
        "seats": (list, True),
        "counts": (dict, False),
        "scenario": (dict, True),
        "track": (dict, True),
        "trains": (dict, True),
        "money": (dict, True),
        "map": (dict, True),
        "cities": (dict, True),
        "ports": (dict, False),
        "ferries": (dict, False),
        "jobs": (dict, True),
        "seasons": (dict, False),
        "happenings": (dict, True),
        "picture": (dict, False),
    },
    "names": {"en": (str, True), "ja": (str, True)},
    "counts": {
        "rows": (int, False),
        "columns": (int, False),
        "cities": (int, False),
        "big_cities": (int, False),
        "jobs": (int, False),
        "seasonal": (int, False),
        "happenings": (int, False),
    },
    "scenario": {
        "id": (str, True),
        "names": (dict, True),
        "start_money": (int, True),
        "start_train": (str, True),
        "connections": (int, True),
        "win_money": (list, True),
        "short_money": (int, True),
        "start_jobs": (list, True),
        "limit_big": (list, True),
        "limit_other": (int, True),
        "boom": (list, True),
        "quiet_turns": (int, True),
    },
    "track": {
        "straight": (int, True),
        "diagonal": (int, True),
        "river": (int, True),
        "coast": (int, True),
        "each_turn": (int, True),
        "ends": (dict, True),
    },
    "trains": {
        "list": (list, True),
        "straight": (int, True),
        "diagonal": (int, True),
        "upgrade": (dict, True),
        "speed_limits": (list, True),
    },
    "money": {
        "track_fee": (int, True),
        "loan": (int, True),
        "repay": (int, True),
        "debts": (list, True),
        "interest": (int, True),
        "relief": (int, True),
        "corporate_tax": (dict, True),
        "property_tax": (list, True),
        "maintenance": (dict, True),
    },
    "map": {"terrain": (list, True), **{line: (list, True) for line in LINES}},
    "jobs": {"big": (list, True), "other": (list, True)},
}
INNER: dict[tuple[str, str], Keys] = {
    ("scenario", "names"): KEYS["names"],
    ("track", "ends"): {ground: (int, True) for ground in GROUNDS.values()},
    ("trains", "upgrade"): {"speed": (int, True), "load": (int, True), "both": (int, True)},
    ("money", "corporate_tax"): {"each": (int, True), "amounts": (list, True)},
}
PLACE: Keys = {
    "en": (str, True),
    "ja": (str, True),
    "lat": ((int, float), True),
    "lon": ((int, float), True),
}
ROWS_OF: dict[str, Keys] = {
    "cities": {**PLACE, "class": (str, True), "posts": (list, True)},
    "ports": {**PLACE, "post": (list, True)},
    "ferries": {
        "en": (str, True),
        "ja": (str, True),
        "ends": (list, True),
        "posts": (list, True),
        "cost": (int, True),
    },
    "seasons": {
        "en": (str, True),
        "ja": (str, True),
        "mark": (str, True),
        "colour": (str, True),
        "jobs": (list, True),
    },
    "happenings": {"en": (str, True), "ja": (str, True), "count": (int, True)},
}
JOB: Keys = {"id": (str, True), "from": (str, True), "to": (str, True), "reward": (int, True)}
ITEMS: dict[str, type] = {
    "seats": int,
    "win_money": int,
    "start_jobs": int,
    "limit_big": int,
    "boom": int,
    "list": str,
    "speed_limits": int,
    "debts": int,
    "amounts": int,
    "property_tax": int,
    "terrain": str,
    "posts": list,
    "post": int,
    "ends": str,
    "big": dict,
    "other": dict,
    "jobs": dict,
    **{line: str for line in LINES},
}
TRAIN = re.compile(r"(\d{1,3})-(\d)")


def faults(data: Table) -> list[str]:
    """Of the shape, and of what the figures mean as far as the shape is right."""
    data = copy.deepcopy(data)
    return [*shape(data), *meaning(data)]


# ---- shape
def shape(data: Table) -> Iterator[str]:
    yield from check_table(data, KEYS[""], "", ITEMS)
    for table, keys in KEYS.items():
        if table and isinstance(data.get(table), dict):
            yield from check_table(data[table], keys, table, ITEMS)
    for (table, key), keys in INNER.items():
        if isinstance(data.get(table), dict) and isinstance(data[table].get(key), dict):
            yield from check_table(data[table][key], keys, f"{table}.{key}", ITEMS)
    for table, keys in ROWS_OF.items():
        yield from check_tables(data.get(table), keys, table, ITEMS)
    for place, rows in job_lists(data):
        yield from check_tables(rows, JOB, place, ITEMS)


# ---- figures
def meaning(data: Table) -> Iterator[str]:
    yield from all_of(
        heading(data),
        name("game", data),
        scenario(data),
        track(data["track"]),
        trains(data),
        money(data),
        *map_checks(data),
    )


def heading(data: Table) -> Iterator[str]:
    if data["format"] != 1:
        yield f"format {data['format']} is unknown: this version reads format 1"
    if data["family"] != "tokyo":
        yield f"family {data['family']!r} is unknown: 'tokyo'"
    seats = data["seats"]
    if len(seats) != 2 or not 1 < seats[0] <= seats[1] <= SEATS:
        yield f"seats should be [fewest, most] between 2 and {SEATS}, not {seats}"


def name(place: str, table: Table) -> Iterator[str]:
    text = str(table[place.rpartition(".")[2]])
    if not KEBAB.fullmatch(text):
        yield f"{place} {text!r} should be lower-case words joined by '-'"


def scenario(data: Table) -> Iterator[str]:
    own = data["scenario"]
    yield from all_of(
        name("scenario.id", own),
        win_money(own, data["seats"]),
        pair(own, "start_jobs"),
        pair(own, "boom"),
        limits(own),
        start_train(data),
        *(
            within(f"scenario.{key}", [own[key]])
            for key in ("start_money", "short_money", "limit_other", "quiet_turns", "connections")
        ),
        *(
            within(f"scenario.{key}", own[key])
            for key in ("win_money", "start_jobs", "limit_big", "boom")
        ),
    )


def win_money(own: Table, seats: list[int]) -> Iterator[str]:
    if len(seats) == 2 and len(own["win_money"]) != seats[1] - seats[0] + 1:
        yield (
            f"scenario.win_money should have one figure for each number of seats from {seats[0]} "
            f"to {seats[1]}"
        )


def pair(own: Table, key: str) -> Iterator[str]:
    if len(own[key]) != 2:
        yield f"scenario.{key} should have two figures: for big cities, for others"


def limits(own: Table) -> Iterator[str]:
    if not 1 <= len(own["limit_big"]) <= BIG + 1:
        yield (
            f"scenario.limit_big should have 1 to {BIG + 1} figures: by the highest connection "
            "count, from 0 on"
        )


def start_train(data: Table) -> Iterator[str]:
    own = data["scenario"]
    if own["start_train"] not in data["trains"]["list"]:
        yield (
            f"scenario.start_train {own['start_train']!r} is not in trains.list "
            f"({listed(data['trains']['list'])})"
        )


def track(own: Table) -> Iterator[str]:
    yield from all_of(
        within("track: straight and diagonal", [own["straight"], own["diagonal"]], 1, BUDGET),
        within("track: river and coast", [own["river"], own["coast"]], 0, BUDGET),
        within("track.each_turn", [own["each_turn"]], 0, BUDGET),
        values_within("track.ends", own["ends"], BUDGET),
    )


def values_within(place: str, table: Table, high: int) -> Iterator[str]:
    yield from within(place, list(table.values()), 0, high)


def trains(data: Table) -> Iterator[str]:
    own = data["trains"]
    yield from all_of(
        train_list(data),
        speed_limits(own),
        values_within("trains.upgrade", own["upgrade"], MOST),
        within("trains: straight and diagonal", [own["straight"], own["diagonal"]], 1, SPEED),
    )


def train_list(data: Table) -> Iterator[str]:
    own = data["trains"]
    for train in own["list"]:
        found = TRAIN.fullmatch(train)
        if found is None or not 0 < int(found[1]) < SPEED or not 0 < int(found[2]) < LOAD:
            yield (
                f"trains.list: {train!r} should be a speed below {SPEED}, '-', and a load below "
                f"{LOAD}, like '27-2'"
            )
        elif found[1] not in data["money"]["maintenance"]:
            yield f"money.maintenance has no row for trains of speed {found[1]}"
    if len(set(own["list"])) != len(own["list"]):
        yield "trains.list: a train is there twice"
    if any(int(train[-1]) < 2 for train in own["list"] if TRAIN.fullmatch(train)):
        yield "trains.list: a load is at least 2"


def speed_limits(own: Table) -> Iterator[str]:
    if not 0 < len(own["speed_limits"]) <= BIG + 1:
        yield (
            f"trains.speed_limits should have 1 to {BIG + 1} figures: by the connection count, "
            "from 0 on"
        )
    yield from within("trains.speed_limits", own["speed_limits"], 0, SPEED)


def money(data: Table) -> Iterator[str]:
    own = data["money"]
    yield from all_of(
        within(
            "money: track_fee, interest and relief",
            [own[key] for key in ("track_fee", "interest", "relief")],
        ),
        within("money.loan", [own["loan"]], 1),
        repay(own),
        debts(own),
        corporate_tax(own),
        taxes("property_tax", own["property_tax"], BIG + 1),
        maintenance(data),
    )


def repay(own: Table) -> Iterator[str]:
    if not own["loan"] < own["repay"] <= MOST:
        yield f"money.repay should be more than a loan and at most {MOST}, not {own['repay']}"


def debts(own: Table) -> Iterator[str]:
    yield from within("money.debts", own["debts"], 0, 50)
    if not own["debts"] or own["debts"][0] != 0:
        yield "money.debts should begin with 0"


def corporate_tax(own: Table) -> Iterator[str]:
    tax = own["corporate_tax"]
    yield from all_of(
        within("money.corporate_tax.each", [tax["each"]], 1),
        taxes("corporate_tax.amounts", tax["amounts"], 16),
    )


def taxes(key: str, values: list[int], most: int) -> Iterator[str]:
    yield from within(f"money.{key}", values)
    if not 1 <= len(values) <= most:
        yield f"money.{key} should have 1 to {most} figures"


def maintenance(data: Table) -> Iterator[str]:
    loads = [int(train[-1]) for train in data["trains"]["list"] if TRAIN.fullmatch(train)]
    for speed, row in data["money"]["maintenance"].items():
        if not speed.isdigit() or not 0 < int(speed) < SPEED:
            yield f"money.maintenance.{speed}: a key should be a speed"
        if not isinstance(row, list) or not all(
            is_a(item, int) and 0 <= item <= MOST for item in row
        ):
            yield (
                f"money.maintenance.{speed} should be a list of whole numbers, 0 to {MOST}: for "
                "loads 2, 3, …"
            )
        elif not max(loads, default=0) <= len(row) + 1 < LOAD:
            yield (
                f"money.maintenance.{speed} should have one figure for each load from 2 to "
                f"{max(loads, default=2)}"
            )
