"""What an action caused: four numbers an event, in the state, for the match to turn into events.

Rules write to the log only while somebody listens.
"""

from __future__ import annotations

from ekiben.core.compiled import compiled
from ekiben.core.layout import GameState


@compiled
def emit(s: GameState, code: int, seat: int, x: int, y: int) -> None:
    """Log an event: its code, its seat (-1: of no seat), and two numbers that the code explains."""
    if s.logs_events and s.events_logged < len(s.event_log):
        s.event_log[s.events_logged, 0] = code
        s.event_log[s.events_logged, 1] = seat
        s.event_log[s.events_logged, 2] = x
        s.event_log[s.events_logged, 3] = y
        s.events_logged += 1
