"""Checkpoints in every store: at tables, with several processes, and with killed ones."""

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import pytest

from ekiben.page.memory_storage import MemoryStorage
from ekiben.page.store import PageStore
from ekiben.server.archive import export_lines
from ekiben.server.checkpoints import make_checkpoint, starting_point
from ekiben.server.notifier import LocalNotifier
from ekiben.server.postgres import PostgresStore
from ekiben.server.recent_entries import MAX_MISSED
from ekiben.server.settings import Settings
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Checkpoint, Conflict, Entry
from ekiben.server.table_state import TableState
from ekiben.server.tables import TableRegistry
from ekiben.server.viewers import Viewer

from .checkpoint_logs import contents, next_entry, random_log, setup_of, start_of
from .serving import AT_ONCE, Patient


# ---- in every store
@pytest.fixture(params=["sqlite", "postgres", "page"])
def two_stores(request, tmp_path):
    """Makes two stores over the same tables, as two processes would have them."""
    if request.param == "page":
        storage = MemoryStorage()
        return lambda: [PageStore(storage), PageStore(storage)]
    if request.param == "sqlite":
        return lambda: [SqliteStore(tmp_path)] * 2
    address = request.getfixturevalue("address")
    return lambda: [PostgresStore(address, f"process{n}") for n in range(2)]


def within(make, work):
    async def run():
        stores = make()
        for store in dict.fromkeys(stores):
            await store.open()
        try:
            return await work(*stores)
        finally:
            for store in dict.fromkeys(stores):
                await store.close()

    return asyncio.run(run())


def test_the_latest_one_is_kept_and_goes_with_its_table(two_stores):
    setup = setup_of("london")

    async def work(store, other):
        with pytest.raises(Conflict):
            await store.save_checkpoint(setup.id, Checkpoint(1, "none", b""))
        await store.create(setup)
        found = [await store.checkpoint(setup.id)]
        for n in (3, 9, 5):
            await store.save_checkpoint(setup.id, Checkpoint(n, f"digest{n}", bytes([n, 0, 255])))
            found.append(await other.checkpoint(setup.id))
        await store.delete(setup.id, 0)
        await store.create(setup)
        return [*found, await other.checkpoint(setup.id)]

    assert within(two_stores, work) == [
        None,
        *(Checkpoint(n, f"digest{n}", bytes([n, 0, 255])) for n in (3, 9, 5)),
        None,
    ]


def test_a_log_that_is_cut_loses_it(two_stores):
    setup = setup_of("london")
    entries = random_log(setup, 30)

    async def work(store, other):
        await store.create(setup)
        await store.append(setup.id, 0, entries, False)
        await store.save_checkpoint(setup.id, make_checkpoint(start_of(setup, entries)))
        await other.truncate(setup.id, await store.raw_rows(setup.id), 10, False)
        return await store.checkpoint(setup.id)

    assert within(two_stores, work) is None


def test_what_is_exported_has_nothing_of_it(two_stores):
    setup = setup_of("london")
    entries = random_log(setup, 30)

    async def work(store, other):
        await store.create(setup)
        await store.append(setup.id, 0, entries, False)
        before = [line async for line in export_lines(store)]
        await store.save_checkpoint(setup.id, make_checkpoint(start_of(setup, entries)))
        return before, [line async for line in export_lines(store)]

    before, after = within(two_stores, work)
    assert before == after and len(before) == 1


# ---- at a table
async def registry_over(tmp_path, store):
    return TableRegistry(store, LocalNotifier(), Patient(), Settings(tmp_path, **AT_ONCE))


async def play_on(table, luck, count):
    for _ in range(count):
        async with table.write_lock():
            await table.append([next_entry(luck, table.state)], False)
    while table.tasks:
        await asyncio.gather(*table.tasks)


def test_a_table_saves_them_and_the_next_process_starts_there(two_stores, tmp_path, monkeypatch):
    setup = setup_of("tokyo")
    applied = []

    async def work(store, other):
        await store.create(setup)
        registry = await registry_over(tmp_path, store)
        table = await registry.table(setup.id)
        await play_on(table, random.Random(3), 2 * MAX_MISSED + 5)
        saved = await other.checkpoint(setup.id)
        plain = start_of(setup, await store.log(setup.id)).state
        apply = TableState.apply
        monkeypatch.setattr(
            TableState, "apply", lambda self, entry: (applied.append(entry), apply(self, entry))
        )
        again = await (await registry_over(tmp_path, other)).table(setup.id)
        missed = again.recent.since(again.state.seq - MAX_MISSED)
        assert contents(again.state) == contents(table.state) == contents(plain)
        assert saved.length == MAX_MISSED and missed is not None
        await again.close()
        await registry.close()

    within(two_stores, work)
    assert len(applied) == MAX_MISSED + 5


def test_a_table_without_one_that_fits_makes_it_anew(two_stores, tmp_path):
    setup = setup_of("london")
    entries = random_log(setup, 2 * MAX_MISSED + 3)

    async def work(store, other):
        await store.create(setup)
        await store.append(setup.id, 0, entries, False)
        await store.save_checkpoint(setup.id, Checkpoint(100, "of something else", b"damaged"))
        registry = await registry_over(tmp_path, store)
        table = await registry.table(setup.id)
        while table.tasks:
            await asyncio.gather(*table.tasks)
        await registry.close()
        saved = await other.checkpoint(setup.id)
        return starting_point(setup, entries, saved).state.seq, contents(table.state)

    length, found = within(two_stores, work)
    assert length == MAX_MISSED and found == contents(start_of(setup, entries).state)


def test_a_damaged_log_is_noticed_although_there_is_one(tmp_path):
    """Its digest is of another log, so that all of it is replayed, up to the fault."""
    setup = setup_of("london")
    entries = random_log(setup, 30)
    entries[4] = Entry("play", 0, "no such action")

    async def work(store, other):
        await store.create(setup)
        await store.append(setup.id, 0, entries, False)
        good = random_log(setup, 30)
        await store.save_checkpoint(setup.id, make_checkpoint(start_of(setup, good)))
        registry = await registry_over(tmp_path, store)
        table = await registry.table(setup.id)
        await registry.close()
        return table.state.fault, table.state.seq

    fault, seq = within(lambda: [SqliteStore(tmp_path)] * 2, work)
    assert fault is not None and seq == 4


def test_pages_are_sent_the_same_whether_there_is_one_or_not(tmp_path):
    setup = setup_of("great-lakes", public=True)
    entries = random_log(setup, 150)

    async def sent_to_pages(store):
        registry = await registry_over(tmp_path, store)
        table = await registry.table(setup.id)
        viewers = [Viewer(frozenset([0]), 0, "en"), Viewer(frozenset(), None, "ja")]
        for viewer, since in zip(viewers, (140, -1), strict=True):
            await table.add_viewer(viewer, since)
        while table.tasks:
            await asyncio.gather(*table.tasks)
        await registry.close()
        return [list(viewer.queue) for viewer in viewers]

    async def work(store, other):
        await store.create(setup)
        await store.append(setup.id, 0, entries, False)
        without = await sent_to_pages(store)
        return await store.checkpoint(setup.id), without, await sent_to_pages(store)

    saved, without, with_it = within(lambda: [SqliteStore(tmp_path)] * 2, work)
    assert saved is not None and without == with_it and len(without[0]) > 5


# ---- several processes, and processes that are killed
def test_two_processes_that_play_and_save_at_once_leave_one_that_fits(address, tmp_path):
    setup = setup_of("europe")

    async def work(store, other):
        await store.create(setup)
        tables = [
            await (await registry_over(tmp_path, one)).table(setup.id) for one in (store, other)
        ]
        for turn in range(12):
            table = tables[turn % 2]
            await table.read_new_entries()
            await play_on(table, random.Random(turn), 20)
        starts = [table.recent.first for table in tables]
        for checkpoint in map(make_checkpoint, starts):
            await asyncio.gather(
                store.save_checkpoint(setup.id, checkpoint),
                other.save_checkpoint(setup.id, checkpoint),
            )
        entries, saved = await other.log(setup.id), await store.checkpoint(setup.id)
        for table in tables:
            await table.close()
        start = starting_point(setup, entries, saved)
        assert start.state.seq == saved.length > 0
        assert list(start.state.apply_log(entries[saved.length :]))
        assert contents(start.state) == contents(start_of(setup, entries).state)

    make = lambda: [PostgresStore(address, f"process{n}") for n in range(2)]  # noqa: E731
    within(make, work)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_process_that_is_killed_while_it_saves_leaves_one_that_fits(kind, request, tmp_path):
    where = request.getfixturevalue("address") if kind == "postgres" else str(tmp_path)
    make = {
        "sqlite": lambda: [SqliteStore(tmp_path)] * 2,
        "postgres": lambda: [PostgresStore(where, f"process{n}") for n in range(2)],
    }[kind]
    setup = setup_of("london")
    entries = random_log(setup, 60)

    async def prepare(store, other):
        await store.create(setup)
        await store.append(setup.id, 0, entries, False)

    async def look(store, other):
        return await store.checkpoint(setup.id)

    within(make, prepare)
    for lines in (1, 7, 33):
        told = killed_after(lines, where, setup.id)
        saved = within(make, look)
        assert saved.length >= told
        start = starting_point(setup, entries, saved)
        assert start.state.seq == saved.length
        assert contents(start.state) == contents(start_of(setup, entries[: saved.length]).state)


def killed_after(lines, where, table):
    """Start the program, kill it after so many checkpoints; the last it has told of."""
    command = [sys.executable, "-m", "tests.server.checkpoint_saver", where, table]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdout.readline() == "started\n"
        told = [int(process.stdout.readline()) for _ in range(lines)]
        process.kill()
    return told[-1]
