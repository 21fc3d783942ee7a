"""All tables of a server: made, found, kept in memory while something goes on at them."""

from __future__ import annotations

import asyncio
import functools
import secrets
import time

import msgspec

from ekiben.bots.levels import level
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.games import catalogue
from ekiben.server.access import hashed, new_token
from ekiben.server.messages import NewTable, SeatWish
from ekiben.server.names import clean_name
from ekiben.server.recent_entries import Recent
from ekiben.server.refusals import Refuse
from ekiben.server.scenes.family import PLANNER
from ekiben.server.settings import Settings
from ekiben.server.store import GONE, Bell, Seating, Setup, Store
from ekiben.server.table import Table
from ekiben.server.table_state import Play, loaded
from ekiben.server.time_slices import in_slices
from ekiben.server.workers import Workers
from ekiben.texts import say, words


class Hall:
    def __init__(self, store: Store, bell: Bell, workers: Workers, settings: Settings) -> None:
        self.store, self.bell, self.workers, self.settings = store, bell, workers, settings
        self.tables: dict[str, Table] = {}
        self.opening: dict[str, asyncio.Task[None]] = {}
        self.warm: set[str] = set()

    async def table(self, id: str) -> Table:
        if not (id.isascii() and id.isalnum()):  # no store need be asked
            raise Refuse("no-table", 404)
        while (
            id not in self.tables or self.tables[id].gone
        ):  # it may have been forgotten again when its turn comes
            if id not in self.opening:
                self.opening[id] = asyncio.ensure_future(self.open(id))
                self.opening[id].add_done_callback(functools.partial(self.end_opening, id))
            await asyncio.shield(self.opening[id])
        return self.tables[id]

    async def open(self, id: str) -> None:
        """Once for all who ask for it meanwhile; nobody waits for another table."""
        if id in self.tables:
            await self.tables.pop(id).close()
        await self.make_room()
        self.tables[id] = await self.opened(id)

    def end_opening(self, id: str, task: asyncio.Task[None]) -> None:
        del self.opening[id]
        if not task.cancelled():
            task.exception()  # nobody may have waited for it to the end

    async def opened(self, id: str) -> Table:
        setup = await self.store.setup(id)
        if setup is None:
            raise Refuse("no-table", 404)
        await asyncio.to_thread(check_board, setup)
        play = Play(setup)
        recent = Recent(play)
        await in_slices(map(recent.add, play.take(await self.store.log(id))))
        self.compile_in_background(play.game)
        age = await self.store.clock(id, play.clock_since) if setup.clock_minutes else 0.0
        table = Table(play, self.store, self.bell, self.workers, self.settings, age, recent)
        await table.read_on()  # what was written before it listened
        if play.fault is not None:
            table.tell_fault()
        return table

    def compile_in_background(self, game: Game) -> None:
        """Has the game's machine code made ready aside, once."""
        game.builds.compile_in_background()
        planner = PLANNER.find(game)
        if planner is not None and game.family.name not in self.warm:
            planner.compile_in_background(game)
        self.warm.add(game.family.name)

    async def make_room(self) -> None:
        """The table that rests is forgotten; the log has it."""
        if len(self.tables) >= self.settings.kept:
            resting = [id for id, table in self.tables.items() if table.resting]
            for id in resting[: 1 + len(self.tables) - self.settings.kept]:
                await self.tables.pop(id).close()

    def forget(self, id: str) -> None:
        """A table that is no longer kept."""
        if id in self.tables:
            self.tables[id].rung(GONE)

    async def create(self, wish: NewTable, language: str) -> tuple[Setup, dict[int, str]]:
        """A new table, and the token of every seat that is not a bot's."""
        game = await asyncio.to_thread(wished_game, wish)
        tokens = {seat: new_token() for seat, one in enumerate(wish.seats) if one.kind != "bot"}
        setup = Setup(
            new_id(),
            wish.game,
            game.options,
            game.rules,
            f"{secrets.randbits(128):x}",
            secrets.token_hex(32),
            seatings(game, wish.seats, tokens, language),
            wish.public,
            wish.clock_minutes,
            time.time(),
            game.digest,
        )
        await self.store.create(setup)
        return setup, tokens

    async def again(self, old: Table) -> str:
        """The same people and options, by the newest rules and with other luck; who holds one of a
        seat's tokens holds it there too.
        """
        old.check_whole()
        if old.play.again is not None:
            return old.play.again
        if not old.play.match.over:
            raise Refuse("not-over")
        before, play = old.play.setup, old.play
        seq, seats = play.seq, [seated_again(play, seat) for seat in range(len(before.seats))]
        game = await asyncio.to_thread(loaded, before.game, before.options)
        setup = Setup(
            new_id(),
            before.game,
            before.options,
            game.rules,
            f"{secrets.randbits(128):x}",
            secrets.token_hex(32),
            seats,
            before.public,
            before.clock_minutes,
            time.time(),
            game.digest,
        )
        await self.store.create(setup)
        return await old.play_again(setup.id, seq)

    async def close(self) -> None:
        for task in list(self.opening.values()):
            task.cancel()
        await asyncio.gather(*self.opening.values(), return_exceptions=True)
        await asyncio.gather(*(table.close() for table in self.tables.values()))


# ---- seats
def new_id() -> str:
    """Nobody guesses it, and it can be read out."""
    return "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(16))


def seated_again(play: Play, seat: int) -> Seating:
    """A seat as it is now; links are left behind."""
    token, *devices = sorted(play.access.tokens[seat]) or [""]
    return Seating(
        play.kinds[seat], play.names[seat], play.levels[seat], token, devices or msgspec.UNSET
    )


# ---- a wish, checked
def wished_game(wish: NewTable) -> Game:
    if wish.game not in catalogue():
        raise Refuse("no-game", 404, game=wish.game)
    try:
        game = loaded(wish.game, wish.options)
        game.validate_seats(len(wish.seats))
        for seat in wish.seats:
            if seat.kind == "bot":
                level(game, seat.level or "medium")
    except EkibenError as error:
        raise Refuse("wrong-table", 400, why=str(error)) from error
    return game


def check_board(setup: Setup) -> None:
    """A table is only opened on the board it was begun on."""
    if setup.game not in catalogue():
        raise Refuse("no-board", game=setup.game)
    if setup.board and loaded(setup.game, setup.options, setup.rules).digest != setup.board:
        raise Refuse("other-board", game=setup.game)


def seatings(
    game: Game, wishes: list[SeatWish], tokens: dict[int, str], language: str
) -> list[Seating]:
    """Named as wished; bots after places on the line, people by their number."""
    stations = words(language)["server"]["names"]["bots"]
    return [
        Seating(
            "bot", clean_name(one.name) or stations[seat % len(stations)], one.level or "medium"
        )
        if one.kind == "bot"
        else Seating(
            "person" if one.kind == "you" else "open",
            clean_name(one.name) or say("server.names.person", language, number=seat + 1),
            token=hashed(tokens[seat]),
        )
        for seat, one in enumerate(wishes)
    ]
