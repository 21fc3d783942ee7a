"""The store in a PostgreSQL database that several processes share. What has come in meanwhile is
written by one statement, which is one commit and one ring of the bell; the primary key (table,
number) is the lock.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import msgspec

from ekiben.server.metrics import METRICS
from ekiben.server.postgres_connection import asyncpg, is_away, prepare
from ekiben.server.store import (
    GONE,
    Conflict,
    Entry,
    LogReader,
    RawRow,
    Row,
    Setup,
    StoreAway,
    Unsure,
)

T = TypeVar("T")
MOST = 200  # appends in a statement: all of them are named in one ring, which may have 8,000 bytes
PAUSE = 0.2  # seconds between two tries
LINKS = 4  # connections of a process, beside the bell's
SLOWEST = 60.0  # seconds for a statement

# The first entry of an append decides: it goes in only if its number is the log's length, and until
# it is committed nobody else can write
# the numbers after it. Sorted, so that two processes never wait for each other.
APPEND = """
WITH given (table_id, seq, mark, entry, over, first) AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::boolean[], $6::boolean[])),
begun AS (INSERT INTO log (table_id, seq, mark, entry) SELECT table_id, seq, mark, entry FROM given
          WHERE first AND seq = (SELECT coalesce(max(log.seq) + 1, 0) FROM log WHERE log.table_id = given.table_id)
                AND EXISTS (SELECT FROM tables WHERE id = given.table_id)
          ORDER BY table_id ON CONFLICT DO NOTHING RETURNING table_id),
written AS (INSERT INTO log (table_id, seq, mark, entry) SELECT table_id, seq, mark, entry FROM given JOIN begun USING (table_id)
            WHERE NOT first ORDER BY table_id, seq),
latest AS (SELECT table_id, max(seq) + 1 AS length, bool_or(over) AS over FROM given JOIN begun USING (table_id) GROUP BY table_id),
ended AS (UPDATE tables SET over = latest.over FROM latest WHERE tables.id = latest.table_id AND tables.over <> latest.over)
SELECT table_id, (SELECT pg_notify('ekiben_log', $7 || ' ' || string_agg(table_id || ' ' || length, ' ')) FROM latest) FROM latest
"""
OWN = """
SELECT log.table_id FROM log JOIN unnest($1::text[], $2::int[], $3::int[], $4::bigint[]) AS g (table_id, seq, length, mark)
ON log.table_id = g.table_id AND log.seq >= g.seq AND log.seq < g.seq + g.length AND log.mark = g.mark
GROUP BY log.table_id, g.length HAVING count(*) = g.length
"""


class Append(NamedTuple):
    table: str
    seq: int
    entries: list[str]
    over: bool
    mark: int
    answer: asyncio.Future[None]


class PostgresStore(LogReader):
    """Opened in the loop that uses it. `process` is its name in what it rings; `hold`: for how many
    seconds it insists.
    """

    def __init__(self, address: str, process: str, hold: float = 30.0) -> None:
        self.address, self.process, self.hold = address, process, hold
        self.waiting: deque[Append] = deque()
        self.stirred = asyncio.Event()
        self.pool: Any = None
        self.writing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        settings = await prepare(self.address)
        self.pool = await asyncpg.create_pool(
            self.address,
            min_size=1,
            max_size=LINKS,
            command_timeout=SLOWEST,
            server_settings=settings,
        )
        self.writing = asyncio.ensure_future(self.write())

    async def insist(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Asks again while the database is away, and gives up after a while."""
        until, begun = time.monotonic() + self.hold, False
        while True:
            try:
                async with self.pool.acquire() as link:
                    begun = True
                    return await work(link)
            except Exception as error:
                if not is_away(error):
                    raise
                METRICS.count("ekiben_store_away_total")
                if time.monotonic() > until:
                    raise (Unsure if begun else StoreAway)(
                        f"{type(error).__name__}: {error}"
                    ) from error
                await asyncio.sleep(PAUSE)

    # ---- the writer
    async def write(self) -> None:
        while True:
            await self.stirred.wait()
            batch = self.batch()
            if not self.waiting:
                self.stirred.clear()
            await self.commit(batch)

    def batch(self) -> list[Append]:
        """All that waits, but of each table only the first."""
        found: dict[str, Append] = {}
        later: list[Append] = []
        while self.waiting and len(found) < MOST:
            one = self.waiting.popleft()
            if found.setdefault(one.table, one) is not one:
                later.append(one)
        self.waiting.extendleft(reversed(later))
        return list(found.values())

    async def commit(self, batch: list[Append]) -> None:
        """Nobody is answered before it is on disk."""
        try:
            outcomes: list[Exception | None] = await self.insist(
                lambda link: self.written(link, batch)
            )
        except StoreAway as error:
            outcomes = [error] * len(batch)
        except asyncpg.IntegrityConstraintViolationError as error:
            if len(batch) > 1:
                for one in batch:
                    await self.commit([one])
                return
            outcomes = [Conflict(str(error))]
        except Exception as error:
            outcomes = [error] * len(batch)
        for one, outcome in zip(batch, outcomes, strict=True):
            answer(one, outcome)

    async def written(self, link: Any, batch: list[Append]) -> list[Exception | None]:
        """The log has no gaps: of entries that belong together either all find their numbers free,
        or none.
        """
        rows = [
            (one.table, one.seq + n, one.mark, entry, one.over, n == 0)
            for one in batch
            for n, entry in enumerate(one.entries)
        ]
        done = {
            row["table_id"]
            for row in await link.fetch(APPEND, *map(list, zip(*rows, strict=True)), self.process)
        }
        lost = [one for one in batch if one.table not in done]
        mine = await self.own(link, lost) if lost else set()
        return [
            None if one.table in done or one.table in mine else Conflict(f"{one.table} {one.seq}")
            for one in batch
        ]

    async def own(self, link: Any, lost: list[Append]) -> set[str]:
        """Appends that are there already, every entry of them, because this process wrote them
        before its connection was lost.
        """
        asked = [(one.table, one.seq, len(one.entries), one.mark) for one in lost]
        return {
            row["table_id"] for row in await link.fetch(OWN, *map(list, zip(*asked, strict=True)))
        }

    # ---- the store
    async def alive(self) -> bool:
        """A line in the write-ahead log, on disk when it is committed, that nobody reads."""
        try:
            async with asyncio.timeout(2), self.pool.acquire() as link:
                return (
                    await link.fetchval("SELECT pg_logical_emit_message(true, 'ekiben', '')")
                    is not None
                )
        except Exception as error:
            if not is_away(error) and not isinstance(error, asyncpg.PostgresError):
                raise
            return False

    async def create(self, setup: Setup) -> None:
        row = (setup.id, setup.created, setup.public, msgspec.json.encode(setup).decode())
        sql = "INSERT INTO tables (id, created, public, setup) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
        await self.insist(lambda link: link.execute(sql, *row))
        if await self.setup(setup.id) != setup:
            raise Conflict(f"there is a table {setup.id} already")

    async def setup(self, table: str) -> Setup | None:
        found = await self.insist(
            lambda link: link.fetchval("SELECT setup FROM tables WHERE id = $1", table)
        )
        return msgspec.json.decode(found, type=Setup) if found else None

    async def append(self, table: str, seq: int, entries: Sequence[Entry], over: bool) -> None:
        one = Append(
            table,
            seq,
            [msgspec.json.encode(entry).decode() for entry in entries],
            over,
            random.getrandbits(62),
            asyncio.get_running_loop().create_future(),
        )
        self.waiting.append(one)
        self.stirred.set()
        await one.answer

    async def raw_rows(self, table: str, since: int = 0) -> list[RawRow]:
        return await self.insist(lambda link: raw_rows(link, table, since))

    async def clock(self, table: str, since: int) -> float:
        """As the processes that serve the table have told it: nothing is added while none does."""
        sql = "SELECT seconds FROM clocks WHERE table_id = $1 AND since = $2"
        return float(await self.insist(lambda link: link.fetchval(sql, table, since)) or 0.0)

    async def watchable(self, count: int) -> list[Setup]:
        sql = "SELECT setup FROM tables WHERE public AND NOT over ORDER BY created DESC LIMIT $1"
        return [
            msgspec.json.decode(row[0], type=Setup)
            for row in await self.insist(lambda link: link.fetch(sql, count))
        ]

    # ---- as a whole
    async def ids(self) -> list[str]:
        return [
            row[0]
            for row in await self.insist(
                lambda link: link.fetch("SELECT id FROM tables ORDER BY created, id")
            )
        ]

    async def is_over(self, table: str) -> bool:
        return bool(
            await self.insist(
                lambda link: link.fetchval("SELECT over FROM tables WHERE id = $1", table)
            )
        )

    async def put(self, setup: Setup, rows: Sequence[Row], over: bool) -> None:
        async def write(link: Any) -> None:
            await link.execute(
                "INSERT INTO tables (id, created, public, setup) VALUES ($1, $2, $3, $4)",
                setup.id,
                setup.created,
                setup.public,
                msgspec.json.encode(setup).decode(),
            )
            await extend(link, setup.id, 0, rows, over)

        await self.alone(write)

    async def extend(self, table: str, seq: int, rows: Sequence[Row], over: bool) -> None:
        await self.alone(lambda link: extend(link, table, seq, rows, over))

    async def unused_for(self, after: str, count: int) -> list[tuple[str, float]]:
        latest = "coalesce((SELECT at FROM log WHERE table_id = id ORDER BY seq DESC LIMIT 1), 0)"
        sql = (
            f"SELECT id, extract(epoch FROM clock_timestamp())::float8 - greatest(created, imported, {latest}) FROM tables "
            "WHERE id > $1 ORDER BY id LIMIT $2"
        )
        return [tuple(row) for row in await self.insist(lambda link: link.fetch(sql, after, count))]

    async def delete(self, table: str, length: int) -> None:
        """Who writes at the same time is waited for, or finds no table."""

        async def write(link: Any) -> None:
            await link.execute("SELECT FROM tables WHERE id = $1 FOR UPDATE", table)
            await check_length(link, table, length)
            for place in ("log WHERE table_id", "clocks WHERE table_id", "tables WHERE id"):
                await link.execute(f"DELETE FROM {place} = $1", table)
            await link.execute(
                "SELECT pg_notify('ekiben_log', $1)", f"{self.process} {table} {GONE}"
            )

        await self.alone(write)

    async def cut(self, table: str, seen: Sequence[RawRow], length: int, over: bool) -> None:
        """While nobody else writes: an append decides by the log's length."""

        async def write(link: Any) -> None:
            await link.execute("LOCK TABLE log IN SHARE ROW EXCLUSIVE MODE")
            if await raw_rows(link, table) != seen:
                raise Conflict(f"the log of {table} has changed")
            await link.execute("DELETE FROM log WHERE table_id = $1 AND seq >= $2", table, length)
            await link.execute("UPDATE tables SET over = $2 WHERE id = $1", table, over)
            await link.execute(
                "SELECT pg_notify('ekiben_log', $1)", f"{self.process} {table} {length}"
            )

        await self.alone(write)

    async def alone(self, work: Callable[[Any], Awaitable[None]]) -> None:
        """Several statements, all of them or none."""

        async def write(link: Any) -> None:
            async with link.transaction():
                await work(link)

        try:
            await self.insist(write)
        except asyncpg.IntegrityConstraintViolationError as error:
            raise Conflict(str(error)) from error

    async def close(self) -> None:
        """What waits is written first."""
        while self.waiting:
            await asyncio.gather(*(one.answer for one in self.waiting), return_exceptions=True)
        if self.writing is not None:
            self.writing.cancel()
            await asyncio.gather(self.writing, return_exceptions=True)
        if self.pool is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(5):
                    await self.pool.close()


async def extend(link: Any, table: str, seq: int, rows: Sequence[Row], over: bool) -> None:
    lines = [
        (table, number, row.at, 0, msgspec.json.encode(row.entry).decode())
        for number, row in enumerate(rows, seq)
    ]
    await check_length(link, table, seq)
    await link.executemany(
        "INSERT INTO log (table_id, seq, at, mark, entry) VALUES ($1, $2, $3, $4, $5)", lines
    )
    await link.execute(
        "UPDATE tables SET over = $2, imported = extract(epoch FROM clock_timestamp()) WHERE id = $1",
        table,
        over,
    )
    await link.execute("SELECT pg_notify('ekiben_log', $1)", f"import {table} {seq + len(rows)}")


async def check_length(link: Any, table: str, expected: int) -> None:
    length = await link.fetchval(
        "SELECT coalesce(max(seq) + 1, 0) FROM log WHERE table_id = $1", table
    )
    if length != expected:
        raise Conflict(f"the log of {table} has {length} entries, not {expected}")


async def raw_rows(link: Any, table: str, since: int = 0) -> list[RawRow]:
    found = await link.fetch(
        "SELECT seq, at, entry FROM log WHERE table_id = $1 AND seq >= $2 ORDER BY seq",
        table,
        since,
    )
    return [RawRow(*row) for row in found]


def answer(one: Append, outcome: Exception | None) -> None:
    if one.answer.done():
        return
    if outcome is None:
        one.answer.set_result(None)
    else:
        one.answer.set_exception(outcome)
