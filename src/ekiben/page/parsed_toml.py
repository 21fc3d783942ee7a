"""TOML files that the build has parsed, since Python's own parser takes long in a page.

In the bundle such a file is a mark and the same tables as JSON. Whatever a person drops on the page
has no mark, and goes to the parser as everywhere.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable
from typing import Any

MARK = "\0"  # which no TOML file may have
Loads = Callable[..., dict[str, Any]]


def parse(text: str) -> str:
    """What lies in the bundle in place of a file."""
    tables = tomllib.loads(text)
    parsed = json.dumps(tables, ensure_ascii=False, separators=(",", ":"))
    assert json.loads(parsed) == tables, "JSON has no dates"
    return MARK + parsed


def reading_parsed(loads: Loads) -> Loads:
    """A parser that also reads what is parsed."""

    def read(text: str, **how: Any) -> dict[str, Any]:
        if not text.startswith(MARK):
            return loads(text, **how)
        tables: dict[str, Any] = json.loads(text[len(MARK) :])
        return tables

    return read


if sys.platform == "emscripten":
    tomllib.loads = reading_parsed(tomllib.loads)
