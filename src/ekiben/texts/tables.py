"""Sizes of tables in words."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.texts import say


def tables_text(sizes: Sequence[int], language: str = "en") -> str:
    """At which tables: at 2 seats, at 2 or 3 seats, at 2, 3 or 4 seats."""
    *others, last = sizes
    shown = str(last)
    if others:
        before = say("tables.comma", language).join(map(str, others))
        shown = say("tables.either", language, others=before, last=last)
    return say("tables.at", language, sizes=shown, last=last)
