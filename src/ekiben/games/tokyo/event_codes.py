"""The kinds of event: one row each with its code, its name, and what its two numbers are.

Rules emit codes, and `events.py` spells the numbers out: a field `post` becomes a post's name and
the city there, a field that it does not know stays a number.
"""

from __future__ import annotations

from ekiben.core.event_log import EventKinds
from ekiben.core.event_log import emit as emit

EVENT_KINDS = EventKinds()
kind = EVENT_KINDS.add

# turns and trains
BEGAN = kind(0, "began")
TURN_BEGAN = kind(1, "turn", "turn")
PLACED = kind(2, "placed", "post")
STEPPED = kind(3, "stepped", "post", "direction")
FEE_PAID = kind(4, "fee-paid", "owner", "amount")
CROSSED = kind(5, "crossed", "post", "ferry")
LAPSED = kind(6, "boarding-lapsed", "post")
STAYED_ABOARD = kind(7, "stayed-aboard", "post")
BOARDED = kind(8, "boarded", "post", "ferry")
# jobs
LOADED = kind(9, "loaded", "job")
UNLOADED = kind(10, "unloaded", "job")
PUT_BACK = kind(11, "put-back", "job", "stays")
STOPPED = kind(12, "stopped", "post")
REWARDED = kind(13, "rewarded", "job", "amount")
# cups and happenings
ENDED = kind(14, "happening-ended", "tile")
JOB_PLACED = kind(15, "job-placed", "new-job", "cup")
SET_ASIDE = kind(16, "set-aside", "tile")
RENEWED = kind(17, "cup-renewed", "cup", "tiles")
HAPPENED = kind(18, "happened", "tile")
LOST = kind(19, "lost", "job")
REMOVED = kind(20, "removed", "job")
TAXED = kind(21, "taxed", "happening", "amount")
RELIEVED = kind(22, "relieved", "amount")
# money and building
BORROWED = kind(23, "borrowed", "amount", "forced")
REPAID = kind(24, "repaid", "amount")
BUILT = kind(25, "built", "link", "cost")
UPGRADED = kind(26, "upgraded", "speed", "load")
CONNECTED = kind(27, "connected", "count")
# the end
LAST_ROUND = kind(28, "last-round")
PLAYS_ON = kind(29, "plays-on")
WON = kind(30, "won")
GAME_OVER = kind(31, "over")
