"""The plans that one page asks for: one is under way, and of those that wait only the newest
counts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from ekiben.server import messages
from ekiben.server.refusals import Refuse
from ekiben.server.scenes.family import PLANNER
from ekiben.server.scenes.plan_messages import NoPlan
from ekiben.server.table import Table
from ekiben.server.viewers import Viewer, encode

Tell = Callable[[Viewer, int, Awaitable[Any]], Awaitable[None]]


class Planner:
    """`tell` sends a viewer the answer to a request, or why there is none."""

    def __init__(self, table: Table, viewer: Viewer, asker: str, tell: Tell) -> None:
        self.table = table
        self.viewer = viewer
        self.asker = asker
        self.tell = tell
        self.waiting: messages.Plan | None = None
        self.working: asyncio.Task[None] | None = None

    def ask(self, request: messages.Plan) -> None:
        replaced, self.waiting = self.waiting, request
        if replaced is not None:
            self.viewer.send(
                encode(Refuse("newer-plan").message(replaced.request, self.viewer.language))
            )
        if self.working is None or self.working.done():
            self.working = asyncio.ensure_future(self.work())

    async def work(self) -> None:
        while self.waiting is not None:
            request, self.waiting = self.waiting, None
            await self.tell(self.viewer, request.request, self.plan(request))

    async def plan(self, request: messages.Plan) -> messages.Planned:
        """From the view alone, for the seat that looks; what comes too late for its position is no
        answer.
        """
        play, looking = self.table.play, self.viewer.looking
        if PLANNER.find(play.game) is None:
            raise Refuse("no-plans")
        moved, found = play.moved, await self.found(request)
        if (play.moved, self.viewer.looking) != (moved, looking):
            raise Refuse("late")
        return messages.Planned(
            request=request.request, ok=not isinstance(found, NoPlan), plan=found
        )

    async def found(self, request: messages.Plan) -> Any:
        play, looking = self.table.play, self.viewer.looking
        if looking is None:
            return NoPlan("spectator")
        return await self.table.workers.plan(
            play, play.match.view(looking), request.ask, self.asker
        )

    async def close(self) -> None:
        if self.working is not None:
            self.working.cancel()
            await asyncio.gather(self.working, return_exceptions=True)
