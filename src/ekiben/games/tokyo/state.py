"""The state of a lattice game, field by field, and who sees each; and the board as the rules see
it.
"""

from __future__ import annotations

import numpy as np

from ekiben.core.layout import Field, Layout
from ekiben.games.tokyo.sizes import (
    BIG,
    BIG_POSTS,
    BUDGET,
    CITIES,
    FERRIES,
    JOBS,
    LINKS,
    LOAD,
    PLACES,
    POSTS,
    ROWS,
    SEASONS,
    SEATS,
    SPEED,
    TILES,
    WORDS,
)

EMPTY = -1
# what is asked
PLACE, MOVE, BUILD, LOSE, OVER = range(5)
ASKED = ("place", "move", "build", "lose", "over")
# the cups
CUP_A, CUP_B = 0, 1
# kinds of happening, as `check.KINDS`
(
    FLOOD,
    WAVES,
    QUAKE,
    CORPORATE_TAX,
    BOOM,
    SLUMP,
    DERAILMENT,
    STRIKE,
    PROPERTY_TAX,
    SNOW,
    INTEREST,
    MAINTENANCE,
    FOG,
    SEASON,
) = range(14)
# what bars a link
BARS = (FLOOD, WAVES, SNOW)
# upgrades
FASTER, LARGER, BOTH = range(3)
# entries of the books
(
    STARTED,
    REWARDS,
    FEES_EARNED,
    FEES_PAID,
    TRACK,
    UPGRADES,
    RELIEF,
    TAX,
    PROPERTY,
    INTERESTS,
    MAINTAINED,
    BORROWED,
    REPAID,
) = range(13)
ENTRIES = 13
TRACE, FACTS = 192, 4

SIZES = {
    "seat": SEATS,
    "row": ROWS,
    "line": 4,
    "link": LINKS,
    "post": POSTS,
    "big": BIG,
    "word": WORDS,
    "cup": 2,
    "tile": TILES,
    "entry": ENTRIES,
    "seed": 4,
    "trace": TRACE,
    "fact": FACTS,
}
I1, I2, I4, I8 = "i1", "i2", "i4", "i8"

LAYOUT = Layout(
    SIZES,
    [
        # luck
        Field("seed", I8, ("seed",), "nobody"),
        Field("stream", I8, ("seed",), "scratch"),
        # track
        Field(
            "laid", I8, ("line", "row")
        ),  # sets of columns: posts whose own link in that direction is built
        Field("touched", I8, ("seat", "row")),  # sets of columns: posts the seat's track touches
        Field("track", I1, ("link",)),  # whose, the seat plus one; 0 is nobody's
        Field("entries", I2, ("big",)),  # free links by which a big city can be entered
        Field("joined", I2, ("seat",)),  # connection count
        # sets of tiles: jobs, then event tiles
        Field("on_map", I8, ("word",)),
        Field("carried", I8, ("seat", "word")),
        Field("outside", I8, ("word",)),  # waiting outside; seasonal jobs: lying in their set
        Field("delivered", I8, ("word",)),  # in this turn, reward to come
        Field("loaded", I8, ("word",)),  # in this turn
        Field("put_back", I8, ("word",)),  # in this turn
        # the turn
        Field("seats", I4),
        Field("seat", I4),  # whose choice it is
        Field("asked", I4),
        Field("first", I4),
        Field("in_turn", I4),  # whose turn it is
        Field("turns", I4),  # turns ended
        Field("left", I4),  # movement left
        Field("still", I4),  # the train may not move in this turn
        Field("paid", I4),  # set of seats whose track was paid for in this turn
        Field("spent", I4),  # on track in this turn
        Field("upgraded", I4),  # in this turn
        Field("losing", I4),  # seats still to lose a job, the one asked included
        Field("winner", I4),
        Field("clock", I4),  # how often somebody came to fulfil the conditions
        Field("last_round", I4),  # TR-1.4: the round is being finished
        Field("since", I2, ("seat",)),  # when the seat came to fulfil them; 0 it does not
        Field("revealed", I4, (), "scratch"),  # the last action turned up something hidden
        # trains
        Field("train", I2, ("seat",)),  # the post it stands at
        Field("aboard", I2, ("seat",)),  # it has boarded the ferry there
        Field("speed", I2, ("seat",)),
        Field("load", I2, ("seat",)),
        # money
        Field("money", I4, ("seat",)),
        Field("loans", I4, ("seat",)),
        Field("score", I4, ("seat",)),  # money net of loans
        Field("books", I4, ("seat", "entry")),  # what was paid and received, by reason
        # cups and happenings
        Field("cup", I2, ("cup", "tile"), "nobody"),  # the next tile is the last
        Field("cup_size", I2, ("cup",)),
        Field("mixings", I2, ("cup",)),
        Field("insertions", I4),  # tiles mixed back in
        Field("force", I2, ("seat",)),  # the event tile in force that the seat drew
        Field("kinds", I4),  # set of kinds in force
        # work space
        Field(
            "sites", I8, ("line", "row"), "scratch"
        ),  # left by `options`: links the seat can build
        Field("reached", I8, ("row",), "scratch"),
        Field("stack", I2, ("post",), "scratch"),
        Field("tracing", I4, (), "scratch"),
        Field("traced", I4, (), "scratch"),
        Field("trace", I4, ("trace", "fact"), "scratch"),
    ],
)
STATE = LAYOUT.dtype

BOARD = np.dtype(
    [
        # sets of posts and links, row by row
        ("big_row", I8, ROWS),
        ("cheap", I8, (BUDGET + 1, 4, ROWS)),
        ("barred", I8, (len(BARS), 4, ROWS)),
        ("entry", I8, (BIG, 4, ROWS)),
        # sets of tiles
        ("in_cup", I8, (2, WORDS)),
        ("from_city", I8, (CITIES, WORDS)),
        ("to_city", I8, (CITIES, WORDS)),
        ("of_season", I8, (SEASONS, WORDS)),
        ("seasonal", I8, WORDS),
        # sizes
        ("rows", I8),
        ("columns", I8),
        ("posts", I8),
        ("cities", I8),
        ("bigs", I8),
        ("jobs", I8),
        ("tiles", I8),
        ("places", I8),
        ("actions", I8),
        # figures
        ("start_money", I8),
        ("start_speed", I8),
        ("start_load", I8),
        ("connections", I8),
        ("win_money", I8, SEATS + 1),
        ("start_jobs", I8, 2),
        ("limit_big", I8, BIG + 1),
        ("limit_other", I8),
        ("boom", I8, 2),
        ("quiet_turns", I8),
        ("each_turn", I8),
        ("track_fee", I8),
        ("loan", I8),
        ("repay_cost", I8),
        ("interest", I8),
        ("relief", I8),
        ("tax_each", I8),
        ("taxes", I8),
        ("tax", I8, 16),
        ("property", I8, BIG + 1),
        ("maintenance", I8, (SPEED, LOAD)),
        ("debts", I8, SEATS),
        # trains
        ("exists", I8, (SPEED, LOAD)),
        ("faster", I8, SPEED),
        ("larger", I8, LOAD),
        ("upgrade_cost", I8, 3),
        ("fastest", I8, BIG + 1),
        # options
        ("strike_track", I8),
        ("equal_turns", I8),
        ("no_lockout", I8),
        ("turn_limit", I8),
        ("first_drawn", I8),
        ("version", I8),
        # posts
        ("next_post", I2, (POSTS, 8)),
        ("link_at", I2, (POSTS, 8)),
        ("city_at", I2, POSTS),
        ("big_at", I2, POSTS),
        ("ferry_at", I2, POSTS),
        ("over_at", I2, POSTS),
        ("ground", I2, POSTS),
        # links
        ("cost", I2, LINKS),
        ("run", I2, LINKS),
        ("inside", I2, LINKS),
        ("bars", I2, LINKS),
        ("end_a", I2, LINKS),
        ("end_z", I2, LINKS),
        # big cities, ferries, jobs, event tiles
        ("big_post", I2, (BIG, BIG_POSTS)),
        ("big_size", I2, BIG),
        ("ferries", I8),
        ("ferry_end", I2, (FERRIES, 2)),
        ("ferry_cost", I2, FERRIES),
        ("origin", I2, JOBS),
        ("goal", I2, JOBS),
        ("reward", I2, JOBS),
        ("season", I2, JOBS),
        ("kind", I2, TILES),
        ("brings", I2, TILES),
        ("place_post", I2, PLACES),
        # where each verb's actions begin
        ("place", I8),
        ("step", I8),
        ("board", I8),
        ("load", I8),
        ("unload", I8),
        ("put_back", I8),
        ("stop", I8),
        ("build", I8),
        ("upgrade", I8),
        ("lose", I8),
        ("done", I8),
        ("borrow", I8),
        ("repay", I8),
    ],
    align=True,
)
