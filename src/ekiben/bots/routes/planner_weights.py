"""The planner's weights: what each is for. Their values are in `planner.toml`."""

from __future__ import annotations

from ekiben.bots.routes.policy_state import PolicyTables
from ekiben.core.compiled import compiled
from ekiben.games.routes.state import State

NAMES = (
    "piece",  # points that a piece is worth
    "turn",  # points that a turn is worth
    "colour",  # half-turns that a missing card of a colour takes
    "grey",  # the same where any colour will do
    "wild",  # half-turns that a wild of the hand counts when it is spent
    "join",  # points for hanging on the own network, where the longest route scores
    "rival",  # points for a route that hangs on another's network
    "ticket",  # what a point of a ticket counts, of the two that it swings
    "slack",  # turns that are left beyond those that the quickest opponent seems to need
    "plenty",  # how far pieces lose their worth when the turns are too few for them
    "claim",  # a claim must be worth this part of the best route that still lacks cards
    "many",  # how far the second-best routes count when cards are drawn
    "blind",  # what a blind card counts against one from the market
    "wild_up",  # what a wild from the market counts against two other cards
    "keep",  # what a ticket's point counts when tickets are chosen
    "further",  # points that each ticket beyond the least must bring then
    "enough",  # with this part of the pieces left, and no ticket open, new tickets are thought of
    "gain",  # points that the best of an offer must promise
    "late",  # stations are built when only so many turns are left
    "harbour",  # what a harbour's point counts
    "danger",  # how much more a claim is worth when another could make it next
    # no piece is worth more than this part of what the longest route for the last pieces brings for
    # it
    "last",
    "rush",  # points for ending the game when ahead, and against it when behind
    "tempo",  # how far pieces lose their worth to a seat that is ahead with few of them left
)
(
    PIECE,
    TURN_PRICE,
    COLOUR,
    GREY,
    WILD,
    JOIN,
    RIVAL,
    TICKET,
    SLACK,
    PLENTY,
    CLAIM,
    MANY,
    BLIND,
    WILD_UP,
    KEEP,
    FURTHER,
    ENOUGH,
    GAIN,
    LATE,
    HARBOUR_WORTH,
    DANGER,
    LAST,
    RUSH,
    TEMPO,
) = range(len(NAMES))
WEIGHTS_PER_TABLE, TABLES = len(NAMES), 3  # of two seats, of three, of more


@compiled
def weight(t: PolicyTables, s: State, which: int) -> float:
    return float(t.weights[(min(int(s.seats), 4) - 2) * WEIGHTS_PER_TABLE + which])
