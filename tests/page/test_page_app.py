"""The server's app as a page drives it: requests, sockets and cookies in memory."""

import asyncio
import json

from ekiben.page.memory_storage import MemoryStorage
from ekiben.page.serve import Page

from .play_tables import QUICK

WISH = {"game": "london", "seats": [{"kind": "you"}, {"kind": "bot", "level": "beginner"}]}


def run(work, storage=None):
    """Do some work with a page that is started and stopped."""

    async def whole():
        page = Page(storage, None, {"settings": QUICK})
        await page.start()
        try:
            return await work(page)
        finally:
            await page.stop()

    return asyncio.run(whole())


async def new_table(page):
    answer = await page.http("POST", "/api/tables", "en", json.dumps(WISH))
    assert answer.status == 201, answer.body
    return json.loads(answer.body)["table"]


async def news_of(page, path, count=1):
    """The first news of a socket, which is shut then."""
    heard = asyncio.Queue()
    page.open(1, path, lambda *news: heard.put_nowait(news))
    news = [await asyncio.wait_for(heard.get(), 30) for _ in range(count)]
    page.shut(1)
    return news


async def hello(page, table):
    opened, told = await news_of(page, f"/api/tables/{table}/play", 2)
    assert opened == ("open", "", 0, "")
    return json.loads(told[1])


def test_a_seat_is_still_ones_own_when_the_page_is_opened_again():
    storage = MemoryStorage()
    table = run(new_table, storage)
    assert run(lambda page: hello(page, table), storage)["seats"] == [0]


def test_cookies_are_shown_below_their_path_only():
    async def work(page):
        table = await new_table(page)
        header = page.cookies.header
        return header(f"/api/tables/{table}/play"), header(f"/api/tables/{table}x"), header("/api")

    own, other, above = run(work)
    assert own.startswith("ekiben-") and not other and not above


def test_a_table_that_is_not_there_closes_the_socket():
    async def work(page):
        return await news_of(page, "/api/tables/nothing/play", 2)

    assert run(work)[1] == ("close", "", 4004, "no-table")


def test_nobody_hears_or_says_anything_after_a_socket_is_shut():
    async def work(page):
        heard = []
        table = await new_table(page)
        page.open(5, f"/api/tables/{table}/play?seat=0", lambda *news: heard.append(news))
        page.shut(5)
        page.say(5, "{}")
        await asyncio.sleep(0.05)
        return [kind for kind, *_ in heard], page.sockets

    kinds, sockets = run(work)
    assert "close" not in kinds and not sockets


def test_errors_are_told_in_the_language_of_the_request():
    async def work(page):
        return [await page.http("GET", "/api/nothing", one) for one in ("en", "ja")]

    english, japanese = run(work)
    assert english.status == japanese.status == 404
    assert english.type == "application/json" and english.body != japanese.body


def test_there_are_no_limits_for_the_only_client():
    async def work(page):
        statuses = [(await page.http("GET", "/api/lessons")).status for _ in range(1300)]
        tables = [await new_table(page) for _ in range(70)]
        return set(statuses), len(set(tables))

    assert run(work) == ({200}, 70)


def test_a_request_without_a_body_it_needs_is_refused():
    async def work(page):
        return await page.http("POST", "/api/tables", "en", "{")

    answer = run(work)
    assert answer.status == 400 and "truncated" in answer.body
