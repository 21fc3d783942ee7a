"""What came of an action, as rows of facts that the match turns into events. Written only when somebody listens."""

from __future__ import annotations

from typing import Any

from ekiben.core.compiled import compiled
from ekiben.games.tokyo.state import TRACE

(BEGAN, TURN_BEGAN, PLACED, STEPPED, FEE_PAID, CROSSED, LAPSED, STAYED_ABOARD, BOARDED, LOADED, UNLOADED, PUT_BACK, STOPPED, REWARDED,
 ENDED, JOB_PLACED, SET_ASIDE, RENEWED, HAPPENED, LOST, REMOVED, TAXED, RELIEVED, BORROWED, REPAID, BUILT, UPGRADED, CONNECTED,
 LAST_ROUND, PLAYS_ON, WON, GAME_OVER) = range(32)


@compiled
def note(s: Any, kind: int, seat: int, x: int, y: int) -> None:
    if s.tracing and s.traced < TRACE:
        s.trace[s.traced, 0] = kind
        s.trace[s.traced, 1] = seat
        s.trace[s.traced, 2] = x
        s.trace[s.traced, 3] = y
        s.traced += 1
