"""What a review says, in words: explanations, labels, the ledger, lessons."""

from __future__ import annotations

from ekiben.analysis.review import Choice, Explanation, Label, LedgerLine, Value
from ekiben.coach.family import COACH
from ekiben.texts.sentences import value_in_words
from ekiben.texts.wording import Words


def explanation_texts(words: Words, choice: Choice) -> list[str]:
    """All sentences about a choice; the last has what it lost at its end."""
    losses = [None] * (len(choice.explanations) - 1) + [choice.loss]
    return [
        explanation_text(words, one, loss)
        for one, loss in zip(choice.explanations, losses, strict=False)
    ]


def explanation_text(words: Words, explanation: Explanation, loss: float | None = None) -> str:
    """A sentence about a choice; with what the choice lost of the chance to win at its end."""
    values = {name: value_text(words, name, value) for name, value in explanation.values.items()}
    text = words.say(f"review.{explanation.key}", **values)
    lost = round(100 * loss) if loss is not None else 0
    key = "review.with-loss" if lost > 0 else "review.sentence"
    return words.say(key, text=text, loss=lost)


def value_text(words: Words, name: str, value: Value) -> object:
    """A value of an explanation as people say it."""
    if isinstance(value, int | float):
        return value if value >= 0 else f"−{-value}"
    return COACH.of(words.board).value(words, name, value)


def label_text(words: Words, label: Label) -> str:
    return words.say(f"review.labels.{label}")


def ledger_text(words: Words, line: LedgerLine, actions: tuple[str, ...] = ()) -> str:
    """What a line of the ledger is about; `actions` in notation are those of a choice."""
    who = words.seat(line.seat) if line.seat is not None else ""
    said = words.listed([str(value_in_words(words, "action", action)) for action in actions])
    return words.say(f"review.ledger.{line.kind}", who=who, action=said)


def lesson_text(words: Words, key: str) -> str:
    return words.say(f"review.lessons.{key}")
