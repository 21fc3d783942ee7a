"""Exports the games of a store as lines, and imports them.

A line is a record like any other with the whole table beside it: its seats, who may sit there, and
every entry of its log with its time. So nothing is lost between two stores.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from ekiben.core.errors import EkibenError, RecordError
from ekiben.server.deal_store import Deal, DealResult
from ekiben.server.store import (
    AdminStore,
    ChatLine,
    Conflict,
    Entry,
    Row,
    Setup,
    StoreUnavailable,
)
from ekiben.server.table_state import TableState, read_state

T = TypeVar("T")


class ArchivedTable(msgspec.Struct):
    """A table as an exported line holds it; its chat only if that was asked for."""

    setup: Setup
    log: list[tuple[float, Entry]]
    over: bool
    chat: list[ChatLine] | msgspec.UnsetType = msgspec.UNSET


class ArchivedDeal(msgspec.Struct):
    """A deal with its results; its tables have lines of their own."""

    deal: Deal
    results: list[DealResult]


def with_store(data: Path, database: str | None, work: Callable[[AdminStore], Awaitable[T]]) -> T:
    """Open the store that a server with these settings would use, do the work, and close it."""

    async def run() -> T:
        store = open_store(data, database)
        try:
            await store.open()
            return await work(store)
        except StoreUnavailable as error:
            raise EkibenError(f"the store is unavailable: {error}") from error
        finally:
            await store.close()

    return asyncio.run(run())


def open_store(data: Path, database: str | None) -> AdminStore:
    if database is None:
        from ekiben.server.sqlite import SqliteStore

        return SqliteStore(data)
    from ekiben.server.postgres import PostgresStore
    from ekiben.server.postgres_connection import is_postgres

    if not is_postgres(database):
        raise EkibenError(
            "the database's address should be of the form postgresql://USER@HOST:PORT/NAME"
        )
    return PostgresStore(database, "archive")


async def read_table(store: AdminStore, table: str) -> ArchivedTable:
    try:
        setup = await store.setup(table)
    except msgspec.MsgspecError as error:
        raise RecordError(f"the set-up of table {table} cannot be read: {error}") from error
    if setup is None:
        raise RecordError(f"there is no table {table}")
    return ArchivedTable(
        setup, [(row.at, row.entry) for row in await store.rows(table)], await store.is_over(table)
    )


def replay_table(table: ArchivedTable) -> TableState:
    """The state of the table; raise an error that says which entry does not fit."""
    try:
        state = read_state(table.setup, [entry for _, entry in table.log])
    except EkibenError as error:
        raise RecordError(f"table {table.setup.id} does not replay: {error}") from error
    if state.fault is not None:
        raise RecordError(f"table {table.setup.id} does not replay: {state.fault}")
    if state.match.over != table.over:
        raise RecordError(
            f"table {table.setup.id} is kept as {'over' if table.over else 'running'}, "
            "and its log says otherwise"
        )
    return state


# ---- export
async def check_tables(store: AdminStore) -> AsyncIterator[tuple[str, str | None]]:
    """Every table, with what is wrong with it, if anything."""
    for table in await store.ids():
        try:
            replay_table(await read_table(store, table))
            yield table, None
        except RecordError as error:
            yield table, str(error)


async def export_lines(
    store: AdminStore, chat: bool = False
) -> AsyncIterator[tuple[str, str | None]]:
    """Every table as a line, with what is wrong with it; damaged tables are exported too.

    With `chat`, also what people said there.
    """
    for table in await store.ids():
        archived = await read_table(store, table)
        if chat:
            archived.chat = await store.chat(table)
        try:
            yield to_line(archived, record_of(replay_table(archived))), None
        except RecordError as error:
            yield to_line(archived, {}), str(error)


def record_of(state: TableState) -> dict[str, object]:
    """The record of the game; of a deal that people still mix there is none."""
    return {} if state.waiting else dict(state.match.record())


async def export_deals(store: AdminStore) -> AsyncIterator[str]:
    """Every deal with its results as a line."""
    for id in await store.deal_ids():
        deal = await store.deal(id)
        if deal is not None:
            yield await deal_line(store, deal)


async def deal_line(store: AdminStore, deal: Deal) -> str:
    archived = ArchivedDeal(deal, await store.results(deal.id))
    return msgspec.json.encode(archived).decode()


def to_line(table: ArchivedTable, record: Mapping[str, object]) -> str:
    return json.dumps(
        {**record, "table": msgspec.to_builtins(table)}, ensure_ascii=False, separators=(",", ":")
    )


# ---- import
def parse_line(text: str) -> ArchivedTable:
    """The table of a line, if its log can be replayed."""
    try:
        table = msgspec.convert(json.loads(text)["table"], ArchivedTable)
    except (ValueError, KeyError, TypeError, RecursionError, msgspec.ValidationError) as error:
        raise RecordError(f"this is no line of 'ekiben db export' ({error})") from error
    replay_table(table)
    return table


def is_page_line(text: str) -> bool:
    """Whether the line is of a page alone: its boards, cookies or settings. A server needs none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "page" in found


async def import_table(store: AdminStore, table: ArchivedTable) -> bool:
    """Import a table; returns True if anything was new.

    A table that is already here is extended if the line was played further; if the two differ, that
    is an error.
    """
    try:
        said = () if table.chat is msgspec.UNSET else table.chat
        await store.put(table.setup, rows_of(table, 0), table.over, said)
        return True
    except Conflict as error:
        here = await read_table(store, table.setup.id)
        shared = min(len(here.log), len(table.log))
        if here.setup != table.setup or here.log[:shared] != table.log[:shared]:
            raise RecordError(
                f"there is another table {table.setup.id} already: it was left as it is"
            ) from error
        if shared == len(table.log):
            return False
        await store.extend(table.setup.id, shared, rows_of(table, shared), table.over)
        return True


def parse_deal(text: str) -> ArchivedDeal | None:
    """The deal of a line; None if the line is not one of a deal."""
    try:
        return msgspec.json.decode(text, type=ArchivedDeal)
    except (msgspec.MsgspecError, RecursionError):
        return None


async def import_deal(store: AdminStore, archived: ArchivedDeal) -> None:
    """Import a deal and those of its results that are new."""
    deal = archived.deal
    if await store.add_deal(deal) != deal:
        raise RecordError(f"there is another deal {deal.key!r} already: it was left as it is")
    for result in archived.results:
        await store.add_result(deal.id, result)


def rows_of(table: ArchivedTable, since: int) -> list[Row]:
    return [Row(at, entry) for at, entry in table.log[since:]]
