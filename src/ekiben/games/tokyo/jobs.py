"""TR-6.3, TR-7.1: jobs loaded, unloaded, put back and lost, their rewards, and the refill."""

from __future__ import annotations

from ekiben.core.compiled import bit, compiled, count, lowest, nth
from ekiben.games.tokyo import event_codes
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.cups import draw_job, put, take
from ekiben.games.tokyo.event_codes import emit
from ekiben.games.tokyo.loans import book
from ekiben.games.tokyo.sizes import JOBS, WORD
from ekiben.games.tokyo.state import BOOM, CUP_A, CUP_B, EMPTY, REWARDS, SEASON, SLUMP, State

LOADS, UNLOADS, RETURNS, LOSES = 0, 1, 2, 3  # what can be done with a job
JOB_WORDS = JOBS // WORD


# ---- what can be chosen
@compiled
def carried_by(s: State, seat: int) -> int:
    """How many jobs a train carries."""
    n = 0
    for word in range(JOB_WORDS):
        n += count(s.carried[seat, word])
    return n


@compiled
def has_room(s: State) -> bool:
    return carried_by(s, s.seat) < s.load[s.seat]


@compiled
def jobs_to(b: Board, s: State, what: int, word: int) -> int:
    """TR-6.3, TR-6.7: the jobs of one word that the seat can load, unload, put back, or lose."""
    carried = int(s.carried[s.seat, word])
    if what == LOSES:
        return carried
    city = b.city_at[s.train[s.seat]]
    if city == EMPTY:
        return 0
    if what == LOADS:
        return int(s.on_map[word] & b.from_city[city, word] & ~s.put_back[word])
    if what == UNLOADS:
        return carried & int(b.to_city[city, word])
    return carried & int(b.from_city[city, word]) & ~int(s.loaded[word])


@compiled
def job_options(b: Board, s: State, what: int) -> int:
    """How many jobs that can be done with."""
    if what == LOADS and not has_room(s):
        return 0
    n = 0
    for word in range(JOB_WORDS):
        n += count(jobs_to(b, s, what, word))
    return n


@compiled
def nth_job(b: Board, s: State, what: int, n: int) -> int:
    for word in range(JOB_WORDS):
        jobs = jobs_to(b, s, what, word)
        if n < count(jobs):
            return word * WORD + nth(jobs, n)
        n -= count(jobs)
    return EMPTY


# ---- what comes of it
@compiled
def load_job(b: Board, s: State, job: int) -> None:
    """TR-6.3, TR-6.4: off the map, onto the train."""
    take(s.on_map, job)
    put(s.carried[s.seat], job)
    put(s.loaded, job)
    emit(s, event_codes.LOADED, s.seat, job, 0)


@compiled
def unload_job(b: Board, s: State, job: int) -> None:
    """TR-6.3: at its destination; the reward comes when the move is over."""
    take(s.carried[s.seat], job)
    put(s.delivered, job)
    emit(s, event_codes.UNLOADED, s.seat, job, 0)


@compiled
def return_job(b: Board, s: State, job: int) -> None:
    """TR-6.3, TR-7.18: back on the map; a seasonal one whose time is over goes back to its set."""
    stays = b.season[job] == EMPTY or season_on(b, s, b.season[job])
    take(s.carried[s.seat], job)
    put(s.put_back, job)
    if stays:
        put(s.on_map, job)
    else:
        put(s.outside, job)
    emit(s, event_codes.PUT_BACK, s.seat, job, int(stays))


@compiled
def season_on(b: Board, s: State, season: int) -> bool:
    """Whether a season is in force."""
    for seat in range(s.seats):
        tile = s.force[seat]
        if tile != EMPTY and b.kind[tile] == SEASON and b.brings[tile] == season:
            return True
    return False


@compiled
def lose_job(b: Board, s: State, seat: int, job: int) -> None:
    """TR-7.7, TR-7.11: it waits outside; a seasonal one lies in its set again."""
    take(s.carried[seat], job)
    put(s.outside, job)
    emit(s, event_codes.LOST, seat, job, 0)


@compiled
def collect_rewards(b: Board, s: State) -> None:
    """TR-3.2, TR-7.2."""
    for word in range(JOB_WORDS):
        jobs = int(s.delivered[word])
        s.delivered[word] = 0
        s.outside[word] |= jobs
        while jobs:
            job = word * WORD + lowest(jobs)
            jobs &= jobs - 1
            book(s, s.seat, b.reward[job], REWARDS)
            emit(s, event_codes.REWARDED, s.seat, job, b.reward[job])


@compiled
def remove_jobs(b: Board, s: State, word: int, jobs: int) -> None:
    """Takes some jobs of one word off the map; they wait outside, seasonal ones in their set."""
    jobs &= int(s.on_map[word])
    s.on_map[word] &= ~jobs
    s.outside[word] |= jobs
    while jobs:
        emit(s, event_codes.REMOVED, EMPTY, word * WORD + lowest(jobs), 0)
        jobs &= jobs - 1


@compiled
def clear_map(b: Board, s: State) -> None:
    """TR-7.7."""
    for word in range(JOB_WORDS):
        remove_jobs(b, s, word, int(s.on_map[word]))


# ---- refill
@compiled
def on_map_of(b: Board, s: State, cup: int) -> int:
    """Jobs of a cup on the map; seasonal ones belong to none."""
    n = 0
    for word in range(JOB_WORDS):
        n += count(s.on_map[word] & b.in_cup[cup, word])
    return n


@compiled
def most_joined(s: State) -> int:
    """The highest connection count of all seats."""
    most = 0
    for seat in range(s.seats):
        most = max(most, int(s.joined[seat]))
    return most


@compiled
def limit_of(b: Board, s: State, cup: int) -> int:
    """TR-7.1, TR-7.9: the limit of a cup's jobs; every boom in force raises it."""
    limit = b.limit_big[most_joined(s)] if cup == CUP_A else b.limit_other
    for seat in range(s.seats):
        tile = s.force[seat]
        if tile != EMPTY and b.kind[tile] == BOOM:
            limit += b.boom[cup]
    return int(limit)


@compiled
def wants(b: Board, s: State, cup: int) -> bool:
    """TR-7.1, TR-7.10: whether a tile is drawn from the cup."""
    return not s.kinds & bit(SLUMP) and on_map_of(b, s, cup) < limit_of(b, s, cup)


@compiled
def place_job(b: Board, s: State, cup: int, job: int) -> None:
    """TR-7.2: on the map at its origin."""
    if job != EMPTY:
        put(s.on_map, job)
        emit(s, event_codes.JOB_PLACED, EMPTY, job, cup)


@compiled
def refill_others(b: Board, s: State) -> None:
    """TR-7.1: one tile from cup B."""
    if wants(b, s, CUP_B):
        place_job(b, s, CUP_B, draw_job(b, s, CUP_B))


@compiled
def deal_jobs(b: Board, s: State) -> None:
    """TR-2.3: what lies on the map at the start."""
    for cup in range(2):
        for _ in range(b.start_jobs[cup]):
            place_job(b, s, cup, draw_job(b, s, cup))
