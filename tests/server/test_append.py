"""Acts of several entries by several writers: all of an act is in the log or nothing of it, what
was acknowledged is there in order, and every log replays.
"""

import asyncio
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from ekiben.page.memory_storage import MemoryStorage
from ekiben.page.store import PageStore
from ekiben.server.postgres import PostgresStore
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Conflict, Entry, SeatSetup, Setup, UncertainWrite
from ekiben.server.table_state import TableState, replay_state

from .postgres import asyncpg
from .writer import random_act

PEOPLE = [SeatSetup("person", "Ann", token="a" * 64), SeatSetup("person", "Ben", token="b" * 64)]


def fresh(n=0):
    return Setup(f"table{n:011}", "london", {}, 1, f"{n + 7:x}", "0" * 64, PEOPLE)


@pytest.fixture(params=["sqlite", "postgres", "page"])
def stores_of(request, tmp_path):
    """Runs work with three stores over the same tables: of three processes over PostgreSQL, of
    three pages over one storage, or the one that SQLite allows.
    """
    if request.param == "page":
        storage = MemoryStorage()
        return lambda work: asyncio.run(within([PageStore(storage) for _ in range(3)], work))
    if request.param == "sqlite":
        return lambda work: asyncio.run(within([SqliteStore(tmp_path)], work))
    address = request.getfixturevalue("address")
    made = [PostgresStore(address, f"process{n}") for n in range(3)]
    return lambda work: asyncio.run(within(made, work))


async def within(made, work):
    try:
        for store in made:
            await store.open()
        return await work(made)
    finally:
        for store in made:
            await store.close()


def plays(*names):
    return [Entry("play", 0, name) for name in names]


# ---- one append
def test_an_append_that_overlaps_another_writes_nothing(stores_of):
    async def work(stores):
        await stores[0].create(fresh())
        await stores[0].append(fresh().id, 0, plays("theirs"), False)
        with pytest.raises(Conflict):
            await stores[-1].append(fresh().id, 0, plays("claim", "pay"), True)
        return await stores[0].log(fresh().id), await stores[0].is_over(fresh().id)

    assert stores_of(work) == (plays("theirs"), False)


def test_an_append_beyond_the_end_writes_nothing(stores_of):
    async def work(stores):
        await stores[0].create(fresh())
        for far in (1, 2, 7):
            with pytest.raises(Conflict):
                await stores[-1].append(fresh().id, far, plays("claim", "pay"), False)
        return await stores[0].log(fresh().id)

    assert stores_of(work) == []


def test_an_append_of_nothing_is_refused_in_words(stores_of):
    async def work(stores):
        await stores[0].create(fresh())
        with pytest.raises(ValueError, match="at least one entry"):
            await stores[0].append(fresh().id, 0, [], True)
        return await stores[0].log(fresh().id), await stores[0].is_over(fresh().id)

    assert stores_of(work) == ([], False)


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.deep) for n in (1, 2))])
def test_random_appends_of_many_writers_agree_with_a_model(stores_of, seed):
    """Every round several writers append acts of one to four entries at lengths they believe in:
    one of those that are right succeeds.
    """

    async def work(stores):
        luck, model = random.Random(seed), {fresh(n).id: [] for n in range(4)}
        for n in range(4):
            await stores[0].create(fresh(n))
        for _ in range(25):
            acts = [
                (
                    luck.choice(sorted(model)),
                    luck.choice([0, 0, 0, -1, -2, 1]),
                    luck.randrange(1, 5),
                )
                for _ in range(8)
            ]
            told = [
                (
                    table,
                    max(0, len(model[table]) + off),
                    plays(*(f"{luck.getrandbits(40)}" for _ in range(size))),
                )
                for table, off, size in acts
            ]
            outcomes = await asyncio.gather(
                *(luck.choice(stores).append(*one, False) for one in told), return_exceptions=True
            )
            assert {type(one) for one in outcomes} <= {type(None), Conflict}
            await check_round(stores, model, told, outcomes)

    stores_of(work)


async def check_round(stores, model, told, outcomes):
    for table, log in model.items():
        tried = [
            (seq, entries, outcome)
            for (name, seq, entries), outcome in zip(told, outcomes, strict=True)
            if name == table
        ]
        done = sorted((seq, entries) for seq, entries, outcome in tried if outcome is None)
        assert bool(done) >= any(seq == len(log) for seq, _, _ in tried)
        for (
            seq,
            entries,
        ) in done:  # a writer that believed in more may have been right after the first
            assert seq == len(log)
            log += entries
        assert await stores[-1].log(table) == log


# ---- connections that are lost
class Unsteady:
    """A store whose connection is lost now and then: before the write, after it, or in the middle,
    by PostgreSQL itself.
    """

    def __init__(self, store, luck):
        self.written, self.luck, self.lost = store.appends.write_batch, luck, 0
        store.appends.write_batch = self.write

    async def write(self, link, batch):
        moment = self.luck.choice(["before", "during", "after", "never", "never"])
        self.lost += moment != "never"
        if moment == "before":
            raise ConnectionResetError("before the write")
        ending = (
            asyncio.ensure_future(self.end(link.get_server_pid())) if moment == "during" else None
        )
        try:
            outcome = await self.written(link, batch)
        finally:
            if ending is not None:
                await ending
        if moment == "after":
            raise ConnectionResetError("after the commit")
        return outcome

    async def end(self, backend):
        for _ in range(self.luck.randrange(3)):
            await asyncio.sleep(0)
        link = await asyncpg.connect(self.address)
        await link.execute("SELECT pg_terminate_backend($1)", backend)
        await link.close()


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.deep) for n in (0, 2))])
def test_what_was_acknowledged_is_logged_though_connections_are_lost(address, seed, monkeypatch):
    monkeypatch.setattr("ekiben.server.postgres.RETRY_DELAY", 0.001)
    monkeypatch.setattr(Unsteady, "address", address, raising=False)
    setups = [fresh(n) for n in range(2)]

    async def work():
        stores = [PostgresStore(address, f"process{n}") for n in range(3)]
        for store in stores:
            await store.open()
        for setup in setups:
            await stores[0].create(setup)
        unsteady = [
            Unsteady(store, random.Random(100 * seed + n)) for n, store in enumerate(stores)
        ]
        told = await asyncio.gather(
            *(
                write(store, setup, random.Random(10 * seed + n), 8)
                for n, store in enumerate(stores)
                for setup in setups
            )
        )
        logs = {setup.id: await stores[0].log(setup.id) for setup in setups}
        for store in stores:
            await store.close()
        assert all(one.lost for one in unsteady)
        return told, logs

    told, logs = asyncio.run(work())
    for setup in setups:
        check_log(
            setup, logs[setup.id], [act for acts in told for act in acts if act[0] == setup.id]
        )


async def write(store, setup, luck, acts):
    """Random legal acts, each decided on what this writer has read; returns those that were
    acknowledged.
    """
    told, state = [], TableState(setup)
    for _ in range(acts):
        entries = random_act(state, luck)
        try:
            await store.append(setup.id, state.seq, entries, False)
            told.append((setup.id, state.seq, entries))
        except Conflict:
            entries = await store.log(setup.id, state.seq)
        for entry in entries:
            state.apply(entry)
    return told


def check_log(setup, log, told):
    """All that was acknowledged makes up the log, act by act, and the log replays."""
    told = sorted(told, key=lambda act: act[1])
    assert len(told) > 5 and any(len(entries) > 1 for _, _, entries in told)
    assert [entry for _, _, entries in told for entry in entries] == log
    assert replay_state(setup, log).seq == len(log)


def test_a_retry_knows_its_own_append_only_by_every_entry(address):
    """Another writer's entry in the middle of the numbers is never taken for one's own."""

    async def work():
        store = PostgresStore(address, "one")
        await store.open()
        await store.create(fresh())
        append = store.append(fresh().id, 0, plays("claim", "pay"), False)
        written = store.appends.write_batch

        async def spoiled(link, batch):
            mark = batch[0].mark
            await link.execute(
                "INSERT INTO log (table_id, seq, mark, entry) VALUES "
                '($1, 0, $2, \'{"kind":"play"}\'), '
                '($1, 1, $3, \'{"kind":"play"}\')',
                fresh().id,
                mark,
                mark + 1,
            )
            return await written(link, batch)

        store.appends.write_batch = spoiled
        with pytest.raises(Conflict):
            await append
        await store.close()

    asyncio.run(work())


def test_a_writer_that_gives_up_says_that_it_is_not_sure(address):
    async def work():
        store = PostgresStore(address, "one", retry_for=0.0)
        await store.open()
        await store.create(fresh())
        written = store.appends.write_batch

        async def lost(link, batch):
            await written(link, batch)
            raise ConnectionResetError("after the commit")

        store.appends.write_batch = lost
        with pytest.raises(UncertainWrite):
            await store.append(fresh().id, 0, plays("claim", "pay"), False)
        found = await store.log(fresh().id)
        await store.close()
        return found

    assert asyncio.run(work()) == plays("claim", "pay")


# ---- processes
def test_several_processes_write_acts_to_the_same_tables(address):
    """Three programs play at two tables as fast as they can, each by what it has read; then every
    act is in the log whole and in order.
    """
    setups = [fresh(n) for n in range(2)]

    async def with_store(work):
        store = PostgresStore(address, "test")
        await store.open()
        found = await work(store)
        await store.close()
        return found

    async def make(store):
        for setup in setups:
            await store.create(setup)

    async def read(store):
        return {setup.id: await store.log(setup.id) for setup in setups}

    asyncio.run(with_store(make))
    command = [sys.executable, "-m", "tests.server.writer", address]
    writers = [
        subprocess.Popen(
            [*command, f"{seed}", *(setup.id for setup in setups)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        for seed in range(3)
    ]
    outputs = [json.loads(writer.communicate(timeout=120)[0]) for writer in writers]
    assert all(writer.returncode == 0 for writer in writers)
    logs = asyncio.run(with_store(read))
    for setup in setups:
        told = [
            (table, seq, [Entry(**entry) for entry in entries])
            for told in outputs
            for table, seq, entries in told
            if table == setup.id
        ]
        check_log(setup, logs[setup.id], told)
