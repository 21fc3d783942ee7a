"""Writes to the log in PostgreSQL, batched: one statement is one commit and one notification."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from ekiben.server.postgres_connection import Connection, asyncpg
from ekiben.server.store import Conflict, Entry, StoreUnavailable, require_entries

T = TypeVar("T")
MAX_BATCH = 200  # appends in a statement; the notification, which names them, has 8,000 bytes

# The first entry of an append decides: it is inserted only if its number is the log's length, and
# until it is committed nobody else can write the numbers after it. The rows are sorted so that two
# processes never wait for each other.
APPEND = """
WITH given (table_id, seq, mark, entry, over, first) AS (
    SELECT * FROM unnest(
        $1::text[], $2::int[], $3::bigint[], $4::text[], $5::boolean[], $6::boolean[])),
started AS (
    INSERT INTO log (table_id, seq, mark, entry)
    SELECT table_id, seq, mark, entry FROM given
    WHERE first
        AND seq = (
            SELECT coalesce(max(log.seq) + 1, 0) FROM log WHERE log.table_id = given.table_id)
        AND EXISTS (SELECT FROM tables WHERE id = given.table_id)
    ORDER BY table_id ON CONFLICT DO NOTHING RETURNING table_id),
written AS (
    INSERT INTO log (table_id, seq, mark, entry)
    SELECT table_id, seq, mark, entry FROM given JOIN started USING (table_id)
    WHERE NOT first ORDER BY table_id, seq),
latest AS (
    SELECT table_id, max(seq) + 1 AS length, bool_or(over) AS over
    FROM given JOIN started USING (table_id) GROUP BY table_id),
ended AS (
    UPDATE tables SET over = latest.over FROM latest
    WHERE tables.id = latest.table_id AND tables.over <> latest.over)
SELECT table_id, (
    SELECT pg_notify('ekiben_log', $7 || ' ' || string_agg(table_id || ' ' || length, ' '))
    FROM latest)
FROM latest
"""
ALREADY_WRITTEN = """
SELECT log.table_id
FROM log JOIN unnest($1::text[], $2::int[], $3::int[], $4::bigint[])
    AS g (table_id, seq, length, mark)
ON log.table_id = g.table_id AND log.seq >= g.seq AND log.seq < g.seq + g.length
    AND log.mark = g.mark
GROUP BY log.table_id, g.length HAVING count(*) = g.length
"""


class Retry(Protocol):
    """Does work with a connection, and tries again while the database is unavailable."""

    def __call__(self, work: Callable[[Connection], Awaitable[T]]) -> Awaitable[T]: ...


class PendingAppend(NamedTuple):
    """Entries waiting to be written; `mark` tells them from those of other writers."""

    table: str
    seq: int
    entries: list[str]
    over: bool
    mark: int
    done: asyncio.Future[None]

    def resolve(self, outcome: Exception | None) -> None:
        if self.done.done():
            return
        if outcome is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(outcome)


class AppendQueue:
    """Collects appends and writes all that wait with one statement."""

    def __init__(self, process: str, retry: Retry) -> None:
        self.process = process
        self.retry = retry
        self.waiting: deque[PendingAppend] = deque()
        self.wake = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.task = asyncio.ensure_future(self.run())

    async def append(self, table: str, seq: int, entries: Sequence[Entry], over: bool) -> None:
        """Queue entries and wait until they are on disk."""
        require_entries(entries)
        pending = PendingAppend(
            table=table,
            seq=seq,
            entries=[msgspec.json.encode(entry).decode() for entry in entries],
            over=over,
            mark=random.getrandbits(62),
            done=asyncio.get_running_loop().create_future(),
        )
        self.waiting.append(pending)
        self.wake.set()
        await pending.done

    async def run(self) -> None:
        while True:
            await self.wake.wait()
            batch = self.next_batch()
            if not self.waiting:
                self.wake.clear()
            await self.commit(batch)

    def next_batch(self) -> list[PendingAppend]:
        """Take the first append of each table."""
        batch: dict[str, PendingAppend] = {}
        later: list[PendingAppend] = []
        while self.waiting and len(batch) < MAX_BATCH:
            one = self.waiting.popleft()
            if batch.setdefault(one.table, one) is not one:
                later.append(one)
        self.waiting.extendleft(reversed(later))
        return list(batch.values())

    async def commit(self, batch: list[PendingAppend]) -> None:
        """Write a batch, and answer only when it is on disk."""
        try:
            outcomes = await self.retry(lambda connection: self.write_batch(connection, batch))
        except StoreUnavailable as error:
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
            one.resolve(outcome)

    async def write_batch(
        self, connection: Connection, batch: list[PendingAppend]
    ) -> list[Exception | None]:
        """Write all entries of each append, or none if one of its numbers is taken."""
        rows = [
            (one.table, one.seq + n, one.mark, entry, one.over, n == 0)
            for one in batch
            for n, entry in enumerate(one.entries)
        ]
        columns = map(list, zip(*rows, strict=True))
        found = await connection.fetch(APPEND, *columns, self.process)
        written = {row["table_id"] for row in found}
        failed = [one for one in batch if one.table not in written]
        if failed:
            written |= await self.already_written(connection, failed)
        return [
            None if one.table in written else Conflict(f"{one.table} {one.seq}") for one in batch
        ]

    async def already_written(
        self, connection: Connection, failed: list[PendingAppend]
    ) -> set[str]:
        """Tables whose append this process wrote in full before it lost its connection."""
        rows = [(one.table, one.seq, len(one.entries), one.mark) for one in failed]
        columns = map(list, zip(*rows, strict=True))
        return {row["table_id"] for row in await connection.fetch(ALREADY_WRITTEN, *columns)}

    async def close(self) -> None:
        """Write what is queued, then stop."""
        while self.waiting:
            await asyncio.gather(*(one.done for one in self.waiting), return_exceptions=True)
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
