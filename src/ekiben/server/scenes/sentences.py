"""Events and refusals as sentences with markup.

⟦red⟧ is a card, ⟦2 red⟧ two of them, ⟦@0⟧ the first seat, ⟦⟦⟧ the sign ⟦ itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ekiben.core.errors import Refusal
from ekiben.core.game import Event
from ekiben.texts.sentences import sentence, summarize, value_in_words
from ekiben.texts.wording import Words

SILENT = {"chose-route", "chose-city"}  # what comes of them is told when it is done
MOVE_EVENTS = 120  # as many as one move of one seat can cause, and some more


class MarkedWords(Words):
    """Words in which cards and seats are marks, for the browser to draw."""

    def card(self, kind: str) -> str:
        return f"⟦{kind}⟧"

    def cards(self, cards: Mapping[str, int]) -> str:
        return " ".join(f"⟦{count} {kind}⟧" for kind, count in cards.items())

    def seat(self, seat: int) -> str:
        return f"⟦@{seat}⟧"


def escape_marks(value: object) -> object:
    """What people typed, as it stands in a sentence with marks: none of it is one."""
    return value.replace("⟦", "⟦⟦⟧") if isinstance(value, str) else value


def with_sentences(
    board: Any, language: str, events: Sequence[Event], since: int = 0
) -> list[Event]:
    """A viewer's events from `since` on, each with its sentence, empty where the log stays silent.

    Earlier events are there for what continues them: a sentence that tells a whole move names its
    events in `parts`, and stands for what was told of them before.
    """
    words = MarkedWords(language, board)
    spoken = {
        event["n"]: event for event in summarize(words, events) if event["kind"] not in SILENT
    }
    return [
        with_sentence(words, event, spoken.get(event["n"]))
        for event in events
        if event["n"] >= since
    ]


def with_sentence(words: Words, event: Event, spoken: Event | None) -> Event:
    if spoken is None:
        return {**event, "text": ""}
    parts = {"parts": spoken["parts"]} if "parts" in spoken else {}
    return {**event, **parts, "text": sentence(words, spoken)}


def refusal_text(board: Any, language: str, refusal: Refusal) -> str:
    """Why an action is not allowed; the clause is shown beside it."""
    words = MarkedWords(language, board)
    details = {
        name: value_in_words(words, name, value)
        for name, value in refusal.details.items()
        if name != "verbs"
    }
    return words.say(f"reasons.{refusal.reason}", **details)
