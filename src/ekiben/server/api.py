"""The HTTP API of tables: creating, joining, listing and replaying them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ekiben.core.match import Match
from ekiben.server import seats
from ekiben.server.access import hash_token, new_token
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
    token_hashes_of,
    tokens_of,
)
from ekiben.server.http_messages import (
    Created,
    LinkInfo,
    NextTable,
    SeatLink,
    TableInfo,
    TableSummary,
)
from ekiben.server.jobs import Perspective
from ekiben.server.names import clean_name
from ekiben.server.off_loop import off_loop
from ekiben.server.request_bodies import Join, LookAtLink, MakeLink, NewTable, Reset, Sit
from ekiben.server.responses import JsonResponse, language_of
from ekiben.server.statuses import branch_origin
from ekiben.server.store import Setup
from ekiben.server.table import Table

MAX_LISTED = 50


async def make_table(request: Request) -> Response:
    check_rate(request, "tables")
    body = await read_body(request, NewTable)
    if body.public or body.listed:
        check_rate(request, "listings")
    setup, tokens = await registry_of(request).create(body, language_of(request))
    links = {
        str(seat): seat_link(request, setup.id, token)
        for seat, token in tokens.items()
        if body.seats[seat].kind == "open"
    }
    response = JsonResponse(Created(setup.id, links), 201)
    own = [token for seat, token in tokens.items() if body.seats[seat].kind == "you"]
    if own:
        set_seat_cookie(request, response, setup.id, own)
    return response


def seat_link(request: Request, table: str, token: str) -> str:
    """A link with the token in its fragment, which browsers never send to a server."""
    return f"{request.url.scheme}://{request.url.netloc}/t/{table}#{token}"


# ---- seats
async def sit(request: Request) -> Response:
    """Exchange a link for a cookie, once.

    A browser that already has the seat keeps its cookie, and the link stays valid.
    """
    check_rate(request, "sits")
    body = await read_body(request, Sit)
    table = await table_of(request)
    link = hash_token(body.token)
    own = await seats_of(request, table)
    if link not in table.state.access.links:
        await table.refresh()  # another process may have just made it
    if table.state.access.seat_of_link(link) in own:
        return Response(status_code=204)
    fresh = fresh_token(body.fresh, table)
    await table.run_to_completion(seats.sit(table, link, hash_token(fresh), clean_name(body.name)))
    return seated_response(request, table, fresh)


async def look_at_link(request: Request) -> Response:
    """Tell what a link opens, so that only somebody new is asked for a name."""
    check_rate(request, "sits")
    body = await read_body(request, LookAtLink)
    table = await table_of(request)
    own = await seats_of(request, table)
    link = hash_token(body.token)
    if link not in table.state.access.links:
        await table.refresh()  # another process may have just made it
    return JsonResponse(LinkInfo(seats.link_purpose(table, link, own)))


def fresh_token(wanted: str | None, table: Table) -> str:
    """The token the browser chose, so that it can repeat the request, or a new one.

    A link's token is refused, since others have seen it.
    """
    if wanted is not None and table.state.access.seat_of_link(hash_token(wanted)) is not None:
        raise ApiError("not-fresh", 400)
    return wanted or new_token()


def seated_response(request: Request, table: Table, fresh: str) -> Response:
    """Set the cookie to this token and those that still open other seats."""
    opened = table.state.access.seats_of([hash_token(fresh)])
    kept = [
        token
        for token in tokens_of(request, table.id)
        if table.state.access.seats_of([hash_token(token)]) - opened
    ]
    response = Response(status_code=204)
    set_seat_cookie(request, response, table.id, [*kept, fresh])
    return response


async def join(request: Request) -> Response:
    """Take an open seat of a table in the lobby, unless this browser already sits there."""
    check_rate(request, "joins")
    body = await read_body(request, Join)
    table = await table_of(request)
    if await seats_of(request, table):
        return Response(status_code=204)
    fresh = fresh_token(body.fresh, table)
    await table.run_to_completion(seats.join(table, hash_token(fresh), clean_name(body.name)))
    return seated_response(request, table, fresh)


async def make_link(request: Request) -> Response:
    """Make a link that opens a seat once, and revoke the one before."""
    check_rate(request, "sits")
    body = await read_body(request, MakeLink)
    table = await table_of(request)
    token = new_token()
    tokens = await token_hashes_of(request, table)
    await table.run_to_completion(seats.make_link(table, body.seat, tokens, hash_token(token)))
    return JsonResponse(SeatLink(seat_link(request, table.id, token)), 201)


async def reset(request: Request) -> Response:
    """Revoke everything that opens the seat, and give this browser a fresh token."""
    check_rate(request, "sits")
    body = await read_body(request, Reset)
    table = await table_of(request)
    fresh = fresh_token(body.fresh, table)
    tokens = await token_hashes_of(request, table)
    await table.run_to_completion(seats.reset(table, body.seat, tokens, hash_token(fresh)))
    return seated_response(request, table, fresh)


# ---- tables
async def tables(request: Request) -> Response:
    """List the tables that anybody may watch."""
    registry = registry_of(request)
    found = await registry.store.public_tables(MAX_LISTED)
    language = language_of(request)
    return JsonResponse(
        [table_summary(setup, registry.tables.get(setup.id), language) for setup in found]
    )


def table_summary(setup: Setup, table: Table | None, language: str) -> TableSummary:
    """Who sits there now if the table is in memory, else who sat there when it was created."""
    if table is None:
        names = [seat.name_in(language) for seat in setup.seats]
        kinds = [seat.kind for seat in setup.seats]
    else:
        names = table.state.names_in(language)
        kinds = table.state.kinds
    return TableSummary(
        table=setup.id,
        game=setup.game,
        options=setup.options,
        names=names,
        kinds=kinds,
        created=setup.created,
    )


async def table_info(request: Request) -> Response:
    table = await table_of(request)
    own = await seats_if_visible(request, table)
    state = table.state
    info = TableInfo(
        table=table.id,
        game=state.setup.game,
        rules=state.game.rules,
        options=state.game.options,
        you=sorted(own),
        host=bool(own & state.host_seats),
        over=state.match.over,
        public=state.setup.public,
        clock_minutes=state.setup.clock_minutes,
        again=state.again,
        seq=state.seq,
        chat=state.setup.has_chat,
        rematch=state.setup.is_rematch,
        mixed=state.setup.is_mixed,
        deal=state.setup.deal or None,
        lesson=state.setup.lesson or None,
        branch=branch_origin(state.setup),
        sealed=is_sealed(request, table),
        **table.viewers.people(language_of(request)),
    )
    return JsonResponse(info)


async def table_of(request: Request) -> Table:
    return await registry_of(request).table(request.path_params["table"])


async def seats_if_visible(request: Request, table: Table) -> frozenset[int]:
    """The browser's seats; without any, only tables that others may watch are visible."""
    own = await seats_of(request, table)
    if not own and not table.state.is_watchable:
        raise ApiError("private", 403)
    return own


def check_dealt(table: Table) -> None:
    """Refuse while people still mix the deal: there is no game yet."""
    if table.state.waiting:
        raise ApiError("not-dealt")


async def rematch(request: Request) -> Response:
    """Play again at a new table; everybody who asks gets their seat there."""
    table = await table_of(request)
    if not await seats_of(request, table):
        raise ApiError("not-your-seat", 403)
    if table.state.again is None:
        check_rate(request, "tables")
    fresh = await registry_of(request).rematch(table)
    response = JsonResponse(NextTable(fresh))
    tokens = [
        token
        for token in tokens_of(request, table.id)
        if table.state.access.knows(hash_token(token))
    ]
    set_seat_cookie(request, response, fresh, tokens)
    return response


# ---- records and replays
async def record(request: Request) -> Response:
    """The full record once the game is over; before that only what the client may know."""
    table = await table_of(request)
    own = await seats_if_visible(request, table)
    check_dealt(table)
    wanted = request.query_params.get("as")
    match = table.state.match
    seat = None
    revealed = is_revealed(request, table)
    if wanted and wanted.startswith("seat-"):
        seat = seat_from(wanted.removeprefix("seat-"), own, revealed)
    if wanted == "full":
        check_revealed(request, table)
    full = revealed and wanted in ("full", None)
    line = await off_loop(record_line, match.copy(), seat, full)
    name = f"{table.state.setup.game}-{table.id}.jsonl"
    return Response(
        line + "\n",
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def is_sealed(request: Request, table: Table) -> bool:
    """Whether others still play the same daily deal."""
    return table.state.setup.is_sealed(registry_of(request).settings.wall())


def is_revealed(request: Request, table: Table) -> bool:
    return table.state.match.over and not is_sealed(request, table)


def check_revealed(request: Request, table: Table) -> None:
    """Refuse to show everything, seed included, before that is allowed."""
    if not table.state.match.over:
        raise ApiError("not-over")
    if is_sealed(request, table):
        raise ApiError("sealed", 403)


def record_line(match: Match, seat: int | None, full: bool) -> str:
    return str(match.record() if full else match.record(seat=seat, public=seat is None))


async def replay_table(request: Request) -> Response:
    """Replay a table as one's own seat or a spectator saw it; in any way once it is over."""
    check_rate(request, "replays")
    table = await table_of(request)
    own = await seats_if_visible(request, table)
    check_dealt(table)
    revealed = is_revealed(request, table)
    wanted = request.query_params.get("eyes", "all" if revealed else "none")
    if wanted == "all":
        check_revealed(request, table)
    perspective = perspective_from(wanted, own, revealed)
    line = await off_loop(record_line, table.state.match.copy(), None, True)
    return await replay_response(request, line, perspective)


async def turning_point(request: Request) -> Response:
    """Tell where a finished game was decided."""
    check_rate(request, "replays")
    table = await table_of(request)
    await seats_if_visible(request, table)
    check_revealed(request, table)
    line = await off_loop(record_line, table.state.match.copy(), None, True)
    return await turning_point_response(request, line)


async def turning_point_response(request: Request, line: str) -> Response:
    workers = registry_of(request).workers
    return JsonResponse(
        await workers.turning_point(line, language_of(request), address_of(request))
    )


async def replay_record(request: Request) -> Response:
    """Replay a record that the browser uploads."""
    check_rate(request, "replays")
    line = (await read_bytes(request, LARGE)).decode("utf-8", "replace")
    perspective = perspective_from(request.query_params.get("eyes", "all"), frozenset(), True)
    return await replay_response(request, line.strip(), perspective)


async def prove_record(request: Request) -> Response:
    """Shuffle the decks of a record that the browser sends, and play it again."""
    check_rate(request, "replays")
    line = (await read_bytes(request, LARGE)).decode("utf-8", "replace")
    workers = registry_of(request).workers
    return JsonResponse(
        await workers.prove(line.strip(), language_of(request), address_of(request))
    )


async def replay_response(request: Request, line: str, perspective: Perspective) -> Response:
    workers = registry_of(request).workers
    return JsonResponse(
        await workers.replay(line, perspective, language_of(request), address_of(request))
    )


def perspective_from(wanted: str, own: frozenset[int], over: bool) -> Perspective:
    if wanted == "all":
        return "all"
    return None if wanted == "none" else seat_from(wanted, own, over)


def seat_from(text: str, own: frozenset[int], over: bool) -> int:
    """The seat a query names; while the game runs it must be one's own."""
    if not text.isdecimal() or len(text) > 2:
        raise ApiError("no-eyes", 400, eyes=text[:20])
    if not over and int(text) not in own:
        raise ApiError("not-your-seat", 403)
    return int(text)
