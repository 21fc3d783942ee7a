"""Messages about deals over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ekiben.server.messages import Name
from ekiben.server.request_bodies import Body, NewSeat
from ekiben.server.store import Options


# ---- what a browser sends
class NewDeal(Body):
    """A deal to share; the seats that are no bot's are for people."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=9)]
    options: Options = {}  # noqa: RUF012 -- msgspec copies it


class BeginDeal(Body):
    """Play a deal at a table of one's own."""

    name: Name = ""


# ---- what the server sends
class DealLink(msgspec.Struct):
    deal: str


class DealSeatInfo(msgspec.Struct):
    kind: Literal["person", "bot"]
    level: str | None


class DealTry(msgspec.Struct):
    """A table at which this browser has begun to play the deal."""

    table: str
    over: bool


class DealRow(msgspec.Struct):
    """How a table ended; scores are those of the people there.

    `flaw` says why it does not count: a bot helped, it ended late, or it was not the device's
    first. The `table` is told to those who may see its replay.
    """

    names: list[str]
    scores: list[int]
    score: int
    margin: int
    place: int
    turns: int
    at: float
    attempt: int
    counted: bool
    flaw: Literal["", "helped", "late", "again"]
    standing: int
    mine: bool
    table: str | None


class DealInfo(msgspec.Struct):
    """A deal and its results; `now` and `closes` are in seconds since 1970.

    `open` says whether this browser may see replays; only then seed and salt are told.
    """

    deal: str
    game: str
    rules: int
    options: Options
    seats: list[DealSeatInfo]
    commit: str
    day: str
    closes: float | None
    closed: bool
    finished: bool
    open: bool
    seed: str | None
    salt: str | None
    tries: list[DealTry]
    rows: list[DealRow]
    total: int
    now: float


class DailyDeal(msgspec.Struct):
    """The daily deal of a game: how many have finished it, the best score, and one's own state."""

    deal: str
    game: str
    commit: str
    seats: list[DealSeatInfo]
    total: int
    best: int | None
    begun: bool
    finished: bool


class DailyInfo(msgspec.Struct):
    """The daily deals of a day; `today` is the day that is being played."""

    day: str
    today: str
    closes: float
    deals: list[DailyDeal]
