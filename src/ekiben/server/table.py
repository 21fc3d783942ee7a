"""A table in memory: its log, its viewers and its background tasks.

Every change is written to the log first and then sent to everybody who watches. What people do is
in `moves.py` and `seats.py`; what happens without them is in `turns.py`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Iterable, Iterator
from contextlib import asynccontextmanager, suppress

from ekiben.server import votes
from ekiben.server.chat import Chat
from ekiben.server.checkpoints import Start, can_save, make_checkpoint
from ekiben.server.errors import ApiError, LateWrite
from ekiben.server.metrics import Metrics
from ekiben.server.notifier import DELETED, Notifier, RunningClock
from ekiben.server.off_loop import off_loop
from ekiben.server.rate_limits import RateLimiter
from ekiben.server.recent_entries import RecentEntries
from ekiben.server.settings import Settings
from ekiben.server.store import Conflict, Entry, Store, StoreUnavailable, UncertainWrite
from ekiben.server.table_state import TableState
from ekiben.server.time_slices import run_in_slices
from ekiben.server.turns import TurnTaker
from ekiben.server.viewers import Viewer, Viewers
from ekiben.server.workers import WorkerPool

log = logging.getLogger("ekiben.server")
CLOSE_TIMEOUT = 3.0  # seconds that unfinished tasks get when the table closes
TIMER_SLACK = 0.05  # seconds, so that a timer never fires just too early


class Table:
    """One writer at a time (`lock`); a write that has started finishes even if its page closes."""

    def __init__(
        self,
        state: TableState,
        *,
        store: Store,
        notifier: Notifier,
        workers: WorkerPool,
        settings: Settings,
        metrics: Metrics,
        recent: RecentEntries,
        clock_age: float = 0.0,
    ) -> None:
        self.id = state.setup.id
        self.state = state
        self.store = store
        self.notifier = notifier
        self.workers = workers
        self.settings = settings
        self.metrics = metrics
        self.recent = recent
        self.lock = asyncio.Lock()
        self.turns = TurnTaker(self, clock_age)
        self.viewers = Viewers(state, self.turns.clocks, settings.now, settings.away)
        self.chat = Chat(self)
        self.seat_rate = RateLimiter(settings.rates.seats, now=settings.now)
        self.advice_rate = RateLimiter(settings.rates.advice, now=settings.now)
        self.absence_timer: asyncio.TimerHandle | None = None
        self.gone = False
        self.saved_length = 0  # entries before the checkpoint that is stored
        self.joining = 0  # viewers who are being sent what they missed
        self.tasks: set[asyncio.Task[None]] = set()
        notifier.subscribe(self.id, self)

    # ---- viewers
    async def add_viewer(self, viewer: Viewer, since: int, chat_since: int = 0) -> None:
        """Greet the viewer and send what it missed since that entry, and of the chat."""
        self.joining += 1
        try:
            if since > self.state.seq or self.state.fault is not None:
                await self.run_to_completion(self.read_new_entries())
            await run_in_slices(self.greet(viewer, since))
        finally:
            self.joining -= 1
        self.start_task(self.chat.greet(viewer, chat_since))
        if viewer.seats & self.state.votes.keys():
            self.start_task(self.end_votes(viewer.seats))
        self.turns.resume()

    def greet(self, viewer: Viewer, since: int) -> Iterator[None]:
        """Add the viewer in short steps, so that nobody waits for a crowd that comes at once."""
        missed = self.recent.since(since)
        if missed is not None:
            yield from missed.collect(viewer.looking, viewer.language)
        self.viewers.add(viewer)
        self.people_changed()
        if self.state.fault is not None:
            self.viewers.send_snapshot(viewer)
        else:
            self.viewers.send_missed(viewer, missed, since)
        yield

    def remove_viewer(self, viewer: Viewer) -> None:
        self.viewers.remove(viewer)
        self.people_changed()

    def resend(self, viewer: Viewer) -> None:
        """Send everything to a viewer who fell behind."""
        self.viewers.send_snapshot(viewer)
        self.chat.send(viewer)

    async def end_votes(self, seats: frozenset[int]) -> None:
        """Note that people are back; if it cannot be written, their presence counts anyway."""
        with suppress(ApiError, StoreUnavailable):
            await votes.end_votes(self, seats)

    def people_changed(self) -> None:
        """Tell other processes who is here, and people when somebody has been away for long."""
        here = self.viewers
        self.notifier.announce_people(self.id, here.seats_here, here.watching_here)
        self.set_absence_timer()

    def set_absence_timer(self) -> None:
        if self.absence_timer is not None:
            self.absence_timer.cancel()
            self.absence_timer = None
        wait = self.viewers.seconds_until_handover()
        if wait is not None and self.viewers.members:
            loop = asyncio.get_running_loop()
            self.absence_timer = loop.call_later(wait + TIMER_SLACK, self.absence_is_long)

    def absence_is_long(self) -> None:
        self.viewers.broadcast_people()
        self.set_absence_timer()

    def check_own_seat(self, viewer: Viewer, seat: int) -> None:
        if seat not in viewer.seats:
            raise ApiError("not-your-seat", 403)

    def change_view(self, viewer: Viewer, seat: int | None) -> None:
        """Show the table from another of the viewer's seats, or as a spectator sees it."""
        if seat is not None:
            self.check_own_seat(viewer, seat)
        self.viewers.change_view(viewer, seat, viewer.language)

    # ---- what the notifier asks and tells
    def people_elsewhere(self, seats: frozenset[int], watching: int) -> None:
        self.viewers.set_elsewhere(seats, watching)
        self.set_absence_timer()

    def chat_changed(self) -> None:
        self.start_task(self.chat.refresh())

    def running_clock(self) -> RunningClock | None:
        if self.state.clocked_seat is None:
            return None
        return RunningClock(self.state.clock_since, self.turns.elapsed_ms() / 1000)

    def log_changed(self, seq: int) -> None:
        """Another process, or a repair, changed the log or deleted the table."""
        if seq == DELETED:
            self.gone = True
            self.viewers.close_all()
        elif seq > self.state.seq or self.state.fault is not None:
            self.start_task(self.refresh())

    # ---- the log
    async def append(self, entries: list[Entry], over: bool) -> None:
        """Write entries to disk, then apply and broadcast them one by one."""
        self.check_readable()
        await self.write(entries, over)
        moves = sum(entry.kind == "play" for entry in entries)
        self.metrics.moves.labels(game=self.state.setup.game).inc(moves)
        await self.apply_entries(entries)
        self.notifier.notify(self.id, self.state.seq)
        self.save_checkpoint()
        if over and self.settings.prebuild:
            self.start_task(self.workers.prepare_reviews(self.state.setup.game))

    async def write(self, entries: list[Entry], over: bool) -> None:
        """Write to the store; tell viewers to wait if it is slow."""
        writing = asyncio.ensure_future(self.store.append(self.id, self.state.seq, entries, over))
        await asyncio.wait({writing}, timeout=self.settings.slow_store)
        if not writing.done():
            self.viewers.broadcast_wait()
        try:
            with self.metrics.append_seconds.time():
                await writing
        except Conflict:
            self.metrics.conflicts.inc()
            await self.read_entries()
            raise LateWrite from None
        except StoreUnavailable as error:
            facts = {"table": self.id, "why": str(error)}
            log.error("the store is unavailable", extra={"facts": facts})
            code = "unsure" if isinstance(error, UncertainWrite) else "store"
            raise ApiError(code, 503) from None

    async def apply_entries(self, entries: Iterable[Entry]) -> None:
        """Apply entries of the log while holding the lock.

        The first entry that does not fit stops the table: it stays as it was, and nobody plays on.
        Between two entries other tasks may run and see the table as it is then.
        """
        before = self.state.fault
        await run_in_slices(self.apply_each(entries))
        if self.state.fault != before:
            self.report_fault()
        self.turns.resume()

    def apply_each(self, entries: Iterable[Entry]) -> Iterator[None]:
        for entry in self.state.apply_log(entries):
            self.recent.add(entry)
            self.turns.entry_applied()
            yield from self.viewers.entry_applied(entry)
            yield

    def save_checkpoint(self) -> None:
        """Store the older of the states in memory, so that pages find recent entries there, too."""
        start = self.recent.first
        if start.state.seq > self.saved_length and can_save(start.state):
            self.saved_length = start.state.seq
            self.start_task(self.write_checkpoint(start))

    async def write_checkpoint(self, start: Start) -> None:
        """Write it; without it the next process replays more, and nothing else."""
        with suppress(Conflict, StoreUnavailable):
            await self.store.save_checkpoint(self.id, await off_loop(make_checkpoint, start))

    def report_fault(self) -> None:
        """Tell viewers what to do; log only the place, since the rest may reveal hidden cards."""
        if self.state.fault is not None:
            facts = {"table": self.id, "entry": self.state.seq}
            log.error("the log of a table does not replay", extra={"facts": facts})
        self.turns.restart_clock()
        for viewer in self.viewers.members:
            self.viewers.send_snapshot(viewer)

    def check_readable(self) -> None:
        if self.gone:
            raise ApiError("no-table", 404)
        if self.state.fault is not None:
            raise ApiError("broken", count=self.state.seq)

    @asynccontextmanager
    async def write_lock(self) -> AsyncIterator[None]:
        """Let one task write at a time, and none while the log cannot be read to its end."""
        async with self.lock:
            self.check_readable()
            yield

    async def refresh(self) -> None:
        """Read new entries; an unavailable store will notify us when it is back."""
        with suppress(StoreUnavailable):
            await self.read_new_entries()

    async def read_new_entries(self) -> None:
        async with self.lock:
            await self.read_entries()

    async def read_entries(self) -> None:
        """Read and apply new entries while holding the lock."""
        await self.apply_entries(await self.store.log(self.id, self.state.seq))

    async def catch_up(self, seq: int) -> None:
        """Read the log if the client has already seen newer moves from another process."""
        if seq > self.state.seq or self.state.fault is not None:
            await self.read_entries()

    # ---- background tasks
    def start_task(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def run_to_completion(self, work: Coroutine[object, object, None]) -> None:
        """Wait for the work; it goes on if the caller is cancelled."""
        await asyncio.shield(self.start_task(work))

    @property
    def is_idle(self) -> bool:
        """Whether nobody watches and nothing goes on, so that memory can be freed."""
        return (
            not self.viewers.members
            and not self.joining
            and not self.turns.busy
            and not self.lock.locked()
        )

    async def close(self) -> None:
        """Let unfinished tasks end if they do not take too long, and cancel the rest."""
        self.notifier.unsubscribe(self.id, self)
        self.notifier.announce_people(self.id, frozenset(), 0)
        if self.absence_timer is not None:
            self.absence_timer.cancel()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=CLOSE_TIMEOUT)
        await self.turns.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
