"""What a seat of a lattice game sees, as numbers. Marked like rules; everything but the cups' order
is open to all.

Other seats come in turn order after the one that looks, which is seat 0 of its own observation.
"""

from __future__ import annotations

from typing import Any

from ekiben.core.compiled import bit, compiled, count, lowest
from ekiben.envs.observation import Encoding, Feature
from ekiben.envs.observation_writing import put, turned_round
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.sizes import SEATS, WORDS
from ekiben.games.tokyo.state import EMPTY, KINDS
from ekiben.games.tokyo.turn import QUESTIONS

ROOM = 1
KINDS_IN_FORCE = len(KINDS)
JOB_WORDS = WORDS - 1  # the last word of a set of tiles is the event tiles'

TABLE = [
    *(Feature(f"asked {name}", 1, "the open question") for name in QUESTIONS.names[:-1]),
    *(Feature(f"to act {seat}", 1, "whose choice it is") for seat in range(SEATS)),
    *(Feature(f"in turn {seat}", 1, "whose turn it is") for seat in range(SEATS)),
    Feature("seats", 9, "how many play"),
    Feature("turns", 200, "turns ended, 255 at most"),
    Feature("left", 45, "movement left"),
    Feature("still", 1, "the train may not move in this turn"),
    Feature("spent", 50, "G spent on track in this turn"),
    Feature("upgraded", 1, "the train was upgraded in this turn"),
    Feature("losing", 9, "seats still to lose a job"),
    Feature("last round", 1, "the round is being finished"),
    Feature("cup a", 120, "tiles in the first cup"),
    Feature("cup b", 120, "tiles in the second cup"),
    *(Feature(f"force {kind}", 1, "a happening of this kind is in force") for kind in KINDS),
]
SEAT = [
    Feature("present", 1, "somebody sits there"),
    Feature("to act", 1, "it is this seat's choice"),
    Feature("in turn", 1, "it is this seat's turn"),
    Feature("placed", 1, "its train is on the map"),
    Feature("row", 56, "the train's row"),
    Feature("column", 56, "the train's column"),
    Feature("aboard", 1, "the train has boarded a ferry"),
    Feature("speed", 63, "speed"),
    Feature("load", 5, "how many jobs it can carry"),
    Feature("carried", 5, "how many it carries"),
    Feature("tens", 50, "money in tens of G, 255 at most"),
    Feature("units", 9, "the last digit of the money"),
    Feature("loans", 10, "loans owed"),
    Feature("joined", 6, "big cities joined"),
    Feature("paid", 1, "its track was paid for in this turn"),
    Feature("force", 1, "an event tile it drew is in force"),
    Feature("ready", 1, "fulfils the conditions of winning"),
]
JOB = [
    Feature("on map", 1, "waits at its origin"),
    Feature("mine", 1, "is on my train"),
    Feature("theirs", 1, "is on another's"),
    Feature("outside", 1, "waits outside"),
    Feature("delivered", 1, "was delivered in this turn"),
    Feature("loaded", 1, "was loaded in this turn"),
    Feature("put back", 1, "was put back in this turn"),
    Feature("origin", 1, "my track reaches its origin"),
    Feature("goal", 1, "my track reaches its destination"),
]
CITY = [
    Feature("mine", 1, "my track reaches it"),
    Feature("theirs", 8, "how many others' track does"),
    Feature("steps", 40, "1 plus the links from my track or any big city, whatever lies between"),
    Feature("away", 40, "links from my train, whatever lies between; 0 before it is placed"),
    Feature("jobs", 6, "jobs that wait there"),
    Feature("wanted", 3, "jobs on my train for it"),
]
POST = [
    Feature(
        f"track {direction}",
        2,
        "the post's own link in this direction: 2 mine, 1 another's, 0 not built",
    )
    for direction in ("e", "se", "s", "sw")
]

TO_ACT = len(QUESTIONS.names) - 1
IN_TURN = TO_ACT + SEATS
FIGURES = IN_TURN + SEATS
FORCE = FIGURES + 10
TABLES, SEAT_ROW, JOB_ROW, CITY_ROW, POST_ROW = (
    len(block) for block in (TABLE, SEAT, JOB, CITY, POST)
)
NAMES = {"table": TABLE, "seats": SEAT, "jobs": JOB, "cities": CITY, "posts": POST}


def encoding(b: Any) -> Encoding:
    rows = {"table": 1, "seats": SEATS, "jobs": b.jobs, "cities": b.cities, "posts": b.posts}
    return Encoding({name: int(size) for name, size in rows.items()}, NAMES)


@compiled
def observe(b: Any, s: Any, seat: int, out: Any, room: Any) -> None:
    """Writes all that the seat sees into `out`; `room` is work space, which this family has in its
    states.
    """
    seats = TABLES
    jobs = seats + SEAT_ROW * SEATS
    cities = jobs + JOB_ROW * b.jobs
    posts = cities + CITY_ROW * b.cities
    for place in range(posts):
        out[place] = 0
    see_table(s, seat, out)
    for step in range(s.seats):
        see_seat(b, s, (seat + step) % s.seats, out, seats + step * SEAT_ROW)
    see_reach(b, s, seat, out, cities)
    see_jobs(b, s, seat, out, jobs, cities)
    see_steps(b, s, seat, out, cities)
    see_posts(b, s, seat, out, posts)


@compiled
def see_table(s: Any, seat: int, out: Any) -> None:
    if s.asked < TO_ACT:
        out[s.asked] = 1
        out[TO_ACT + turned_round(s, seat, s.seat)] = 1
        out[IN_TURN + turned_round(s, seat, s.in_turn)] = 1
    put(out, FIGURES, s.seats)
    put(out, FIGURES + 1, s.turns)
    put(out, FIGURES + 2, s.left)
    put(out, FIGURES + 3, s.still)
    put(out, FIGURES + 4, s.spent)
    put(out, FIGURES + 5, s.upgraded)
    put(out, FIGURES + 6, s.losing)
    put(out, FIGURES + 7, s.last_round)
    put(out, FIGURES + 8, s.cup_size[0])
    put(out, FIGURES + 9, s.cup_size[1])
    for kind in range(KINDS_IN_FORCE):
        out[FORCE + kind] = int(s.kinds) >> kind & 1


@compiled
def see_seat(b: Any, s: Any, other: int, out: Any, at: int) -> None:
    out[at] = 1
    out[at + 1] = s.asked < TO_ACT and s.seat == other
    out[at + 2] = s.asked < TO_ACT and s.in_turn == other
    if s.train[other] != EMPTY:
        out[at + 3] = 1
        put(out, at + 4, int(s.train[other]) // b.columns)
        put(out, at + 5, int(s.train[other]) % b.columns)
    put(out, at + 6, s.aboard[other])
    put(out, at + 7, s.speed[other])
    put(out, at + 8, s.load[other])
    for word in range(JOB_WORDS):
        out[at + 9] += count(s.carried[other, word])
    put(out, at + 10, int(s.money[other]) // 10)
    put(out, at + 11, int(s.money[other]) % 10)
    put(out, at + 12, s.loans[other])
    put(out, at + 13, s.joined[other])
    out[at + 14] = int(s.paid) >> other & 1
    out[at + 15] = s.force[other] != EMPTY
    out[at + 16] = s.since[other] > 0


# ---- cities and jobs
@compiled
def see_reach(b: Any, s: Any, seat: int, out: Any, start: int) -> None:
    """Whose track reaches each city; a city of several posts is reached by any."""
    for step in range(s.seats):
        for row in range(b.rows):
            posts = int(s.touched[(seat + step) % s.seats, row])
            while posts:
                city = int(b.city_at[row * b.columns + lowest(posts)])
                posts &= posts - 1
                if city != EMPTY:
                    note_reach(out, start + city * CITY_ROW, step)
    for city in range(b.cities):
        out[start + city * CITY_ROW + 3] = 0


@compiled
def note_reach(out: Any, at: int, step: int) -> None:
    """Column 3 holds the latest seat counted meanwhile, so that none is counted twice."""
    if step == 0:
        out[at] = 1
    elif out[at + 3] != step:
        out[at + 3] = step
        out[at + 1] += 1


@compiled
def see_jobs(b: Any, s: Any, seat: int, out: Any, start: int, cities: int) -> None:
    for job in range(b.jobs):
        at, origin, goal = (
            start + job * JOB_ROW,
            cities + int(b.origin[job]) * CITY_ROW,
            cities + int(b.goal[job]) * CITY_ROW,
        )
        if has(s.on_map, job):
            out[at] = 1
            out[origin + 4] += 1
        if has(s.carried[seat], job):
            out[at + 1] = 1
            out[goal + 5] += 1
        out[at + 2] = is_theirs(s, seat, job)
        out[at + 3] = has(s.outside, job)
        out[at + 4] = has(s.delivered, job)
        out[at + 5] = has(s.loaded, job)
        out[at + 6] = has(s.put_back, job)
        out[at + 7] = out[origin]
        out[at + 8] = out[goal]


@compiled
def is_theirs(s: Any, seat: int, job: int) -> bool:
    for other in range(s.seats):
        if other != seat and has(s.carried[other], job):
            return True
    return False


@compiled
def see_steps(b: Any, s: Any, seat: int, out: Any, start: int) -> None:
    """Spreads from all footholds a link further at a time, and notes when each city is reached.
    Work space: `reached` are the posts found so far, the first two rows of `sites` those of this
    step and the last.
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
                        start + city * CITY_ROW,
                        step,
                        row * b.columns + lowest(posts),
                    )
                posts &= posts - 1
        step += 1
        fresh = widen(b, s)


@compiled
def note_steps(b: Any, s: Any, seat: int, out: Any, at: int, step: int, post: int) -> None:
    """The posts of a city come in the order of their steps: the first counts."""
    if s.train[seat] != EMPTY:
        train = int(s.train[seat])
        away = max(
            abs(train // b.columns - post // b.columns), abs(train % b.columns - post % b.columns)
        )
        put(out, at + 3, away if out[at + 2] == 0 else min(away, int(out[at + 3])))
    if out[at + 2] == 0:
        put(out, at + 2, step + 1)


@compiled
def widen(b: Any, s: Any) -> int:
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
def see_posts(b: Any, s: Any, seat: int, out: Any, start: int) -> None:
    for link in range(b.posts * POST_ROW):
        owner = int(s.track[link])
        out[start + link] = 0 if owner == 0 else 2 if owner == seat + 1 else 1


def statics(game: Any) -> dict[str, Any]:
    """What the board never changes, row by row as in the observation; and the names of the rows."""
    b, board = game.plain_board, game.board
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
            "cost": b.cost[: 4 * posts].reshape(posts, 4),
            "run": b.run[: 4 * posts].reshape(posts, 4),
        },
        "sizes": {"rows": int(b.rows), "columns": int(b.columns), "seats": list(game.seats)},
    }
