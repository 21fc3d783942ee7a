"""A planner's mind: its keys, its work space and the trip it has in mind, as one record. What plans
is compiled like the rules.
"""

from __future__ import annotations

from typing import Any

from ekiben.core.arrays import Array, Array2, Array3, FloatArray, FloatArray2, FloatArray3
from ekiben.core.compiled import compiled_as
from ekiben.core.layout import F8, I2, I4, I8, SCRATCH, Record, field
from ekiben.games.tokyo.sizes import CITIES, LINKS, POSTS

# keys: how a planner weighs things, and how far it looks
KEYS = (
    "move",
    "spent",
    "stick",
    "rate",
    "cushion",
    "late",
    "purse",
    "loan",
    "loans",
    "among",
    "width",
    "jobs",
    "finalists",
    "spare",
    "near",
    "upgrades",
    "join",
    "anew",
    "pace",
    "city",
    "stale",
)
(
    MOVE_PRICE,
    SPENT,
    STICK,
    RATE,
    CUSHION,
    LATE,
    PURSE,
    LOAN,
    LOANS,
    AMONG,
    WIDTH,
    JOBS_WANTED,
    FINALISTS,
    SPARE,
    NEAR,
    UPGRADES,
    JOIN,
    ANEW,
    PACE,
    CITY_PRICE,
    STALE,
) = range(len(KEYS))
STOPS, RING, ENTRIES, POOL, FINAL, WAY = 16, 1024, 1 << 15, 8192, 48, 1024
HERE, ASIDE_ROW = (
    CITIES,
    CITIES + 1,
)  # rows of the tables besides those of the cities: where the train stands, and one for a leg
SIZES = {
    "key": 32,
    "price": 5,
    "place": 3 * POSTS,
    "post": POSTS,
    "link": LINKS,
    "ring": RING,
    "entry": ENTRIES,
    "city": CITIES,
    "near": CITIES + 2,
    "job": 64,
    "two": 2,
    "pool": POOL,
    "int": 6,
    "num": 5,
    "stop": STOPS,
    "final": FINAL + 1,
    "way": WAY,
    "direction": 8,
}


class PlannerState(Record, sizes=SIZES):
    """What a planner keeps between choices, and its work space."""

    # the trip in mind: stops as job and whether it is brought there, the one to do next, the
    # way of each leg
    trip_stops: int = field(I8)
    trip_next: int = field(I8)
    trip_job: Array = field(I4, "stop")
    trip_brings: Array = field(I4, "stop")
    thought: int = field(I8)
    upgrade_now: int = field(I8)
    join_now: int = field(I8)
    keys: FloatArray = field(F8, "key")
    way_ends: Array = field(I4, "stop")
    way_post: Array = field(I4, "way")
    way_move: Array = field(I4, "way")
    way_tolls: FloatArray = field(F8, "stop")
    ways_known: int = field(I8)
    ways_from: int = field(I8)
    # the way to the next big city
    joining: int = field(I8)
    join_turn: int = field(I8)
    join_link: Array = field(I4, "way")
    # work space: how far the cities are from each other with the track and prices of the tables
    tables: int = field(I8, seen_by=SCRATCH)
    tables_at: Array = field(I8, "price", seen_by=SCRATCH)
    tables_track: Array = field(I2, "link", seen_by=SCRATCH)
    run: Array2 = field(I4, "near", "near", seen_by=SCRATCH)
    cost: Array2 = field(I4, "near", "near", seen_by=SCRATCH)
    tolls: FloatArray2 = field(F8, "near", "near", seen_by=SCRATCH)
    known: Array = field(I4, "near", seen_by=SCRATCH)
    drift: int = field(I8, seen_by=SCRATCH)
    # work space: one search over the lattice
    prices: Array = field(I8, "price", seen_by=SCRATCH)
    track: Array = field(I2, "link", seen_by=SCRATCH)
    foot: Array = field(I2, "post", seen_by=SCRATCH)
    spur: Array = field(I4, "post", seen_by=SCRATCH)
    spur_move: Array = field(I2, "post", seen_by=SCRATCH)
    far: Array = field(I4, "place", seen_by=SCRATCH)
    before: Array = field(I4, "place", seen_by=SCRATCH)
    price: Array2 = field(I4, "post", "direction", seen_by=SCRATCH)
    head: Array = field(I4, "ring", seen_by=SCRATCH)
    entry_place: Array = field(I4, "entry", seen_by=SCRATCH)
    entry_next: Array = field(I4, "entry", seen_by=SCRATCH)
    entries: int = field(I8, seen_by=SCRATCH)
    waiting: int = field(I8, seen_by=SCRATCH)
    lowest: int = field(I8, seen_by=SCRATCH)
    laid: int = field(I8, seen_by=SCRATCH)
    laid_link: Array = field(I4, "way", seen_by=SCRATCH)
    laid_foot: Array2 = field(I4, "way", "two", seen_by=SCRATCH)
    surveyed: int = field(I8, seen_by=SCRATCH)
    surveyed_at: Array = field(I8, "price", seen_by=SCRATCH)
    # work space: the cities and jobs of a position
    post_of: Array = field(I4, "city", seen_by=SCRATCH)
    ends: Array = field(I4, "near", seen_by=SCRATCH)
    fresh: Array = field(I4, "near", seen_by=SCRATCH)
    jobs: int = field(I8, seen_by=SCRATCH)
    carried: int = field(I8, seen_by=SCRATCH)
    job: Array = field(I4, "job", seen_by=SCRATCH)
    origin: Array = field(I4, "job", seen_by=SCRATCH)
    goal: Array = field(I4, "job", seen_by=SCRATCH)
    reward: Array = field(I4, "job", seen_by=SCRATCH)
    season: Array = field(I4, "job", seen_by=SCRATCH)
    alone: FloatArray = field(F8, "job", seen_by=SCRATCH)
    figures: FloatArray = field(F8, "key", seen_by=SCRATCH)
    # work space: trips as far as they are thought of, in two pools; the best that were found
    leaf: Array3 = field(I8, "two", "pool", "int", seen_by=SCRATCH)
    leaf_num: FloatArray3 = field(F8, "two", "pool", "num", seen_by=SCRATCH)
    leaf_stop: Array3 = field(I2, "two", "pool", "stop", seen_by=SCRATCH)
    heap: Array = field(I8, "pool", seen_by=SCRATCH)
    final: int = field(I8, seen_by=SCRATCH)
    final_worth: FloatArray = field(F8, "final", seen_by=SCRATCH)
    final_stops: Array = field(I4, "final", seen_by=SCRATCH)
    final_stop: Array2 = field(I2, "final", "stop", seen_by=SCRATCH)


MIND = PlannerState.dtype
TABLED = int(dict(MIND.fields or {})["prices"][1])  # bytes of what is kept, and of the tables


def _compiled_mind(minds, i):  # type: ignore[no-untyped-def]
    return minds.view(MIND)[i]


@compiled_as(_compiled_mind)
def mind_at(minds: Any, i: int) -> Any:
    return minds[i]
