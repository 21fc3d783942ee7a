"""The server's side of the processes that think: one is replaced when it crashes or takes too long."""

from __future__ import annotations

import asyncio
import logging
import pickle
import random
import sys
import zlib
from contextlib import suppress
from typing import Any

from ekiben.bots import Limit
from ekiben.bots.levels import levels
from ekiben.core.batch import cores
from ekiben.core.errors import EkibenError
from ekiben.server.additions import board_files
from ekiben.server.jobs import HEAD, Choice, Frames
from ekiben.server.metrics import METRICS
from ekiben.server.play import Play

log = logging.getLogger("ekiben.server")
GRACE = 20.0                    # seconds beyond a bot's limit: a first choice loads the game
REPLAY = 60.0


class WorkerLost(Exception):
    """The process died or took too long; a new one is started for the next job."""


class Worker:
    """One process, one job at a time."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.lock = asyncio.Lock()

    async def ask(self, job: Choice | Frames, seconds: float) -> Any:
        async with self.lock:
            try:
                good, value = await asyncio.wait_for(self.exchange(pickle.dumps(job)), seconds)
            except BaseException as error:
                await self.end()
                if isinstance(error, (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError)):
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
                sys.executable, "-m", "ekiben.server.worker", *board_files(), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        return self.process

    async def end(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Workers:
    """Bots think here, on all cores of the machine together; a table's bots always in the same process. One more process makes replays.
    `servers`: processes of the server that have such workers each."""

    def __init__(self, count: int | None = None, servers: int = 1) -> None:
        self.thinkers = [Worker() for _ in range(count or max(1, min(2, cores() - 1)))]
        self.threads = max(1, cores() // (servers * len(self.thinkers)))
        self.clerk = Worker()
        self.queue = 0                                  # bots that think or wait

    async def choose(self, play: Play) -> int:
        """The bot's choice for the seat to act: tried again when it fails, then left to the simplest bot, then to the lot."""
        seat = play.match.seat
        assert seat is not None
        known = levels(play.game)
        simplest = next(iter(known.values()))
        wanted = known.get(play.levels[seat] or "", simplest)
        for kind in (wanted, wanted, simplest):
            try:
                with METRICS.timed("ekiben_thinking_seconds", level=kind.name):
                    return await self.answer(play, question(play, seat, kind.spec, Limit(kind.seconds, self.threads)))
            except (WorkerLost, EkibenError) as error:
                log.warning("bot failed", extra={"facts": {"table": play.setup.id, "seat": seat, "bot": kind.spec, "why": str(error)}})
        return int(random.choice(play.match.legal()))

    async def answer(self, play: Play, asked: Choice) -> int:
        self.queue += 1
        try:
            return int(await self.thinker(play).ask(asked, asked.limit.seconds + GRACE))
        finally:
            self.queue -= 1

    def thinker(self, play: Play) -> Worker:
        return self.thinkers[zlib.crc32(play.setup.id.encode()) % len(self.thinkers)]

    async def frames(self, line: str, eyes: int | str | None, language: str) -> bytes:
        try:
            return bytes(await self.clerk.ask(Frames(line, eyes, language), REPLAY))
        except WorkerLost as error:
            raise EkibenError("the record took too long to replay") from error

    async def close(self) -> None:
        for worker in (*self.thinkers, self.clerk):
            await worker.end()


def question(play: Play, seat: int, spec: str, limit: Limit) -> Choice:
    view, setup = play.match.view(seat), play.setup
    legal = [action.id for action in play.match.legal()]
    return Choice(setup.id, setup.game, setup.rules, setup.options, seat, view.fields, legal, spec, play.bot_seed(seat), limit)
