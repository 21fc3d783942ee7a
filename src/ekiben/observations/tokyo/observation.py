"""What a seat of Tokyo Railways observes, as numbers; only the cups' order is hidden from all.

Other seats follow in turn order after the observer, which is seat 0 of its own observation.
"""

from __future__ import annotations

import numpy as np

from ekiben.core.arrays import Array
from ekiben.core.compiled import bit, compiled, count, lowest
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.sizes import SEATS, WORDS
from ekiben.games.tokyo.state import EMPTY, State
from ekiben.observations.columns import Bytes, put, steps_to
from ekiben.observations.encoding import Encoding, Statics
from ekiben.observations.tokyo.columns import (
    BLOCKS,
    CITY,
    CITY_WIDTH,
    JOB,
    JOB_WIDTH,
    KINDS_IN_FORCE,
    POST_WIDTH,
    QUESTION_COUNT,
    SEAT,
    SEAT_WIDTH,
    TABLE,
    TABLE_WIDTH,
)

SCRATCH = WORK = 1
KEPT = 0
JOB_WORDS = WORDS - 1  # the last word of a set of tiles is the event tiles'


def encoding(b: Board) -> Encoding:
    """How the observations of a board are laid out."""
    rows = {"table": 1, "seats": SEATS, "jobs": b.jobs, "cities": b.cities, "posts": b.posts}
    return Encoding({name: int(size) for name, size in rows.items()}, BLOCKS)


@compiled
def observe(b: Board, s: State, seat: int, out: Bytes, scratch: Array) -> None:
    """Write all that the seat sees into `out`; states have scratch fields, so it needs no other."""
    seats = TABLE_WIDTH
    jobs = seats + SEAT_WIDTH * SEATS
    cities = jobs + JOB_WIDTH * b.jobs
    posts = cities + CITY_WIDTH * b.cities
    for place in range(posts):
        out[place] = 0
    write_table(s, seat, out)
    for step in range(s.seats):
        write_seat(b, s, (seat + step) % s.seats, out, seats + step * SEAT_WIDTH)
    write_reach(b, s, seat, out, cities)
    write_jobs(b, s, seat, out, jobs, cities)
    write_steps(b, s, seat, out, cities)
    write_posts(b, s, seat, out, posts)


@compiled
def observe_again(b: Board, s: State, seat: int, out: Bytes, scratch: Array, kept: Array) -> None:
    """The same: nothing is kept."""
    observe(b, s, seat, out, scratch)


@compiled
def write(b: Board, s: State, seat: int, out: Bytes, scratch: Array, kept: Array) -> None:
    observe(b, s, seat, out, scratch)


@compiled
def update(b: Board, s: State, seat: int, scratch: Array, kept: Array) -> None:
    """Nothing is ever outdated."""


@compiled
def is_up_to_date(s: State, seat: int, kept: Array) -> bool:
    return True


@compiled
def write_table(s: State, seat: int, out: Bytes) -> None:
    if s.asked < QUESTION_COUNT:
        out[TABLE.asked + s.asked] = 1
        out[TABLE.to_act + steps_to(s, seat, s.seat)] = 1
        out[TABLE.in_turn + steps_to(s, seat, s.in_turn)] = 1
    put(out, TABLE.seats, s.seats)
    put(out, TABLE.turns, s.turns)
    put(out, TABLE.left, s.left)
    put(out, TABLE.still, s.still)
    put(out, TABLE.spent, s.spent)
    put(out, TABLE.upgraded, s.upgraded)
    put(out, TABLE.losing, s.losing)
    put(out, TABLE.last_round, s.last_round)
    put(out, TABLE.cup_a, s.cup_size[0])
    put(out, TABLE.cup_b, s.cup_size[1])
    for kind in range(KINDS_IN_FORCE):
        out[TABLE.force + kind] = int(s.kinds) >> kind & 1


@compiled
def write_seat(b: Board, s: State, other: int, out: Bytes, at: int) -> None:
    out[at + SEAT.present] = 1
    out[at + SEAT.to_act] = s.asked < QUESTION_COUNT and s.seat == other
    out[at + SEAT.in_turn] = s.asked < QUESTION_COUNT and s.in_turn == other
    if s.train[other] != EMPTY:
        out[at + SEAT.placed] = 1
        put(out, at + SEAT.row, int(s.train[other]) // b.columns)
        put(out, at + SEAT.train_column, int(s.train[other]) % b.columns)
    put(out, at + SEAT.aboard, s.aboard[other])
    put(out, at + SEAT.speed, s.speed[other])
    put(out, at + SEAT.load, s.load[other])
    for word in range(JOB_WORDS):
        out[at + SEAT.carried] += count(s.carried[other, word])
    put(out, at + SEAT.tens, int(s.money[other]) // 10)
    put(out, at + SEAT.units, int(s.money[other]) % 10)
    put(out, at + SEAT.loans, s.loans[other])
    put(out, at + SEAT.joined, s.joined[other])
    out[at + SEAT.paid] = int(s.paid) >> other & 1
    out[at + SEAT.force] = s.force[other] != EMPTY
    out[at + SEAT.ready] = s.since[other] > 0


# ---- cities and jobs
@compiled
def write_reach(b: Board, s: State, seat: int, out: Bytes, start: int) -> None:
    """Whose track reaches each city; a city of several posts is reached by any."""
    for step in range(s.seats):
        for row in range(b.rows):
            posts = int(s.touched[(seat + step) % s.seats, row])
            while posts:
                city = int(b.city_at[row * b.columns + lowest(posts)])
                posts &= posts - 1
                if city != EMPTY:
                    note_reach(out, start + city * CITY_WIDTH, step)
    for city in range(b.cities):
        out[start + city * CITY_WIDTH + CITY.away] = 0


@compiled
def note_reach(out: Bytes, at: int, step: int) -> None:
    """Count a seat once: `away`, written later, holds the latest seat counted meanwhile."""
    if step == 0:
        out[at + CITY.mine] = 1
    elif out[at + CITY.away] != step:
        out[at + CITY.away] = step
        out[at + CITY.theirs] += 1


@compiled
def write_jobs(b: Board, s: State, seat: int, out: Bytes, start: int, cities: int) -> None:
    for job in range(b.jobs):
        at = start + job * JOB_WIDTH
        origin = cities + int(b.origin[job]) * CITY_WIDTH
        goal = cities + int(b.goal[job]) * CITY_WIDTH
        if has(s.on_map, job):
            out[at + JOB.on_map] = 1
            out[origin + CITY.jobs] += 1
        if has(s.carried[seat], job):
            out[at + JOB.mine] = 1
            out[goal + CITY.wanted] += 1
        out[at + JOB.theirs] = is_theirs(s, seat, job)
        out[at + JOB.outside] = has(s.outside, job)
        out[at + JOB.delivered] = has(s.delivered, job)
        out[at + JOB.loaded] = has(s.loaded, job)
        out[at + JOB.put_back] = has(s.put_back, job)
        out[at + JOB.origin] = out[origin + CITY.mine]
        out[at + JOB.goal] = out[goal + CITY.mine]


@compiled
def is_theirs(s: State, seat: int, job: int) -> bool:
    for other in range(s.seats):
        if other != seat and has(s.carried[other], job):
            return True
    return False


@compiled
def write_steps(b: Board, s: State, seat: int, out: Bytes, start: int) -> None:
    """Write how many links each city is away, spreading from all footholds a link at a time.

    Scratch: `reached` are the posts found so far, the first two rows of `sites` those of this step
    and the next.
    """
    for row in range(b.rows):
        s.sites[0, row] = s.touched[seat, row] | b.big_row[row]
        s.reached[row] = s.sites[0, row]
    step, fresh = 0, 1
    while fresh:
        for row in range(b.rows):
            posts = int(s.sites[0, row])
            while posts:
                city = int(b.city_at[row * b.columns + lowest(posts)])
                if city != EMPTY:
                    note_steps(
                        b,
                        s,
                        seat,
                        out,
                        start + city * CITY_WIDTH,
                        step,
                        row * b.columns + lowest(posts),
                    )
                posts &= posts - 1
        step += 1
        fresh = widen(b, s)


@compiled
def note_steps(b: Board, s: State, seat: int, out: Bytes, at: int, step: int, post: int) -> None:
    """The posts of a city come in the order of their steps: the first counts."""
    if s.train[seat] != EMPTY:
        train = int(s.train[seat])
        away = max(
            abs(train // b.columns - post // b.columns), abs(train % b.columns - post % b.columns)
        )
        put(
            out,
            at + CITY.away,
            away if out[at + CITY.steps] == 0 else min(away, int(out[at + CITY.away])),
        )
    if out[at + CITY.steps] == 0:
        put(out, at + CITY.steps, step + 1)


@compiled
def widen(b: Board, s: State) -> int:
    """The posts one link further on, into the first row of `sites`; 0 when there are none."""
    fresh, whole = 0, bit(b.columns) - 1
    for row in range(b.rows):
        near = int(s.reached[row])
        if row > 0:
            near |= int(s.reached[row - 1])
        if row + 1 < b.rows:
            near |= int(s.reached[row + 1])
        s.sites[1, row] = (near | near << 1 | near >> 1) & whole & ~int(s.reached[row])
    for row in range(b.rows):
        s.sites[0, row] = s.sites[1, row]
        s.reached[row] |= s.sites[1, row]
        fresh |= int(s.sites[1, row])
    return fresh


@compiled
def write_posts(b: Board, s: State, seat: int, out: Bytes, start: int) -> None:
    for link in range(b.posts * POST_WIDTH):
        owner = int(s.track[link])
        out[start + link] = 0 if owner == 0 else 2 if owner == seat + 1 else 1


def statics(game: TokyoGame) -> Statics:
    """What the board never changes, row by row as in the observation, and the rows' names."""
    b = game.plain_board
    board = game.board
    jobs, posts = int(b.jobs), int(b.posts)
    return {
        "jobs": {
            "name": [job.id for job in board.jobs],
            "from": b.origin[:jobs],
            "to": b.goal[:jobs],
            "reward": b.reward[:jobs],
            "season": b.season[:jobs],
        },
        "cities": {
            "name": [city.id for city in board.cities],
            "kind": [city.kind for city in board.cities],
            "post": [city.posts[0] for city in board.cities],
        },
        "posts": {
            "city": b.city_at[:posts],
            "ground": b.ground[:posts],
            "cost": np.asarray(b.cost[: 4 * posts]).reshape(posts, 4),
            "run": np.asarray(b.run[: 4 * posts]).reshape(posts, 4),
        },
        "sizes": {"rows": int(b.rows), "columns": int(b.columns), "seats": list(game.seats)},
    }
