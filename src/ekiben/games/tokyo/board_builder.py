"""The board as the rules see it: one record of constant tables, made from the file and the options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from ekiben.games.tokyo.board import BOARD
from ekiben.games.tokyo.board_check import KINDS
from ekiben.games.tokyo.board_file import BoardFile
from ekiben.games.tokyo.lattice import (
    BETWEEN,
    DIRECTIONS,
    GROUNDS,
    LINES,
    OWN,
    STEPS,
    link_of,
    neighbour,
)
from ekiben.games.tokyo.sizes import BIG, JOBS, SEATS, WORD
from ekiben.games.tokyo.state import BARS, CUP_A, CUP_B, EMPTY, FLOOD, SNOW, WAVES

NAMES = list(GROUNDS.values())
BARRED = {
    FLOOD: ("lake", "river"),
    WAVES: ("sea", "coast"),
    SNOW: ("hill", "mountain"),
}  # TR-7.5, TR-7.6, TR-7.14


def tables(board: BoardFile, options: Mapping[str, Any], version: int) -> Any:
    """One BOARD record, as an array of one."""
    made = board_tables(board).view(np.uint8).copy().view(BOARD)
    b = made[0]
    figures(b, board, options)
    money(b, board, options)
    chosen_options(b, options, version)
    return made


@lru_cache(maxsize=16)
def board_tables(board: BoardFile) -> Any:
    """All that no option changes; not to be written to."""
    made = np.zeros(1, BOARD)
    b = made[0]
    trains(b, board)
    posts(b, board)
    links(b, board)
    ferries(b, board)
    tiles(b, board)
    verbs(b, board)
    return made


def figures(b: Any, board: BoardFile, options: Mapping[str, Any]) -> None:
    own = board.numbers["scenario"]
    for name in ("start_money", "connections", "start_jobs", "limit_other", "boom", "quiet_turns"):
        b[name] = own[name]
    fewest, most = board.seats
    b["win_money"][fewest : most + 1] = own["short_money"] if options["short"] else own["win_money"]
    b["limit_big"] = filled(own["limit_big"], BIG + 1)
    b["each_turn"] = board.numbers["track"]["each_turn"]


def filled(values: list[int], size: int) -> list[int]:
    """The last figure holds for all that follow."""
    return (values + [values[-1]] * size)[:size]


def money(b: Any, board: BoardFile, options: Mapping[str, Any]) -> None:
    own = board.numbers["money"]
    b["repay_cost"] = own["repay"]
    for name in ("track_fee", "loan", "interest", "relief"):
        b[name] = own[name]
    b["tax_each"], b["taxes"] = own["corporate_tax"]["each"], len(own["corporate_tax"]["amounts"])
    b["tax"][: b["taxes"]] = own["corporate_tax"]["amounts"]
    b["property"] = filled(own["property_tax"], BIG + 1)
    debt = options["debt"]
    b["debts"] = [
        amount // own["repay"]
        for amount in (
            [debt] * SEATS if isinstance(debt, int) else (list(debt) + [0] * SEATS)[:SEATS]
        )
    ]


def trains(b: Any, board: BoardFile) -> None:
    """TR-5: which trains there are, what comes after a speed or a load, what they cost to keep."""
    own = board.numbers["trains"]
    known = [(int(speed), int(load)) for speed, load in (train.split("-") for train in own["list"])]
    speeds, loads = sorted({speed for speed, _ in known}), sorted({load for _, load in known})
    for speed, load in known:
        b["exists"][speed, load] = 1
        b["maintenance"][speed, load] = board.numbers["money"]["maintenance"][str(speed)][load - 2]
    for values, table in ((speeds, "faster"), (loads, "larger")):
        for value, following in pairwise(values):
            b[table][value] = following
    b["start_speed"], b["start_load"] = map(
        int, board.numbers["scenario"]["start_train"].split("-")
    )
    b["upgrade_cost"] = [own["upgrade"][name] for name in ("speed", "load", "both")]
    b["fastest"] = (own["speed_limits"] + [speeds[-1]] * BIG)[: BIG + 1]


def posts(b: Any, board: BoardFile) -> None:
    b["rows"], b["columns"], b["posts"] = board.rows, board.columns, board.rows * board.columns
    for name in (
        "next_post",
        "link_at",
        "city_at",
        "big_at",
        "ferry_at",
        "over_at",
        "end_a",
        "end_z",
    ):
        b[name] = EMPTY
    b["ground"][: b["posts"]] = [
        NAMES.index(GROUNDS[mark]) for row in board.terrain for mark in row
    ]
    for city in board.cities:
        for post in city.posts:
            b["city_at"][post] = city.number
            if city.big:
                b["big_at"][post] = b["bigs"]
                b["big_post"][b["bigs"], b["big_size"][b["bigs"]]] = post
                b["big_size"][b["bigs"]] += 1
                b["big_row"][post // board.columns] |= 1 << post % board.columns
        b["bigs"] += city.big
    starts = [post for city in board.cities if city.kind != "exit" for post in city.posts]
    b["place_post"][: len(starts)], b["places"] = starts, len(starts)
    b["cities"] = len(board.cities)


def links(b: Any, board: BoardFile) -> None:
    for row in range(board.rows):
        for column in range(board.columns):
            for direction in range(len(DIRECTIONS)):
                there = neighbour((row, column), direction, board.rows, board.columns)
                if there is not None:
                    post = row * board.columns + column
                    b["next_post"][post, direction] = there[0] * board.columns + there[1]
                    b["link_at"][post, direction] = link_of((row, column), direction, board.columns)
                    if direction in OWN:
                        link(b, board, (row, column), there, OWN.index(direction))


def link(
    b: Any, board: BoardFile, here: tuple[int, int], there: tuple[int, int], line: int
) -> None:
    """TR-4.6 to TR-4.8: what a link costs to build and to run along, and what bars it."""
    post, other = here[0] * board.columns + here[1], there[0] * board.columns + there[1]
    number, diagonal = post * 4 + line, line % 2
    costs, grounds = board.numbers["track"], [NAMES[b["ground"][end]] for end in (post, other)]
    between = crossed(board, here, line)
    inside = b["big_at"][post] == b["big_at"][other] != EMPTY
    b["end_a"][number], b["end_z"][number], b["inside"][number] = post, other, inside
    b["run"][number] = board.numbers["trains"]["diagonal" if diagonal else "straight"]
    b["cost"][number] = costs["diagonal" if diagonal else "straight"] + sum(
        costs["ends"][ground] for ground in grounds
    )
    if between and not {"lake", "sea"} & set(grounds):
        b["cost"][number] += costs[between]
    if not inside:
        b["cheap"][b["cost"][number] :, line, here[0]] |= 1 << here[1]
        bar(
            b, number, {*grounds, between if not {"lake", "sea"} & set(grounds) else ""}, here, line
        )
        for big in {int(b["big_at"][post]), int(b["big_at"][other])} - {EMPTY}:
            b["entry"][big, line, here[0]] |= 1 << here[1]


def crossed(board: BoardFile, here: tuple[int, int], line: int) -> str:
    """River, coast or nothing; the lines to the south-west are written under the western column."""
    column = here[1] + min(0, STEPS[OWN[line]][1])
    return BETWEEN[board.between[LINES[line]][here[0]][column]]


def bar(b: Any, number: int, features: set[str], here: tuple[int, int], line: int) -> None:
    for which, kind in enumerate(BARS):
        if features & set(BARRED[kind]):
            b["bars"][number] |= 1 << kind
            b["barred"][which, line, here[0]] |= 1 << here[1]


def ferries(b: Any, board: BoardFile) -> None:
    b["ferries"] = len(board.ferries)
    for ferry in board.ferries:
        b["ferry_end"][ferry.number], b["ferry_cost"][ferry.number] = [ferry.a, ferry.z], ferry.cost
        b["ferry_at"][ferry.a] = b["ferry_at"][ferry.z] = ferry.number
        b["over_at"][ferry.a], b["over_at"][ferry.z] = ferry.z, ferry.a


def tiles(b: Any, board: BoardFile) -> None:
    b["jobs"], b["tiles"], b["season"] = len(board.jobs), len(board.tiles), EMPTY
    for job in board.jobs:
        n, word, member = job.number, job.number // WORD, 1 << job.number % WORD
        b["origin"][n], b["goal"][n], b["reward"][n], b["season"][n] = (
            job.origin,
            job.goal,
            job.reward,
            job.season,
        )
        b["from_city"][job.origin, word] |= member
        b["to_city"][job.goal, word] |= member
        if job.cup:
            b["in_cup"][CUP_A if job.cup == "a" else CUP_B, word] |= member
        else:
            b["of_season"][job.season, word] |= member
            b["seasonal"][word] |= member
    b["kind"] = b["brings"] = EMPTY
    for tile in board.tiles:
        b["kind"][JOBS + tile.number], b["brings"][JOBS + tile.number] = (
            KINDS.index(tile.kind),
            tile.season,
        )
        b["in_cup"][CUP_A, JOBS // WORD] |= 1 << tile.number


def chosen_options(b: Any, options: Mapping[str, Any], version: int) -> None:
    b["strike_track"] = options["strike"] == "track"
    b["equal_turns"], b["no_lockout"] = options["equal_turns"], options["no_lockout"]
    b["turn_limit"] = options["turn_limit"] or 0
    b["first_drawn"] = options["first_seat"] == "drawn"
    b["version"] = version


def verbs(b: Any, board: BoardFile) -> None:
    """Where each verb's numbers begin: posts to place at, directions, jobs, links."""
    jobs = int(b["jobs"])
    sizes = {
        "place": int(b["places"]),
        "step": len(DIRECTIONS),
        "board": 1,
        "load": jobs,
        "unload": jobs,
        "put_back": jobs,
        "stop": 1,
        "build": int(b["posts"]) * 4,
        "upgrade": 3,
        "lose": jobs,
        "done": 1,
        "borrow": 1,
        "repay": 1,
    }
    start = 0
    for verb, size in sizes.items():
        b[verb] = start
        start += size
    b["actions"] = start
