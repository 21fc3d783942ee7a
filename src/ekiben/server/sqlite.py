"""The store in one SQLite file: one thread writes, and commits all that waits together."""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from ekiben.server.sqlite_chat import add_line, put_lines, read_lines
from ekiben.server.sqlite_deals import SqliteDeals
from ekiben.server.sqlite_opening import FILE, lock_folder, open_database
from ekiben.server.sqlite_reviews import SqliteReviews
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
    require_entries,
    table_row,
)

T = TypeVar("T")
BLOCK = 4096  # bytes; too many for a file system to keep beside the file's name
LATEST = "coalesce((SELECT at FROM log WHERE table_id = id ORDER BY seq DESC LIMIT 1), 0)"
LENGTH = "coalesce((SELECT max(seq) + 1 FROM log WHERE table_id = id), 0)"
INSERT_TABLE = (
    "INSERT INTO tables (id, created, public, setup, deal, device, parent) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)


SAVE_CHECKPOINT = (
    "INSERT INTO checkpoints (table_id, length, digest, dump) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (table_id) DO UPDATE SET "
    "length = excluded.length, digest = excluded.digest, dump = excluded.dump"
)


@dataclass(frozen=True)
class WriteJob(Generic[T]):
    """Work for the writing thread, and the future that waits for its result."""

    work: Callable[[sqlite3.Connection], T]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[T]

    def resolve(self, outcome: T | Exception) -> None:
        """Pass the outcome to the event loop, if it still runs."""

        def pass_on() -> None:
            if self.future.done():
                return
            if isinstance(outcome, Exception):
                self.future.set_exception(outcome)
            else:
                self.future.set_result(outcome)

        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(pass_on)


class SqliteStore(SqliteDeals, SqliteReviews, LogReader):
    """A store in a folder, which it locks for this process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = lock_folder(folder)
        try:
            self.connection = open_database(folder / FILE)
        except BaseException:
            self.lock.close()
            raise
        self.jobs: queue.SimpleQueue[WriteJob[Any] | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.run, name="store", daemon=True)
        self.thread.start()

    # ---- the writing thread
    def run(self) -> None:
        while (first := self.jobs.get()) is not None:
            self.commit([first, *self.pending()])

    def pending(self) -> list[WriteJob[Any]]:
        """All jobs that have come in since; an end marker is put back."""
        found: list[WriteJob[Any]] = []
        with contextlib.suppress(queue.Empty):
            while (job := self.jobs.get_nowait()) is not None:
                found.append(job)
            self.jobs.put(None)
        return found

    def commit(self, jobs: list[WriteJob[Any]]) -> None:
        """Write all jobs to disk with one commit, and answer them only then."""
        outcomes: list[object]
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            outcomes = [self.run_job(job) for job in jobs]
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self.connection.execute("ROLLBACK")
            outcomes = [StoreUnavailable(str(error))] * len(jobs)
        for job, outcome in zip(jobs, outcomes, strict=True):
            job.resolve(outcome)

    def run_job(self, job: WriteJob[T]) -> T | Conflict:
        """Run one job; if it fails, only its own writes are rolled back."""
        self.connection.execute("SAVEPOINT job")
        try:
            return job.work(self.connection)
        except (Conflict, sqlite3.IntegrityError) as error:
            self.connection.execute("ROLLBACK TO job")
            return Conflict(str(error))
        finally:
            self.connection.execute("RELEASE job")

    async def submit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run work in the writing thread and wait for its result."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self.jobs.put(WriteJob(work, loop, future))
        return await future

    # ---- tables and their logs
    async def open(self) -> None:
        """Do nothing: the constructor has opened the database."""

    async def is_writable(self) -> bool:
        """Rewrite the version number, which writes a page to disk and changes nothing."""

        def write(db: sqlite3.Connection) -> None:
            db.execute(f"PRAGMA user_version = {db.execute('PRAGMA user_version').fetchone()[0]}")

        try:
            await self.submit(write)
            return await asyncio.to_thread(can_write, self.folder)
        except StoreUnavailable:
            return False

    async def create(self, setup: Setup) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute(INSERT_TABLE, table_row(setup))

        await self.submit(write)

    async def setup(self, table: str) -> Setup | None:
        def read(db: sqlite3.Connection) -> tuple[str] | None:
            row: tuple[str] | None = db.execute(
                "SELECT setup FROM tables WHERE id = ?", (table,)
            ).fetchone()
            return row

        found = await self.submit(read)
        return msgspec.json.decode(found[0], type=Setup) if found else None

    async def append(self, table: str, seq: int, entries: Sequence[Entry], over: bool) -> None:
        require_entries(entries)
        rows = [
            (table, seq + n, time.time(), msgspec.json.encode(entry).decode())
            for n, entry in enumerate(entries)
        ]

        def write(db: sqlite3.Connection) -> None:
            check_length(db, table, seq)
            db.executemany("INSERT INTO log (table_id, seq, at, entry) VALUES (?, ?, ?, ?)", rows)
            db.execute("UPDATE tables SET over = ? WHERE id = ? AND over <> ?", (over, table, over))

        await self.submit(write)

    async def raw_rows(self, table: str, since: int = 0) -> list[RawRow]:
        return await self.submit(lambda db: raw_rows(db, table, since))

    async def clock_seconds(self, table: str, since: int) -> float:
        """Always 0: when the server restarts, the clock of the open question restarts too."""
        return 0.0

    async def public_tables(self, count: int) -> list[Setup]:
        sql = "SELECT setup FROM tables WHERE public AND NOT over ORDER BY created DESC LIMIT ?"
        found = await self.submit(lambda db: db.execute(sql, (count,)).fetchall())
        return [msgspec.json.decode(row[0], type=Setup) for row in found]

    async def active_tables(
        self, count: int, seconds: float, present: Collection[str]
    ) -> list[ActiveTable]:
        sql = (
            f"SELECT setup, {LENGTH} FROM (SELECT id, created, setup FROM tables "
            "WHERE public AND NOT over "
            "ORDER BY created DESC LIMIT ?) WHERE id IN (SELECT value FROM json_each(?)) "
            f"OR max(created, {LATEST}) > ?"
        )
        values = (count, msgspec.json.encode(list(present)).decode(), time.time() - seconds)
        found = await self.submit(lambda db: db.execute(sql, values).fetchall())
        return [ActiveTable(msgspec.json.decode(row[0], type=Setup), row[1]) for row in found]

    async def log_length(self, table: str) -> int | None:
        sql = f"SELECT {LENGTH} FROM tables WHERE id = ?"
        found = await self.submit(lambda db: db.execute(sql, (table,)).fetchone())
        return found[0] if found else None

    async def entry_time(self, table: str, number: int) -> float | None:
        sql = "SELECT at FROM log WHERE table_id = ? AND seq = ?"
        found = await self.submit(lambda db: db.execute(sql, (table, number)).fetchone())
        return found[0] if found else None

    async def checkpoint(self, table: str) -> Checkpoint | None:
        sql = "SELECT length, digest, dump FROM checkpoints WHERE table_id = ?"
        found = await self.submit(lambda db: db.execute(sql, (table,)).fetchone())
        return Checkpoint(*found) if found else None

    async def save_checkpoint(self, table: str, checkpoint: Checkpoint) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute(SAVE_CHECKPOINT, (table, *checkpoint))

        await self.submit(write)

    # ---- chat
    async def add_chat(self, table: str, line: NewChatLine) -> None:
        await self.submit(lambda db: add_line(db, table, line))

    async def chat(self, table: str, since: int = 0) -> list[ChatLine]:
        return await self.submit(lambda db: read_lines(db, table, since))

    async def branches(self, parent: str, count: int) -> list[BranchTable]:
        sql = "SELECT setup, over FROM tables WHERE parent = ? ORDER BY created, id LIMIT ?"
        found = await self.submit(lambda db: db.execute(sql, (parent, count)).fetchall())
        return [BranchTable(msgspec.json.decode(row[0], type=Setup), bool(row[1])) for row in found]

    # ---- export, import, repair, expiry
    async def ids(self) -> list[str]:
        sql = "SELECT id FROM tables ORDER BY created, id"
        return [row[0] for row in await self.submit(lambda db: db.execute(sql).fetchall())]

    async def is_over(self, table: str) -> bool:
        sql = "SELECT over FROM tables WHERE id = ?"
        return bool((await self.submit(lambda db: db.execute(sql, (table,)).fetchone()))[0])

    async def put(
        self, setup: Setup, rows: Sequence[Row], over: bool, chat: Sequence[ChatLine] = ()
    ) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute(INSERT_TABLE, table_row(setup))
            extend(db, setup.id, 0, rows=rows, over=over)
            put_lines(db, setup.id, chat)

        await self.submit(write)

    async def extend(self, table: str, seq: int, rows: Sequence[Row], over: bool) -> None:
        await self.submit(lambda db: extend(db, table, seq, rows=rows, over=over))

    async def idle_tables(self, after: str, count: int) -> list[tuple[str, float]]:
        sql = (
            f"SELECT id, ? - max(created, imported, {LATEST}) FROM tables "
            "WHERE id > ? ORDER BY id LIMIT ?"
        )
        values = (time.time(), after, count)
        return await self.submit(lambda db: db.execute(sql, values).fetchall())

    async def delete(self, table: str, length: int) -> None:
        def write(db: sqlite3.Connection) -> None:
            check_length(db, table, length)
            for place in ("log WHERE table_id", "chat WHERE table_id", "tables WHERE id"):
                db.execute(f"DELETE FROM {place} = ?", (table,))

        await self.submit(write)

    async def truncate(self, table: str, seen: Sequence[RawRow], length: int, over: bool) -> None:
        def write(db: sqlite3.Connection) -> None:
            if raw_rows(db, table) != seen:
                raise Conflict(f"the log of {table} has changed")
            db.execute("DELETE FROM log WHERE table_id = ? AND seq >= ?", (table, length))
            db.execute("DELETE FROM checkpoints WHERE table_id = ?", (table,))
            db.execute("UPDATE tables SET over = ? WHERE id = ?", (over, table))
            if not over:
                db.execute("DELETE FROM results WHERE table_id = ?", (table,))

        await self.submit(write)

    async def close(self) -> None:
        self.jobs.put(None)
        await asyncio.to_thread(self.thread.join)
        self.connection.close()
        self.lock.close()


def check_length(db: sqlite3.Connection, table: str, expected: int) -> None:
    """Refuse writes that are not at the end of the log."""
    length = db.execute(
        "SELECT coalesce(max(seq) + 1, 0) FROM log WHERE table_id = ?", (table,)
    ).fetchone()[0]
    if length != expected:
        raise Conflict(f"the log of {table} has {length} entries, not {expected}")


def extend(
    db: sqlite3.Connection, table: str, seq: int, *, rows: Sequence[Row], over: bool
) -> None:
    lines = [
        (table, number, row.at, msgspec.json.encode(row.entry).decode())
        for number, row in enumerate(rows, seq)
    ]
    check_length(db, table, seq)
    db.executemany("INSERT INTO log (table_id, seq, at, entry) VALUES (?, ?, ?, ?)", lines)
    db.execute("UPDATE tables SET over = ?, imported = ? WHERE id = ?", (over, time.time(), table))


def raw_rows(db: sqlite3.Connection, table: str, since: int = 0) -> list[RawRow]:
    found = db.execute(
        "SELECT seq, at, entry FROM log WHERE table_id = ? AND seq >= ? ORDER BY seq",
        (table, since),
    )
    return [RawRow(*row) for row in found]


def can_write(folder: Path) -> bool:
    """Write a file that is deleted again at once."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(BLOCK))
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True
