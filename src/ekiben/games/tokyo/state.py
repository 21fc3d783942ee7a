"""The state of a game of Tokyo Railways, field by field, and who sees each."""

from __future__ import annotations

from ekiben.core.arrays import Array, Array2
from ekiben.core.layout import I1, I2, I4, I8, NOBODY, SCRATCH, GameState, field
from ekiben.games.tokyo.sizes import BIG, LINKS, POSTS, ROWS, SEATS, TILES, WORDS

EMPTY = -1
# the questions, see `turn.py`
PLACE, MOVE, BUILD, LOSE, OVER = 0, 1, 2, 3, 4
# the cups
CUP_A, CUP_B = 0, 1
# kinds of happening, and their names in board files
FLOOD = 0
WAVES = 1
QUAKE = 2
CORPORATE_TAX = 3
BOOM = 4
SLUMP = 5
DERAILMENT = 6
STRIKE = 7
PROPERTY_TAX = 8
SNOW = 9
INTEREST = 10
MAINTENANCE = 11
FOG = 12
SEASON = 13
KINDS = (
    "flood",
    "waves",
    "quake",
    "corporate-tax",
    "boom",
    "slump",
    "derailment",
    "strike",
    "property-tax",
    "snow",
    "interest",
    "maintenance",
    "fog",
    "season",
)
# the kinds that bar links
BARS = (FLOOD, WAVES, SNOW)
# upgrades
FASTER, LARGER, BOTH = 0, 1, 2
# entries of the books: what money was received or paid for
STARTED = 0
REWARDS = 1
FEES_EARNED = 2
FEES_PAID = 3
TRACK = 4
UPGRADES = 5
RELIEF = 6
TAX = 7
PROPERTY = 8
INTERESTS = 9
MAINTAINED = 10
BORROWED = 11
REPAID = 12
ENTRIES = 13
EVENTS, FIGURES = 192, 4

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
    "event": EVENTS,
    "figure": FIGURES,
}


class State(GameState, sizes=SIZES):
    """One game: what every rule reads and writes."""

    # luck
    seed: Array = field(I8, "seed", seen_by=NOBODY)
    stream: Array = field(I8, "seed", seen_by=SCRATCH)
    # track
    laid: Array2 = field(
        I8, "line", "row"
    )  # sets of columns: posts whose own link in that direction is built
    touched: Array2 = field(I8, "seat", "row")  # sets of columns: posts the seat's track touches
    track: Array = field(I1, "link")  # whose, the seat plus one; 0 is nobody's
    entries: Array = field(I2, "big")  # free links by which a big city can be entered
    joined: Array = field(I2, "seat")  # connection count
    # sets of tiles: jobs, then event tiles
    on_map: Array = field(I8, "word")
    carried: Array2 = field(I8, "seat", "word")
    outside: Array = field(I8, "word")  # waiting outside; seasonal jobs: lying in their set
    delivered: Array = field(I8, "word")  # in this turn, reward to come
    loaded: Array = field(I8, "word")  # in this turn
    put_back: Array = field(I8, "word")  # in this turn
    # the turn
    seats: int = field(I4)
    seat: int = field(I4)  # whose choice it is
    asked: int = field(I4)
    first: int = field(I4)
    in_turn: int = field(I4)  # whose turn it is
    turns: int = field(I4)  # turns ended
    left: int = field(I4)  # movement left
    still: int = field(I4)  # the train may not move in this turn
    paid: int = field(I4)  # set of seats whose track was paid for in this turn
    spent: int = field(I4)  # on track in this turn
    upgraded: int = field(I4)  # in this turn
    losing: int = field(I4)  # seats still to lose a job, the one asked included
    winner: int = field(I4)
    clock: int = field(I4)  # how often somebody came to fulfil the conditions
    last_round: int = field(I4)  # TR-1.4: the round is being finished
    since: Array = field(I2, "seat")  # when the seat came to fulfil them; 0 it does not
    revealed: int = field(I4, seen_by=SCRATCH)  # the last action turned up something hidden
    # trains
    train: Array = field(I2, "seat")  # the post it stands at
    aboard: Array = field(I2, "seat")  # it has boarded the ferry there
    speed: Array = field(I2, "seat")
    load: Array = field(I2, "seat")
    # money
    money: Array = field(I4, "seat")
    loans: Array = field(I4, "seat")
    score: Array = field(I4, "seat")  # money net of loans
    books: Array2 = field(I4, "seat", "entry")  # what was paid and received, by reason
    # cups and happenings
    cup: Array2 = field(I2, "cup", "tile", seen_by=NOBODY)  # the next tile is the last
    cup_size: Array = field(I2, "cup")
    mixings: Array = field(I2, "cup")
    insertions: int = field(I4)  # tiles mixed back in
    force: Array = field(I2, "seat")  # the event tile in force that the seat drew
    kinds: int = field(I4)  # set of kinds in force
    # work space
    sites: Array2 = field(
        I8, "line", "row", seen_by=SCRATCH
    )  # left by `options`: links the seat can build
    reached: Array = field(I8, "row", seen_by=SCRATCH)
    queue: Array = field(I2, "post", seen_by=SCRATCH)
    logs_events: int = field(I4, seen_by=SCRATCH)
    events_logged: int = field(I4, seen_by=SCRATCH)
    event_log: Array2 = field(I4, "event", "figure", seen_by=SCRATCH)


STATE = State.dtype
