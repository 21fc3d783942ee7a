"""Cleans the names people choose and what they write: only visible characters stay."""

from __future__ import annotations

import unicodedata
from itertools import groupby

MARKS = 3  # accents per letter; more would cover the lines above
UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
)
VISIBLE = "LNS"  # letters, numbers, symbols: a name needs at least one


def clean_name(name: str) -> str:
    """A cleaned text that has at least one letter, number or symbol; otherwise empty."""
    text = clean_text(name)
    return text if any(unicodedata.category(sign)[0] in VISIBLE for sign in text) else ""


def clean_text(text: str) -> str:
    """Remove characters that are invisible, change the text's direction or pile up.

    What is left is one line, and empty if nothing visible is.
    """
    signs = [sign for sign in unicodedata.normalize("NFC", text) if is_sign(sign)]
    return " ".join("".join(with_few_marks(signs)).split())


def is_sign(sign: str) -> bool:
    """Whether a character is visible or separates words."""
    if sign in UNSEEN or "\ufe00" <= sign <= "\ufe0f" or "\U000e0000" <= sign <= "\U000e0fff":
        return False
    return sign.isspace() or unicodedata.category(sign)[0] != "C"


def with_few_marks(signs: list[str]) -> list[str]:
    """Keep a few accents per letter, and none without a letter."""
    found: list[str] = []
    for marks, run in groupby(signs, key=lambda sign: unicodedata.category(sign)[0] == "M"):
        several = list(run)
        on_sign = bool(found) and not found[-1].isspace()
        found += several if not marks else several[:MARKS] if on_sign else []
    return found
