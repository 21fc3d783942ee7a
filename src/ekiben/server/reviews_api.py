"""The HTTP API of reviews: of finished games that may be seen whole, and of no others."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from ekiben.core import record
from ekiben.core.record import RecordValues
from ekiben.server import api, branches, deals_api
from ekiben.server.errors import ApiError
from ekiben.server.http import LARGE, address_of, check_rate, read_bytes, registry_of
from ekiben.server.off_loop import off_loop
from ekiben.server.responses import JsonResponse, language_of
from ekiben.server.reviews import ReviewRequest, ReviewRoom

MAX_SINCE = 10_000  # passes that a client may claim to have


class Reviewed(NamedTuple):
    """A finished game that this client may see whole, and the table where it was played."""

    game: str
    line: str
    seats: int
    table: str | None = None


def room_of(request: Request) -> ReviewRoom:
    room: ReviewRoom = request.app.state.reviews
    return room


async def review_table(request: Request) -> Response:
    """Review a table's game for those who may see it, once it is over and not sealed."""
    check_rate(request, "reviews")
    table = await api.table_of(request)
    await api.seats_if_visible(request, table)
    api.check_dealt(table)
    api.check_revealed(request, table)
    match = table.state.match
    line = await off_loop(api.record_line, match.copy(), None, True)
    return await review_response(
        request, Reviewed(table.state.setup.game, line, match.seats, table.id)
    )


async def review_deal_table(request: Request) -> Response:
    """Review a table of a deal for those who may see it."""
    check_rate(request, "reviews")
    line = await deals_api.deal_record(request)
    table = await api.table_of(request)
    state = table.state
    return await review_response(
        request, Reviewed(state.setup.game, line, state.match.seats, table.id)
    )


async def review_record(request: Request) -> Response:
    """Review a record that the browser uploads: whole, finished, and of no game that runs here."""
    check_rate(request, "reviews")
    line = (await read_bytes(request, LARGE)).decode("utf-8", "replace").strip()
    values = await off_loop(record.read, line)
    if values["result"] is None:
        raise ApiError("not-over")
    await check_not_running(request, values)
    return await review_response(request, Reviewed(values["game"], line, values["seats"]))


async def check_not_running(request: Request, values: RecordValues) -> None:
    """Refuse a record with the luck of a game that runs here.

    Whoever knows the seed could otherwise have the running game reviewed with an end made up. A
    branch has the luck of its parent, so there only a record of what was played since is refused.
    """
    seed = f"{record.seed_of(values['seed']):x}"
    store = registry_of(request).store
    for table in await store.running_tables(seed):
        if not await branches.is_played_elsewhere(store, table, values["actions"]):
            raise ApiError("seed-in-play", 403)


async def review_response(request: Request, reviewed: Reviewed) -> Response:
    asked = ReviewRequest(
        game=reviewed.game,
        line=reviewed.line,
        seat=seat_from(request.query_params.get("seat"), reviewed.seats),
        since=since_from(request.query_params.get("since", "0")),
        language=language_of(request),
        asker=address_of(request),
        table=reviewed.table,
    )
    return JsonResponse(await room_of(request).ask(asked))


def seat_from(text: str | None, seats: int) -> int | None:
    """The seat a query names; None: only the ledger."""
    if text is None:
        return None
    seat = api.seat_from(text, frozenset(), True)
    if seat >= seats:
        raise ApiError("no-eyes", 400, eyes=text)
    return seat


def since_from(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < len(str(MAX_SINCE))):
        raise ApiError("bad-since", 400, since=text[:20])
    return int(text)
