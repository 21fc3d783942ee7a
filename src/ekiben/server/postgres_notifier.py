"""The notifier of processes that share a PostgreSQL database.

One connection of each process listens, holds leases as locks of its session, and sends heartbeats.
When the process dies or hangs, the session ends, and everything it held is free.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

from ekiben.server.notifier import Listener, LocalNotifier, RunningClock
from ekiben.server.postgres_connection import Connection, connect, is_unavailable

log = logging.getLogger("ekiben.server")
HEARTBEAT = 5.0  # seconds between two heartbeats
DEAD_AFTER = 20  # seconds without a heartbeat
SILENT_AFTER = 2 * HEARTBEAT  # seconds without an answer: the database is unavailable
COMMAND_TIMEOUT = 10.0  # seconds
RECONNECT_DELAY = 0.5  # seconds
MAX_NAMED = 300  # tables in one notification
READ_ALL = 1 << 40  # a length of the log that makes every listener read it
SESSION = (
    f"SET idle_session_timeout = '{DEAD_AFTER}s'; SET tcp_keepalives_idle = 5; "
    "SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; "
    "SET application_name = 'ekiben notifier'"
)
ALIVE = (
    "INSERT INTO processes (id, seen, figures) VALUES ($1, clock_timestamp(), $2) "
    "ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp(), figures = $2 RETURNING xmax = 0"
)
DEAD = f"SELECT id FROM processes WHERE seen < clock_timestamp() - interval '{DEAD_AFTER} seconds'"
CLOCKS = (
    "INSERT INTO clocks (table_id, since, seconds) "
    "SELECT * FROM unnest($1::text[], $2::int[], $3::float8[]) ORDER BY 1 "
    "ON CONFLICT (table_id) DO UPDATE SET since = EXCLUDED.since, seconds = EXCLUDED.seconds "
    "WHERE (clocks.since, clocks.seconds) < (EXCLUDED.since, EXCLUDED.seconds)"
)
LEASE = "SELECT pg_try_advisory_lock(hashtextextended($1, 1))"
RELEASE = "SELECT pg_advisory_unlock(hashtextextended($1, 1))"


class PeopleHere(NamedTuple):
    """Seats with a page in this process, and the number of spectators."""

    seats: list[int]
    watching: int


class PostgresNotifier(LocalNotifier):
    """`metrics` returns this process's metrics as text; `now` is its clock in seconds."""

    def __init__(
        self,
        address: str,
        process: str,
        metrics: Callable[[], str] = str,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.address = address
        self.process = process
        self.metrics = metrics
        self.now = now
        self.last_contact = now()  # when the database last answered
        self.past_outages = 0.0  # seconds, until then
        self.final_clocks: dict[str, RunningClock] = {}  # of tables dropped from memory
        self.people_here: dict[str, PeopleHere] = {}  # those with a page in this process
        self.unpublished: set[str] = set()  # tables whose seats the others do not know yet
        self.unread: set[str] = set()  # tables whose seats have changed elsewhere
        self.leases: set[str] = set()
        self.wake = asyncio.Event()
        self.connection: Connection | None = None
        self.lock = asyncio.Lock()
        self.task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.connect_and_listen()
        self.task = asyncio.ensure_future(self.run())

    # ---- the connection
    @property
    def session(self) -> Connection:
        assert self.connection is not None, "not connected"
        return self.connection

    async def connect_and_listen(self) -> None:
        """Listen from now on, and have everything read that was missed before."""
        connection = await connect(self.address, COMMAND_TIMEOUT)
        await connection.execute(SESSION)
        await connection.fetchval(ALIVE, self.process, self.metrics())
        await connection.add_listener("ekiben_log", self.log_notified)
        await connection.add_listener("ekiben_people", self.people_notified)
        await connection.add_listener("ekiben_chat", self.chat_notified)
        self.record_contact()
        self.connection = connection
        self.unpublished = set(self.people_here)
        self.unread = set(self.listeners)
        for table in list(self.listeners):
            super().notify(table, READ_ALL)
            self.tell_of_chat(table)

    async def run(self) -> None:
        """Send heartbeats, and reconnect whenever the connection is lost."""
        while True:
            try:
                if self.connection is None:
                    await self.connect_and_listen()
                await self.heartbeat()
                with suppress(TimeoutError):
                    # wait_for would lose a cancellation that comes together with the event
                    async with asyncio.timeout(HEARTBEAT):
                        await self.wake.wait()
                self.wake.clear()
            except Exception as error:
                if not is_unavailable(error):
                    log.exception("the notifier failed")
                await self.disconnect(error)

    async def disconnect(self, error: Exception) -> None:
        """Drop the connection; its leases are gone with the session."""
        facts = {"why": type(error).__name__}
        log.warning("the notifier lost the database", extra={"facts": facts})
        connection = self.connection
        self.connection = None
        self.leases.clear()
        if connection is not None:
            connection.terminate()
        await asyncio.sleep(RECONNECT_DELAY)

    async def heartbeat(self) -> None:
        async with self.lock:
            if await self.session.fetchval(ALIVE, self.process, self.metrics()):
                self.unpublished |= set(self.people_here)  # the others took us for dead
            await self.remove_dead_processes()
            await self.publish_people()
            await self.read_people()
            await self.publish_clocks()
            self.record_contact()

    async def remove_dead_processes(self) -> None:
        """Remove processes without a heartbeat, and with them the seats they announced."""
        sql = f"SELECT DISTINCT table_id FROM present WHERE process IN ({DEAD})"
        left = {row[0] for row in await self.session.fetch(sql)}
        await self.session.execute(f"DELETE FROM processes WHERE id IN ({DEAD})")
        self.unread |= left
        await self.notify_people(left)

    # ---- clocks
    def record_contact(self) -> None:
        """Note that the database has just answered."""
        self.past_outages = self.seconds_unavailable()
        self.last_contact = self.now()

    def seconds_unavailable(self) -> float:
        """Past outages, and the current one: no connection, or no answer for too long."""
        silent = self.now() - self.last_contact
        is_down = self.connection is None or silent > SILENT_AFTER
        return self.past_outages + (silent if is_down else 0.0)

    async def is_store_up(self) -> bool:
        try:
            async with self.lock:
                if self.connection is None:
                    return False
                await self.connection.fetchval("SELECT 1")
                self.record_contact()
                return True
        except Exception as error:
            if not is_unavailable(error):
                raise
            return False

    async def publish_clocks(self) -> None:
        """Publish how long clocks have run, so that another process can continue them."""
        running = {
            table: clock
            for table, listeners in self.listeners.items()
            for one in listeners
            if (clock := one.running_clock()) is not None
        }
        clocks = {**self.final_clocks, **running}
        if clocks:
            await self.session.execute(
                CLOCKS,
                list(clocks),
                [clock.since for clock in clocks.values()],
                [clock.seconds for clock in clocks.values()],
            )
        for table in clocks:
            self.final_clocks.pop(table, None)

    def unsubscribe(self, table: str, listener: Listener) -> None:
        super().unsubscribe(table, listener)
        if (clock := listener.running_clock()) is not None:
            self.final_clocks[table] = clock

    # ---- the log
    def notify(self, table: str, seq: int) -> None:
        """Do nothing: the statement that wrote has notified the others."""

    def log_notified(self, connection: Connection, pid: int, channel: str, payload: str) -> None:
        process, *pairs = payload.split(" ")
        if process != self.process:
            for table, seq in zip(pairs[::2], pairs[1::2], strict=True):
                super().notify(table, int(seq))

    def chat_notified(self, connection: Connection, pid: int, channel: str, payload: str) -> None:
        process, table = payload.split(" ")
        if process != self.process:
            self.tell_of_chat(table)

    def tell_of_chat(self, table: str) -> None:
        for listener in self.listeners.get(table, []):
            listener.chat_changed()

    # ---- people
    def announce_people(self, table: str, seats: frozenset[int], watching: int) -> None:
        here = PeopleHere(sorted(seats), watching)
        if here != self.people_here.get(table, PeopleHere([], 0)):
            self.people_here[table] = here
            if not seats and not watching:
                del self.people_here[table]
            self.unpublished.add(table)
            self.wake.set()

    def subscribe(self, table: str, listener: Listener) -> None:
        super().subscribe(table, listener)
        self.unread.add(table)
        self.wake.set()

    def people_notified(self, connection: Connection, pid: int, channel: str, payload: str) -> None:
        process, *tables = payload.split(" ")
        if process != self.process:
            self.unread |= self.listeners.keys() & set(tables)
            self.wake.set()

    async def publish_people(self) -> None:
        """Publish which seats have a page here."""
        tables = self.unpublished
        self.unpublished = set()
        try:
            await self.write_people(tables)
            await self.notify_people(tables)
        except BaseException:
            self.unpublished |= tables
            raise

    async def write_people(self, tables: set[str]) -> None:
        present = [table for table in tables if table in self.people_here]
        left = tables - set(present)
        if left:
            sql = "DELETE FROM present WHERE process = $1 AND table_id = ANY($2)"
            await self.session.execute(sql, self.process, list(left))
        if present:
            await self.session.executemany(
                "INSERT INTO present (table_id, process, seats, watching) VALUES ($1, $2, $3, $4) "
                "ON CONFLICT (table_id, process) "
                "DO UPDATE SET seats = EXCLUDED.seats, watching = EXCLUDED.watching",
                [
                    (table, self.process, *self.people_here[table])
                    for table in present
                    if table in self.people_here
                ],
            )

    async def notify_people(self, tables: Iterable[str]) -> None:
        named = sorted(tables)
        for at in range(0, len(named), MAX_NAMED):
            payload = " ".join([self.process, *named[at : at + MAX_NAMED]])
            await self.session.execute("SELECT pg_notify('ekiben_people', $1)", payload)

    async def read_people(self) -> None:
        """Tell listeners which seats, and how many spectators, have a page in another process."""
        tables = self.unread & self.listeners.keys()
        self.unread = set()
        if not tables:
            return
        found: dict[str, set[int]] = {table: set() for table in tables}
        watching = dict.fromkeys(tables, 0)
        sql = (
            "SELECT table_id, seats, watching FROM present "
            "WHERE table_id = ANY($1) AND process <> $2"
        )
        for table, seats, spectators in await self.session.fetch(sql, list(tables), self.process):
            found[table].update(seats)
            watching[table] += spectators
        for table, elsewhere in found.items():
            for listener in self.listeners.get(table, []):
                listener.people_elsewhere(frozenset(elsewhere), watching[table])

    # ---- leases
    async def acquire_lease(self, table: str) -> bool:
        if table not in self.leases and await self.query_lock(LEASE, table):
            self.leases.add(table)
        return table in self.leases

    async def release_lease(self, table: str) -> None:
        if table in self.leases:
            self.leases.discard(table)
            await self.query_lock(RELEASE, table)

    async def query_lock(self, sql: str, table: str) -> bool:
        """Run a lock statement; False while the database is unavailable."""
        try:
            async with self.lock:
                return self.connection is not None and bool(
                    await self.connection.fetchval(sql, table)
                )
        except Exception as error:
            if not is_unavailable(error):
                raise
            return False

    # ---- peers, and the end
    async def peer_metrics(self) -> list[str]:
        if self.connection is None:
            return []
        async with self.lock:
            rows = await self.session.fetch(
                "SELECT figures FROM processes WHERE id <> $1", self.process
            )
        return [row[0] for row in rows]

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        if self.connection is not None:
            with suppress(Exception):
                await self.sign_off()
            self.connection.terminate()

    async def sign_off(self) -> None:
        """Tell the others at once, so that they need not wait until this process seems dead."""
        await self.publish_clocks()
        await self.session.execute("DELETE FROM processes WHERE id = $1", self.process)
        await self.notify_people(self.people_here)
