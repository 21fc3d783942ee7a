"""The state of a planner: its weights, the trip it plans, and its work space, as one record."""

from __future__ import annotations

from typing import cast

import numpy as np

from ekiben.bots.tokyo.weights import Weights
from ekiben.core.arrays import Array, Array2, Array3, Buffer, FloatArray, FloatArray2, FloatArray3
from ekiben.core.compiled import compiled_as
from ekiben.core.layout import F8, I2, I4, I8, SCRATCH, Record, field
from ekiben.games.tokyo.sizes import CITIES, LINKS, POSTS

# the places of the weights, in the order of `Weights`
(
    MOVE_PRICE,
    SPENT,
    STICK,
    RATE,
    CUSHION,
    LATE,
    LOAD_CUSHION,
    LOAN_PRICE,
    MOST_LOANS,
    JOBS_CONSIDERED,
    BEAM_WIDTH,
    MOST_JOBS,
    FINALISTS,
    SPARE,
    NEAR,
    UPGRADES,
    JOIN_VALUE,
    REPLAN,
    PACE,
    CITY_RESERVE,
    STALE,
    EARLY_CITIES,
    DEFENDS,
    LOANS_HELD,
    EARLY_PACE,
    EARLY_SPENT,
    EARLY_JOIN,
    EARLY_LOAN,
    SLOW_PACE,
    JOB_VALUE,
    LONG_TRIP,
    RIVALS,
    RIVALS_LATE,
    RIVALS_AFAR,
    RIVALS_FULL,
    DENY,
    END_BIG,
    FOLLOW,
    TOLL_PRICE,
    UPGRADE_FIRST,
) = range(len(Weights._fields))
MOST_STOPS, MOST_FINALISTS, MOST_TILES = 16, 48, 56  # of a trip; of a search; on train and map
BUCKETS, ENTRIES, NODES, WAY_LENGTH, PRICES = 1024, 1 << 15, 8192, 1024, 5
MODES, STRIDE = 3, 1 << 12  # of places; STRIDE is more than POSTS
# rows of distances besides those of the cities: where the train stands, and one for a leg
HERE, LEG_ROW = CITIES, CITIES + 1
SIZES = {
    "weight": 48,
    "feature": 32,
    "price": PRICES,
    "place": MODES * STRIDE,
    "post": POSTS,
    "link": LINKS,
    "bucket": BUCKETS,
    "entry": ENTRIES,
    "city": CITIES,
    "row": CITIES + 2,
    "job": 64,
    "two": 2,
    "node": NODES,
    "int": 6,
    "amount": 7,
    "stop": MOST_STOPS,
    "finalist": MOST_FINALISTS + 1,
    "way": WAY_LENGTH,
    "direction": 8,
}


class PlannerState(Record, sizes=SIZES):
    """What a planner keeps between choices, and its work space."""

    # the planned trip: the job of each stop, and whether it is delivered there
    trip_length: int = field(I8)
    trip_next: int = field(I8)  # the stop to come
    trip_job: Array = field(I4, "stop")
    trip_delivers: Array = field(I4, "stop")
    planned_at: int = field(I8)  # the moment of the last search
    upgrade_now: int = field(I8)  # orders for this turn
    join_now: int = field(I8)
    weights: FloatArray = field(F8, "weight")
    # the way of each leg: where it ends in the list of posts and moves, and its tolls
    way_end: Array = field(I4, "stop")
    way_post: Array = field(I4, "way")
    way_move: Array = field(I4, "way")
    way_tolls: FloatArray = field(F8, "stop")
    ways_known: int = field(I8)
    ways_from: int = field(I8)  # the stop to come when they were found
    # the way to the next big city
    join_length: int = field(I8)
    join_turn: int = field(I8)
    join_link: Array = field(I4, "way")
    # work space: distances between cities, for a seat (plus one) with this track and these prices
    rows_for: int = field(I8, seen_by=SCRATCH)
    rows_prices: Array = field(I8, "price", seen_by=SCRATCH)
    rows_track: Array = field(I2, "link", seen_by=SCRATCH)
    movement: Array2 = field(I4, "row", "row", seen_by=SCRATCH)
    cost: Array2 = field(I4, "row", "row", seen_by=SCRATCH)
    tolls: FloatArray2 = field(F8, "row", "row", seen_by=SCRATCH)
    known: Array = field(I4, "row", seen_by=SCRATCH)
    rows_changes: int = field(I8, seen_by=SCRATCH)
    # work space: one search over the lattice
    prices: Array = field(I8, "price", seen_by=SCRATCH)
    track: Array = field(I2, "link", seen_by=SCRATCH)
    foothold: Array = field(I2, "post", seen_by=SCRATCH)
    spur: Array = field(I4, "post", seen_by=SCRATCH)
    spur_move: Array = field(I2, "post", seen_by=SCRATCH)
    price_to: Array = field(I4, "place", seen_by=SCRATCH)
    came_from: Array = field(I4, "place", seen_by=SCRATCH)  # place times 16, plus the move
    link_price: Array2 = field(I4, "post", "direction", seen_by=SCRATCH)
    bucket: Array = field(I4, "bucket", seen_by=SCRATCH)
    entry_place: Array = field(I4, "entry", seen_by=SCRATCH)
    entry_next: Array = field(I4, "entry", seen_by=SCRATCH)
    entry_count: int = field(I8, seen_by=SCRATCH)
    waiting: int = field(I8, seen_by=SCRATCH)
    queue_price: int = field(I8, seen_by=SCRATCH)
    laid_count: int = field(I8, seen_by=SCRATCH)
    laid_link: Array = field(I4, "way", seen_by=SCRATCH)
    laid_foothold: Array2 = field(I4, "way", "two", seen_by=SCRATCH)
    surveyed_for: int = field(I8, seen_by=SCRATCH)
    surveyed_prices: Array = field(I8, "price", seen_by=SCRATCH)
    # work space: the cities and jobs of a position
    city_post: Array = field(I4, "city", seen_by=SCRATCH)
    end_place: Array = field(I4, "row", seen_by=SCRATCH)
    unjoined: Array = field(I4, "row", seen_by=SCRATCH)
    is_big: Array = field(I4, "row", seen_by=SCRATCH)
    rival_turns: FloatArray = field(F8, "row", seen_by=SCRATCH)
    job_count: int = field(I8, seen_by=SCRATCH)
    carried_count: int = field(I8, seen_by=SCRATCH)
    job_tile: Array = field(I4, "job", seen_by=SCRATCH)
    job_origin: Array = field(I4, "job", seen_by=SCRATCH)
    job_goal: Array = field(I4, "job", seen_by=SCRATCH)
    job_reward: Array = field(I4, "job", seen_by=SCRATCH)
    job_season: Array = field(I4, "job", seen_by=SCRATCH)
    worth_alone: FloatArray = field(F8, "job", seen_by=SCRATCH)
    features: FloatArray = field(F8, "feature", seen_by=SCRATCH)
    # work space: nodes of the beam search, in two pools, and the best trips
    node: Array3 = field(I8, "two", "node", "int", seen_by=SCRATCH)
    node_amount: FloatArray3 = field(F8, "two", "node", "amount", seen_by=SCRATCH)
    node_stop: Array3 = field(I2, "two", "node", "stop", seen_by=SCRATCH)
    beam: Array = field(I8, "node", seen_by=SCRATCH)
    finalist_count: int = field(I8, seen_by=SCRATCH)
    finalist_worth: FloatArray = field(F8, "finalist", seen_by=SCRATCH)
    finalist_length: Array = field(I4, "finalist", seen_by=SCRATCH)
    finalist_stop: Array2 = field(I2, "finalist", "stop", seen_by=SCRATCH)


PLANNER = PlannerState.dtype
Planners = Buffer | list[PlannerState]  # the bytes of a state, or the record when interpreted


def _compiled_planner(planners: Buffer) -> np.void:
    return planners.view(PLANNER)[0]


@compiled_as(_compiled_planner)
def planner_in(planners: Planners) -> PlannerState:
    return cast(PlannerState, planners[0])
