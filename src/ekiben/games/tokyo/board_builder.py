"""Builds the board that the rules see from the board file and the options."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np

from ekiben.core.arrays import Array
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.board_file import BoardFile, Job
from ekiben.games.tokyo.figures import Track
from ekiben.games.tokyo.lattice import (
    BETWEEN,
    DIRECTIONS,
    GROUNDS,
    LINES,
    OWN,
    STEPS,
    Place,
    link_of,
    neighbour,
)
from ekiben.games.tokyo.options import Options
from ekiben.games.tokyo.sizes import BIG, JOBS, SEATS, WORD
from ekiben.games.tokyo.state import BARS, CUP_A, CUP_B, EMPTY, FLOOD, KINDS, SNOW, WAVES

GROUND_NAMES = list(GROUNDS.values())
WATER = {"lake", "sea"}
BARRED = {
    FLOOD: {"lake", "river"},
    WAVES: {"sea", "coast"},
    SNOW: {"hill", "mountain"},
}  # TR-7.5, TR-7.6, TR-7.14


def build_board(board: BoardFile, options: Options, version: int) -> Board:
    """Build a board of its own for one game."""
    b = fixed_tables(board).copy()
    set_scenario(b, board, options)
    set_money(b, board, options)
    set_options(b, options, version)
    return b


@lru_cache(maxsize=16)
def fixed_tables(board: BoardFile) -> Board:
    """Build what no option changes; all games on the file share it, so nobody writes to it."""
    b = Board()
    set_trains(b, board)
    set_posts(b, board)
    set_cities(b, board)
    set_links(b, board)
    set_ferries(b, board)
    set_jobs(b, board)
    set_tiles(b, board)
    number_verbs(b)
    return b


# ---- figures and options
def set_scenario(b: Board, board: BoardFile, options: Options) -> None:
    own = board.figures.scenario
    fewest, most = board.seats
    b.start_money = own.start_money
    b.connections = own.connections
    b.start_jobs[:] = own.start_jobs
    b.limit_big[:] = extend(own.limit_big, BIG + 1)
    b.limit_other = own.limit_other
    b.boom[:] = own.boom
    b.quiet_turns = own.quiet_turns
    b.win_money[fewest : most + 1] = own.short_money if options.short else own.win_money
    b.each_turn = board.figures.track.each_turn


def extend(values: Sequence[int], size: int) -> list[int]:
    """Repeat the last figure for all that follow."""
    return [*values, *([values[-1]] * size)][:size]


def set_money(b: Board, board: BoardFile, options: Options) -> None:
    own = board.figures.money
    b.track_fee = own.track_fee
    b.loan = own.loan
    b.repay_cost = own.repay
    b.interest = own.interest
    b.relief = own.relief
    b.tax_each = own.corporate_tax.each
    b.taxes = len(own.corporate_tax.amounts)
    b.tax[: b.taxes] = own.corporate_tax.amounts
    b.property[:] = extend(own.property_tax, BIG + 1)
    b.debts[:] = [debt // own.repay for debt in debts_by_seat(options)]


def debts_by_seat(options: Options) -> list[int]:
    """KT-1.12: the same debt for all, or one for each."""
    if isinstance(options.debt, int):
        return [options.debt] * SEATS
    return [*options.debt, *([0] * SEATS)][:SEATS]


def set_options(b: Board, options: Options, version: int) -> None:
    b.strike_track = int(options.strike == "track")
    b.equal_turns = int(options.equal_turns)
    b.no_lockout = int(options.no_lockout)
    b.turn_limit = options.turn_limit or 0
    b.first_drawn = int(options.first_seat == "drawn")
    b.version = version


def set_trains(b: Board, board: BoardFile) -> None:
    """TR-5: which trains there are, what comes after a speed or a load, what they cost to keep."""
    trains, maintenance = board.figures.trains, board.figures.money.maintenance
    for speed, load in trains.kinds:
        b.exists[speed, load] = 1
        b.maintenance[speed, load] = maintenance[str(speed)][load - 2]
    speeds = sorted({speed for speed, _ in trains.kinds})
    chain(b.faster, speeds)
    chain(b.larger, sorted({load for _, load in trains.kinds}))
    b.start_speed, b.start_load = board.figures.scenario.start_kind
    b.upgrade_cost[:] = [trains.upgrade[part] for part in ("speed", "load", "both")]
    b.fastest[:] = [*trains.speed_limits, *([speeds[-1]] * BIG)][: BIG + 1]


def chain(following: Array, values: list[int]) -> None:
    """Let every value lead to the next."""
    for value, next_value in pairwise(values):
        following[value] = next_value


# ---- posts and links
def set_posts(b: Board, board: BoardFile) -> None:
    b.rows = board.rows
    b.columns = board.columns
    b.posts = board.rows * board.columns
    for table in (b.next_post, b.link_at, b.city_at, b.big_at, b.ferry_at, b.over_at):
        table[:] = EMPTY
    for ends in (b.end_a, b.end_z):
        ends[:] = EMPTY
    b.ground[: b.posts] = [
        GROUND_NAMES.index(GROUNDS[mark]) for row in board.terrain for mark in row
    ]


def set_cities(b: Board, board: BoardFile) -> None:
    for city in board.cities:
        for post in city.posts:
            b.city_at[post] = city.number
            if city.big:
                add_big_post(b, post)
        b.bigs += city.big
    starts = [post for city in board.cities if city.kind != "exit" for post in city.posts]
    b.place_post[: len(starts)] = starts
    b.places = len(starts)
    b.cities = len(board.cities)


def add_big_post(b: Board, post: int) -> None:
    """Add a post to the big city that is being laid out."""
    big = b.bigs
    b.big_at[post] = big
    b.big_post[big, b.big_size[big]] = post
    b.big_size[big] += 1
    b.big_row[post // b.columns] |= 1 << post % b.columns


def set_links(b: Board, board: BoardFile) -> None:
    for row in range(board.rows):
        for column in range(board.columns):
            for direction in range(len(DIRECTIONS)):
                set_way(b, board, (row, column), direction)


def set_way(b: Board, board: BoardFile, here: Place, direction: int) -> None:
    """Join a post to its neighbour in one direction, if the map goes on there."""
    there = neighbour(here, direction, board.rows, board.columns)
    if there is None:
        return
    post = here[0] * board.columns + here[1]
    b.next_post[post, direction] = there[0] * board.columns + there[1]
    b.link_at[post, direction] = link_of(here, direction, board.columns)
    if direction in OWN:
        set_link(b, board, here, OWN.index(direction))


def set_link(b: Board, board: BoardFile, here: Place, line: int) -> None:
    """TR-4.6 to TR-4.8: what a link costs to build and to run along, and what bars it."""
    post = here[0] * board.columns + here[1]
    other = int(b.next_post[post, OWN[line]])
    link = post * 4 + line
    diagonal = line % 2 == 1
    trains = board.figures.trains
    grounds = [GROUND_NAMES[b.ground[end]] for end in (post, other)]
    crossing = "" if WATER & set(grounds) else feature_between(board, here, line)
    b.end_a[link] = post
    b.end_z[link] = other
    b.inside[link] = b.big_at[post] == b.big_at[other] != EMPTY
    b.run[link] = trains.diagonal if diagonal else trains.straight
    b.cost[link] = link_cost(board.figures.track, diagonal, grounds, crossing)
    if not b.inside[link]:
        np.asarray(b.cheap)[b.cost[link] :, line, here[0]] |= 1 << here[1]
        set_bars(b, link, {*grounds, crossing})
        for big in {int(b.big_at[post]), int(b.big_at[other])} - {EMPTY}:
            b.entry[big, line, here[0]] |= 1 << here[1]


def link_cost(track: Track, diagonal: bool, grounds: list[str], crossing: str) -> int:
    """TR-4.7: the way itself, both ends, and a river or a coast."""
    way = track.diagonal if diagonal else track.straight
    ends = sum(track.ends[ground] for ground in grounds)
    return way + ends + (track.crossing(crossing) if crossing else 0)


def feature_between(board: BoardFile, here: Place, line: int) -> str:
    """River, coast or nothing; links to the south-west are written under the western column."""
    column = here[1] + min(0, STEPS[OWN[line]][1])
    return BETWEEN[board.between[LINES[line]][here[0]][column]]


def set_bars(b: Board, link: int, features: set[str]) -> None:
    """TR-7.5, TR-7.6, TR-7.14: which happenings close a link."""
    row, column = divmod(link // 4, b.columns)
    for which, kind in enumerate(BARS):
        if features & BARRED[kind]:
            b.bars[link] |= 1 << kind
            b.barred[which, link % 4, row] |= 1 << column


def set_ferries(b: Board, board: BoardFile) -> None:
    b.ferries = len(board.ferries)
    for ferry in board.ferries:
        b.ferry_end[ferry.number] = [ferry.a, ferry.z]
        b.ferry_cost[ferry.number] = ferry.cost
        for post, other in ((ferry.a, ferry.z), (ferry.z, ferry.a)):
            b.ferry_at[post] = ferry.number
            b.over_at[post] = other


# ---- jobs and event tiles
def set_jobs(b: Board, board: BoardFile) -> None:
    b.jobs = len(board.jobs)
    b.season[:] = EMPTY
    for job in board.jobs:
        set_job(b, job)


def set_job(b: Board, job: Job) -> None:
    word, member = job.number // WORD, 1 << job.number % WORD
    b.origin[job.number] = job.origin
    b.goal[job.number] = job.goal
    b.reward[job.number] = job.reward
    b.season[job.number] = job.season
    b.from_city[job.origin, word] |= member
    b.to_city[job.goal, word] |= member
    if job.cup:
        b.in_cup[CUP_A if job.cup == "a" else CUP_B, word] |= member
    else:
        b.of_season[job.season, word] |= member
        b.seasonal[word] |= member


def set_tiles(b: Board, board: BoardFile) -> None:
    b.tiles = len(board.tiles)
    b.kind[:] = EMPTY
    b.brings[:] = EMPTY
    for tile in board.tiles:
        b.kind[JOBS + tile.number] = KINDS.index(tile.kind)
        b.brings[JOBS + tile.number] = tile.season
        b.in_cup[CUP_A, JOBS // WORD] |= 1 << tile.number


# ---- actions
def number_verbs(b: Board) -> None:
    """Set where each verb's actions begin: posts to place at, directions, jobs, links."""
    sizes = {
        "place": b.places,
        "step": len(DIRECTIONS),
        "board": 1,
        "load": b.jobs,
        "unload": b.jobs,
        "put_back": b.jobs,
        "stop": 1,
        "build": b.posts * 4,
        "upgrade": 3,
        "lose": b.jobs,
        "done": 1,
        "borrow": 1,
        "repay": 1,
    }
    for verb, size in sizes.items():
        setattr(b, verb, b.actions)
        b.actions += size
