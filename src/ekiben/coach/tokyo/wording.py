"""What the coach of Tokyo Railways names, in words."""

from __future__ import annotations

from ekiben.coach.reason import Value
from ekiben.texts.sentences import value_in_words
from ekiben.texts.wording import Words


def value(words: Words, name: str, value: Value) -> object:
    """A value of a reason as people call it."""
    if name == "deliveries" and isinstance(value, list):
        return words.listed([str(value_in_words(words, "job", job)) for job in value])
    return value_in_words(words, "city" if name == "place" else name, value)
