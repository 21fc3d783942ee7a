"""The store and the notifier over PostgreSQL, alone and shared by several processes."""

import asyncio
import contextlib

import pytest

from ekiben.core.errors import EkibenError
from ekiben.server import postgres_connection, sqlite_opening
from ekiben.server.postgres import PostgresStore
from ekiben.server.postgres_appends import MAX_BATCH
from ekiben.server.postgres_notifier import DEAD_AFTER, PostgresNotifier
from ekiben.server.store import Conflict, Entry, NewChatLine, Row, StoreUnavailable

from .postgres import asyncpg
from .test_store import SETUP


def within(address, work, count=1, retry_for=30.0):
    """Runs work with that many stores over one database, as processes would have them."""

    async def run():
        stores = [PostgresStore(address, f"process{n}", retry_for) for n in range(count)]
        for store in stores:
            await store.open()
        try:
            return await work(*stores)
        finally:
            for store in stores:
                await store.close()

    return asyncio.run(run())


def test_what_is_written_is_read_again(address):
    entries = [
        Entry("play", 0, "keep 1", spent=1200),
        Entry("bot", 0, level="medium", timeout=True),
    ]

    async def write(store):
        await store.create(SETUP)
        await store.append("abc", 0, entries[:1], False)
        await store.append("abc", 1, entries[1:], False)
        return await store.public_tables(5)

    async def read(store):
        return (
            await store.setup("abc"),
            await store.log("abc"),
            await store.log("abc", 1),
            await store.setup("none"),
            await store.is_writable(),
        )

    assert within(address, write) == [SETUP]
    assert within(address, read) == (SETUP, entries, entries[1:], None, True)


def test_of_many_writers_of_one_number_in_several_processes_one_succeeds(address):
    async def race(*stores):
        await stores[0].create(SETUP)
        for at in (0, 2, 4):
            writers = [
                store.append("abc", at, [Entry("play", 0, f"keep {n}"), Entry("undo")], False)
                for n in range(4)
                for store in stores
            ]
            outcomes = await asyncio.gather(*writers, return_exceptions=True)
            assert [type(one) for one in outcomes].count(Conflict) == len(
                writers
            ) - 1 and outcomes.count(None) == 1
        return await stores[1].log("abc")

    assert [entry.kind for entry in within(address, race, count=3)] == ["play", "undo"] * 3


def test_two_processes_that_write_to_the_same_tables_in_other_orders_never_wait_for_each_other(
    address,
):
    names = [f"t{n:03}" for n in range(60)]

    async def race(*stores):
        for name in names:
            await stores[0].create(type(SETUP)(name, "london", {}, 1, "7", "0" * 64, []))
        writers = [
            store.append(name, 0, [Entry("play")], False)
            for store, order in zip(stores, (names, names[::-1]), strict=True)
            for name in order
        ]
        outcomes = await asyncio.gather(*writers, return_exceptions=True)
        assert outcomes.count(None) == len(names) and sum(
            isinstance(one, Conflict) for one in outcomes
        ) == len(names)

    within(address, race, count=2)


def test_many_writers_are_committed_together_and_ring_once(address):
    async def work(store):
        payloads = []
        link = await asyncpg.connect(address)
        await link.add_listener("ekiben_log", lambda *told: payloads.append(told[-1]))
        for n in range(MAX_BATCH + 5):
            await store.create(type(SETUP)(f"{n:016}", "london", {}, 1, "7", "0" * 64, []))
        await asyncio.gather(
            *(store.append(f"{n:016}", 0, [Entry("play")], n == 3) for n in range(MAX_BATCH + 5))
        )
        await link.fetchval("SELECT 1")
        await link.close()
        return payloads, [await store.is_over(f"{n:016}") for n in (2, 3)]

    payloads, over = within(address, work)
    assert (
        len(payloads) == 2
        and sum(len(one.split(" ")) // 2 for one in payloads) == MAX_BATCH + 5
        and max(map(len, payloads)) < 8000
    )
    assert over == [False, True]


def test_a_table_that_is_not_there_spoils_no_other_write(address):
    async def work(store):
        await store.create(SETUP)
        outcomes = await asyncio.gather(
            store.append("none", 0, [Entry("play")], False),
            store.append("abc", 0, [Entry("play")], False),
            return_exceptions=True,
        )
        return outcomes, len(await store.log("abc"))

    outcomes, length = within(address, work)
    assert isinstance(outcomes[0], Conflict) and outcomes[1] is None and length == 1


def test_what_was_written_before_the_connection_was_lost_is_known_as_ones_own(address):
    async def work(store):
        await store.create(SETUP)
        written, tries = store.appends.write_batch, []

        async def lost(link, batch):
            outcome = await written(link, batch)
            tries.append(outcome)
            if len(tries) == 1:
                raise ConnectionResetError("after the commit")
            return outcome

        store.appends.write_batch = lost
        await store.append("abc", 0, [Entry("play", 0, "keep 1")], False)
        return tries, await store.log("abc")

    tries, log = within(address, work)
    assert tries == [[None], [None]] and [entry.action for entry in log] == ["keep 1"]


def test_a_database_that_stays_away_is_given_up_in_words(address):
    async def work(store):
        await store.create(SETUP)
        store.address = "gone"
        await store.pool.close()
        with pytest.raises(StoreUnavailable):
            await store.append("abc", 0, [Entry("play")], False)
        assert not await store.is_writable()

    within(address, work, retry_for=0.1)


@pytest.mark.parametrize(("given", "used"), [("off", "on"), ("remote_write", "remote_write")])
def test_every_use_of_a_connection_commits_to_disk(postgres, address, given, used):
    postgres.do(
        f"ALTER DATABASE {address.rpartition('/')[2]} SET synchronous_commit = {given}", "postgres"
    )

    async def work(store):
        return [
            await store.retry(lambda link: link.fetchval("SHOW synchronous_commit"))
            for _ in range(3)
        ]

    assert within(address, work) == [used] * 3


# ---- migrations
def test_processes_that_start_together_migrate_once(address):
    async def work():
        await asyncio.gather(*(postgres_connection.prepare(address) for _ in range(5)))
        link = await asyncpg.connect(address)
        found = await link.fetch("SELECT number FROM ekiben_version ORDER BY 1")
        await link.close()
        return [row[0] for row in found]

    assert asyncio.run(work()) == [number for number, _ in sqlite_opening.migrations("postgres")]


def test_a_migration_that_is_interrupted_has_changed_nothing_and_is_made_again(
    address, monkeypatch
):
    steps = sqlite_opening.migrations("postgres")
    wrong, right = "CREATE TABLE half (n INTEGER); SELECT 1 / 0", "CREATE TABLE half (n INTEGER)"
    monkeypatch.setattr(
        postgres_connection, "migrations", lambda dialect: [*steps, (steps[-1][0] + 1, wrong)]
    )
    with pytest.raises(asyncpg.PostgresError):
        asyncio.run(postgres_connection.prepare(address))
    monkeypatch.setattr(
        postgres_connection, "migrations", lambda dialect: [*steps, (steps[-1][0] + 1, right)]
    )
    asyncio.run(postgres_connection.prepare(address))
    monkeypatch.undo()
    with pytest.raises(EkibenError, match="newer Ekiben"):
        asyncio.run(postgres_connection.prepare(address))


@pytest.mark.parametrize("wrong", ["postgresql://nobody:secret@127.0.0.1:1/none", "postgresql://"])
def test_an_address_that_leads_nowhere_is_told_without_its_password(wrong, monkeypatch):
    monkeypatch.setenv("PGHOST", "127.0.0.1")
    monkeypatch.setenv("PGPORT", "1")
    with pytest.raises(EkibenError, match="--database postgresql://") as caught:
        asyncio.run(postgres_connection.prepare(wrong))
    assert "secret" not in str(caught.value)


# ---- the notifier
class Ear:
    def __init__(self):
        self.heard, self.seats, self.wake = [], [], asyncio.Event()
        self.watching, self.chats = 0, 0

    def log_changed(self, seq):
        self.heard.append(seq)
        self.wake.set()

    def people_elsewhere(self, seats, watching):
        self.seats.append(sorted(seats))
        self.watching = watching
        self.wake.set()

    def chat_changed(self):
        self.chats += 1
        self.wake.set()

    def running_clock(self):
        return None

    async def until(self, true):
        while not true():
            self.wake.clear()
            await asyncio.wait_for(self.wake.wait(), 20)


@contextlib.asynccontextmanager
async def notifiers(address, count=2):
    made = [
        PostgresNotifier(address, f"process{n}", lambda n=n: f"figures {n}") for n in range(count)
    ]
    await postgres_connection.prepare(address)
    for notifier in made:
        await notifier.open()
    try:
        yield made
    finally:
        for notifier in made:
            await notifier.close()


def test_the_others_hear_of_what_is_written_and_of_who_is_there(address):
    async def work(store):
        async with notifiers(address) as (mine, other):
            ear, own = Ear(), Ear()
            other.subscribe("abc", ear)
            mine.subscribe("abc", own)
            await store.create(SETUP)
            await store.append("abc", 0, [Entry("play"), Entry("play")], False)
            await ear.until(lambda: ear.heard == [2])
            mine.announce_people("abc", frozenset([0, 2]), 3)
            await ear.until(lambda: ear.seats[-1:] == [[0, 2]] and ear.watching == 3)
            await store.add_chat("abc", NewChatLine(0, "hello"))
            await ear.until(lambda: ear.chats == 1)
            mine.announce_people("abc", frozenset(), 0)
            await ear.until(lambda: ear.seats[-2:] == [[0, 2], []])
            assert not own.heard and not own.chats and await other.peer_metrics() == ["figures 0"]

    within(address, work)


def test_one_process_has_the_lease_until_it_gives_it_back_or_is_gone(address):
    async def work():
        async with notifiers(address, 3) as (first, second, third):
            assert (
                await first.acquire_lease("abc")
                and await first.acquire_lease("abc")
                and not await second.acquire_lease("abc")
                and await second.acquire_lease("other")
            )
            await first.release_lease("abc")
            assert await second.acquire_lease("abc") and not await first.acquire_lease("abc")
            second.task.cancel()
            second.connection.terminate()  # as when a process is killed
            while not await third.acquire_lease("abc"):
                pass
            assert not await first.acquire_lease("abc")

    asyncio.run(work())


def test_a_bell_that_lost_the_database_rings_for_all_that_may_have_been_missed(
    address, monkeypatch
):
    monkeypatch.setattr("ekiben.server.postgres_notifier.HEARTBEAT", 0.01)
    monkeypatch.setattr("ekiben.server.postgres_notifier.RECONNECT_DELAY", 0.01)

    async def work():
        async with notifiers(address) as (notifier, other):
            ear = Ear()
            notifier.subscribe("abc", ear)
            assert await notifier.acquire_lease("abc")
            notifier.announce_people("abc", frozenset([1]), 0)
            before = notifier.connection
            before.terminate()
            await ear.until(lambda: ear.heard)
            assert (
                notifier.connection is not before
                and "abc" not in notifier.leases
                and await other.acquire_lease("abc")
            )
            far = Ear()
            other.subscribe("abc", far)
            await far.until(lambda: far.seats[-1:] == [[1]])

    asyncio.run(work())


def test_a_process_that_hangs_loses_its_leases(address):
    async def work():
        async with notifiers(address) as (hanging, other):
            assert await hanging.acquire_lease("abc")
            hanging.task.cancel()  # it sends no heartbeats, but its connection is open
            assert (
                await hanging.connection.fetchval("SHOW idle_session_timeout") == f"{DEAD_AFTER}s"
            )
            await hanging.connection.execute("SET idle_session_timeout = '50ms'")
            while not await other.acquire_lease("abc"):
                pass
            assert not await hanging.acquire_lease("other")

    asyncio.run(work())


def test_the_people_of_a_process_that_no_longer_beats_are_gone(address, monkeypatch):
    monkeypatch.setattr("ekiben.server.postgres_notifier.HEARTBEAT", 0.01)

    async def work():
        async with notifiers(address) as (dying, other):
            ear = Ear()
            other.subscribe("abc", ear)
            dying.announce_people("abc", frozenset([1]), 0)
            await ear.until(lambda: ear.seats[-1:] == [[1]])
            backend = dying.connection.get_server_pid()
            dying.task.cancel()
            await asyncio.gather(dying.task, return_exceptions=True)
            dying.connection.terminate()
            dying.connection = None
            async with other.lock:
                while await other.connection.fetchval(
                    "SELECT count(*) FROM pg_stat_activity WHERE pid = $1", backend
                ):
                    pass  # a sign of life may still be on its way
                await other.connection.execute(
                    "UPDATE processes SET seen = seen - interval '1 minute' WHERE id = 'process0'"
                )
            await ear.until(lambda: ear.seats[-1:] == [[]])

    asyncio.run(work())


def test_a_whole_table_is_put_in_once(address):
    async def work(store):
        rows = [Row(1.5, Entry("play", 0, "keep 1")), Row(2.5, Entry("undo"))]
        await store.put(SETUP, rows, True)
        with pytest.raises(Conflict):
            await store.put(SETUP, rows[:1], False)
        return await store.ids(), await store.rows("abc") == rows, await store.is_over("abc")

    assert within(address, work) == (["abc"], True, True)
