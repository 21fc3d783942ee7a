"""What happened and why something is not allowed, in sentences."""

from __future__ import annotations

from ekiben.core.action import Action
from ekiben.core.errors import Refusal
from ekiben.core.game import Event
from ekiben.texts.family import WORDING
from ekiben.texts.wording import Words


def sentence(words: Words, event: Event) -> str:
    """What happened, as one sentence."""
    return WORDING.of(words.board).sentence(words, event)


def value_in_words(words: Words, name: str, value: object, count: int | None = None) -> object:
    """A value of an event or a refusal as people call it, in the form for `count` of them."""
    if name == "owner" and isinstance(value, int):
        return words.seat(value)
    return WORDING.of(words.board).value(words, name, value, count)


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
