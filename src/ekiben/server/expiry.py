"""Archives tables that nobody has used for a long time, then deletes them.

The archive is in the data folder; `ekiben db import` brings its tables back.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from ekiben.core.errors import RecordError
from ekiben.server.archive import (
    ArchivedTable,
    deal_line,
    read_table,
    record_of,
    replay_table,
    rows_of,
    to_line,
)
from ekiben.server.deal_results import note_result
from ekiben.server.off_loop import off_loop
from ekiben.server.private_files import make_private_folder, open_private, sync_folder
from ekiben.server.store import AdminStore, Conflict, StoreUnavailable
from ekiben.server.tables import TableRegistry

log = logging.getLogger("ekiben.server")
ARCHIVE = "expired.jsonl"
DAY = 24 * 3600
BATCH = 50  # tables per query
LEASE = "the tables that expire"  # no table has such an id


async def expire_daily(store: AdminStore, registry: TableRegistry) -> None:
    """Expire tables now and every day from now on; after an error, try again the next day."""
    while registry.settings.expire_days:
        try:
            await expire(store, registry)
        except (OSError, StoreUnavailable) as error:
            log.error("unused tables could not be archived", extra={"facts": {"why": str(error)}})
        except Exception:
            log.exception("unused tables could not be archived")
        await asyncio.sleep(DAY)


async def expire(store: AdminStore, registry: TableRegistry) -> list[str]:
    """Archive and delete the tables that nobody has written to for `expire_days`.

    One process at a time does it. Returns the ids of the tables.
    """
    gone: list[str] = []
    after = ""
    try:
        while await registry.notifier.acquire_lease(LEASE) and (
            portion := await store.idle_tables(after, BATCH)
        ):
            for table, seconds in portion:
                if seconds > registry.settings.expire_days * DAY and await expire_table(
                    store, table, registry.settings.data / ARCHIVE
                ):
                    registry.drop(table)
                    gone.append(table)
            after = portion[-1][0]
        await expire_deals(store, registry)
    finally:
        await registry.notifier.release_lease(LEASE)
    if gone:
        log.info("unused tables were archived", extra={"facts": {"tables": len(gone)}})
    return gone


async def expire_table(store: AdminStore, table: str, archive: Path) -> bool:
    """Archive a table and delete it, unless its log does not replay or grows meanwhile."""
    try:
        archived = await read_table(store, table)
        await settle_table(store, archived)
        text = await off_loop(archive_line, archived)
        await off_loop(append_line, archive, text)
        await store.delete(table, len(archived.log))
    except RecordError:
        log.warning("a damaged table does not expire", extra={"facts": {"table": table}})
        return False
    except Conflict:
        return False
    return True


async def settle_table(store: AdminStore, table: ArchivedTable) -> None:
    """Note the result of a deal's table before it goes."""
    deal = await store.deal(table.setup.deal) if table.setup.deal and table.over else None
    if deal is not None:
        state = await off_loop(replay_table, table)
        await note_result(store, deal, state, rows_of(table, 0))


async def expire_deals(store: AdminStore, registry: TableRegistry) -> None:
    """Archive and delete deals that nobody has begun or finished for `expire_days`."""
    for id in await store.idle_deals(registry.settings.expire_days * DAY):
        deal = await store.deal(id)
        if deal is not None:
            text = await deal_line(store, deal)
            await off_loop(append_line, registry.settings.data / ARCHIVE, text)
            await store.delete_deal(id)


def archive_line(table: ArchivedTable) -> str:
    """The line of an export; raise an error if it could not be imported again."""
    return to_line(table, record_of(replay_table(table)))


def append_line(file: Path, text: str) -> None:
    """Append a line and sync it to disk; what a killed process left behind gets its own line."""
    make_private_folder(file.parent)
    with open_private(file, "a") as opened:
        opened.write(("" if ends_line(file) else "\n") + text + "\n")
    sync_folder(file.parent)


def ends_line(file: Path) -> bool:
    with file.open("rb") as opened:
        opened.seek(max(0, file.stat().st_size - 1))
        return opened.read() in (b"", b"\n")
