"""Structs: classes whose fields are their annotations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, dataclass_transform

REQUIRED: Any = object()  # stands for the default of a field that has none


class UnsetType:
    """The type of `UNSET`."""

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False

    def __copy__(self) -> UnsetType:
        return self

    def __deepcopy__(self, memo: object) -> UnsetType:
        return self

    def __reduce__(self) -> str:
        return "UNSET"


UNSET = UnsetType()


class Meta:
    """Limits of a value, in an annotation."""

    def __init__(
        self,
        *,
        ge: float | None = None,
        le: float | None = None,
        min_length: int | None = None,
        max_length: int | None = None,
        pattern: str | None = None,
    ) -> None:
        self.ge = ge
        self.le = le
        self.min_length = min_length
        self.max_length = max_length
        self.pattern = pattern


class Raw(bytes):
    """JSON that is not decoded."""


@dataclass
class StructInfo:
    """What is known of a class of structs, its bases included."""

    defaults: dict[str, object]  # by field
    keyword_fields: frozenset[str]  # are given by name only
    options: dict[str, Any]  # of the class statement, each with a type of its own
    tag: str | None
    positional: tuple[str, ...] = ()

    @property
    def tag_field(self) -> str:
        field: str = self.options.get("tag_field") or "type"
        return field

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields; those given by name only are behind the others."""
        named = (name for name in self.defaults if name in self.keyword_fields)
        return (*self.positional, *named)


class StructMeta(type):
    """Makes the classes of structs."""

    __struct_info__: StructInfo
    __struct_fields__: tuple[str, ...]

    def __new__(
        mcls,
        name: str,
        bases: tuple[type, ...],
        space: dict[str, Any],
        kw_only: bool = False,
        **options: Any,
    ) -> StructMeta:
        own = {key: space.pop(key, REQUIRED) for key in annotated_fields(space)}
        base = next((one for one in bases if isinstance(one, StructMeta)), None)
        info = StructInfo({}, frozenset(), {}, None) if base is None else base.__struct_info__
        space["__slots__"] = tuple(key for key in own if key not in info.defaults)
        cls: StructMeta = super().__new__(mcls, name, bases, space)
        cls.__struct_info__ = extended(info, name, own, kw_only, options)
        cls.__struct_fields__ = cls.__struct_info__.fields
        return cls

    def __init__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any], **_: Any) -> None:
        super().__init__(name, bases, space)


def extended(
    info: StructInfo, name: str, own: dict[str, object], kw_only: bool, options: dict[str, Any]
) -> StructInfo:
    """What is known of a class with further fields and options."""
    defaults = {**info.defaults, **own}
    keyword_fields = (info.keyword_fields - own.keys()) | frozenset(own if kw_only else ())
    options = {**info.options, **options}
    tag = options.get("tag")
    return StructInfo(
        defaults,
        keyword_fields,
        options,
        tag(name) if callable(tag) else tag,
        tuple(key for key in defaults if key not in keyword_fields),
    )


def annotated_fields(space: dict[str, Any]) -> list[str]:
    annotations: dict[str, object] = space.get("__annotations__", {})
    return [key for key, value in annotations.items() if "ClassVar" not in str(value)]


def default_of(cls: StructMeta, name: str) -> object:
    """The default of a field; every struct gets an empty list or dict of its own."""
    default = cls.__struct_info__.defaults[name]
    if default is REQUIRED:
        raise TypeError(f"Missing required argument '{name}'")
    return type(default)() if isinstance(default, list | dict | set) else default


@dataclass_transform()
class Struct(metaclass=StructMeta):
    """A record of annotated fields."""

    __struct_fields__: ClassVar[tuple[str, ...]]

    def __init__(self, *arguments: object, **named: object) -> None:
        cls = type(self)
        positional = cls.__struct_info__.positional
        if len(arguments) > len(positional):
            raise TypeError("Extra positional arguments provided")
        for name, value in zip(positional, arguments, strict=False):
            if name in named:
                raise TypeError(f"Argument '{name}' given by name and position")
            object.__setattr__(self, name, value)
        for name in named:
            if name not in cls.__struct_fields__:
                raise TypeError(f"Unexpected keyword argument '{name}'")
        given = positional[: len(arguments)]
        for name in cls.__struct_fields__:
            if name in named:
                object.__setattr__(self, name, named[name])
            elif name not in given:
                object.__setattr__(self, name, default_of(cls, name))

    def __setattr__(self, name: str, value: object) -> None:
        if is_frozen(self):
            raise AttributeError(f"immutable type: '{type(self).__name__}'")
        object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Struct)
            and type(self) is type(other)
            and values_of(self) == values_of(other)
        )

    def __hash__(self) -> int:
        if not is_frozen(self):
            raise TypeError(f"unhashable type: '{type(self).__name__}'")
        return hash((type(self), *values_of(self)))

    def __repr__(self) -> str:
        fields = zip(self.__struct_fields__, values_of(self), strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in fields)})"


def is_frozen(struct: Struct) -> bool:
    return bool(type(struct).__struct_info__.options.get("frozen"))


def values_of(struct: Struct) -> list[Any]:  # of whatever types its fields have
    return [getattr(struct, name) for name in struct.__struct_fields__]
