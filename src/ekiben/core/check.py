"""The shape of a data file: unknown keys, missing keys, values of the wrong type, each with its place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ekiben.core.errors import BoardError, listed, nearest

Kind = type | tuple[type, ...]
Keys = Mapping[str, tuple[Kind, bool]]             # key -> type, required
NAMES = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", list: "a list", dict: "a table"}


def keyed(row: object, keys: Keys, place: str, items: Mapping[str, type]) -> Iterator[str]:
    """The faults of one table; `items` says what the lists under a key hold."""
    where = f"{place}: " if place else ""
    if not isinstance(row, dict):
        yield f"{where}should be a table with the keys {listed(keys)}"
        return
    for key, value in row.items():
        yield from valued(key, value, keys, where, items)
    for key, (_, required) in keys.items():
        if required and key not in row:
            yield f"{where}{key} is missing"


def valued(key: str, value: object, keys: Keys, where: str, items: Mapping[str, type]) -> Iterator[str]:
    if key not in keys:
        yield f"{where}unknown key {key!r}.{nearest(key, keys)} Keys here: {listed(keys)}"
    elif not is_a(value, keys[key][0]):
        yield f"{where}{key} should be {typed(keys[key][0])}, not {value!r}"
    elif isinstance(value, list) and key in items and not all(is_a(item, items[key]) for item in value):
        yield f"{where}{key} should be a list of {typed(items[key])} each"


def entries(table: object) -> list[tuple[str, Any]]:
    return list(table.items()) if isinstance(table, dict) else []


def is_a(value: object, kind: Kind) -> bool:
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def typed(kind: Kind) -> str:
    return " or ".join(NAMES[one] for one in (kind if isinstance(kind, tuple) else (kind,)))


def read_toml(path: Path) -> dict[str, Any]:
    """A file's tables; what cannot be read is a BoardError."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BoardError(path.name, [f"cannot be read: {error.strerror}"]) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BoardError(path.name, [f"is not TOML: {error}"]) from error
