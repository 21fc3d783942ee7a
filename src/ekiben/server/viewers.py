"""Who looks at a table, and what they are sent. Viewers who look the same way are sent the same
bytes.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from ekiben.server import messages
from ekiben.server.feed import Eyes
from ekiben.server.recent_entries import Missed
from ekiben.server.store import Entry
from ekiben.server.table_state import Play
from ekiben.texts import say

encode = msgspec.json.Encoder().encode
WAITING = 256  # messages for a viewer who does not take them


class Viewer:
    """An open page: the hashes of its tokens, the seats they open, and the one it looks through."""

    def __init__(
        self,
        seats: frozenset[int],
        looking: int | None,
        language: str,
        tokens: frozenset[str] = frozenset(),
    ) -> None:
        self.seats, self.looking, self.language, self.tokens = seats, looking, language, tokens
        self.waiting: deque[bytes] = deque()
        self.ready = asyncio.Event()
        self.lagging = False
        self.gone = False  # with the table
        self.signed_out = False

    def sign_out(self) -> None:
        """Nothing more is sent or taken; what still waits is not sent either."""
        self.seats = frozenset()
        self.looking = None
        self.waiting.clear()
        self.signed_out = True
        self.ready.set()

    def send(self, message: bytes) -> None:
        """Who does not keep up is sent no more until it does, and then everything anew."""
        if self.signed_out:
            return
        if len(self.waiting) >= WAITING:
            self.waiting.clear()
            self.lagging = True
        if not self.lagging:
            self.waiting.append(message)
        self.ready.set()

    async def next(self, anew: Callable[[Viewer], None]) -> bytes | None:
        """What to send; None: nothing any more."""
        while not self.waiting:
            if self.signed_out or self.gone:
                return None
            if self.lagging:
                self.lagging = False
                anew(self)
                break
            self.ready.clear()
            await self.ready.wait()
        return self.waiting.popleft()

    def say(self, key: str) -> str:
        return say(f"server.{key}", self.language)


class Gallery:
    """All viewers of one table."""

    def __init__(
        self, play: Play, clocks: Callable[[], list[int] | None], now: Callable[[], float]
    ) -> None:
        self.play, self.clocks, self.now = play, clocks, now
        self.viewers: set[Viewer] = set()
        self.eyes: dict[tuple[int | None, str], Eyes] = {}
        self.opened = now()
        self.left: dict[int, float] = {}
        self.elsewhere: frozenset[int] = frozenset()  # seats with a page in another process

    # ---- coming, going, looking
    def enter(self, viewer: Viewer) -> None:
        self.viewers.add(viewer)
        viewer.send(encode(self.hello(viewer)))
        self.tell_people(but=viewer)

    def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self.note_left(viewer.seats)
        self.forget()
        self.tell_people()

    def note_left(self, seats: frozenset[int]) -> None:
        self.left |= {seat: self.now() for seat in seats if not self.present(seat)}

    def hear_elsewhere(self, seats: frozenset[int]) -> None:
        before, self.elsewhere = self.elsewhere, seats
        self.note_left(before - seats)
        if before != seats:
            self.tell_people()

    def check_seats(self, viewer: Viewer) -> None:
        """A page whose token has become void loses its seat at once."""
        lost = viewer.seats - self.play.access.seats_of(viewer.tokens)
        if lost:
            viewer.sign_out()
            self.note_left(lost)

    def look(self, viewer: Viewer, seat: int | None, language: str) -> None:
        viewer.looking, viewer.language = seat, language
        self.forget()
        self.show(viewer)

    def show(self, viewer: Viewer) -> None:
        viewer.send(encode(self.eyes_of(viewer).snapshot(self.play, self.clocks())))

    def show_missed(self, viewer: Viewer, missed: Missed | None, since: int) -> None:
        """Few updates one after the other, so that they can be watched; else all at once."""
        if since == self.play.seq or (missed is not None and missed.complete):
            self.eyes_of(viewer)
            for update in missed.updates if missed is not None else ():
                update.clocks = self.clocks()
                viewer.send(encode(update))
        else:
            self.show(viewer)

    def eyes_of(self, viewer: Viewer) -> Eyes:
        key = (viewer.looking, viewer.language)
        if key not in self.eyes:
            self.eyes[key] = Eyes(self.play, *key)
        return self.eyes[key]

    def forget(self) -> None:
        """Eyes that nobody looks through."""
        used = {
            (viewer.looking, viewer.language) for viewer in self.viewers if not viewer.signed_out
        }
        self.eyes = {key: eyes for key, eyes in self.eyes.items() if key in used}

    # ---- who is there
    def present(self, seat: int) -> bool:
        return seat in self.elsewhere or any(seat in viewer.seats for viewer in self.viewers)

    @property
    def here(self) -> frozenset[int]:
        """Seats with a page in this process."""
        return frozenset(seat for viewer in self.viewers for seat in viewer.seats)

    def away(self, seat: int) -> float:
        """For how many seconds nobody has been there for the seat."""
        return 0.0 if self.present(seat) else self.now() - self.left.get(seat, self.opened)

    def people(self) -> dict[str, Any]:
        play = self.play
        return {
            "kinds": play.kinds,
            "names": play.names,
            "levels": play.levels,
            "present": [
                kind == "bot" or self.present(seat) for seat, kind in enumerate(play.kinds)
            ],
        }

    def hello(self, viewer: Viewer) -> messages.Hello:
        setup, play = self.play.setup, self.play
        return messages.Hello(
            table=setup.id,
            game=setup.game,
            options=play.game.options,
            seats=sorted(viewer.seats),
            looking=viewer.looking,
            seq=play.seq,
            commit=play.match.commit or "",
            clock_minutes=setup.clock_minutes,
            public=setup.public,
            again=play.again,
            **self.people(),
        )

    # ---- what all are told
    def tell(self, message: messages.Told, but: Viewer | None = None) -> None:
        sent = encode(message)
        for viewer in self.viewers - {but}:
            viewer.send(sent)

    def tell_people(self, but: Viewer | None = None) -> None:
        self.tell(messages.Seats(seq=self.play.seq, **self.people()), but)

    def dismiss(self) -> None:
        for viewer in self.viewers:
            viewer.gone = True
            viewer.ready.set()

    def tell_wait(self) -> None:
        for viewer in self.viewers:
            viewer.send(encode(messages.Wait(text=viewer.say("slow"))))

    def heard(self, entry: Entry) -> None:
        """The play has just applied this entry."""
        if entry.kind == "again":
            self.tell(messages.Again(table=entry.table))
        elif entry.kind in ("play", "undo"):
            self.tell_update(entry)
        elif entry.kind in ("link", "reset"):
            for viewer in self.viewers:
                self.check_seats(viewer)
            self.forget()
            self.tell_people()
        else:
            self.tell_people()
            self.show_all()

    def show_all(self) -> None:
        clocks = self.clocks()
        sent = {key: encode(eyes.snapshot(self.play, clocks)) for key, eyes in self.eyes.items()}
        for viewer in self.viewers:
            viewer.send(sent[viewer.looking, viewer.language])

    def tell_update(self, entry: Entry) -> None:
        clocks = self.clocks()
        sent = {
            key: encode(eyes.update(self.play, entry, clocks)) for key, eyes in self.eyes.items()
        }
        for viewer in self.viewers:
            if not viewer.signed_out:
                viewer.send(sent[viewer.looking, viewer.language])
