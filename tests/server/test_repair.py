"""Tables whose log does not replay: shown read-only at the last good position, and cut there with a
copy kept.
"""

import asyncio
import contextlib
import json
import random
import sqlite3

import pytest

import ekiben
from ekiben.cli import main
from ekiben.server.archive import check_tables, with_store
from ekiben.server.repair import COPIES, repair
from ekiben.server.store import Conflict, Entry, RawRow, Row, SeatSetup, Setup
from ekiben.server.table_state import TableState, replay_state
from ekiben.server.tables import hash_token
from ekiben.texts import say

from .serving import OFTEN, QuickBots, serving

TOKEN = "t" * 43
GOOD = 12


def setup_of(table, kinds=("person", "person"), **more):
    seats = [
        SeatSetup(kind, f"Seat {n}", "easy" if kind == "bot" else None, hash_token(TOKEN))
        for n, kind in enumerate(kinds)
    ]
    return Setup(
        table,
        "london",
        ekiben.load("london").options,
        ekiben.load("london").rules,
        "7",
        "0" * 64,
        seats,
        **more,
    )


def played_rows(setup, count):
    """So many legal entries."""
    state, luck, rows = TableState(setup), random.Random(3), []
    for n in range(count):
        rows.append(
            Row(
                1000.0 + n,
                Entry("play", state.match.seat, str(luck.choice(state.match.legal())), spent=10),
            )
        )
        state.apply(rows[-1].entry)
    return rows


def broken(setup):
    """As servers that lost the first half of an act left it: good entries, a payment for nothing,
    and what was written after it.
    """
    rows = played_rows(setup, GOOD)
    lost = [Entry("play", TableState(setup).match.seat, "pay 1 red"), Entry("bot", 1, level="easy")]
    return [*rows, *(Row(2000.0 + n, entry) for n, entry in enumerate(lost))]


@pytest.fixture(params=["sqlite", "postgres"])
def database(request):
    return request.getfixturevalue("address") if request.param == "postgres" else None


def fill(tmp_path, database, *setups):
    async def work(store):
        for setup in setups:
            await store.put(setup, broken(setup), False)

    with_store(tmp_path, database, work)


def raw(tmp_path, database, table):
    return with_store(tmp_path, database, lambda store: store.raw_rows(table))


def seated(house, table):
    person = house.person()
    assert person.post(f"/api/tables/{table}/sit", {"token": TOKEN}).status_code in (204, 409)
    person.http.cookies.set(
        f"ekiben-{table}", TOKEN, domain="127.0.0.1", path=f"/api/tables/{table}"
    )
    return person


# ---- what people see
def test_a_table_with_a_damaged_log_is_shown_and_says_so_and_takes_nothing(tmp_path, database):
    fill(tmp_path, database, setup_of("broken1"))
    with serving(tmp_path, database=database, rates=OFTEN) as house:
        person = seated(house, "broken1")
        assert person.get("/api/tables/broken1").json()["seq"] == GOOD
        page = person.page("broken1", 0)
        shown = page.until("snapshot")
        assert (
            shown["seq"] == GOOD
            and f"after entry {GOOD}" in shown["fault"]
            and shown["legal"] == []
            and not shown["undo"]
        )
        assert shown["fault"] == say(
            "server.errors.broken", "en", count=GOOD
        )  # and nothing of what somebody paid
        asked = {
            "act": {"position": GOOD, "actions": ["draw deck"]},
            "undo": {"position": GOOD},
            "leave": {"seat": 0},
            "back": {"seat": 0},
            "replace": {"seat": 1},
        }
        for what, fields in asked.items():
            answer = page.ask(what, **fields)
            assert (answer["type"], answer["code"]) == (
                "refused",
                "broken",
            ) and f"after entry {GOOD}" in answer["text"]
        assert person.post("/api/tables/broken1/again").json()["error"]["code"] == "broken"
        page.ask("language", language="ja")
        assert f"{GOOD}件目より後が壊れています" in page.position["fault"]
        assert person.page("broken1", 0, since=GOOD).until("snapshot")["fault"]
        assert person.get("/api/tables/broken1/record").status_code == 200
    assert len(raw(tmp_path, database, "broken1")) == GOOD + 2


class Never(QuickBots):
    async def choose(self, state):
        raise AssertionError("a bot was asked at a damaged table")


def test_bots_and_clocks_do_nothing_at_a_damaged_table(tmp_path, database):
    fill(
        tmp_path,
        database,
        setup_of("broken1", ("bot", "bot")),
        setup_of("broken2", clock_minutes=1),
    )
    with serving(tmp_path, Never(), database=database, rates=OFTEN) as house:
        for table in ("broken1", "broken2"):
            page = seated(house, table).page(table, 0)
            assert page.until("snapshot")["fault"]
            assert page.ask("ping")["type"] == "pong"
            turns = house.app.state.registry.tables[table].turns
            assert not turns.busy and not turns.should_act()
    assert (
        len(raw(tmp_path, database, "broken1"))
        == len(raw(tmp_path, database, "broken2"))
        == GOOD + 2
    )


def test_a_log_that_is_damaged_while_people_play_stops_them_and_goes_on_when_it_is_repaired(
    tmp_path, address
):
    with serving(tmp_path, database=address, rates=OFTEN) as house:
        person = house.person()
        table = person.table("london", "you you")
        page = person.page(table, 0)
        page.until("snapshot")
        assert page.first()["type"] == "done"
        page.ask("look", seat=1)

        async def spoil(store):  # as no process should
            await store.append(table, 1, [Entry("play", 0, "pay 1 red")], False)

        with_store(tmp_path, address, spoil)
        while not page.until("snapshot")["fault"]:
            pass
        assert page.ask("act", position=1, actions=["keep 1"])["code"] == "broken"
        assert (
            main(["db", "check", "--repair", "--database", address, "--data", str(tmp_path)]) == 0
        )
        while page.until("snapshot")["fault"]:
            pass
        assert page.position["seq"] == 1 and page.first()["type"] == "done"


# ---- ekiben db check --repair
def test_a_damaged_log_is_cut_once_and_the_whole_of_it_is_kept(tmp_path, database, capsys):
    fill(tmp_path, database, setup_of("broken1"), setup_of("broken2"))
    before = raw(tmp_path, database, "broken1")
    where = ["--data", str(tmp_path), *(["--database", database] if database else [])]
    assert main(["db", "check", *where]) == 1 and "2 of them faulty" in (
        said := capsys.readouterr().err
    )
    assert (
        "entry 12 does not fit" in said
        and raw(tmp_path, database, "broken1") == before
        and not (tmp_path / COPIES).exists()
    )
    assert main(["db", "check", "--repair", *where]) == 0
    said = capsys.readouterr().err
    copies = sorted((tmp_path / COPIES).iterdir())
    assert (
        len(copies) == 2
        and all(str(copy) in said for copy in copies)
        and "entries kept: 12; cut: 2" in said
    )
    copied = json.loads(copies[0].read_text(encoding="utf-8"))
    assert (
        [RawRow(*row) for row in copied["log"]] == before
        and copied["setup"]["seed"] == "7"
        and copied["over"] is False
    )
    assert (
        copies[0].stat().st_mode & 0o777 == 0o600
        and (tmp_path / COPIES).stat().st_mode & 0o777 == 0o700
    )
    assert raw(tmp_path, database, "broken1") == before[:GOOD]
    assert main(["db", "check", "--repair", *where]) == 0 and main(["db", "check", *where]) == 0
    assert sorted((tmp_path / COPIES).iterdir()) == copies


@pytest.mark.parametrize("moment", ["before the cut", "after the cut"])
def test_a_repair_that_is_killed_in_between_is_made_again(tmp_path, database, moment):
    fill(tmp_path, database, setup_of("broken1"))
    before = raw(tmp_path, database, "broken1")

    class Killed(BaseException):
        pass

    async def killed(store):
        cut = store.truncate

        async def fall(*what):
            if moment == "after the cut":
                await cut(*what)
            raise Killed

        store.truncate = fall
        with contextlib.suppress(Killed):
            await repair(store, "broken1", tmp_path)

    with_store(tmp_path, database, killed)
    assert raw(tmp_path, database, "broken1") == (
        before if moment == "before the cut" else before[:GOOD]
    )
    with_store(tmp_path, database, lambda store: repair(store, "broken1", tmp_path))
    assert raw(tmp_path, database, "broken1") == before[:GOOD]
    (copy,) = (tmp_path / COPIES).iterdir()
    assert [RawRow(*row) for row in json.loads(copy.read_text(encoding="utf-8"))["log"]] == before


def test_what_is_written_during_a_repair_is_in_the_copy_or_in_the_log(tmp_path, database):
    fill(tmp_path, database, setup_of("broken1"))

    async def work(store):
        cut = store.truncate

        async def overtaken(*what):
            store.truncate = cut
            await store.append("broken1", GOOD + 2, [Entry("bot", 0, level="easy")], False)
            with pytest.raises(Conflict):
                await cut(*what)
            raise Conflict

        store.truncate = overtaken
        return await repair(store, "broken1", tmp_path)

    done = with_store(tmp_path, database, work)
    assert (
        done.cut == 3 and len(json.loads(done.copy.read_text(encoding="utf-8"))["log"]) == GOOD + 3
    )
    assert len(raw(tmp_path, database, "broken1")) == GOOD


DAMAGE = {
    "a missing entry": ["DELETE FROM log WHERE seq = 5"],
    "an entry of another version": ['UPDATE log SET entry = \'{"kind":"fly"}\' WHERE seq = 5'],
    "no JSON": ["UPDATE log SET entry = '{' WHERE seq = 5"],
    "an entry of the wrong seat": [
        'UPDATE log SET entry = \'{"kind":"play","seat":7,"action":"draw deck"}\' WHERE seq = 5'
    ],
    "a game that is kept as over": ["DELETE FROM log WHERE seq > 4", "UPDATE tables SET over = 1"],
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_every_kind_of_damage_is_found_and_repaired(tmp_path, damage):
    setup = setup_of("table1")
    with_store(tmp_path, None, lambda store: store.put(setup, played_rows(setup, GOOD), False))
    with contextlib.closing(sqlite3.connect(tmp_path / "ekiben.db")) as database:
        for sql in DAMAGE[damage]:
            database.execute(sql)
        database.commit()

    async def work(store):
        before = [fault async for _, fault in check_tables(store) if fault]
        done = await repair(store, "table1", tmp_path)
        return (
            before,
            done,
            [fault async for _, fault in check_tables(store) if fault],
            await store.log("table1"),
            await store.raw_rows("table1"),
        )

    before, done, after, log, rows = with_store(tmp_path, None, work)
    assert len(before) == 1 and done.kept == 5 and after == [] and len(rows) == 5
    assert replay_state(setup, log).seq == 5


def test_a_table_that_cannot_be_set_up_is_left_as_it_is(tmp_path, capsys):
    setup = setup_of("table1")
    setup.rules = 99
    with_store(
        tmp_path, None, lambda store: store.put(setup, played_rows(setup_of("table1"), 3), False)
    )
    assert main(["db", "check", "--repair", "--data", str(tmp_path)]) == 1
    assert (
        "cannot be repaired" in capsys.readouterr().err and len(raw(tmp_path, None, "table1")) == 3
    )
    assert not (tmp_path / COPIES).exists()


def test_an_append_never_leaves_a_gap_behind_a_cut(address):
    """A writer that began before the cut waits for it, and is refused."""
    from ekiben.server.postgres import PostgresStore

    async def work():
        stores = [PostgresStore(address, f"process{n}") for n in range(2)]
        for store in stores:
            await store.open()
        setup = setup_of("broken1")
        await stores[0].put(setup, broken(setup), False)
        rows = await stores[0].raw_rows("broken1")
        for _ in range(20):
            cut = stores[0].truncate("broken1", rows, GOOD, False)
            append = stores[1].append("broken1", GOOD + 2, [Entry("bot", 0, level="easy")], False)
            outcomes = await asyncio.gather(cut, append, return_exceptions=True)
            found = await stores[0].raw_rows("broken1")
            assert [row.seq for row in found] == list(range(len(found)))
            assert [type(one) for one in outcomes].count(Conflict) == 1
            async with stores[0].pool.acquire() as link:
                await link.execute("DELETE FROM log WHERE seq >= $1", GOOD)
                await link.executemany(
                    "INSERT INTO log (table_id, seq, at, mark, entry) "
                    "VALUES ('broken1', $1, $2, 0, $3)",
                    rows[GOOD:],
                )
        for store in stores:
            await store.close()

    asyncio.run(work())
