"""The page's storage over a real IndexedDB: as SQLite's store, and whole after the browser is killed."""

import asyncio
import functools
import json

import pytest
from store_calls import contents, outcome, random_calls

from ekiben.page.store import PageStore
from ekiben.server.review_store import ReviewOwner, SavedReview
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Conflict, Entry, SeatSetup, Setup

from .page_parts import bundle, in_browser, web_space

SETUP = Setup("abc", "london", {}, 1, "7", "0" * 64, [SeatSetup("person", "Ann", token="x")])
OPEN = """async () => {
  const { PageStorage } = await import('./storage.js');
  window.told = [];
  window.storage = new PageStorage((problem) => window.told.push(problem));
}"""


class TabStorage:
    """The storage of a tab, called from here."""

    def __init__(self, page):
        self.page = page

    async def read(self, asked):
        return await self.page.evaluate("(asked) => storage.read(asked)", asked)

    async def write(self, steps):
        return await self.page.evaluate("(steps) => storage.write(steps)", steps)


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    folder = tmp_path_factory.mktemp("storage")
    bundle("storage", folder)
    with web_space(folder) as made:
        yield made


async def tab(browser, space):
    page = await browser.contexts[0].new_page()
    await page.goto(space.url)
    await page.evaluate(OPEN)
    return page


def test_random_calls_have_the_same_outcome_as_with_sqlite(tmp_path, space):
    async def work(process, browser):
        known, own = (
            SqliteStore(tmp_path / "known"),
            PageStore(TabStorage(await tab(browser, space))),
        )
        try:
            for n, (name, call) in enumerate(random_calls(1, 120)):
                assert await outcome(own, call) == await outcome(known, call), (n, name)
                if n % 30 == 0:
                    assert await contents(own) == await contents(known), (n, name)
            assert await contents(own) == await contents(known)
        finally:
            await known.close()

    in_browser(tmp_path / "profile", work)


def test_of_writers_of_one_number_in_several_tabs_one_succeeds(tmp_path, space):
    async def work(process, browser):
        stores = [PageStore(TabStorage(await tab(browser, space))) for _ in range(3)]
        await stores[0].create(SETUP)
        for round_ in range(5):
            entries = [Entry("play", 0, f"{round_} {n}") for n in range(2)]
            outcomes = await asyncio.gather(
                *(stores[n % 3].append("abc", 2 * round_, entries, False) for n in range(6)),
                return_exceptions=True,
            )
            assert outcomes.count(None) == 1
            assert [type(one) for one in outcomes].count(Conflict) == 5
        return await stores[1].log("abc")

    log = in_browser(tmp_path / "profile", work)
    assert [entry.action for entry in log] == [f"{n} {m}" for n in range(5) for m in range(2)]


HAMMER = """async (start) => {
  for (let seq = start; ; seq += 2) {
    const steps = [{ do: 'length', store: 'log', key: 'abc', value: seq }];
    for (const n of [seq, seq + 1]) {
      const value = { at: n, entry: '{"kind":"play"}' };
      steps.push({ do: 'add', store: 'log', key: ['abc', n], value });
    }
    const answer = JSON.parse(await storage.write(JSON.stringify(steps)));
    if (!answer.done) throw new Error(JSON.stringify(answer));
    acknowledged(seq + 2);
  }
}"""


async def hammer(process, page, start, count):
    """Append until so many entries were acknowledged, then kill the browser in the middle of it."""
    heard, enough = [start], asyncio.Event()

    def acknowledged(_, length):
        heard.append(length)
        if length >= start + count:
            enough.set()

    await page.expose_binding("acknowledged", acknowledged)
    writing = asyncio.ensure_future(page.evaluate(HAMMER, start))
    await enough.wait()
    process.kill()
    await asyncio.gather(writing, return_exceptions=True)
    return heard[-1]


def test_nothing_acknowledged_is_lost_when_the_browser_is_killed(tmp_path, space):
    """Every append has two entries: both are there afterwards, or neither."""
    heard = 0

    async def go_on(process, browser, count):
        page = await tab(browser, space)
        rows = await PageStore(TabStorage(page)).raw_rows("abc")
        assert [row.seq for row in rows] == list(range(len(rows)))
        assert len(rows) >= heard and len(rows) % 2 == 0
        return await hammer(process, page, len(rows), count)

    for count in (2, 40, 7):
        heard = in_browser(tmp_path / "profile", functools.partial(go_on, count=count))
    assert heard >= 49


# ---- no room, no storage
async def big_write(page, key, size=400_000):
    """Starts a write; a promise of its answer is kept in the tab."""
    await page.evaluate(
        """([key, size]) => {
          const noise = Array.from(crypto.getRandomValues(new Uint8Array(60000)), String).join('');
          const value = noise.repeat(1 + Math.ceil(size / noise.length)).slice(0, size);
          window.answer = storage.write(JSON.stringify([{ do: 'put', store: 'boards', key, value }]));
        }""",
        [key, size],
    )


async def answer(page):
    return json.loads(await page.evaluate("answer"))


async def problem(page):
    await page.wait_for_function("told.at(-1) != null")
    return await page.evaluate("told.at(-1)")


async def quota(page, space, size):
    session = await page.context.new_cdp_session(page)
    limit = {} if size is None else {"quotaSize": size}
    await session.send("Storage.overrideQuotaForOrigin", {"origin": space.url.rstrip("/"), **limit})


def test_a_full_browser_asks_and_the_write_waits_for_the_answer(tmp_path, space):
    async def work(process, browser):
        page = await tab(browser, space)
        store = PageStore(TabStorage(page))
        await quota(
            page, space, 1000
        )  # before the first write: the browser looks now and then only
        for decision in ("stop", "again"):
            await big_write(page, "izu")
            assert await problem(page) == "full"
            assert await store.boards() == {}
            if decision == "again":
                await quota(page, space, None)
            await page.evaluate("(decision) => storage.decide(decision)", decision)
            assert (await answer(page)).get("failed") == {"stop": "QuotaExceededError"}.get(
                decision
            )
        return await store.boards(), await page.evaluate("told")

    boards, told = in_browser(tmp_path / "profile", work)
    assert list(boards) == ["izu"] and told == ["full", None, "full", None]


def test_a_game_in_a_full_browser_goes_on_in_memory_if_the_player_says_so(tmp_path, space):
    async def work(process, browser):
        page = await tab(browser, space)
        store = PageStore(TabStorage(page))
        await store.create(SETUP)
        process.kill()

    async def fill(process, browser):
        page = await tab(browser, space)
        store = PageStore(TabStorage(page))
        await quota(page, space, 1000)
        await big_write(page, "izu")
        assert await problem(page) == "full"
        await page.evaluate("storage.decide('memory')")
        assert await answer(page) == {"done": True} and await problem(page) == "memory"
        await store.append("abc", 0, [Entry("play", 0, "draw deck")], False)
        other = PageStore(TabStorage(await tab(browser, space)))
        return await store.log("abc"), await other.log("abc"), list(await store.boards())

    in_browser(tmp_path / "profile", work)
    here, on_disk, boards = in_browser(tmp_path / "profile", fill)
    assert len(here) == 1 and on_disk == [] and boards == ["izu"]


BLOCKED = "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }"


def test_a_browser_that_keeps_nothing_says_so_and_plays_in_memory(tmp_path, space):
    async def work(process, browser):
        page = await browser.contexts[0].new_page()
        await page.add_init_script(BLOCKED)
        await page.goto(space.url)
        await page.evaluate(OPEN)
        store = PageStore(TabStorage(page))
        assert await store.cookies() == {} and await problem(page) == "blocked"
        await page.evaluate("storage.decide('memory')")
        await store.create(SETUP)
        await store.append("abc", 0, [Entry("play", 0, "draw deck")], False)
        with pytest.raises(Conflict):
            await store.append("abc", 0, [Entry("play", 0, "draw deck")], False)
        return await store.log("abc"), await page.evaluate("told")

    log, told = in_browser(tmp_path / "profile", work)
    assert len(log) == 1 and told == ["blocked", "memory"]


def test_random_calls_in_memory_have_the_same_outcome_too(tmp_path, space):
    async def work(process, browser):
        page = await browser.contexts[0].new_page()
        await page.add_init_script(BLOCKED)
        await page.goto(space.url)
        await page.evaluate(OPEN)
        known, own = SqliteStore(tmp_path / "known"), PageStore(TabStorage(page))
        await own.cookies()
        await problem(page)
        await page.evaluate("storage.decide('memory')")
        try:
            for n, (name, call) in enumerate(random_calls(2, 120)):
                assert await outcome(own, call) == await outcome(known, call), (n, name)
            assert await contents(own) == await contents(known)
        finally:
            await known.close()

    in_browser(tmp_path / "profile", work)


def test_a_newer_page_in_another_tab_is_told_apart_from_a_blocked_database(tmp_path, space):
    newer = """() => new Promise((done, fail) => {
      const asked = indexedDB.open('ekiben', 999);
      asked.onsuccess = () => { asked.result.close(); done(); };
      asked.onerror = () => fail(asked.error);
    })"""

    async def work(process, browser):
        page = await tab(browser, space)
        store = PageStore(TabStorage(page))
        await store.create(SETUP)
        await page.evaluate(newer)  # the storage lets go of its connection
        await big_write(page, "izu", 10)
        return await problem(page)

    assert in_browser(tmp_path / "profile", work) == "newer"


FIRST_VERSION = """() => new Promise((done, fail) => {
  const asked = indexedDB.open('ekiben', 1);
  asked.onupgradeneeded = () => {
    for (const name of ['log', 'chat', 'deals', 'results', 'secrets', 'boards', 'cookies', 'checks'])
      asked.result.createObjectStore(name);
    const tables = asked.result.createObjectStore('tables');
    tables.createIndex('created', 'created');
    asked.transaction.objectStore('boards').put('text', 'izu');
  };
  asked.onsuccess = () => { asked.result.close(); done(); };
  asked.onerror = () => fail(asked.error);
})"""


def test_a_database_of_the_first_version_is_brought_up_to_date(tmp_path, space):
    saved = SavedReview(2, 0.5, b"\x00\xff")

    async def work(process, browser):
        page = await browser.contexts[0].new_page()
        await page.goto(space.url)
        await page.evaluate(FIRST_VERSION)
        await page.evaluate(OPEN)
        store = PageStore(TabStorage(page))
        await store.save_review("key", ReviewOwner(None, "1"), saved)
        return await store.boards(), await store.review("key")

    assert in_browser(tmp_path / "profile", work) == ({"izu": "text"}, saved)
