"""Records: a class of annotated fields is the layout of a state, a board, or a bot's memory.

The class gives the NumPy type, the objects that interpreted rules work on, views, digests, and what
the type checker knows. The same class types a record at every speed: interpreted rules get an
instance, machine code gets the bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Any, Self

import numpy as np

from ekiben.core.arrays import AXES, Array, Array2, Buffer

HIDDEN = -1
I1, I2, I4, I8, F8 = "i1", "i2", "i4", "i8", "f8"


class SeenBy(Enum):
    """Who sees a field: everybody, each seat its row, a row's owner, no seat before the end."""

    ALL = "all"
    OWN = "own"
    OWNER = "owner"
    NOBODY = "nobody"
    SCRATCH = "scratch"  # work space, no part of the game at all


ALL, OWN, NOBODY, SCRATCH = SeenBy.ALL, SeenBy.OWN, SeenBy.NOBODY, SeenBy.SCRATCH


@dataclass(frozen=True)
class Field:
    """One field of a record; `owned_by` names the field that tells which seat owns each row."""

    type: str
    axes: tuple[str | int, ...] = ()
    seen_by: SeenBy = ALL
    owned_by: str = ""
    name: str = ""


def field(type: str, *axes: str | int, seen_by: SeenBy = ALL, owned_by: str = "") -> Any:
    """Declare a field: its NumPy type, and its axes by size or by name in the record's `sizes`."""
    return Field(type, axes, SeenBy.OWNER if owned_by else seen_by, owned_by)


class RecordType(type):
    """Makes a layout of a class: its fields become slots, work space comes last in the bytes."""

    fields: tuple[Field, ...]
    sizes: Mapping[str, int]
    dtype: np.dtype[np.void]
    size: int  # bytes
    size_without_scratch: int  # bytes from the start that hold the game, a multiple of eight
    scalar_names: tuple[str, ...]
    array_names: tuple[str, ...]
    digest_names: tuple[str, ...]

    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        body: dict[str, Any],
        sizes: Mapping[str, int] | None = None,
    ) -> RecordType:
        fields = declared_fields(name, body)
        body = {key: value for key, value in body.items() if not isinstance(value, Field)}
        body.setdefault("__slots__", tuple(field.name for field in fields))
        cls = super().__new__(mcs, name, bases, body)
        cls.lay_out(fields, sizes or {})
        return cls

    def lay_out(cls, fields: list[Field], sizes: Mapping[str, int]) -> None:
        cls.sizes = sizes
        cls.fields = tuple(sorted(fields, key=lambda field: field.seen_by is SCRATCH))
        cls.dtype = np.dtype([numpy_entry(field, sizes) for field in cls.fields], align=True)
        cls.size = cls.dtype.itemsize
        cls.size_without_scratch = end_of_game(cls)
        cls.scalar_names = tuple(field.name for field in cls.fields if not field.axes)
        cls.array_names = tuple(field.name for field in cls.fields if field.axes)
        cls.digest_names = tuple(
            sorted(field.name for field in cls.fields if field.seen_by is not SCRATCH)
        )


def declared_fields(record: str, body: Mapping[str, Any]) -> list[Field]:
    """The fields of a class body, in order; each annotation has to fit the field's axes."""
    annotations = body.get("__annotations__", {})
    fields = [replace(value, name=name) for name, value in body.items() if isinstance(value, Field)]
    for one in fields:
        annotation = annotations.get(one.name)
        if AXES.get(annotation) != len(one.axes):
            raise TypeError(
                f"{record}.{one.name} has {len(one.axes)} axes but is declared as {annotation}"
            )
        if one.name in RESERVED:
            raise TypeError(f"{record}.{one.name}: every record has something else of that name")
    return fields


def numpy_entry(field: Field, sizes: Mapping[str, int]) -> tuple[str, str, tuple[int, ...]]:
    """The field as NumPy lists it."""
    shape = tuple(axis if isinstance(axis, int) else sizes[axis] for axis in field.axes)
    return field.name, field.type, shape


def end_of_game(record: RecordType) -> int:
    """How many bytes from the start hold the game, in whole words; work space lies behind them."""
    places: Mapping[str, tuple[Any, ...]] = record.dtype.fields or {}
    ends = [places[field.name] for field in record.fields if field.seen_by is not SCRATCH]
    return -(-max((place[1] + place[0].itemsize for place in ends), default=0) // 8) * 8


RESERVED = {"buffer", "packed", "copy", "unpack", "digest", "lay_out", *RecordType.__annotations__}


class Record(metaclass=RecordType):
    """A record as interpreted rules work on it: int attributes, and arrays over its bytes."""

    __slots__ = ("buffer",)
    buffer: Buffer

    def __init__(self, buffer: Buffer | None = None) -> None:
        """Work on these very bytes, or on new ones, all zero."""
        self.buffer = np.zeros(type(self).size, np.uint8) if buffer is None else buffer
        record = self.buffer.view(type(self).dtype)[0]
        for name in type(self).array_names:
            setattr(self, name, record[name])
        for name in type(self).scalar_names:
            setattr(self, name, record[name].item())

    @classmethod
    def unpack(cls, buffer: Buffer) -> Self:
        """A record over a copy of these bytes."""
        return cls(buffer.copy())

    def packed(self) -> Buffer:
        """The bytes, scalars written back; not a copy."""
        record = self.buffer.view(type(self).dtype)
        for name in type(self).scalar_names:
            record[name] = getattr(self, name)
        return self.buffer

    def copy(self) -> Self:
        return self.unpack(self.packed())

    @classmethod
    def digest(cls, packed: Buffer) -> str:
        """Of all that belongs to the game, by the fields' names and values.

        It is the same for interpreted and packed states, and stays the same when fields are laid
        out anew, widened, or added empty.
        """
        record, digest = packed.view(cls.dtype)[0], hashlib.sha256()
        for name in cls.digest_names:
            values = np.asarray(record[name], np.int64)
            if values.any():
                digest.update(name.encode() + values.tobytes())
        return digest.hexdigest()


class GameState(Record):
    """The fields that every family's state has, for the core to read and write."""

    seed: Array
    stream: Array
    seats: int
    seat: int
    asked: int
    revealed: int
    score: Array
    logs_events: int
    events_logged: int
    event_log: Array2


class GameBoard(Record):
    """The fields that every family's board has."""

    actions: int


class View:
    """What one viewer knows: a state's fields by name, cut to the game; HIDDEN (-1) is unknown."""

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

    def __repr__(self) -> str:
        return (
            f"<View of {self.game} for "
            f"{'spectators' if self.viewer is None else f'seat {self.viewer}'}>"
        )

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


def make_view(
    state: GameState, game: str, viewer: int | None, extents: Mapping[str, int], open_all: bool
) -> View:
    """The viewer's knowledge of a state; `open_all` shows everything, as when the game is over."""
    fields = {
        field.name: visible_value(field, place, state, viewer, open_all)
        for field, place in visible_fields(type(state), tuple(extents.items()))
        if field.seen_by is not NOBODY or open_all
    }
    return View(game, viewer, fields)


@lru_cache(1000)
def visible_fields(
    record: RecordType, extents: tuple[tuple[str, int], ...]
) -> list[tuple[Field, tuple[slice, ...]]]:
    """All fields but work space, each with where it is cut to a game's sizes."""
    sizes: dict[str | int, int] = dict(extents)
    return [
        (field, tuple(slice(sizes.get(axis)) for axis in field.axes))
        for field in record.fields
        if field.seen_by is not SCRATCH
    ]


def visible_value(
    field: Field, place: tuple[slice, ...], state: Record, viewer: int | None, open_all: bool
) -> Any:
    value = getattr(state, field.name)
    if not place:
        return value
    cut = value[place].copy()
    if field.seen_by in (OWN, SeenBy.OWNER) and not open_all:
        owners = (
            np.arange(len(cut), dtype=np.int64)
            if field.seen_by is OWN
            else getattr(state, field.owned_by)[: len(cut)]
        )
        cut[slice(None) if viewer is None else owners != viewer] = HIDDEN
    return cut
