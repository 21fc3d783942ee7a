"""What happened and why something is not allowed, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from ekiben.core.action import Action
from ekiben.core.errors import Refusal
from ekiben.core.game import Event
from ekiben.core.match import Match
from ekiben.texts.family import WORDING
from ekiben.texts.wording import Words

SMALL = {"turned-up", "chose-tickets", "chose-pieces", "asked-tickets", "asked-refill"}


def sentence(words: Words, event: Event) -> str:
    """What happened, as one sentence."""
    return WORDING.of(words.board).sentence(words, event)


def value_in_words(words: Words, name: str, value: object, count: int | None = None) -> object:
    """A value of an event or a refusal as people call it, in the form for `count` of them."""
    if name == "owner" and isinstance(value, int):
        return words.seat(value)
    return WORDING.of(words.board).value(words, name, value, count)


def summarize(words: Words, events: Iterable[Event]) -> list[Event]:
    """Without what the table shows anyway, or the next sentence tells again."""
    heard = WORDING.of(words.board).join_moves(list(events))
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


def all_events(match: Match, since: int = 0) -> list[Event]:
    """All events, each as its own seat heard it."""
    heard = {
        event["n"]: event
        for seat in (None, *range(match.seats))
        for event in match.events(seat, since)
        if seat is None or event.get("seat") == seat
    }
    return [heard[n] for n in sorted(heard)]


def refusal_sentence(words: Words, action: Action, refusal: Refusal) -> str:
    """Why not, and by which clause."""
    details = {
        name: value_in_words(words, name, value)
        for name, value in refusal.details.items()
        if name != "verbs"
    }
    return words(
        "refused",
        action=value_in_words(words, "action", str(action)),
        reason=words.say(f"reasons.{refusal.reason}", **details),
        clause=refusal.clause,
    )
