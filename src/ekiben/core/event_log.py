"""What came of an action, as rows of four facts in the state that the match turns into events.
Written only when somebody listens.
"""

from __future__ import annotations

from typing import Any

from ekiben.core.compiled import compiled


@compiled
def note(s: Any, kind: int, seat: int, x: int, y: int) -> None:
    if s.tracing and s.traced < len(s.trace):
        s.trace[s.traced, 0] = kind
        s.trace[s.traced, 1] = seat
        s.trace[s.traced, 2] = x
        s.trace[s.traced, 3] = y
        s.traced += 1
