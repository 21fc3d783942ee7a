"""What a policy works with besides board and state: its atlas, constant tables of a board with the
bot's own figures, and its memory, which is work space only: a policy finds in it nothing of earlier
choices.
"""

from __future__ import annotations

import numpy as np

from ekiben.core.arrays import Array, Array2, FloatArray
from ekiben.core.layout import F8, I8, Record, field
from ekiben.games.routes.sizes import COLOURS, KINDS, ROUTES, TICKETS, WORDS
from ekiben.games.routes.state import SIZES as STATE_SIZES

MEASURES, WEIGHTS, PAYMENTS = 3, 96, 720
PROPOSALS = 6
SPACES, HOPS, LONG = range(
    MEASURES
)  # what makes a way dear: its spaces, its routes, its short routes
SPACE = 64  # the price of a space; what is smaller only decides between ways of equal length
FAR = 1 << 40  # dearer than any way
UNKNOWN = 1_000  # turns, while the end is not near

POLICY_TABLES = np.dtype(
    [
        ("price", I8, (MEASURES, ROUTES)),
        ("points", I8, ROUTES),
        ("bonus", "f8", ROUTES),  # the route's share in what its district scores
        ("supply", I8),  # pieces a seat begins with
        ("advised", I8),  # trains among them, if the board says so
        ("second_pays", I8, 2),  # spaces that a card of the second kind pays, by way
        ("weights", "f8", WEIGHTS),  # the bot's own figures
    ],
    align=True,
)

SIZES = {
    "word": WORDS,
    "route": ROUTES,
    "ticket": TICKETS,
    "kind": KINDS,
    "piece": 2,
    "way": 2,
    "colour": COLOURS,
    "city": STATE_SIZES["city"],
    "payment": PAYMENTS,
    "building": STATE_SIZES["building"],
    "proposal": PROPOSALS,
}


class PolicyState(Record, sizes=SIZES):
    """Work space of a policy."""

    luck: int = field(I8)  # of the random policy
    # what the seat sees
    owned: Array = field(I8, "word")
    open: Array = field(I8, "word")  # can still be claimed by the seat
    borrowable: Array = field(I8, "word")  # could be borrowed from others
    pieces: Array = field(I8, "piece")
    available: Array = field(I8, "piece")  # pieces of a kind, exchanged ones too
    total_pieces: int = field(I8)
    turns_left: int = field(I8)
    # ways
    usable: Array = field(I8, "word")  # routes that a way may take
    price: Array = field(
        I8, "route"
    )  # what they cost; nothing: the seat has them, or plans them already
    distance: Array = field(I8, "city")
    arrived_by: Array = field(I8, "city")
    path: Array = field(I8, "route")
    path_size: int = field(I8)
    # the plan
    planned: Array = field(I8, "route")  # to be claimed, in the order they came in
    planned_size: int = field(I8)
    plan_set: Array = field(I8, "word")  # the same, and those borrowed, as a set
    borrowed: Array = field(I8, "route")
    borrowed_size: int = field(I8)
    stationless: Array = field(I8, "route")  # borrowed without a station as yet
    stationless_size: int = field(I8)
    plan_spaces: Array = field(I8, "piece")
    planned_tickets: int = field(I8)  # tickets that the plan completes
    lost_tickets: int = field(I8)  # tickets out of reach
    needs: Array2 = field(I8, "ticket", "word")  # all that a served ticket still needs
    # cards
    goal: Array = field(I8, "route")  # the routes that cards are drawn for
    goal_size: int = field(I8)
    hand: Array = field(I8, "kind")
    payable: Array2 = field(I8, "way", "colour")  # spaces that the hand pays
    shortage_route: Array = field(I8, "route")  # what the goal misses, route by route
    shortage_colour: Array = field(I8, "route")
    shortage: Array = field(I8, "route")
    wanted: Array = field(I8, "kind")
    payment: Array = field(I8, "payment")
    # the planner's: what things are worth a turn
    claim_value: FloatArray = field(F8, "route")  # of claiming a route
    list_price: Array = field(I8, "route")  # what a route costs while it is not planned
    missing: Array = field(I8, "route")  # cards a route misses, wilds helping
    richest_colour: Array = field(I8, "way")  # the colour that the hand has most spaces of
    promise: FloatArray = field(F8, "ticket")  # of tickets that may be drawn, the best first
    card_value: FloatArray = field(F8, "kind")  # how much each kind of card is wanted
    proposed: Array = field(I8, "proposal")
    proposed_value: FloatArray = field(F8, "proposal")
    proposal_count: int = field(I8)
