"""Functions of structs."""

from __future__ import annotations

from typing import Any, TypeVar

from ._struct import Struct, values_of

S = TypeVar("S", bound=Struct)


def replace(struct: S, /, **changes: Any) -> S:
    """A copy with other values of some fields."""
    for name in changes:
        if name not in struct.__struct_fields__:
            raise TypeError(f"`{type(struct).__name__}` has no field '{name}'")
    fields = dict(zip(struct.__struct_fields__, values_of(struct), strict=True))
    return type(struct)(**{**fields, **changes})


def asdict(struct: Struct) -> dict[str, Any]:
    """The fields by name."""
    return dict(zip(struct.__struct_fields__, values_of(struct), strict=True))
