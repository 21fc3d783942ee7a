"""The HTTP API of deals: making, playing and comparing them."""

from __future__ import annotations

import hashlib
import hmac

from starlette.requests import Request
from starlette.responses import Response

from ekiben.server.access import new_token
from ekiben.server.api import (
    perspective_from,
    record_line,
    replay_response,
    seat_link,
    table_of,
    turning_point_response,
)
from ekiben.server.deal_messages import (
    BeginDeal,
    DailyDeal,
    DailyInfo,
    DealInfo,
    DealLink,
    DealRow,
    DealSeatInfo,
    DealTry,
    NewDeal,
)
from ekiben.server.deal_results import closing_time, day_end, parse_day
from ekiben.server.deal_store import Deal, DealTable, RankedResult
from ekiben.server.deals import Deals
from ekiben.server.errors import ApiError
from ekiben.server.http import (
    check_rate,
    read_body,
    seats_of,
    set_cookie,
    set_seat_cookie,
)
from ekiben.server.http_messages import Created
from ekiben.server.names import clean_name
from ekiben.server.off_loop import off_loop
from ekiben.server.responses import JsonResponse, language_of

DEVICE = "ekiben-device"
MAX_ROWS = 200
MAX_BEGUN = 20  # tables of a device at a deal


def deals_of(request: Request) -> Deals:
    deals: Deals = request.app.state.deals
    return deals


async def deal_of(request: Request) -> Deal:
    return await deals_of(request).deal(request.path_params["deal"])


# ---- making and playing
async def make_deal(request: Request) -> Response:
    check_rate(request, "deals")
    body = await read_body(request, NewDeal)
    return JsonResponse(DealLink((await deals_of(request).create(body)).id), 201)


async def deal_of_table(request: Request) -> Response:
    """The deal of a game that is over, made if there is none; people of the table see all of it."""
    check_rate(request, "sits")
    table = await table_of(request)
    if not await seats_of(request, table):
        raise ApiError("not-your-seat", 403)
    deals = deals_of(request)
    deal = await deals.from_table(table)
    response = JsonResponse(DealLink(deal.id))
    path = f"/api/deals/{deal.id}"
    set_cookie(request, response, proof_name(deal), await deals.proof(deal), path)
    return response


async def begin_deal(request: Request) -> Response:
    """Begin a table that plays the deal, for this browser."""
    check_rate(request, "deals")
    body = await read_body(request, BeginDeal)
    deal = await deal_of(request)
    deals = deals_of(request)
    token = request.cookies.get(DEVICE, "")[:64] or new_token()
    device = device_hash(deal, token)
    if len(await deals.store.device_tables(deal.id, device)) >= MAX_BEGUN:
        raise ApiError("deal-tries", 429, most=MAX_BEGUN)
    setup, tokens = await deals.begin(
        deal, name=clean_name(body.name), language=language_of(request), device=device
    )
    host, *others = deal.people
    links = {str(seat): seat_link(request, setup.id, tokens[seat]) for seat in others}
    response = JsonResponse(Created(setup.id, links), 201)
    set_seat_cookie(request, response, setup.id, [tokens[host]])
    set_cookie(request, response, DEVICE, token, "/api/deals")
    return response


# ---- who asks
def device_hash(deal: Deal, token: str) -> str:
    """The device as a deal knows it, so that nobody can follow it from deal to deal."""
    return hashlib.sha256(f"{deal.id} {token}".encode()).hexdigest()


def device_of(request: Request, deal: Deal) -> str:
    token = request.cookies.get(DEVICE, "")[:64]
    return device_hash(deal, token) if token else ""


def proof_name(deal: Deal) -> str:
    return f"ekiben-deal-{deal.id}"


async def has_finished(request: Request, deal: Deal, begun: list[DealTable]) -> bool:
    """Whether this browser has played the deal to its end, at a table of its own or a friend's."""
    shown = request.cookies.get(proof_name(deal), "")
    proof = await deals_of(request).proof(deal)
    return any(one.over for one in begun) or hmac.compare_digest(shown.encode(), proof.encode())


async def tables_begun(request: Request, deal: Deal) -> list[DealTable]:
    device = device_of(request, deal)
    return await deals_of(request).store.device_tables(deal.id, device) if device else []


# ---- results
async def deal_info(request: Request) -> Response:
    """What the deal is and how it went at every table; who is playing it learns no more."""
    deals = deals_of(request)
    deal = await deal_of(request)
    await deals.settle(deal)
    begun = await tables_begun(request, deal)
    finished = await has_finished(request, deal, begun)
    is_open = deals.is_open(deal, finished)
    ranked = await deals.store.ranked_results(deal.id, MAX_ROWS)
    own = {one.id for one in begun}
    info = DealInfo(
        deal=deal.id,
        game=deal.game,
        rules=deal.rules,
        options=deal.options,
        seats=seat_infos(deal),
        commit=deal.commit,
        day=deal.day,
        closes=closing_time(deal),
        closed=deals.is_closed(deal),
        finished=finished,
        open=is_open,
        seed=deal.seed if is_open else None,
        salt=deal.salt if is_open else None,
        tries=[DealTry(one.id, one.over) for one in begun],
        rows=[deal_row(one, own, is_open, language_of(request)) for one in ranked.best],
        total=ranked.total,
        now=deals.now(),
    )
    return JsonResponse(info)


def seat_infos(deal: Deal) -> list[DealSeatInfo]:
    return [DealSeatInfo(seat.kind, seat.level) for seat in deal.seats]


def deal_row(ranked: RankedResult, own: set[str], is_open: bool, language: str) -> DealRow:
    result = ranked.result
    return DealRow(
        names=result.names_in(language),
        scores=result.scores,
        score=result.score,
        margin=result.margin,
        place=result.place,
        turns=result.turns,
        at=result.at,
        attempt=result.attempt,
        counted=ranked.counted,
        flaw="" if ranked.counted else result.flaw or "again",
        standing=ranked.standing,
        mine=result.table in own,
        table=result.table if is_open else None,
    )


async def deal_replay(request: Request) -> Response:
    """Replay a table of the deal for those who may see it."""
    line = await deal_record(request)
    perspective = perspective_from(request.query_params.get("eyes", "all"), frozenset(), True)
    return await replay_response(request, line, perspective)


async def deal_turns(request: Request) -> Response:
    """The scores after every turn of a table of the deal, and where it was decided."""
    return await turning_point_response(request, await deal_record(request))


async def deal_record(request: Request) -> str:
    """The record of one of the deal's tables, if this browser may see it."""
    check_rate(request, "replays")
    deals = deals_of(request)
    deal = await deal_of(request)
    finished = await has_finished(request, deal, await tables_begun(request, deal))
    if not deals.is_open(deal, finished):
        raise ApiError("sealed" if deal.day else "deal-unfinished", 403)
    table = await table_of(request)
    state = table.state
    if table.id != deal.origin and state.setup.deal != deal.id:
        raise ApiError("no-table", 404)
    if not state.match.over:
        raise ApiError("not-over")
    return await off_loop(record_line, state.match.copy(), None, True)


# ---- daily deals
async def daily_info(request: Request) -> Response:
    """The daily deals of today, or of the day asked for."""
    deals = deals_of(request)
    today = deals.today()
    day = parse_day(request.query_params.get("day", today)).isoformat()
    found = await deals.daily(day)
    info = DailyInfo(
        day=day,
        today=today,
        closes=day_end(day),
        deals=[await daily_summary(request, deal) for deal in found],
    )
    return JsonResponse(info)


async def daily_summary(request: Request, deal: Deal) -> DailyDeal:
    begun = await tables_begun(request, deal)
    ranked = await deals_of(request).summary(deal)
    best = ranked.best[0].result.score if ranked.best and ranked.best[0].counted else None
    return DailyDeal(
        deal=deal.id,
        game=deal.game,
        commit=deal.commit,
        seats=seat_infos(deal),
        total=ranked.total,
        best=best,
        begun=bool(begun),
        finished=any(one.over for one in begun),
    )
