"""How processes that share a store tell each other about changes.

The log is the source of truth: a process that is notified reads it.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

DELETED = -1  # instead of the length of the log: the table was deleted


class RunningClock(NamedTuple):
    """The number of entries that started the clock, and the seconds it has run."""

    since: int
    seconds: float


class Listener(Protocol):
    """A table that wants to know what happens to it in other processes."""

    def log_changed(self, seq: int) -> None:
        """Its log now has this many entries; DELETED if the table was deleted."""

    def people_elsewhere(self, seats: frozenset[int], watching: int) -> None:
        """These seats, and so many spectators, have a page open in another process."""

    def chat_changed(self) -> None:
        """Another process may have written to its chat."""

    def running_clock(self) -> RunningClock | None: ...


class Notifier(Protocol):
    """Connects the processes that share a store."""

    async def open(self) -> None: ...

    def notify(self, table: str, seq: int) -> None:
        """Tell the others that this process extended the log."""

    def subscribe(self, table: str, listener: Listener) -> None: ...

    def unsubscribe(self, table: str, listener: Listener) -> None: ...

    def announce_people(self, table: str, seats: frozenset[int], watching: int) -> None:
        """Tell the others which seats, and how many spectators, have a page in this process."""

    async def acquire_lease(self, table: str) -> bool:
        """Try to become the one process that plays for the table's bots."""

    async def release_lease(self, table: str) -> None: ...

    def seconds_unavailable(self) -> float:
        """Seconds the store has been down since this process started; clocks stop meanwhile."""

    async def is_store_up(self) -> bool:
        """Whether the store answers right now."""

    async def peer_metrics(self) -> list[str]:
        """The latest metrics of the other processes, as text."""

    async def close(self) -> None: ...


class LocalNotifier:
    """The notifier of a process that has its store to itself."""

    def __init__(self) -> None:
        self.listeners: dict[str, list[Listener]] = {}

    async def open(self) -> None:
        """Do nothing: there is no other process."""

    def notify(self, table: str, seq: int) -> None:
        for listener in self.listeners.get(table, []):
            listener.log_changed(seq)

    def subscribe(self, table: str, listener: Listener) -> None:
        self.listeners.setdefault(table, []).append(listener)

    def unsubscribe(self, table: str, listener: Listener) -> None:
        self.listeners[table].remove(listener)
        if not self.listeners[table]:
            del self.listeners[table]

    def announce_people(self, table: str, seats: frozenset[int], watching: int) -> None:
        """Do nothing: no other process wants to know."""

    async def acquire_lease(self, table: str) -> bool:
        return True

    async def release_lease(self, table: str) -> None:
        """Do nothing: no other process waits for the lease."""

    def seconds_unavailable(self) -> float:
        return 0.0

    async def is_store_up(self) -> bool:
        return True

    async def peer_metrics(self) -> list[str]:
        return []

    async def close(self) -> None:
        """Do nothing: nothing is open."""
