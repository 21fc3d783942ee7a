"""What happened and why something is not allowed, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from ekiben.core.action import Action
from ekiben.core.errors import Refusal
from ekiben.core.match import Match
from ekiben.texts import UnknownText
from ekiben.texts import words as known
from ekiben.texts.wording import Words, is_lattice

Event = dict[str, Any]
OWN = {
    "drew-blind": "card",
    "offered": "tickets",
    "kept": "tickets",
}  # kinds that say more to the seat itself
SMALL = {"turned-up", "chose-tickets", "chose-pieces", "asked-tickets", "asked-refill"}
TABLES = {
    "direction": "directions",
    "happening": "happenings",
    "season": "seasons",
    "cup": "cups",
    "part": "upgrades",
}


def sentence(words: Words, event: Event) -> str:
    if is_lattice(words.board):
        return lattice_sentence(words, event)
    kind = event["kind"]
    key = (
        f"{kind}-own"
        if OWN.get(kind) in event
        else "undone-secret"
        if kind == "undone" and "action" not in event
        else kind
    )
    count = event.get("count")
    values = {
        name: told(words, name, value, count) for name, value in event.items() if name != "kind"
    }
    return words.say(
        f"events.{key}",
        who=words.seat(event["seat"]) if event.get("seat") is not None else "",
        **values,
    )


def told(words: Words, name: str, value: Any, count: int | None = None) -> Any:
    """A value of an event or a refusal as people call it, in the form for `count` of them."""
    if name == "owner" and isinstance(value, int):
        return words.seat(value)
    if is_lattice(words.board):
        return lattice_told(words, name, value)
    if isinstance(value, dict):
        return words.cards(value)
    if isinstance(value, list):
        return words.listed([words.ticket(str(one)) for one in value])
    if not isinstance(value, str):
        return value
    ways: dict[str, Callable[[str], str]] = {
        "card": words.card,
        "route": words.route,
        "city": words.city,
        "ticket": words.ticket,
    }
    tables = {
        "colour": "colours",
        "asked": "cli.questions",
        "deck": "cli.decks",
        "pieces": "cli.pieces",
        "kind": "cli.pieces",
    }
    if name in tables:
        return words.say(f"{tables[name]}.{value}", count=count)
    return ways[name](value) if name in ways else value


def brief(events: Iterable[Event]) -> list[Event]:
    """Without what the table shows anyway, and without choices that the next sentence tells again."""
    heard = shortened(events)
    kinds = [event["kind"] for event in heard]
    said_again = {("chose-route", "paid", "claimed"), ("chose-city", "paid", "built")}
    return [
        event
        for place, event in enumerate(heard)
        if kinds[place] not in SMALL
        and not (kinds[place] == "offered" and "tickets" in event)
        and tuple(kinds[place : place + 3]) not in said_again
        and kinds[place : place + 2] != ["paid", "laid-out"]
    ]


def all_of(match: Match, since: int = 0) -> list[Event]:
    """All events, each as its own seat heard it."""
    heard = {
        event["n"]: event
        for seat in (None, *range(match.seats))
        for event in match.events(seat, since)
        if seat is None or event.get("seat") == seat
    }
    return [heard[n] for n in sorted(heard)]


def refused(words: Words, action: Action, refusal: Refusal) -> str:
    """Why not, and by which clause."""
    details = {
        name: told(words, name, value) for name, value in refusal.details.items() if name != "verbs"
    }
    return words(
        "refused",
        action=action,
        reason=words.say(f"reasons.{refusal.reason}", **details),
        clause=refusal.clause,
    )


# ---- the lattice
def lattice_sentence(words: Words, event: Event) -> str:
    """`KIND-FIELD` is said instead of `KIND` when the event has that field; the lattice's own kinds
    come first.
    """
    values = {name: told(words, name, value) for name, value in event.items() if name != "kind"}
    said = {**values, "who": words.seat(event["seat"]) if event.get("seat") is not None else ""}
    if event["kind"] == "laid":
        return words("lattice.laid", **said)
    return words.say(key_of(words, event), **said)


def key_of(words: Words, event: Event) -> str:
    tables = known(words.language)
    kinds = [f"{event['kind']}-{name}" for name, value in event.items() if value] + [event["kind"]]
    for path, table in (("tokyo.events", tables["tokyo"]["events"]), ("events", tables["events"])):
        for kind in kinds:
            if kind in table:
                return f"{path}.{kind}"
    raise UnknownText(f"no text for the event {event['kind']!r}")


def lattice_told(words: Words, name: str, value: Any) -> Any:
    if name in ("city", "from", "to", "origin", "destination"):
        return words.city(str(value))
    if name == "ferry":
        return next(
            (ferry.names[words.language] for ferry in words.board.ferries if ferry.id == value),
            value,
        )
    if name == "asked":
        return words.say(f"cli.questions.{value}")
    try:
        return words.say(f"tokyo.{TABLES[name]}.{value}") if name in TABLES else value
    except UnknownText:
        return value


def shortened(events: Iterable[Event]) -> list[Event]:
    """Of several steps in a row only the last; links built in a row as one sentence; of the dealing
    nothing, the table shows it.
    """
    found: list[Event] = []
    for (kind, _), several in groupby(
        after_dealing(list(events)), key=lambda event: (event["kind"], event.get("seat"))
    ):
        rows = list(several)
        if kind == "stepped":
            found.append(rows[-1])
        elif kind == "built" and len(rows) > 1 and "post" in rows[0]:
            found.append(
                {
                    **rows[-1],
                    "kind": "laid",
                    "count": len(rows),
                    "cost": sum(row["cost"] for row in rows),
                }
            )
        else:
            found += rows
    return found


def after_dealing(events: list[Event]) -> list[Event]:
    began = [place for place, event in enumerate(events) if event["kind"] == "began"]
    dealing = {"job-placed", "set-aside"}
    return [
        event
        for place, event in enumerate(events)
        if not (began and place < began[0] and event["kind"] in dealing)
    ]
