"""What can come of an action: the kinds of facts that are noted."""

from __future__ import annotations

from ekiben.core.event_log import emit as emit

(
    TURNED_UP,
    SWEPT,
    SWEEP_STOPPED,
    RESHUFFLED,
    DREW,
    DREW_BLIND,
    CHOSE_ROUTE,
    PAID,
    CLAIMED,
    ASKED_TICKETS,
    OFFERED,
    CHOSE_TICKETS,
    KEPT,
    PASSED,
    LAST_ROUND,
    ENDED,
    BEGAN,
    LAID_OUT,
    TUNNEL_CARD,
    TUNNEL_EXTRA,
    WITHDREW,
    CHOSE_CITY,
    BUILT,
    CHOSE_PIECES,
    TOOK_PIECES,
    EXCHANGED,
    ASKED_REFILL,
) = range(27)
