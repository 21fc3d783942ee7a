"""msgspec in plain Python, for pages: Pyodide has no build of the real one.

As much of it as the server uses, with the same bytes, the same values and the same errors. Tests
compare both over every message of the server.
"""

from . import json, structs
from ._errors import DecodeError, MsgspecError, ValidationError
from ._kinds import kind_of
from ._struct import UNSET, Meta, Raw, Struct, UnsetType
from ._write import to_builtins

__all__ = [
    "UNSET",
    "DecodeError",
    "Meta",
    "MsgspecError",
    "Raw",
    "Struct",
    "UnsetType",
    "ValidationError",
    "convert",
    "json",
    "structs",
    "to_builtins",
]


def convert(obj: object, type: object) -> object:
    """Make a value of a type from plain objects."""
    try:
        return kind_of(type).read(obj)
    except ValidationError as error:
        raise error.located() from None
