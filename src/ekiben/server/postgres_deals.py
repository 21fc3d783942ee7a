"""Deals and their results in PostgreSQL."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
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
from ekiben.server.postgres_connection import Connection

T = TypeVar("T")


class PostgresDeals:
    """The part of the store that keeps deals; every statement may run again after a failure."""

    async def retry(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        raise NotImplementedError

    async def in_transaction(self, work: Callable[[Connection], Awaitable[None]]) -> None:
        raise NotImplementedError

    async def add_deal(self, deal: Deal) -> Deal:
        sql = (
            "INSERT INTO deals (id, key, created, deal) VALUES ($1, $2, $3, $4) "
            "ON CONFLICT DO NOTHING"
        )
        await self.retry(lambda connection: connection.execute(sql, *deal_row(deal)))
        return await self.deal_of_key(deal.key) or deal

    async def deal(self, id: str) -> Deal | None:
        sql = "SELECT deal FROM deals WHERE id = $1"
        return read_deal(await self.retry(lambda connection: connection.fetchval(sql, id)))

    async def deal_of_key(self, key: str) -> Deal | None:
        sql = "SELECT deal FROM deals WHERE key = $1"
        return read_deal(await self.retry(lambda connection: connection.fetchval(sql, key)))

    async def unsettled_tables(self, deal: str, count: int) -> list[str]:
        sql = (
            "SELECT id FROM tables WHERE deal = $1 AND over "
            "AND id NOT IN (SELECT table_id FROM results WHERE deal_id = $1) LIMIT $2"
        )
        rows = await self.retry(lambda connection: connection.fetch(sql, deal, count))
        return [row[0] for row in rows]

    async def device_tables(self, deal: str, device: str) -> list[DealTable]:
        sql = (
            "SELECT id, created, over FROM tables WHERE deal = $1 AND device = $2 ORDER BY created"
        )
        rows = await self.retry(lambda connection: connection.fetch(sql, deal, device))
        return [DealTable(row[0], row[1], row[2]) for row in rows]

    async def add_result(self, deal: str, result: DealResult) -> None:
        sql = "INSERT INTO results VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING"
        await self.retry(lambda connection: connection.execute(sql, *result_row(deal, result)))

    async def ranked_results(self, deal: str, count: int) -> RankedResults:
        sql = RESULTS_SQL.format(deal="$1", count="$2")
        rows = await self.retry(lambda connection: connection.fetch(sql, deal, count))
        return read_ranked([(row[0], row[1], row[2], row[3]) for row in rows])

    async def results(self, deal: str) -> list[DealResult]:
        sql = "SELECT result FROM results WHERE deal_id = $1 ORDER BY at, table_id"
        rows = await self.retry(lambda connection: connection.fetch(sql, deal))
        return [read_result(row[0]) for row in rows]

    async def secret(self, name: str, fresh: str) -> str:
        sql = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self.retry(lambda connection: connection.execute(sql, name, fresh))
        sql_read = "SELECT value FROM secrets WHERE name = $1"
        return str(await self.retry(lambda connection: connection.fetchval(sql_read, name)))

    async def deal_ids(self) -> list[str]:
        sql = "SELECT id FROM deals ORDER BY created, id"
        return [row[0] for row in await self.retry(lambda connection: connection.fetch(sql))]

    async def idle_deals(self, seconds: float) -> list[str]:
        sql = (
            "SELECT id FROM deals WHERE greatest(created, "
            "(SELECT max(at) FROM results WHERE deal_id = deals.id), "
            "(SELECT max(created) FROM tables WHERE deal = deals.id)) "
            "< extract(epoch FROM clock_timestamp()) - $1"
        )
        rows = await self.retry(lambda connection: connection.fetch(sql, seconds))
        return [row[0] for row in rows]

    async def delete_deal(self, deal: str) -> None:
        async def write(connection: Connection) -> None:
            await connection.execute("DELETE FROM results WHERE deal_id = $1", deal)
            await connection.execute("DELETE FROM deals WHERE id = $1", deal)

        await self.in_transaction(write)
