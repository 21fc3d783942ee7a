"""The server's side of a worker process, which is replaced if it crashes or takes too long."""

from __future__ import annotations

import asyncio
import pickle
import sys
from contextlib import suppress

from ekiben.core.errors import EkibenError
from ekiben.server.custom_content import board_files
from ekiben.server.jobs import LENGTH_PREFIX, Job, JobAnswer, JobResult, WorkerLost

LOST = (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError)


class WorkerProcess:
    """One process, one job at a time."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.lock = asyncio.Lock()

    async def ask(self, job: Job, seconds: float) -> JobResult:
        """Do a job within the time given."""
        async with self.lock:
            try:
                answer = await asyncio.wait_for(self.exchange(pickle.dumps(job)), seconds)
            except BaseException as error:
                await self.stop()
                if isinstance(error, LOST):
                    raise WorkerLost(type(error).__name__) from error
                raise
        if answer.result is None:
            raise EkibenError(answer.error)
        return answer.result

    async def exchange(self, job: bytes) -> JobAnswer:
        process = await self.ensure_running()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(LENGTH_PREFIX.pack(len(job)) + job)
        await process.stdin.drain()
        size = LENGTH_PREFIX.unpack(await process.stdout.readexactly(LENGTH_PREFIX.size))[0]
        answer: JobAnswer = pickle.loads(await process.stdout.readexactly(size))
        return answer

    async def ensure_running(self) -> asyncio.subprocess.Process:
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "ekiben.server.worker",
                *board_files(),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        return self.process

    async def stop(self) -> None:
        process = self.process
        self.process = None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
