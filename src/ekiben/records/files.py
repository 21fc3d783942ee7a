"""Records out of files, line by line: whatever the size of a file, one line of it is in memory."""

from __future__ import annotations

import gzip
import json
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, cast

from ekiben.core.errors import RecordError
from ekiben.core.record import FORMAT, RecordValues
from ekiben.core.record import read as read_full

LONGEST = 1 << 24  # bytes of a line
PACKED = b"\x1f\x8b"  # how a file that gzip made begins
STANDARD_INPUT = "-"
SEEN_KEYS: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "board": str,
    "rules": int,
    "options": dict,
    "seats": int,
    "names": list,
    "viewer": (int, type(None)),
    "actions": list,
    "events": list,
    "result": (dict, type(None)),
}


@dataclass(frozen=True)
class Entry:
    """A line of a file."""

    file: str
    number: int
    line: str

    @cached_property
    def values(self) -> RecordValues:
        """What the record says, checked for shape."""
        try:
            return parse_values(self.line)
        except RecordError as error:
            raise self.error(error) from None

    @property
    def is_full(self) -> bool:
        """Whether it can be replayed, or is only what one viewer knew."""
        return "viewer" not in self.values

    def error(self, error: object) -> RecordError:
        """An error that names the file and the line."""
        return RecordError(f"{self.file}, line {self.number}: {error}")


# ---- lines
def read(*files: str | Path) -> Iterator[Entry]:
    """All records of the files one after the other; `-` is the standard input.

    Files may be packed by gzip; empty lines are skipped.
    """
    for file in files:
        if str(file) == STANDARD_INPUT:
            yield from entries(STANDARD_INPUT, sys.stdin.buffer)
            continue
        with Path(file).expanduser().open("rb") as stream:
            packed = stream.read(2) == PACKED
            stream.seek(0)
            yield from entries(str(file), gzip.GzipFile(fileobj=stream) if packed else stream)


def entries(file: str, stream: BinaryIO | gzip.GzipFile) -> Iterator[Entry]:
    number = 0
    for number, line in enumerate(lines(file, stream), 1):
        if line.strip():
            yield Entry(file, number, decode(file, number, line))


def lines(file: str, stream: BinaryIO | gzip.GzipFile) -> Iterator[bytes]:
    try:
        while line := stream.readline(LONGEST + 1):
            if len(line) > LONGEST:
                raise RecordError(f"{file}: not records: a line is longer than {LONGEST} bytes")
            yield line
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise RecordError(f"{file}: the packed file is damaged or cut off ({error})") from None


def decode(file: str, number: int, line: bytes) -> str:
    try:
        return line.decode().strip()
    except UnicodeDecodeError:
        raise RecordError(f"{file}, line {number}: not a record: the line is not text") from None


# ---- values
def parse_values(line: str) -> RecordValues:
    """The values of a full record, or of a viewer's, checked for shape."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        values = None
    if isinstance(values, dict) and "viewer" in values and values.get("ekiben") == FORMAT:
        check_viewer_record(values)
        return cast(RecordValues, values)
    return read_full(line)


def check_viewer_record(values: dict[str, Any]) -> None:
    """Check the shape of what one viewer knew; its values come from JSON as they are."""
    for key, kind in SEEN_KEYS.items():
        if key not in values:
            raise RecordError(f"the record is incomplete: {key!r} is missing")
        if not isinstance(values[key], kind) or isinstance(values[key], bool):
            raise RecordError(f"the record's {key!r} is of the wrong type: {values[key]!r}")
    if values["viewer"] is not None and not 0 <= values["viewer"] < values["seats"]:
        raise RecordError(
            f"the record's viewer is none of its {values['seats']} seats: {values['viewer']}"
        )
    if not all(isinstance(action, str) for action in values["actions"]) or not all(
        isinstance(event, dict) for event in values["events"]
    ):
        raise RecordError("the record's actions should be texts, and its events objects")
    if {"seed", "salt"} & set(values):
        raise RecordError("the record shows what one viewer knew, but it has a seed or a salt")
