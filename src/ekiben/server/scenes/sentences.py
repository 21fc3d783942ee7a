"""Events and refusals as sentences with markup.

⟦red⟧ is a card, ⟦2 red⟧ two of them, ⟦@0⟧ the first seat, ⟦⟦⟧ the sign ⟦ itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ekiben.core.errors import Refusal
from ekiben.core.game import Event
from ekiben.texts.moves import lines
from ekiben.texts.sentences import value_in_words
from ekiben.texts.wording import Words


class MarkedWords(Words):
    """Words in which cards and seats are marks, for the browser to draw."""

    def card(self, kind: str) -> str:
        return f"⟦{kind}⟧"

    def cards(self, cards: Mapping[str, int]) -> str:
        return self.listed([f"⟦{count} {kind}⟧" for kind, count in cards.items()])

    def seat(self, seat: int) -> str:
        return f"⟦@{seat}⟧"


def escape_marks(value: object) -> object:
    """What people typed, as it stands in a sentence with marks: none of it is one."""
    return value.replace("⟦", "⟦⟦⟧") if isinstance(value, str) else value


def with_sentences(
    board: Any, language: str, events: Sequence[Event], since: int = 0
) -> list[Event]:
    """A viewer's events from number `since` on, each with its `line` of the log and a `text`.

    The text tells the whole move so far and replaces what the line said before; an event that
    adds nothing to say has an empty one. `events` start where the move before `since` started.
    """
    said = {event["n"]: {**event, "line": event["n"], "text": ""} for event in events}
    for line in lines(MarkedWords(language, board), events, since):
        for n in line.parts:
            said[n]["line"] = line.parts[0]
        said[line.parts[-1]]["text"] = line.text
    return [event for n, event in said.items() if n >= since]


def action_text(board: Any, language: str, notation: str) -> str:
    """An action in words; `keep ?` is one whose details the viewer may not know."""
    return str(value_in_words(MarkedWords(language, board), "action", notation))


def refusal_text(board: Any, language: str, refusal: Refusal) -> str:
    """Why an action is not allowed; the clause is shown beside it."""
    words = MarkedWords(language, board)
    details = {
        name: value_in_words(words, name, value)
        for name, value in refusal.details.items()
        if name != "verbs"
    }
    return words.say(f"reasons.{refusal.reason}", **details)
