"""The server's side of a process that thinks: it is replaced when it crashes or takes too long."""

from __future__ import annotations

import asyncio
import pickle
import sys
from contextlib import suppress
from typing import Any

from ekiben.core.errors import EkibenError
from ekiben.server.custom_content import board_files
from ekiben.server.jobs import HEAD, Job


class WorkerLost(Exception):
    """The process died or took too long; a new one is started for the next job."""


class Worker:
    """One process, one job at a time."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.lock = asyncio.Lock()

    async def ask(self, job: Job, seconds: float) -> Any:
        async with self.lock:
            try:
                good, value = await asyncio.wait_for(self.exchange(pickle.dumps(job)), seconds)
            except BaseException as error:
                await self.end()
                if isinstance(
                    error, (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError)
                ):
                    raise WorkerLost(type(error).__name__) from error
                raise
        if not good:
            raise EkibenError(value)
        return value

    async def exchange(self, job: bytes) -> Any:
        process = await self.running()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(HEAD.pack(len(job)) + job)
        await process.stdin.drain()
        size = HEAD.unpack(await process.stdout.readexactly(HEAD.size))[0]
        return pickle.loads(await process.stdout.readexactly(size))

    async def running(self) -> asyncio.subprocess.Process:
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

    async def end(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
