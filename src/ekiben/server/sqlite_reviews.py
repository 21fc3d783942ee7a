"""Reviews in SQLite."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from typing import TypeVar

from ekiben.server.review_store import UPLOADS_KEPT, ReviewOwner, SavedReview

T = TypeVar("T")
SAVE = (
    "INSERT INTO reviews (key, table_id, version, at, passes, done, dump) "
    "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET "
    "table_id = coalesce(excluded.table_id, table_id), at = excluded.at, "
    "passes = excluded.passes, done = excluded.done, dump = excluded.dump "
    "WHERE excluded.passes > reviews.passes"
)
FORGET_UPLOADS = (
    "DELETE FROM reviews WHERE key IN (SELECT key FROM reviews WHERE table_id IS NULL "
    "ORDER BY at DESC, key LIMIT -1 OFFSET ?)"
)
SEED = "CASE WHEN json_valid(setup) THEN json_extract(setup, '$.seed') END"  # as its index has it


class SqliteReviews:
    """The part of the store that keeps reviews; `submit` runs work in the writing thread."""

    async def submit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        raise NotImplementedError

    async def review(self, key: str) -> SavedReview | None:
        sql = "SELECT passes, done, dump FROM reviews WHERE key = ?"
        found = await self.submit(lambda db: db.execute(sql, (key,)).fetchone())
        return SavedReview(*found) if found else None

    async def save_review(self, key: str, owner: ReviewOwner, review: SavedReview) -> None:
        def write(db: sqlite3.Connection) -> None:
            old = "DELETE FROM reviews WHERE table_id = ? AND version <> ?"
            db.execute(old, (owner.table, owner.version))
            db.execute(SAVE, (key, owner.table, owner.version, time.time(), *review))
            db.execute(FORGET_UPLOADS, (UPLOADS_KEPT,))

        await self.submit(write)

    async def running_tables(self, seed: str) -> list[str]:
        sql = f"SELECT id FROM tables WHERE NOT over AND {SEED} = ? ORDER BY id"
        return [row[0] for row in await self.submit(lambda db: db.execute(sql, (seed,)).fetchall())]
