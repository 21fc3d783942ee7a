"""The work on reviews: one for all who ask, for as long as somebody wants it, kept in the store."""

import asyncio
import contextlib
import json

import pytest
from quick_reviews import PASSES, CountedReviews, QuickReviewer, line_of

from ekiben.core.errors import EkibenError
from ekiben.page.memory_storage import MemoryStorage
from ekiben.page.store import PageStore
from ekiben.server import review_passes, reviews
from ekiben.server.errors import ApiError
from ekiben.server.notifier import LocalNotifier
from ekiben.server.reviews import ReviewRequest, ReviewRoom, review_key
from ekiben.server.store import StoreUnavailable

from .serving import Clock


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(review_passes, "Reviewer", QuickReviewer)
    monkeypatch.setattr(reviews, "LOOK_EVERY", 0.001)


def asked(seat=0, since=0, language="en", seed=7, asker="a"):
    return ReviewRequest("london", line_of(seed), seat, since, language, asker)


@contextlib.asynccontextmanager
async def opened(store=None, notifier=None, now=None):
    """A room over a store, with workers that count."""
    workers = CountedReviews()
    room = ReviewRoom(
        workers,
        store or PageStore(MemoryStorage()),
        notifier or LocalNotifier(),
        now or Clock(),
    )
    try:
        yield room, workers
    finally:
        await room.close()
        await workers.close()


async def ask(room, **wish):
    return json.loads(await room.ask(asked(**wish)))


async def ask_to_the_end(room, **wish):
    """All answers, as a client gets them that asks for more."""
    answers = [await ask(room, **wish)]
    while answers[-1]["done"] < 1:
        answers.append(await ask(room, **{**wish, "since": answers[-1]["passes"]}))
    return answers


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


def run(work):
    return asyncio.run(work())


def test_whoever_asks_again_is_answered_when_there_is_more():
    async def work():
        async with opened() as (room, _):
            return await ask_to_the_end(room)

    answers = run(work)
    passes = [one["passes"] for one in answers]
    assert passes == sorted(set(passes)) and passes[0] >= 1 and passes[-1] == 2 * PASSES
    assert answers[0]["seats"][0]["moments"] and not answers[0]["seats"][0]["choices"]
    assert answers[-1]["seats"][0]["choices"] and answers[-1]["ledger"]["lines"]
    done = [one["done"] for one in answers]
    assert done == sorted(done) and done[-1] == 1.0


def test_a_thousand_who_ask_at_once_are_one_work():
    async def work():
        async with opened() as (room, workers):
            workers.gate = asyncio.Event()
            people = [
                asyncio.ensure_future(room.ask(asked(language="ja" if n % 2 else "en")))
                for n in range(1000)
            ]
            await asyncio.sleep(0)
            workers.gate.set()
            assert len(set(await asyncio.gather(*people))) <= 2 * 2 * PASSES
            await ask_to_the_end(room)
            return workers

    workers = run(work)
    assert sorted(workers.passes, key=str) == sorted(
        [(seat, passes) for seat in (0, None) for passes in range(PASSES)], key=str
    )
    assert len(workers.words) <= 2 * 2 * PASSES


def test_seats_share_the_ledger():
    async def work():
        async with opened() as (room, workers):
            for seat in (0, 1, None):
                found = (await ask_to_the_end(room, seat=seat))[-1]
                assert [one["seat"] for one in found["seats"]] == ([] if seat is None else [seat])
                assert found["ledger"]
            return workers.passes

    assert len(run(work)) == 3 * PASSES


def test_what_is_stored_is_not_worked_out_again():
    async def work():
        store = PageStore(MemoryStorage())
        async with opened(store) as (room, _):
            first = (await ask_to_the_end(room))[-1]
        async with opened(store) as (room, workers):
            second = await ask(room)
            return first == second, workers.passes

    assert run(work) == (True, [])


def test_work_goes_on_where_another_process_left_it():
    async def work():
        store, clock = PageStore(MemoryStorage()), Clock()
        async with opened(store, now=clock) as (room, workers):
            workers.gate = asyncio.Event()
            first = asyncio.ensure_future(ask(room, seat=None))
            await settle()
            clock.time += reviews.WANTED + 1  # nobody will have asked for so long
            workers.gate.set()
            assert (await first)["passes"] == 1
        async with opened(store) as (room, workers):
            end = (await ask_to_the_end(room, seat=None))[-1]
            return workers.passes, end["passes"]

    assert run(work) == ([(None, passes) for passes in range(1, PASSES)], PASSES)


class Leases(LocalNotifier):
    """Of several processes, which know by `held` who holds what."""

    def __init__(self, held):
        super().__init__()
        self.held = held

    async def acquire_lease(self, table):
        return self.held.setdefault(table, self) is self

    async def release_lease(self, table):
        if self.held.get(table) is self:
            del self.held[table]


def test_two_processes_share_one_work():
    async def work():
        store, held = PageStore(MemoryStorage()), {}
        async with (
            opened(store, Leases(held)) as (one, first),
            opened(store, Leases(held)) as (other, second),
        ):
            answers = await asyncio.gather(*map(ask_to_the_end, (one, other)))
            assert answers[0][-1] == answers[1][-1]
            return first.passes + second.passes, held

    made, held = run(work)
    assert len(made) == len(set(made)) == 2 * PASSES and not held


# ---- bounds
def test_nobody_works_on_what_nobody_asks_for_any_more():
    async def work():
        clock = Clock()
        async with opened(now=clock) as (room, workers):
            workers.gate = asyncio.Event()
            waiting = asyncio.ensure_future(ask(room))
            await settle()
            waiting.cancel()
            clock.time += reviews.WANTED + 1
            workers.gate.set()
            tasks = [part.task for part in room.works.values()]
            await asyncio.wait(tasks)
            return workers.passes

    assert run(work) == [(0, 0)]


def test_few_parts_and_messages_are_kept(monkeypatch):
    monkeypatch.setattr(reviews, "MAX_PARTS", 3)
    monkeypatch.setattr(reviews, "MAX_MESSAGES", 2)

    async def work():
        async with opened() as (room, _):
            for seat in (0, 1, None):
                for language in ("en", "ja"):
                    await ask_to_the_end(room, seat=seat, language=language)
            await ask_to_the_end(room, seed=8)
            return len(room.works), len(room.messages)

    assert run(work) == (3, 2)


# ---- failures
def failing(workers, *errors):
    """The next passes fail with these errors."""
    left, review = list(errors), workers.review

    async def fail(job, asker=""):
        if left:
            raise left.pop(0)
        return await review(job, asker)

    workers.review = fail


def test_what_fails_is_told_and_not_tried_again_at_once():
    async def work():
        clock = Clock()
        async with opened(now=clock) as (room, workers):
            failing(workers, EkibenError("action 3 is not legal"))
            for _ in range(3):
                with pytest.raises(EkibenError, match="action 3"):
                    await ask(room, seat=None)
            assert not workers.passes
            clock.time += reviews.AGAIN
            return (await ask(room, seat=None))["passes"]

    assert run(work) == 1


def test_a_busy_server_is_asked_again_at_once():
    async def work():
        async with opened() as (room, workers):
            failing(workers, ApiError("busy", 503, seconds=10))
            with pytest.raises(ApiError, match="busy"):
                await ask(room, seat=None)
            return (await ask(room, seat=None))["passes"]

    assert run(work) == 1


def test_what_there_is_can_wait_for_a_busy_server_to_be_refined():
    async def work():
        async with opened() as (room, workers):
            workers.gate = asyncio.Event()
            first = asyncio.ensure_future(ask(room, seat=None))
            await settle()
            failing(workers, *[ApiError("busy", 503, seconds=10)] * 3)
            workers.gate.set()
            await first
            return (await ask_to_the_end(room, seat=None))[-1]["passes"]

    assert run(work) == PASSES


def test_one_part_is_shown_if_the_other_fails():
    async def work():
        async with opened() as (room, workers):
            failing(workers, EkibenError("no ledger"))  # the seat's part is asked for first
            found = await ask(room, seat=1)
            assert found["passes"] == 1 and not found["seats"]
            with pytest.raises(EkibenError, match="no ledger"):
                await ask_to_the_end(room, seat=1)

    run(work)


def test_reviews_are_made_while_the_store_is_away():
    class Away(PageStore):
        async def review(self, key):
            raise StoreUnavailable("gone")

        async def save_review(self, key, owner, review):
            raise StoreUnavailable("gone")

    async def work():
        async with opened(Away(MemoryStorage())) as (room, _):
            return (await ask_to_the_end(room))[-1]["done"]

    assert run(work) == 1.0


def test_whoever_waits_long_is_answered_with_what_there_is(monkeypatch):
    monkeypatch.setattr(reviews, "WAIT", 0.01)

    async def work():
        async with opened() as (room, workers):
            workers.gate = asyncio.Event()
            return await ask(room)

    found = run(work)
    assert (found["passes"], found["done"], found["seats"], found["ledger"]) == (0, 0.0, [], None)


def test_a_key_depends_on_record_part_and_version(monkeypatch):
    keys = {review_key(line, seat) for line in ("a", "b") for seat in (None, 0, 1)}
    monkeypatch.setattr(reviews, "VERSION", "other")
    assert len(keys | {review_key("a", None)}) == 7
