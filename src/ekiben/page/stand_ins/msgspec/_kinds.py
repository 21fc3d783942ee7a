"""Types as readers: each makes its values from plain objects, or complains in msgspec's words."""

from __future__ import annotations

import functools
import re
import types
import typing
from collections.abc import Callable, Iterable
from typing import Any, Literal

from ._errors import ValidationError
from ._parse import Repeated
from ._struct import REQUIRED, Meta, Raw, StructMeta, UnsetType, default_of
from ._write import raw

ORDER = ("bool", "int", "float", "str", "array", "object", "null")  # in which errors name types
NAMES: dict[type, str] = {
    bool: "bool",
    int: "int",
    float: "float",
    str: "str",
    type(None): "null",
    list: "array",
    tuple: "array",
    dict: "object",
    Repeated: "object",
}


class Kind:
    """Reads values of a type; `accepts` are the names of plain values it may be made from."""

    accepts: tuple[str, ...] = ()

    def read(self, value: Any) -> Any:  # plain objects, and a value of the type
        raise NotImplementedError

    def wrong_type(self, value: object) -> ValidationError:
        known = " | ".join(name for name in ORDER if name in self.accepts)
        return ValidationError(f"Expected `{known}`, got `{name_of(value)}`")


def name_of(value: object) -> str:
    return NAMES.get(type(value), type(value).__name__)


class AnyKind(Kind):
    """Takes everything as it is."""

    def read(self, value: Any) -> Any:
        return dict(value) if isinstance(value, Repeated) else value


class RawKind(Kind):
    """Leaves a value as JSON."""

    def read(self, value: Any) -> Raw:
        return raw(value)


class Scalar(Kind):
    """Numbers, texts and null, as they are."""

    def __init__(self, kind: type) -> None:
        self.kind = kind
        self.accepts = (NAMES[kind],)

    def read(self, value: Any) -> Any:
        if type(value) is self.kind:
            return value
        raise self.wrong_type(value)


class Float(Scalar):
    """Numbers, whole ones too."""

    def __init__(self) -> None:
        super().__init__(float)

    def read(self, value: Any) -> float:
        return float(value) if type(value) is int else float(super().read(value))


class OneOf(Kind):
    """Some texts or numbers."""

    def __init__(self, values: Iterable[object]) -> None:
        self.values = frozenset(values)
        self.accepts = tuple({name_of(value) for value in self.values})

    def read(self, value: Any) -> Any:
        if name_of(value) not in self.accepts:
            raise self.wrong_type(value)
        if value not in self.values:
            raise ValidationError(f"Invalid enum value {value!r}")
        return value


class Limited(Kind):
    """Numbers and texts within limits."""

    def __init__(self, inner: Kind, limits: Meta) -> None:
        self.inner = inner
        self.accepts = inner.accepts
        self.limits = limits
        self.pattern = re.compile(limits.pattern or "")

    def read(self, value: Any) -> Any:
        made = self.inner.read(value)
        broken = self.broken_limit(made)
        if broken is not None:
            raise ValidationError(f"Expected `{name_of(made)}` {broken}")
        return made

    def broken_limit(self, made: Any) -> str | None:
        limits = self.limits
        if limits.ge is not None and made < limits.ge:
            return f">= {limits.ge}"
        if limits.le is not None and made > limits.le:
            return f"<= {limits.le}"
        if limits.min_length is not None and len(made) < limits.min_length:
            return f"of length >= {limits.min_length}"
        if limits.max_length is not None and len(made) > limits.max_length:
            return f"of length <= {limits.max_length}"
        if limits.pattern is not None and not self.pattern.search(made):
            return f"matching regex {limits.pattern!r}"
        return None


class Items(Kind):
    """Lists, and tuples of any length."""

    accepts = ("array",)

    def __init__(self, item: Kind, make: Callable[[list[Any]], Any], limits: Meta | None) -> None:
        self.item = item
        self.make = make
        self.fewest = (limits and limits.min_length) or 0
        self.most = limits and limits.max_length

    def read(self, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise self.wrong_type(value)
        made = []
        for n, item in enumerate(value):
            if n == self.most:
                raise ValidationError(f"Expected `array` of length <= {self.most}")
            made.append(read_item(self.item, n, item))
        if len(made) < self.fewest:
            raise ValidationError(f"Expected `array` of length >= {self.fewest}")
        return self.make(made)


def read_item(kind: Kind, number: int, value: object) -> Any:
    try:
        return kind.read(value)
    except ValidationError as error:
        raise error.inside(f"[{number}]") from None


class FixedItems(Kind):
    """Tuples with a type for each item."""

    accepts = ("array",)

    def __init__(self, items: list[Kind]) -> None:
        self.items = items

    def read(self, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise self.wrong_type(value)
        pairs = zip(self.items, value, strict=False)
        made = tuple(read_item(kind, n, item) for n, (kind, item) in enumerate(pairs))
        if len(value) != len(self.items):
            raise ValidationError(f"Expected `array` of length {len(self.items)}")
        return made


class Mapping(Kind):
    """Objects with keys and values of a type each."""

    accepts = ("object",)

    def __init__(self, key: Kind, value: Kind) -> None:
        self.key = key
        self.value = value

    def read(self, value: Any) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise self.wrong_type(value)
        return {self.read_key(key): self.read_value(item) for key, item in value.items()}

    def read_key(self, key: Any) -> Any:
        """A key; JSON writes numbers as texts."""
        if self.key.accepts == ("int",) and isinstance(key, str) and key.lstrip("-").isdecimal():
            return int(key)
        try:
            return self.key.read(key)
        except ValidationError as error:
            raise error.in_key() from None

    def read_value(self, value: Any) -> Any:
        try:
            return self.value.read(value)
        except ValidationError as error:
            raise error.inside("[...]") from None


class Record(Kind):
    """Structs."""

    accepts = ("object",)

    def __init__(self, cls: StructMeta) -> None:
        self.cls = cls
        self.info = cls.__struct_info__
        self.forbids_unknown = bool(self.info.options.get("forbid_unknown_fields"))

    @functools.cached_property
    def kinds(self) -> dict[str, Kind]:
        """By field; found at first use, since structs may speak of each other."""
        hints = typing.get_type_hints(self.cls, include_extras=True)
        return {name: kind_of(hints[name]) for name in self.cls.__struct_fields__}

    def read(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise self.wrong_type(value)
        cls: type[object] = self.cls
        made = object.__new__(cls)
        given = self.read_fields(value, made)
        for name, default in self.info.defaults.items():
            if name not in given:
                if default is REQUIRED:
                    raise ValidationError(f"Object missing required field `{name}`")
                object.__setattr__(made, name, default_of(self.cls, name))
        return made

    def read_fields(self, value: dict[str, Any], made: object) -> set[str]:
        """Set the fields that are given, in their order; return which they are."""
        given = set()
        for name, item in value.items():
            kind = self.kinds.get(name)
            if kind is not None:
                given.add(name)
                object.__setattr__(made, name, read_field(kind, name, item))
            else:
                self.check_other(name, item)
        return given

    def check_other(self, name: object, item: object) -> None:
        """Check what is no field: the tag, or something unknown."""
        if not isinstance(name, str):
            raise ValidationError("Expected `str`").in_key()
        if self.info.tag is not None and name == self.info.tag_field:
            if read_tag(item, name) != self.info.tag:
                raise ValidationError(f"Invalid value {item!r}", f".{name}")
        elif self.forbids_unknown:
            raise ValidationError(f"Object contains unknown field `{name}`")


def read_field(kind: Kind, name: str, value: object) -> Any:
    try:
        return kind.read(value)
    except ValidationError as error:
        raise error.inside(f".{name}") from None


def read_tag(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise ValidationError("Expected `str`", f".{name}")
    return value


class Tagged(Kind):
    """One of several structs, by its tag."""

    accepts = ("object",)

    def __init__(self, records: list[Record]) -> None:
        self.field = records[0].info.tag_field
        self.records = {record.info.tag: record for record in records}

    def read(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise self.wrong_type(value)
        if self.field not in value:
            raise ValidationError(f"Object missing required field `{self.field}`")
        tag = next(item for name, item in value.items() if name == self.field)
        record = self.records.get(read_tag(tag, self.field))
        if record is None:
            raise ValidationError(f"Invalid value {tag!r}", f".{self.field}")
        return record.read(value)


class Union(Kind):
    """One of several types, by what the plain value is."""

    def __init__(self, kinds: list[Kind]) -> None:
        self.by_name = {name: kind for kind in kinds for name in kind.accepts}
        self.accepts = tuple(self.by_name)

    def read(self, value: Any) -> Any:
        name = name_of(value)
        kind = self.by_name.get(name)
        if kind is None and name == "int":
            kind = self.by_name.get("float")
        if kind is None:
            raise self.wrong_type(value)
        return kind.read(value)


# ---- the kind of a type
@functools.cache
def kind_of(hint: Any) -> Kind:  # whatever can be written as a type
    """The kind of a type."""
    if hint is Any or hint is object:
        return AnyKind()
    if hint is Raw:
        return RawKind()
    if isinstance(hint, StructMeta):
        return Record(hint)
    if hint is float:
        return Float()
    if hint in (bool, int, str, type(None), None):
        return Scalar(type(None) if hint is None else hint)
    return kind_of_form(hint, typing.get_origin(hint) or hint, typing.get_args(hint))


def kind_of_form(hint: Any, origin: Any, arguments: tuple[Any, ...]) -> Kind:
    """The kind of a type that is made of others."""
    if origin is typing.Annotated:
        return limited(*arguments)
    if origin is Literal:
        return OneOf(arguments)
    if origin in (typing.Union, types.UnionType):
        return union([kind_of(one) for one in arguments if one is not UnsetType])
    if origin is list:
        return Items(kind_of(arguments[0]) if arguments else AnyKind(), list, None)
    if origin is tuple and arguments[1:] == (...,):
        return Items(kind_of(arguments[0]), tuple, None)
    if origin is tuple:
        return FixedItems([kind_of(one) for one in arguments])
    if origin is dict:
        key, value = arguments or (str, Any)
        return Mapping(kind_of(key), kind_of(value))
    raise TypeError(f"Type '{hint}' is not supported")


def limited(hint: Any, limits: Meta) -> Kind:
    """A type within limits; those of a list are checked as it is read."""
    inner = kind_of(hint)
    return (
        Items(inner.item, inner.make, limits)
        if isinstance(inner, Items)
        else Limited(inner, limits)
    )


def union(kinds: list[Kind]) -> Kind:
    """One kind for several: structs are told apart by their tags."""
    records = [kind for kind in kinds if isinstance(kind, Record)]
    others = [kind for kind in kinds if not isinstance(kind, Record)]
    if any(isinstance(kind, AnyKind) for kind in others):
        return AnyKind()
    if len(records) > 1:
        others.append(Tagged(records))
    else:
        others += records
    return others[0] if len(others) == 1 else Union(others)
