"""What an action caused: four numbers an event, in the state, for the match to turn into events.

Rules write to the log only while somebody listens.
"""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True)
class EventKind:
    """A kind of event: its code in the log, its name, and what its two numbers are."""

    code: int
    name: str
    fields: tuple[str, ...]
    secrets: tuple[str, ...] = ()  # fields of the event that only its seat hears
    own: bool = False  # only its seat hears of it at all


class EventKinds(list[EventKind]):
    """A family's table of events; a code is a place in it."""

    def add(
        self, code: int, name: str, *fields: str, secrets: tuple[str, ...] = (), own: bool = False
    ) -> int:
        """Add a row; its code is what rules emit."""
        assert code == len(self), f"{name}: the next code is {len(self)}"
        self.append(EventKind(code, name, fields, secrets, own))
        return code

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(kind.name for kind in self)
