"""Clocks stand still while no server serves the table, and while the database is away."""

import asyncio
import contextlib

from ekiben.server.messages import NewTable, SeatWish
from ekiben.server.postgres import PostgresStore
from ekiben.server.postgres_notifier import BEAT, SILENT, PostgresBell
from ekiben.server.settings import Settings
from ekiben.server.store import Entry, Seating, Setup
from ekiben.server.table_state import Play
from ekiben.server.tables import Hall
from ekiben.server.viewers import Viewer

from .postgres import asyncpg
from .serving import AT_ONCE, Clock, Patient

WISH = NewTable("london", [SeatWish("you"), SeatWish("you")], clock_minutes=1)


class Server:
    """A process as far as clocks go: its store, bell and tables, and a clock that stands until it
    is moved.
    """

    def __init__(self, tmp_path, address, name):
        self.clock = Clock()
        self.store, self.bell = (
            PostgresStore(address, name),
            PostgresBell(address, name, now=self.clock),
        )
        self.hall = Hall(
            self.store, self.bell, Patient(), Settings(tmp_path, now=self.clock, **AT_ONCE)
        )

    async def open(self):
        await self.store.open()
        await self.bell.open()
        return self

    async def left(self, table):
        """Milliseconds left, by seat."""
        return (await self.hall.table(table)).driver.clocks()

    async def later(self, seconds):
        """Time passes while the server is up and the database answers."""
        self.clock.time += seconds
        await self.bell.beat()

    async def fall(self):
        """As when it is killed: nothing more is told."""
        self.bell.attending.cancel()
        await asyncio.gather(self.bell.attending, return_exceptions=True)
        self.bell.link.terminate()
        self.bell.link = None
        await self.store.close()

    async def close(self):
        for part in (self.hall, self.bell, self.store):
            await part.close()


async def begun(server):
    """A table at which seat 1 is to act, its clock just set going."""
    setup, _ = await server.hall.create(WISH, "en")
    await (await server.hall.table(setup.id)).act(Viewer(frozenset([0, 1]), 0, "en"), 0, ["keep 1"])
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
            await first.later(BEAT)
        assert await first.left(table) == [60_000, 40_000]
        await first.fall()
        await long_ago(address)
        second = await Server(tmp_path, address, "second").open()
        assert await second.left(table) == [60_000, 40_000]
        await second.later(BEAT)
        third = await Server(tmp_path, address, "third").open()  # beside the second
        assert await third.left(table) == [60_000, 35_000]
        table_there = third.hall.tables[table]
        await table_there.act(Viewer(frozenset([0, 1]), 1, "en"), 1, ["keep 1 2"])
        assert (await third.store.log(table))[-1].spent == 25_000 and table_there.play.kinds == [
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
        await first.later(BEAT)
        await first.hall.tables[table].act(Viewer(frozenset([0, 1]), 1, "en"), 1, ["keep 1 2"])
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
    begin, link = server.bell.begin, server.bell.link

    async def waiting():
        found.set()
        await back.wait()
        await begin()
        again.set()

    server.bell.begin = waiting
    link.terminate()
    server.bell.stirred.set()
    await found.wait()
    yield
    back.set()
    await again.wait()


def test_a_clock_stands_while_the_database_is_away(tmp_path, address, monkeypatch):
    monkeypatch.setattr("ekiben.server.postgres_notifier.AGAIN", 0.0)

    async def work():
        server = await Server(tmp_path, address, "first").open()
        table = await begun(server)
        await server.later(BEAT)
        driver = server.hall.tables[table].driver
        async with outage(server):
            server.clock.time += 75
            assert driver.clocks() == [60_000, 55_000]
            await driver.check_clock()
            assert not await server.bell.steady() and driver.busy  # it is looked at again
        assert driver.clocks() == [60_000, 55_000]
        await server.later(BEAT)
        assert driver.clocks() == [60_000, 50_000]
        assert driver.play.kinds == ["person", "person"]
        await server.close()

    asyncio.run(work())


def test_a_clock_that_runs_out_while_the_database_is_silent_is_not_counted_before_it_answers(
    tmp_path, address
):
    async def work():
        server = await Server(tmp_path, address, "first").open()
        table = await begun(server)
        driver = server.hall.tables[table].driver
        server.clock.time += SILENT + 50  # nothing was heard for so long
        assert driver.clocks() == [60_000, 60_000]
        await driver.check_clock()
        assert driver.play.kinds == ["person", "person"]
        for _ in range(12):
            await server.later(BEAT)
        assert driver.clocks() == [60_000, 0]
        await driver.check_clock()
        assert driver.play.kinds == ["person", "bot"]
        await server.close()

    asyncio.run(work())


def test_somebody_who_comes_or_goes_elsewhere_does_not_set_a_clock_back():
    seats = [Seating("person", "Ann"), Seating("person", "Ben"), Seating("open", "Cleo")]
    play = Play(Setup("abc", "london", {}, 1, "7", "0" * 64, seats, clock_minutes=1))
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
        play.apply(entry)
        since.append(play.clock_since)
    assert since == [1, 2, 2, 4, 5, 5, 7]
