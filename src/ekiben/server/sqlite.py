"""The store in one SQLite file: one thread writes, and what has come in meanwhile is committed
together.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.resources
import os
import queue
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ekiben.core.errors import EkibenError
from ekiben.server.private_files import make_private, make_private_folder, tighten
from ekiben.server.store import Conflict, Entry, LogReader, RawRow, Row, Setup, StoreAway

FILE, LOCK = "ekiben.db", "ekiben.lock"
BLOCK = 4096  # bytes that no file system keeps beside the file's name
Work = Callable[[sqlite3.Connection], Any]


class Job(NamedTuple):
    work: Work
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class SqliteStore(LogReader):
    """Made in the folder given, which becomes this process's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = locked(folder)
        try:
            self.connection = opened(folder / FILE)
        except BaseException:
            self.lock.close()
            raise
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.run, name="store", daemon=True)
        self.thread.start()

    # ---- the writing thread
    def run(self) -> None:
        while (first := self.jobs.get()) is not None:
            self.commit([first, *self.waiting()])

    def waiting(self) -> list[Job]:
        """All that has come in since; the end is put back for the next look."""
        found: list[Job] = []
        with contextlib.suppress(queue.Empty):
            while (job := self.jobs.get_nowait()) is not None:
                found.append(job)
            self.jobs.put(None)
        return found

    def commit(self, jobs: list[Job]) -> None:
        """Group commit: one write to disk for all of them; nobody is answered before it."""
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            outcomes = [self.outcome(job) for job in jobs]
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self.connection.execute("ROLLBACK")
            outcomes = [StoreAway(str(error))] * len(jobs)
        for job, outcome in zip(jobs, outcomes, strict=True):
            answer(job, outcome)

    def outcome(self, job: Job) -> Any:
        """A job that fails takes back its own writes only."""
        self.connection.execute("SAVEPOINT job")
        try:
            return job.work(self.connection)
        except (Conflict, sqlite3.IntegrityError) as error:
            self.connection.execute("ROLLBACK TO job")
            return Conflict(str(error))
        finally:
            self.connection.execute("RELEASE job")

    async def do(self, work: Work) -> Any:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self.jobs.put(Job(work, loop, future))
        return await future

    # ---- the store
    async def open(self) -> None:
        """It is open since it was made."""

    async def alive(self) -> bool:
        """The number of the version is written anew: a page on disk, and nothing has changed."""

        def write(db: sqlite3.Connection) -> bool:
            db.execute(f"PRAGMA user_version = {db.execute('PRAGMA user_version').fetchone()[0]}")
            return True

        try:
            return bool(await self.do(write)) and await asyncio.to_thread(can_write, self.folder)
        except StoreAway:
            return False

    async def create(self, setup: Setup) -> None:
        row = (setup.id, setup.created, setup.public, msgspec.json.encode(setup).decode())
        await self.do(
            lambda db: (
                db.execute(
                    "INSERT INTO tables (id, created, public, setup) VALUES (?, ?, ?, ?)", row
                )
                and None
            )
        )

    async def setup(self, table: str) -> Setup | None:
        found = await self.do(
            lambda db: db.execute("SELECT setup FROM tables WHERE id = ?", (table,)).fetchone()
        )
        return msgspec.json.decode(found[0], type=Setup) if found else None

    async def append(self, table: str, seq: int, entries: Sequence[Entry], over: bool) -> None:
        rows = [
            (table, seq + n, time.time(), msgspec.json.encode(entry).decode())
            for n, entry in enumerate(entries)
        ]

        def write(db: sqlite3.Connection) -> None:
            check_length(db, table, seq)
            db.executemany("INSERT INTO log (table_id, seq, at, entry) VALUES (?, ?, ?, ?)", rows)
            db.execute("UPDATE tables SET over = ? WHERE id = ? AND over <> ?", (over, table, over))

        await self.do(write)

    async def raw_rows(self, table: str, since: int = 0) -> list[RawRow]:
        found: list[RawRow] = await self.do(lambda db: raw_rows(db, table, since))
        return found

    async def clock(self, table: str, since: int) -> float:
        """Nobody else has served it: when a server starts again, clocks begin anew with the open
        question.
        """
        return 0.0

    async def watchable(self, count: int) -> list[Setup]:
        found = await self.do(
            lambda db: db.execute(
                "SELECT setup FROM tables WHERE public AND NOT over ORDER BY created DESC LIMIT ?",
                (count,),
            ).fetchall()
        )
        return [msgspec.json.decode(row[0], type=Setup) for row in found]

    # ---- as a whole
    async def ids(self) -> list[str]:
        return [
            row[0]
            for row in await self.do(
                lambda db: db.execute("SELECT id FROM tables ORDER BY created, id").fetchall()
            )
        ]

    async def is_over(self, table: str) -> bool:
        return bool(
            (
                await self.do(
                    lambda db: db.execute(
                        "SELECT over FROM tables WHERE id = ?", (table,)
                    ).fetchone()
                )
            )[0]
        )

    async def put(self, setup: Setup, rows: Sequence[Row], over: bool) -> None:
        head = (setup.id, setup.created, setup.public, msgspec.json.encode(setup).decode())

        def write(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO tables (id, created, public, setup) VALUES (?, ?, ?, ?)", head)
            extend(db, setup.id, 0, rows, over)

        await self.do(write)

    async def extend(self, table: str, seq: int, rows: Sequence[Row], over: bool) -> None:
        await self.do(lambda db: extend(db, table, seq, rows, over))

    async def unused_for(self, after: str, count: int) -> list[tuple[str, float]]:
        latest = "coalesce((SELECT at FROM log WHERE table_id = id ORDER BY seq DESC LIMIT 1), 0)"
        found: list[tuple[str, float]] = await self.do(
            lambda db: db.execute(
                f"SELECT id, ? - max(created, imported, {latest}) FROM tables WHERE id > ? ORDER BY id LIMIT ?",
                (time.time(), after, count),
            ).fetchall()
        )
        return found

    async def delete(self, table: str, length: int) -> None:
        def write(db: sqlite3.Connection) -> None:
            check_length(db, table, length)
            db.execute("DELETE FROM log WHERE table_id = ?", (table,))
            db.execute("DELETE FROM tables WHERE id = ?", (table,))

        await self.do(write)

    async def cut(self, table: str, seen: Sequence[RawRow], length: int, over: bool) -> None:
        def write(db: sqlite3.Connection) -> None:
            if raw_rows(db, table) != seen:
                raise Conflict(f"the log of {table} has changed")
            db.execute("DELETE FROM log WHERE table_id = ? AND seq >= ?", (table, length))
            db.execute("UPDATE tables SET over = ? WHERE id = ?", (over, table))

        await self.do(write)

    async def close(self) -> None:
        self.jobs.put(None)
        await asyncio.to_thread(self.thread.join)
        self.connection.close()
        self.lock.close()


def check_length(db: sqlite3.Connection, table: str, expected: int) -> None:
    """Nothing is written beside the end of a log."""
    length = db.execute(
        "SELECT coalesce(max(seq) + 1, 0) FROM log WHERE table_id = ?", (table,)
    ).fetchone()[0]
    if length != expected:
        raise Conflict(f"the log of {table} has {length} entries, not {expected}")


def extend(db: sqlite3.Connection, table: str, seq: int, rows: Sequence[Row], over: bool) -> None:
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


def answer(job: Job, outcome: Any) -> None:
    """To the loop that asked, if it still runs."""

    def tell() -> None:
        if not job.future.done():
            (job.future.set_exception if isinstance(outcome, Exception) else job.future.set_result)(
                outcome
            )

    with contextlib.suppress(RuntimeError):
        job.loop.call_soon_threadsafe(tell)


def can_write(folder: Path) -> bool:
    """Try it, with a file that is gone again at once."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(BLOCK))
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True


# ---- opening
def locked(folder: Path) -> sqlite3.Connection:
    """Two servers on one folder would not hear of each other: the first holds a lock until it ends,
    however it ends.
    """
    try:
        make_private_folder(folder)
        for name in (FILE, LOCK):
            make_private(folder / name)
        for ending in ("-wal", "-shm", "-journal"):  # new ones get the database's own mode
            tighten(folder / f"{FILE}{ending}")
        lock = sqlite3.connect(
            folder / LOCK, timeout=0, isolation_level=None, check_same_thread=False
        )
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise EkibenError(
                f"another Ekiben server uses the folder {folder}; stop it, or give another: --data DIR"
            ) from error
        raise EkibenError(
            f"the data folder {folder} cannot be written to ({error}); give another: --data DIR"
        ) from error
    except OSError as error:
        raise EkibenError(
            f"the data folder {folder} cannot be made ({error.strerror}); give another: --data DIR"
        ) from error
    return lock


def opened(file: Path) -> sqlite3.Connection:
    """The database, brought up to this version; closed again if that fails."""
    connection = None
    try:
        connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {setting}")
        migrate(connection, file)
    except BaseException as error:
        if connection is not None:
            connection.close()
        if not isinstance(error, sqlite3.DatabaseError):
            raise
        raise EkibenError(
            f"{file} is no database of Ekiben, or cannot be written to ({error}); give another folder: --data DIR"
        ) from error
    return connection


def migrations(dialect: str = "sqlite") -> list[tuple[int, str]]:
    """The numbered steps of a kind of database, each with its SQL."""
    folder = importlib.resources.files(__package__) / "migrations" / dialect
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    return [(int(file.name[:4]), file.read_text(encoding="utf-8")) for file in files]


def migrate(connection: sqlite3.Connection, file: Path) -> None:
    steps, version = migrations(), connection.execute("PRAGMA user_version").fetchone()[0]
    if version > steps[-1][0]:
        raise EkibenError(
            f"{file} is of a newer Ekiben (its version is {version}, this one knows {steps[-1][0]}): "
            "update Ekiben, or give another folder: --data DIR"
        )
    for number, sql in steps:
        if number > version:
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;"
            )
