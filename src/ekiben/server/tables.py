"""The tables of a server: creating, finding, and keeping them in memory while they are in use."""

from __future__ import annotations

import asyncio
import functools
import secrets
import time

import msgspec

from ekiben.bots.levels import WrongTable, level
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.games import catalogue
from ekiben.server.access import hash_token, new_token
from ekiben.server.checkpoints import starting_point
from ekiben.server.default_names import bot_name, default_name, person_name
from ekiben.server.errors import ApiError
from ekiben.server.ids import new_id
from ekiben.server.metrics import Metrics
from ekiben.server.names import clean_name
from ekiben.server.notifier import DELETED, Notifier
from ekiben.server.off_loop import off_loop
from ekiben.server.recent_entries import RecentEntries
from ekiben.server.request_bodies import NewSeat, NewTable
from ekiben.server.seats import level_elsewhere, write_rematch
from ekiben.server.settings import Settings
from ekiben.server.store import Options, SeatSetup, Setup, Store
from ekiben.server.table import Table
from ekiben.server.table_state import TableState, cached_game
from ekiben.server.time_slices import run_in_slices
from ekiben.server.workers import WorkerPool


class TableRegistry:
    """Loads tables on demand and drops idle ones when there are too many in memory."""

    def __init__(
        self,
        store: Store,
        notifier: Notifier,
        workers: WorkerPool,
        settings: Settings,
        metrics: Metrics | None = None,
    ) -> None:
        self.store = store
        self.notifier = notifier
        self.workers = workers
        self.settings = settings
        self.metrics = metrics or Metrics()
        self.tables: dict[str, Table] = {}
        self.loading: dict[str, asyncio.Task[None]] = {}

    async def table(self, id: str) -> Table:
        """The table, loaded from the store if it is not in memory."""
        if not (id.isascii() and id.isalnum()):  # no need to ask the store
            raise ApiError("no-table", 404)
        while id not in self.tables or self.tables[id].gone:  # it may be dropped while we wait
            if id not in self.loading:
                self.loading[id] = asyncio.ensure_future(self.load_table(id))
                self.loading[id].add_done_callback(functools.partial(self.finish_loading, id))
            await asyncio.shield(self.loading[id])
        return self.tables[id]

    async def load_table(self, id: str) -> None:
        """Load a table once for all requests that wait for it."""
        if id in self.tables:
            await self.tables.pop(id).close()
        await self.evict_idle()
        self.tables[id] = await self.read_table(id)

    def finish_loading(self, id: str, task: asyncio.Task[None]) -> None:
        del self.loading[id]
        if not task.cancelled():
            task.exception()  # mark it as seen, since all who waited may be gone

    async def read_table(self, id: str) -> Table:
        """Replay a table from its log, or the rest of it after a checkpoint."""
        setup = await self.store.setup(id)
        if setup is None:
            raise ApiError("no-table", 404)
        await off_loop(validate_board, setup)
        entries = await self.store.log(id)
        start = await off_loop(starting_point, setup, entries, await self.store.checkpoint(id))
        state = start.state
        first = state.seq
        recent = RecentEntries(start)
        await run_in_slices(map(recent.add, state.apply_log(entries[first:])))
        table = Table(
            state,
            store=self.store,
            notifier=self.notifier,
            workers=self.workers,
            settings=self.settings,
            metrics=self.metrics,
            recent=recent,
            clock_age=await self.clock_age(state),
        )
        table.saved_length = first
        table.save_checkpoint()
        await table.refresh()  # entries written before it subscribed
        if state.fault is not None:
            table.report_fault()
        return table

    async def clock_age(self, state: TableState) -> float:
        """Seconds the current clock has already run in other processes."""
        if not state.setup.clock_minutes:
            return 0.0
        return await self.store.clock_seconds(state.setup.id, state.clock_since)

    async def evict_idle(self) -> None:
        """Drop idle tables when memory is full; their logs stay in the store."""
        if len(self.tables) >= self.settings.max_tables:
            idle = [id for id, table in self.tables.items() if table.is_idle]
            for id in idle[: 1 + len(self.tables) - self.settings.max_tables]:
                await self.tables.pop(id).close()

    def drop(self, id: str) -> None:
        """Close a table that was deleted from the store."""
        if id in self.tables:
            self.tables[id].log_changed(DELETED)

    async def create(self, request: NewTable, language: str) -> tuple[Setup, dict[int, str]]:
        """A new table, and the token of every seat that is not a bot's."""
        game = await off_loop(game_for, request)
        tokens = {seat: new_token() for seat, one in enumerate(request.seats) if one.kind != "bot"}
        setup = new_setup(
            game,
            name=request.game,
            options=game.options,
            seats=seat_setups(request.seats, tokens, language),
            public=request.public or request.listed,
            clock_minutes=request.clock_minutes,
            mixed=request.mixed,
            listed=request.listed,
        )
        if not request.chat:
            setup.chat = False
        await self.store.create(setup)
        return setup, tokens

    async def rematch(self, old: Table) -> str:
        """A new table with the same people and options, the newest rules and new luck.

        Everybody keeps their tokens and moves on by one seat, so that another one begins.
        """
        old.check_readable()
        state = old.state
        if state.again is not None:
            return state.again
        if not state.match.over:
            raise ApiError("not-over")
        before = state.setup
        seq = state.seq
        count = len(before.seats)
        seats = [rematch_seat(state, (seat + 1) % count) for seat in range(count)]
        game = await off_loop(cached_game, before.game, before.options)
        setup = new_setup(
            game,
            name=before.game,
            options=before.options,
            seats=seats,
            public=before.public,
            clock_minutes=before.clock_minutes,
            mixed=before.is_mixed,
        )
        setup.chat = before.chat
        setup.rematch = True
        await self.store.create(setup)
        return await write_rematch(old, setup.id, seq)

    async def close(self) -> None:
        for task in list(self.loading.values()):
            task.cancel()
        await asyncio.gather(*self.loading.values(), return_exceptions=True)
        await asyncio.gather(*(table.close() for table in self.tables.values()))


# ---- new tables
def new_setup(
    game: Game,
    *,
    name: str,
    options: Options,
    seats: list[SeatSetup],
    public: bool,
    clock_minutes: int | None,
    mixed: bool = False,
    listed: bool = False,
) -> Setup:
    """A set-up with an id, a seed and a salt drawn from the system's randomness."""
    return Setup(
        id=new_id(),
        game=name,
        options=options,
        rules=game.rules,
        seed=f"{secrets.randbits(128):x}",
        salt=secrets.token_hex(32),
        seats=seats,
        public=public,
        clock_minutes=clock_minutes,
        created=time.time(),
        mixed=mixed or msgspec.UNSET,
        listed=listed or msgspec.UNSET,
        board=game.digest,
    )


def rematch_seat(state: TableState, seat: int) -> SeatSetup:
    """A seat as it is now, without its links."""
    token, *devices = sorted(state.access.tokens[seat]) or [""]
    return SeatSetup(
        kind=state.kinds[seat],
        name=state.names[seat],
        level=state.levels[seat],
        token=token,
        devices=devices or msgspec.UNSET,
        default=state.default_names[seat] or msgspec.UNSET,
    )


def seat_setups(seats: list[NewSeat], tokens: dict[int, str], language: str) -> list[SeatSetup]:
    """Seats named as asked for; otherwise bots get station names and people numbers."""
    return [seat_setup(seat, one, tokens, language) for seat, one in enumerate(seats)]


def seat_setup(seat: int, one: NewSeat, tokens: dict[int, str], language: str) -> SeatSetup:
    bot = one.kind == "bot"
    chosen = clean_name(one.name)
    default = bot_name(seat) if bot else person_name(seat)
    return SeatSetup(
        kind="bot" if bot else "person" if one.kind == "you" else "open",
        name=chosen or default_name(default, language),
        level=(one.level or "medium") if bot else None,
        token="" if bot else hash_token(tokens[seat]),
        default=msgspec.UNSET if chosen else default,
    )


# ---- validation
def game_for(request: NewTable) -> Game:
    """The game of a request, if its options, seats and levels are valid."""
    if request.game not in catalogue():
        raise ApiError("no-game", 404, game=request.game)
    try:
        game = cached_game(request.game, request.options)
        game.validate_seats(len(request.seats))
        for seat in request.seats:
            if seat.kind == "bot":
                level(game, seat.level or "medium", len(request.seats))
    except WrongTable as error:
        raise level_elsewhere(error, 400) from error
    except EkibenError as error:
        raise ApiError("wrong-table", 400, why=str(error)) from error
    return game


def validate_board(setup: Setup) -> None:
    """Refuse a table whose board is missing or has changed since it was created."""
    if setup.game not in catalogue():
        raise ApiError("no-board", game=setup.game)
    if setup.board and cached_game(setup.game, setup.options, setup.rules).digest != setup.board:
        raise ApiError("other-board", game=setup.game)
