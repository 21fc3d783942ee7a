"""Reviews in PostgreSQL; every statement may run again after a failure."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from ekiben.server.postgres_connection import Connection
from ekiben.server.review_store import UPLOADS_KEPT, ReviewOwner, SavedReview

T = TypeVar("T")
SAVE = (
    "INSERT INTO reviews (key, table_id, version, passes, done, dump) "
    "VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (key) DO UPDATE SET "
    "table_id = coalesce(excluded.table_id, reviews.table_id), at = excluded.at, "
    "passes = excluded.passes, done = excluded.done, dump = excluded.dump "
    "WHERE excluded.passes > reviews.passes"
)
FORGET_UPLOADS = (
    "DELETE FROM reviews WHERE key IN (SELECT key FROM reviews WHERE table_id IS NULL "
    "ORDER BY at DESC, key OFFSET $1)"
)
SEED = """substring(setup from '"seed":"([0-9a-f]+)"')"""  # as its index has it


class PostgresReviews:
    """The part of the store that keeps reviews."""

    async def retry(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        raise NotImplementedError

    async def in_transaction(self, work: Callable[[Connection], Awaitable[None]]) -> None:
        raise NotImplementedError

    async def review(self, key: str) -> SavedReview | None:
        sql = "SELECT passes, done, dump FROM reviews WHERE key = $1"
        rows = await self.retry(lambda connection: connection.fetch(sql, key))
        return SavedReview(*rows[0]) if rows else None

    async def save_review(self, key: str, owner: ReviewOwner, review: SavedReview) -> None:
        async def write(connection: Connection) -> None:
            old = "DELETE FROM reviews WHERE table_id = $1 AND version <> $2"
            await connection.execute(old, owner.table, owner.version)
            await connection.execute(SAVE, key, owner.table, owner.version, *review)
            await connection.execute(FORGET_UPLOADS, UPLOADS_KEPT)

        await self.in_transaction(write)

    async def running_tables(self, seed: str) -> list[str]:
        sql = f"SELECT id FROM tables WHERE NOT over AND {SEED} = $1 ORDER BY id"
        return [row[0] for row in await self.retry(lambda connection: connection.fetch(sql, seed))]
