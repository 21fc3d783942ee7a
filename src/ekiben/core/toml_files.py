"""The shape of a data file: unknown and missing keys, values of a wrong type, and where."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ekiben.core.errors import BoardError, listed, nearest, quoted

Kind = type | tuple[type, ...]
Keys = Mapping[str, tuple[Kind, bool]]  # key -> type, required
DEEPEST = 16  # tables within tables
TOO_DEEP = f"is nested too deeply: at most {DEEPEST} tables or lists within each other"
NAMES = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


class NeedsFaulty(Exception):
    """A check would need a value whose fault has been told already."""


def refuse(*_: object) -> Any:
    raise NeedsFaulty


USES = (
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "add",
    "radd",
    "sub",
    "rsub",
    "mul",
    "rmul",
    "hash",
    "bool",
    "len",
    "iter",
    "contains",
    "getitem",
    "int",
    "float",
    "abs",
    "str",
    "format",
    "getattr",
)
FAULTY: Any = type(
    "Faulty", (), {f"__{use}__": refuse for use in USES}
)()  # stands where such a value stood


def all_of(*checks: Iterable[str]) -> Iterator[str]:
    """The faults that several checks find; one that needs a faulty value ends, the next goes on."""
    for check in checks:
        with suppress(NeedsFaulty):
            yield from check


def check_table(row: object, keys: Keys, place: str, items: Mapping[str, type]) -> Iterator[str]:
    """The faults of one table; `items` says what lists under a key hold.

    What is at fault is FAULTY in the table afterwards.
    """
    where = f"{place}: " if place else ""
    if not isinstance(row, dict):
        yield f"{where}should be a table with the keys {listed(keys)}"
        return
    for key, value in list(row.items()):
        for fault in check_value(key, value, keys, where, items):
            yield fault
            if not (
                key in keys and is_a(value, keys[key][0]) and items.get(key) is dict
            ):  # those are looked at row by row
                row[key] = FAULTY
        if key not in keys:
            del row[key]
    for key, (_, required) in keys.items():
        if required and key not in row:
            yield f"{where}{key} is missing"
            row[key] = FAULTY


def check_tables(rows: object, keys: Keys, place: str, items: Mapping[str, type]) -> Iterator[str]:
    """The faults of all tables within a table (`place.name`) or a list (`place[number]`)."""
    if isinstance(rows, list):
        for number, row in enumerate(rows):
            yield from check_table(row, keys, f"{place}[{number}]", items)
            if not isinstance(row, dict):
                rows[number] = FAULTY
    elif isinstance(rows, dict):
        for name, row in list(rows.items()):
            yield from check_table(row, keys, f"{place}.{name}", items)
            if not isinstance(row, dict):
                rows[name] = FAULTY


def check_value(
    key: str, value: object, keys: Keys, where: str, items: Mapping[str, type]
) -> Iterator[str]:
    if key not in keys:
        yield f"{where}unknown key {key!r}.{nearest(key, keys)} Keys here: {listed(keys)}"
    elif not is_a(value, keys[key][0]):
        yield f"{where}{key} should be {type_names(keys[key][0])}, not {quoted(value)}"
    elif (
        isinstance(value, list)
        and key in items
        and not all(is_a(item, items[key]) for item in value)
    ):
        yield f"{where}{key} should be a list of {type_names(items[key])} each"


def entries(table: object) -> list[tuple[str, Any]]:
    """The rows of a table; none of what is no table."""
    return list(table.items()) if isinstance(table, dict) else []


def is_a(value: object, kind: Kind) -> bool:
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def type_names(kind: Kind) -> str:
    return " or ".join(NAMES[one] for one in (kind if isinstance(kind, tuple) else (kind,)))


# ---- files
def read_file(path: Path) -> bytes:
    """A file's content; a BoardError says why there is none."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BoardError(path.name, [f"cannot be read: {error.strerror}"]) from error
    except ValueError as error:  # a path that no file can have
        raise BoardError(quoted(path.name), [f"cannot be read: {error}"]) from error


def parse_toml(content: bytes, file: str) -> dict[str, Any]:
    """A file's tables; what cannot be read is a BoardError."""
    try:
        data = tomllib.loads(content.decode("utf-8"))
    except ValueError as error:
        raise BoardError(file, [f"is not TOML: {error}"]) from error
    except RecursionError as error:
        raise BoardError(file, [TOO_DEEP]) from error
    check_values(data, file)
    return data


def check_values(data: object, file: str) -> None:
    """Refuse numbers beyond 64 bits and tables nested without end, for all that comes later."""
    level = [data]
    for _ in range(DEEPEST):
        if any(isinstance(value, int) and value.bit_length() > 63 for value in level):
            raise BoardError(file, ["is not TOML: a whole number should have at most 64 bits"])
        level = [inner for value in level for inner in within(value)]
    if level:
        raise BoardError(file, [TOO_DEEP])


def within(value: object) -> Iterable[object]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
