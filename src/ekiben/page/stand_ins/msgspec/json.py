"""JSON, encoded and decoded by types."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from ._errors import ValidationError
from ._kinds import kind_of
from ._parse import parse
from ._write import encode

__all__ = ["Decoder", "Encoder", "decode", "encode"]
T = TypeVar("T")


class Encoder:
    """Encodes values as JSON."""

    def encode(self, obj: object) -> bytes:
        return encode(obj)


class Decoder(Generic[T]):
    """Decodes JSON as values of one type."""

    def __init__(self, type: Any = Any) -> None:  # a class, or a union or alias of classes
        self.kind = kind_of(type)

    def decode(self, text: str | bytes) -> T:
        plain = parse(text)
        try:
            value: T = self.kind.read(plain)
        except ValidationError as error:
            raise error.located() from None
        return value


def decode(buf: str | bytes, type: Any = Any) -> Any:  # a value of the type
    return Decoder[Any](type).decode(buf)
