"""The chat on disk, in every store: in order, bounded, gone with the table, whoever writes."""

import asyncio
import contextlib

import pytest

from ekiben.page.memory_storage import MemoryStorage
from ekiben.page.store import PageStore
from ekiben.server.postgres import PostgresStore
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import CHAT_KEPT, Conflict, Entry, NewChatLine

from .test_store import SETUP


@pytest.fixture(params=["sqlite", "postgres", "page"])
def opened(request, tmp_path):
    """Opens a store; several of PostgreSQL share one database, as processes would, and several of
    pages one storage.
    """
    if request.param == "page":
        storage = MemoryStorage()
        return lambda count: [PageStore(storage) for _ in range(count)]
    if request.param == "sqlite":
        return lambda count: [SqliteStore(tmp_path)]
    address = request.getfixturevalue("address")
    return lambda count: [PostgresStore(address, f"process{n}") for n in range(count)]


def within(opened, work, count=1):
    async def run():
        async with contextlib.AsyncExitStack() as stack:
            stores = opened(count)
            for store in stores:
                await store.open()
                stack.push_async_callback(store.close)
            await stores[0].create(SETUP)
            return await work(stores)

    return asyncio.run(run())


def test_the_latest_messages_are_kept_in_order(opened):
    async def work(stores):
        store = stores[0]
        await store.add_chat("abc", NewChatLine(1, phrase="hello"))
        for n in range(CHAT_KEPT + 4):
            await store.add_chat("abc", NewChatLine(0, f"line {n}"))
        return await store.chat("abc"), await store.chat("abc", CHAT_KEPT + 3)

    kept, newest = within(opened, work)
    assert [line.n for line in kept] == list(range(5, CHAT_KEPT + 5))
    assert [line.text for line in newest] == [f"line {CHAT_KEPT + 2}", f"line {CHAT_KEPT + 3}"]
    assert kept[0].at > 1.7e9 and not kept[0].phrase


def test_of_many_who_speak_at_once_nobody_is_lost_or_heard_twice(opened):
    async def work(stores):
        said = [(stores[n % len(stores)], f"line {n}") for n in range(40)]
        await asyncio.gather(*(store.add_chat("abc", NewChatLine(0, text)) for store, text in said))
        return await stores[-1].chat("abc")

    lines = within(opened, work, count=3)
    assert [line.n for line in lines] == list(range(40))
    assert len({line.text for line in lines}) == 40


def test_the_chat_goes_with_its_table_and_needs_one(opened):
    async def work(stores):
        store = stores[0]
        await store.add_chat("abc", NewChatLine(0, "hello"))
        await store.append("abc", 0, [Entry("name", 0, name="Ann")], False)
        await store.delete("abc", 1)
        with pytest.raises(Conflict):
            await store.add_chat("abc", NewChatLine(0, "anybody there?"))
        return await store.chat("abc")

    assert within(opened, work) == []
