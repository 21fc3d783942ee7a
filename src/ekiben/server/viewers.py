"""The open pages of a table and what they are sent.

Viewers who watch from the same seat in the same language are sent the same bytes.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from typing import TypedDict

import msgspec

from ekiben.server import messages
from ekiben.server.feed import Feed, mixing_message
from ekiben.server.handovers import handover
from ekiben.server.recent_entries import MissedUpdates
from ekiben.server.store import Entry, SeatKind
from ekiben.server.table_state import TableState
from ekiben.texts import languages, say

encode = msgspec.json.Encoder().encode
FeedKey = tuple[int | None, str]  # the seat watched from, and the language
MAX_QUEUED = 256  # messages kept for a viewer who does not take them


class Viewer:
    """An open page: the hashes of its tokens, the seats they open, and the one it watches from."""

    def __init__(
        self,
        seats: frozenset[int],
        looking: int | None,
        language: str,
        tokens: frozenset[str] = frozenset(),
    ) -> None:
        self.seats = seats
        self.looking = looking
        self.language = language
        self.tokens = tokens
        self.queue: deque[bytes] = deque()
        self.ready = asyncio.Event()
        self.behind = False
        self.table_gone = False
        self.signed_out = False

    def sign_out(self) -> None:
        """Send and accept nothing more, not even what is queued."""
        self.seats = frozenset()
        self.looking = None
        self.queue.clear()
        self.signed_out = True
        self.ready.set()

    def send(self, message: bytes) -> None:
        """Queue a message.

        A client that falls behind stops receiving updates; once it catches up, it gets a full
        snapshot.
        """
        if self.signed_out:
            return
        if len(self.queue) >= MAX_QUEUED:
            self.queue.clear()
            self.behind = True
        if not self.behind:
            self.queue.append(message)
        self.ready.set()

    async def next(self, resend: Callable[[Viewer], None]) -> bytes | None:
        """Wait for the next message; None if there will be no more."""
        while not self.queue:
            if self.signed_out or self.table_gone:
                return None
            if self.behind:
                self.behind = False
                resend(self)
                break
            self.ready.clear()
            await self.ready.wait()
        return self.queue.popleft()

    def say(self, key: str) -> str:
        return say(f"server.{key}", self.language)


class PeopleFields(TypedDict):
    """Who sits where, by seat: what hello and seats messages share."""

    kinds: list[SeatKind]
    names: list[str]
    levels: list[str | None]
    present: list[bool]
    timed_out: list[bool]
    assisted: list[bool]
    away: list[int]
    handovers: list[messages.Handover | None]
    watching: int


class Viewers:
    """All viewers of one table; after `least_away` seconds a bot may play on for an absent person.

    The clock of absences counts on by `now`.
    """

    def __init__(
        self,
        state: TableState,
        clocks: Callable[[], list[int] | None],
        now: Callable[[], float],
        least_away: float = 60.0,
    ) -> None:
        self.state = state
        self.clocks = clocks
        self.now = now
        self.least_away = least_away
        self.members: set[Viewer] = set()
        self.feeds: dict[FeedKey, Feed] = {}
        self.opened_at = now()
        self.departures: dict[int, float] = {}  # when the last page of a seat was closed
        self.elsewhere: frozenset[int] = frozenset()  # seats with a page in another process
        self.watching_elsewhere = 0

    # ---- coming, going, looking
    def add(self, viewer: Viewer) -> None:
        self.members.add(viewer)
        viewer.send(encode(self.hello(viewer)))
        self.broadcast_people(except_for=viewer)

    def remove(self, viewer: Viewer) -> None:
        self.members.discard(viewer)
        self.record_departures(viewer.seats)
        self.drop_unused_feeds()
        self.broadcast_people()

    def record_departures(self, seats: frozenset[int]) -> None:
        self.departures |= {seat: self.now() for seat in seats if not self.is_present(seat)}

    def set_elsewhere(self, seats: frozenset[int], watching: int) -> None:
        before = (self.elsewhere, self.watching_elsewhere)
        self.elsewhere = seats
        self.watching_elsewhere = watching
        self.record_departures(before[0] - seats)
        if before != (seats, watching):
            self.broadcast_people()

    def sign_out_if_revoked(self, viewer: Viewer) -> None:
        """Sign out a page one of whose tokens no longer opens its seat."""
        lost = viewer.seats - self.state.access.seats_of(viewer.tokens)
        if lost:
            viewer.sign_out()
            self.record_departures(lost)

    def change_view(self, viewer: Viewer, seat: int | None, language: str) -> None:
        viewer.looking = seat
        if viewer.language != language:
            viewer.language = language
            viewer.send(self.encode_people(language))
        self.drop_unused_feeds()
        self.send_snapshot(viewer)

    def send_snapshot(self, viewer: Viewer) -> None:
        if self.state.waiting:
            viewer.send(encode(mixing_message(self.state, viewer.language)))
        else:
            viewer.send(encode(self.feed_of(viewer).snapshot(self.state, self.clocks())))

    def send_missed(self, viewer: Viewer, missed: MissedUpdates | None, since: int) -> None:
        """Send a few missed updates one by one, so that they can be watched; else a snapshot."""
        if self.state.waiting:
            self.send_snapshot(viewer)
        elif since == self.state.seq or (missed is not None and missed.complete):
            self.feed_of(viewer)
            for update in missed.updates if missed is not None else ():
                update.clocks = self.clocks()
                viewer.send(encode(update))
        else:
            self.send_snapshot(viewer)

    def feed_of(self, viewer: Viewer) -> Feed:
        key = (viewer.looking, viewer.language)
        if key not in self.feeds:
            self.feeds[key] = Feed(self.state, *key)
        return self.feeds[key]

    def drop_unused_feeds(self) -> None:
        used = {
            (viewer.looking, viewer.language) for viewer in self.members if not viewer.signed_out
        }
        self.feeds = {key: feed for key, feed in self.feeds.items() if key in used}

    # ---- who is there
    def is_present(self, seat: int) -> bool:
        return seat in self.elsewhere or any(seat in viewer.seats for viewer in self.members)

    @property
    def seats_here(self) -> frozenset[int]:
        """Seats with a page in this process."""
        return frozenset(seat for viewer in self.members for seat in viewer.seats)

    @property
    def watching_here(self) -> int:
        """Pages without a seat in this process."""
        return sum(not viewer.seats and not viewer.signed_out for viewer in self.members)

    def seconds_until_handover(self) -> float | None:
        """Seconds until the next absent person has been away for long."""
        waits = [
            self.least_away - self.seconds_away(seat)
            for seat, kind in enumerate(self.state.kinds)
            if kind == "person" and not self.is_present(seat)
        ]
        return min((wait for wait in waits if wait > 0), default=None)

    def handover(self, seat: int) -> messages.Handover | None:
        return handover(self.state, seat, self.is_away)

    def is_away(self, seat: int) -> bool:
        """Whether the seat has had no page for long."""
        return not self.is_present(seat) and self.seconds_away(seat) >= self.least_away

    def seconds_away(self, seat: int) -> float:
        """Seconds since the seat last had an open page."""
        return (
            0.0 if self.is_present(seat) else self.now() - self.departures.get(seat, self.opened_at)
        )

    def people(self, language: str) -> PeopleFields:
        state = self.state
        return {
            "kinds": state.kinds,
            "names": state.names_in(language),
            "levels": state.levels,
            "present": [
                kind == "bot" or self.is_present(seat) for seat, kind in enumerate(state.kinds)
            ],
            "timed_out": [seat in state.timed_out for seat in range(len(state.kinds))],
            "assisted": [seat in state.assisted for seat in range(len(state.kinds))],
            "away": [
                int(self.seconds_away(seat)) if kind == "person" else 0
                for seat, kind in enumerate(state.kinds)
            ],
            "handovers": [self.handover(seat) for seat in range(len(state.kinds))],
            "watching": self.watching_here + self.watching_elsewhere,
        }

    def hello(self, viewer: Viewer) -> messages.Hello:
        state = self.state
        setup = state.setup
        return messages.Hello(
            table=setup.id,
            game=setup.game,
            options=state.game.options,
            seats=sorted(viewer.seats),
            looking=viewer.looking,
            seq=state.seq,
            commit=state.commit,
            clock_minutes=setup.clock_minutes,
            public=setup.public,
            again=state.again,
            chat=setup.has_chat,
            **self.people(viewer.language),
        )

    # ---- messages to all
    def broadcast(self, message: messages.BaseMessage, except_for: Viewer | None = None) -> None:
        encoded = encode(message)
        for viewer in self.members - {except_for}:
            viewer.send(encoded)

    def broadcast_people(self, except_for: Viewer | None = None) -> None:
        encoded = {language: self.encode_people(language) for language in languages()}
        for viewer in self.members - {except_for}:
            viewer.send(encoded[viewer.language])

    def encode_people(self, language: str) -> bytes:
        return encode(messages.Seats(seq=self.state.seq, **self.people(language)))

    def close_all(self) -> None:
        """Close every page, since the table was deleted."""
        for viewer in self.members:
            viewer.table_gone = True
            viewer.ready.set()

    def broadcast_wait(self) -> None:
        for viewer in self.members:
            viewer.send(encode(messages.Wait(text=viewer.say("slow"))))

    def entry_applied(self, entry: Entry) -> Iterator[None]:
        """Tell viewers about the entry that the state has just applied, in short steps."""
        if self.state.dealt_at == self.state.seq:
            self.broadcast_deal()
        elif entry.kind == "again":
            self.broadcast(messages.Again(table=entry.table))
        elif entry.kind in ("play", "undo"):
            self.broadcast_update(entry)
        elif entry.kind in ("link", "reset"):
            for viewer in self.members:
                self.sign_out_if_revoked(viewer)
            self.drop_unused_feeds()
            self.broadcast_people()
        else:
            self.broadcast_people()
            yield from self.broadcast_snapshots()

    def broadcast_deal(self) -> None:
        """Show what was dealt to everybody who waited for it."""
        self.broadcast_people()
        for viewer in self.members:
            if not viewer.signed_out:
                self.send_snapshot(viewer)

    def broadcast_snapshots(self) -> Iterator[None]:
        """Send everything anew: names, who acts, and the notices in the log may have changed.

        Viewers may come and go between two steps; those who come have seen the entry.
        """
        if self.state.waiting:
            for viewer in self.members:
                self.send_snapshot(viewer)
            return
        for key in list(self.feeds):
            yield
            feed = self.feeds.get(key)
            if feed is not None:
                feed.note_people(self.state)
                self.send_to_feed(key, feed.snapshot(self.state, self.clocks()))

    def send_to_feed(self, key: FeedKey, message: messages.BaseMessage) -> None:
        encoded = encode(message)
        for viewer in self.members:
            if not viewer.signed_out and (viewer.looking, viewer.language) == key:
                viewer.send(encoded)

    def broadcast_update(self, entry: Entry) -> None:
        clocks = self.clocks()
        for key, feed in self.feeds.items():
            self.send_to_feed(key, feed.update(self.state, entry, clocks))
