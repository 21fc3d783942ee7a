"""A server that cannot write is not ready, whatever it can still read."""

import asyncio
import contextlib
import tempfile

import asyncpg
import pytest

from ekiben.server.health import Readiness
from ekiben.server.postgres import PostgresStore
from ekiben.server.settings import Settings

from .serving import Clock, serving


def said_by(house):
    answer = house.person().get("/readyz")
    return answer.status_code, answer.text


def test_a_database_that_takes_no_writes_is_not_ready(tmp_path):
    with serving(tmp_path) as house:
        assert said_by(house) == (200, "ready\n")
        store = house.app.state.registry.store
        store.connection.execute("PRAGMA query_only = ON")
        assert said_by(house) == (503, "the store cannot be written to\n")
        store.connection.execute("PRAGMA query_only = OFF")
        assert said_by(house)[0] == 200


def test_a_full_disk_is_not_ready(tmp_path, monkeypatch):
    """/dev/full answers every write as a full disk does."""
    with serving(tmp_path) as house:
        monkeypatch.setattr(tempfile, "TemporaryFile", lambda dir: open("/dev/full", "wb"))  # noqa: SIM115
        assert said_by(house)[0] == 503 and house.person().get("/healthz").status_code == 200
        monkeypatch.undo()
        assert said_by(house)[0] == 200 and not list(tmp_path.glob("tmp*"))


def test_a_try_changes_nothing(tmp_path):
    def version(house):
        return asyncio.run(
            house.app.state.registry.store.submit(
                lambda db: db.execute("PRAGMA user_version").fetchone()[0]
            )
        )

    with serving(tmp_path) as house:
        house.person().get("/healthz")
        before = version(house)
        assert said_by(house)[0] == 200 and version(house) == before > 0


@pytest.mark.parametrize(
    "error", [asyncpg.DiskFullError, asyncpg.ReadOnlySQLTransactionError, ConnectionResetError]
)
def test_a_postgresql_that_takes_no_writes_is_not_ready(address, error):
    class Link:
        async def fetchval(self, sql):
            raise error("no")

    class Pool:
        @contextlib.asynccontextmanager
        async def acquire(self):
            yield Link()

    async def work():
        store = PostgresStore(address, "test")
        await store.open()
        well, pool = await store.is_writable(), store.pool
        store.pool = Pool()
        ill, store.pool = await store.is_writable(), pool
        await store.close()
        return well, ill

    assert asyncio.run(work()) == (True, False)


def test_many_who_ask_at_once_make_one_try(tmp_path):
    class Store:
        tries = 0

        async def is_writable(self):
            self.tries += 1
            await asyncio.sleep(0)
            return True

    async def work():
        store, clock = Store(), Clock()
        readiness = Readiness(store, Settings(tmp_path, now=clock))
        assert all(await asyncio.gather(*(readiness.check() for _ in range(100))))
        assert await readiness.check() and store.tries == 1
        clock.time += 1.0
        assert await readiness.check() and store.tries == 2

    asyncio.run(work())
