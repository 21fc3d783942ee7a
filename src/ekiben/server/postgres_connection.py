"""Connecting to PostgreSQL: addresses, errors that mean "unavailable", and migrations."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol
from urllib.parse import urlsplit, urlunsplit

from ekiben.core.errors import EkibenError
from ekiben.core.extras import missing
from ekiben.server.sqlite_opening import migrations

# asyncpg is optional and untyped: a server with SQLite does not need it
asyncpg: Any = importlib.import_module("asyncpg") if importlib.util.find_spec("asyncpg") else None
OLDEST = 14  # the first PostgreSQL that ends idle sessions itself
MIGRATION_LOCK = 0x656B6962656E  # an advisory lock, the same number in every process
CONNECT_TIMEOUT = 10.0  # seconds
UNAVAILABLE_STATES = (  # prefixes of SQL states
    "08",  # no connection
    "53",  # out of resources
    "57",  # shut down
    "58",  # faulty disk
    "25006",  # read only
    "XX001",  # damaged data
)


class SqlRow(Protocol):
    """A row of a result: values by column name or number."""

    def __getitem__(self, column: str | int) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class ServerVersion(Protocol):
    major: int


class Connection(Protocol):
    """As much of an asyncpg connection as the server uses."""

    async def execute(self, query: str, *arguments: object) -> str: ...

    async def executemany(self, query: str, arguments: Iterable[Sequence[object]]) -> None: ...

    async def fetch(self, query: str, *arguments: object) -> list[SqlRow]: ...

    async def fetchval(self, query: str, *arguments: object) -> Any: ...

    async def add_listener(
        self, channel: str, callback: Callable[[Connection, int, str, str], None]
    ) -> None: ...

    def transaction(self) -> AbstractAsyncContextManager[object]: ...

    def get_server_version(self) -> ServerVersion: ...

    def terminate(self) -> None: ...

    async def close(self) -> None: ...


class Pool(Protocol):
    """As much of an asyncpg pool as the server uses."""

    def acquire(self) -> AbstractAsyncContextManager[Connection]: ...

    async def close(self) -> None: ...


def is_postgres(address: str) -> bool:
    return address.startswith(("postgresql://", "postgres://"))


def without_password(address: str) -> str:
    """The address as it may be shown."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    user = (parts.username or "") + "@" if parts.username else ""
    return urlunsplit((parts.scheme, user + host, parts.path, "", ""))


def is_unavailable(error: BaseException) -> bool:
    """Whether the database is unavailable for now, so that a retry may succeed."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.sqlstate or "").startswith(UNAVAILABLE_STATES)
    return isinstance(
        error, (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.InternalClientError)
    )


async def connect(address: str, command_timeout: float | None = None) -> Connection:
    connection: Connection = await asyncpg.connect(
        address, timeout=CONNECT_TIMEOUT, command_timeout=command_timeout
    )
    return connection


async def durable_settings(connection: Connection) -> dict[str, str]:
    """Settings that make a commit wait for the disk.

    They must be given when connecting: a pool resets what a session sets later.
    """
    off = await connection.fetchval("SHOW synchronous_commit") == "off"
    return {"synchronous_commit": "on"} if off else {}


# ---- opening
async def prepare(address: str) -> dict[str, str]:
    """Migrate the database to this version, and return the settings for connections that write."""
    if asyncpg is None:
        raise missing("PostgreSQL", "postgres", ImportError("No module named 'asyncpg'"))
    try:
        connection = await connect(address)
    except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise EkibenError(
            f"cannot reach the database {without_password(address)} ({error}); check its address: "
            "--database postgresql://USER@HOST:PORT/NAME, the password in PGPASSWORD or ~/.pgpass"
        ) from error
    try:
        check_server(connection, address)
        await migrate(connection, address)
        return await durable_settings(connection)
    finally:
        with contextlib.suppress(OSError, asyncpg.PostgresError):
            await connection.close()


def check_server(connection: Connection, address: str) -> None:
    version = connection.get_server_version().major
    if version < OLDEST:
        raise EkibenError(
            f"{without_password(address)} is PostgreSQL {version}: {OLDEST} or newer is needed"
        )


async def migrate(connection: Connection, address: str) -> None:
    """Run missing migrations, one process at a time, each in a transaction of its own."""
    for number, sql in migrations("postgres"):
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
            await connection.execute(
                "CREATE TABLE IF NOT EXISTS ekiben_version (number INTEGER PRIMARY KEY)"
            )
            if await known_version(connection, address) < number:
                await connection.execute(sql)
                await connection.execute("INSERT INTO ekiben_version VALUES ($1)", number)


async def known_version(connection: Connection, address: str) -> int:
    """The version of the database; raise an error if it is newer than this Ekiben."""
    newest = migrations("postgres")[-1][0]
    found = int(await connection.fetchval("SELECT coalesce(max(number), 0) FROM ekiben_version"))
    if found > newest:
        raise EkibenError(
            f"{without_password(address)} is of a newer Ekiben (its version is {found}, "
            f"this one knows {newest}): update Ekiben, or give another database"
        )
    return found
