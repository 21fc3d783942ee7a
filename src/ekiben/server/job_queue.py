"""Jobs that wait for a process: so many at most, so many of one asker, small ones first."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from dataclasses import dataclass
from typing import Any

from ekiben.server.jobs import Job
from ekiben.server.refusals import Refuse
from ekiben.server.worker_process import Worker

AGE = (
    100  # a job may be overtaken by one that comes n jobs later if it is n times this much smaller
)


@dataclass(frozen=True, eq=False)
class Place:
    """In the queue: the lowest rank comes first."""

    rank: int
    size: int
    worker: asyncio.Future[Worker]


class JobQueue:
    """Of several workers the first takes small jobs only, so that these never wait for a large one."""

    def __init__(
        self, workers: int, most: int, per_asker: int, small: int = 0, patience: float = 30.0
    ) -> None:
        self.workers = [Worker() for _ in range(workers)]
        self.idle = list(self.workers)
        self.most = most
        self.per_asker = per_asker
        self.small = small
        self.patience = patience  # seconds until who waits is sent away
        self.waiting: list[Place] = []
        self.askers: Counter[str] = Counter()
        self.numbers = itertools.count()

    async def ask(self, job: Job, seconds: float, asker: str = "", size: int = 0) -> Any:
        """The answer; refused where too many wait, or too many of this asker's."""
        if len(self.waiting) >= self.most or self.askers[asker] >= self.per_asker:
            raise busy()
        self.askers[asker] += 1
        try:
            worker = await self.free_worker(size)
            try:
                return await worker.ask(job, seconds)
            finally:
                self.give_on(worker)
        finally:
            self.askers[asker] -= 1
            self.askers += Counter()  # forgets those who have none

    async def free_worker(self, size: int) -> Worker:
        number = next(self.numbers)
        for worker in self.workers:
            if worker in self.idle and self.takes(worker, size):
                self.idle.remove(worker)
                return worker
        place = Place(size + AGE * number, size, asyncio.get_running_loop().create_future())
        self.waiting.append(place)
        try:
            async with asyncio.timeout(self.patience):
                return await place.worker
        except BaseException as error:
            if place.worker.done() and not place.worker.cancelled():
                self.give_on(place.worker.result())  # it came in the very moment
            if isinstance(error, TimeoutError):
                raise busy() from None
            raise
        finally:
            self.waiting.remove(place)

    def takes(self, worker: Worker, size: int) -> bool:
        return len(self.workers) == 1 or worker is not self.workers[0] or size <= self.small

    def give_on(self, worker: Worker) -> None:
        """To the first in line whom it may work for."""
        for place in sorted(self.waiting, key=lambda place: place.rank):
            if self.takes(worker, place.size) and not place.worker.done():
                place.worker.set_result(worker)
                return
        self.idle.append(worker)

    async def close(self) -> None:
        for worker in self.workers:
            await worker.end()


def busy() -> Refuse:
    return Refuse("busy", 503, seconds=10)
