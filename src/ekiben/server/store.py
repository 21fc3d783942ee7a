"""Where tables are kept. The log is the truth: a table in memory is only a replay of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

import msgspec

Kind = Literal["person", "bot", "open"]


class Conflict(Exception):
    """Somebody else has written these numbers of the log: read it again."""


class StoreAway(Exception):
    """The store cannot be written to or read from now."""


class Seating(msgspec.Struct):
    """A seat as the table began; `token` is the hash of what opens it."""

    kind: Kind
    name: str
    level: str | None = None
    token: str = ""


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


class Entry(msgspec.Struct, omit_defaults=True):
    """One line of a table's log. `spent`: milliseconds of the seat's clock; `table`: where it is played again."""

    kind: Literal["play", "undo", "sit", "bot", "back", "again"]
    seat: int = 0
    action: str = ""
    spent: int = 0
    level: str = ""
    name: str = ""
    table: str = ""
    timeout: bool = False


class Store(Protocol):
    async def create(self, setup: Setup) -> None: ...

    async def setup(self, table: str) -> Setup | None: ...

    async def append(self, table: str, seq: int, entries: Sequence[Entry], over: bool) -> None:
        """Entries with the numbers seq, seq + 1 …, all or none; on disk when this returns. Conflict: one is there already."""

    async def log(self, table: str, since: int = 0) -> list[Entry]: ...

    async def watchable(self, count: int) -> list[Setup]:
        """Public tables in play, the newest first."""

    async def close(self) -> None: ...


class Bell(Protocol):
    """Rings when a table's log has grown, wherever that happened; who hears it reads the log."""

    def ring(self, table: str, seq: int) -> None: ...

    def listen(self, table: str, hear: Callable[[int], None]) -> Callable[[], None]:
        """`hear` is told the log's length; what is returned ends the listening."""


class HouseBell:
    """A bell within this process."""

    def __init__(self) -> None:
        self.listeners: dict[str, list[Callable[[int], None]]] = {}

    def ring(self, table: str, seq: int) -> None:
        for hear in self.listeners.get(table, []):
            hear(seq)

    def listen(self, table: str, hear: Callable[[int], None]) -> Callable[[], None]:
        self.listeners.setdefault(table, []).append(hear)
        return lambda: self.unlisten(table, hear)

    def unlisten(self, table: str, hear: Callable[[int], None]) -> None:
        self.listeners[table].remove(hear)
        if not self.listeners[table]:
            del self.listeners[table]
