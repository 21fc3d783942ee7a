"""Clocks stand still while no server serves the table, and while the database is away."""

import asyncio
import contextlib

from ekiben.server import moves
from ekiben.server.postgres import PostgresStore
from ekiben.server.postgres_notifier import HEARTBEAT, SILENT_AFTER, PostgresNotifier
from ekiben.server.request_bodies import NewSeat, NewTable
from ekiben.server.settings import Settings
from ekiben.server.store import Entry, SeatSetup, Setup
from ekiben.server.table_state import TableState
from ekiben.server.tables import TableRegistry
from ekiben.server.viewers import Viewer

from .postgres import asyncpg
from .serving import AT_ONCE, Clock, Patient

WISH = NewTable("london", [NewSeat("you"), NewSeat("you")], clock_minutes=1)


class Server:
    """A process as far as clocks go: store, notifier, tables, and a clock that tests move."""

    def __init__(self, tmp_path, address, name):
        self.clock = Clock()
        self.store, self.notifier = (
            PostgresStore(address, name),
            PostgresNotifier(address, name, now=self.clock),
        )
        self.registry = TableRegistry(
            self.store, self.notifier, Patient(), Settings(tmp_path, now=self.clock, **AT_ONCE)
        )

    async def open(self):
        await self.store.open()
        await self.notifier.open()
        return self

    async def left(self, table):
        """Milliseconds left, by seat."""
        return (await self.registry.table(table)).turns.clocks()

    async def later(self, seconds):
        """Time passes while the server is up and the database answers."""
        self.clock.time += seconds
        await self.notifier.heartbeat()

    async def fall(self):
        """As when it is killed: nothing more is told."""
        self.notifier.task.cancel()
        await asyncio.gather(self.notifier.task, return_exceptions=True)
        self.notifier.connection.terminate()
        self.notifier.connection = None
        await self.store.close()

    async def close(self):
        for part in (self.registry, self.notifier, self.store):
            await part.close()


async def begun(server):
    """A table at which seat 1 is to act, its clock just set going."""
    setup, _ = await server.registry.create(WISH, "en")
    await moves.act(
        await server.registry.table(setup.id), Viewer(frozenset([0, 1]), 0, "en"), 0, ["keep 1"]
    )
    return setup.id


async def long_ago(address):
    """All that was written was written two minutes earlier."""
    link = await asyncpg.connect(address)
    await link.execute("UPDATE log SET at = at - 120")
    await link.close()


def test_a_clock_stands_while_no_server_is_up(tmp_path, address):
    async def work():
        first = await Server(tmp_path, address, "first").open()
        table = await begun(first)
        for _ in range(4):
            await first.later(HEARTBEAT)
        assert await first.left(table) == [60_000, 40_000]
        await first.fall()
        await long_ago(address)
        second = await Server(tmp_path, address, "second").open()
        assert await second.left(table) == [60_000, 40_000]
        await second.later(HEARTBEAT)
        third = await Server(tmp_path, address, "third").open()  # beside the second
        assert await third.left(table) == [60_000, 35_000]
        table_there = third.registry.tables[table]
        await moves.act(table_there, Viewer(frozenset([0, 1]), 1, "en"), 1, ["keep 1 2"])
        assert (await third.store.log(table))[-1].spent == 25_000 and table_there.state.kinds == [
            "person",
            "person",
        ]
        await second.close()
        await third.close()

    asyncio.run(work())


def test_a_server_that_ends_tells_its_clocks_to_the_second(tmp_path, address):
    async def work():
        first = await Server(tmp_path, address, "first").open()
        table = await begun(first)
        first.clock.time += 7
        await first.close()
        await long_ago(address)
        second = await Server(tmp_path, address, "second").open()
        assert await second.left(table) == [60_000, 53_000]
        await second.close()

    asyncio.run(work())


def test_what_was_told_of_an_earlier_question_does_not_count(tmp_path, address):
    async def work():
        first = await Server(tmp_path, address, "first").open()
        table = await begun(first)
        await first.later(HEARTBEAT)
        await moves.act(
            first.registry.tables[table], Viewer(frozenset([0, 1]), 1, "en"), 1, ["keep 1 2"]
        )
        await first.fall()
        second = await Server(tmp_path, address, "second").open()
        assert await second.left(table) == [60_000, 55_000]
        await second.close()

    asyncio.run(work())


@contextlib.asynccontextmanager
async def outage(server):
    """The database is away for this server, which finds out; at the end it is back, and the server
    has found that out too.
    """
    found, back, again = asyncio.Event(), asyncio.Event(), asyncio.Event()
    begin, link = server.notifier.connect_and_listen, server.notifier.connection

    async def waiting():
        found.set()
        await back.wait()
        await begin()
        again.set()

    server.notifier.connect_and_listen = waiting
    link.terminate()
    server.notifier.wake.set()
    await found.wait()
    yield
    back.set()
    await again.wait()


def test_a_clock_stands_while_the_database_is_away(tmp_path, address, monkeypatch):
    monkeypatch.setattr("ekiben.server.postgres_notifier.RECONNECT_DELAY", 0.0)

    async def work():
        server = await Server(tmp_path, address, "first").open()
        table = await begun(server)
        await server.later(HEARTBEAT)
        turns = server.registry.tables[table].turns
        async with outage(server):
            server.clock.time += 75
            assert turns.clocks() == [60_000, 55_000]
            await turns.check_clock()
            assert not await server.notifier.is_store_up() and turns.busy  # it is looked at again
        assert turns.clocks() == [60_000, 55_000]
        await server.later(HEARTBEAT)
        assert turns.clocks() == [60_000, 50_000]
        assert turns.state.kinds == ["person", "person"]
        await server.close()

    asyncio.run(work())


def test_a_clock_that_runs_out_while_the_database_is_silent_is_not_counted_before_it_answers(
    tmp_path, address
):
    async def work():
        server = await Server(tmp_path, address, "first").open()
        table = await begun(server)
        turns = server.registry.tables[table].turns
        server.clock.time += SILENT_AFTER + 50  # nothing was heard for so long
        assert turns.clocks() == [60_000, 60_000]
        await turns.check_clock()
        assert turns.state.kinds == ["person", "person"]
        for _ in range(12):
            await server.later(HEARTBEAT)
        assert turns.clocks() == [60_000, 0]
        await turns.check_clock()
        assert turns.state.kinds == ["person", "bot"]
        await server.close()

    asyncio.run(work())


def test_somebody_who_comes_or_goes_elsewhere_does_not_set_a_clock_back():
    seats = [SeatSetup("person", "Ann"), SeatSetup("person", "Ben"), SeatSetup("open", "Cleo")]
    state = TableState(Setup("abc", "london", {}, 1, "7", "0" * 64, seats, clock_minutes=1))
    since = []
    for entry in (
        Entry("sit", 2),
        Entry("play", 0, "keep 1"),
        Entry("bot", 2, level="easy"),
        Entry("bot", 1, level="easy"),
        Entry("back", 1),
        Entry("back", 2),
        Entry("play", 1, "keep 1"),
    ):
        state.apply(entry)
        since.append(state.clock_since)
    assert since == [1, 2, 2, 4, 5, 5, 7]
