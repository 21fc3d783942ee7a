"""What a person types, turned into notation: city names, full-width letters, jobs by cities."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from ekiben.cli.family import TERMINAL
from ekiben.cli.words import Words
from ekiben.core.action import Action


def plain(typed: str) -> str:
    """Full-width letters, figures and spaces as ordinary ones."""
    return " ".join(unicodedata.normalize("NFKC", typed).split())


def in_notation(words: Words, typed: str, legal: Sequence[Action]) -> str:
    """The line with every city by its id, and what else the family knows by other names."""
    verb, _, rest = typed.partition(" ")
    known = TERMINAL.of(words.board).in_notation(words, verb.lower(), rest, legal)
    return f"{verb} {known or with_ids(words, rest)}".strip()


def with_ids(words: Words, text: str) -> str:
    """The text with city ids for names, the longest first, and a hyphen for dashes and arrows."""
    names = {name: city.id for city in words.board.cities for name in city.names.values()}
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(re.escape(name), names[name], text, flags=re.IGNORECASE)
    return re.sub(r"\s*[–—→]\s*", "-", text)
