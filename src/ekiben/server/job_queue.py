"""A queue of jobs for workers: bounded in all and per client, small jobs first."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from ekiben.server.errors import ApiError
from ekiben.server.jobs import Job, JobResult, Worker
from ekiben.server.worker_process import WorkerProcess

OVERTAKE_COST = 100  # a job n places later overtakes only if it is smaller by n times this


@dataclass(frozen=True, eq=False)
class QueuedJob:
    """A job waiting for a worker; the lowest rank comes first."""

    rank: int
    size: int
    worker: asyncio.Future[Worker]


class JobQueue:
    """The first of several workers takes only small jobs, so they never wait for a large one."""

    def __init__(
        self,
        workers: int,
        *,
        max_waiting: int,
        max_per_asker: int,
        small_size: int = 0,
        timeout: float = 30.0,
        new_worker: Callable[[], Worker] = WorkerProcess,
    ) -> None:
        self.workers = [new_worker() for _ in range(workers)]
        self.idle = list(self.workers)
        self.max_waiting = max_waiting
        self.max_per_asker = max_per_asker
        self.small_size = small_size
        self.timeout = timeout  # seconds a job may wait for a worker
        self.waiting: list[QueuedJob] = []
        self.askers: Counter[str] = Counter()
        self.numbers = itertools.count()

    async def ask(self, job: Job, seconds: float, asker: str = "", size: int = 0) -> JobResult:
        """Do a job; refuse it if too many wait, or too many of this client's."""
        if len(self.waiting) >= self.max_waiting or self.askers[asker] >= self.max_per_asker:
            raise busy()
        self.askers[asker] += 1
        try:
            worker = await self.acquire_worker(size)
            try:
                return await worker.ask(job, seconds)
            finally:
                self.hand_over(worker)
        finally:
            self.askers[asker] -= 1
            self.askers += Counter()  # drops clients without jobs

    async def acquire_worker(self, size: int) -> Worker:
        number = next(self.numbers)
        for worker in self.workers:
            if worker in self.idle and self.accepts(worker, size):
                self.idle.remove(worker)
                return worker
        future = asyncio.get_running_loop().create_future()
        queued = QueuedJob(size + OVERTAKE_COST * number, size, future)
        self.waiting.append(queued)
        try:
            async with asyncio.timeout(self.timeout):
                return await queued.worker
        except BaseException as error:
            if queued.worker.done() and not queued.worker.cancelled():
                self.hand_over(queued.worker.result())  # it came at that very moment
            if isinstance(error, TimeoutError):
                raise busy() from None
            raise
        finally:
            self.waiting.remove(queued)

    def accepts(self, worker: Worker, size: int) -> bool:
        return len(self.workers) == 1 or worker is not self.workers[0] or size <= self.small_size

    def hand_over(self, worker: Worker) -> None:
        """Give a free worker to the first job in line that it accepts."""
        for queued in sorted(self.waiting, key=lambda queued: queued.rank):
            if self.accepts(worker, queued.size) and not queued.worker.done():
                queued.worker.set_result(worker)
                return
        self.idle.append(worker)

    async def close(self) -> None:
        for worker in self.workers:
            await worker.stop()


def busy() -> ApiError:
    return ApiError("busy", 503, seconds=10)
