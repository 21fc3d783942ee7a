"""How a browser's own games stand, told without keeping every table in memory.

A table that is not in memory is replayed once; the answer is kept until its log grows.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, replace

from msgspec import UNSET, structs
from starlette.requests import Request
from starlette.responses import Response

from ekiben.server.access import Access, hash_token
from ekiben.server.default_names import names_in
from ekiben.server.errors import ApiError
from ekiben.server.http import check_rate, registry_of, tokens_of
from ekiben.server.http_messages import BranchOrigin, TableStatus
from ekiben.server.responses import JsonResponse, language_of
from ekiben.server.store import Setup
from ekiben.server.table_state import TableState
from ekiben.server.tables import TableRegistry

MAX_KEPT = 2000  # answers; a kilobyte each


@dataclass(frozen=True)
class KeptStatus:
    """A status after `seq` entries, when its last move was made, and who may ask for it."""

    seq: int
    moved_at: float
    access: Access
    status: TableStatus
    default_names: list[str | None]


class Statuses:
    """The statuses of tables, in the order in which they were last asked for."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.kept: OrderedDict[str, KeptStatus] = OrderedDict()

    async def status(self, id: str) -> KeptStatus:
        found = self.kept.get(id)
        if found is None or found.seq != await self.length(id):
            found = await self.keep((await self.registry.table(id)).state)
        self.kept.move_to_end(id)
        return found

    async def length(self, id: str) -> int | None:
        """Entries in the table's log; None if there is no such table."""
        table = self.registry.tables.get(id)
        if table is not None and not table.gone:
            return table.state.seq
        return await self.registry.store.log_length(id)

    async def keep(self, state: TableState) -> KeptStatus:
        id = state.setup.id
        found = KeptStatus(
            seq=state.seq,
            moved_at=state.setup.created,
            access=state.access.copy(),
            status=status_of(state),
            default_names=state.default_names,
        )
        moved_at = await self.registry.store.entry_time(id, state.last_move - 1)
        if moved_at is not None:
            found = replace(found, moved_at=moved_at)
        self.kept[id] = found
        while len(self.kept) > MAX_KEPT:
            self.kept.popitem(last=False)
        return found


def status_of(state: TableState) -> TableStatus:
    """What everybody at the table may know; the scores only once the game is over."""
    over = state.match.over
    return TableStatus(
        table=state.setup.id,
        game=state.setup.game,
        names=state.names.copy(),
        kinds=state.kinds.copy(),
        levels=state.levels.copy(),
        assisted=[seat in state.assisted for seat in range(len(state.kinds))],
        you=[],
        over=over,
        seat=None if state.waiting else state.match.seat,
        idle=0.0,
        scores=list(map(int, state.match.scores())) if over else [],
        ranking=state.match.ranking() if over else [],
        again=state.again,
        lesson=state.setup.lesson or None,
        branch=branch_origin(state.setup),
    )


def branch_origin(setup: Setup) -> BranchOrigin | None:
    """Where a table was branched off; None if it was not."""
    branch = setup.branch
    return None if branch is UNSET else BranchOrigin(branch.parent, branch.at, branch.seat)


async def table_status(request: Request) -> Response:
    """How a game of this browser stands; nobody else is told."""
    check_rate(request, "statuses")
    statuses: Statuses = request.app.state.statuses
    id = request.path_params["table"]
    known = await statuses.status(id)
    tokens = [hash_token(token) for token in tokens_of(request, id)]
    if not all(map(known.access.knows, tokens)):  # another process may have just seated it
        table = await registry_of(request).table(id)
        await table.refresh()
        known = await statuses.keep(table.state)
    own = known.access.seats_of(tokens)
    if not own:
        raise ApiError("not-your-seat", 403)
    idle = max(0.0, round(time.time() - known.moved_at, 1))
    names = names_in(language_of(request), known.status.names, known.default_names)
    return JsonResponse(structs.replace(known.status, names=names, you=sorted(own), idle=idle))
