"""One line for one move: what is said of it, and which events it tells.

A line has the number of its first event. It grows while the move goes on: its latest text replaces
the earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ekiben.core.game import Event
from ekiben.core.match import Match, hears
from ekiben.texts.family import WORDING
from ekiben.texts.sentences import sentence
from ekiben.texts.wording import Words


@dataclass(frozen=True, slots=True)
class Line:
    """What is said of a move, and the numbers of its events."""

    parts: Sequence[int]
    text: str


def lines(words: Words, events: Iterable[Event], since: int = 0) -> list[Line]:
    """The lines to which something was added from event number `since` on."""
    told = [
        (event.get("parts", [event["n"]]), event)
        for event in WORDING.of(words.board).join_moves(list(events))
    ]
    return [Line(parts, sentence(words, event)) for parts, event in told if parts[-1] >= since]


def texts_of(words: Words, events: Iterable[Event], since: int = 0) -> list[str]:
    return [line.text for line in lines(words, events, since)]


# ---- the events from which lines are made
def events_since(match: Match, viewer: int | None, since: int) -> list[Event]:
    """A viewer's events from `since` on, and before them those of the move that may go on."""
    heard = (event for event in reversed(match.heard[:since]) if hears(event, viewer))
    return match.events(viewer, start_of_turn(heard))


def all_events_since(match: Match, since: int) -> list[Event]:
    """The same for somebody who hears everything."""
    return all_events(match, start_of_turn(reversed(match.heard[:since])))


def start_of_turn(latest_first: Iterable[Event]) -> int:
    """Where the latest run of one seat's events starts: no line reaches back further."""
    seat = None
    for event in latest_first:
        other = event.get("seat")
        if seat is not None and other not in (None, seat):
            return int(event["n"]) + 1
        seat = other if seat is None else seat
    return 0


def all_events(match: Match, since: int = 0) -> list[Event]:
    """All events, each as its own seat heard it."""
    heard = {
        event["n"]: event
        for seat in (None, *range(match.seats))
        for event in match.events(seat, since)
        if seat is None or event.get("seat") == seat
    }
    return [heard[n] for n in sorted(heard)]
