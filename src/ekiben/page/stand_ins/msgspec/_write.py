"""Values as plain objects, and as JSON with the same bytes as msgspec."""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal
from enum import Enum
from typing import Any

from ._struct import REQUIRED, UNSET, Raw, StructMeta

PLAIN = frozenset((str, int, bool, type(None)))
KEYS = frozenset((str, int, float))
ITEMS = (list, tuple, set, frozenset)
EMPTY = (list, dict, set)  # as defaults these are made anew for each struct
# numbers beyond these are written otherwise than Python writes them
SMALLEST_PLAIN = 1e-4
LARGEST_PLAIN = 1e16
LARGEST = 1.7976931348623157e308


class OddFloat(Exception):
    """A number that Python's own encoder writes otherwise."""


def to_builtins(obj: object) -> Any:  # like the value: of any plain type
    """A value as plain objects; tuples stay tuples."""
    return plain(obj, odd_floats=True)


def plain(value: object, odd_floats: bool) -> Any:
    kind: type = type(value)
    if kind in PLAIN:
        return value
    if isinstance(kind, StructMeta):
        return plain_struct(value, kind, odd_floats)
    if kind is dict:
        return plain_dict(value, odd_floats)  # type: ignore[arg-type]
    if kind in ITEMS or isinstance(value, tuple):
        return plain_items(value, odd_floats)  # type: ignore[arg-type]
    if kind is float:
        return plain_float(value, odd_floats)  # type: ignore[arg-type]
    if isinstance(value, Enum):
        return plain(value.value, odd_floats)
    raise TypeError(f"Encoding objects of type {type_name(kind)} is unsupported")


def plain_dict(value: dict[Any, object], odd_floats: bool) -> dict[Any, Any]:
    if not KEYS.issuperset(map(type, value)):
        raise TypeError("Only dicts with str-like or number-like keys are supported")
    return {key: plain(item, odd_floats) for key, item in value.items() if item is not UNSET}


def type_name(kind: type) -> str:
    return kind.__name__ if kind.__module__ != "numpy" else f"numpy.{kind.__name__}"


def plain_struct(struct: object, kind: StructMeta, odd_floats: bool) -> dict[str, Any]:
    info = kind.__struct_info__
    found: dict[str, Any] = {} if info.tag is None else {info.tag_field: info.tag}
    omits = info.options.get("omit_defaults")
    for name in kind.__struct_fields__:
        value = getattr(struct, name)
        if value is not UNSET and not (omits and is_default(value, info.defaults[name])):
            found[name] = plain(value, odd_floats)
    return found


def is_default(value: object, default: object) -> bool:
    """Whether the value is the very default, or as empty."""
    if default is REQUIRED:
        return False
    return value is default or (type(value) is type(default) and type(value) in EMPTY and not value)


def plain_items(items: Iterable[object], odd_floats: bool) -> list[Any] | tuple[Any, ...]:
    made = [plain(item, odd_floats) for item in items]
    return tuple(made) if isinstance(items, tuple) else made


def plain_float(value: float, odd_floats: bool) -> float:
    size = abs(value)
    if odd_floats or SMALLEST_PLAIN <= size < LARGEST_PLAIN or not size:
        return value
    raise OddFloat


ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def encode(obj: object) -> bytes:
    """A value as JSON."""
    try:
        return ENCODER.encode(plain(obj, odd_floats=False)).encode()
    except OddFloat:
        return written(plain(obj, odd_floats=True)).encode()


def written(value: object) -> str:
    """Plain objects as JSON with all kinds of numbers; slower than Python's own encoder."""
    if isinstance(value, dict):
        items = (f"{ENCODER.encode(str(key))}:{written(item)}" for key, item in value.items())
        return "{" + ",".join(items) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(written, value)) + "]"
    return written_float(value) if isinstance(value, float) else ENCODER.encode(value)


def written_float(value: float) -> str:
    size = abs(value)
    if not size <= LARGEST:
        return "null"
    text = repr(value).replace("e+", "e").replace("e-0", "e-")
    return format(Decimal(text), "f") if 1e-5 <= size < SMALLEST_PLAIN else text


def raw(value: object) -> Raw:
    """A value that is left as JSON."""
    return Raw(encode(value))
