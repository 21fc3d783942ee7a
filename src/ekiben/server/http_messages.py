"""What the server answers over HTTP."""

from __future__ import annotations

from typing import Any

import msgspec

from ekiben.server.store import Kind

Names = dict[str, str]  # by language


class Problem(msgspec.Struct):
    """What is wrong, by its code and in the asker's language."""

    code: str
    text: str


class Fault(msgspec.Struct):
    error: Problem


# ---- before any table
class OptionInfo(msgspec.Struct):
    """`meaning` is the clause's, in its own words; `labels` are the values' by their JSON text.
    `proposed` is what new tables are set up with, and `note` says why, where there is something to
    say.
    """

    name: str
    titles: Names
    values: list[Any]
    default: Any
    proposed: Any
    note: Names
    clause: str
    meaning: Names
    labels: dict[str, Names]


class LevelInfo(msgspec.Struct):
    name: str
    titles: Names
    meaning: Names
    bot: str


class GameInfo(msgspec.Struct):
    name: str
    titles: Names
    seats: tuple[int, int]
    options: list[OptionInfo]
    levels: list[LevelInfo]


class HomeInfo(msgspec.Struct):
    version: str
    games: list[GameInfo]


class ClauseLine(msgspec.Struct):
    number: str
    short: str


class ClauseInfo(ClauseLine):
    """`before` and `after` are its neighbours' numbers."""

    text: str
    ruling: bool
    option: str | None
    before: str | None
    after: str | None


# ---- tables
class Created(msgspec.Struct):
    """`links` open the seats for others, by seat."""

    table: str
    links: dict[str, str]


class SeatLink(msgspec.Struct):
    """It opens the seat once."""

    link: str


class TableLine(msgspec.Struct):
    """A table that may be watched; `created` in seconds since 1970."""

    table: str
    game: str
    options: dict[str, Any]
    names: list[str]
    kinds: list[Kind]
    created: float


class TableInfo(msgspec.Struct):
    """What a page needs before its socket; `you` are the seats of this browser; a `host` may invite
    to seats that are open.
    """

    table: str
    game: str
    rules: int
    options: dict[str, Any]
    names: list[str]
    kinds: list[Kind]
    levels: list[str | None]
    present: list[bool]
    you: list[int]
    host: bool
    over: bool
    public: bool
    clock_minutes: int | None
    again: str | None
    seq: int


class Elsewhere(msgspec.Struct):
    """Where the same people play again."""

    table: str


# ---- replays
class Step(msgspec.Struct):
    """Who did what, the fields of the scene that are others than before, and what is asked of whom
    then.
    """

    action: str
    seat: int | None
    changed: dict[str, Any]
    said: list[dict[str, Any]]
    asked: str
    next: int | None


class Film(msgspec.Struct):
    """A game step by step, as certain eyes saw it: a seat's, a spectator's (null) or all open
    ("all").
    """

    game: str
    rules: int
    options: dict[str, Any]
    names: list[str]
    seats: int
    eyes: int | str | None
    language: str
    plies: int
    over: bool
    start: dict[str, Any]
    said: list[dict[str, Any]]
    asked: str
    next: int | None
    steps: list[Step]
