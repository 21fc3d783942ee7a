"""The plans one page asks for."""

from __future__ import annotations

from ekiben.server import messages
from ekiben.server.errors import ApiError
from ekiben.server.latest_requests import LatestRequests
from ekiben.server.scenes.family import PLANNER
from ekiben.server.scenes.plan_messages import Answer, NoPlan


class PlanRequests(LatestRequests[messages.Plan]):
    """Plans for the seat that looks."""

    async def answer(self, request: messages.Plan) -> messages.PlanMessage:
        """A plan; refused if the position changes meanwhile."""
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
