"""The page's workers: bots, replays and plans are done in place, without processes.

Only the calls of a bot's search go elsewhere, to the page's thinking workers.
"""

from __future__ import annotations

import asyncio

from ekiben.core.errors import EkibenError
from ekiben.page.networks import PageNetworks
from ekiben.page.thinking import Thinking, Workers
from ekiben.server.jobs import Job, JobResult
from ekiben.server.metrics import Metrics
from ekiben.server.worker import JobRunner
from ekiben.server.workers import WorkerPool

BREATH = 0.01  # seconds before a job, in which messages that wait go out first


class LocalWorker:
    """Does jobs in this very thread; others have their turn while a search goes on elsewhere."""

    def __init__(self, runner: JobRunner, thinking: Thinking, networks: PageNetworks) -> None:
        self.runner = runner
        self.thinking = thinking
        self.networks = networks

    async def ask(self, job: Job, seconds: float) -> JobResult:
        """Do a job, however long it takes."""
        await asyncio.sleep(BREATH)
        await self.networks.prepare(job)
        try:
            return await self.thinking.run(self.runner.work(job))
        except EkibenError:
            raise
        except Exception as error:
            raise EkibenError(f"{type(error).__name__}: {error}") from error

    async def stop(self) -> None:
        """Do nothing: there is no process to stop."""


def page_pool(
    metrics: Metrics, workers: Workers | None = None, networks: PageNetworks | None = None
) -> WorkerPool:
    """A pool whose workers share one runner, and so their bots; a search uses all `workers`."""
    runner = JobRunner()
    thinking = Thinking(workers)
    known = networks or PageNetworks(None, {})
    pool = WorkerPool(1, 1, metrics, lambda: LocalWorker(runner, thinking, known))
    pool.threads = thinking.threads
    return pool
