"""What happened and why something is not allowed, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ekiben.cli import tokyo_words
from ekiben.cli.tokyo_words import is_lattice
from ekiben.cli.words import Words
from ekiben.core.action import Action
from ekiben.core.errors import Refusal
from ekiben.core.match import Match

Event = dict[str, Any]
OWN = {"drew-blind": "card", "offered": "tickets", "kept": "tickets"}       # kinds that say more to the seat itself
SMALL = {"turned-up", "chose-tickets", "chose-pieces", "asked-tickets", "asked-refill"}


def sentence(words: Words, event: Event) -> str:
    if is_lattice(words.board):
        return tokyo_words.sentence(words, event)
    kind = event["kind"]
    key = f"{kind}-own" if OWN.get(kind) in event else kind
    values = {name: told(words, name, value) for name, value in event.items() if name != "kind"}
    return words.say(f"events.{key}", who=words.seat(event["seat"]) if event.get("seat") is not None else "", **values)


def told(words: Words, name: str, value: Any) -> Any:
    """A value of an event or a refusal as people call it."""
    if is_lattice(words.board):
        return tokyo_words.told(words, name, value)
    if isinstance(value, dict):
        return words.cards(value)
    if isinstance(value, list):
        return words.listed([words.ticket(str(one)) for one in value])
    if not isinstance(value, str):
        return value
    ways: dict[str, Callable[[str], str]] = {"card": words.card, "route": words.route, "city": words.city, "ticket": words.ticket}
    tables = {"colour": "colours", "asked": "cli.questions", "deck": "cli.decks", "pieces": "cli.pieces", "kind": "cli.pieces"}
    if name in tables:
        return words.say(f"{tables[name]}.{value}")
    return ways[name](value) if name in ways else value


def brief(events: Iterable[Event]) -> list[Event]:
    """Without what the table shows anyway, and without choices that the next sentence tells again."""
    heard = tokyo_words.brief(events)
    kinds = [event["kind"] for event in heard]
    said_again = {("chose-route", "paid", "claimed"), ("chose-city", "paid", "built")}
    return [event for place, event in enumerate(heard) if kinds[place] not in SMALL
            and not (kinds[place] == "offered" and "tickets" in event)
            and tuple(kinds[place:place + 3]) not in said_again and kinds[place:place + 2] != ["paid", "laid-out"]]


def all_of(match: Match, since: int = 0) -> list[Event]:
    """All events, each as its own seat heard it."""
    heard = {event["n"]: event for seat in (None, *range(match.seats)) for event in match.events(seat, since)
             if seat is None or event.get("seat") == seat}
    return [heard[n] for n in sorted(heard)]


def refused(words: Words, action: Action, refusal: Refusal) -> str:
    """Why not, and by which clause."""
    details = {name: told(words, name, value) for name, value in refusal.details.items() if name != "verbs"}
    return words("refused", action=action, reason=words.say(f"reasons.{refusal.reason}", **details), clause=refusal.clause)
