"""A state is a table of fields: type, axes, and who sees each. Everything that copies, packs, shows
or hashes states reads it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

HIDDEN = -1
Buffer = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Field:
    """`sees`: "all"; "own" (the first axis is seats, each sees its row); "row" (the field named by
    `owner` tells whose row it is); "nobody" (no seat, until the game is over); "scratch" (no part
    of the game at all).
    """

    name: str
    type: str
    axes: tuple[str, ...] = ()
    sees: str = "all"
    owner: str = ""


class Layout:
    """The fields, work space last, with the most that each axis can hold."""

    def __init__(self, sizes: Mapping[str, int], fields: list[Field]) -> None:
        self.sizes, self.fields = (
            dict(sizes),
            sorted(fields, key=lambda field: field.sees == "scratch"),
        )
        self.dtype = np.dtype([self.entry(field) for field in self.fields], align=True)
        self.size = self.dtype.itemsize
        self.kept = self.until_scratch()
        self.scalars = [field.name for field in self.fields if not field.axes]
        self.arrays = [field.name for field in self.fields if field.axes]
        self.plain_class = type(
            "Plain", (Plain,), {"__slots__": [field.name for field in self.fields], "layout": self}
        )
        self.hashed = sorted(field.name for field in self.fields if field.sees != "scratch")

    def entry(self, field: Field) -> tuple[str, str, tuple[int, ...]]:
        return field.name, field.type, tuple(self.sizes[axis] for axis in field.axes)

    def until_scratch(self) -> int:
        """How many bytes from the start hold the game; work space lies behind them. A multiple of
        eight.
        """
        ends = [self.dtype.fields[field.name] for field in self.fields if field.sees != "scratch"]  # type: ignore[index]
        return -(-max(offset + kind.itemsize for kind, offset, *_ in ends) // 8) * 8

    def plain(self, buffer: Buffer | None = None) -> Any:
        """A plain state: int attributes, and arrays over a buffer of its own (a copy of the one
        given).
        """
        return self.plain_class(np.zeros(self.size, np.uint8) if buffer is None else buffer.copy())

    def digest(self, packed: Buffer) -> str:
        """Of all that belongs to the game, by the fields' names and values: the same for plain and
        packed states, and when fields are laid out anew, widened, or added empty.
        """
        record, digest = packed.view(self.dtype)[0], hashlib.sha256()
        for name in self.hashed:
            values = np.asarray(record[name], np.int64)
            if values.any():
                digest.update(name.encode() + values.tobytes())
        return digest.hexdigest()


class Plain:
    """A state as an object: what interpreted rules work on."""

    __slots__ = ("buffer",)
    layout: Layout

    def __init__(self, buffer: Buffer) -> None:
        self.buffer = buffer
        record = buffer.view(self.layout.dtype)[0]
        for name in self.layout.arrays:
            setattr(self, name, record[name])
        for name in self.layout.scalars:
            setattr(self, name, int(record[name]))

    def packed(self) -> Buffer:
        """The bytes, scalars written back; not a copy."""
        record = self.buffer.view(self.layout.dtype)
        for name in self.layout.scalars:
            record[name] = getattr(self, name)
        return self.buffer

    def copy(self) -> Any:
        return self.layout.plain(self.packed())


def plain_record(record: Any) -> Any:
    """A record of tables, such as a board, as an object with int attributes and array fields."""
    return SimpleNamespace(
        **{
            name: int(record[name]) if record[name].ndim == 0 else record[name]
            for name in record.dtype.names
        }
    )


class View:
    """What one viewer knows: the state's fields by name, what it may not know being HIDDEN (-1),
    cut to the game's sizes.
    """

    painter: Callable[[View], str | None] | None = (
        None  # draws the view as SVG; set by the match it is of
    )

    def __init__(self, game: str, viewer: int | None, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)
        self.game, self.viewer, self.fields = game, viewer, fields

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<View of {self.game} for {'spectators' if self.viewer is None else f'seat {self.viewer}'}>"

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"no field {name!r} in this view; it has {', '.join(self.__dict__.get('fields', ()))}"
        )

    def __getstate__(self) -> dict[str, Any]:
        """All but the painter: a view can be sent elsewhere."""
        return {name: value for name, value in self.__dict__.items() if name != "painter"}

    def _repr_svg_(self) -> str | None:
        return self.painter(self) if self.painter else None

    def to_json(self) -> str:
        import json

        values = {
            name: value.tolist() if isinstance(value, np.ndarray) else value
            for name, value in self.fields.items()
        }
        return json.dumps(
            {"game": self.game, "viewer": self.viewer, **values}, separators=(",", ":")
        )

    def digest(self) -> str:
        return hashlib.sha256(self.to_json().encode()).hexdigest()


def view(
    layout: Layout,
    state: Any,
    game: str,
    viewer: int | None,
    extents: Mapping[str, int],
    open_all: bool,
) -> View:
    """The viewer's knowledge of a plain state; `open_all` shows everything (the game is over)."""
    fields = {
        field.name: shown(field, place, state, viewer, open_all)
        for field, place in places(layout, tuple(extents.items()))
        if field.sees != "nobody" or open_all
    }
    return View(game, viewer, fields)


@lru_cache(1000)
def places(
    layout: Layout, extents: tuple[tuple[str, int], ...]
) -> list[tuple[Field, tuple[slice, ...]]]:
    """All fields but work space, each with where it is cut to a game's sizes."""
    return [
        (field, tuple(slice(dict(extents).get(axis)) for axis in field.axes))
        for field in layout.fields
        if field.sees != "scratch"
    ]


def shown(
    field: Field, place: tuple[slice, ...], state: Any, viewer: int | None, open_all: bool
) -> Any:
    value = getattr(state, field.name)
    if not place:
        return value
    cut = value[place].copy()
    if field.sees in ("own", "row") and not open_all:
        owners = (
            np.arange(len(cut)) if field.sees == "own" else getattr(state, field.owner)[: len(cut)]
        )
        cut[slice(None) if viewer is None else owners != viewer] = HIDDEN
    return cut
