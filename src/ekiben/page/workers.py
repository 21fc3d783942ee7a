"""The page's workers: bots, replays and plans are done in place, without processes."""

from __future__ import annotations

import asyncio

from ekiben.core.errors import EkibenError
from ekiben.server.jobs import Job, JobResult
from ekiben.server.metrics import Metrics
from ekiben.server.worker import JobRunner
from ekiben.server.workers import WorkerPool

BREATH = 0.01  # seconds before a job, in which messages that wait go out first


class LocalWorker:
    """Does jobs in this very thread."""

    def __init__(self, runner: JobRunner) -> None:
        self.runner = runner

    async def ask(self, job: Job, seconds: float) -> JobResult:
        """Do a job, however long it takes."""
        await asyncio.sleep(BREATH)
        answer = self.runner.answer(job)
        if answer.result is None:
            raise EkibenError(answer.error)
        return answer.result

    async def stop(self) -> None:
        """Do nothing: there is no process to stop."""


def page_pool(metrics: Metrics) -> WorkerPool:
    """A pool whose workers share one runner, and so their bots."""
    runner = JobRunner()
    return WorkerPool(1, 1, metrics, lambda: LocalWorker(runner))
