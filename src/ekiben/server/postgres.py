"""The store in a PostgreSQL database that several processes share.

The primary key (table, number) of the log is the lock.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from typing import TypeVar

import msgspec

from ekiben.server.metrics import Metrics
from ekiben.server.notifier import DELETED
from ekiben.server.postgres_appends import AppendQueue
from ekiben.server.postgres_chat import add_line, put_lines, read_lines
from ekiben.server.postgres_connection import Connection, Pool, asyncpg, is_unavailable, prepare
from ekiben.server.postgres_deals import PostgresDeals
from ekiben.server.postgres_reviews import PostgresReviews
from ekiben.server.store import (
    ActiveTable,
    BranchTable,
    ChatLine,
    Checkpoint,
    Conflict,
    Entry,
    LogReader,
    NewChatLine,
    RawRow,
    Row,
    Setup,
    StoreUnavailable,
    UncertainWrite,
    table_row,
)

T = TypeVar("T")
RETRY_DELAY = 0.2  # seconds
MAX_CONNECTIONS = 4  # of a process, beside the notifier's
COMMAND_TIMEOUT = 60.0  # seconds
CLOSE_TIMEOUT = 5.0
LATEST = "coalesce((SELECT at FROM log WHERE table_id = id ORDER BY seq DESC LIMIT 1), 0)"
LENGTH = "coalesce((SELECT max(seq) + 1 FROM log WHERE table_id = id), 0)"
INSERT_TABLE = (
    "INSERT INTO tables (id, created, public, setup, deal, device, parent) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7)"
)
SAVE_CHECKPOINT = (
    "INSERT INTO checkpoints (table_id, length, digest, dump) VALUES ($1, $2, $3, $4) "
    "ON CONFLICT (table_id) DO UPDATE SET "
    "length = excluded.length, digest = excluded.digest, dump = excluded.dump"
)


class PostgresStore(PostgresDeals, PostgresReviews, LogReader):
    """`process` names this process in notifications; `retry_for` is in seconds."""

    def __init__(
        self,
        address: str,
        process: str,
        retry_for: float = 30.0,
        metrics: Metrics | None = None,
    ) -> None:
        self.address = address
        self.process = process
        self.retry_for = retry_for
        self.metrics = metrics or Metrics()
        self.appends = AppendQueue(process, self.retry)
        self.pool: Pool | None = None

    async def open(self) -> None:
        settings = await prepare(self.address)
        self.pool = await asyncpg.create_pool(
            self.address,
            min_size=1,
            max_size=MAX_CONNECTIONS,
            command_timeout=COMMAND_TIMEOUT,
            server_settings=settings,
        )
        self.appends.start()

    async def retry(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Do the work; try again while the database is unavailable, then give up."""
        assert self.pool is not None
        until = time.monotonic() + self.retry_for
        started = False
        while True:
            try:
                async with self.pool.acquire() as connection:
                    started = True
                    return await work(connection)
            except Exception as error:
                if not is_unavailable(error):
                    raise
                self.metrics.store_unavailable.inc()
                if time.monotonic() > until:
                    kind = UncertainWrite if started else StoreUnavailable
                    raise kind(f"{type(error).__name__}: {error}") from error
                await asyncio.sleep(RETRY_DELAY)

    async def in_transaction(self, work: Callable[[Connection], Awaitable[None]]) -> None:
        """Run several statements, all of them or none."""

        async def write(connection: Connection) -> None:
            async with connection.transaction():
                await work(connection)

        try:
            await self.retry(write)
        except asyncpg.IntegrityConstraintViolationError as error:
            raise Conflict(str(error)) from error

    # ---- tables and their logs
    async def is_writable(self) -> bool:
        """Commit a message to the write-ahead log that nobody reads."""
        assert self.pool is not None
        sql = "SELECT pg_logical_emit_message(true, 'ekiben', '')"
        try:
            async with asyncio.timeout(2), self.pool.acquire() as connection:
                return await connection.fetchval(sql) is not None
        except Exception as error:
            if not is_unavailable(error) and not isinstance(error, asyncpg.PostgresError):
                raise
            return False

    async def create(self, setup: Setup) -> None:
        sql = f"{INSERT_TABLE} ON CONFLICT DO NOTHING"
        await self.retry(lambda connection: connection.execute(sql, *table_row(setup)))
        if await self.setup(setup.id) != setup:
            raise Conflict(f"there is a table {setup.id} already")

    async def setup(self, table: str) -> Setup | None:
        sql = "SELECT setup FROM tables WHERE id = $1"
        found = await self.retry(lambda connection: connection.fetchval(sql, table))
        return msgspec.json.decode(found, type=Setup) if found else None

    async def append(self, table: str, seq: int, entries: Sequence[Entry], over: bool) -> None:
        await self.appends.append(table, seq, entries, over)

    async def raw_rows(self, table: str, since: int = 0) -> list[RawRow]:
        return await self.retry(lambda connection: raw_rows(connection, table, since))

    async def clock_seconds(self, table: str, since: int) -> float:
        """Seconds as published by the processes that served the table."""
        sql = "SELECT seconds FROM clocks WHERE table_id = $1 AND since = $2"
        found = await self.retry(lambda connection: connection.fetchval(sql, table, since))
        return float(found or 0.0)

    async def public_tables(self, count: int) -> list[Setup]:
        sql = "SELECT setup FROM tables WHERE public AND NOT over ORDER BY created DESC LIMIT $1"
        rows = await self.retry(lambda connection: connection.fetch(sql, count))
        return [msgspec.json.decode(row[0], type=Setup) for row in rows]

    async def active_tables(
        self, count: int, seconds: float, present: Collection[str]
    ) -> list[ActiveTable]:
        sql = (
            f"SELECT setup, {LENGTH} FROM (SELECT id, created, setup FROM tables "
            "WHERE public AND NOT over ORDER BY created DESC LIMIT $1) AS newest "
            "WHERE id = ANY($3::text[]) "
            "OR EXISTS (SELECT FROM present WHERE table_id = id AND cardinality(seats) > 0) "
            f"OR greatest(created, {LATEST}) > extract(epoch FROM clock_timestamp()) - $2::float8"
        )
        rows = await self.retry(
            lambda connection: connection.fetch(sql, count, seconds, list(present))
        )
        return [ActiveTable(msgspec.json.decode(row[0], type=Setup), row[1]) for row in rows]

    async def log_length(self, table: str) -> int | None:
        sql = f"SELECT {LENGTH} FROM tables WHERE id = $1"
        found = await self.retry(lambda connection: connection.fetchval(sql, table))
        return None if found is None else int(found)

    async def entry_time(self, table: str, number: int) -> float | None:
        sql = "SELECT at FROM log WHERE table_id = $1 AND seq = $2"
        found = await self.retry(lambda connection: connection.fetchval(sql, table, number))
        return None if found is None else float(found)

    async def checkpoint(self, table: str) -> Checkpoint | None:
        sql = "SELECT length, digest, dump FROM checkpoints WHERE table_id = $1"
        rows = await self.retry(lambda connection: connection.fetch(sql, table))
        return Checkpoint(*rows[0]) if rows else None

    async def save_checkpoint(self, table: str, checkpoint: Checkpoint) -> None:
        async def write(connection: Connection) -> None:
            await connection.execute(SAVE_CHECKPOINT, table, *checkpoint)

        await self.in_transaction(write)

    # ---- chat
    async def add_chat(self, table: str, line: NewChatLine) -> None:
        mark = random.getrandbits(62)
        await self.in_transaction(
            lambda connection: add_line(connection, table, line, mark, self.process)
        )

    async def chat(self, table: str, since: int = 0) -> list[ChatLine]:
        return await self.retry(lambda connection: read_lines(connection, table, since))

    async def branches(self, parent: str, count: int) -> list[BranchTable]:
        sql = "SELECT setup, over FROM tables WHERE parent = $1 ORDER BY created, id LIMIT $2"
        rows = await self.retry(lambda connection: connection.fetch(sql, parent, count))
        return [BranchTable(msgspec.json.decode(row[0], type=Setup), row[1]) for row in rows]

    # ---- export, import, repair, expiry
    async def ids(self) -> list[str]:
        sql = "SELECT id FROM tables ORDER BY created, id"
        return [row[0] for row in await self.retry(lambda connection: connection.fetch(sql))]

    async def is_over(self, table: str) -> bool:
        sql = "SELECT over FROM tables WHERE id = $1"
        return bool(await self.retry(lambda connection: connection.fetchval(sql, table)))

    async def put(
        self, setup: Setup, rows: Sequence[Row], over: bool, chat: Sequence[ChatLine] = ()
    ) -> None:
        async def write(connection: Connection) -> None:
            await connection.execute(INSERT_TABLE, *table_row(setup))
            await extend(connection, setup.id, 0, rows=rows, over=over)
            await put_lines(connection, setup.id, chat)

        await self.in_transaction(write)

    async def extend(self, table: str, seq: int, rows: Sequence[Row], over: bool) -> None:
        await self.in_transaction(
            lambda connection: extend(connection, table, seq, rows=rows, over=over)
        )

    async def idle_tables(self, after: str, count: int) -> list[tuple[str, float]]:
        sql = (
            "SELECT id, extract(epoch FROM clock_timestamp())::float8 "
            f"- greatest(created, imported, {LATEST}) "
            "FROM tables WHERE id > $1 ORDER BY id LIMIT $2"
        )
        rows = await self.retry(lambda connection: connection.fetch(sql, after, count))
        return [(row[0], row[1]) for row in rows]

    async def delete(self, table: str, length: int) -> None:
        """Delete a table; writers at the same time are waited for, or find no table."""

        async def write(connection: Connection) -> None:
            await connection.execute("SELECT FROM tables WHERE id = $1 FOR UPDATE", table)
            await check_length(connection, table, length)
            for place in ("log WHERE table_id", "clocks WHERE table_id", "chat WHERE table_id"):
                await connection.execute(f"DELETE FROM {place} = $1", table)
            await connection.execute("DELETE FROM tables WHERE id = $1", table)
            await notify(connection, f"{self.process} {table} {DELETED}")

        await self.in_transaction(write)

    async def truncate(self, table: str, seen: Sequence[RawRow], length: int, over: bool) -> None:
        """Shorten a log while nobody else can write."""

        async def write(connection: Connection) -> None:
            await connection.execute("LOCK TABLE log IN SHARE ROW EXCLUSIVE MODE")
            if await raw_rows(connection, table) != seen:
                raise Conflict(f"the log of {table} has changed")
            sql = "DELETE FROM log WHERE table_id = $1 AND seq >= $2"
            await connection.execute(sql, table, length)
            await connection.execute("DELETE FROM checkpoints WHERE table_id = $1", table)
            await connection.execute("UPDATE tables SET over = $2 WHERE id = $1", table, over)
            if not over:
                await connection.execute("DELETE FROM results WHERE table_id = $1", table)
            await notify(connection, f"{self.process} {table} {length}")

        await self.in_transaction(write)

    async def close(self) -> None:
        await self.appends.close()
        if self.pool is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_TIMEOUT):
                    await self.pool.close()


async def notify(connection: Connection, payload: str) -> None:
    """Tell the other processes which logs have changed."""
    await connection.execute("SELECT pg_notify('ekiben_log', $1)", payload)


async def extend(
    connection: Connection, table: str, seq: int, *, rows: Sequence[Row], over: bool
) -> None:
    lines = [
        (table, number, row.at, 0, msgspec.json.encode(row.entry).decode())
        for number, row in enumerate(rows, seq)
    ]
    await check_length(connection, table, seq)
    await connection.executemany(
        "INSERT INTO log (table_id, seq, at, mark, entry) VALUES ($1, $2, $3, $4, $5)", lines
    )
    await connection.execute(
        "UPDATE tables SET over = $2, imported = extract(epoch FROM clock_timestamp()) "
        "WHERE id = $1",
        table,
        over,
    )
    await notify(connection, f"import {table} {seq + len(rows)}")


async def check_length(connection: Connection, table: str, expected: int) -> None:
    length = await connection.fetchval(
        "SELECT coalesce(max(seq) + 1, 0) FROM log WHERE table_id = $1", table
    )
    if length != expected:
        raise Conflict(f"the log of {table} has {length} entries, not {expected}")


async def raw_rows(connection: Connection, table: str, since: int = 0) -> list[RawRow]:
    found = await connection.fetch(
        "SELECT seq, at, entry FROM log WHERE table_id = $1 AND seq >= $2 ORDER BY seq",
        table,
        since,
    )
    return [RawRow(*row) for row in found]
