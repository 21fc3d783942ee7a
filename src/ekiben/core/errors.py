"""What can go wrong, with what is wrong and what would be right."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import SupportsIndex

LONGEST = 120  # characters of a value that an error quotes


class EkibenError(ValueError):
    """The root of all errors that Ekiben raises on purpose."""


class BoardError(EkibenError):
    """A board file has faults: every one of them, each with its place."""

    def __init__(self, file: str, faults: list[str]) -> None:
        self.file, self.faults = file, faults
        super().__init__("\n".join(f"{file}: {fault}" for fault in faults))


class RecordError(EkibenError):
    """A record cannot be read or replayed."""


class Illegal(EkibenError):
    """The action is not allowed now: which clause says so, and why. Nothing was changed."""

    def __init__(self, refusal: Refusal, message: str) -> None:
        self.refusal, self.clause, self.reason = refusal, refusal.clause, refusal.reason
        super().__init__(message)


class Refusal:
    """Why an action is not legal: the clause, the reason by name, and the reason's figures."""

    def __init__(self, clause: str, reason: str, **details: object) -> None:
        self.clause, self.reason, self.details = clause, reason, details

    def __getattr__(self, name: str) -> object:
        try:
            return self.__dict__["details"][name]
        except KeyError:
            raise AttributeError(name) from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.clause, self.reason))

    def __repr__(self) -> str:
        details = "".join(f", {name}={value!r}" for name, value in self.details.items())
        return f"Refusal(clause={self.clause!r}, reason={self.reason!r}{details})"

    def to_json(self) -> dict[str, object]:
        return {"clause": self.clause, "reason": self.reason, **self.details}


def nearest(word: str, known: Iterable[str]) -> str:
    """' Did you mean ...?' or nothing."""
    import difflib  # only mistakes need it

    found = difflib.get_close_matches(word[:LONGEST], list(known), n=1, cutoff=0.5)
    return f" Did you mean {found[0]!r}?" if found else ""


def quoted(value: object) -> str:
    """A value as an error can quote it: short, whatever it is."""
    try:
        text = repr(value)
    except Exception:  # a number with too many digits, nested too deeply, or broken
        text = f"<{type(value).__name__}>"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def whole(value: object) -> int | None:
    """The whole number that a value is, if it is one; true and false are none."""
    if type(value) is int:  # quick: every action asks
        return value
    if value is None or isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def counted(count: int, noun: str) -> str:
    """A number with its noun, for messages that are in English only."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(words: Iterable[object]) -> str:
    return ", ".join(str(word) for word in words)
