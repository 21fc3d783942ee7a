"""Tables over HTTP: made, joined, looked up, replayed."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ekiben.server.answers import Created, Elsewhere, TableInfo, TableLine
from ekiben.server.desk import LARGE, body_of, check_rate, hall_of, held, read, seat_browser, tokens_of
from ekiben.server.hall import hashed, printable, seats_of
from ekiben.server.messages import NewTable, Sit
from ekiben.server.plain import Json, language_of
from ekiben.server.refusals import Refuse
from ekiben.server.store import Setup
from ekiben.server.table import Table

LISTED = 50


async def make_table(request: Request) -> Response:
    check_rate(request, "tables")
    wish = await read(request, NewTable)
    setup, tokens = await hall_of(request).create(wish, language_of(request))
    links = {str(seat): link(request, setup.id, token) for seat, token in tokens.items() if wish.seats[seat].kind == "open"}
    answer = Json(Created(setup.id, links), 201)
    own = [token for seat, token in tokens.items() if wish.seats[seat].kind == "you"]
    if own:
        seat_browser(request, answer, setup.id, own)
    return answer


def link(request: Request, table: str, token: str) -> str:
    """The token is in the fragment, which browsers send to no server."""
    return f"{request.url.scheme}://{request.url.netloc}/t/{table}#{token}"


async def sit(request: Request) -> Response:
    """A link's token for a cookie."""
    check_rate(request, "sits")
    asked, table = await read(request, Sit), await table_of(request)
    seats = seats_of(table.play.setup, [asked.token])
    if not seats:
        raise Refuse("no-seat", 403)
    for seat in seats:
        await table.carried_through(table.sit(seat, printable(asked.name)))
    answer = Response(status_code=204)
    seat_browser(request, answer, table.id, [*tokens_of(request, table.id), asked.token])
    return answer


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
    seats, play = visible_to(request, table), table.play
    return Json(TableInfo(
        table=table.id, game=play.setup.game, options=play.game.options, you=sorted(seats), over=play.match.over,
        public=play.setup.public, clock_minutes=play.setup.clock_minutes, again=play.again, seq=play.seq, **table.gallery.people()))


async def table_of(request: Request) -> Table:
    return await hall_of(request).table(request.path_params["table"])


def visible_to(request: Request, table: Table) -> frozenset[int]:
    """The asker's seats; who has none may look at public tables only."""
    seats = held(request, table.play.setup)
    if not seats and not table.play.setup.public:
        raise Refuse("private", 403)
    return seats


async def again(request: Request) -> Response:
    """Whoever held a seat holds it at the new table too, as soon as its browser asks."""
    table = await table_of(request)
    if not held(request, table.play.setup):
        raise Refuse("not-your-seat", 403)
    if table.play.again is None:
        check_rate(request, "tables")
    fresh = await hall_of(request).again(table)
    answer = Json(Elsewhere(fresh))
    marks = {seat.token for seat in table.play.setup.seats}
    seat_browser(request, answer, fresh, [token for token in tokens_of(request, table.id) if hashed(token) in marks])
    return answer


# ---- records and replays
async def record(request: Request) -> Response:
    """All of it once the game is over; before that what the asker may know."""
    table = await table_of(request)
    seats, wanted, match = visible_to(request, table), request.query_params.get("as"), table.play.match
    seat = seat_asked(wanted.removeprefix("seat-"), seats, match.over) if wanted and wanted.startswith("seat-") else None
    if wanted == "full" and not match.over:
        raise Refuse("not-over")
    whole = wanted == "full" or (wanted is None and match.over)
    line = str(match.record() if whole else match.record(seat=seat, public=seat is None))
    name = f"{table.play.setup.game}-{table.id}.jsonl"
    return Response(line + "\n", media_type="application/json", headers={"content-disposition": f'attachment; filename="{name}"'})


async def replay_table(request: Request) -> Response:
    """Through the eyes of a seat of one's own, or a spectator's; through any once the game is over."""
    check_rate(request, "replays")
    table = await table_of(request)
    seats, over = visible_to(request, table), table.play.match.over
    wanted = request.query_params.get("eyes", "all" if over else "none")
    if wanted == "all" and not over:
        raise Refuse("not-over")
    line = str(table.play.match.record())
    return Json(await hall_of(request).workers.frames(line, eyes_asked(wanted, seats, over), language_of(request)))


async def replay_record(request: Request) -> Response:
    check_rate(request, "replays")
    line = (await body_of(request, LARGE)).decode("utf-8", "replace")
    eyes = eyes_asked(request.query_params.get("eyes", "all"), frozenset(), True)
    return Json(await hall_of(request).workers.frames(line.strip(), eyes, language_of(request)))


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
