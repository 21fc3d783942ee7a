"""Tables that nobody has used for long: written to an archive in the data folder, then deleted.
`ekiben db import` brings them back.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from ekiben.core.errors import RecordError
from ekiben.server.archive import Kept, kept, line, played
from ekiben.server.private_files import make_private_folder, open_private, sync_folder
from ekiben.server.store import Archive, Conflict, StoreAway
from ekiben.server.tables import Hall

log = logging.getLogger("ekiben.server")
ARCHIVE = "expired.jsonl"
DAY = 24 * 3600
PORTION = 50  # tables that the store is asked about at once
LEASE = "the tables that expire"  # no table has such a name


async def expire_daily(store: Archive, hall: Hall) -> None:
    """Now, and every day from now on; what goes wrong is tried again the next day."""
    while hall.settings.expire_days:
        try:
            await expire(store, hall)
        except (OSError, StoreAway) as error:
            log.error("unused tables could not be archived", extra={"facts": {"why": str(error)}})
        except Exception:
            log.exception("unused tables could not be archived")
        await asyncio.sleep(DAY)


async def expire(store: Archive, hall: Hall) -> list[str]:
    """Archive and delete every table that nobody has written to for so many days; one process at a
    time does it. Returns their names.
    """
    gone: list[str] = []
    after = ""
    try:
        while await hall.bell.lease(LEASE) and (portion := await store.unused_for(after, PORTION)):
            for table, seconds in portion:
                if seconds > hall.settings.expire_days * DAY and await expire_table(
                    store, table, hall.settings.data / ARCHIVE
                ):
                    hall.forget(table)
                    gone.append(table)
            after = portion[-1][0]
    finally:
        await hall.bell.release(LEASE)
    if gone:
        log.info("unused tables were archived", extra={"facts": {"tables": len(gone)}})
    return gone


async def expire_table(store: Archive, table: str, archive: Path) -> bool:
    """Delete a table once it is on disk elsewhere, unless its log does not replay or has grown
    meanwhile.
    """
    try:
        one = await kept(store, table)
        text = await asyncio.to_thread(archive_line, one)
        await asyncio.to_thread(append_line, archive, text)
        await store.delete(table, len(one.log))
    except RecordError:
        log.warning("a damaged table does not expire", extra={"facts": {"table": table}})
        return False
    except Conflict:
        return False
    return True


def archive_line(one: Kept) -> str:
    """The line of an export; an error where it could not be imported again."""
    return line(one, dict(played(one).match.record()))


def append_line(file: Path, text: str) -> None:
    """On disk when this returns; never on the same line as what a killed process left behind."""
    make_private_folder(file.parent)
    with open_private(file, "a") as opened:
        opened.write(("" if ends_line(file) else "\n") + text + "\n")
    sync_folder(file.parent)


def ends_line(file: Path) -> bool:
    with file.open("rb") as opened:
        opened.seek(max(0, file.stat().st_size - 1))
        return opened.read() in (b"", b"\n")
