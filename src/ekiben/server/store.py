"""Where tables are kept. The log is the truth: a table in memory is only a replay of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

Kind = Literal["person", "bot", "open"]


class Conflict(Exception):
    """Somebody else has written these numbers of the log: read it again."""


class StoreAway(Exception):
    """The store cannot be written to or read from now; nothing was written."""


class Unsure(StoreAway):
    """The store went away while it was writing: what was to be written may be there when it comes
    back.
    """


class Seating(msgspec.Struct):
    """A seat as the table began. `token` is a hash: of the invitation where the seat is open, else
    of its person's token; `devices` are the hashes of further tokens, where people who play again
    brought several.
    """

    kind: Kind
    name: str
    level: str | None = None
    token: str = ""
    devices: list[str] | msgspec.UnsetType = msgspec.UNSET

    @property
    def tokens(self) -> frozenset[str]:
        """All that open it."""
        return frozenset(
            filter(None, [self.token, *([] if self.devices is msgspec.UNSET else self.devices)])
        )


class Setup(msgspec.Struct):
    """All that a table begins with; the seed and the salt stay here."""

    id: str
    game: str
    options: dict[str, Any]
    rules: int
    seed: str
    salt: str
    seats: list[Seating]
    public: bool = False
    clock_minutes: int | None = None
    created: float = 0.0
    board: str | msgspec.UnsetType = msgspec.UNSET  # its digest; tables of older versions have none


class Entry(msgspec.Struct, omit_defaults=True):
    """One line of a table's log. `spent`: milliseconds of the seat's clock; `table`: where it is
    played again; `token`: the hash of what opens the seat from now on (`sit`, `reset`), or of a
    link that may be exchanged for such a token (`link`); "unreadable" stands for a line that is
    missing or that this Ekiben cannot read.
    """

    kind: Literal["play", "undo", "sit", "bot", "back", "again", "link", "reset", "unreadable"]
    seat: int = 0
    action: str = ""
    spent: int = 0
    level: str = ""
    name: str = ""
    table: str = ""
    timeout: bool = False
    token: str = ""


UNREADABLE = Entry("unreadable")
GONE = -1  # the length of the log of a table that is no longer kept


class Row(NamedTuple):
    """An entry with the time it was written, in seconds since 1970."""

    at: float
    entry: Entry


class RawRow(NamedTuple):
    """A row of the log as the database has it."""

    seq: int
    at: float
    text: str


def read_rows(found: Iterable[RawRow], since: int = 0) -> list[Row]:
    """The rows of a log from a number on; the first that is missing or cannot be read ends them as
    "unreadable".
    """
    rows: list[Row] = []
    for number, raw in enumerate(found, since):
        try:
            entry = msgspec.json.decode(raw.text, type=Entry)
        except msgspec.MsgspecError:
            entry = UNREADABLE
        rows.append(Row(raw.at, entry if raw.seq == number else UNREADABLE))
        if rows[-1].entry is UNREADABLE:
            break
    return rows


class LogReader(ABC):
    """The readable side of a log over its rows."""

    @abstractmethod
    async def raw_rows(self, table: str, since: int = 0) -> list[RawRow]: ...

    async def rows(self, table: str, since: int = 0) -> list[Row]:
        return read_rows(await self.raw_rows(table, since), since)

    async def log(self, table: str, since: int = 0) -> list[Entry]:
        return [row.entry for row in await self.rows(table, since)]


class Store(Protocol):
    async def open(self) -> None:
        """Before anything else, in the loop that uses it."""

    async def alive(self) -> bool:
        """Whether it can be written to now: it tries."""

    async def create(self, setup: Setup) -> None: ...

    async def setup(self, table: str) -> Setup | None: ...

    async def append(self, table: str, seq: int, entries: Sequence[Entry], over: bool) -> None:
        """Entries with the numbers seq, seq + 1 …, all or none; on disk when this returns.
        Conflict: one is there already.
        """

    async def log(self, table: str, since: int = 0) -> list[Entry]: ...

    async def clock(self, table: str, since: int) -> float:
        """For how many seconds the clock that was set going by so many entries has run, at
        processes that served the table.
        """

    async def watchable(self, count: int) -> list[Setup]:
        """Public tables in play, the newest first."""

    async def close(self) -> None: ...


class Archive(Store, Protocol):
    """What is asked of a store as a whole."""

    async def ids(self) -> list[str]:
        """All tables, the oldest first."""

    async def raw_rows(self, table: str, since: int = 0) -> list[RawRow]: ...

    async def rows(self, table: str, since: int = 0) -> list[Row]: ...

    async def cut(self, table: str, seen: Sequence[RawRow], length: int, over: bool) -> None:
        """Delete all entries from a number on. Conflict: the log is no longer as it was seen."""

    async def is_over(self, table: str) -> bool: ...

    async def put(self, setup: Setup, rows: Sequence[Row], over: bool) -> None:
        """A whole table from elsewhere, all or nothing. Conflict: it is there already."""

    async def extend(self, table: str, seq: int, rows: Sequence[Row], over: bool) -> None:
        """What a table from elsewhere has beyond the one here, all or nothing. Conflict: the log
        here has another length.
        """

    async def unused_for(self, after: str, count: int) -> list[tuple[str, float]]:
        """The next tables in the order of their names, each with the seconds since somebody last
        wrote to it or took it in.
        """

    async def delete(self, table: str, length: int) -> None:
        """A table and its log, for ever. Conflict: the log has another length."""


class Listener(Protocol):
    """A table that wants to know what happens to it in other processes."""

    def rung(self, seq: int) -> None:
        """Its log has so many entries; GONE: it is no longer kept."""

    def elsewhere(self, seats: frozenset[int]) -> None:
        """These seats have a page open in another process."""

    def clock(self) -> tuple[int, float] | None:
        """The running clock: the number of entries that set it going, and for how many seconds it
        has run.
        """


class Bell(Protocol):
    """What the processes that share a store tell each other. The log is the truth: who hears the
    bell reads it.
    """

    async def open(self) -> None: ...

    def ring(self, table: str, seq: int) -> None:
        """The log has grown here."""

    def listen(self, table: str, listener: Listener) -> None: ...

    def unlisten(self, table: str, listener: Listener) -> None: ...

    def here(self, table: str, seats: frozenset[int]) -> None:
        """These seats have a page open in this process."""

    async def lease(self, table: str) -> bool:
        """Whether this process may think for the table's bots: one at a time may, until it gives
        that back or is gone.
        """

    async def release(self, table: str) -> None: ...

    def away(self) -> float:
        """For how many seconds in all the store has been away since this process began: clocks
        stand still then.
        """

    async def steady(self) -> bool:
        """Whether the store is there at this moment."""

    async def fellows(self) -> list[str]:
        """The figures of the other processes, as they last told them."""

    async def close(self) -> None: ...


class HouseBell:
    """Of a process that has its store for itself."""

    def __init__(self) -> None:
        self.listeners: dict[str, list[Listener]] = {}

    async def open(self) -> None:
        """Nobody else is there."""

    def ring(self, table: str, seq: int) -> None:
        for listener in self.listeners.get(table, []):
            listener.rung(seq)

    def listen(self, table: str, listener: Listener) -> None:
        self.listeners.setdefault(table, []).append(listener)

    def unlisten(self, table: str, listener: Listener) -> None:
        self.listeners[table].remove(listener)
        if not self.listeners[table]:
            del self.listeners[table]

    def here(self, table: str, seats: frozenset[int]) -> None:
        """Nobody else wants to know."""

    async def lease(self, table: str) -> bool:
        return True

    async def release(self, table: str) -> None:
        """Nobody waits for it."""

    def away(self) -> float:
        return 0.0

    async def steady(self) -> bool:
        return True

    async def fellows(self) -> list[str]:
        return []

    async def close(self) -> None:
        """Nothing is open."""
