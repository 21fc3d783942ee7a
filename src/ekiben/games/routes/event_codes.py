"""The kinds of event: one row each with its code, its name, what its numbers are, and who hears.

Rules emit the codes, and `events.py` spells the numbers out: a field `card` becomes the name of a
kind of card, a field that it does not know stays a number.
"""

from __future__ import annotations

from ekiben.core.event_log import EventKinds
from ekiben.core.event_log import emit as emit

EVENT_KINDS = EventKinds()
kind = EVENT_KINDS.add

# the market and the decks
TURNED_UP = kind(0, "turned-up", "slot", "card")
SWEPT = kind(1, "swept", "times")
SWEEP_STOPPED = kind(2, "sweep-stopped", "times")
RESHUFFLED = kind(3, "reshuffled", "deck", "cards")
DREW = kind(4, "drew", "slot", "card")
DREW_BLIND = kind(5, "drew-blind", "deck", "card", secrets=("card",))
# routes
CHOSE_ROUTE = kind(6, "chose-route", "route")
PAID = kind(7, "paid", "payment")
CLAIMED = kind(8, "claimed", "route", "points")
# tickets
ASKED_TICKETS = kind(9, "asked-tickets")
OFFERED = kind(10, "offered", "count", "offer", secrets=("tickets",))
CHOSE_TICKETS = kind(11, "chose-tickets", "choice", own=True)  # RT-1.6: until all have chosen
KEPT = kind(12, "kept", "answered offer", "count", secrets=("tickets",))
# the turn
PASSED = kind(13, "passed")
LAST_ROUND = kind(14, "last-round", "turns")
ENDED = kind(15, "over")
BEGAN = kind(16, "began")
# special rules
LAID_OUT = kind(17, "laid-out", "payment")
TUNNEL_CARD = kind(18, "tunnel-card", "place", "card")
TUNNEL_EXTRA = kind(19, "tunnel-extra", "extra")
WITHDREW = kind(20, "withdrew", "route", "payment")
CHOSE_CITY = kind(21, "chose-city", "city")
BUILT = kind(22, "built", "city", "number")
CHOSE_PIECES = kind(23, "chose-pieces", "trains", own=True)
TOOK_PIECES = kind(24, "took-pieces", "trains", "ships")
EXCHANGED = kind(25, "exchanged", "pieces", "count")
ASKED_REFILL = kind(26, "asked-refill", "slot")
