"""For tests that read the text files themselves: every text with its key, and a text's places."""

import re
import string
from collections.abc import Iterator, Mapping

from ekiben.texts.plurals import choose_forms

PLURAL = re.compile(r"\{(\w+),\s*plural,")


def entries(table: Mapping[str, object], above: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a table by its dotted key."""
    for name, entry in table.items():
        key = f"{above}.{name}" if above else name
        yield from entries(entry, key) if isinstance(entry, dict) else [(key, str(entry))]


def places(text: str) -> set[str]:
    """The names of all places of a text, those that choose a form too."""
    plain = choose_forms(text, {}, "en")
    named = {name for _, name, _, _ in string.Formatter().parse(plain) if name}
    return named | set(PLURAL.findall(text))
