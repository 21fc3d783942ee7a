"""The log on disk: whole, in order, and there when it was acknowledged, whatever happens to the
server.
"""

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading

import pytest

from ekiben.core.errors import EkibenError
from ekiben.server.sqlite import SqliteStore
from ekiben.server.sqlite_opening import migrations
from ekiben.server.store import Conflict, Entry, SeatSetup, Setup, StoreUnavailable
from ekiben.server.table_state import replay_state

from .serving import House

SETUP = Setup(
    "abc",
    "london",
    {},
    1,
    "7",
    "0" * 64,
    [SeatSetup("person", "Ann", token="x"), SeatSetup("bot", "Ben", "easy")],
    public=True,
)


def within(folder, work):
    """Runs work with a store in that folder, then closes it."""

    async def run():
        store = SqliteStore(folder)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def test_what_is_written_is_read_again(tmp_path):
    entries = [
        Entry("play", 0, "keep 1", spent=1200),
        Entry("bot", 0, level="medium", timeout=True),
    ]

    async def write(store):
        await store.create(SETUP)
        await store.append("abc", 0, entries[:1], False)
        await store.append("abc", 1, entries[1:], False)

    async def read(store):
        return (
            await store.setup("abc"),
            await store.log("abc"),
            await store.log("abc", 1),
            await store.setup("none"),
        )

    within(tmp_path, write)
    assert within(tmp_path, read) == (SETUP, entries, entries[1:], None)


def test_two_writers_of_one_number_cannot_both_succeed(tmp_path):
    async def race(store):
        await store.create(SETUP)
        writers = [
            store.append("abc", 0, [Entry("play", 0, f"keep {n}"), Entry("undo")], False)
            for n in range(8)
        ]
        outcomes = await asyncio.gather(*writers, return_exceptions=True)
        return outcomes, await store.log("abc")

    outcomes, log = within(tmp_path, race)
    assert [type(one) for one in outcomes].count(Conflict) == 7 and outcomes.count(None) == 1
    assert [entry.kind for entry in log] == ["play", "undo"]


def test_many_writers_are_committed_together(tmp_path):
    async def write(store):
        commits = []
        commit = store.commit
        store.commit = lambda jobs: (commits.append(len(jobs)), commit(jobs))
        await asyncio.gather(
            *(
                store.create(Setup(f"t{n}", "london", {}, 1, "7", "0" * 64, [], public=n % 2 == 0))
                for n in range(100)
            )
        )
        return commits, await store.public_tables(200)

    commits, listed = within(tmp_path, write)
    assert sum(commits) == 101 and len(commits) < 60 and len(listed) == 50


def test_tables_that_are_over_or_private_are_not_listed(tmp_path):
    async def work(store):
        await store.create(SETUP)
        await store.append("abc", 0, [Entry("play")], True)
        return await store.public_tables(5)

    assert within(tmp_path, work) == []


def test_a_store_that_fails_says_so_and_goes_on_later(tmp_path):
    async def work(store):
        await store.create(SETUP)
        blocker = sqlite3.connect(tmp_path / "ekiben.db", isolation_level=None)
        store.connection.execute("PRAGMA busy_timeout = 0")
        blocker.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable):
            await store.append("abc", 0, [Entry("play")], False)
        blocker.execute("ROLLBACK")
        blocker.close()
        await store.append("abc", 0, [Entry("play")], False)
        return await store.log("abc")

    assert len(within(tmp_path, work)) == 1


# ---- starting
def test_migrations_are_numbered_without_a_gap():
    assert [number for number, _ in migrations()] == list(range(1, len(migrations()) + 1))


def test_an_old_database_is_brought_up_to_this_version(tmp_path):
    (tmp_path / "ekiben.db").touch()
    within(tmp_path, lambda store: store.create(SETUP))
    version = sqlite3.connect(tmp_path / "ekiben.db").execute("PRAGMA user_version").fetchone()[0]
    assert version == migrations()[-1][0]


def test_a_newer_database_a_foreign_file_and_a_second_server_are_refused(tmp_path):
    newer, foreign, used = (tmp_path / name for name in ("newer", "foreign", "used"))
    for folder in (newer, foreign):
        folder.mkdir()
    database = sqlite3.connect(newer / "ekiben.db")
    database.execute("PRAGMA user_version = 999")
    database.close()
    (foreign / "ekiben.db").write_text("this is no database " * 100)
    first = SqliteStore(used)
    for folder, words in (
        (newer, "newer Ekiben"),
        (foreign, "no database"),
        (used, "another Ekiben server"),
    ):
        with pytest.raises(EkibenError, match=words):
            SqliteStore(folder)
    asyncio.run(first.close())
    asyncio.run(SqliteStore(used).close())


def started(folder, *more):
    command = [
        sys.executable,
        "-m",
        "ekiben",
        "serve",
        "--port",
        "0",
        "--data",
        str(folder),
        "--no-open",
        *more,
    ]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "EKIBEN_PLAIN": "1"},
    )


def port_of(process):
    return int(re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline())[1])


def test_what_stands_in_the_way_is_one_clear_line_and_exit_code_2(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    first = started(tmp_path / "used")
    port = port_of(first)
    tries = {
        "--data": started(blocked / "folder"),
        "--port": started(tmp_path / "other", "--port", str(port)),
        "another Ekiben server": started(tmp_path / "used"),
    }
    for words, process in tries.items():
        _, errors = process.communicate(timeout=60)
        assert (
            process.returncode == 2
            and words in errors
            and errors.startswith("ekiben: ")
            and errors.count("\n") == 1
        ), errors
    first.send_signal(signal.SIGINT)
    _, errors = first.communicate(timeout=60)
    assert first.returncode in (0, 130) and "Traceback" not in errors


# ---- kill -9
def hammer(house, pages, acknowledged):
    """Two people at one keyboard play until the server is gone, and note every update."""
    person = house.person()
    table = person.table("london", "you you")
    page = person.page(table)
    pages.append(page)
    acknowledged[table] = (person.cookie(table), [])
    try:
        page.until("snapshot")
        while True:
            page.my_turn() if page.position["legal"] else page.ask(
                "look", seat=page.position["seat"]
            )
            page.first()
            acknowledged[table][1].extend(
                message["by"]
                for message in page.heard
                if message["type"] == "update" and message["seq"] == len(acknowledged[table][1]) + 1
            )
    except Exception as gone:
        acknowledged[table][1].append(gone)


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path):
    process = started(tmp_path)
    house, pages, acknowledged = House(port_of(process), None), [], {}
    players = [threading.Thread(target=hammer, args=(house, pages, acknowledged)) for _ in range(3)]
    for player in players:
        player.start()
    while sum(len(actions) for _, actions in acknowledged.values()) < 60:
        players[0].join(0.01)
    process.kill()
    process.communicate(timeout=60)
    for player in players:
        player.join()
    house.guests.close()
    for table, (_, heard) in acknowledged.items():
        log = within(tmp_path, lambda store, table=table: store.log(table))
        actions = [entry.action for entry in log]
        assert (
            len(heard) > 3
            and actions[: len(heard) - 1] == heard[:-1]
            and len(actions) - len(heard) < 2
        )
        setup = within(tmp_path, lambda store, table=table: store.setup(table))
        assert [str(action) for action in replay_state(setup, log).match.actions] == actions
    check_resumed(tmp_path, acknowledged)


def check_resumed(folder, acknowledged):
    """Started again, the same pages go on where they were."""
    process = started(folder)
    house = House(port_of(process), None)
    table, (cookie, heard) = next(iter(acknowledged.items()))
    person = house.person()
    name, _, value = cookie.partition("=")
    person.http.cookies.set(name, value, domain="127.0.0.1", path=f"/api/tables/{table}")
    page = person.page(table, 0, since=len(heard) - 2)
    assert page.until("hello")["seq"] >= len(heard) - 1
    assert page.until("update", "snapshot")["seq"] >= len(heard) - 1
    while page.position["seq"] < page.heard[0]["seq"]:
        page.next()
    page.ask("look", seat=page.position["seat"])
    assert page.first()["type"] == "done"
    house.guests.close()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
