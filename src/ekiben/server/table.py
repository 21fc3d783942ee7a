"""A table in play: what people and bots do at it is written to the log first, then heard by
everybody who looks.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from ekiben.bots.levels import level
from ekiben.core.errors import EkibenError, Illegal
from ekiben.server.messages import Because
from ekiben.server.metrics import METRICS
from ekiben.server.recent_entries import Recent
from ekiben.server.refusals import Refuse, RefuseRule
from ekiben.server.settings import Settings
from ekiben.server.store import GONE, Bell, Conflict, Entry, Store, StoreAway, Unsure
from ekiben.server.table_state import Play
from ekiben.server.time_slices import in_slices
from ekiben.server.turns import Driver
from ekiben.server.viewers import Gallery, Viewer
from ekiben.server.workers import Workers

log = logging.getLogger("ekiben.server")
CARRY = 3.0  # seconds for what was begun when the server ends
TRIES = 5  # to write what still holds when others have written first


class Overtaken(Refuse):
    """Somebody else wrote to the log first."""

    def __init__(self) -> None:
        super().__init__("late")


class Table:
    """One at a time writes (`lock`); a deed once begun is carried through though its page may be
    closed meanwhile.
    """

    def __init__(
        self,
        play: Play,
        store: Store,
        bell: Bell,
        workers: Workers,
        settings: Settings,
        age: float = 0.0,
        recent: Recent | None = None,
    ) -> None:
        self.play, self.store, self.bell, self.settings = play, store, bell, settings
        self.id = play.setup.id
        self.workers = workers
        self.lock = asyncio.Lock()
        self.driver = Driver(self, workers, settings, age)
        self.gallery = Gallery(play, self.driver.clocks, settings.now)
        self.gone = False
        self.recent = recent or Recent(play)
        self.joining = 0  # viewers who are being told what they missed
        self.chores: set[asyncio.Task[Any]] = set()
        bell.listen(self.id, self)

    # ---- looking
    async def join(self, viewer: Viewer, since: int) -> None:
        """Says hello, then what the viewer has missed."""
        self.joining += 1
        try:
            if since > self.play.seq or self.play.fault is not None:
                await self.carried_through(self.read_log())
            missed = self.recent.since(since)
            if missed is not None:
                await in_slices(missed.make(viewer.looking, viewer.language))
            self.gallery.enter(viewer)
            self.bell.here(self.id, self.gallery.here)
            if self.play.fault is not None:
                self.gallery.show(viewer)
            else:
                self.gallery.show_missed(viewer, missed, since)
        finally:
            self.joining -= 1
        self.driver.go_on()

    def part(self, viewer: Viewer) -> None:
        self.gallery.leave(viewer)
        self.bell.here(self.id, self.gallery.here)

    def elsewhere(self, seats: frozenset[int]) -> None:
        self.gallery.hear_elsewhere(seats)

    def clock(self) -> tuple[int, float] | None:
        return (
            None
            if self.play.clocked is None
            else (self.play.clock_since, self.driver.thought() / 1000)
        )

    def look(self, viewer: Viewer, seat: int | None) -> None:
        if seat is not None:
            self.check_own(viewer, seat)
        self.gallery.look(viewer, seat, viewer.language)

    def why(self, viewer: Viewer, request: int, notation: str) -> Because:
        """Only the seat that is asked can ask: the answer depends on what it holds."""
        self.asked(viewer)
        match = self.play.match
        try:
            action = match.action(notation)
        except EkibenError as error:
            raise Refuse("not-an-action", action=notation) from error
        refusal = match.why_not(action)
        if refusal is None:
            return Because(request=request, action=str(action), legal=True)
        return RefuseRule(self.play.game.board, action, refusal).because(request, viewer.language)

    # ---- the log
    async def append(self, entries: list[Entry], over: bool) -> None:
        """On disk first; then all hear of it, one entry after the other."""
        self.check_whole()
        writing = asyncio.ensure_future(self.store.append(self.id, self.play.seq, entries, over))
        await asyncio.wait({writing}, timeout=self.settings.patience)
        if not writing.done():
            self.gallery.tell_wait()
        try:
            with METRICS.timed("ekiben_append_seconds"):
                await writing
        except Conflict:
            METRICS.count("ekiben_conflicts_total")
            await self.hear(await self.store.log(self.id, self.play.seq))
            raise Overtaken from None
        except StoreAway as error:
            log.error("the store is away", extra={"facts": {"table": self.id, "why": str(error)}})
            raise Refuse("unsure" if isinstance(error, Unsure) else "store", 503) from None
        METRICS.count(
            "ekiben_moves_total",
            sum(entry.kind == "play" for entry in entries),
            game=self.play.setup.game,
        )
        await self.hear(entries)
        self.bell.ring(self.id, self.play.seq)

    async def hear(self, entries: Iterable[Entry]) -> None:
        """Holding the lock. What does not fit is not heard: the table stays as it was before that,
        and nobody plays on. Between two entries others may look at the table as it is then.
        """
        before = self.play.fault
        await in_slices(self.hear_each(entries))
        if self.play.fault != before:
            self.tell_fault()
        self.play.game.builds.compile_in_background()  # looks how far the machine code is
        self.driver.go_on()

    def hear_each(self, entries: Iterable[Entry]) -> Iterator[None]:
        for entry in self.play.take(entries):
            self.recent.add(entry)
            self.driver.heard()
            self.gallery.heard(entry)
            yield

    def tell_fault(self) -> None:
        """To viewers what they can do about it; to the server's log only where, since the rest may
        tell what somebody holds.
        """
        if self.play.fault is not None:
            log.error(
                "the log of a table does not replay",
                extra={"facts": {"table": self.id, "entry": self.play.seq}},
            )
        self.driver.restart_clock()
        for viewer in self.gallery.viewers:
            self.gallery.show(viewer)

    def check_whole(self) -> None:
        if self.gone:
            raise Refuse("no-table", 404)
        if self.play.fault is not None:
            raise Refuse("broken", count=self.play.seq)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[None]:
        """One at a time, and nobody while the log cannot be read to its end."""
        async with self.lock:
            self.check_whole()
            yield

    def rung(self, seq: int) -> None:
        """Somebody has written to the log: perhaps another process, or who repaired it."""
        if seq == GONE:
            self.gone = True
            self.gallery.dismiss()
        elif seq > self.play.seq or self.play.fault is not None:
            self.chore(self.read_on())

    async def read_on(self) -> None:
        """A store that is away rings when it is back."""
        with suppress(StoreAway):
            await self.read_log()

    async def read_log(self) -> None:
        async with self.lock:
            await self.hear(await self.store.log(self.id, self.play.seq))

    async def catch_up(self, seq: int) -> None:
        """With somebody who has seen more at another process than the bell has told here."""
        if seq > self.play.seq or self.play.fault is not None:
            await self.hear(await self.store.log(self.id, self.play.seq))

    def chore(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self.chores.add(task)
        task.add_done_callback(self.chores.discard)
        return task

    async def carried_through(self, work: Any) -> None:
        await asyncio.shield(self.chore(work))

    # ---- what people do
    async def act(self, viewer: Viewer, position: int, actions: list[str]) -> None:
        """Tried again while others who write first do not change the position."""
        async with self.writing():
            await self.catch_up(position)
            seq = -1
            while seq < self.play.seq:
                seq = self.play.seq
                self.check_position(position)
                with suppress(Overtaken):
                    return await self.append(*await self.drafted(viewer, actions))
            raise Overtaken

    async def drafted(self, viewer: Viewer, actions: list[str]) -> tuple[list[Entry], bool]:
        """The entries of a seat's actions, as far as it is asked, and whether they end the game."""
        seat = self.asked(viewer)
        draft = self.play.copy()
        entries = [draft_entry(draft, seat, actions[0], self.driver.thought())]
        await in_slices(draft_further(draft, seat, actions[1:], entries))
        return entries, draft.match.over

    def asked(self, viewer: Viewer) -> int:
        """The seat that is asked, if it is the viewer's."""
        seat = self.play.match.seat
        if seat is None:
            raise Refuse("over")
        if seat not in viewer.seats or self.play.kinds[seat] != "person":
            raise Refuse("not-yours", name=self.play.names[seat])
        return seat

    def check_position(self, position: int) -> None:
        """Somebody who sat down meanwhile changed nothing that was asked."""
        if not self.play.moved <= position <= self.play.seq:
            raise Refuse("late")

    def check_own(self, viewer: Viewer, seat: int) -> None:
        if seat not in viewer.seats:
            raise Refuse("not-your-seat", 403)

    async def undo(self, viewer: Viewer, position: int) -> None:
        async with self.writing():
            await self.catch_up(position)
            self.check_position(position)
            seat = self.play.undoer
            if seat is None or seat not in viewer.seats:
                raise Refuse("no-undo")
            spent = self.driver.thought() if self.play.clocked == seat else 0
            await self.append([Entry("undo", seat, spent=spent)], False)

    # ---- who sits where
    async def decide(self, choose: Callable[[], Entry | None]) -> None:
        """Write what still holds by the latest log: of several who want the same, in whichever
        process, the first gets it.
        """
        async with self.writing():
            for _ in range(TRIES):
                entry = choose()
                if entry is None:
                    return
                with suppress(Overtaken):
                    return await self.append([entry], self.play.match.over)
            raise Overtaken

    async def sit(self, link: str, token: str, name: str) -> None:
        """Exchange a link for a token (both as hashes). Who says the same again, because no answer
        came, is in already.
        """

        def choose() -> Entry | None:
            access = self.play.access
            seat = access.seat_of_link(link)
            if seat is not None:
                return Entry("sit", seat, name=name, token=token)
            if link not in access.used:
                raise Refuse("no-seat", 403)
            if token not in access.tokens[access.used[link]]:
                raise Refuse("used-link", 410)
            return None

        await self.decide(choose)

    async def make_link(self, seat: int, tokens: frozenset[str], link: str) -> None:
        """For another device of the seat's own person; for a seat that nobody has taken yet, by who
        set up the table.
        """

        def choose() -> Entry:
            self.check_access(seat, tokens)
            return Entry("link", seat, token=link)

        await self.decide(choose)

    async def reset(self, seat: int, tokens: frozenset[str], token: str) -> None:
        """All other tokens and links of the seat become void."""

        def choose() -> Entry | None:
            if token in self.play.access.tokens_of(seat):
                return None  # said twice
            if seat not in self.play.access.seats_of(tokens):
                raise Refuse("not-your-seat", 403)
            self.check_again()
            return Entry("reset", seat, token=token)

        await self.decide(choose)

    def check_access(self, seat: int, tokens: frozenset[str]) -> None:
        own = self.play.access.seats_of(tokens)
        if seat not in own and self.play.is_taken(seat):
            raise Refuse("not-your-seat", 403)
        if seat not in own and not own & self.play.hosts:
            raise Refuse("not-host", 403)
        self.check_again()

    def check_again(self) -> None:
        """Who plays again has taken the tokens along: what is changed here would not be changed
        there.
        """
        if self.play.again is not None:
            raise Refuse("moved-on")

    async def leave(self, viewer: Viewer, seat: int, wanted: str) -> None:
        async with self.writing():
            self.check_own(viewer, seat)
            await self.seat_bot(seat, wanted)

    async def back(self, viewer: Viewer, seat: int) -> None:
        async with self.writing():
            self.check_own(viewer, seat)
            if seat in self.play.timed_out:
                raise Refuse("timed-out")
            if self.play.kinds[seat] == "bot":
                await self.append([Entry("back", seat)], self.play.match.over)

    async def replace(self, viewer: Viewer, seat: int, wanted: str) -> None:
        async with self.writing():
            if not viewer.seats or seat >= len(self.play.kinds):
                raise Refuse("not-your-seat", 403)
            if self.play.kinds[seat] != "open" and self.gallery.away(seat) < self.settings.away:
                raise Refuse(
                    "not-away", name=self.play.names[seat], seconds=round(self.settings.away)
                )
            await self.seat_bot(seat, wanted)

    async def seat_bot(self, seat: int, wanted: str, timeout: bool = False) -> None:
        try:
            level(self.play.game, wanted)
        except EkibenError as error:
            raise Refuse("no-level", level=wanted) from error
        if self.play.kinds[seat] != "bot":
            await self.append(
                [Entry("bot", seat, level=wanted, timeout=timeout)], self.play.match.over
            )

    async def play_again(self, table: str, seq: int) -> str:
        """Where the same people play again: the first who asks decides. `seq`: the table was set up
        by the log so far.
        """
        async with self.writing():
            if self.play.again is None:
                if self.play.seq != seq:
                    raise Refuse("late")
                with suppress(Refuse):  # another process was first
                    await self.append([Entry("again", table=table)], self.play.match.over)
            if self.play.again is None:
                raise Refuse("store", 503)
            return self.play.again

    # ---- the end
    @property
    def resting(self) -> bool:
        """Nobody looks, nothing is going on: it can be forgotten, the log has it all."""
        return (
            not self.gallery.viewers
            and not self.joining
            and not self.driver.busy
            and not self.lock.locked()
        )

    async def close(self) -> None:
        """What was begun is carried through, if it does not take too long."""
        self.bell.unlisten(self.id, self)
        self.bell.here(self.id, frozenset())
        if self.chores:
            await asyncio.wait(self.chores, timeout=CARRY)
        await self.driver.close()
        for task in list(self.chores):
            task.cancel()
        await asyncio.gather(*self.chores, return_exceptions=True)


def draft_further(
    draft: Play, seat: int, actions: list[str], entries: list[Entry]
) -> Iterator[None]:
    """Adds the entries of further actions, until one cannot be played or another seat is asked."""
    with suppress(Refuse):
        for notation in actions:
            if draft.match.seat != seat:
                return
            entries.append(draft_entry(draft, seat, notation))
            yield


def draft_entry(draft: Play, seat: int, notation: str, spent: int = 0) -> Entry:
    """The entry of an action, tried on a draft of the play."""
    match = draft.match
    try:
        action = match.action(notation)
        entry = Entry("play", seat, action=str(action), spent=spent)
        draft.apply(entry)
    except Illegal as error:
        raise RefuseRule(draft.game.board, action, error.refusal) from error
    except EkibenError as error:
        raise Refuse("not-an-action", action=notation) from error
    return entry
