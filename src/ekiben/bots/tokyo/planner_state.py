"""A planner's mind: its keys, its work space and the trip it has in mind, as one record. What plans
is compiled like the rules.
"""

from __future__ import annotations

from typing import Any

from ekiben.core.compiled import compiled_as
from ekiben.core.layout import Field, Layout
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
I2, I4, I8, F8 = "i2", "i4", "i8", "f8"

LAYOUT = Layout(
    SIZES,
    [
        # the trip in mind: stops as job and whether it is brought there, the one to do next, the
        # way of each leg
        Field("trip_stops", I8),
        Field("trip_next", I8),
        Field("trip_job", I4, ("stop",)),
        Field("trip_brings", I4, ("stop",)),
        Field("thought", I8),
        Field("upgrade_now", I8),
        Field("join_now", I8),
        Field("keys", F8, ("key",)),
        Field("way_ends", I4, ("stop",)),
        Field("way_post", I4, ("way",)),
        Field("way_move", I4, ("way",)),
        Field("way_tolls", F8, ("stop",)),
        Field("ways_known", I8),
        Field("ways_from", I8),
        # the way to the next big city
        Field("joining", I8),
        Field("join_turn", I8),
        Field("join_link", I4, ("way",)),
        # work space: how far the cities are from each other with the track and prices of the tables
        Field("tables", I8, (), "scratch"),
        Field("tables_at", I8, ("price",), "scratch"),
        Field("tables_track", I2, ("link",), "scratch"),
        Field("run", I4, ("near", "near"), "scratch"),
        Field("cost", I4, ("near", "near"), "scratch"),
        Field("tolls", F8, ("near", "near"), "scratch"),
        Field("known", I4, ("near",), "scratch"),
        Field("drift", I8, (), "scratch"),
        # work space: one search over the lattice
        Field("prices", I8, ("price",), "scratch"),
        Field("track", I2, ("link",), "scratch"),
        Field("foot", I2, ("post",), "scratch"),
        Field("spur", I4, ("post",), "scratch"),
        Field("spur_move", I2, ("post",), "scratch"),
        Field("far", I4, ("place",), "scratch"),
        Field("before", I4, ("place",), "scratch"),
        Field("price", I4, ("post", "direction"), "scratch"),
        Field("head", I4, ("ring",), "scratch"),
        Field("entry_place", I4, ("entry",), "scratch"),
        Field("entry_next", I4, ("entry",), "scratch"),
        Field("entries", I8, (), "scratch"),
        Field("waiting", I8, (), "scratch"),
        Field("lowest", I8, (), "scratch"),
        Field("laid", I8, (), "scratch"),
        Field("laid_link", I4, ("way",), "scratch"),
        Field("laid_foot", I4, ("way", "two"), "scratch"),
        Field("surveyed", I8, (), "scratch"),
        Field("surveyed_at", I8, ("price",), "scratch"),
        # work space: the cities and jobs of a position
        Field("post_of", I4, ("city",), "scratch"),
        Field("ends", I4, ("near",), "scratch"),
        Field("fresh", I4, ("near",), "scratch"),
        Field("jobs", I8, (), "scratch"),
        Field("carried", I8, (), "scratch"),
        Field("job", I4, ("job",), "scratch"),
        Field("origin", I4, ("job",), "scratch"),
        Field("goal", I4, ("job",), "scratch"),
        Field("reward", I4, ("job",), "scratch"),
        Field("season", I4, ("job",), "scratch"),
        Field("alone", F8, ("job",), "scratch"),
        Field("figures", F8, ("key",), "scratch"),
        # work space: trips as far as they are thought of, in two pools; the best that were found
        Field("leaf", I8, ("two", "pool", "int"), "scratch"),
        Field("leaf_num", F8, ("two", "pool", "num"), "scratch"),
        Field("leaf_stop", I2, ("two", "pool", "stop"), "scratch"),
        Field("heap", I8, ("pool",), "scratch"),
        Field("final", I8, (), "scratch"),
        Field("final_worth", F8, ("final",), "scratch"),
        Field("final_stops", I4, ("final",), "scratch"),
        Field("final_stop", I2, ("final", "stop"), "scratch"),
    ],
)
MIND = LAYOUT.dtype
TABLED = int(dict(MIND.fields or {})["prices"][1])  # bytes of what is kept, and of the tables


def _compiled_mind(minds, i):  # type: ignore[no-untyped-def]
    return minds.view(MIND)[i]


@compiled_as(_compiled_mind)
def mind_at(minds: Any, i: int) -> Any:
    return minds[i]
