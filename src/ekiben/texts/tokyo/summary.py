"""One event for one move: the steps of a run, the links of a way, the jobs that are placed.

A joined event has the `n` of its last part and names all of them in `parts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ekiben.texts.tokyo.ways import OPPOSITE, next_post

if TYPE_CHECKING:
    from ekiben.core.game import Event

DEALING = {"job-placed", "set-aside"}
JOINED = {"stepped": "ran", "fee-paid": "ran", "built": "laid", "job-placed": "jobs-placed"}


def join_moves(events: Iterable[Event]) -> list[Event]:
    """What happened in Tokyo with one event for one move, and nothing of the dealing."""
    told = without_dealing(list(events))
    joined = [joined_event(group) for group in groups(told)]
    return with_rewards([event for event in joined if event["kind"] != "stopped"])


def without_dealing(events: list[Event]) -> list[Event]:
    began = [place for place, event in enumerate(events) if event["kind"] == "began"]
    return [
        event
        for place, event in enumerate(events)
        if not (began and place < began[0] and event["kind"] in DEALING)
    ]


def groups(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Events in a row that are told together; a city joined on the way is told after it."""
    group: list[Event] = []
    aside: list[Event] = []
    for event in events:
        if group and joined_kind(event) and joined_kind(event) == joined_kind(group[-1]):
            group.append(event)
        elif event["kind"] == "connected" and group:
            aside.append(event)
        else:
            yield from told_apart(group, aside)
            group, aside = [event], []
    yield from told_apart(group, aside)


def told_apart(group: list[Event], aside: list[Event]) -> Iterator[list[Event]]:
    if group:
        yield group
    yield from ([event] for event in aside)


def joined_kind(event: Event) -> tuple[str, object] | None:
    """What an event is part of; track is built at posts, stations and harbours are not."""
    kind = JOINED.get(event["kind"])
    if kind is None or (kind == "laid" and "post" not in event):
        return None
    return kind, event.get("seat")


def joined_event(group: list[Event]) -> Event:
    kind = joined_kind(group[0])
    steps = [event for event in group if event["kind"] == "stepped"]
    if kind is None or (kind[0] == "jobs-placed" and len(group) == 1):
        return group[0]
    parts = {**group[-1], "parts": [event["n"] for event in group]}
    if kind[0] == "jobs-placed":
        return {**parts, "kind": "jobs-placed", "jobs": group}
    if kind[0] == "laid":
        return {**parts, **laid(group)}
    return {**parts, **ran(group, steps)} if steps else group[-1]


# ---- runs
def ran(group: list[Event], steps: list[Event]) -> Event:
    fees = [(fee["owner"], fee["amount"]) for fee in group if fee["kind"] == "fee-paid"]
    first = steps[0]
    return {
        "kind": "ran",
        "start": next_post(first["post"], OPPOSITE[first["direction"]]),
        "post": steps[-1]["post"],
        "count": len(steps),
        **({"fees": fees} if fees else {}),
    }


# ---- track
def laid(group: list[Event]) -> Event:
    """Links as one way: its ends, what it cost, and what of that went to ferries."""
    ends = [(event["post"], event["direction"]) for event in group]
    return {
        "kind": "laid",
        "links": ends,
        "count": len(group),
        "cost": sum(event["cost"] for event in group),
        "fee": sum(event["fee"] for event in group),
    }


# ---- jobs
def with_rewards(events: list[Event]) -> list[Event]:
    """A reward tells the delivery again, which then needs no sentence of its own."""
    open_: dict[tuple[object, object], int] = {}
    told: list[Event | None] = []
    for event in events:
        delivery = (event.get("seat"), event.get("job"))
        if event["kind"] == "unloaded":
            open_[delivery] = len(told)
        if event["kind"] == "rewarded" and delivery in open_:
            place = open_.pop(delivery)
            before = told[place]
            assert before is not None
            told[place] = None
            event = {**event, "parts": [before["n"], event["n"]]}
        told.append(event)
    return [event for event in told if event is not None]
