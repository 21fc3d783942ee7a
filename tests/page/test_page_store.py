"""The page's store does what SQLite's does, whatever is asked of it, and says when it cannot."""

import asyncio
import json

import pytest
from store_calls import contents, outcome, random_calls

from ekiben.page.memory_storage import MemoryStorage
from ekiben.page.store import PageStore
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Entry, SeatSetup, Setup, StoreUnavailable

SETUP = Setup("abc", "london", {}, 1, "7", "0" * 64, [SeatSetup("person", "Ann", token="x")])


@pytest.mark.parametrize("seed", range(4))
def test_random_calls_have_the_same_outcome_as_with_sqlite(tmp_path, seed):
    async def work():
        known, own = SqliteStore(tmp_path), PageStore(MemoryStorage())
        try:
            for n, (name, call) in enumerate(random_calls(seed, 150)):
                assert await outcome(own, call) == await outcome(known, call), (n, name)
                if n % 10 == 0:
                    assert await contents(own) == await contents(known), (n, name)
            return await contents(own), await contents(known)
        finally:
            await known.close()

    mine, theirs = asyncio.run(work())
    assert mine == theirs and len(mine) > 5


class Full(MemoryStorage):
    """A browser whose disk is full."""

    async def write(self, steps):
        return json.dumps({"failed": "QuotaExceededError", "text": "no room"})


def test_a_write_that_fails_is_not_acknowledged_and_leaves_nothing():
    async def work():
        full = Full()
        store = PageStore(full)
        with pytest.raises(StoreUnavailable, match="QuotaExceededError: no room"):
            await store.create(SETUP)
        assert await store.setup("abc") is None and not await store.is_writable()
        await PageStore(MemoryStorage()).create(SETUP)
        with pytest.raises(StoreUnavailable):
            await store.append("abc", 0, [Entry("play")], False)
        return await store.log("abc")

    assert asyncio.run(work()) == []


def test_only_what_is_asked_for_is_read():
    class Counted(MemoryStorage):
        rows_read = 0

        async def read(self, asked):
            answer = await super().read(asked)
            self.rows_read += len(json.loads(answer)["rows"])
            return answer

    async def work():
        storage = Counted()
        store = PageStore(storage)
        await store.create(SETUP)
        await store.append("abc", 0, [Entry("play")] * 50, False)
        assert storage.rows_read == 0
        assert await store.log("abc", 48) == [Entry("play")] * 2
        assert await store.log_length("abc") == 50 and await store.entry_time("abc", 7) is not None
        return storage.rows_read

    assert asyncio.run(work()) == 2 + 2 + 1


def test_cookies_and_own_boards_are_kept_beside_the_tables():
    async def work():
        storage = MemoryStorage()
        store = PageStore(storage)
        await store.keep_cookie("ekiben-abc", "one")
        await store.keep_cookie("ekiben-abc", "one.two")
        await store.keep_board("izu", "name = 'Izu'")
        await store.keep_board("oki", "name = 'Oki'")
        await store.delete_board("oki")
        again = PageStore(storage)
        return await again.cookies(), await again.boards()

    assert asyncio.run(work()) == ({"ekiben-abc": "one.two"}, {"izu": "name = 'Izu'"})
