"""Repairs logs that do not replay: cuts them after the last good entry and keeps a full copy."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from ekiben.core.errors import EkibenError, RecordError
from ekiben.server.private_files import make_private_folder, write_atomically
from ekiben.server.store import AdminStore, Conflict, RawRow, Setup, read_rows
from ekiben.server.table_state import read_state

COPIES = "cut-logs"  # the folder of the copies, in the data folder


class RepairResult(NamedTuple):
    """How many entries a log keeps, how many were cut, and the file with the whole log."""

    table: str
    kept: int
    cut: int
    copy: Path


async def repair(store: AdminStore, table: str, data: Path) -> RepairResult | None:
    """Cut a log after the last entry that fits; None if all of them do.

    It can be interrupted and repeated at any time.
    """
    done = None
    while True:
        setup = await store.setup(table)
        rows = await store.raw_rows(table)
        over = await store.is_over(table)
        assert setup is not None
        try:
            state = read_state(setup, [row.entry for row in read_rows(rows)])
        except EkibenError as error:
            raise RecordError(
                f"table {table} cannot be repaired, since it cannot be set up: {error}"
            ) from error
        if state.fault is None and state.match.over == over:
            return done
        done = RepairResult(
            table=table,
            kept=state.seq,
            cut=len(rows) - state.seq,
            copy=keep_copy(data / COPIES, setup, rows, over),
        )
        try:
            await store.truncate(table, rows, state.seq, state.match.over)
        except Conflict:
            continue  # somebody else wrote, or the answer to our cut was lost
        return done


def keep_copy(folder: Path, setup: Setup, rows: Sequence[RawRow], over: bool) -> Path:
    """Write the whole log to a file named by its content, so that there is only one."""
    text = (
        json.dumps(
            {"setup": msgspec.to_builtins(setup), "over": over, "log": rows},
            ensure_ascii=False,
            indent=1,
        )
        + "\n"
    )
    make_private_folder(folder)
    file = folder / f"{setup.id}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.json"
    write_atomically(file, text)
    return file
