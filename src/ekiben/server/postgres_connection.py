"""The way to a PostgreSQL database: its address, what may go wrong on the way, and the steps of its
tables.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from ekiben.core.errors import EkibenError
from ekiben.core.extras import missing
from ekiben.server.sqlite import migrations

asyncpg: Any = (
    importlib.import_module("asyncpg") if importlib.util.find_spec("asyncpg") else None
)  # a club's server needs none
OLDEST = 14  # PostgreSQL: a session that hangs is ended by the server from there on
DOOR = 0x656B6962656E  # the lock of migrations, the same number in every process
CONNECT = 10.0  # seconds
AWAY_CLASSES = (
    "08",
    "53",
    "57",
    "58",
    "25006",
    "XX001",
)  # SQL states: no connection, no room, shut down, faulty disk, read only


def is_postgres(address: str) -> bool:
    return address.startswith(("postgresql://", "postgres://"))


def without_secret(address: str) -> str:
    """The address as it may be shown."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    user = (parts.username or "") + "@" if parts.username else ""
    return urlunsplit((parts.scheme, user + host, parts.path, "", ""))


def is_away(error: BaseException) -> bool:
    """Whether the database is gone for a while: what was asked may be asked again later."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.sqlstate or "").startswith(AWAY_CLASSES)
    return isinstance(
        error, (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.InternalClientError)
    )


async def connected(address: str, **how: Any) -> Any:
    return await asyncpg.connect(address, timeout=CONNECT, **how)


async def durable(link: Any) -> dict[str, str]:
    """The settings with which every connection must be made, so that commits are on disk when they
    are answered: a pool takes back what a session sets later.
    """
    return (
        {"synchronous_commit": "on"}
        if await link.fetchval("SHOW synchronous_commit") == "off"
        else {}
    )


# ---- opening
async def prepare(address: str) -> dict[str, str]:
    """Bring the database up to this version; what stands in the way is one clear error. Returns the
    settings of connections that write.
    """
    if asyncpg is None:
        raise missing("PostgreSQL", "postgres", ImportError("No module named 'asyncpg'"))
    try:
        link = await connected(address)
    except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise EkibenError(
            f"there is no way to the database {without_secret(address)} ({error}); look at its address: "
            "--database postgresql://USER@HOST:PORT/NAME, the password in PGPASSWORD or ~/.pgpass"
        ) from error
    try:
        check_server(link, address)
        await migrate(link, address)
        return await durable(link)
    finally:
        with contextlib.suppress(OSError, asyncpg.PostgresError):
            await link.close()


def check_server(link: Any, address: str) -> None:
    if link.get_server_version().major < OLDEST:
        raise EkibenError(
            f"{without_secret(address)} is PostgreSQL {link.get_server_version().major}: {OLDEST} or newer is needed"
        )


async def migrate(link: Any, address: str) -> None:
    """One process at a time, each step whole or not at all."""
    for number, sql in migrations("postgres"):
        async with link.transaction():
            await link.execute("SELECT pg_advisory_xact_lock($1)", DOOR)
            await link.execute(
                "CREATE TABLE IF NOT EXISTS ekiben_version (number INTEGER PRIMARY KEY)"
            )
            if await known_version(link, address) < number:
                await link.execute(sql)
                await link.execute("INSERT INTO ekiben_version VALUES ($1)", number)


async def known_version(link: Any, address: str) -> int:
    """The step that the database is at, if this Ekiben knows it."""
    found, newest = (
        int(await link.fetchval("SELECT coalesce(max(number), 0) FROM ekiben_version")),
        migrations("postgres")[-1][0],
    )
    if found > newest:
        raise EkibenError(
            f"{without_secret(address)} is of a newer Ekiben (its version is {found}, this one knows {newest}): "
            "update Ekiben, or give another database"
        )
    return found
