"""Prepares the engine when a server starts: compiles rules and bots once per machine.

Until that is done, everything runs interpreted; bots keep to their time either way.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response

from ekiben.core.batch import cores
from ekiben.core.builds import AnyBuilds
from ekiben.core.machine_code import is_cached
from ekiben.server.http_messages import EnginePart, EngineStatus
from ekiben.server.machine_code import (
    all_builds,
    family_games,
    leave_compiling_to_server,
    load,
    package_and_family,
)
from ekiben.server.off_loop import off_loop
from ekiben.server.responses import JsonResponse
from ekiben.server.scenes.family import PLANNER
from ekiben.server.workers import WorkerPool

log = logging.getLogger("ekiben.server")


class Engine:
    """What is prepared, and how far it is."""

    def __init__(self, workers: WorkerPool) -> None:
        self.workers = workers
        self.parts: dict[str, EnginePart] = {}
        self.preparing = False
        self.compilers: set[asyncio.subprocess.Process] = set()

    def status(self) -> EngineStatus:
        return EngineStatus(self.preparing, list(self.parts.values()))

    async def prepare(self) -> None:
        """Compile what is missing, part by part, and have the workers load it."""
        try:
            await self.prepare_parts()
        except Exception:
            log.exception("the engine could not be prepared: rules and bots run interpreted")
        finally:
            self.preparing = False
            for compiler in self.compilers:
                with suppress(ProcessLookupError):
                    compiler.terminate()

    async def prepare_parts(self) -> None:
        builds = [one for one in await off_loop(all_builds) if one.can_compile()]
        leave_compiling_to_server(builds)
        missing = [one for one in builds if not is_cached(one.rule_set)]
        self.parts = {one.rule_set.home: part_of(one, one not in missing) for one in builds}
        self.preparing = bool(missing)
        await self.warm_up()
        slots = asyncio.Semaphore(1 if cores() < 4 else 2)
        await asyncio.gather(*(self.compile(one, slots) for one in missing))
        if builds:
            await off_loop(load, (one for one in builds if is_rules(one)))
            self.compile_plans()
        if missing:
            await self.warm_up()

    async def compile(self, one: AnyBuilds, slots: asyncio.Semaphore) -> None:
        """Compile a part in a process of its own, and follow how far it is."""
        part = self.parts[one.rule_set.home]
        async with slots:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "ekiben.server.compile_part",
                one.rule_set.home,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
            )
            self.compilers.add(process)
            assert process.stdout is not None
            async for line in process.stdout:
                part.done, part.total = map(int, line.split())
            code = await process.wait()
            self.compilers.discard(process)
        if code or not is_cached(one.rule_set):
            log.warning("a part was not compiled", extra={"facts": {"part": part.name}})
        part.ready = True

    def compile_plans(self) -> None:
        """Compile the searches of the families that have some."""
        for game in family_games():
            planner = PLANNER.find(game)
            if planner is not None:
                planner.compile_in_background(game)

    async def warm_up(self) -> None:
        """Start the bots' processes and let them load what is compiled."""
        await self.workers.warm_up([game.name for game in family_games()])


def part_of(one: AnyBuilds, ready: bool) -> EnginePart:
    return EnginePart("-".join(package_and_family(one)), 0, 0, ready)


def is_rules(one: AnyBuilds) -> bool:
    return package_and_family(one)[0] == "games" and is_cached(one.rule_set)


async def engine_status(request: Request) -> Response:
    """How far the engine is prepared."""
    engine: Engine = request.app.state.engine
    return JsonResponse(engine.status())
