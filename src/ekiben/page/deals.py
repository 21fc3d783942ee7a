"""Deals and their results in the browser."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from ekiben.page.calls import StorageCalls
from ekiben.page.storage import Step, Value
from ekiben.server.deal_store import (
    Deal,
    DealResult,
    DealTable,
    RankedResult,
    RankedResults,
    deal_row,
    read_deal,
    read_result,
    result_row,
)
from ekiben.server.store import Conflict


class PageDeals(StorageCalls):
    """The part of the page's store that keeps deals."""

    async def add_deal(self, deal: Deal) -> Deal:
        id, key, created, text = deal_row(deal)
        value = {"key": key, "created": created, "deal": text}
        try:
            await self.write({"do": "add", "store": "deals", "key": id, "value": value})
        except Conflict:
            return await self.deal_of_key(key) or deal
        return deal

    async def deal(self, id: str) -> Deal | None:
        row = await self.get("deals", id)
        return read_deal(row["deal"]) if row else None

    async def deal_of_key(self, key: str) -> Deal | None:
        rows = await self.read({"store": "deals", "index": "key", "low": key, "high": key})
        return read_deal(rows[0][1]["deal"]) if rows else None

    async def tables_of(self, deal: str, *device: str) -> list[tuple[str, Value]]:
        """The tables of a deal, of one device if it is given, the oldest of each device first."""
        low: list[str] = [deal, *device]
        return await self.read({"store": "tables", "index": "deal", "low": low, "high": [*low, []]})

    async def unsettled_tables(self, deal: str, count: int) -> list[str]:
        settled = {result.table for result in await self.results(deal)}
        over = [id for id, row in await self.tables_of(deal) if row["over"]]
        return [id for id in over if id not in settled][:count]

    async def device_tables(self, deal: str, device: str) -> list[DealTable]:
        rows = await self.tables_of(deal, device)
        return [DealTable(id, row["created"], row["over"]) for id, row in rows]

    async def add_result(self, deal: str, result: DealResult) -> None:
        table, _, device, at, _, _, _, text = result_row(deal, result)
        value = {"deal": deal, "device": device, "at": at, "result": text}
        try:
            await self.write(
                {"do": "update", "store": "deals", "key": deal, "value": {}},
                {"do": "add", "store": "results", "key": table, "value": value},
            )
        except Conflict:
            if await self.get("results", table) is None:
                raise  # there is no such deal

    async def ranked_results(self, deal: str, count: int) -> RankedResults:
        ranked = rank_results(await self.results(deal))
        return RankedResults(ranked[:count], len(ranked))

    async def results(self, deal: str) -> list[DealResult]:
        rows = await self.read(
            {"store": "results", "index": "deal", "low": [deal], "high": [deal, []]}
        )
        return [read_result(row["result"]) for _, row in rows]

    async def secret(self, name: str, fresh: str) -> str:
        try:
            await self.write({"do": "add", "store": "secrets", "key": name, "value": fresh})
        except Conflict:
            return str(await self.get("secrets", name))
        return fresh

    async def deal_ids(self) -> list[str]:
        return [id for id, _ in await self.read({"store": "deals", "index": "created"})]

    async def idle_deals(self, seconds: float) -> list[str]:
        oldest = time.time() - seconds
        ids = await self.deal_ids()
        return [id for id in ids if await self.last_use(id) < oldest]

    async def last_use(self, deal: str) -> float:
        """When the deal, its latest table or its latest result came."""
        found = await self.get("deals", deal)
        made = float(found["created"]) if found else 0.0
        tables = [float(row["created"]) for _, row in await self.tables_of(deal)]
        results = [result.at for result in await self.results(deal)]
        return max([made, *tables, *results])

    async def delete_deal(self, deal: str) -> None:
        results: list[Step] = [
            {"do": "delete", "store": "results", "key": result.table}
            for result in await self.results(deal)
        ]
        await self.write(*results, {"do": "delete", "store": "deals", "key": deal})


def rank_results(results: Sequence[DealResult]) -> list[RankedResult]:
    """Rank results, the oldest given first: those that count come before the others.

    Of each device the first that ended counts, unless it has a flaw.
    """
    firsts: dict[str, str] = {}
    for one in results:
        firsts.setdefault(one.device, one.table)
    counted = [one for one in results if not one.flaw and firsts[one.device] == one.table]
    others = [one for one in results if one not in counted]
    return [*standings(counted, True), *standings(others, False)]


def standings(results: list[DealResult], counted: bool) -> Iterator[RankedResult]:
    """The results with their places, the best first: 1, 2, 2, 4."""
    merits = [(one.score, one.margin) for one in results]
    for one in sorted(results, key=lambda one: (-one.score, -one.margin)):
        better = sum(merit > (one.score, one.margin) for merit in merits)
        yield RankedResult(one, counted, better + 1)
