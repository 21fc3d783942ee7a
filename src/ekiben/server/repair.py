"""Logs that do not replay, cut where they still did; the whole log as it was is kept in a file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from ekiben.core.errors import EkibenError, RecordError
from ekiben.server.private_files import make_private_folder, write_whole
from ekiben.server.store import Archive, Conflict, RawRow, Setup, read_rows
from ekiben.server.table_state import readable

COPIES = "cut-logs"  # the folder of the copies, in the data folder


class Repaired(NamedTuple):
    """How many entries were cut from a log, from which number on, and where the log is as it was."""

    table: str
    kept: int
    cut: int
    copy: Path


async def repair(store: Archive, table: str, data: Path) -> Repaired | None:
    """Cut a log after the last entry that fits. None: it fits already. Said twice, or killed in
    between, it does the same once.
    """
    done = None
    while True:
        setup, rows, over = (
            await store.setup(table),
            await store.raw_rows(table),
            await store.is_over(table),
        )
        assert setup is not None
        try:
            play = readable(setup, [row.entry for row in read_rows(rows)])
        except EkibenError as error:
            raise RecordError(
                f"table {table} cannot be repaired, since it cannot be set up: {error}"
            ) from error
        if play.fault is None and play.match.over == over:
            return done
        done = Repaired(
            table, play.seq, len(rows) - play.seq, keep_copy(data / COPIES, setup, rows, over)
        )
        try:
            await store.cut(table, rows, play.seq, play.match.over)
        except Conflict:
            continue  # somebody wrote meanwhile, or the answer to the cut was lost
        return done


def keep_copy(folder: Path, setup: Setup, rows: Sequence[RawRow], over: bool) -> Path:
    """Write the whole log to a file named by its content, and so once only."""
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
    write_whole(file, text)
    return file
