"""The latest entries of a table, for pages that come back after missing some."""

from __future__ import annotations

from collections.abc import Iterator

from ekiben.server.checkpoints import Start
from ekiben.server.feed import Feed
from ekiben.server.messages import Update
from ekiben.server.store import Entry
from ekiben.server.table_state import TableState

MAX_MISSED = 60  # missed updates sent one by one; with more, a snapshot is sent


class RecentEntries:
    """Keeps two copies of earlier states, so that nobody has to replay the whole log."""

    def __init__(self, start: Start) -> None:
        self.state = start.state
        self.digest = start.digest
        self.first = self.second = self.kept_start()
        self.entries: list[Entry] = []  # all since the older copy

    @property
    def older(self) -> TableState:
        return self.first.state

    @property
    def newer(self) -> TableState:
        return self.second.state

    def kept_start(self) -> Start:
        return Start(self.state.copy(), self.digest.copy())

    def add(self, entry: Entry) -> None:
        """Note the entry that the state has just applied."""
        self.entries.append(entry)
        self.digest.add(entry)
        if self.state.seq - self.newer.seq >= MAX_MISSED:
            del self.entries[: self.newer.seq - self.older.seq]
            self.first = self.second
            self.second = self.kept_start()

    def since(self, seq: int) -> MissedUpdates | None:
        """The updates after an entry; None if there are none or too many to send one by one."""
        if (
            not max(self.state.dealt_at, self.older.seq) <= seq < self.state.seq
            or not seq
            or self.state.waiting
            or self.state.seq - seq > MAX_MISSED
        ):
            return None
        start = self.newer if self.newer.seq <= seq else self.older
        return MissedUpdates(self, start.copy(), seq)

    def after(self, seq: int) -> list[Entry] | None:
        """The entries from a number on; None if they are no longer kept."""
        return self.entries[seq - self.older.seq :] if seq >= self.older.seq else None


class MissedUpdates:
    """The updates one viewer missed, made by replaying a copy of the state."""

    def __init__(self, recent: RecentEntries, state: TableState, since: int) -> None:
        self.recent = recent
        self.state = state
        self.start = since
        self.updates: list[Update] = []

    @property
    def complete(self) -> bool:
        return self.state.seq == self.recent.state.seq

    def collect(self, viewer: int | None, language: str) -> Iterator[None]:
        """Make the updates in short steps, including those of entries that come meanwhile."""
        before = self.recent.after(self.state.seq) or []
        for entry in before[: max(0, self.start - self.state.seq)]:
            self.state.apply(entry)
            yield
        feed = Feed(self.state, viewer, language)
        while entries := self.recent.after(self.state.seq):
            self.state.apply(entries[0])
            self.updates.append(feed.update(self.state, entries[0]))
            yield
