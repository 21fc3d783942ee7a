"""Games between one store and another, and databases of every version."""

import asyncio
import contextlib
import json
import random
import sqlite3
from pathlib import Path

import pytest

import ekiben
from ekiben.cli import main
from ekiben.server.archive import (
    check_tables,
    export_lines,
    import_table,
    parse_line,
    read_table,
    with_store,
)
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Entry, NewChatLine, Row, SeatSetup, Setup
from ekiben.server.table_state import TableState

from .serving import serving

OLD = Path(__file__).parent / "old"


def games(count=3):
    """Tables in play and over, with seats taken, left and clocks; with all signs that a name may
    have.
    """
    for n in range(count):
        luck, name = (
            random.Random(n),
            ("london", "america", "tokyo", "europe", "great-lakes")[n % 5],
        )
        seats = [SeatSetup("open", f'駅 \\ " {n}', token="a" * 64), SeatSetup("bot", "Ben", "easy")]
        setup = Setup(
            f"table{n:011}",
            name,
            ekiben.load(name).options,
            1,
            f"{n + 7:x}",
            f"{n:064x}",
            seats,
            n == 0,
            5,
            1000.5 + n,
        )
        state, rows = TableState(setup), []
        for entry in (
            Entry("sit", 0, name="梅"),
            *[None] * (10_000 if n == 0 else 25),
            Entry("assist", 0),
            Entry("bot", 0, level="easy", timeout=True),
        ):
            if entry is None and state.match.over:
                continue
            entry = entry or Entry(
                "play",
                state.match.seat,
                str(luck.choice(state.match.legal())),
                spent=luck.randrange(5000),
            )
            state.apply(entry)
            rows.append(Row(1000.25 + len(rows), entry))
        yield setup, rows, state.match.over


def filled(folder):
    async def fill(store):
        for setup, rows, over in games():
            await store.put(setup, rows, over)
        return [await read_table(store, table) for table in await store.ids()]

    return with_store(folder, None, fill)


async def everything(store):
    return [await read_table(store, table) for table in await store.ids()]


def test_games_go_from_sqlite_to_postgresql_and_back_with_nothing_lost(tmp_path, address, capsys):
    before = filled(tmp_path / "a")
    file, back = tmp_path / "games.jsonl", tmp_path / "back.jsonl"
    assert main(["db", "export", "--data", str(tmp_path / "a"), "--out", str(file)]) == 0
    assert main(["db", "import", str(file), "--database", address]) == 0
    assert main(["db", "import", str(file), "--database", address]) == 0
    assert main(["db", "check", "--database", address]) == 0
    assert main(["db", "export", "--database", address, "--out", str(back)]) == 0
    assert main(["db", "import", str(back), "--data", str(tmp_path / "b")]) == 0
    assert with_store(tmp_path / "b", None, everything) == before and len(before) == 3
    assert file.read_bytes() == back.read_bytes() and file.stat().st_mode & 0o077 == 0
    assert (
        "3 tables taken in, 0 were there already" in (said := capsys.readouterr().err)
        and "0 tables taken in, 3 were there" in said
    )
    records = file.read_text(encoding="utf-8").splitlines()
    assert [ekiben.replay(line).over for line in records] == [True, False, False]


def test_the_chat_is_exported_only_if_asked_for(tmp_path, address):
    filled(tmp_path / "a")

    async def chat(store):
        tables = [await store.chat(table) for table in await store.ids()]
        return [(line.n, line.seat, line.text, line.phrase) for line in tables[0]]

    async def speak(store):
        table = (await store.ids())[0]
        await store.add_chat(table, NewChatLine(0, "swordfish"))
        await store.add_chat(table, NewChatLine(1, phrase="hello"))
        return await chat(store)

    said = with_store(tmp_path / "a", None, speak)
    plain, whole = tmp_path / "plain.jsonl", tmp_path / "whole.jsonl"
    main(["db", "export", "--data", str(tmp_path / "a"), "--out", str(plain)])
    main(["db", "export", "--chat", "--data", str(tmp_path / "a"), "--out", str(whole)])
    assert "swordfish" not in plain.read_text(encoding="utf-8")
    assert main(["db", "import", str(whole), "--database", address]) == 0
    assert main(["db", "import", str(plain), "--data", str(tmp_path / "b")]) == 0
    assert (
        with_store(tmp_path, address, chat)
        == said
        == [
            (0, 0, "swordfish", ""),
            (1, 1, "", "hello"),
        ]
    )
    assert with_store(tmp_path / "b", None, chat) == []


def test_tables_of_another_server_that_differ_and_lines_that_do_not_fit_are_refused_by_name(
    tmp_path, capsys
):
    filled(tmp_path / "a")
    file = tmp_path / "games.jsonl"
    main(["db", "export", "--data", str(tmp_path / "a"), "--out", str(file)])
    first, second, _ = file.read_text(encoding="utf-8").splitlines()
    changed, broken = json.loads(second), json.loads(first)
    changed["table"]["log"][-1][0] += 1
    broken["table"]["log"][1][1]["action"] = "draw nothing"
    bad = ["{}", "[", first.replace('"play"', '"fly"', 1), json.dumps(changed), json.dumps(broken)]
    file.write_text("\n".join(bad) + "\n")
    assert main(["db", "import", str(file), "--data", str(tmp_path / "a")]) == 1
    said = capsys.readouterr().err
    assert all(f"line {number}:" in said for number in range(1, 6))
    assert "there is another table" in said and "does not replay" in said and "5 refused" in said


def test_a_faulty_log_is_named_and_still_written_out(tmp_path, capsys):
    filled(tmp_path)
    with contextlib.closing(sqlite3.connect(tmp_path / "ekiben.db")) as database:
        database.execute("DELETE FROM log WHERE table_id = 'table00000000001' AND seq = 3")
        database.execute("UPDATE tables SET over = 1 WHERE id = 'table00000000002'")
        database.commit()
    assert main(["db", "check", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert (
        "3 tables checked, 2 of them faulty" in said
        and "table00000000001" in said
        and "kept as over" in said
    )
    assert main(["db", "export", "--data", str(tmp_path)]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_a_folder_that_a_server_uses_is_left_alone(tmp_path, capsys):
    store = SqliteStore(tmp_path)
    assert (
        main(["db", "check", "--data", str(tmp_path)]) == 2
        and "another Ekiben server" in capsys.readouterr().err
    )
    asyncio.run(store.close())


# ---- old games
@pytest.mark.parametrize("file", sorted(OLD.glob("sqlite-*.sql")), ids=lambda file: file.stem)
def test_databases_of_every_version_open_and_go_on(tmp_path, file):
    with contextlib.closing(sqlite3.connect(tmp_path / "ekiben.db")) as database:
        database.executescript(file.read_text(encoding="utf-8"))
    assert with_store(tmp_path, None, gone_on) == 3


async def gone_on(store):
    """How many tables there are: all replay, and one that is not over takes another entry."""
    assert [fault async for _, fault in check_tables(store) if fault] == []
    tables = await everything(store)
    running = next(one for one in tables if not one.over)
    await store.append(running.setup.id, len(running.log), [Entry("bot", 0, level="easy")], False)
    return len(tables)


@pytest.mark.parametrize("file", sorted(OLD.glob("postgres-*.sql")), ids=lambda file: file.stem)
def test_dumps_of_every_version_are_restored_and_go_on(tmp_path, postgres, address, file):
    """As pg_dump --inserts wrote them, without comments."""
    restored(postgres, address, file)
    assert with_store(tmp_path, address, gone_on) == 3
    export = OLD / f"{file.stem.replace('postgres', 'export')}.jsonl"
    fresh = postgres.fresh()
    restored(postgres, fresh, file)

    async def work(store):
        return [json.loads(line) async for line, fault in export_lines(store) if fault is None]

    assert with_store(tmp_path, fresh, work) == [
        json.loads(line) for line in export.read_text(encoding="utf-8").splitlines()
    ]
    postgres.drop(fresh)


@pytest.mark.parametrize("file", sorted(OLD.glob("postgres-*.sql")), ids=lambda file: file.stem)
def test_a_server_opens_a_dump_of_every_version(tmp_path, postgres, address, file):
    restored(postgres, address, file)
    with_store(tmp_path, address, everything)  # brings the database up to date, as starting does
    with serving(tmp_path, database=address) as house:
        person = house.person()
        assert person.get("/readyz").status_code == 200
        shown = person.get("/api/tables/table00000000000").json()
        assert (shown["game"], shown["over"]) == ("london", True)
        page = person.page("table00000000000", seat=None)
        assert page.until("snapshot")["over"] and page.position["scene"]["ranking"]


def restored(postgres, address, file):
    postgres.run(file.read_text(encoding="utf-8"), address.rpartition("/")[2])


@pytest.mark.parametrize("file", sorted(OLD.glob("export-*.jsonl")), ids=lambda file: file.stem)
def test_exports_of_every_version_are_taken_in_and_say_the_same(tmp_path, file):
    text = file.read_text(encoding="utf-8").splitlines()

    async def work(store):
        assert [await import_table(store, parse_line(line)) for line in text] == [True] * len(text)
        return [line async for line, fault in export_lines(store) if fault is None]

    now = with_store(tmp_path, None, work)
    assert [json.loads(line) for line in now] == [json.loads(line) for line in text]


def test_a_running_game_goes_on_under_the_rules_it_was_started_with():
    for setup, _, _ in games(5):
        assert TableState(setup).game.rules == setup.rules
    setup.rules = 99
    with pytest.raises(ekiben.EkibenError, match="99"):
        TableState(setup)
