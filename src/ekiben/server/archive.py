"""All games of a store as lines, and back. A line is a record like any other, with the table beside
it: who sits there and may, and every entry of its log with its time. So nothing is lost between one
store and another.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ekiben.core.errors import EkibenError, RecordError
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Archive, Conflict, Entry, Row, Setup, StoreAway
from ekiben.server.table_state import Play, readable

T = TypeVar("T")


class Kept(msgspec.Struct):
    """A table as a line holds it."""

    setup: Setup
    log: list[tuple[float, Entry]]
    over: bool


def with_store(data: Path, database: str | None, work: Callable[[Archive], Awaitable[T]]) -> T:
    """Opens the store that a server with these settings would, and closes it after the work."""

    async def run() -> T:
        store = opened(data, database)
        try:
            await store.open()
            return await work(store)
        except StoreAway as error:
            raise EkibenError(f"the store is away: {error}") from error
        finally:
            await store.close()

    return asyncio.run(run())


def opened(data: Path, database: str | None) -> Archive:
    if database is None:
        return SqliteStore(data)
    from ekiben.server.postgres import PostgresStore
    from ekiben.server.postgres_connection import is_postgres

    if not is_postgres(database):
        raise EkibenError(
            "the database's address should be of the form postgresql://USER@HOST:PORT/NAME"
        )
    return PostgresStore(database, "archive")


async def kept(store: Archive, table: str) -> Kept:
    try:
        setup = await store.setup(table)
    except msgspec.MsgspecError as error:
        raise RecordError(f"the set-up of table {table} cannot be read: {error}") from error
    if setup is None:
        raise RecordError(f"there is no table {table}")
    return Kept(
        setup, [(row.at, row.entry) for row in await store.rows(table)], await store.is_over(table)
    )


def played(one: Kept) -> Play:
    """The table again from its log; what does not fit is an error that says what."""
    try:
        play = readable(one.setup, [entry for _, entry in one.log])
    except EkibenError as error:
        raise RecordError(f"table {one.setup.id} does not replay: {error}") from error
    if play.fault is not None:
        raise RecordError(f"table {one.setup.id} does not replay: {play.fault}")
    if play.match.over != one.over:
        raise RecordError(
            f"table {one.setup.id} is kept as {'over' if one.over else 'running'}, and its log says otherwise"
        )
    return play


# ---- out
async def faults(store: Archive) -> AsyncIterator[tuple[str, str | None]]:
    """Every table, and what is wrong with it."""
    for table in await store.ids():
        try:
            played(await kept(store, table))
            yield table, None
        except RecordError as error:
            yield table, str(error)


async def lines(store: Archive) -> AsyncIterator[tuple[str, str | None]]:
    """Every table as a line, and what is wrong with it: it is written all the same."""
    for table in await store.ids():
        one = await kept(store, table)
        try:
            yield line(one, dict(played(one).match.record())), None
        except RecordError as error:
            yield line(one, {}), str(error)


def line(one: Kept, record: dict[str, Any]) -> str:
    return json.dumps(
        {**record, "table": msgspec.to_builtins(one)}, ensure_ascii=False, separators=(",", ":")
    )


# ---- in
def read(text: str) -> Kept:
    """The table of a line, if its log can be played."""
    try:
        one = msgspec.convert(json.loads(text)["table"], Kept)
    except (ValueError, KeyError, TypeError, RecursionError, msgspec.ValidationError) as error:
        raise RecordError(f"this is no line of 'ekiben db export' ({error})") from error
    played(one)
    return one


async def take_in(store: Archive, one: Kept) -> bool:
    """Whether something is new here. Of the same table twice the one that was played further
    counts; two that differ are a fault.
    """
    try:
        await store.put(one.setup, rows_of(one, 0), one.over)
        return True
    except Conflict as error:
        here = await kept(store, one.setup.id)
        shared = min(len(here.log), len(one.log))
        if here.setup != one.setup or here.log[:shared] != one.log[:shared]:
            raise RecordError(
                f"there is another table {one.setup.id} already: it was left as it is"
            ) from error
        if shared == len(one.log):
            return False
        await store.extend(one.setup.id, shared, rows_of(one, shared), one.over)
        return True


def rows_of(one: Kept, since: int) -> list[Row]:
    return [Row(at, entry) for at, entry in one.log[since:]]
