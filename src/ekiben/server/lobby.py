"""The lobby: tables that anybody may watch, and seats that anybody may take.

Each process reads the list while one of its pages shows it, and sends what has changed. Nothing in
the list depends on what a seat knows.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import NamedTuple

from msgspec import structs

from ekiben.server.default_names import names_in
from ekiben.server.errors import ApiError
from ekiben.server.http_messages import LobbyChanges, LobbyTable
from ekiben.server.off_loop import off_loop
from ekiben.server.store import ActiveTable, Options, Setup, StoreUnavailable
from ekiben.server.table_state import ENTRY_ERRORS, MOVES, TableState, cached_game
from ekiben.server.tables import TableRegistry, validate_board

log = logging.getLogger("ekiben.server")
NEWEST = 500  # public tables that are looked at
MAX_TABLES = 100  # in the list
MAX_VIEWERS = 1000  # pages that show the list, in one process


class SeatReader:
    """Who sits at a table that is not in memory here, read from its log without the moves."""

    def __init__(self, setup: Setup) -> None:
        self.state = TableState(setup)
        self.started = False
        self.length = 0

    async def read(self, registry: TableRegistry, length: int) -> None:
        """Read what is new in the log."""
        if length > self.length:
            entries = await registry.store.log(self.state.setup.id, self.length)
            self.length += len(entries)
            self.started |= any(entry.kind in MOVES for entry in entries)
            for entry in entries:
                if entry.kind not in MOVES:
                    with suppress(*ENTRY_ERRORS):
                        self.state.apply(entry)


class ListedTable(NamedTuple):
    """A table of the list, and by seat the key of a name that nobody chose."""

    table: LobbyTable
    default_names: list[str | None]

    def in_language(self, language: str) -> LobbyTable:
        names = names_in(language, self.table.names, self.default_names)
        return structs.replace(self.table, names=names)


class LobbyViewer:
    """A page that shows the lobby, and what it has been sent."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.sent: dict[str, LobbyTable] | None = None
        self.wake = asyncio.Event()

    def changes(self, listed: dict[str, ListedTable]) -> LobbyChanges | None:
        """What the page does not know yet, with names in its language; None if nothing."""
        tables = {id: one.in_language(self.language) for id, one in listed.items()}
        before = {} if self.sent is None else self.sent
        changed = [one for id, one in tables.items() if before.get(id) != one]
        gone = [id for id in before if id not in tables]
        is_first = self.sent is None
        self.sent = tables
        if not (is_first or changed or gone):
            return None
        return LobbyChanges(time.time(), changed, gone)


class Lobby:
    """The list as this process last read it; None before that."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.viewers: set[LobbyViewer] = set()
        self.readers: dict[str, SeatReader] = {}
        self.tables: dict[str, ListedTable] | None = None
        self.task: asyncio.Task[None] | None = None

    # ---- pages
    def add(self, viewer: LobbyViewer) -> bool:
        """Let a page have the list; returns False if too many do."""
        if len(self.viewers) >= MAX_VIEWERS:
            return False
        self.viewers.add(viewer)
        if self.task is None or self.task.done():
            self.tables = None
            self.task = asyncio.ensure_future(self.watch())
        return True

    def remove(self, viewer: LobbyViewer) -> None:
        self.viewers.discard(viewer)

    async def next(self, viewer: LobbyViewer) -> LobbyChanges:
        """Wait for what the page does not know yet."""
        while True:
            found = None if self.tables is None else viewer.changes(self.tables)
            if found is not None:
                return found
            viewer.wake.clear()
            await viewer.wake.wait()

    # ---- the list
    async def watch(self) -> None:
        """Read the list again and again while a page shows it."""
        while self.viewers:
            try:
                await self.read()
            except StoreUnavailable:
                log.warning("the lobby could not be read")
            except Exception:
                log.exception("the lobby could not be read")
            for viewer in self.viewers:
                viewer.wake.set()
            await asyncio.sleep(self.registry.settings.lobby_every)
        self.readers.clear()

    async def read(self) -> None:
        active = await self.registry.store.active_tables(
            NEWEST, self.registry.settings.lobby_idle, self.tables_with_people()
        )
        newest = sorted(active, key=lambda one: -one.setup.created)[:MAX_TABLES]
        tables: dict[str, ListedTable] = {}
        for one in newest:
            with suppress(ApiError):  # its board is gone, or is another one now
                tables[one.setup.id] = await self.lobby_table(one)
        self.tables = tables
        self.readers = {id: one for id, one in self.readers.items() if id in self.tables}

    def tables_with_people(self) -> list[str]:
        """Tables where a person's page is open in this process."""
        tables = self.registry.tables.items()
        return [id for id, table in tables if table.viewers.seats_here]

    async def lobby_table(self, active: ActiveTable) -> ListedTable:
        table = self.registry.tables.get(active.setup.id)
        if table is not None and not table.gone:
            return describe(table.state, table.state.last_move > 0)
        reader = self.readers.get(active.setup.id)
        if reader is None or reader.length > active.length:  # a repair has cut the log
            await off_loop(validate_board, active.setup)
            reader = SeatReader(active.setup)
            self.readers[active.setup.id] = reader
        await reader.read(self.registry, active.length)
        return describe(reader.state, reader.started)

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)


def describe(state: TableState, started: bool) -> ListedTable:
    setup = state.setup
    table = LobbyTable(
        table=setup.id,
        game=setup.game,
        options=changed_options(setup.game, state.game.options),
        names=state.names.copy(),
        kinds=state.kinds.copy(),
        levels=state.levels.copy(),
        open=state.open_seats if setup.is_listed else [],
        started=started,
        clock_minutes=setup.clock_minutes,
        created=setup.created,
    )
    return ListedTable(table, state.default_names)


def changed_options(game: str, options: Options) -> Options:
    """The options that differ from the rules' defaults."""
    usual = cached_game(game, {}).options
    return {name: value for name, value in options.items() if value != usual.get(name)}
