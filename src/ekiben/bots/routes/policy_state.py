"""What a policy works with besides board and state: its atlas, constant tables of a board with the
bot's own figures, and its memory, which is work space only: a policy finds in it nothing of earlier
choices.
"""

from __future__ import annotations

import numpy as np

from ekiben.core.layout import Field, Layout
from ekiben.games.routes.sizes import COLOURS, KINDS, ROUTES, TICKETS, WORDS
from ekiben.games.routes.state import I8, SIZES

MEASURES, KNOBS, PAYMENTS = 3, 96, 720
PROPOSALS = 6
SPACES, HOPS, LONG = range(
    MEASURES
)  # what makes a way dear: its spaces, its routes, its short routes
SPACE = 64  # the price of a space; what is smaller only decides between ways of equal length
FAR = 1 << 40  # dearer than any way
UNKNOWN = 1_000  # turns, while the end is not near

ATLAS = np.dtype(
    [
        ("price", I8, (MEASURES, ROUTES)),
        ("points", I8, ROUTES),
        ("bonus", "f8", ROUTES),  # the route's share in what its district scores
        ("supply", I8),  # pieces a seat begins with
        ("advised", I8),  # trains among them, if the board says so
        ("second_pays", I8, 2),  # spaces that a card of the second kind pays, by way
        ("knobs", "f8", KNOBS),  # the bot's own figures
    ],
    align=True,
)

MEMORY = Layout(
    {
        "word": WORDS,
        "route": ROUTES,
        "ticket": TICKETS,
        "kind": KINDS,
        "piece": 2,
        "way": 2,
        "colour": COLOURS,
        "city": SIZES["city"],
        "payment": PAYMENTS,
        "building": SIZES["building"],
        "proposal": PROPOSALS,
    },
    [
        Field("luck", I8),  # of the random policy
        # what the seat sees
        Field("mine", I8, ("word",)),
        Field("open", I8, ("word",)),  # can still be claimed by the seat
        Field("others", I8, ("word",)),  # could be borrowed from others
        Field("pieces", I8, ("piece",)),
        Field("reach", I8, ("piece",)),  # pieces of a kind, exchanged ones too
        Field("total", I8),
        Field("turns_left", I8),
        # ways
        Field("usable", I8, ("word",)),  # routes that a way may take
        Field(
            "price", I8, ("route",)
        ),  # what they cost; nothing: the seat has them, or plans them already
        Field("spent", I8, ("city",)),
        Field("came", I8, ("city",)),
        Field("way", I8, ("route",)),
        Field("way_size", I8),
        # the plan
        Field("planned", I8, ("route",)),  # to be claimed, in the order they came in
        Field("planned_size", I8),
        Field("chosen", I8, ("word",)),  # the same, and those borrowed, as a set
        Field("borrowed", I8, ("route",)),
        Field("borrowed_size", I8),
        Field("unserved", I8, ("route",)),  # borrowed without a station as yet
        Field("unserved_size", I8),
        Field("spaces", I8, ("piece",)),
        Field("served", I8),  # tickets that the plan completes
        Field("lost", I8),  # tickets out of reach
        Field("needs", I8, ("ticket", "word")),  # all that a served ticket still needs
        # cards
        Field("goal", I8, ("route",)),  # the routes that cards are drawn for
        Field("goal_size", I8),
        Field("hand", I8, ("kind",)),
        Field("spare", I8, ("way", "colour")),  # spaces that the hand pays
        Field("short_route", I8, ("route",)),  # what the goal misses, route by route
        Field("short_colour", I8, ("route",)),
        Field("short_missing", I8, ("route",)),
        Field("wanted", I8, ("kind",)),
        Field("payment", I8, ("payment",)),
        # the planner's: what things are worth a turn
        Field("urge", "f8", ("route",)),  # of claiming a route
        Field("list_price", I8, ("route",)),  # what a route costs while it is not planned
        Field("lacks", I8, ("route",)),  # cards a route misses, wilds helping
        Field("best_of", I8, ("way",)),  # the colour that the hand has most spaces of
        Field("promise", "f8", ("ticket",)),  # of tickets that may be drawn, the best first
        Field("call", "f8", ("kind",)),  # how much each kind of card is wanted
        Field("proposed", I8, ("proposal",)),
        Field("proposed_worth", "f8", ("proposal",)),
        Field("proposals", I8),
    ],
)
