"""Tables that nobody uses: archived, deleted, brought back; nothing is lost whenever the server is
killed.
"""

import asyncio
import contextlib
import functools
import json
import sqlite3
import time

import pytest
from websockets.exceptions import ConnectionClosed

from ekiben.cli import main
from ekiben.cli.parsers import build_parser
from ekiben.server import expiry
from ekiben.server.archive import export_lines, import_table, parse_line, read_table
from ekiben.server.expiry import ARCHIVE, DAY, append_line, expire
from ekiben.server.notifier import LocalNotifier
from ekiben.server.postgres import PostgresStore
from ekiben.server.postgres_notifier import PostgresNotifier
from ekiben.server.settings import Settings
from ekiben.server.sqlite import SqliteStore
from ekiben.server.sqlite_opening import FILE
from ekiben.server.store import Conflict, Entry
from ekiben.server.tables import TableRegistry
from ekiben.texts import say

from .serving import AT_ONCE, OFTEN, QuickBots, serving
from .test_archive import games
from .test_repair import played_rows, setup_of

DAYS = 30


class Server:
    """A process as far as expiry goes."""

    def __init__(self, folder, address, name="first"):
        self.folder, self.address = folder, address
        self.store = PostgresStore(address, name) if address else SqliteStore(folder)
        self.notifier = PostgresNotifier(address, name) if address else LocalNotifier()
        self.registry = TableRegistry(
            self.store, self.notifier, QuickBots(), Settings(folder, expire_days=DAYS, **AT_ONCE)
        )
        self.expire = functools.partial(expire, self.store, self.registry)

    async def age(self, days):
        """What was written, made and taken in today was so many days earlier."""
        sql = [
            "UPDATE log SET at = at - {0} WHERE at > 1e9",
            "UPDATE tables SET created = created - {0}, imported = imported - {0}",
        ]
        for one in sql:
            if self.address:
                await self.store.retry(lambda link, one=one: link.execute(one.format(days * DAY)))
            else:
                await self.store.submit(
                    lambda db, one=one: db.execute(one.format(days * DAY)) and None
                )


@contextlib.asynccontextmanager
async def up(folder, address, name="first"):
    server = Server(folder, address, name)
    await server.store.open()
    await server.notifier.open()
    try:
        yield server
    finally:
        for part in (server.registry, server.notifier, server.store):
            await part.close()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request):
    """The address of a database, or none for SQLite."""
    if request.param == "sqlite":
        yield None
        return
    postgres = request.getfixturevalue("postgres")
    made = postgres.fresh()
    yield made
    postgres.drop(made)


async def fill(server):
    """Three tables, the second of them used today."""
    for setup, rows, over in games(3):
        await server.store.put(setup, rows, over)
    await server.age(DAYS + 1)
    used = f"table{1:011}"
    await server.store.append(
        used, len(await server.store.log(used)), [Entry("bot", 0, level="medium")], False
    )
    return [await read_table(server.store, f"table{n:011}") for n in range(3)]


def archived(folder):
    return (folder / ARCHIVE).read_text(encoding="utf-8").splitlines()


def test_unused_tables_are_archived_and_deleted_and_can_be_brought_back(
    tmp_path, address, monkeypatch
):
    monkeypatch.setattr(expiry, "BATCH", 2)

    async def work():
        async with up(tmp_path, address) as server:
            before = await fill(server)
            exported = [line async for line, fault in export_lines(server.store) if fault is None]
            assert await server.expire() == [before[0].setup.id, before[2].setup.id]
            assert (
                await server.store.ids() == [before[1].setup.id]
                and await server.store.raw_rows(before[0].setup.id) == []
            )
            assert (
                archived(tmp_path) == [exported[0], exported[2]]
                and (tmp_path / ARCHIVE).stat().st_mode & 0o777 == 0o600
            )
            assert [
                await import_table(server.store, parse_line(line)) for line in archived(tmp_path)
            ] == [
                True,
                True,
            ]
            assert [await read_table(server.store, one.setup.id) for one in before] == before
            assert await server.expire() == []  # taken in today
            await server.age(DAYS + 1)
            assert len(await server.expire()) == 3

    asyncio.run(work())


def test_a_server_that_is_killed_after_archiving_loses_nothing(tmp_path, address):
    """The table is archived, not deleted, played on, and archived again: the import has all of it,
    in either order of lines.
    """

    async def work():
        async with up(tmp_path, address) as server:
            setup = setup_of("table1")
            rows = played_rows(setup, 8)
            await server.store.put(setup, rows[:5], False)
            await server.age(DAYS + 1)
            delete = server.store.delete

            async def killed(*_):
                raise asyncio.CancelledError

            server.store.delete = killed
            with contextlib.suppress(asyncio.CancelledError):
                await server.expire()
            server.store.delete = delete
            await server.store.append("table1", 5, [row.entry for row in rows[5:]], False)
            assert await server.expire() == []
            await server.age(DAYS + 1)
            whole = await read_table(server.store, "table1")
            assert await server.expire() == ["table1"]
            found = archived(tmp_path)
            assert len(found) == 2
            for order in (found, found[::-1], [*found, *found]):
                for line in order:
                    await import_table(server.store, parse_line(line))
                assert await read_table(server.store, "table1") == whole and len(whole.log) == 8
                await server.store.delete("table1", 8)

    asyncio.run(work())


def test_a_table_that_is_used_while_it_is_archived_stays(tmp_path, address):
    async def work():
        async with up(tmp_path, address) as server:
            before = await fill(server)
            delete = server.store.delete

            async def overtaken(table, length):
                if table == before[2].setup.id:
                    await server.store.append(
                        table, length, [Entry("bot", 0, level="medium")], False
                    )
                await delete(table, length)

            server.store.delete = overtaken
            assert await server.expire() == [before[0].setup.id]
            assert await server.store.ids() == [before[1].setup.id, before[2].setup.id]
            with pytest.raises(Conflict):
                await delete(before[1].setup.id, 1)

    asyncio.run(work())


def test_damaged_tables_do_not_expire(tmp_path, address):
    async def work():
        async with up(tmp_path, address) as server:
            for name in ("table1", "table2"):
                setup = setup_of(name)
                await server.store.put(setup, played_rows(setup, 4), False)
            await server.store.append("table1", 4, [Entry("play", 0, "pay 1 red")], False)
            await server.age(DAYS + 1)
            assert await server.expire() == ["table2"] and await server.store.ids() == ["table1"]
            assert len(archived(tmp_path)) == 1

    asyncio.run(work())


def test_nothing_is_deleted_where_the_archive_cannot_be_written(tmp_path, address):
    async def work():
        async with up(tmp_path, address) as server:
            await fill(server)
            (tmp_path / ARCHIVE).mkdir()
            with pytest.raises(OSError, match=r"expired\.jsonl"):
                await server.expire()
            assert len(await server.store.ids()) == 3

    asyncio.run(work())


def test_a_line_that_a_killed_server_left_half_written_spoils_no_other(tmp_path, capsys):
    async def work():
        async with up(tmp_path / "data", None) as server:
            before = await fill(server)
            append_line(tmp_path / "data" / ARCHIVE, "")
            with (tmp_path / "data" / ARCHIVE).open("a") as file:
                file.write('{"ekiben":1,"ga')
            await server.expire()
            return before

    before = asyncio.run(work())
    assert (
        main(["db", "import", str(tmp_path / "data" / ARCHIVE), "--data", str(tmp_path / "new")])
        == 1
    )
    said = capsys.readouterr().err
    assert "2 tables taken in" in said and "line 2: this is no line" in said and len(before) == 3


@pytest.mark.parametrize("address", ["postgres"], indirect=True)
def test_of_several_processes_one_archives(tmp_path, address):
    async def work():
        async with (
            up(tmp_path, address, "first") as first,
            up(tmp_path, address, "second") as second,
        ):
            before = await fill(first)
            found = await asyncio.gather(first.expire(), second.expire())
            assert sorted(map(len, found)) == [0, 2] and len(archived(tmp_path)) == 2
            await import_table(first.store, parse_line(archived(tmp_path)[0]))
            await first.age(DAYS + 1)
            assert len(await second.expire()) == 2  # the lease was given back
            assert {json.loads(line)["table"]["setup"]["id"] for line in archived(tmp_path)} == {
                one.setup.id for one in before
            }

    asyncio.run(work())


def test_a_page_on_an_expired_table_is_told_so(tmp_path, address, monkeypatch):
    with contextlib.ExitStack() as stack:
        houses = [
            stack.enter_context(serving(tmp_path, database=address, rates=OFTEN))
            for _ in range(2 if address else 1)
        ]
        person = houses[0].person()
        table = person.table("london", "you you")
        pages = [person.elsewhere(house).page(table, 0) for house in houses]
        for page in pages:
            page.until("snapshot")
        registry = houses[0].app.state.registry
        monkeypatch.setattr(registry.store, "is_writable", functools.partial(gone, registry, table))
        assert person.get("/readyz").status_code == 200  # runs it in the server's own loop
        for page in pages:
            with pytest.raises(ConnectionClosed) as caught:
                page.until("nothing")
            assert (caught.value.rcvd.code, caught.value.rcvd.reason) == (4004, "no-table")
        for house in houses:
            answer = person.elsewhere(house).get(f"/api/tables/{table}?language=en")
            assert answer.status_code == 404 and answer.json()["error"]["text"] == say(
                "server.errors.no-table", "en"
            )
            assert "any more" in answer.json()["error"]["text"]


async def gone(registry, table):
    await registry.store.delete(table, 0)
    registry.drop(table)
    return True


def test_a_server_archives_when_it_starts(tmp_path):
    async def make():
        async with up(tmp_path, None) as server:
            return (await fill(server))[0].setup.id

    old = asyncio.run(make())
    with (
        serving(tmp_path, expire_days=DAYS) as house,
        contextlib.closing(sqlite3.connect(f"file:{tmp_path / FILE}?mode=ro", uri=True)) as rows,
    ):
        late = time.monotonic() + 60
        # not by asking the server: its bots would play on at a table that is opened
        while rows.execute("SELECT 1 FROM tables WHERE id = ?", (old,)).fetchone():
            assert time.monotonic() < late, "the table was not archived"
        assert house.person().get(f"/api/tables/{old}").status_code == 404
    assert old in archived(tmp_path)[0]


@pytest.mark.parametrize(
    ("given", "days"), [([], 180), (["--expire-days", "0"], 0), (["--expire-days", "30"], 30)]
)
def test_the_days_can_be_set(given, days):
    assert build_parser().parse_args(["serve", *given]).expire_days == days


def test_without_days_nothing_expires(tmp_path):
    async def work():
        async with up(tmp_path, None) as server:
            await fill(server)
            registry = TableRegistry(
                server.store, LocalNotifier(), QuickBots(), Settings(tmp_path, **AT_ONCE)
            )
            await expiry.expire_daily(server.store, registry)  # ends at once
            assert len(await server.store.ids()) == 3

    asyncio.run(work())
