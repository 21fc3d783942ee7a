"""What came of an action, as rows of facts that the match turns into events. Written only when somebody listens."""

from __future__ import annotations

from typing import Any

from ekiben.core.compiled import compiled
from ekiben.games.routes.state import TRACE

(TURNED_UP, SWEPT, SWEEP_STOPPED, RESHUFFLED, DREW, DREW_BLIND, CHOSE_ROUTE, PAID, CLAIMED, ASKED_TICKETS, OFFERED, CHOSE_TICKETS,
 KEPT, PASSED, LAST_ROUND, ENDED, BEGAN, LAID_OUT, TUNNEL_CARD, TUNNEL_EXTRA, WITHDREW, CHOSE_CITY, BUILT, CHOSE_PIECES, TOOK_PIECES,
 EXCHANGED, ASKED_REFILL) = range(27)


@compiled
def note(s: Any, kind: int, seat: int, x: int, y: int) -> None:
    if s.tracing and s.traced < TRACE:
        s.trace[s.traced, 0] = kind
        s.trace[s.traced, 1] = seat
        s.trace[s.traced, 2] = x
        s.trace[s.traced, 3] = y
        s.traced += 1
