"""The second copy of the page's rows: it is what is left when Chromium deletes a damaged database."""

import functools

import pytest

from ekiben.page.store import PageStore
from ekiben.server.store import Entry

from .page_parts import bundle, in_browser, web_space
from .test_page_storage import OPEN, SETUP, TabStorage, answer, big_write, quota, tab

IS_LOST = """() => new Promise((done) => {
  const asked = indexedDB.open('ekiben');
  asked.onupgradeneeded = () => asked.transaction.abort(); // there was no such database
  asked.onerror = () => done(true);
  asked.onsuccess = () => { asked.result.close(); done(false); };
})"""


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    folder = tmp_path_factory.mktemp("second-copy")
    bundle("storage", folder)
    with web_space(folder) as made:
        yield made


async def blank(browser, space):
    """A tab whose storage has not been opened."""
    page = await browser.contexts[0].new_page()
    await page.goto(space.url)
    return page


def test_all_rows_come_back_when_the_browser_finds_its_log_damaged(tmp_path, space):
    """Chromium deletes such a database without asking anybody."""
    profile = tmp_path / "profile"

    async def write(process, browser):
        page = await tab(browser, space)
        store = PageStore(TabStorage(page))
        await store.create(SETUP)
        for seq in range(3):
            await store.append("abc", seq, [Entry("play", 0, f"{seq}")], False)
        await store.keep_board("izu", "text")
        process.kill()

    async def read(process, browser):
        page = await blank(browser, space)
        assert await page.evaluate(IS_LOST)
        await page.evaluate(OPEN)
        store = PageStore(TabStorage(page))
        await store.append("abc", 3, [Entry("play", 0, "3")], False)
        log = await store.log("abc")
        return [entry.action for entry in log], await store.boards()

    in_browser(profile, write)
    [log] = (profile / "Default" / "IndexedDB").rglob("*.log")
    rows = bytearray(log.read_bytes())
    rows[len(rows) // 2] ^= 0xFF
    log.write_bytes(rows)
    assert in_browser(profile, read) == (["0", "1", "2", "3"], {"izu": "text"})


DELETE_MAIN = """() => new Promise((done, fail) => {
  const asked = indexedDB.deleteDatabase('ekiben');
  asked.onsuccess = () => done();
  asked.onerror = () => fail(asked.error);
})"""
OLDER_PAGE = """() => new Promise((done, fail) => {
  const asked = indexedDB.open('ekiben');
  asked.onsuccess = () => {
    const transaction = asked.result.transaction('boards', 'readwrite');
    transaction.objectStore('boards').put('older', 'kii');
    transaction.oncomplete = () => { asked.result.close(); done(); };
  };
  asked.onerror = () => fail(asked.error);
})"""


DELETE_COPY = "() => navigator.storageBuckets.delete('ekiben-copy')"


def test_either_copy_is_made_anew_from_the_other(tmp_path, space):
    async def boards_after(browser, action):
        page = await blank(browser, space)
        await page.evaluate(action)
        await page.evaluate(OPEN)
        boards = await PageStore(TabStorage(page)).boards()
        await page.close()
        return boards

    async def work(process, browser):
        page = await tab(browser, space)
        store = PageStore(TabStorage(page))
        for name in ("izu", "noto"):
            await store.keep_board(name, "first")
        await store.keep_board("izu", "second")
        await store.delete_board("noto")
        await page.close()
        actions = (DELETE_MAIN, OLDER_PAGE, DELETE_MAIN, DELETE_COPY, DELETE_MAIN)
        return [await boards_after(browser, action) for action in actions]

    first, *later = in_browser(tmp_path / "profile", work)
    assert first == {"izu": "second"}
    assert later == [{"izu": "second", "kii": "older"}] * 4


def test_the_second_copy_makes_room_without_a_word(tmp_path, space):
    """Where there is room for one board twice, or for two once."""

    async def work(process, browser, name):
        page = await tab(browser, space)
        await quota(page, space, 1_200_000)
        await big_write(page, name, 600_000)
        assert await answer(page) == {"done": True} and await page.evaluate("told") == []
        return await page.evaluate("navigator.storageBuckets.keys()")

    for name, copies in (("izu", ["ekiben-copy"]), ("kii", [])):
        assert in_browser(tmp_path / "profile", functools.partial(work, name=name)) == copies
