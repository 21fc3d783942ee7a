"""Values that can be typed after an option, checked."""

from __future__ import annotations

from argparse import ArgumentTypeError
from urllib.parse import urlsplit

OptionValue = bool | int | str


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def count(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


def port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise ArgumentTypeError(f"{text!r} is not a port: a whole number from 0 to 65535")
    return int(text)


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 86_400:
        raise ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value


def seed(text: str) -> int:
    """Decimal, or hexadecimal as in records with 0x before it."""
    try:
        return int(text, 0)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a whole number") from None


def option(text: str) -> tuple[str, OptionValue]:
    """`name=value`; numbers, true and false are read as such."""
    name, given, value = text.partition("=")
    if not given or not name:
        raise ArgumentTypeError(f"{text!r} is not of the form option=value")
    if value in ("true", "false"):
        return name.strip(), value == "true"
    return name.strip(), int(value) if value.removeprefix("-").isdecimal() else value


def web_address(text: str) -> str:
    """`https://games.example`, without a slash at its end."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ArgumentTypeError(f"{text!r} is not an address like https://games.example")
    return text.rstrip("/")


def seat_list(text: str) -> list[int]:
    """`4`, `2,4` or `2-5`."""
    found: list[int] = []
    for piece in text.split(","):
        first, dash, last = piece.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise ArgumentTypeError(f"{text!r} is not a number of seats: 4, or 2,4, or 2-5")
        found += range(int(first), int(last or first) + 1)
    return list(dict.fromkeys(found))


def table_kinds(text: str) -> tuple[str, ...]:
    named = tuple(piece.strip() for piece in text.split(","))
    if not set(named) <= {"alone", "different"}:
        raise ArgumentTypeError(f"{text!r} are no tables: alone, different, or both with a comma")
    return named
