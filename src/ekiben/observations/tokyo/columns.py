"""The columns of an observation of Tokyo Railways, block by block."""

from __future__ import annotations

from ekiben.games.tokyo.sizes import SEATS
from ekiben.games.tokyo.state import KINDS
from ekiben.games.tokyo.turn import QUESTIONS
from ekiben.observations.columns import Columns, column, offsets

DIRECTIONS = ("e", "se", "s", "sw")  # of the links that belong to a post


class TableColumns(Columns):
    asked: int = column(1, "the open question", (f"asked {name}" for name in QUESTIONS.names[:-1]))
    to_act: int = column(1, "whose choice it is", (f"to act {seat}" for seat in range(SEATS)))
    in_turn: int = column(1, "whose turn it is", (f"in turn {seat}" for seat in range(SEATS)))
    seats: int = column(9, "how many play")
    turns: int = column(200, "turns ended, 255 at most")
    left: int = column(45, "movement left")
    still: int = column(1, "the train may not move in this turn")
    spent: int = column(50, "G spent on track in this turn")
    upgraded: int = column(1, "the train was upgraded in this turn")
    losing: int = column(9, "seats still to lose a job")
    last_round: int = column(1, "the round is being finished")
    cup_a: int = column(120, "tiles in the first cup")
    cup_b: int = column(120, "tiles in the second cup")
    force: int = column(
        1, "a happening of this kind is in force", (f"force {kind}" for kind in KINDS)
    )


class SeatColumns(Columns):
    present: int = column(1, "somebody sits there")
    to_act: int = column(1, "it is this seat's choice")
    in_turn: int = column(1, "it is this seat's turn")
    placed: int = column(1, "its train is on the map")
    row: int = column(56, "the train's row")
    train_column: int = column(56, "the train's column", ("column",))
    aboard: int = column(1, "the train has boarded a ferry")
    speed: int = column(63, "speed")
    load: int = column(5, "how many jobs it can carry")
    carried: int = column(5, "how many it carries")
    tens: int = column(50, "money in tens of G, 255 at most")
    units: int = column(9, "the last digit of the money")
    loans: int = column(10, "loans owed")
    joined: int = column(6, "big cities joined")
    paid: int = column(1, "its track was paid for in this turn")
    force: int = column(1, "an event tile it drew is in force")
    ready: int = column(1, "fulfils the conditions of winning")


class JobColumns(Columns):
    on_map: int = column(1, "waits at its origin")
    mine: int = column(1, "is on my train")
    theirs: int = column(1, "is on another's")
    outside: int = column(1, "waits outside")
    delivered: int = column(1, "was delivered in this turn")
    loaded: int = column(1, "was loaded in this turn")
    put_back: int = column(1, "was put back in this turn")
    origin: int = column(1, "my track reaches its origin")
    goal: int = column(1, "my track reaches its destination")


class CityColumns(Columns):
    mine: int = column(1, "my track reaches it")
    theirs: int = column(8, "how many others' track does")
    steps: int = column(40, "1 plus the links from my track or any big city, whatever lies between")
    away: int = column(40, "links from my train, whatever lies between; 0 before it is placed")
    jobs: int = column(6, "jobs that wait there")
    wanted: int = column(3, "jobs on my train for it")


class PostColumns(Columns):
    track: int = column(
        2,
        "the post's own link in this direction: 2 mine, 1 another's, 0 not built",
        (f"track {direction}" for direction in DIRECTIONS),
    )


TABLE = offsets(TableColumns)
SEAT = offsets(SeatColumns)
JOB = offsets(JobColumns)
CITY = offsets(CityColumns)
BLOCKS = {
    "table": TableColumns.features,
    "seats": SeatColumns.features,
    "jobs": JobColumns.features,
    "cities": CityColumns.features,
    "posts": PostColumns.features,
}
TABLE_WIDTH = len(TableColumns.features)
SEAT_WIDTH = len(SeatColumns.features)
JOB_WIDTH = len(JobColumns.features)
CITY_WIDTH = len(CityColumns.features)
POST_WIDTH = len(PostColumns.features)
QUESTION_COUNT = len(QUESTIONS.names) - 1  # without "over"
KINDS_IN_FORCE = len(KINDS)
