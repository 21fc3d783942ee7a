"""The plans one page asks for: one is computed at a time, and only the newest request waits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ekiben.server import messages
from ekiben.server.errors import ApiError
from ekiben.server.scenes.family import PLANNER
from ekiben.server.scenes.plan_messages import Answer, NoPlan
from ekiben.server.table import Table
from ekiben.server.viewers import Viewer, encode

SendAnswer = Callable[[Table, Viewer, int, Awaitable[messages.PlanMessage]], Awaitable[None]]


class PlanRequests:
    """`send_answer` sends a viewer the answer to a request, or an error."""

    def __init__(self, table: Table, viewer: Viewer, asker: str, send_answer: SendAnswer) -> None:
        self.table = table
        self.viewer = viewer
        self.asker = asker
        self.send_answer = send_answer
        self.waiting: messages.Plan | None = None
        self.task: asyncio.Task[None] | None = None

    def ask(self, request: messages.Plan) -> None:
        """Queue a request in place of the one that waits."""
        replaced = self.waiting
        self.waiting = request
        if replaced is not None:
            error = ApiError("newer-plan")
            self.viewer.send(encode(error.message(replaced.request, self.viewer.language)))
        if self.task is None or self.task.done():
            self.task = asyncio.ensure_future(self.work())

    async def work(self) -> None:
        while self.waiting is not None:
            request = self.waiting
            self.waiting = None
            await self.send_answer(self.table, self.viewer, request.request, self.plan(request))

    async def plan(self, request: messages.Plan) -> messages.PlanMessage:
        """A plan for the seat that looks; refused if the position changes meanwhile."""
        state = self.table.state
        if PLANNER.find(state.game) is None:
            raise ApiError("no-plans")
        if state.waiting:
            raise ApiError("not-dealt")
        before = (state.last_move, self.viewer.looking)
        plan = await self.find_plan(request)
        if (state.last_move, self.viewer.looking) != before:
            raise ApiError("late")
        return messages.PlanMessage(
            request=request.request, ok=not isinstance(plan, NoPlan), plan=plan
        )

    async def find_plan(self, request: messages.Plan) -> Answer:
        state = self.table.state
        looking = self.viewer.looking
        if looking is None:
            return NoPlan("spectator")
        view = state.match.view(looking)
        return await self.table.workers.plan(state, view, request.ask, self.asker)

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
