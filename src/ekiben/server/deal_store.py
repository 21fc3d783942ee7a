"""Deals that several tables play, their results, and what a store does with them."""

from __future__ import annotations

from itertools import zip_longest
from typing import Literal, NamedTuple, Protocol

import msgspec

from ekiben.core.seals import commitment
from ekiben.server.default_names import default_name

Options = dict[str, object]
Flaw = Literal["", "helped", "late"]  # why a result does not count
RESULTS_SQL = """
WITH firsts AS (
    SELECT *, row_number() OVER (PARTITION BY device ORDER BY at, table_id) = 1 AND flaw = ''
        AS counted
    FROM results WHERE deal_id = {deal}
), ranked AS (
    SELECT *, rank() OVER (PARTITION BY counted ORDER BY score DESC, margin DESC) AS standing
    FROM firsts
)
SELECT result, counted, standing, count(*) OVER () FROM ranked
ORDER BY counted DESC, standing, at, table_id LIMIT {count}
"""


class DealSeat(msgspec.Struct):
    kind: Literal["person", "bot"]
    level: str | None = None


class Deal(msgspec.Struct):
    """Everything that the tables of a deal share; seed and salt stay on the server.

    `day` is that of a daily deal, `origin` the table where the deal was played first.
    """

    id: str
    game: str
    options: Options
    rules: int
    board: str
    seed: str
    salt: str
    seats: list[DealSeat]
    created: float
    day: str = ""
    origin: str = ""

    @property
    def key(self) -> str:
        """What there is only one deal of."""
        if self.day:
            return daily_key(self.day, self.game)
        return origin_key(self.origin) if self.origin else f"deal {self.id}"

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, one in enumerate(self.seats) if one.kind == "person"]

    @property
    def commit(self) -> str:
        return commitment(self.salt, int(self.seed, 16))


def daily_key(day: str, game: str) -> str:
    return f"day {day} {game}"


def origin_key(table: str) -> str:
    return f"table {table}"


class DealResult(msgspec.Struct):
    """How a table ended: lists are by people's seat, `score` is their sum.

    `margin` is how far the best of them is ahead of the best bot, and `attempt` counts the tables
    that the device had begun.
    """

    table: str
    device: str
    at: float
    names: list[str]
    scores: list[int]
    margin: int
    place: int
    turns: int
    flaw: Flaw = ""
    attempt: int = 1
    defaults: list[str | None] = []

    @property
    def score(self) -> int:
        return sum(self.scores)

    def names_in(self, language: str) -> list[str]:
        """The names as somebody with this language reads them."""
        return [
            default_name(key, language) if key else name
            for name, key in zip_longest(self.names, self.defaults)
        ]


class RankedResult(NamedTuple):
    """A result, whether it counts, and its place among those that do."""

    result: DealResult
    counted: bool
    standing: int


class RankedResults(NamedTuple):
    """The best results and how many there are."""

    best: list[RankedResult]
    total: int


class DealTable(NamedTuple):
    """A table that a device has begun."""

    id: str
    created: float
    over: bool


class DealStore(Protocol):
    """What a store does with deals; every write may be repeated."""

    async def add_deal(self, deal: Deal) -> Deal:
        """Store the deal; returns the one that is there already if there is one of its key."""

    async def deal(self, id: str) -> Deal | None: ...

    async def deal_of_key(self, key: str) -> Deal | None: ...

    async def unsettled_tables(self, deal: str, count: int) -> list[str]:
        """Tables of the deal that are over and have no result yet."""

    async def device_tables(self, deal: str, device: str) -> list[DealTable]:
        """The tables that a device has begun, the oldest first."""

    async def add_result(self, deal: str, result: DealResult) -> None: ...

    async def ranked_results(self, deal: str, count: int) -> RankedResults:
        """The best results: those that count first, of each device the first that ended."""

    async def results(self, deal: str) -> list[DealResult]:
        """All results, the oldest first."""

    async def secret(self, name: str, fresh: str) -> str:
        """The secret of that name; the first process to ask stores its fresh one."""

    async def deal_ids(self) -> list[str]: ...

    async def idle_deals(self, seconds: float) -> list[str]:
        """Deals whose latest table was begun, and whose latest result came, so long ago."""

    async def delete_deal(self, deal: str) -> None:
        """Delete a deal with its results; its tables stay."""


def result_row(deal: str, result: DealResult) -> tuple[str, str, str, float, str, int, int, str]:
    return (
        result.table,
        deal,
        result.device,
        result.at,
        result.flaw,
        result.score,
        result.margin,
        msgspec.json.encode(result).decode(),
    )


def deal_row(deal: Deal) -> tuple[str, str, float, str]:
    return deal.id, deal.key, deal.created, msgspec.json.encode(deal).decode()


def read_deal(text: str | None) -> Deal | None:
    return msgspec.json.decode(text, type=Deal) if text else None


def read_result(text: str) -> DealResult:
    return msgspec.json.decode(text, type=DealResult)


def read_ranked(rows: list[tuple[str, bool, int, int]]) -> RankedResults:
    best = [RankedResult(read_result(text), bool(counted), n) for text, counted, n, _ in rows]
    return RankedResults(best, rows[0][3] if rows else 0)
