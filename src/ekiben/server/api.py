"""Tables over HTTP: made, joined, looked up, replayed."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from ekiben.core.match import Match
from ekiben.server.access import hashed, new_token
from ekiben.server.http import (
    LARGE,
    address_of,
    body_of,
    check_rate,
    hall_of,
    held,
    read,
    seat_browser,
    shown_to,
    tokens_of,
)
from ekiben.server.http_messages import Created, Elsewhere, SeatLink, TableInfo, TableLine
from ekiben.server.messages import MakeLink, NewTable, Reset, Sit
from ekiben.server.names import clean_name
from ekiben.server.refusals import Refuse
from ekiben.server.responses import Json, language_of
from ekiben.server.store import Setup
from ekiben.server.table import Table

LISTED = 50


async def make_table(request: Request) -> Response:
    check_rate(request, "tables")
    wish = await read(request, NewTable)
    setup, tokens = await hall_of(request).create(wish, language_of(request))
    links = {
        str(seat): link(request, setup.id, token)
        for seat, token in tokens.items()
        if wish.seats[seat].kind == "open"
    }
    answer = Json(Created(setup.id, links), 201)
    own = [token for seat, token in tokens.items() if wish.seats[seat].kind == "you"]
    if own:
        seat_browser(request, answer, setup.id, own)
    return answer


def link(request: Request, table: str, token: str) -> str:
    """The token is in the fragment, which browsers send to no server."""
    return f"{request.url.scheme}://{request.url.netloc}/t/{table}#{token}"


# ---- seats
async def sit(request: Request) -> Response:
    """A link for a cookie, once. A browser that has the seat already keeps what it has, and the
    link stays good.
    """
    check_rate(request, "sits")
    asked, table = await read(request, Sit), await table_of(request)
    link, seats = hashed(asked.token), await held(request, table)
    if link not in table.play.access.links:
        await table.read_on()  # made by another process just now, perhaps
    if table.play.access.seat_behind(link) in seats:
        return Response(status_code=204)
    fresh = fresh_token(asked.fresh, table)
    await table.carried_through(table.sit(link, hashed(fresh), clean_name(asked.name)))
    return seated(request, table, fresh)


def fresh_token(wanted: str | None, table: Table) -> str:
    """The browser's own choice, so that it can ask again when no answer came; never a link, which
    others have seen.
    """
    if wanted is not None and table.play.access.seat_behind(hashed(wanted)) is not None:
        raise Refuse("not-fresh", 400)
    return wanted or new_token()


def seated(request: Request, table: Table, fresh: str) -> Response:
    """The cookie holds this token, and those that still open other seats."""
    opened = table.play.access.seats_of([hashed(fresh)])
    kept = [
        token
        for token in tokens_of(request, table.id)
        if table.play.access.seats_of([hashed(token)]) - opened
    ]
    answer = Response(status_code=204)
    seat_browser(request, answer, table.id, [*kept, fresh])
    return answer


async def make_link(request: Request) -> Response:
    """A link that opens a seat once; the one before is void."""
    check_rate(request, "sits")
    asked, table = await read(request, MakeLink), await table_of(request)
    token = new_token()
    await table.carried_through(
        table.make_link(asked.seat, await shown_to(request, table), hashed(token))
    )
    return Json(SeatLink(link(request, table.id, token)), 201)


async def reset(request: Request) -> Response:
    """Nothing else opens the seat any more; this browser gets a fresh token."""
    check_rate(request, "sits")
    asked, table = await read(request, Reset), await table_of(request)
    fresh = fresh_token(asked.fresh, table)
    await table.carried_through(
        table.reset(asked.seat, await shown_to(request, table), hashed(fresh))
    )
    return seated(request, table, fresh)


# ---- tables
async def tables(request: Request) -> Response:
    """Those that may be watched."""
    hall = hall_of(request)
    found = await hall.store.watchable(LISTED)
    return Json([listed(setup, hall.tables.get(setup.id)) for setup in found])


def listed(setup: Setup, table: Table | None) -> TableLine:
    """As people sit there now, where that is known, else as it began."""
    names, kinds = [seat.name for seat in setup.seats], [seat.kind for seat in setup.seats]
    if table is not None:
        names, kinds = table.play.names, table.play.kinds
    return TableLine(setup.id, setup.game, setup.options, names, kinds, setup.created)


async def table_info(request: Request) -> Response:
    table = await table_of(request)
    seats, play = await visible_to(request, table), table.play
    return Json(
        TableInfo(
            table=table.id,
            game=play.setup.game,
            rules=play.game.rules,
            options=play.game.options,
            you=sorted(seats),
            host=bool(seats & play.hosts),
            over=play.match.over,
            public=play.setup.public,
            clock_minutes=play.setup.clock_minutes,
            again=play.again,
            seq=play.seq,
            **table.gallery.people(),
        )
    )


async def table_of(request: Request) -> Table:
    return await hall_of(request).table(request.path_params["table"])


async def visible_to(request: Request, table: Table) -> frozenset[int]:
    """The asker's seats; who has none may look at public tables only."""
    seats = await held(request, table)
    if not seats and not table.play.setup.public:
        raise Refuse("private", 403)
    return seats


async def again(request: Request) -> Response:
    """Whoever held a seat holds it at the new table too, as soon as its browser asks."""
    table = await table_of(request)
    if not await held(request, table):
        raise Refuse("not-your-seat", 403)
    if table.play.again is None:
        check_rate(request, "tables")
    fresh = await hall_of(request).again(table)
    answer = Json(Elsewhere(fresh))
    seat_browser(
        request,
        answer,
        fresh,
        [token for token in tokens_of(request, table.id) if table.play.access.knows(hashed(token))],
    )
    return answer


# ---- records and replays
async def record(request: Request) -> Response:
    """All of it once the game is over; before that what the asker may know."""
    table = await table_of(request)
    seats, wanted, match = (
        await visible_to(request, table),
        request.query_params.get("as"),
        table.play.match,
    )
    seat = (
        seat_asked(wanted.removeprefix("seat-"), seats, match.over)
        if wanted and wanted.startswith("seat-")
        else None
    )
    if wanted == "full" and not match.over:
        raise Refuse("not-over")
    whole = wanted == "full" or (wanted is None and match.over)
    line = await asyncio.to_thread(line_of, match.copy(), seat, whole)
    name = f"{table.play.setup.game}-{table.id}.jsonl"
    return Response(
        line + "\n",
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def line_of(match: Match, seat: int | None, whole: bool) -> str:
    return str(match.record() if whole else match.record(seat=seat, public=seat is None))


async def replay_table(request: Request) -> Response:
    """Through the eyes of a seat of one's own, or a spectator's; through any once the game is over."""
    check_rate(request, "replays")
    table = await table_of(request)
    seats, over = await visible_to(request, table), table.play.match.over
    wanted = request.query_params.get("eyes", "all" if over else "none")
    if wanted == "all" and not over:
        raise Refuse("not-over")
    eyes = eyes_asked(wanted, seats, over)
    line = await asyncio.to_thread(line_of, table.play.match.copy(), None, True)
    return Json(
        await hall_of(request).workers.frames(line, eyes, language_of(request), address_of(request))
    )


async def replay_record(request: Request) -> Response:
    check_rate(request, "replays")
    line = (await body_of(request, LARGE)).decode("utf-8", "replace")
    eyes = eyes_asked(request.query_params.get("eyes", "all"), frozenset(), True)
    return Json(
        await hall_of(request).workers.frames(
            line.strip(), eyes, language_of(request), address_of(request)
        )
    )


def eyes_asked(wanted: str, seats: frozenset[int], over: bool) -> int | str | None:
    if wanted in ("all", "none"):
        return "all" if wanted == "all" else None
    return seat_asked(wanted, seats, over)


def seat_asked(text: str, seats: frozenset[int], over: bool) -> int:
    """A seat's number; in a running game one's own."""
    if not text.isdecimal() or len(text) > 2:
        raise Refuse("no-eyes", 400, eyes=text[:20])
    if not over and int(text) not in seats:
        raise Refuse("not-your-seat", 403)
    return int(text)
