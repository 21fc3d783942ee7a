"""JSON as plain objects: Python's own parser for what is right, an exact one for the rest.

The exact parser accepts what msgspec accepts and complains in the same words.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from ._errors import DecodeError, ValidationError

SPACE = re.compile(rb"[ \t\n\r]*")
PLAIN_TEXT = re.compile(rb'[^"\\\x00-\x1f]*')
NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
LITERALS = {b"t": (b"true", True), b"f": (b"false", False), b"n": (b"null", None)}
ESCAPES = dict(zip(b'"\\/bfnrt', '"\\/\b\f\n\r\t', strict=True))
HEX = frozenset(b"0123456789abcdefABCDEF")
MOST_DIGITS = 4300
SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


class NotPlain(ValueError):
    """Something that the fast parser treats otherwise than msgspec."""


class Repeated(dict[str, Any]):
    """An object with repeated keys: it has the last value of each, but tells all of them."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs

    def items(self) -> Any:  # pairs, and no view: a view has every key once
        return self.pairs


def parse(text: str | bytes) -> Any:  # plain objects
    """Parse JSON, or raise a DecodeError."""
    data = text.encode() if isinstance(text, str) else bytes(text)
    if not SURROGATE.search(data):
        try:
            return FAST.decode(data.decode())
        except ValueError:
            pass
    return Parser(data).document()


def unique_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise NotPlain
    return made


def finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise NotPlain
    return number


def refuse(word: str) -> float:
    raise NotPlain(word)


FAST = json.JSONDecoder(object_pairs_hook=unique_pairs, parse_float=finite, parse_constant=refuse)


class Parser:
    """Reads a text byte by byte."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def document(self) -> Any:
        value = self.value()
        self.skip_space()
        if self.place < len(self.data):
            raise self.fault("trailing characters", self.place + 1)
        return value

    def fault(self, what: str, place: int | None = None) -> DecodeError:
        place = self.place if place is None else place
        return DecodeError(f"JSON is malformed: {what} (byte {place})")

    def skip_space(self) -> None:
        found = SPACE.match(self.data, self.place)
        self.place = found.end() if found else self.place

    def peek(self) -> bytes:
        """The next byte; the end is an error."""
        if self.place >= len(self.data):
            raise DecodeError("Input data was truncated")
        return self.data[self.place : self.place + 1]

    def token(self) -> bytes:
        """The next byte that is no space."""
        self.skip_space()
        return self.peek()

    def take(self, count: int) -> bytes:
        if self.place + count > len(self.data):
            raise DecodeError("Input data was truncated")
        self.place += count
        return self.data[self.place - count : self.place]

    def value(self) -> Any:
        first = self.token()
        if first == b'"':
            return self.string()
        if first == b"{":
            return self.object()
        if first == b"[":
            return self.array()
        if first in LITERALS:
            return self.literal(*LITERALS[first])
        if first == b"-" or first.isdigit():
            return self.number()
        raise self.fault("invalid character")

    def literal(self, word: bytes, value: object) -> object:
        if self.take(len(word)) != word:
            raise self.fault("invalid character")
        return value

    def number(self) -> int | float:
        found = NUMBER.match(self.data, self.place)
        if found is None:
            self.place += 1
            at_end = self.place >= len(self.data)
            raise self.fault("invalid number" if at_end else "invalid character")
        self.check_end_of_number(found)
        self.place = found.end()
        return number_of(found)

    def check_end_of_number(self, found: re.Match[bytes]) -> None:
        """Refuse a leading zero, and a point or an exponent without digits."""
        end = found.end()
        after = self.data[end : end + 1]
        if found[0].lstrip(b"-") == b"0" and after.isdigit():
            raise self.fault("invalid number", end)
        if after == b"." and found[1] is None and found[2] is None:
            raise self.fault("invalid number", end + 1)
        if after in (b"e", b"E") and found[2] is None:
            signed = self.data[end + 1 : end + 2] in (b"+", b"-")
            raise self.fault("invalid number", end + 1 + signed)

    def array(self) -> list[Any]:
        self.place += 1
        items: list[Any] = []
        if self.token() == b"]":
            self.place += 1
            return items
        while True:
            items.append(self.value())
            if self.ends(b"]", "array"):
                return items

    def object(self) -> dict[str, Any]:
        self.place += 1
        pairs: list[tuple[str, Any]] = []
        if self.token() == b"}":
            self.place += 1
            return {}
        while True:
            pairs.append(self.pair())
            if self.ends(b"}", "object"):
                made = dict(pairs)
                return made if len(made) == len(pairs) else Repeated(pairs)

    def pair(self) -> tuple[str, Any]:
        if self.token() != b'"':
            raise self.fault("object keys must be strings")
        key = self.string()
        if self.token() != b":":
            raise self.fault("expected ':'")
        self.place += 1
        return key, self.value()

    def ends(self, bracket: bytes, name: str) -> bool:
        """Go on to the next item, or past the end of the container."""
        after = self.token()
        if after not in (b",", bracket):
            raise self.fault(f"expected ',' or '{bracket.decode()}'")
        self.place += 1
        if after == bracket:
            return True
        if self.token() == bracket:
            raise self.fault(f"trailing comma in {name}")
        return False

    # ---- strings
    def string(self) -> str:
        self.place += 1
        made = bytearray()
        while True:
            found = PLAIN_TEXT.match(self.data, self.place)
            assert found is not None
            made += found[0]
            self.place = found.end()
            end = self.peek()
            if end not in (b'"', b"\\"):
                raise self.fault("invalid character")
            self.place += 1
            if end == b'"':
                return made.decode()
            made += self.escaped().encode()

    def escaped(self) -> str:
        letter = self.take(1)[0]
        if letter in ESCAPES:
            return ESCAPES[letter]
        if letter != ord("u"):
            raise self.fault("invalid escape character in string")
        code = self.hex_digits()
        return chr(self.low_half(code) if 0xD800 <= code <= 0xDFFF else code)

    def hex_digits(self) -> int:
        digits = self.take(4)
        for n, digit in enumerate(digits):
            if digit not in HEX:
                raise self.fault("invalid character in unicode escape", self.place - 3 + n)
        return int(digits, 16)

    def low_half(self, high: int) -> int:
        """The whole character, from the second half that must follow."""
        if high >= 0xDC00:
            raise self.fault("invalid utf-16 surrogate pair")
        if self.place + 6 > len(self.data):
            raise DecodeError("Input data was truncated")
        if not self.data.startswith(b"\\u", self.place):
            raise self.fault("unexpected end of escaped utf-16 surrogate pair")
        self.place += 2
        low = self.hex_digits()
        if not 0xDC00 <= low <= 0xDFFF:
            raise self.fault("invalid utf-16 surrogate pair")
        return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)


def number_of(found: re.Match[bytes]) -> int | float:
    if found[1] is None and found[2] is None:
        if len(found[0].lstrip(b"-")) > MOST_DIGITS:
            raise ValidationError("Integer value out of range")
        return int(found[0])
    number = float(found[0])
    if math.isinf(number):
        raise ValidationError("Number out of range")
    return number
