"""Everything in one file, between pages and servers: nothing is lost, nothing is replaced."""

import asyncio
import json

import pytest

from ekiben.cli import main
from ekiben.games import ADDED, FILES
from ekiben.page.memory_storage import MemoryStorage
from ekiben.page.serve import Page
from ekiben.server.archive import read_table, with_store
from ekiben.server.store import Entry, Row, SeatSetup, Setup

SEATS = [{"kind": "you"}, {"kind": "bot", "level": "easy"}]


@pytest.fixture(autouse=True)
def _no_boards():
    """Other tests know nothing of these boards."""
    before = dict(ADDED)
    yield
    ADDED.clear()
    ADDED.update(before)


@pytest.fixture
def own_board():
    return FILES["london"].read_text(encoding="utf-8").replace('"london"', '"my-london"', 1)


@pytest.fixture
def run(tmp_path):
    """Runs work, which gets a function that opens pages; their bots wait, so that nothing moves."""

    async def within(work):
        pages = []

        async def open_page(storage=None):
            settings = {"data": tmp_path / f"page{len(pages)}", "pace": 9e9, "grace": 9e9}
            pages.append(Page(storage or MemoryStorage(), None, {"settings": settings}))
            await pages[-1].start()
            return pages[-1]

        try:
            return await work(open_page)
        finally:
            for page in pages:
                await page.stop()

    return lambda work: asyncio.run(within(work))


async def ask(page, path):
    answer = await page.http("GET", path)
    assert answer.status == 200, answer.body
    return answer.body


async def export(page):
    """As the client puts the file together."""
    names = json.loads(await ask(page, "/api/page/everything"))
    return [
        await ask(page, f"/api/page/everything/{kind}/{name}")
        for kind, listed in names.items()
        for name in listed
    ]


async def take(page, line):
    answer = await page.http("POST", "/api/page/everything", "en", json.dumps({"line": line}))
    return answer.status, json.loads(answer.body)


async def played(page):
    """A table at which the person has made the first choice."""
    wish = json.dumps({"game": "london", "seats": SEATS})
    made = await page.http("POST", "/api/tables", "en", wish)
    assert made.status == 201, made.body
    return json.loads(made.body)["table"]


async def everything(page):
    store = page.store
    return (
        [await read_table(store, table) for table in await store.ids()],
        await store.cookies(),
        await store.boards(),
    )


def test_a_page_goes_to_another_browser_with_seats_and_boards(run, own_board):
    async def work(open_page):
        first = await open_page()
        table = await played(first)
        await first.boards.add(own_board)
        lines = await export(first)
        ADDED.clear()  # another browser has not heard of the board
        second = await open_page()
        outcomes = [await take(second, line) for line in lines]
        again = [await take(second, line) for line in lines]
        seat = json.loads(await ask(second, f"/api/tables/{table}"))["you"]
        return outcomes, again, await everything(first), await everything(second), seat

    outcomes, again, before, after, seat = run(work)
    assert [status for status, _ in outcomes + again] == [200] * 6
    assert [one["kind"] for _, one in outcomes] == ["boards", "cookies", "tables"]
    assert all(one["new"] for _, one in outcomes) and not any(one["new"] for _, one in again)
    assert before == after and seat == [0]


def test_what_differs_is_left_as_it_is_and_named(run, own_board):
    async def work(open_page):
        first = await open_page()
        await played(first)
        await first.boards.add(own_board)
        board, _, table = await export(first)
        other = json.loads(table)
        other["table"]["log"] = [[1.0, {"kind": "name", "seat": 0, "name": "Eve"}]]
        await first.store.append(
            other["table"]["setup"]["id"], 0, [Entry("name", 0, name="Ann")], False
        )
        changed = json.loads(board)
        changed["text"] += "\n# another one"
        before = await everything(first)
        outcomes = [await take(first, json.dumps(one)) for one in (changed, other, {"page": 9})]
        outcomes.append(await take(first, "no JSON"))
        return outcomes, before == await everything(first)

    outcomes, same = run(work)
    words = [body["error"]["text"] for _, body in outcomes]
    assert same and all(status == 400 for status, _ in outcomes)
    assert "another board" in words[0] and "another table" in words[1]
    assert "newer Ekiben" in words[2] and "no line of" in words[3]


def test_a_server_takes_in_what_a_page_wrote_and_the_page_what_the_server_wrote(tmp_path, run):
    file, back = tmp_path / "page.jsonl", tmp_path / "server.jsonl"
    storage = MemoryStorage()

    async def write(open_page):
        page = await open_page(storage)
        await played(page)
        file.write_text("\n".join(await export(page)) + "\n", encoding="utf-8")
        return (await everything(page))[0]

    before = run(write)
    assert main(["db", "import", str(file), "--data", str(tmp_path / "a")]) == 0
    setup = Setup(
        "fromserver",
        "london",
        {},
        1,
        "7",
        "0" * 64,
        [SeatSetup("person", "Ann", token="a" * 64), SeatSetup("bot", "Ben", "easy")],
    )

    async def add(store):
        await store.put(setup, [Row(5.0, Entry("name", 0, name="Aoi"))], False)
        return [await read_table(store, table) for table in await store.ids()]

    there = with_store(tmp_path / "a", None, add)
    assert before[0] in there
    assert main(["db", "export", "--data", str(tmp_path / "a"), "--out", str(back)]) == 0

    async def read(open_page):
        page = await open_page(storage)
        lines = back.read_text(encoding="utf-8").splitlines()
        outcomes = [await take(page, line) for line in lines]
        seats = json.loads(await ask(page, "/api/tables/fromserver"))["you"]
        log = await page.store.log("fromserver")
        return outcomes, seats, [entry.kind for entry in log], await export(page)

    outcomes, seats, log, lines = run(read)
    assert sorted(one["new"] for _, one in outcomes) == [False, True]
    assert seats == [0] and log == ["name", "sit"]  # the person's own token opens the seat too
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["db", "import", str(file), "--data", str(tmp_path / "a")]) == 0
