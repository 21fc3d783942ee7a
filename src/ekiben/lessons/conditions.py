"""Conditions of a lesson: over what the seat has heard, what it is asked and what it may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ekiben.core.game import Event

Who = Literal["me", "other", "anybody"]


@dataclass(frozen=True)
class Moment:
    """A position as the learner's seat knows it.

    `asked` is the question that the seat itself has to answer, and `legal` lists the answers;
    while others are to act there is neither. `began` is how many events had been heard when the
    step began.
    """

    seat: int
    events: Sequence[Event]
    asked: str | None
    legal: Sequence[str]
    over: bool
    began: int = 0


@dataclass(frozen=True)
class Condition:
    """Everything that is given must hold; with nothing given it always does."""

    event: str | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    who: Who = "me"
    count: int = 1
    fresh: bool = False
    asked: str | None = None
    legal: str | None = None
    over: bool | None = None
    all: tuple[Condition, ...] = ()
    any: tuple[Condition, ...] = ()
    none: tuple[Condition, ...] = ()

    def holds(self, moment: Moment) -> bool:
        return (
            (self.over is None or self.over == moment.over)
            and (self.asked is None or self.asked == moment.asked)
            and (self.event is None or self.was_heard(moment))
            and (self.legal is None or bool(matching([self.legal], moment.legal)))
            and all(one.holds(moment) for one in self.all)
            and (not self.any or any(one.holds(moment) for one in self.any))
            and not any(one.holds(moment) for one in self.none)
        )

    def was_heard(self, moment: Moment) -> bool:
        """Whether such an event has been heard `count` times, in the step if it is to be fresh."""
        events = moment.events[moment.began if self.fresh else 0 :]
        return sum(self.fits(event, moment.seat) for event in events) >= self.count

    def fits(self, event: Event, seat: int) -> bool:
        return (
            event["kind"] == self.event
            and is_from(event, self.who, seat)
            and all(event.get(name) == value for name, value in self.fields.items())
        )

    def parts(self) -> list[Condition]:
        """This condition and all within it."""
        inner = [part for one in (*self.all, *self.any, *self.none) for part in one.parts()]
        return [self, *inner]


ALWAYS = Condition()


def is_from(event: Event, who: Who, seat: int) -> bool:
    """Whether the event is of that seat, of another, or of anybody; some events are of nobody."""
    if who == "anybody":
        return True
    return event.get("seat") == seat if who == "me" else event.get("seat") not in (None, seat)


def matching(patterns: Sequence[str], legal: Sequence[str]) -> list[str]:
    """The legal actions that fit a pattern, in the order of the patterns."""
    found = [action for pattern in patterns for action in legal if fits_pattern(action, pattern)]
    return list(dict.fromkeys(found))


def fits_pattern(action: str, pattern: str) -> bool:
    """A pattern is a notation; a `*` at its end stands for anything, also for nothing."""
    if not pattern.endswith("*"):
        return action == pattern
    return action.startswith(pattern[:-1]) or action == pattern[:-1].strip()
