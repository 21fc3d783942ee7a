"""A position as the planner takes it in before it looks for trips: money, time, the train, the jobs
it knows.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.tokyo.distances import TRACK_FOOT, weigh
from ekiben.bots.tokyo.planner_state import LATE, RATE, SPENT
from ekiben.core.compiled import compiled, lowest
from ekiben.games.tokyo.jobs import JOB_WORDS
from ekiben.games.tokyo.sizes import WORD
from ekiben.games.tokyo.state import BUILD, EMPTY, MOVE, SEASON
from ekiben.games.tokyo.track import fee_of

# figures of a position
(
    LAG,
    IN_SEASON,
    VICTORY,
    SPENT_NOW,
    SPEED,
    ROOM,
    START_CASH,
    TURNS_LEFT,
    EACH_TURN,
    A_LOAN,
    LACKING,
) = range(11)
PRIZE, A_CITY, BAD = (
    1000.0,
    25,
    -1.0e9,
)  # G that winning is worth; that joining a big city costs, as a rule


@compiled
def turns_left(b: Any, s: Any, m: Any, seat: int) -> float:
    """About how long it will take to win."""
    missing = b.win_money[s.seats] + A_CITY * max(0, b.connections - s.joined[seat]) - s.score[seat]
    return max(0.0, missing / (m.keys[RATE] * s.speed[seat]))


@compiled
def coming(b: Any, s: Any, seat: int) -> int:
    """Rewards of jobs brought in this move."""
    total = 0
    if s.in_turn == seat:
        for word in range(JOB_WORDS):
            jobs = int(s.delivered[word])
            while jobs:
                total += int(b.reward[word * WORD + lowest(jobs)])
                jobs &= jobs - 1
    return total


@compiled
def is_too_dear(b: Any, s: Any, seat: int, link: int) -> bool:
    """Whether a link could be built in this turn but for the money."""
    cost = int(b.cost[link]) + fee_of(b, s, seat, link)
    return s.money[seat] < cost <= b.each_turn - s.spent and not b.bars[link] & s.kinds


@compiled
def in_season(b: Any, s: Any, m: Any, seat: int) -> float:
    """For how many turns more seasonal jobs lie on the map."""
    if s.asked == MOVE:
        return m.figures[LAG]
    tile = s.force[seat]
    return 1.0 if s.asked == BUILD and tile != EMPTY and b.kind[tile] == SEASON else 0.0


@compiled
def take_stock(b: Any, s: Any, m: Any, seat: int) -> None:
    """The figures of a position, and its prices."""
    moving = s.asked == MOVE and not s.still
    share = max(0.0, 1.0 - turns_left(b, s, m, seat) / m.keys[LATE])
    m.figures[TURNS_LEFT] = turns_left(b, s, m, seat)
    m.figures[SPENT_NOW] = m.keys[SPENT] + (1.0 - m.keys[SPENT]) * share
    m.figures[LAG] = s.left / s.speed[seat] if moving else 0.0
    m.figures[IN_SEASON] = in_season(b, s, m, seat)
    m.figures[VICTORY] = 1.0 * (b.win_money[s.seats] + b.repay_cost * s.loans[seat])
    m.figures[LACKING] = 1.0 * max(0, b.connections - s.joined[seat])
    m.figures[SPEED], m.figures[ROOM] = 1.0 * s.speed[seat], 1.0 * s.load[seat]
    m.figures[START_CASH] = 1.0 * (s.money[seat] + coming(b, s, seat))
    m.figures[EACH_TURN], m.figures[A_LOAN] = 1.0 * b.each_turn, 1.0 * b.loan
    weigh(b, s, m, seat, m.figures[SPENT_NOW])


@compiled
def look_around(b: Any, s: Any, m: Any, seat: int) -> None:
    """Numbers the jobs on the train, then those on the map; notes the big cities that are still to
    be joined.
    """
    m.jobs = m.carried = 0
    for word in range(JOB_WORDS):
        add_jobs(b, m, word, int(s.carried[seat, word]))
    m.carried = m.jobs
    for word in range(JOB_WORDS):
        add_jobs(b, m, word, int(s.on_map[word]))
    for city in range(b.cities):
        m.fresh[city] = 0
    for big in range(b.bigs):
        m.fresh[b.city_at[b.big_post[big, 0]]] = int(
            s.joined[seat] < b.connections and is_fresh(b, m, big)
        )


@compiled
def is_fresh(b: Any, m: Any, big: int) -> bool:
    """Whether the seat's track does not touch a big city yet."""
    for n in range(b.big_size[big]):
        if m.foot[b.big_post[big, n]] == TRACK_FOOT:
            return False
    return True


@compiled
def add_jobs(b: Any, m: Any, word: int, jobs: int) -> None:
    while jobs and m.jobs < 56:
        job = word * WORD + lowest(jobs)
        jobs &= jobs - 1
        n = m.jobs
        m.job[n], m.reward[n], m.season[n] = job, b.reward[job], b.season[job]
        m.origin[n], m.goal[n] = b.origin[job], b.goal[job]
        m.jobs = n + 1


@compiled
def train_at(b: Any, s: Any, seat: int) -> int:
    """Where the train is, or will come ashore."""
    post = int(s.train[seat])
    return int(b.over_at[post]) if s.aboard[seat] else post
