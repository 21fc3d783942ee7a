"""Reviews as they are worked out: one work for each record and seat, however many ask for it.

A review has two parts: the game as the seat could have judged it, and the ledger, which is the same
for all seats. Workers refine a part pass by pass while somebody wants to see it; what is there is
kept in the store, where it is found by everybody who asks later.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ekiben.analysis.reviewer import VERSION
from ekiben.core.errors import EkibenError
from ekiben.server.errors import ApiError
from ekiben.server.jobs import ReviewJob, ReviewPart, ReviewWordsJob
from ekiben.server.notifier import Notifier
from ekiben.server.review_store import ReviewOwner, ReviewStore, SavedReview
from ekiben.server.store import Conflict, StoreUnavailable
from ekiben.server.workers import WorkerPool

log = logging.getLogger("ekiben.server")
WAIT = 10.0  # seconds until a client that waits for more is answered in any case
WANTED = 30.0  # seconds for which a part is refined after somebody asked for it
AGAIN = 30.0  # seconds until a part that failed is tried again
LOOK_EVERY = 1.0  # seconds, while another process works on a part
MAX_PARTS = 64  # kept in memory
MAX_MESSAGES = 32
NOTHING = SavedReview(0, 0.0, b"")


class ReviewRequest(NamedTuple):
    """Whose review is asked for: of a finished game's record, and a seat, or only the ledger.

    The answer waits until there are more passes than `since`. `table` is where it was played.
    """

    game: str
    line: str
    seat: int | None
    since: int
    language: str
    asker: str
    table: str | None = None


@dataclass(eq=False)
class PartWork:
    """The work on one part of a review."""

    key: str
    part: ReviewPart
    owner: ReviewOwner
    saved: SavedReview = NOTHING
    wanted_until: float = 0.0
    after: PartWork | None = None  # whose first pass comes before this one's
    error: Exception | None = None
    again_at: float = 0.0  # when it may be tried again
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def is_done(self) -> bool:
        return self.saved.done >= 1.0

    @property
    def is_first_pass(self) -> bool:
        """Whether its first pass is under way."""
        return self.is_running and not self.saved.passes

    @property
    def is_running(self) -> bool:
        return self.task is not None and not self.task.done()


class ReviewRoom:
    """All reviews that this process knows of."""

    def __init__(
        self,
        workers: WorkerPool,
        store: ReviewStore,
        notifier: Notifier,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.workers = workers
        self.store = store
        self.notifier = notifier
        self.now = now
        self.works: OrderedDict[str, PartWork] = OrderedDict()
        self.messages: OrderedDict[ReviewWordsJob, asyncio.Task[bytes]] = OrderedDict()
        self.news = asyncio.Event()

    async def ask(self, asked: ReviewRequest) -> bytes:
        """The review as far as it is, as JSON."""
        works = self.works_for(asked)
        for work in works:
            self.keep_going(work, asked.asker)
        await self.wait_for_news(works, asked.since)
        if passes_of(works) <= asked.since and not all(work.is_done for work in works):
            for work in works:
                if work.error is not None:
                    raise work.error.with_traceback(None)
        return await self.message(works, asked)

    # ---- the parts
    def works_for(self, asked: ReviewRequest) -> list[PartWork]:
        """The ledger, and the seat's own part."""
        ledger = self.work_for(asked, None)
        if asked.seat is None:
            return [ledger]
        own = self.work_for(asked, asked.seat)
        ledger.after = own  # a curve is what people wait for
        return [own, ledger]

    def work_for(self, asked: ReviewRequest, seat: int | None) -> PartWork:
        key = review_key(asked.line, seat)
        if key not in self.works:
            part = ReviewPart(key, asked.game, asked.line, seat)
            self.works[key] = PartWork(key, part, ReviewOwner(asked.table, str(VERSION)))
        work = self.works[key]
        work.owner = work.owner._replace(table=work.owner.table or asked.table)
        self.works.move_to_end(key)
        self.forget_old()
        return work

    def forget_old(self) -> None:
        """Forget the parts that were asked for longest ago, except those that are worked on."""
        idle = [key for key, work in self.works.items() if not work.is_running]
        for key in idle[: max(0, len(self.works) - MAX_PARTS)]:
            del self.works[key]

    def keep_going(self, work: PartWork, asker: str) -> None:
        """Have a part refined for a while longer."""
        work.wanted_until = self.now() + WANTED
        waits = work.error is not None and self.now() < work.again_at
        if not work.is_done and not work.is_running and not waits:
            work.error = None
            work.task = asyncio.ensure_future(self.run(work, asker))

    async def run(self, work: PartWork, asker: str) -> None:
        """Refine a part while somebody wants it; whatever fails is told to those who wait."""
        lease = f"review {work.key}"
        try:
            await self.read(work)
            while work.after is not None and work.after.is_first_pass:
                await self.news.wait()
            while self.is_wanted(work) and not await self.notifier.acquire_lease(lease):
                await asyncio.sleep(LOOK_EVERY)
                await self.read(work)
            await self.read(work)  # whoever held the lease may have saved something since
            while self.is_wanted(work) and await self.notifier.acquire_lease(lease):
                await self.refine(work, asker)
        except Exception as error:
            work.error = error
            work.again_at = self.now() + (0.0 if is_busy(error) else AGAIN)
            if not isinstance(error, ApiError | EkibenError):
                log.exception("a review failed")
        finally:
            await self.notifier.release_lease(lease)
            self.tell()

    def is_wanted(self, work: PartWork) -> bool:
        return not work.is_done and self.now() < work.wanted_until

    async def refine(self, work: PartWork, asker: str) -> None:
        """Make one more pass, and keep what came of it."""
        job = ReviewJob(work.part, work.saved, self.workers.review_threads)
        try:
            work.saved = await self.workers.review(job, asker)
        except ApiError as error:
            if not (is_busy(error) and work.saved.passes):
                raise
            await asyncio.sleep(LOOK_EVERY)  # there is something to see: the rest can wait
            return
        self.tell()
        try:
            await self.store.save_review(work.key, work.owner, work.saved)
        except (StoreUnavailable, Conflict) as error:
            log.warning("a review was not saved", extra={"facts": {"why": str(error)}})

    async def read(self, work: PartWork) -> None:
        """Take over what the store has, if that is further."""
        try:
            found = await self.store.review(work.key)
        except StoreUnavailable:
            return
        if found is not None and found.passes > work.saved.passes:
            work.saved = found
            self.tell()

    # ---- those who wait
    def tell(self) -> None:
        self.news.set()
        self.news = asyncio.Event()

    async def wait_for_news(self, works: Sequence[PartWork], since: int) -> None:
        """Wait until there are more passes, nothing is left to do or fails, or it takes long."""
        try:
            async with asyncio.timeout(WAIT):
                while passes_of(works) <= since and any(work.is_running for work in works):
                    await self.news.wait()
        except TimeoutError:
            return

    async def message(self, works: Sequence[PartWork], asked: ReviewRequest) -> bytes:
        """What is there in words; each state of a review is put in words once."""
        parts = tuple((work.part, work.saved) for work in works)
        job = ReviewWordsJob(asked.line, parts, asked.language)
        task = self.messages.get(job)
        if task is None:
            task = asyncio.ensure_future(self.workers.review_words(job, asked.asker))
            self.keep_message(job, task)
        self.messages.move_to_end(job)
        return await asyncio.shield(task)  # others may wait for it too

    def keep_message(self, job: ReviewWordsJob, task: asyncio.Task[bytes]) -> None:
        self.messages[job] = task
        task.add_done_callback(lambda done: self.drop_failed(job, done))
        while len(self.messages) > MAX_MESSAGES:
            self.messages.popitem(last=False)

    def drop_failed(self, job: ReviewWordsJob, task: asyncio.Task[bytes]) -> None:
        if (task.cancelled() or task.exception()) and self.messages.get(job) is task:
            del self.messages[job]

    async def close(self) -> None:
        running = [work.task for work in self.works.values() if work.task is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def is_busy(error: Exception) -> bool:
    """Whether the same may succeed in a moment."""
    return isinstance(error, ApiError) and error.status == 503


def passes_of(works: Sequence[PartWork]) -> int:
    return sum(work.saved.passes for work in works)


def review_key(line: str, seat: int | None) -> str:
    """What a part of a review is found by."""
    part = "ledger" if seat is None else f"seat {seat}"
    return hashlib.sha256(f"{VERSION} {part} {line}".encode()).hexdigest()
