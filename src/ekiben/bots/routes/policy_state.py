"""The two records of a policy besides board and state: its tables, and its work space.

Tables are constant: what a bot computes once for a board, and its own weights. The policy state is
scratch: every choice fills it anew from the game's state, so nothing of an earlier choice counts.
"""

from __future__ import annotations

from ekiben.core.arrays import Array, Array2, FloatArray
from ekiben.core.layout import F8, I8, Record, field
from ekiben.games.routes.sizes import CITIES, COLOURS, KINDS, ROUTES, TICKETS, WORDS

MEASURES, WEIGHTS, PAYMENTS = 3, 96, 720
PROPOSALS = 6
# what a path costs: its spaces, its routes, its spaces with short routes dearer
SPACES, HOPS, LONG = range(MEASURES)
SPACE = 64  # the price of a space; smaller amounts only decide between paths of equal length
FAR = 1 << 40  # dearer than any path
UNKNOWN = 1_000  # turns, while the end is not near

SIZES = {
    "word": WORDS,
    "route": ROUTES,
    "ticket": TICKETS,
    "kind": KINDS,
    "piece": 2,
    "way": 2,
    "colour": COLOURS,
    "city": CITIES,
    "payment": PAYMENTS,
    "proposal": PROPOSALS,
    "measure": MEASURES,
    "weight": WEIGHTS,
}


class PolicyTables(Record, sizes=SIZES):
    """What a policy knows of a board, and the weights of the bot that uses it."""

    price: Array2 = field(I8, "measure", "route")
    points: Array = field(I8, "route")
    bonus: FloatArray = field(F8, "route")  # the route's share of what its district scores
    supply: int = field(I8)  # pieces a seat begins with
    advised: int = field(I8)  # trains among them, if the board says so
    second_pays: Array = field(I8, "way")  # spaces that a card of the second kind pays
    weights: FloatArray = field(F8, "weight")  # the bot's own, in an order of its policy's


class PolicyState(Record, sizes=SIZES):
    """Work space of a policy."""

    luck: int = field(I8)  # of the random policy
    # what the seat sees
    owned: Array = field(I8, "word")
    open: Array = field(I8, "word")  # routes the seat can still claim
    borrowable: Array = field(I8, "word")  # routes of others, where there are stations
    pieces: Array = field(I8, "piece")
    available: Array = field(I8, "piece")  # pieces of a kind, exchanged ones included
    total_pieces: int = field(I8)
    turns_left: int = field(I8)
    # paths
    usable: Array = field(I8, "word")  # routes that a path may take
    price: Array = field(I8, "route")  # 0: the seat has the route, or plans it already
    distance: Array = field(I8, "city")
    arrived_by: Array = field(I8, "city")
    path: Array = field(I8, "route")
    path_size: int = field(I8)
    # the plan
    planned: Array = field(I8, "route")  # routes to claim, in the order they were added
    planned_size: int = field(I8)
    plan_set: Array = field(I8, "word")  # the same and the borrowed ones, as a set
    borrowed: Array = field(I8, "route")
    borrowed_size: int = field(I8)
    stationless: Array = field(I8, "route")  # borrowed routes without a station as yet
    stationless_size: int = field(I8)
    plan_spaces: Array = field(I8, "piece")
    planned_tickets: int = field(I8)  # the set of tickets that the plan completes
    lost_tickets: int = field(I8)  # the set of tickets out of reach
    needs: Array2 = field(I8, "ticket", "word")  # routes that a planned ticket still needs
    # cards
    goal: Array = field(I8, "route")  # the routes that cards are drawn for
    goal_size: int = field(I8)
    hand: Array = field(I8, "kind")
    payable: Array2 = field(I8, "way", "colour")  # spaces that the hand pays, without wilds
    shortage_route: Array = field(I8, "route")  # what the goal misses, route by route
    shortage_colour: Array = field(I8, "route")
    shortage: Array = field(I8, "route")
    wanted: Array = field(I8, "kind")
    payment: Array = field(I8, "payment")
    # the planner's: values are in points a turn
    claim_value: FloatArray = field(F8, "route")
    list_price: Array = field(I8, "route")  # the price of a route that is not planned
    missing: Array = field(I8, "route")  # cards a route misses, wilds helping
    richest_colour: Array = field(I8, "way")  # the colour of which the hand pays most spaces
    promise: FloatArray = field(F8, "ticket")  # of tickets that may be drawn, the best first
    card_value: FloatArray = field(F8, "kind")
    proposed: Array = field(I8, "proposal")
    proposed_value: FloatArray = field(F8, "proposal")
    proposal_count: int = field(I8)
