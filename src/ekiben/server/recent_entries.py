"""The latest entries of a table, and the positions before them: what a page that comes back has
missed.
"""

from __future__ import annotations

from collections.abc import Iterator

from ekiben.server.feed import Eyes
from ekiben.server.messages import Update
from ekiben.server.store import Entry
from ekiben.server.table_state import Play

MISSED = 60  # updates sent one by one to who comes back; more are one snapshot


class Recent:
    """Keeps a copy of the play at two places, so that nobody has to replay the whole log."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.older = self.newer = play.copy()
        self.entries: list[Entry] = []  # all since the older copy

    def add(self, entry: Entry) -> None:
        """The play has just applied this entry."""
        self.entries.append(entry)
        if self.play.seq - self.newer.seq >= MISSED:
            del self.entries[: self.newer.seq - self.older.seq]
            self.older, self.newer = self.newer, self.play.copy()

    def since(self, seq: int) -> Missed | None:
        """None where there is nothing to show one by one, or too much."""
        if (
            not max(0, self.older.seq) <= seq < self.play.seq
            or not seq
            or self.play.seq - seq > MISSED
        ):
            return None
        start = self.newer if self.newer.seq <= seq else self.older
        return Missed(self, start.copy(), seq)

    def after(self, seq: int) -> list[Entry] | None:
        """The entries from a number on; None if they are no longer kept."""
        return self.entries[seq - self.older.seq :] if seq >= self.older.seq else None


class Missed:
    """One viewer's updates, made from a copy of the play."""

    def __init__(self, recent: Recent, play: Play, since: int) -> None:
        self.recent, self.play, self.since = recent, play, since
        self.updates: list[Update] = []

    @property
    def complete(self) -> bool:
        return self.play.seq == self.recent.play.seq

    def make(self, viewer: int | None, language: str) -> Iterator[None]:
        """Up to the latest entry, also of those that come meanwhile; each step is short."""
        for entry in (self.recent.after(self.play.seq) or [])[: max(0, self.since - self.play.seq)]:
            self.play.apply(entry)
            yield
        eyes = Eyes(self.play, viewer, language)
        while entries := self.recent.after(self.play.seq):
            self.play.apply(entries[0])
            self.updates.append(eyes.update(self.play, entries[0]))
            yield
