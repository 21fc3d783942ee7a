"""The bell of processes that share a PostgreSQL database. One connection of each listens, holds the
leases as locks of its session, and beats: when the process dies or hangs, the session ends, and
with it all that it held.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from ekiben.server.postgres_connection import connected, is_away
from ekiben.server.store import HouseBell

log = logging.getLogger("ekiben.server")
BEAT, DEAD = 5.0, 20  # seconds: between two signs of life, and until one is taken for dead
SILENT = 2 * BEAT  # seconds without an answer: the database is away
LIMIT = 10.0  # seconds for anything on this connection
AGAIN = 0.5  # seconds between two tries to reach the database
MOST = 300  # tables named in one message
UNKNOWN = 1 << 40  # a length of the log that makes everybody read it
SESSION = (
    f"SET idle_session_timeout = '{DEAD}s'; SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 5; "
    "SET tcp_keepalives_count = 3; SET application_name = 'ekiben bell'"
)
ALIVE = (
    "INSERT INTO processes (id, seen, figures) VALUES ($1, clock_timestamp(), $2) "
    "ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp(), figures = $2 RETURNING xmax = 0"
)
CLOCKS = (
    "INSERT INTO clocks (table_id, since, seconds) SELECT * FROM unnest($1::text[], $2::int[], $3::float8[]) ORDER BY 1 "
    "ON CONFLICT (table_id) DO UPDATE SET since = EXCLUDED.since, seconds = EXCLUDED.seconds "
    "WHERE (clocks.since, clocks.seconds) < (EXCLUDED.since, EXCLUDED.seconds)"
)
LEASE, RELEASE = (
    "SELECT pg_try_advisory_lock(hashtextextended($1, 1))",
    "SELECT pg_advisory_unlock(hashtextextended($1, 1))",
)


class PostgresBell(HouseBell):
    """`figures` gives what the process tells of itself; `now` is its clock, in seconds."""

    def __init__(
        self,
        address: str,
        process: str,
        figures: Callable[[], str] = str,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.address, self.process, self.figures, self.now = address, process, figures, now
        self.contact = now()  # when the database last answered
        self.was_away = 0.0  # seconds, until then
        self.last_clocks: dict[
            str, tuple[int, float]
        ] = {}  # of tables that this process no longer serves
        self.mine: dict[str, list[int]] = {}  # seats with a page here
        self.untold: set[str] = set()  # tables of which the others are to be told
        self.unknown: set[str] = set()  # tables of which the others have told something
        self.leases: set[str] = set()
        self.stirred = asyncio.Event()
        self.link: Any = None
        self.using = asyncio.Lock()
        self.attending: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.begin()
        self.attending = asyncio.ensure_future(self.attend())

    # ---- the connection
    async def begin(self) -> None:
        """After this nothing is missed; what was missed before is read."""
        link = await connected(self.address, command_timeout=LIMIT)
        await link.execute(SESSION)
        await link.fetchval(ALIVE, self.process, self.figures())
        await link.add_listener("ekiben_log", self.log_grew)
        await link.add_listener("ekiben_people", self.people_moved)
        self.note_contact()
        self.link = link
        self.untold, self.unknown = set(self.mine), set(self.listeners)
        for table in list(self.listeners):
            super().ring(table, UNKNOWN)

    async def attend(self) -> None:
        while True:
            try:
                if self.link is None:
                    await self.begin()
                await self.beat()
                with suppress(TimeoutError):
                    async with asyncio.timeout(
                        BEAT
                    ):  # wait_for would forget a cancellation that comes with the stir
                        await self.stirred.wait()
                self.stirred.clear()
            except Exception as error:
                if not is_away(error):
                    log.exception("the bell failed")
                await self.lost(error)

    async def lost(self, error: Exception) -> None:
        """With the session the leases are gone too."""
        log.warning("the bell lost the database", extra={"facts": {"why": type(error).__name__}})
        link, self.link = self.link, None
        self.leases.clear()
        if link is not None:
            link.terminate()
        await asyncio.sleep(AGAIN)

    async def beat(self) -> None:
        async with self.using:
            if await self.link.fetchval(ALIVE, self.process, self.figures()):
                self.untold |= set(self.mine)  # taken for dead meanwhile
            await self.bury()
            await self.tell_people()
            await self.hear_people()
            await self.tell_clocks()
            self.note_contact()

    async def bury(self) -> None:
        """Those that no longer beat; their people are no longer there."""
        dead = (
            f"SELECT id FROM processes WHERE seen < clock_timestamp() - interval '{DEAD} seconds'"
        )
        left = {
            row[0]
            for row in await self.link.fetch(
                f"SELECT DISTINCT table_id FROM present WHERE process IN ({dead})"
            )
        }
        await self.link.execute(f"DELETE FROM processes WHERE id IN ({dead})")
        self.unknown |= left
        await self.ring_people(left)

    # ---- clocks
    def note_contact(self) -> None:
        """The database answers."""
        self.was_away = self.away()
        self.contact = self.now()

    def away(self) -> float:
        """It is away while the connection is lost, or when it has been silent for too long: then
        since it last answered.
        """
        silent = self.now() - self.contact
        return self.was_away + (silent if self.link is None or silent > SILENT else 0.0)

    async def steady(self) -> bool:
        try:
            async with self.using:
                if self.link is None:
                    return False
                await self.link.fetchval("SELECT 1")
                self.note_contact()
                return True
        except Exception as error:
            if not is_away(error):
                raise
            return False

    async def tell_clocks(self) -> None:
        """How long clocks have run, so that another process can go on with them when this one is
        gone.
        """
        running = {
            table: clock
            for table, listeners in self.listeners.items()
            for one in listeners
            if (clock := one.clock()) is not None
        }
        told = {**self.last_clocks, **running}
        if told:
            await self.link.execute(
                CLOCKS,
                list(told),
                [since for since, _ in told.values()],
                [seconds for _, seconds in told.values()],
            )
        for table in told:
            self.last_clocks.pop(table, None)

    def unlisten(self, table: str, listener: Any) -> None:
        super().unlisten(table, listener)
        if (clock := listener.clock()) is not None:
            self.last_clocks[table] = clock

    # ---- the log
    def ring(self, table: str, seq: int) -> None:
        """The statement that wrote has rung for the others."""

    def log_grew(self, link: Any, pid: int, channel: str, payload: str) -> None:
        process, *pairs = payload.split(" ")
        if process != self.process:
            for table, seq in zip(pairs[::2], pairs[1::2], strict=True):
                super().ring(table, int(seq))

    # ---- people
    def here(self, table: str, seats: frozenset[int]) -> None:
        if sorted(seats) != self.mine.get(table, []):
            self.mine[table] = sorted(seats)
            if not seats:
                del self.mine[table]
            self.untold.add(table)
            self.stirred.set()

    def listen(self, table: str, listener: Any) -> None:
        super().listen(table, listener)
        self.unknown.add(table)
        self.stirred.set()

    def people_moved(self, link: Any, pid: int, channel: str, payload: str) -> None:
        process, *tables = payload.split(" ")
        if process != self.process:
            self.unknown |= self.listeners.keys() & set(tables)
            self.stirred.set()

    async def tell_people(self) -> None:
        told, self.untold = self.untold, set()
        try:
            await self.write_people(told)
            await self.ring_people(told)
        except BaseException:
            self.untold |= told
            raise

    async def write_people(self, told: set[str]) -> None:
        there = [table for table in told if table in self.mine]
        if told - set(there):
            await self.link.execute(
                "DELETE FROM present WHERE process = $1 AND table_id = ANY($2)",
                self.process,
                list(told - set(there)),
            )
        if there:
            await self.link.executemany(
                "INSERT INTO present (table_id, process, seats) VALUES ($1, $2, $3) "
                "ON CONFLICT (table_id, process) DO UPDATE SET seats = EXCLUDED.seats",
                [(table, self.process, self.mine[table]) for table in there if table in self.mine],
            )

    async def ring_people(self, tables: Iterable[str]) -> None:
        named = sorted(tables)
        for at in range(0, len(named), MOST):
            await self.link.execute(
                "SELECT pg_notify('ekiben_people', $1)",
                " ".join([self.process, *named[at : at + MOST]]),
            )

    async def hear_people(self) -> None:
        """Who has a page open elsewhere."""
        asked, self.unknown = self.unknown & self.listeners.keys(), set()
        if not asked:
            return
        found: dict[str, set[int]] = {table: set() for table in asked}
        for table, seats in await self.link.fetch(
            "SELECT table_id, seats FROM present WHERE table_id = ANY($1) AND process <> $2",
            list(asked),
            self.process,
        ):
            found[table].update(seats)
        for table, there in found.items():
            for listener in self.listeners.get(table, []):
                listener.elsewhere(frozenset(there))

    # ---- leases
    async def lease(self, table: str) -> bool:
        if table not in self.leases and await self.asked(LEASE, table):
            self.leases.add(table)
        return table in self.leases

    async def release(self, table: str) -> None:
        if table in self.leases:
            self.leases.discard(table)
            await self.asked(RELEASE, table)

    async def asked(self, sql: str, table: str) -> bool:
        """No, while the database is away."""
        try:
            async with self.using:
                return self.link is not None and bool(await self.link.fetchval(sql, table))
        except Exception as error:
            if not is_away(error):
                raise
            return False

    # ---- the others, and the end
    async def fellows(self) -> list[str]:
        if self.link is None:
            return []
        async with self.using:
            return [
                row[0]
                for row in await self.link.fetch(
                    "SELECT figures FROM processes WHERE id <> $1", self.process
                )
            ]

    async def close(self) -> None:
        if self.attending is not None:
            self.attending.cancel()
            await asyncio.gather(self.attending, return_exceptions=True)
        if self.link is not None:
            with suppress(Exception):
                await self.leave()
            self.link.terminate()

    async def leave(self) -> None:
        """The others need not wait until this process is taken for dead."""
        await self.tell_clocks()
        await self.link.execute("DELETE FROM processes WHERE id = $1", self.process)
        await self.ring_people(self.mine)
