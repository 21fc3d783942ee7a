"""The HTTP API of branches: playing on from a position, the tree of branches, sharing it."""

from __future__ import annotations

from contextlib import suppress

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response

from ekiben.core import record
from ekiben.server import branches
from ekiben.server.access import new_token
from ekiben.server.api import check_revealed, record_line, seats_if_visible, table_of
from ekiben.server.branch_messages import (
    MOST_ACTIONS,
    BranchInfo,
    BranchTree,
    NewBranch,
    TableLink,
)
from ekiben.server.errors import ApiError
from ekiben.server.http import (
    LARGE,
    address_of,
    check_rate,
    read_body,
    read_bytes,
    registry_of,
    seats_of,
    set_seat_cookie,
)
from ekiben.server.http_messages import TableStatus
from ekiben.server.jobs import PositionJob, PositionQuestion
from ekiben.server.off_loop import off_loop
from ekiben.server.puzzle_messages import MAX_ANSWER
from ekiben.server.responses import JsonResponse, language_of
from ekiben.server.reviews_api import check_not_running
from ekiben.server.statuses import Statuses, branch_origin
from ekiben.server.store import BranchTable
from ekiben.server.table import Table


# ---- branches
async def begin_branch(request: Request) -> Response:
    """Begin a table that plays on from a position of this one, for this browser."""
    check_rate(request, "tables")
    body = await read_body(request, NewBranch)
    table = await revealed_table(request)
    token = body.fresh or new_token()
    setup = await branches.begin_branch(
        registry_of(request), table, body, token, language_of(request)
    )
    response = JsonResponse(TableLink(setup.id), 201)
    set_seat_cookie(request, response, setup.id, [token])
    return response


async def revealed_table(request: Request) -> Table:
    """The table, if this browser may see the whole game."""
    table = await table_of(request)
    await seats_if_visible(request, table)
    check_revealed(request, table)
    return table


async def list_branches(request: Request) -> Response:
    """The tree of branches; of a game that still runs only what everybody at the table knows."""
    check_rate(request, "replays")
    table = await table_of(request)
    await seats_if_visible(request, table)
    store = registry_of(request).store
    found = await branches.branch_tree(store, table.id)
    tree = BranchTree(
        table=table.id,
        origin=branch_origin(table.state.setup),
        shared=table.state.is_watchable,
        branches=[await branch_info(request, one) for one in found],
    )
    return JsonResponse(tree)


async def branch_info(request: Request, one: BranchTable) -> BranchInfo:
    setup = one.setup
    assert setup.branch is not UNSET
    result = await result_of(request, setup.id) if one.over else None
    levels = {seat.level for seat in setup.seats if seat.kind == "bot"}
    return BranchInfo(
        table=setup.id,
        parent=setup.branch.parent,
        at=setup.branch.at,
        seat=setup.branch.seat,
        name=setup.seats[setup.branch.seat].name_in(language_of(request)),
        level=levels.pop() if len(levels) == 1 else None,
        created=setup.created,
        over=one.over,
        scores=result.scores if result else [],
        ranking=result.ranking if result else [],
    )


async def result_of(request: Request, table: str) -> TableStatus | None:
    """How a branch ended; None if its table cannot be read."""
    statuses: Statuses = request.app.state.statuses
    with suppress(ApiError):
        return (await statuses.status(table)).status
    return None


async def share_table(request: Request) -> Response:
    """Let everybody who has the link see a finished game of one's own."""
    check_rate(request, "sits")
    table = await revealed_table(request)
    own = await seats_of(request, table)
    if not own and not table.state.is_watchable:
        raise ApiError("not-your-seat", 403)
    await table.run_to_completion(branches.share(table, min(own, default=0)))
    return Response(status_code=204)


async def store_record(request: Request) -> Response:
    """Store a record as a table, so that it can be branched off and linked to."""
    check_rate(request, "tables")
    line = (await read_bytes(request, LARGE)).decode("utf-8", "replace").strip()
    await check_not_running(request, await off_loop(record.read, line))
    table = await branches.store_record(registry_of(request), line, address_of(request))
    return JsonResponse(TableLink(table), 201)


# ---- positions
async def position(request: Request) -> Response:
    """A position of a finished game as the seat to act saw it, with its legal actions."""
    return await ask_position(request, "position")


async def why_not(request: Request) -> Response:
    """Why the seat could not play an action in a position of a finished game."""
    return await ask_position(request, "why", action_of(request))


async def judge(request: Request) -> Response:
    """What an action is worth that the review of a finished game has not judged."""
    check_rate(request, "reviews")
    return await ask_position(request, "judge", action_of(request))


def action_of(request: Request) -> str:
    action = request.query_params.get("action", "")
    if not 0 < len(action) <= MAX_ANSWER:
        raise ApiError("not-an-action", 400, action=action[:40])
    return action


async def ask_position(request: Request, ask: PositionQuestion, action: str = "") -> Response:
    check_rate(request, "puzzles")
    table = await revealed_table(request)
    at = request.path_params["at"]
    if not (at.isascii() and at.isdecimal() and int(at[:9]) < MOST_ACTIONS):
        raise ApiError("no-position", 400)
    line = await off_loop(record_line, table.state.match.copy(), None, True)
    game = table.state.setup.game
    job = PositionJob(table.id, game, line, int(at), ask, action, language_of(request))
    return JsonResponse(await registry_of(request).workers.position(job, address_of(request)))
