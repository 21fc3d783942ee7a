"""Deals and their results in SQLite."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from typing import TypeVar

from ekiben.server.deal_store import (
    RESULTS_SQL,
    Deal,
    DealResult,
    DealTable,
    RankedResults,
    deal_row,
    read_deal,
    read_ranked,
    read_result,
    result_row,
)

T = TypeVar("T")


class SqliteDeals:
    """The part of the store that keeps deals; `submit` runs work in the writing thread."""

    async def submit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        raise NotImplementedError

    async def add_deal(self, deal: Deal) -> Deal:
        def write(db: sqlite3.Connection) -> Deal | None:
            sql = "INSERT OR IGNORE INTO deals (id, key, created, deal) VALUES (?, ?, ?, ?)"
            db.execute(sql, deal_row(deal))
            return find_deal(db, "key", deal.key)

        return await self.submit(write) or deal

    async def deal(self, id: str) -> Deal | None:
        return await self.submit(lambda db: find_deal(db, "id", id))

    async def deal_of_key(self, key: str) -> Deal | None:
        return await self.submit(lambda db: find_deal(db, "key", key))

    async def unsettled_tables(self, deal: str, count: int) -> list[str]:
        sql = (
            "SELECT id FROM tables WHERE deal = ? AND over "
            "AND id NOT IN (SELECT table_id FROM results WHERE deal_id = ?) LIMIT ?"
        )
        rows = await self.submit(lambda db: db.execute(sql, (deal, deal, count)).fetchall())
        return [row[0] for row in rows]

    async def device_tables(self, deal: str, device: str) -> list[DealTable]:
        sql = "SELECT id, created, over FROM tables WHERE deal = ? AND device = ? ORDER BY created"
        rows = await self.submit(lambda db: db.execute(sql, (deal, device)).fetchall())
        return [DealTable(id, created, bool(over)) for id, created, over in rows]

    async def add_result(self, deal: str, result: DealResult) -> None:
        def write(db: sqlite3.Connection) -> None:
            sql = "INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            db.execute(sql, result_row(deal, result))

        await self.submit(write)

    async def ranked_results(self, deal: str, count: int) -> RankedResults:
        sql = RESULTS_SQL.format(deal="?", count="?")
        return read_ranked(await self.submit(lambda db: db.execute(sql, (deal, count)).fetchall()))

    async def results(self, deal: str) -> list[DealResult]:
        sql = "SELECT result FROM results WHERE deal_id = ? ORDER BY at, table_id"
        rows = await self.submit(lambda db: db.execute(sql, (deal,)).fetchall())
        return [read_result(row[0]) for row in rows]

    async def secret(self, name: str, fresh: str) -> str:
        def write(db: sqlite3.Connection) -> str:
            db.execute("INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)", (name, fresh))
            found = db.execute("SELECT value FROM secrets WHERE name = ?", (name,)).fetchone()
            return str(found[0])

        return await self.submit(write)

    async def deal_ids(self) -> list[str]:
        sql = "SELECT id FROM deals ORDER BY created, id"
        return [row[0] for row in await self.submit(lambda db: db.execute(sql).fetchall())]

    async def idle_deals(self, seconds: float) -> list[str]:
        sql = (
            "SELECT id FROM deals WHERE max(created, "
            "coalesce((SELECT max(at) FROM results WHERE deal_id = deals.id), 0), "
            "coalesce((SELECT max(created) FROM tables WHERE deal = deals.id), 0)) < ?"
        )
        oldest = time.time() - seconds
        rows = await self.submit(lambda db: db.execute(sql, (oldest,)).fetchall())
        return [row[0] for row in rows]

    async def delete_deal(self, deal: str) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM results WHERE deal_id = ?", (deal,))
            db.execute("DELETE FROM deals WHERE id = ?", (deal,))

        await self.submit(write)


def find_deal(db: sqlite3.Connection, column: str, value: str) -> Deal | None:
    found = db.execute(f"SELECT deal FROM deals WHERE {column} = ?", (value,)).fetchone()
    return read_deal(found[0]) if found else None
