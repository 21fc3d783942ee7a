"""What the coach of the route games names, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ekiben.coach.reason import Value
from ekiben.texts.routes.actions import action_name
from ekiben.texts.sentences import value_in_words
from ekiben.texts.wording import Words


def value(words: Words, name: str, value: Value) -> object:
    """A value of a reason as people call it."""
    return SPOKEN[name](words, value) if name in SPOKEN else value_in_words(words, name, value)


def routes(words: Words, ids: list[str]) -> str:
    return words.listed([words.route(id) for id in ids])


def tickets(words: Words, ids: list[str]) -> str:
    return words.listed([words.ticket(id) for id in ids])


def who(words: Words, seat: int) -> str:
    """Another player's name; without names just that it is another."""
    return words.seat(seat) if seat < len(words.names) else words.say("coach.routes.another")


SPOKEN: dict[str, Callable[[Words, Any], object]] = {
    "action": action_name,
    "routes": routes,
    "tickets": tickets,
    "got": lambda words, kind: words.say(f"cli.pieces.{kind}", count=2),
    "cards": lambda words, cards: words.cards(cards),
    "who": who,
}
