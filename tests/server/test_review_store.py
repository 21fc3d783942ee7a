"""Reviews on disk, in every store: the furthest one of a key, bounded, gone with its table."""

import asyncio
import contextlib

import pytest

from ekiben.page import reviews as page_reviews
from ekiben.page.memory_storage import MemoryStorage
from ekiben.page.store import PageStore
from ekiben.server import postgres_reviews, sqlite_reviews
from ekiben.server.postgres import PostgresStore
from ekiben.server.review_store import ReviewOwner, SavedReview
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Conflict, Entry

from .test_store import SETUP

HERE = ReviewOwner("abc", "1")
UPLOAD = ReviewOwner(None, "1")


@pytest.fixture(params=["sqlite", "postgres", "page"])
def store(request, tmp_path):
    if request.param == "page":
        return PageStore(MemoryStorage())
    if request.param == "sqlite":
        return SqliteStore(tmp_path)
    return PostgresStore(request.getfixturevalue("address"), "process")


def within(store, work):
    async def run():
        async with contextlib.AsyncExitStack() as stack:
            await store.open()
            stack.push_async_callback(store.close)
            await store.create(SETUP)
            return await work()

    return asyncio.run(run())


def saved(passes):
    return SavedReview(passes, passes / 8, bytes([passes, 0, 255]))


def test_of_a_key_the_furthest_review_is_kept(store):
    async def work():
        found = [await store.review("key")]
        for passes in (2, 1, 3):
            await store.save_review("key", HERE, saved(passes))
            found.append(await store.review("key"))
        return found

    assert within(store, work) == [None, saved(2), saved(2), saved(3)]


def test_a_review_goes_with_its_table_and_needs_it(store):
    async def work():
        await store.save_review("own", HERE, saved(1))
        await store.save_review("upload", UPLOAD, saved(1))
        await store.delete("abc", 0)
        with pytest.raises(Conflict):
            await store.save_review("own", HERE, saved(2))
        return await store.review("own"), await store.review("upload")

    assert within(store, work) == (None, saved(1))


def test_a_newer_analysis_takes_the_place_of_an_older_one(store):
    async def work():
        await store.save_review("old", HERE, saved(4))
        await store.save_review("another", UPLOAD, saved(4))
        await store.save_review("new", ReviewOwner("abc", "2"), saved(1))
        return [await store.review(key) for key in ("old", "another", "new")]

    assert within(store, work) == [None, saved(4), saved(1)]


def test_of_uploads_the_latest_are_kept(store, monkeypatch):
    for module in (sqlite_reviews, postgres_reviews, page_reviews):
        monkeypatch.setattr(module, "UPLOADS_KEPT", 3)

    async def work():
        await store.save_review("own", HERE, saved(1))
        for n in range(6):
            await store.save_review(f"key{n}", UPLOAD, saved(1))
        return [n for n in range(6) if await store.review(f"key{n}")], await store.review("own")

    assert within(store, work) == ([3, 4, 5], saved(1))


def test_an_uploaded_record_that_is_a_table_stays_as_long_as_the_table(store, monkeypatch):
    for module in (sqlite_reviews, postgres_reviews, page_reviews):
        monkeypatch.setattr(module, "UPLOADS_KEPT", 1)

    async def work():
        await store.save_review("key", UPLOAD, saved(1))
        await store.save_review("key", HERE, saved(2))
        await store.save_review("key", UPLOAD, saved(3))
        await store.save_review("other", UPLOAD, saved(1))
        return await store.review("key")

    assert within(store, work) == saved(3)


def test_running_games_are_found_by_their_seed(store):
    async def work():
        found = [await store.running_tables("7"), await store.running_tables("8")]
        await store.append("abc", 0, [Entry("play", 0, "keep 1")], True)
        return [*found, await store.running_tables("7")]

    assert within(store, work) == [["abc"], [], []]
